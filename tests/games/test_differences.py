"""What two editions of Königsberg have otherwise: told in words, shown by pairs of cases, and nothing left untold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.cases import CaseError, CaseResult, Shelf, run
from adjudicator.cases.reading import read_cases
from adjudicator.cases.shared import listed, shared
from adjudicator.games import GameFolderError, LoadedGame, load
from adjudicator.games.differences import (
    ToldDifference,
    charts_that_differ,
    rules_that_differ,
    sections_alone,
    stated,
    units_that_differ,
)
from tests.support import SHARED, needs_shared

HERE, THERE = load("koenigsberg-3cg"), load("koenigsberg-rg")
TOLD = stated(HERE, THERE)
SHELF = Shelf()


@cache
def result(game: str, case: str, under: str) -> CaseResult | None:
    """A case of one game, judged by a game; None if that game cannot even set it up."""
    file, _, name = case.partition(": ")
    home, judge = (HERE if each == HERE.slug else THERE for each in (game, under))
    document = read_cases(home.folder / "cases" / f"{file}.toml")
    (index,) = [at for at, each in enumerate(document.cases.case) if each.name == name]
    try:
        return run(document, index, SHELF.around(judge))
    except CaseError:
        return None


def said(found: CaseResult | None) -> list[object]:
    """What was found, without the sections: verdicts and arithmetic."""
    steps = [] if found is None else found.steps
    return [
        (step.judged.verdict, [(row.value, row.reason) for each in step.judged.ruled for row in each.opinion.rows])
        for step in steps
    ]


def verdicts_and_numbers(found: CaseResult | None) -> list[object]:
    """Without words: what was decided, and the values of the arithmetic."""
    steps = [] if found is None else found.steps
    return [(step.judged.verdict, [row.value for each in step.judged.ruled for row in each.opinion.rows]) for step in steps]


# The 85 rows of the comparison that the publisher of the files gave: what tells of each, and why some are no difference in play.
COMPARED = list(csv.DictReader(io.StringIO((Path(__file__).parent / "comparison.csv").read_text("utf-8"))))
BY_ID = {each.id: each for each in TOLD}
# Who looks under stacks, where a number is printed, a counter that is not there, a box for chits, kilometres: nothing to judge.
NOT_SHOWN = {"fog", "river-attack", "20-panzer", "drawn-chits", "scale"}


def test_each_of_the_85_topics_of_the_comparison_is_told_by_a_difference_of_its_own() -> None:
    assert len({each["topic"] for each in COMPARED}) == len({each["difference"] for each in COMPARED}) == 85
    assert {each["difference"] for each in COMPARED} <= BY_ID.keys()
    assert len({each.topic for each in TOLD}) == len(TOLD)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: str(row["difference"]))
def test_what_the_comparison_calls_different_is_shown_so_or_it_is_said_why_not(row: dict[str, str]) -> None:
    told = BY_ID[row["difference"]]
    if row["kind"] == "same":
        assert told.kind == "same"
    else:
        assert (told.kind == "same") == bool(row["same_because"])
    if told.kind != "same":
        assert (told.id in NOT_SHOWN) == (not told.case)


@needs_shared
def test_the_85_topics_are_those_of_the_comparison() -> None:
    given = json.loads((SHARED / "games" / "konigsberg_comparison.json").read_text("utf-8"))["rows"]
    assert [(each["topic"], each["kind"]) for each in given] == [(each["topic"], each["kind"]) for each in COMPARED]


@pytest.mark.parametrize("each", [each for each in TOLD if each.case], ids=lambda each: each.id)
def test_the_same_position_comes_out_otherwise_in_the_other_edition(each: ToldDifference) -> None:
    own = result(HERE.slug, each.case, HERE.slug)
    assert own is not None
    assert own.ok
    assert said(own) != said(result(HERE.slug, each.case, THERE.slug))


# In the other edition nothing can be said of it: no loss is due for a stack that was found too large.
ONLY_HERE = frozenset({"overstack-penalty"})


@pytest.mark.parametrize("each", [each for each in TOLD if each.kind != "same" and not each.unshown], ids=lambda each: each.id)
def test_a_position_that_both_editions_know_gets_another_verdict_or_other_numbers(each: ToldDifference) -> None:
    """Not only other words: and where a case is in words that only one of them has, that of the other does."""
    pairs = [
        (result(slug, case, HERE.slug), result(slug, case, THERE.slug))
        for slug, case in ((HERE.slug, each.case), (THERE.slug, each.other_case))
        if case
    ]
    known = [pair for pair in pairs if None not in pair]
    assert bool(known) != (each.id in ONLY_HERE)
    assert all(verdicts_and_numbers(mine) != verdicts_and_numbers(theirs) for mine, theirs in known)


@pytest.mark.parametrize("each", [each for each in TOLD if each.other_case], ids=lambda each: each.id)
def test_the_case_of_the_other_edition_comes_out_there_as_it_says(each: ToldDifference) -> None:
    found = result(THERE.slug, each.other_case, THERE.slug)
    assert found is not None
    assert found.ok


@pytest.mark.parametrize("each", [each for each in TOLD if each.other_case], ids=lambda each: each.id)
def test_what_is_the_same_is_shown_by_one_case_and_what_is_not_is_listed(each: ToldDifference) -> None:
    file, _, name = each.other_case.partition(": ")
    differs = listed(HERE).get(file, {}).get(name)
    assert (differs is None) == (each.kind == "same")


def test_every_case_that_comes_out_otherwise_names_a_difference() -> None:
    assert {id_ for named in listed(HERE).values() for id_ in named.values()} <= {each.id for each in TOLD}


def test_every_case_said_to_come_out_otherwise_does() -> None:
    found = list(shared(HERE, differing=True))
    assert len(found) == sum(map(len, listed(HERE).values()))
    assert [each.result.name for each in found if each.result.ok] == []


def test_every_rule_that_differs_is_told_of_in_words() -> None:
    told_here = {section for each in TOLD if each.kind != "same" for section in each.here}
    told_there = {section for each in TOLD if each.kind != "same" for section in each.there}
    silent = [
        each.id
        for each in rules_that_differ(HERE, THERE)
        if told_here.isdisjoint(each.here) and told_there.isdisjoint(each.there)
    ]
    assert silent == []


def test_charts_counters_and_sections_are_compared() -> None:
    charts = dict(charts_that_differ(HERE, THERE))
    assert charts["crt"][0] == "1 8-1+: D1r2, not nothing"
    assert "GD PzG is not independent" in units_that_differ(HERE, THERE)
    mine, theirs = sections_alone(HERE, THERE)
    assert "12.2c" in mine
    assert "9.5.8" in theirs
    assert list(rules_that_differ(HERE, HERE)) == []
    assert list(charts_that_differ(HERE, HERE)) == []


# --- how much of it is its own


def lines_of(folder: Path, *skip: str) -> int:
    """Lines that say something: no empty ones, and no comments."""
    found = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".toml", ".csv", ".py") and not any(part in skip for part in path.relative_to(folder).parts):
            text = path.read_text("utf-8").splitlines()
            found += sum(bool(line.strip()) and not line.strip().startswith("#") for line in text)
    return found


def test_an_edition_takes_a_third_of_what_a_game_takes() -> None:
    own, whole = lines_of(HERE.folder), lines_of(THERE.folder)
    assert own <= whole / 3


# --- faults in what is told


def other(folder: Path) -> LoadedGame:
    return replace(HERE, folder=folder)


def differences(tmp_path: Path, **changed: str) -> Iterator[str]:
    entry = {
        "id": '"x"', "topic": '"X"', "kind": '"rule"', "here": '["7.4b"]', "there": '["9.3.2"]', "says": '"a"', "other": '"b"',
        "unshown": '"c"', **changed,
    }  # fmt: skip
    text = "[[difference]]\n" + "".join(f"{key} = {value}\n" for key, value in entry.items() if value)
    (tmp_path / "differences.toml").write_text(text, encoding="utf-8")
    try:
        stated(other(tmp_path), THERE)
    except GameFolderError as error:
        yield from map(str, error.errors)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"here": '["77.7"]'}, "no section 77.7"),
        ({"there": '["77.7"]'}, "no section 77.7"),
        ({"unshown": ""}, "shown by a case, or says why none can"),
        ({"case": '"a: b"'}, "shown by a case, or says why none can"),
        ({"kind": '"same"', "unshown": "", "case": '"a: b"'}, "shown by a case of the other edition"),
        ({"kind": '"other"'}, "kind"),
    ],
)
def test_a_mistake_in_what_is_told_is_a_fault(tmp_path: Path, changed: dict[str, str], message: str) -> None:
    assert message in "\n".join(differences(tmp_path, **changed))


def test_a_game_that_tells_nothing_differs_in_nothing_told(tmp_path: Path) -> None:
    assert stated(other(tmp_path), THERE) == ()
    assert list(differences(tmp_path)) == []


def test_changed_rows_are_rows_of_the_other_table() -> None:
    text = (HERE.folder / "units.changes.csv").read_text("utf-8")
    changed = {row["id"] for row in csv.DictReader(io.StringIO(text))}
    assert changed <= THERE.roster.keys()
