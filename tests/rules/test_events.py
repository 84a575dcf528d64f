"""Random events: the row, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Activate, Attack, Draw, Move, Place, Roll
from adjudicator.facts import Unknown
from adjudicator.rules import militia
from adjudicator.rules.entry import CALLED
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table

from .tables import table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, noting, only, play, use, verdict, without

EVENTS = chart(
    "roll id title",
    "2 arrivals Arrivals",
    "3 free Free",
    "4 guns Guns",
    "5 refugees Refugees",
    "6 weather Weather",
    "7 militia Militia",
    "10 meddling Meddling",
    "12 army Army",
)
EFFECTS: dict[str, Any] = {
    "arrivals": [
        {"do": "call", "what": "ss", "dice": [1, 2, 3], "unless_in_play": ["28_Corps"]},
        {"do": "call", "what": "28_Corps", "dice": [4, 5, 6], "unless_in_play": ["ss"]},
    ],
    "free": [
        {"do": "note", "what": "free activation", "value": "blue"},
        {"do": "note", "what": "move only", "value": "next"},
    ],
    "guns": [{"do": "bombard", "what": "blue", "value": "1"}],
    "refugees": [{"do": "note", "what": "refugees", "value": "next"}],
    "weather": [{"do": "air", "boxes": {"refit": "grounded", "ready": "refit"}}],
    "militia": [{"do": "add", "what": "militia pool", "value": "1", "most": 4}],
    "meddling": [
        {"do": "activations", "what": "North", "value": "2", "dice": [1, 2, 3]},
        {"do": "activations", "what": "South", "value": "2", "dice": [4, 5, 6]},
    ],
    "army": [{"do": "call", "what": "19_Army"}],
}
RULES = (
    use("events.result_read"),
    use("events.take_effect", effects=EFFECTS),
    use("events.next_headquarters", notes={"refugees", "move only"}),
    use("events.no_attack_while"),
    use("events.free_activation"),
    use("events.free_activation_used"),
)


def on(*more: Binding, **state: Any) -> Table:
    state.setdefault("charts", {"events": EVENTS})
    units = (
        (unit("hq", "blue", traits="hq", attack=0, movement=3), "0505"),
        (unit("hq2", "red", traits="hq", attack=0, movement=3), "1505"),
        (unit("u", "blue", attack=3, movement=3), "0506"),
        (unit("v", "red", attack=3, movement=3), "0507"),
        (unit("ss", "blue", attack=3, movement=3), "0508"),
        (unit("c1", "blue", formation="28 Corps", attack=3, movement=3), "0509"),
        (unit("c2", "blue", formation="28 Corps", attack=3, movement=3), "0509"),
        (unit("a1", "red", formation="19 Army", attack=3, movement=3), "0510"),
        (unit("plane", "red", kind="air"), "ready"),
        (unit("old", "red", kind="air"), "refit"),
    )
    return without(table(*units, rules=only(*RULES, *more), **state), "ss", "c1", "c2", "a1")


def roll(total: int) -> Roll:
    return Roll("event", (total - total // 2, total // 2))


@pytest.mark.parametrize(
    ("action", "right"),
    [
        (Roll("event", (2, 3)), LEGAL),
        (Roll("event", (2, 3), "Refugees"), LEGAL),
        (Roll("event", (2, 3), "refugees"), LEGAL),
        (Roll("event", (2, 4), "Refugees"), ILLEGAL),
        (Roll("event", (5,)), ILLEGAL),
        (Roll("event", (4, 4), "Weather"), UNDECIDED),  # the chart says nothing of an 8
        (Roll("rally", (5,), "Refugees"), LEGAL),
    ],
)
def test_the_dice_give_the_event(action: Roll, right: object) -> None:
    assert verdict(on(), action) is right


def test_without_the_table_the_event_is_open() -> None:
    assert needs(on(charts={}), Roll("event", (2, 3), "Refugees")) == {"chart events"}


def called(at: Table) -> frozenset[str]:
    return at.state.those(CALLED)


def test_a_second_die_chooses_who_comes() -> None:
    event = play(on(), roll(2))
    assert called(event) == frozenset()
    assert called(play(event, Roll("event die", (3,)))) == {"ss"}
    assert called(play(event, Roll("event die", (4,)))) == {"c1", "c2"}


def test_if_one_is_in_play_the_other_comes() -> None:
    event = play(on(), Place("ss", "0508"), roll(2))
    assert called(play(event, Roll("event die", (1,)))) == {"c1", "c2"}


def test_an_event_brings_an_army() -> None:
    arrivals = chart("unit turn entry", "a1 - F")
    at = on(use("entry.due"), charts={"events": EVENTS, "arrivals": arrivals})
    assert verdict(at, Place("a1", "0101")) is UNDECIDED
    assert verdict(play(at, roll(12)), Place("a1", "0101")) is LEGAL
    assert verdict(play(at, roll(2), Roll("event die", (1,))), Place("a1", "0101")) is UNDECIDED  # by an event before, perhaps
    at = noting(at, called=frozenset())
    assert verdict(play(at, roll(2), Roll("event die", (1,))), Place("a1", "0101")) is ILLEGAL


def test_refugees_slow_the_next_headquarters_and_no_other() -> None:
    event = play(on(), roll(5))
    assert event.known("refugees") == "next"
    first = play(event, Activate("hq"))
    assert first.known("refugees") == "now"
    assert play(first, Activate("hq2")).known("refugees") == ""


def test_a_free_activation_moves_and_does_not_attack() -> None:
    assert needs(on(), Activate("hq", by="event")) == {"the event rolled"}
    event = play(on(), roll(3))
    assert verdict(event, Activate("hq", by="event")) is LEGAL
    assert verdict(event, Activate("hq2", by="event")) is ILLEGAL
    active = play(event, Activate("hq", by="event"))
    assert verdict(active, Attack(("u",), "0507")) is ILLEGAL
    assert verdict(active, Attack((), "0507", kind="bombardment")) is LEGAL
    assert verdict(active, Activate("hq", by="event")) is ILLEGAL  # once
    assert verdict(play(active, Activate("hq2")), Attack(("v",), "0506")) is LEGAL


def test_militia_is_added_up_to_its_number_where_its_number_is_known() -> None:
    assert isinstance(play(on(), roll(7)).state.recall(militia.POOL), Unknown)
    two = play(noting(on(), militia_pool=2), roll(7))
    assert two.known("militia pool") == 3
    assert play(two, roll(7), roll(7)).known("militia pool") == 4


def test_a_front_loses_activations_for_the_turn() -> None:
    event = play(on(turn=3), roll(10), Roll("event die", (5,)))
    assert event.known("lost activations South") == 2
    assert event.known("lost activations North") is None
    assert play(event, roll(10), Roll("event die", (5,))).known("lost activations South") == 4


def test_an_event_grants_one_bombardment() -> None:
    groups = {"blue": "blue"}
    rules = (use("bombardments.as_granted", groups=groups), use("bombardments.carried_out", groups=groups))
    shell = Attack((), "0507", kind="bombardment")
    assert verdict(on(*rules), shell) is UNDECIDED
    event = play(on(*rules), roll(4))
    assert verdict(event, shell) is LEGAL
    assert verdict(play(event, shell), shell) is ILLEGAL


def test_bad_weather_moves_air_units_all_at_once() -> None:
    event = play(on(use("air_boxes.weather_obeyed"), use("air_boxes.remember_boxes", boxes={"refit", "grounded"})), roll(6))
    assert event.known("air moves") == {"plane": "refit", "old": "grounded"}
    assert verdict(event, Draw("x")) is ILLEGAL
    assert verdict(play(event, Move(("plane",), "refit")), Draw("x")) is ILLEGAL
    assert verdict(play(event, Move(("plane",), "refit"), Move(("old",), "grounded")), Draw("x")) is LEGAL
