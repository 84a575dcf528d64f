"""What games choose differently after a combat: stars, causes told apart, odds of nothing, lines by the chart."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Advance, Attack, Lose, Phase, Retreat, Support
from adjudicator.facts import exactly
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.odds import HOPELESS
from adjudicator.rules.combat.record import last
from adjudicator.rules.registry import Binding
from adjudicator.verdict import Verdict
from tests.support import needed

from .tables import bind, board, table, unit
from .tables_combat import CHARTS, KG, LADDER, NORTH, NORTH_WEST, SOUTH, SOUTH_EAST, TARGET, columns, fought, needs, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
A = unit("a", attack=6, defence=3, movement=4)
D = unit("d", "blue", attack=2, defence=4, movement=4, reduced={"defence": 2})
HEAD = unit("hq", "blue", attack=0, defence=0, movement=4, traits="hq")


def without(*ids: str) -> tuple[Binding, ...]:
    return tuple(each for each in KG if each.id not in ids)


@pytest.mark.parametrize(("ground", "expected"), [("town", LEGAL), ("clear", ILLEGAL), ("?", UNDECIDED)])
def test_a_star_strikes_where_the_ground_let_the_defender_ignore_his_retreat(ground: str, expected: Verdict) -> None:
    rules = (*KG, bind("star", "aftermath.if_ignored", "9.1"))
    game = fought(table((A, SOUTH), (D, TARGET), on=board({TARGET: ground}), rules=rules, charts=CHARTS), "a", result="A1*/Dr")
    assert verdict(game, Lose("red", ("a",)), "losses") is expected


def test_a_defender_lost_instead_of_retreating_draws_no_star_on_the_attacker() -> None:
    rules = (*KG, bind("star", "aftermath.if_ignored", "9.1"))
    game = fought(table((A, SOUTH), (D, TARGET), rules=rules, charts=CHARTS), "a", result="A1*/Dr")
    assert verdict(apply(game, Lose("blue", ("d",), "retreat")), Lose("red", ("a",)), "losses") is ILLEGAL


@pytest.mark.parametrize(("choice", "position"), [("impossible", HOPELESS), ("last", len(LADDER) - 1)])
def test_an_attack_of_nothing_on_a_defence_of_nothing_is_as_the_game_says(choice: str, position: int) -> None:
    odds = bind("odds", "odds.ratio", "9.3", columns=LADDER, no_strength=choice)
    found = odds(table(), exactly(0), exactly(0))
    assert (found.low, found.high) == (position, position)
    assert odds(table(), exactly(1), exactly(0)).low == len(LADDER) - 1


def test_a_line_is_worth_what_the_chart_says_and_open_without_it() -> None:
    shift = bind("line-shift", "shifts.lines", "9.3.1", chart="terrain", first=["festung-line", "defensive-line"])
    sides = {f"{TARGET}/{SOUTH}": "festung-line"}
    placed = ((unit("a", attack=16), SOUTH), (D, TARGET))
    rules = (*without("line-shift"), shift)
    assert columns(table(*placed, on=board(None, sides), rules=rules, charts=CHARTS), "a").possible == ("2-1",)
    unstated = bind("line-shift", "shifts.lines", "9.3.1", chart="lines", first=["festung-line"])
    bare = table(*placed, on=board(None, sides), rules=(*without("line-shift"), unstated), charts=CHARTS)
    assert columns(bare, "a").needs == needed("chart lines")


def told(to: str, *causes: str) -> list[str]:
    """The bindings of a retreat that find fault, one for each cause."""
    about = ("length", "way", "stack", "zones", "direction")
    rules = (*without("retreat-where"), *(bind(each, "retreat.explained", "9.5", about=[each]) for each in about))
    friends = ((unit("e", "blue"), NORTH), (unit("f", "blue"), NORTH))
    ground = {NORTH_WEST: "lake"}
    game = fought(table((A, SOUTH), (D, TARGET), *friends, on=board(ground), rules=rules, charts=CHARTS), "a", result="Dr")
    return [each for each in about if verdict(game, Retreat(("d",), to), each) is not LEGAL]


def test_each_cause_of_a_wrong_retreat_is_told_by_its_own_rule() -> None:
    assert told("1007") == ["length"]
    assert told(NORTH_WEST) == ["way"]
    assert told(SOUTH_EAST) == ["zones"]
    assert told("1110") == []


def test_each_cause_of_a_wrong_advance_is_told_by_its_own_rule() -> None:
    about = ("length", "stop", "way")
    rules = (
        *without("advance-far"),
        bind("length", "advance.so_many_hexes", "9.6", hexes=2, about=["length"]),
        bind("stop", "advance.so_many_hexes", "9.6", stop_in=["town"], about=["stop"]),
        bind("way", "advance.so_many_hexes", "9.6", about=["way"]),
    )

    def wrong(to: str, terrain: dict[str, str] | None = None) -> list[str]:
        on = board(terrain)
        game = fought(table((A, SOUTH), (D, TARGET), on=on, rules=rules, charts=CHARTS), "a", result="D2")
        game = apply(game, Lose("blue", ("d", "d")))
        return [each for each in about if verdict(game, Advance(("a",), to), each) is not LEGAL]

    assert wrong(NORTH) == []
    assert wrong("1008") == ["length"]
    assert wrong(NORTH, terrain={TARGET: "town"}) == ["stop"]
    assert wrong(NORTH, terrain={NORTH: "lake"}) == ["way"]


def test_headquarters_go_with_their_stack_by_a_rule_of_their_own() -> None:
    rules = (
        *KG,
        bind("others", "losses.settled", "9.1", on=("phase",), never=["hq"]),
        bind("hq", "losses.settled", "11.1.1", on=("phase",), only=["hq"]),
    )
    game = fought(table((A, SOUTH), (D, TARGET), (HEAD, TARGET), rules=rules, charts=CHARTS), "a", result="Dr")
    left = apply(game, Retreat(("d",), NORTH))
    assert (verdict(left, Phase("supply"), "others"), verdict(left, Phase("supply"), "hq")) == (LEGAL, ILLEGAL)
    both = apply(game, Retreat(("d", "hq"), NORTH))
    assert (verdict(both, Phase("supply"), "others"), verdict(both, Phase("supply"), "hq")) == (LEGAL, LEGAL)
    assert verdict(game, Phase("supply"), "others") is ILLEGAL


def test_what_a_retreat_cost_is_due_before_the_phase_ends() -> None:
    rules = (*KG, bind("ended", "losses.settled", "9.1", on=("phase",)))
    ring = dict.fromkeys((NORTH, NORTH_WEST, "1110"), "lake")
    game = fought(table((A, SOUTH), (D, TARGET), on=board(ring), rules=rules, charts=CHARTS), "a", result="Dr")
    game = apply(game, Retreat(("d",), "0911"))
    combat = last(game)
    assert combat is not None
    assert combat.forced("defender").low == 1
    assert verdict(game, Phase("supply"), "ended") is ILLEGAL
    assert verdict(apply(game, Lose("blue", ("d",), "retreat")), Phase("supply"), "ended") is LEGAL


def test_losses_of_the_combat_and_of_the_retreat_can_be_rules_of_their_own() -> None:
    rules = (*KG, bind("only", "losses.as_many_as_due", "9.4", because=["retreat"]))
    game = fought(table((A, SOUTH), (D, TARGET), rules=rules, charts=CHARTS), "a", result="D1")
    assert verdict(game, Lose("blue", ("d", "d")), "only") is LEGAL
    assert verdict(game, Lose("blue", ("d", "d"), "retreat"), "only") is ILLEGAL


def test_compass_points_may_be_named() -> None:
    manner = bind("manner", "routes.away", "9.5", toward={"blue": ["north", "west"]})
    assert manner(table()).toward == {"blue": (0, 270)}


def test_a_ship_is_ready_in_any_hex_of_its_area() -> None:
    ship = unit("s", kind="ship", attack=5)
    rules = (*KG, bind("there", "air.ready", "11.4", kinds=["ship"], boxes=["haff"]))
    on = board().changed(areas={"haff": frozenset({"0505"})})
    for place, expected in (("haff", LEGAL), ("0505", LEGAL), ("0506", ILLEGAL)):
        game = table((A, SOUTH), (D, TARGET), (ship, place), on=on, rules=rules, charts=CHARTS)
        assert verdict(game, Attack(("a",), TARGET, (Support("s", ""),)), "there") is expected


def test_a_star_open_for_the_ground_names_it() -> None:
    rules = (*KG, bind("star", "aftermath.if_ignored", "9.1"))
    game = fought(table((A, SOUTH), (D, TARGET), on=board({TARGET: "?"}), rules=rules, charts=CHARTS), "a", result="A1*/Dr")
    assert needs(game, Lose("red", ("a",)), "losses") == {f"terrain {TARGET}"}
