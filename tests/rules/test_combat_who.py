"""Who may attack what, from where, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack
from adjudicator.engine.deeds import ADVANCED, RETREATED
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.apply import apply
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering

from .tables import bind, board, table, unit
from .tables_combat import CHARTS, KG, NORTH, SOUTH, SOUTH_EAST, TARGET, about, column, needs, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def fighter(name: str, side: str = "red", attack: int | None = 6, **more: Any) -> Unit:
    return unit(name, side, **{"attack": attack, "defence": 3, "movement": 4, **more})


A, B, D = fighter("a"), fighter("b"), fighter("d", "blue")
ATTACK = Attack(("a",), TARGET)


def on(rule: Binding, *placed: tuple[Unit, str] | tuple[Unit, Standing], **more: Any) -> Table:
    return table(*placed, rules=(*KG, rule), charts=CHARTS, **more)


def rule(use: str, **given: Any) -> Binding:
    return bind("it", f"who.{use}", "9.0", **given)


def test_only_neighbours_attack() -> None:
    assert verdict(on(rule("neighbours"), (A, SOUTH), (D, TARGET)), ATTACK, "it") is LEGAL
    assert verdict(on(rule("neighbours"), (A, "1012"), (D, TARGET)), ATTACK, "it") is ILLEGAL
    assert verdict(on(rule("neighbours"), (A, "reserve"), (D, TARGET)), ATTACK, "it") is ILLEGAL


def test_empty_hexes_and_headquarters_alone_are_not_attacked() -> None:
    head, perhaps = fighter("hq", "blue", traits="hq"), fighter("p", "blue", doubtful="hq")
    assert verdict(on(rule("somebody_there"), (A, SOUTH)), ATTACK, "it") is ILLEGAL
    assert verdict(on(rule("somebody_there"), (A, SOUTH), (head, TARGET)), ATTACK, "it") is ILLEGAL
    assert verdict(on(rule("somebody_there"), (A, SOUTH), (head, TARGET), (D, TARGET)), ATTACK, "it") is LEGAL
    game = on(rule("somebody_there"), (A, SOUTH), (perhaps, TARGET))
    assert verdict(game, ATTACK, "it") is UNDECIDED
    assert needs(game, ATTACK, "it") == {"is p hq"}


def test_a_unit_attacks_once() -> None:
    game = on(rule("once"), (A, SOUTH), (B, SOUTH), (D, TARGET), (fighter("e", "blue"), SOUTH_EAST))
    assert verdict(game, ATTACK, "it") is LEGAL
    after = apply(game, ATTACK)
    assert verdict(after, Attack(("a",), SOUTH_EAST), "it") is ILLEGAL
    assert verdict(after, Attack(("b",), SOUTH_EAST), "it") is LEGAL
    assert verdict(game, Attack(("a", "a"), TARGET), "it") is ILLEGAL


def test_a_hex_is_attacked_once_where_the_game_says_so() -> None:
    game = on(rule("target_once"), (A, SOUTH), (B, SOUTH), (D, TARGET))
    assert verdict(game, ATTACK, "it") is LEGAL
    assert verdict(apply(game, ATTACK), Attack(("b",), TARGET), "it") is ILLEGAL


def test_a_hex_is_bombarded_once_for_each_chit() -> None:
    bombardment = Attack((), TARGET, kind="bombardment")
    game = on(rule("target_once", kinds=["bombardment"]), (A, SOUTH), (D, TARGET), active="red")
    after = apply(apply(game, ATTACK), bombardment)
    assert verdict(apply(game, ATTACK), bombardment, "it") is LEGAL
    assert verdict(after, bombardment, "it") is ILLEGAL
    assert verdict(remembering(after, chit="another"), bombardment, "it") is LEGAL


def test_units_with_a_marker_may_be_barred_from_attacking() -> None:
    disrupted = rule("barred", because="it is disrupted", marked=["disrupted"])
    for standing, expected in (
        (Standing(SOUTH), LEGAL),
        (Standing(SOUTH, 0, frozenset({"disrupted"})), ILLEGAL),
        (Standing(SOUTH, 0, doubtful=frozenset({"disrupted"})), UNDECIDED),
    ):
        assert verdict(on(disrupted, (A, standing), (D, TARGET)), ATTACK, "it") is expected


def test_barring_may_hang_on_traits_the_light_or_what_was_done() -> None:
    gun = fighter("a", traits="artillery")
    move_mode = rule("barred", because="it is in move mode", traits=["artillery"], marked=["move mode"])
    mark = Standing(SOUTH, 0, frozenset({"move mode"}))
    assert verdict(on(move_mode, (gun, mark), (D, TARGET)), ATTACK, "it") is ILLEGAL
    assert verdict(on(move_mode, (A, mark), (D, TARGET)), ATTACK, "it") is LEGAL
    night = rule("barred", because="it is night", noted={"light": ["night"]})
    assert verdict(on(night, (A, SOUTH), (D, TARGET), notes={"light": Known("night")}), ATTACK, "it") is ILLEGAL
    assert verdict(on(night, (A, SOUTH), (D, TARGET), notes={"light": Known("day")}), ATTACK, "it") is LEGAL
    alone = rule("barred", because="it has advanced", done="advanced")
    game = on(alone, (A, SOUTH), (D, TARGET))
    assert verdict(game, ATTACK, "it") is LEGAL
    assert verdict(game.after(game.state.adding(ADVANCED, "a")), ATTACK, "it") is ILLEGAL


def test_units_without_strength_attack_only_with_others() -> None:
    weak, hidden = fighter("a", attack=0), fighter("a", attack=None)
    nothing = rule("not_alone_at_nothing")
    assert verdict(on(nothing, (weak, SOUTH), (D, TARGET)), ATTACK, "it") is ILLEGAL
    assert verdict(on(nothing, (weak, SOUTH), (B, SOUTH), (D, TARGET)), Attack(("a", "b"), TARGET), "it") is LEGAL
    assert needs(on(nothing, (hidden, SOUTH), (D, TARGET)), ATTACK, "it") == {"attack of a"}


@pytest.mark.parametrize(
    ("kind", "road", "expected"),
    [("water", "", ILLEGAL), ("water", "-", LEGAL), ("river-major", "", LEGAL), ("?", "", UNDECIDED)],
)
def test_nobody_attacks_across_a_closed_hexside(kind: str, road: str, expected: Verdict) -> None:
    closed = rule("not_across", features=["water"], bridged_by=["road"])
    game = on(
        closed,
        (A, SOUTH),
        (D, TARGET),
        on=board(sides={f"{TARGET}/{SOUTH}": kind}, roads=f"{SOUTH}-{TARGET}" if road else ""),
    )
    assert verdict(game, ATTACK, "it") is expected


@pytest.mark.parametrize(
    ("terrain", "movement", "traits", "expected"),
    [
        ("clear", 4, "", LEGAL),
        ("lake", 4, "", ILLEGAL),
        ("forest", 1, "", ILLEGAL),
        ("forest", 2, "mechanized", ILLEGAL),
        ("forest", 3, "mechanized", LEGAL),
        ("clear", 0, "", ILLEGAL),
        ("clear", 0, "artillery", LEGAL),
        ("?", 4, "", UNDECIDED),
        ("clear", None, "", UNDECIDED),
    ],
)
def test_a_unit_attacks_only_where_it_could_go(terrain: str, movement: int | None, traits: str, expected: Verdict) -> None:
    attacker = fighter("a", movement=movement, traits=traits)
    game = on(rule("could_enter", exempt=["artillery"]), (attacker, SOUTH), (D, TARGET), on=board({TARGET: terrain}))
    assert verdict(game, ATTACK, "it") is expected


def test_a_mobile_attack_is_for_armour_of_one_side_in_one_stack() -> None:
    mobile = rule("only_such", kind="mobile attack", sides=["red"], traits=["armour", "mechanized"], from_one_hex=True)
    panzer, other = fighter("a", traits="armour"), fighter("b", traits="mechanized")
    both = Attack(("a", "b"), TARGET, kind="mobile attack")
    assert verdict(on(mobile, (panzer, SOUTH), (other, SOUTH), (D, TARGET)), both, "it") is LEGAL
    assert verdict(on(mobile, (panzer, SOUTH), (other, NORTH), (D, TARGET)), both, "it") is ILLEGAL
    assert verdict(on(mobile, (panzer, SOUTH), (B, SOUTH), (D, TARGET)), both, "it") is ILLEGAL
    blue = fighter("x", "blue", traits="armour")
    assert verdict(on(mobile, (blue, SOUTH), (A, TARGET)), Attack(("x",), TARGET, kind="mobile attack"), "it") is ILLEGAL
    assert verdict(on(mobile, (B, SOUTH), (D, TARGET)), Attack(("b",), TARGET), "it") is LEGAL


def test_units_that_have_just_retreated_add_nothing_to_the_defence_where_the_game_says_so() -> None:
    runner = fighter("r", "blue")
    rules = (*(each for each in KG if each.id != "defends"), bind("defends", "fight.without", "7.56", done=["retreated"]))
    game = table((A, SOUTH), (D, TARGET), (runner, TARGET), rules=rules, charts=CHARTS)
    assert column(game, "a") == "1-1"
    assert column(game.after(game.state.adding(RETREATED, "r")), "a") == "2-1"


def test_unknown_attackers_leave_the_column_undecided() -> None:
    game = on(rule("once"), (A, SOUTH), (D, TARGET), active="red")
    attack = Attack((), TARGET, column="3-1")
    assert verdict(game, attack, "column") is UNDECIDED
    assert needs(game, attack, "column") == {f"attackers of {TARGET}"}


def test_a_wrong_column_is_put_right_with_its_arithmetic() -> None:
    game = on(rule("once"), (A, SOUTH), (D, TARGET))
    (opinion,) = about(game, Attack(("a",), TARGET, column="3:1"), "column")
    assert opinion.truth.no
    assert opinion.fix == "resolve it on column 2-1"
    assert [row.value for row in opinion.rows] == ["6", "6", "3", "3", "2-1", "2-1"]
