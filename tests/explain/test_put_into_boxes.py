"""What players put into boxes late, or with something else: chits beside their units, militia that goes home, aircraft."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Attack, Draw
from adjudicator.explain.turns import play
from adjudicator.games import load
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter

DICE = {**BINDING.dice, "Bombardment": "bombardment", "Any": "other"}
BOXES = {**BINDING.boxes, "1st Air Army": "air-army-1", "Refit": "refit", "Grounded": "grounded", "Home": "volkssturm"}
PHASES = {**BINDING.phases, "Command": "command", "Homewards": "volkssturm return", "Last": "turn advance"}


def read(log: Log, opening: str = "") -> list[tuple[Verdict, object]]:
    binding = BINDING.model_copy(update={"dice": DICE, "boxes": BOXES, "phases": PHASES})
    game = play(load("koenigsberg-rg"), binding, log.history(opening))
    return [(each.judged.verdict, each.action) for each in game.played]


def wrong(log: Log, opening: str = "") -> int:
    return sum(verdict is Verdict.ILLEGAL for verdict, _ in read(log, opening))


@pytest.mark.parametrize(("place", "drawn"), [("Home", 0), ("1031", 1)])
def test_a_chit_put_into_a_box_of_units_is_put_aside_and_not_drawn(place: str, drawn: int) -> None:
    log = Log(counter("chit-de-gd", "Cup"), counter("de-hq-gd", "1625")).step(counter("chit-de-gd", place))
    assert sum(isinstance(action, Draw) for _, action in read(log)) == drawn


@pytest.mark.parametrize(("box", "how"), [("Refit", "normal"), ("Grounded", "full")])
def test_aircraft_that_nobody_named_flew_in_the_manner_that_goes_with_where_they_landed(box: str, how: str) -> None:
    start = (counter("su-5a-72", "1238"), counter("su-5a-65", "1238"), counter("de-349", "1339"), counter("su-hq-5a", "1039"))
    log = Log(*start, counter("su-air-1aa-1", "1st Air Army"), counter("chit-su-5a", "Cup")).step(counter("chit-su-5a", "Drawn"))
    log.step(counter("su-air-1aa-1", "1339")).step(chat="<Boris> - !attack 1339 with 72, 65").step(roll=("Combat", 1))
    found = read(log.step(counter("su-air-1aa-1", box)))
    assert [each.how for _, action in found if isinstance(action, Attack) for each in action.support] == [how]
    assert Verdict.ILLEGAL not in {verdict for verdict, _ in found}


@pytest.mark.parametrize(("back", "faults"), [(True, 0), (False, 1)])
def test_militia_that_is_sent_home_some_time_after_its_phase_is_not_forgotten(back: bool, faults: int) -> None:
    log = (
        Log(counter("de-vs-1", "1836"), counter("de-21", "1233"))
        .step(turn="Turn 2, Last")
        .step(chat="<Boris> - dein Volkssturm!")
    )
    assert (
        wrong(log.step(counter("de-vs-1", "Home") if back else counter("de-21", "1233", height=1)), "Turn 2, Homewards") == faults
    )


CHITS = ("5a", "28a", "39a")
UNITS = (("5a", "su-5a-72", "1039", "1139"), ("28a", "su-28a-128", "1036", "1136"), ("39a", "su-39a-113", "1144", "1143"))


@pytest.mark.parametrize(("die", "faults"), [(5, 1), (2, 0)])
def test_the_second_die_of_an_event_is_for_nothing_else(die: int, faults: int) -> None:
    """An event takes two activations of one front, in a turn in which each has four."""
    headquarters = zip(CHITS, ("1039", "1036", "1043"), strict=True)
    start = [counter(f"su-hq-{name}", at) for name, at in headquarters] + [counter(f"chit-su-{name}", "Cup") for name in CHITS]
    log = Log(*start, *(counter(unit, at) for _, unit, at, _ in UNITS), counter("chit-event", "Cup"))
    log.step(counter("chit-event", "Drawn")).step(roll=("Event", 4, 6)).step(roll=("Any", die))
    for name, unit, _, to in UNITS:
        log.step(turn="Turn 1, Command").step(counter(f"chit-su-{name}", "Drawn"))
        log.step(turn="Turn 1, Movement").step(counter(unit, to))
    assert wrong(log, "Turn 1, Command") == faults
