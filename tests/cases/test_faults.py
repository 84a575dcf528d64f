"""Whatever is wrong with a file of cases is told with its line, its field and a remedy, never as a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.cases import Shelf, run_file
from adjudicator.cases.errors import CaseError, Fault
from adjudicator.cases.reading import Document, parse_cases, read_cases

from .making import HEAD, document, results

MOVE = 'actions = [{ move = "21", to = "0506" }]\n'
PLACED = 'units = ["21@0505"]\n'


def fault_of_text(text: str) -> Fault:
    return first_fault(lambda: parse_cases(text))


def first_fault(read: Callable[[], Document]) -> Fault:
    """Of the whole file, or of one case, which does not stop the others."""
    try:
        faulty = read().faulty
    except CaseError as error:
        return error.faults[0]
    return next(iter(faulty.values()))[0]


@pytest.mark.parametrize(
    ("body", "line", "field", "message", "remedy"),
    [
        (PLACED, 1, "case 1", "a case without actions", "write actions"),
        (PLACED + MOVE + "terain = {}\n", 5, "case 1, terain", "no such field", "did you mean terrain?"),
        (PLACED + "actions = [{ mov = '21' }]\n", 4, "case 1, actions 1", "an action has one of the keys move, attack", ""),
        (PLACED + "actions = [{ move = '21', to = '0506', attack = '21' }]\n", 4, "case 1, actions 1", "only one of them", ""),
        (
            PLACED + "actions = [\n {move='21', to='0506'},\n {move='21', too='1'}]\n",
            6,
            "case 1, actions 2, too",
            "no such",
            "did you mean to?",
        ),
        (PLACED + "actions = [{ move = '21' }]\n", 4, "case 1, actions 1", "where they go", 'write to = "1335"'),
        (
            PLACED + "actions = [{ move = '21', path = '0505-5' }]\n",
            4,
            "case 1, actions 1, path",
            "'5' is not a hex",
            "four digits",
        ),
        (
            PLACED + "actions = [{ move = '21', to = '0506', path = '0505-0606' }]\n",
            4,
            "case 1, actions 1",
            "ends in 0606",
            "leave",
        ),
        (PLACED + "actions = [{ attack = '21', target = '56' }]\n", 4, "case 1, actions 1, target", "'56' is not a hex", "0213"),
        (PLACED + "actions = [{ retreat = [], to = '0506' }]\n", 4, "case 1, actions 1, retreat", "is empty", "at least one"),
        (PLACED + "actions = [{ attack = '21' }]\n", 4, "case 1, actions 1, target", "is missing", "add target"),
        (PLACED + "actions = [{ lose = [] }]\n", 4, "case 1, actions 1", "whose losses", "side"),
        (PLACED + "actions = [{ roll = 'thaw', dice = 'six' }]\n", 4, "case 1, actions 1, dice", "'six'", ""),
        (
            PLACED + "actions = [{ move='21', to='0506', expect='wrong' }]\n",
            4,
            "case 1, actions 1, expect",
            "not a finding",
            "illegal",
        ),
        (
            PLACED + "actions = [{ move='21', to='0506', expect='undecided allowance' }]\n",
            4,
            "case 1, actions 1, expect",
            "names what it needs",
            "needs FACT",
        ),
        (
            PLACED + "actions = [{ move='21', to='0506', expect='illegal allowance needs x' }]\n",
            4,
            "case 1, actions 1, expect",
            "only an undecided finding",
            "leave it out",
        ),
        ("units = ['21']\n" + MOVE, 3, "case 1, units 1", "not a unit at a place", "id@hex"),
        (
            "units = [\n '21@0505',\n { id = '22', side = 'red', attack = 'x' },\n]\n" + MOVE,
            5,
            "case 1, units 2",
            "no rating",
            '"?"',
        ),
        ("units = [{ at = '0505' }]\n" + MOVE, 3, "case 1, units 1, id", "is missing", "add id"),
        (PLACED + "terrain = { 506 = 'forest' }\n" + MOVE, 4, "case 1, terrain", "'506' is not a hex", "four digits"),
        (PLACED + "hexsides = { '0505-0506' = 'river' }\n" + MOVE, 4, "case 1, hexsides", "is not a hexside", "1334/1335"),
        (PLACED + "hexsides = { '0505/0506' = 'line>5' }\n" + MOVE, 4, "case 1, hexsides", "nothing along", "festung-line>1334"),
        (PLACED + "roads = '0505'\n" + MOVE, 4, "case 1, roads", "is not a path", "at least two"),
        (PLACED + "map = 'white'\n" + MOVE, 4, "case 1, map", "'white'", ""),
        (PLACED + "trust = 'nobody'\n" + MOVE, 4, "case 1, trust", "'nobody'", ""),
    ],
)
def test_a_mistake_in_writing_is_told(body: str, line: int, field: str, message: str, remedy: str) -> None:
    fault = first_fault(lambda: document(body))
    assert (fault.file, fault.line, fault.field) == ("cases.toml", line, field)
    assert message in fault.message
    assert remedy in fault.remedy


@pytest.mark.parametrize(
    ("body", "line", "field", "message", "remedy"),
    [
        (PLACED + "actions = [{ move = '21a', to = '0506' }]\n", 4, "case 1, actions 1", "no unit 21a", "did you mean 21?"),
        (PLACED + "actions = [{ move = '21', to = '5555' }]\n", 4, "case 1, actions 1", "5555 is not on the map", "columns run"),
        (
            PLACED + "actions = [{attack='21', target='0506', support='stuka'}]\n",
            4,
            "case 1, actions 1",
            "no unit stuka",
            "name it",
        ),
        (
            PLACED + "actions = [{ phase = 'fighting' }]\n",
            4,
            "case 1, actions 1, phase",
            "no phase is called fighting",
            "there are",
        ),
        ("units = ['21a@0505']\n" + MOVE, 3, "case 1, units 1", "no unit 21a", "did you mean 21?"),
        ("units = ['21@9999']\n" + MOVE, 3, "case 1, units 1", "9999 is not on the map", "rows from"),
        ("units = ['21@aerodrome']\n" + MOVE, 3, "case 1, units 1", "no hex, box or area is called aerodrome", "airfield"),
        ("units = ['21@0505', '21@0506']\n" + MOVE, 3, "case 1, units 2", "stands twice", "b:21"),
        ("units = ['21@0505/2']\n" + MOVE, 3, "case 1, units 1", "has 2 steps and cannot have lost 2", "@-"),
        (
            "units = [{ id = 'x', side = 'green', at = '0505' }]\n" + MOVE,
            3,
            "case 1, units 1",
            "no side is called green",
            "blue, red",
        ),
        (
            "units = [{ id = 'x', side = 'red', atack = 3 }]\n" + MOVE,
            3,
            "case 1, units 1",
            "no rating is called atack",
            "mean attack?",
        ),
        ("units = ['a:nobody@0505']\n" + MOVE, 3, "case 1, units 1", "no unit nobody", "[unit.NAME]"),
        (PLACED + "terrain = { 0506 = 'forrest' }\n" + MOVE, 4, "case 1, terrain, 0506", "called forrest", "mean forest?"),
        (PLACED + "terrain = { 5506 = 'forest' }\n" + MOVE, 4, "case 1, terrain, 5506", "not on the map", "columns"),
        (PLACED + "hexsides = { '0505/0508' = 'river' }\n" + MOVE, 4, "case 1, hexsides, 0505/0508", "not neighbours", "two"),
        (PLACED + "hexsides = { '0505/0506' = 'rivver' }\n" + MOVE, 4, "case 1, hexsides, 0505/0506", "called rivver", "river?"),
        (PLACED + "hexsides = { '0505/0506' = 'river>0606' }\n" + MOVE, 4, "case 1, hexsides, 0505/0506", "protect 0606", "0505"),
        (PLACED + "roads = '0505-0507'\n" + MOVE, 4, "case 1, roads", "not neighbours", "neighbours"),
        (PLACED + "routes = { raod = '0505-0506' }\n" + MOVE, 4, "case 1, routes, raod", "called raod", "road?"),
        (PLACED + "levels = { 0505 = 'high' }\n" + MOVE, 4, "case 1, levels, 0505", "'high' is not a level", "number"),
        (
            PLACED + "unknown = ['weight of 21', 'terain']\n" + MOVE,
            4,
            "case 1, unknown 2",
            "not the name of a fact",
            "terrain 1335",
        ),
        (PLACED + "unknown = 'chart crt'\n" + MOVE, 4, "case 1, unknown 1", "no chart crt", "its charts are terrain"),
        (PLACED + "unknown = 'x of y in terrain'\n" + MOVE, 4, "case 1, unknown 1", "has no row y", "plain tables"),
        (PLACED + "unknown = 'e1 is tired'\n" + MOVE, 4, "case 1, unknown", "not in play", "place it"),
        (PLACED + "actions = [{ mark = 'disrupted', subject = 'e1' }]\n", 4, "case 1, actions 1", "e1 is not in play", "place"),
        (PLACED + "actions = [{ supply = { e1 = 'isolated' } }]\n", 4, "case 1, actions 1", "e1 is not in play", "place"),
        (PLACED + "actions = [{ move = '21', path = '0506-0507' }]\n", 4, "case 1, actions 1", "21 is at 0505", "where the unit"),
        (PLACED + "active = 'green'\n" + MOVE, 4, "case 1, active", "no side is called green", "blue, red"),
        (PLACED + "phase = 'combt'\n" + MOVE, 4, "case 1, phase", "no phase is called combt", "mean combat?"),
        (PLACED + "scenario = 'all'\n" + MOVE, 4, "case 1, scenario", "no scenario all", "none"),
        (PLACED + "boxes = { airfield = '99' }\n" + MOVE, 4, "case 1, boxes, airfield", "no unit 99", "name it"),
    ],
)
def test_a_case_that_cannot_be_set_up_is_told(body: str, line: int, field: str, message: str, remedy: str) -> None:
    (only,) = results(body)
    (fault,) = only.faults
    assert not only.ok
    assert (fault.file, fault.line, fault.field) == ("cases.toml", line, field)
    assert message in fault.message
    assert remedy in fault.remedy


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file has no case"),
        ("case = []", 1, "the file has no case"),
        ("cases = 1\n" + HEAD + MOVE, 1, "no such field"),
        (HEAD + "units = [21@0505]\n", 3, "not TOML"),
        (HEAD + "actions = [{ move = '21',\n to = '0506' }]\n", 3, "not TOML"),
    ],
)
def test_a_file_that_is_none_is_told(text: str, line: int, message: str) -> None:
    fault = fault_of_text(text)
    assert fault.line == line
    assert message in fault.message
    assert fault.remedy


def test_a_pattern_that_leads_nowhere_is_told() -> None:
    rest = HEAD + 'units = ["a@0505"]\n' + MOVE
    assert "is like itself" in str(results(rest, '[unit.a]\nlike = "b"\n[unit.b]\nlike = "a"\n')[0].faults[0])
    assert "says no side" in str(results(rest, "[unit.a]\nattack = 3\n")[0].faults[0])


def test_a_faulty_case_does_not_stop_the_others() -> None:
    good = HEAD + PLACED + MOVE
    bad = HEAD + "units = ['22@0505']\n" + MOVE
    assert [each.ok for each in results(good + bad + good, "")] == [True, False, True]


def test_a_file_that_cannot_be_read_is_told_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(HEAD.replace("A case", "Königsberg").encode("latin-1"))
    for name, said in (("nowhere.toml", "no such file"), ("latin.toml", "UTF-8")):
        with pytest.raises(CaseError) as raised:
            read_cases(tmp_path / name)
        assert said in str(raised.value)
        assert str(raised.value).startswith(name)


def test_a_fault_is_one_line_with_file_line_field_and_remedy() -> None:
    assert str(fault_of_text(HEAD + PLACED + MOVE + "terain = {}\n")) == (
        "cases.toml:5: case 1, terain: there is no such field (did you mean terrain?)"
    )


def test_one_faulty_case_does_not_stop_the_file(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    good = 'units = ["r-foot@0101"]\nactions = [{ move = "r-foot", to = "0102" }]\n'
    bad = good.replace("move =", "mov =")
    texts = [f'[[case]]\nname = "{name}"\n{body}' for name, body in (("first", good), ("second", bad), ("third", good))]
    path.write_text('game = "_template"\n' + "".join(texts), encoding="utf-8")
    found = run_file(path, Shelf().setting)
    assert [(each.name, len(each.steps), len(each.faults)) for each in found] == [
        ("first", 1, 0),
        ("second", 0, 1),
        ("third", 1, 0),
    ]
    assert (found[1].faults[0].line, found[1].faults[0].field) == (9, "case 2, actions 1")
