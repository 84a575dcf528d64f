"""Support from afar: air units, ships, artillery and supply columns."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.apply import apply
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import needed

from .tables import bind, board, table, unit
from .tables_combat import CHARTS, KG, SOUTH, TARGET, column, columns, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def fighter(name: str, side: str = "red", attack: int | None = 6, traits: str = "", doubtful: str = "") -> Unit:
    return unit(name, side, attack=attack, defence=3, movement=4, traits=traits, doubtful=doubtful)


A, D = fighter("a", traits="north-front"), fighter("d", "blue")
WINGS = [unit(f"w{number}", kind="air", traits="north-front") for number in range(3)]
OTHER = unit("other", kind="air", traits="south-front")
SHIP = unit("ship", kind="ship", attack=6)
GUNS = unit("guns", kind="artillery", support=12, movement=2)
COLUMN = unit("lc", kind="column")


def on(rule: Binding, *placed: tuple[Unit, str] | tuple[Unit, Standing], **more: Any) -> Table:
    charts = {**CHARTS, **more.pop("charts", {})}
    ready = ((A, SOUTH), (D, TARGET), *((wing, "ready") for wing in WINGS), (OTHER, "ready"))
    return table(*ready, *placed, rules=(*KG, rule), charts=charts, **more)


def rule(use: str, **given: Any) -> Binding:
    return bind("it", f"air.{use}", "12.1", **given)


def attack(*units: str, how: str = "normal", **more: Any) -> Attack:
    return Attack(("a",), TARGET, support=tuple(Support(each, how) for each in units), **more)


@pytest.mark.parametrize(("used", "expected"), [((), LEGAL), (("w0", "w1"), LEGAL), (("w0", "w1", "w2"), ILLEGAL)])
def test_two_air_units_support_a_combat_at_most(used: tuple[str, ...], expected: Verdict) -> None:
    assert verdict(on(rule("at_most", limit=2, what="air units")), attack(*used), "it") is expected


def test_an_air_unit_is_used_once() -> None:
    game = on(rule("supports_once"))
    assert verdict(game, attack("w0"), "it") is LEGAL
    assert verdict(apply(game, attack("w0")), attack("w0"), "it") is ILLEGAL
    assert verdict(apply(game, attack("w0")), attack("w1"), "it") is LEGAL
    assert verdict(game, attack("w0", "w0"), "it") is ILLEGAL


def test_air_units_come_from_their_box_in_a_manner_there_is() -> None:
    game = on(rule("ready", boxes=["ready"], manners=["normal", "full"]))
    assert verdict(game, attack("w0", how="full"), "it") is LEGAL
    assert verdict(game, attack("w0", how="reckless"), "it") is ILLEGAL
    grounded = game.after(game.state.moved("w0", "grounded"))
    assert verdict(grounded, attack("w0"), "it") is ILLEGAL


def test_an_attack_whose_manner_is_not_known_leaves_two_columns() -> None:
    game = on(rule("supports_once"))
    found = columns(game, "a", support=(Support("w0"),))
    assert found.possible == ("3-1", "4-1")
    assert found.needs == needed("manner of the attack of w0")


@pytest.mark.parametrize(("sea", "expected"), [((("1012"), "1013"), LEGAL), (("1013",), ILLEGAL), (None, UNDECIDED)])
def test_a_ship_reaches_two_hexes_from_its_waters(sea: tuple[str, ...] | None, expected: Verdict) -> None:
    ground = board() if sea is None else board().changed(areas={"haff": frozenset(sea)})
    game = on(rule("in_range_of_area", kinds=["ship"], area="haff", reach=2), (SHIP, "haff"), on=ground)
    assert verdict(game, attack("ship"), "it") is expected


@pytest.mark.parametrize(("command", "expected"), [(4, LEGAL), (1, ILLEGAL), (None, UNDECIDED)])
def test_a_ship_answers_a_headquarters_within_range(command: int | None, expected: Verdict) -> None:
    head = unit("hq", attack=0, defence=0, movement=4, command=command, traits="hq")
    ground = board().changed(areas={"haff": frozenset({"1013", "1014"})})
    order = rule("ordered_from_area", kinds=["ship"], area="haff")
    game = on(order, (SHIP, "haff"), (head, SOUTH), on=ground, notes={"active-hq": Known("hq")})
    assert verdict(game, attack("ship"), "it") is expected


def test_a_ship_and_guns_add_their_strength() -> None:
    adds = rule("lends_strength", kinds=["ship"], rating="attack", roles=["attacker"])
    assert column(on(adds, (SHIP, "haff")), "a", support=(Support("ship"),)) == "4-1"
    assert column(on(adds, (SHIP, "haff")), "a") == "2-1"
    guns = rule("lends_strength", kinds=["artillery"], rating="support")
    assert column(on(guns, (GUNS, "1012")), "a", support=(Support("guns"),)) == "6-1"


@pytest.mark.parametrize(("strength", "expected"), [(12, LEGAL), (11, ILLEGAL), (None, UNDECIDED)])
def test_guns_add_no_more_than_the_attackers_have(strength: int | None, expected: Verdict) -> None:
    enough = rule("with_enough_of_their_own", kinds=["artillery"], rating="support")
    game = table((fighter("a", attack=strength), SOUTH), (GUNS, "1012"), (D, TARGET), rules=(*KG, enough), charts=CHARTS)
    assert verdict(game, attack("guns"), "it") is expected


def test_what_halves_attackers_leaves_too_little_for_guns() -> None:
    rules = (*KG, rule("with_enough_of_their_own", kinds=["artillery"], rating="support"))
    hungry = Standing(SOUTH, 0, frozenset({"out of supply"}))
    for strength, expected in ((24, LEGAL), (23, ILLEGAL)):
        game = table((fighter("a", attack=strength), hungry), (GUNS, "1012"), (D, TARGET), rules=rules, charts=CHARTS)
        assert verdict(game, attack("guns"), "it") is expected


@pytest.mark.parametrize(("place", "expected"), [("1012", LEGAL), ("1014", ILLEGAL), ("0911", ILLEGAL)])
def test_guns_stand_next_to_friends_and_not_next_to_the_enemy(place: str, expected: Verdict) -> None:
    game = on(rule("beside_friends", kinds=["artillery"]), (GUNS, place))
    assert verdict(game, attack("guns"), "it") is expected


def test_guns_fire_only_with_a_supply_column_each() -> None:
    game = on(
        rule("needs_another", kinds=["artillery"], others=["column"], what="a supply column"), (GUNS, "1012"), (COLUMN, SOUTH)
    )
    assert verdict(game, attack("guns"), "it") is ILLEGAL
    assert verdict(game, attack("guns", "lc"), "it") is LEGAL


def test_support_may_be_barred_by_a_marker() -> None:
    dry = rule("barred_support", because="it is out of supply", kinds=["artillery"], marked=["out of supply"])
    for standing, expected in (
        (Standing("1012"), LEGAL),
        (Standing("1012", 0, frozenset({"out of supply"})), ILLEGAL),
        (Standing("1012", 0, doubtful=frozenset({"out of supply"})), UNDECIDED),
    ):
        assert verdict(on(dry, (GUNS, standing)), attack("guns"), "it") is expected


def test_in_some_turns_only_some_of_a_side_are_used() -> None:
    few = rule("share_in_turns", turns=[1], numbers={"red": 2})
    first = on(few, turn=1)
    assert verdict(first, attack("w0", "w1"), "it") is LEGAL
    assert verdict(first, attack("w0", "w1", "w2"), "it") is ILLEGAL
    assert verdict(apply(first, attack("w0", "w1")), attack("w2"), "it") is ILLEGAL
    assert verdict(apply(first, attack("w0")), attack("w1"), "it") is LEGAL
    assert verdict(on(few, turn=2), attack("w0", "w1", "w2"), "it") is LEGAL


def test_in_some_attacks_half_of_what_supports_the_attacker_counts_rounded_up() -> None:
    guns = rule("lends_strength", kinds=["artillery"], rating="support", halved_in=["second attack"])
    odd = unit("guns", kind="artillery", support=5, movement=2)
    game = on(guns, (odd, "1012"))
    whole, half = (columns(game, "a", support=(Support("guns"),), kind=kind) for kind in ("attack", "second attack"))
    assert ["5 support of guns" in f"{row.value.lstrip('+')} {row.reason}" for row in whole.rows].count(True) == 1
    assert ["3 support of guns" in f"{row.value.lstrip('+')} {row.reason}" for row in half.rows].count(True) == 1
    wings = rule("each_cancels_one", halved_in=["second attack"])
    plain = tuple(each for each in KG if each.id != "air-shift")
    flown = table((A, SOUTH), (D, TARGET), *((wing, "ready") for wing in WINGS), rules=(*plain, wings), charts=CHARTS)
    three = tuple(Support(f"w{number}") for number in range(3))
    assert [columns(flown, "a", support=three, kind=kind).possible for kind in ("attack", "second attack")] == [
        ("5-1",),
        ("4-1",),
    ]


def test_guns_that_defend_may_or_may_not_stand_next_to_the_attackers() -> None:
    enemy = unit("e", "blue", kind="artillery", support=4, movement=2)
    defended = Attack(("a",), TARGET, defence=(Support("e"),))
    for away, expected in ((True, ILLEGAL), (False, LEGAL)):
        guns = rule("beside_friends", kinds=["artillery"], away_from_attackers=away)
        assert verdict(on(guns, (enemy, TARGET)), defended, "it") is expected
