"""What a case states by the names of facts, and what its players say besides."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.cases import Shelf
from adjudicator.cases.reading import parse_cases
from adjudicator.cases.runner import CaseResult, run_document

SHELF = Shelf()


def judged(body: str, game: str = "_template") -> CaseResult:
    (found,) = run_document(parse_cases(f'game = "{game}"\n[[case]]\nname = "A case"\n{body}\n'), SHELF.setting)
    return found


WALK = 'units = ["r-foot@0102"]\nterrain = { 0201 = "forest" }\n'


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("", "legal"),
        ('facts = { "foot of forest in terrain" = "no" }', "illegal"),
        ('facts = { "foot of forest in terrain" = 3 }', "legal"),
        ('facts = { "foot of forest in terrain" = 4 }', "illegal"),
        ('facts = { "movement of r-foot" = 0 }', "illegal"),
        ('facts = { "terrain 0201" = "clear", "foot of clear in terrain" = 4 }', "illegal"),
    ],
)
def test_what_is_stated_counts(said: str, verdict: str) -> None:
    found = judged(f'{WALK}{said}\nactions = [{{ move = "r-foot", path = "0102-0201", expect = "any" }}]')
    assert found.faults == ()
    assert found.steps[0].judged.verdict.value == verdict


@pytest.mark.parametrize(
    ("said", "message", "remedy"),
    [
        ('facts = { "fot of forest in terrain" = 1 }', "no column of the chart is called fot", "did you mean foot?"),
        ('facts = { "foot of forst in terrain" = 1 }', "no row of the chart is called forst", "did you mean forest?"),
        ('facts = { "foot of forest in terrain" = "much" }', "'much' does not fit", ""),
        ('facts = { "terrain 0201" = "forrest" }', "nothing is called forrest", "did you mean forest?"),
        ('facts = { "movement of r-feet" = 1 }', "no unit is called r-feet", "did you mean r-foot?"),
        ('facts = { "area nowhere" = ["0101"] }', "no area is called nowhere", ""),
        ('done = ["moved r-feet"]', "no unit is called r-feet", "did you mean r-foot?"),
        ('done = ["target 9999"]', "no hex is called 9999", ""),
        ('notes = { "first player" = "Raiders" }', "no side is called Raiders", "did you mean raiders?"),
        ('notes = { scenario = "The Raid" }', "no scenario is called The Raid", ""),
    ],
)
def test_a_misspelt_word_is_a_fault(said: str, message: str, remedy: str) -> None:
    (fault,) = judged(f'{WALK}{said}\nactions = [{{ move = "r-foot", path = "0102-0201" }}]').faults
    assert message in fault.message
    assert remedy in fault.remedy


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        ('{ move = "r-foot", path = "0102-0201", points = 2 }', ""),
        ('{ move = "r-foot", path = "0102-0201", points = 3 }', "points spent: 3 is said, the rules say 2"),
        ('{ attack = "r-foot", target = "0202", ratio = "2:1", modifier = 0, expect = "any" }', ""),
        ('{ attack = "r-foot", target = "0202", ratio = "3:1", expect = "any" }', "ratio: 3:1 is said, the rules say 2-1"),
        (
            '{ attack = "r-foot", target = "0202", modifier = 1, expect = "any" }',
            "modifier of the die: +1 is said, the rules say +0",
        ),
    ],
)
def test_what_players_say_besides_is_worked_out(action: str, problem: str) -> None:
    found = judged(
        f'units = ["r-foot@0102", "v-watch@0202"]\nterrain = {{ 0201 = "forest" }}\nactions = [{action}]'
        if "attack" in action
        else f"{WALK}actions = [{action}]"
    )
    assert found.faults == ()
    assert found.problems == ((problem,) if problem else ())


def test_what_cannot_be_said_of_an_action_is_a_fault() -> None:
    (fault,) = judged(f'{WALK}actions = [{{ move = "r-foot", to = "0201", ratio = "2:1" }}]').faults
    assert "ratio is said of attack" in fault.message


GUNS = """turn = 3
units = [
  "de-20pg-76-1@2307",
  { id = "eye", side = "soviet", kind = "infantry", traits = "foot", combat = 4, morale = 4, movement = 6, at = "%s" },
  { id = "guns", side = "soviet", kind = "artillery", traits = "foot artillery", combat = 12, range = 20, morale = 4,
    movement = 4, at = "2303", marks = "fire mode" },
]
actions = [{ fire = "guns", target = "2307", kind = "barrage", die = "any", result = "5+", spotter = "eye", expect = "any" }]"""


@cache
def spotting(place: str) -> CaseResult:
    return judged((GUNS % place).replace("\n    movement", " movement"), "seelow-kustrin")


def test_who_spots_is_checked() -> None:
    assert spotting("2306").problems == ()
    assert spotting("1605").problems == ("spotter: eye does not spot 2307",)


@pytest.mark.parametrize(("result", "problems"), [("A1*/Dr", 0), ("D1r2", 1)])
def test_a_result_is_judged_without_its_die(result: str, problems: int) -> None:
    found = judged(
        'units = ["de-21@2005", "su-70a-96@2006"]\n'
        f'actions = [{{ attack = "su-70a-96", target = "2005", die = "any", result = "{result}" }}]',
        "koenigsberg-rg",
    )
    assert len(found.problems) == problems


def test_a_case_places_a_town_that_the_map_has_elsewhere() -> None:
    body = 'units = ["de-56@1010"]\nnames = { 1110 = "Insterburg" }\nactions = [{ move = "de-56", to = "Insterburg" }]'
    assert judged(f'{body}\nafter = ["de-56@1110"]', "koenigsberg-rg").ok
