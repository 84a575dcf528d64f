"""What a player saved on the page, put into the files of the survey."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adjudicator.evidence.binding import BINDING_FILE
from adjudicator.games import LoadedGame
from adjudicator.games.questions import as_table

FILE = "facts-answers.csv"
LARGEST = 8 << 20


class Answers(BaseModel):
    """The file that the page saves."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    game: str
    module: str
    facts: Mapping[str, str] = Field(default_factory=dict)
    units: Mapping[str, str] = Field(default_factory=dict)
    phases: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)  # entry of the turn counter -> one of these; none of them
    charts: Mapping[str, tuple[tuple[str, ...], ...]] = Field(default_factory=dict)


class AnswersError(Exception):
    """A file of answers that is none, or for another game or module."""


def read_answers(path: Path, loaded: LoadedGame, module: str) -> Answers:
    """Raises AnswersError with what is wrong."""
    try:
        if path.stat().st_size > LARGEST:
            raise AnswersError(f"{path.name} is too large for answers that a page saved")
        found = Answers.model_validate(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError, ValidationError) as error:
        raise AnswersError(f"{path.name} holds no answers that a page saved: {type(error).__name__}") from None
    if (found.game, found.module) != (loaded.slug, module):
        raise AnswersError(f"{path.name} is about {found.module} and {found.game}")
    strange = [unit for unit in found.units.values() if unit not in loaded.roster]
    if strange:
        raise AnswersError(f"{path.name} names a unit that the game has not: {strange[0]}")
    phases = {phase.id for phase in loaded.about.phases}
    unheard = [phase for those in found.phases.values() for phase in those if phase not in phases]
    if unheard:
        raise AnswersError(f"{path.name} names a phase that the game has not: {unheard[0]}")
    return found


@dataclass(frozen=True, slots=True)
class Taken:
    """The files of a survey with the answers in them."""

    texts: dict[str, str] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()


def with_answers(texts: Mapping[str, str], answers: Answers, loaded: LoadedGame) -> Taken:
    """Answers go before what stood in the files; all else stays. Charts count once every cell is filled in."""
    new = dict(texts)
    facts = dict(answers.facts)
    for name, rows in answers.charts.items():
        if name in loaded.game.charts:
            new[f"{name}.csv"] = _csv(rows)
            if all(cell.strip() for row in rows for cell in row[: len(rows[0]) - 1]):
                facts[f"chart {name}"] = f"{name}.csv"
    for name, text in texts.items():
        if name.startswith("facts") and name.endswith(".csv"):
            new[name] = _without(text, facts)
    if facts:
        kept = csv.reader(io.StringIO(new.get(FILE, "fact,value,note\n")))
        lines = [[*row, "", "", ""][:3] for row in list(kept)[1:] if row]
        said = [(fact, value, "as you said on the page") for fact, value in sorted(facts.items())]
        new[FILE] = as_table([*((row[0], row[1], row[2]) for row in lines), *said])
    for gpid, unit in answers.units.items():
        new[BINDING_FILE] = _put(new.get(BINDING_FILE, ""), "units.gpids", gpid, json.dumps(unit))
    for entry, phases in answers.phases.items():
        line = json.dumps(list(phases) if len(phases) > 1 else "".join(phases), ensure_ascii=False)
        new[BINDING_FILE] = _put(new.get(BINDING_FILE, ""), "phases", entry, line)
    return Taken(new, frozenset(name for name in new if new[name] != texts.get(name)))


def _without(text: str, facts: Mapping[str, Any]) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    if not any(row and " ".join(row[0].split()) in facts for row in rows):
        return text
    return _csv([row for row in rows if not row or " ".join(row[0].split()) not in facts])


def _csv(rows: Any) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _put(text: str, section: str, name: str, value: str) -> str:
    """The binding with this line as the player says, in place of what stood there."""
    key = json.dumps(name, ensure_ascii=False)
    line = re.compile(rf"^{re.escape(key)} = .*\n?", re.MULTILINE)
    heading = re.compile(rf"^\[module\.{re.escape(section)}\].*\n", re.MULTILINE)
    found = heading.search(text)
    if found is None:
        return text.rstrip("\n") + f"\n\n[module.{section}]\n{key} = {value}\n"
    end = next((each.start() for each in re.compile(r"^\[", re.MULTILINE).finditer(text, found.end())), len(text))
    before = line.sub("", text[found.end() : end])
    return f"{text[: found.end()]}{key} = {value}\n{before}{text[end:]}"
