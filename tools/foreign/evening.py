"""One evening, counted: what a player must confirm, correct and type between a foreign module and a turn with nothing undecided.

The player knows the truth about the module and does what the documentation says: on the page he corrects what was read wrongly,
says of all else that it is so (one press for all that was read as the same), chooses among the units that a counter may be, and
confirms the numbers on counters, one press for each rating; then he looks up what `--for` asks, round by round, as long as that
settles anything. A chart counts by its cells. Minutes are reckoned, not clocked: SECONDS for each of these, and READING for each
round.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator import Referee
from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.evidence.doubts import SURE
from adjudicator.evidence.surveys import read_survey
from adjudicator.factname import FactName
from adjudicator.games import LoadedGame, load
from adjudicator.surveying import wanted
from adjudicator.surveying.draft import BindingDraft, drafted
from adjudicator.surveying.mapfacts import LINE, SaidOfMap, reading_of
from adjudicator.surveying.values import values_of
from adjudicator.surveying.writing import forms_of
from adjudicator.verdict import Verdict
from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.module import Module

from .making import MODULE_FILE

SECONDS = {"confirmed": 3, "corrected": 10, "chosen": 10, "typed": 6, "cells": 2}
READING = 60  # seconds to run a command and look at what it says
ROUNDS = 8


@dataclass(slots=True)
class Evening:
    """What had to be done, and what came of it."""

    log: str
    done: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    undecided: list[int] = field(default_factory=list)  # after each round
    illegal: int = 0

    @property
    def minutes(self) -> float:
        return (sum(SECONDS[what] * number for what, number in self.done.items()) + READING * (self.rounds + 2)) / 60

    def __str__(self) -> str:
        done = ", ".join(f"{self.done[what]} {what}" for what in SECONDS)
        left = " -> ".join(map(str, self.undecided))
        return f"{self.log}: {done}; {self.rounds} rounds, {self.minutes:.0f} minutes; undecided {left}, illegal {self.illegal}"


def spent(folder: Path, log: Path, work: Path) -> Evening:
    """The evening for one log that lies on the module in the folder."""
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    game = load(truth["game"])
    archive = open_archive(folder / MODULE_FILE)
    draft = drafted(game, Module.read(archive), bindings_in(game.folder), archive)
    evening = Evening(log.name)
    facts: dict[str, str] = dict(_on_the_map(draft, game, archive, truth["facts"], evening.done))
    facts |= dict(_on_the_counters(draft, game, archive, truth["facts"], evening.done))
    (entry,) = read_survey(folder / "truth").modules
    _in_the_binding(draft, entry, evening.done)
    survey = work / "evening"
    survey.mkdir(parents=True, exist_ok=True)
    for each in (folder / "truth").iterdir():
        if each.name != "facts.csv":
            (survey / each.name).write_bytes(each.read_bytes())
    cells = {name: sum(len(row) - 1 for row in list(csv.reader(form.splitlines()))[1:]) for name, form in forms_of(game).items()}
    for _ in range(ROUNDS):
        open_ = _checked(folder, survey, facts, log, evening)
        asked = {each.name: _looked_up(each.name, truth["facts"], game) for each in wanted.in_order(open_)}
        if not any(asked.values()):
            break
        evening.rounds += 1
        for name, value in asked.items():
            if not value:
                continue
            facts[str(name)] = value
            chart = name.kind == "chart"
            evening.done["cells" if chart else "typed"] += cells.get(name.about[0], 1) if chart else 1
    return evening


def _looked_up(name: FactName, truth: Mapping[str, str], game: LoadedGame) -> str:
    """What map, counters and charts show; empty if they do not show it."""
    if str(name) in truth or name.kind != "cell":
        return truth.get(str(name), "")
    column, row, chart = name.about
    return str(getattr(game.game.charts.get(chart), "rows", {}).get(row, {}).get(column, ""))


def _checked(folder: Path, survey: Path, facts: Mapping[str, str], log: Path, evening: Evening) -> list[frozenset[FactName]]:
    """What verdicts still hang on."""
    with (survey / "facts.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("fact", "value"), *sorted(facts.items())])
    found = Referee(modules=[folder / MODULE_FILE], surveys=[survey]).check(log)
    evening.undecided.append(sum(each.judged.verdict is Verdict.UNDECIDED for each in found.actions))
    evening.illegal = sum(each.judged.verdict is Verdict.ILLEGAL for each in found.actions)
    return [frozenset(each.needs) for each in found.findings if each.needs]


def _on_the_map(
    draft: BindingDraft, game: LoadedGame, archive: Archive, truth: Mapping[str, str], done: Counter[str]
) -> Iterator[tuple[str, str]]:
    reading = reading_of(draft, game, archive, SaidOfMap({}, ()))
    pressed = set()
    for each in reading.seen:
        name = str(each.name)
        if each.sure < LINE or name not in truth:
            continue
        if set(each.value.split()) == set(truth[name].split()):
            pressed.add((each.name.kind, each.value))
        else:
            done["corrected"] += 1
        yield name, truth[name]
    done["confirmed"] += len(pressed)


def _on_the_counters(
    draft: BindingDraft, game: LoadedGame, archive: Archive, truth: Mapping[str, str], done: Counter[str]
) -> Iterator[tuple[str, str]]:
    """Those that are sure enough to be confirmed by one press for each rating."""
    ratings = set()
    for name, found in values_of(draft, game.roster, archive).items():
        if found.sure < LINE or truth.get(str(name)) is None:
            continue
        if str(found.value) == truth[str(name)]:
            ratings.add(name.kind if name.kind != "rating" else name.about[0])
        else:
            done["corrected"] += 1
        yield str(name), truth[str(name)]
    done["confirmed"] += len(ratings)


def _in_the_binding(draft: BindingDraft, truth: BindingEntry, done: Counter[str]) -> None:
    """Lines that the draft does not have are typed; counters that may be several units are chosen among."""
    done["confirmed"] += sum(int(100 * sure) < SURE for _, sure in draft.units.bound.values())
    for gpid in truth.units.gpids:
        if gpid in draft.units.doubtful:
            done["chosen"] += 1
        elif gpid not in draft.gpids and gpid not in draft.units.reduced:
            done["typed"] += 1
    words = draft.words
    done["typed"] += sum(name not in words.boxes.bound for name in truth.boxes)
    done["typed"] += sum(name not in words.phases for name in truth.phases)
    done["typed"] += sum(gpid not in words.marks for gpid in truth.markers.gpids)
