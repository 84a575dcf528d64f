"""Replacements: points, who may have them, and where units come back."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Phase, Replace
from adjudicator.engine.board import Board
from adjudicator.engine.state import Standing
from adjudicator.facts import Unknown
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from tests.support import named

from .tables import bind, board, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, only, play, said, use, verdict, without

TURNS = chart("turn replacements_red replacements_blue replacements_polish", "1 3 2 1", "2 - 2 -")
COST = (
    bind("cost", "replacements.by_trait", "1", traits={"red": {"mechanized": 2}}, pools={"polish": "polish"}),
    use("replacements.within_points"),
    use("replacements.spend"),
)


def two_steps(name: str, side: str = "red", **about: Any) -> Any:
    return unit(name, side, attack=4, movement=5, reduced={"attack": 2}, **about)


HURT = Standing("0505", 1)


def on(*rules: Binding, placed: tuple[tuple[Any, Any], ...] = (), at: Board | None = None, **state: Any) -> Table:
    state.setdefault("charts", {"turns": TURNS})
    return table(*placed, rules=only(*rules), on=at or board(), **state)


def some(**state: Any) -> Table:
    foot = tuple((two_steps(f"f{n}"), HURT) for n in range(4))
    others = (
        (two_steps("t1", traits="mechanized"), HURT),
        (two_steps("t2", traits="mechanized"), HURT),
        (two_steps("maybe", doubtful="mechanized"), HURT),
        (two_steps("p1", traits="polish"), HURT),
        (two_steps("p2", traits="polish"), HURT),
        (two_steps("b", "blue", traits="mechanized"), Standing("1010", 1)),
    )
    return on(*COST, placed=(*foot, *others), **state)


def test_points_are_counted_through_the_turn() -> None:
    start = some()
    three = play(start, Replace("f0"), Replace("f1"), Replace("f2"))
    assert verdict(start, Replace("f0")) is LEGAL
    assert verdict(three, Replace("f3")) is ILLEGAL
    assert [row.value for row in said(three, Replace("f3"))[1][0].rows] == ["3", "3", "1"]


def test_a_mechanized_step_costs_more_where_the_game_says_so() -> None:
    after = play(some(), Replace("t1"))
    assert verdict(after, Replace("f1")) is LEGAL
    assert verdict(after, Replace("t2")) is ILLEGAL
    assert verdict(play(some(), Replace("b")), Replace("b")) is LEGAL  # two points of two


def test_whether_a_unit_is_mechanized_may_decide() -> None:
    assert verdict(some(), Replace("maybe")) is LEGAL  # three points pay for either
    after = play(some(), Replace("t1"))
    assert needs(after, Replace("maybe")) == {"is maybe mechanized"}
    # Having paid for it leaves one point or none.
    assert verdict(play(some(), Replace("maybe")), Replace("f1")) is LEGAL
    assert verdict(play(some(), Replace("maybe"), Replace("f1")), Replace("f2")) is UNDECIDED


def test_points_are_not_saved_and_start_afresh_each_turn() -> None:
    saved = play(some(), Phase("", turn=2))
    assert needs(saved, Replace("f0")) == {"replacements_red of 2 in turns"}
    assert verdict(play(some(turn=0), Replace("t1"), Replace("t2"), Phase("", turn=1)), Replace("f0")) is LEGAL


def test_a_nationality_has_its_own_points() -> None:
    spent = play(some(), Replace("f0"), Replace("f1"), Replace("f2"))
    assert verdict(spent, Replace("p1")) is LEGAL
    assert verdict(play(spent, Replace("p1")), Replace("p2")) is ILLEGAL


def test_without_the_calendar_nobody_knows_the_points() -> None:
    assert needs(some(charts={}), Replace("f0")) == {"chart turns"}


def eligible(unit_: Any, standing: Standing | None = HURT, **given: Any) -> Table:
    made = on(use("replacements.eligible", **given), placed=((unit_, standing or HURT),))
    return without(made, unit_.id) if standing is None else made


@pytest.mark.parametrize(
    ("unit_", "standing", "steps", "right"),
    [
        (two_steps("u"), HURT, 1, LEGAL),
        (two_steps("u"), Standing("0505"), 1, ILLEGAL),  # nothing lost
        (two_steps("u"), HURT, 2, ILLEGAL),
        (two_steps("u"), None, 2, LEGAL),
        (two_steps("u"), None, 3, ILLEGAL),
        (two_steps("u"), Standing("dead pile"), 2, LEGAL),  # out of play in a box
        (two_steps("u", traits="garrison"), HURT, 1, ILLEGAL),
        (two_steps("u", doubtful="garrison"), HURT, 1, UNDECIDED),
        (unit("u", attack=3, movement=4), None, 1, ILLEGAL),  # one step
        (unit("u", attack=3, movement=0, reduced={}), HURT, 1, ILLEGAL),
        (unit("u", attack=3, reduced={}), HURT, 1, UNDECIDED),
    ],
)
def test_who_receives_replacements(unit_: Any, standing: Standing | None, steps: int, right: object) -> None:
    assert verdict(eligible(unit_, standing, never={"garrison"}), Replace("u", steps)) is right


def test_a_game_may_allow_units_of_one_step() -> None:
    assert verdict(eligible(unit("u", attack=3, movement=4), None, one_step=True), Replace("u")) is LEGAL


@pytest.mark.parametrize(
    ("standing", "right"),
    [
        (HURT, LEGAL),
        (Standing("0505", 1, frozenset({"out of supply"})), ILLEGAL),
        (Standing("dead pile", 1, frozenset({"out of supply"})), LEGAL),  # its headquarters counts then
        (Standing("0505", 1, frozenset(), frozenset({"isolated"})), UNDECIDED),
    ],
)
def test_units_out_of_supply_are_not_rebuilt(standing: Standing, right: object) -> None:
    assert verdict(on(use("replacements.in_supply"), placed=((two_steps("u"), standing),)), Replace("u")) is right


def test_the_eliminated_return_reduced_unless_their_side_may_do_better() -> None:
    rules = (use("replacements.strength_on_return", full={"blue"}), use("replacements.spend"))
    units = ((two_steps("u"), HURT), (two_steps("b", "blue"), Standing("1010")))
    start = without(on(*rules, placed=units), "u", "b")
    assert verdict(start, Replace("u", 2, "0505")) is ILLEGAL
    assert verdict(start, Replace("u", 1, "0505")) is LEGAL
    assert verdict(start, Replace("b", 2, "1010")) is LEGAL
    back = play(start, Replace("u", 1, "0505"))
    assert verdict(back, Replace("u")) is ILLEGAL  # rebuilt further in a later turn
    assert verdict(play(back, Phase("", turn=2)), Replace("u")) is LEGAL
    hurt = on(*rules, placed=units)
    assert verdict(play(hurt, Replace("u")), Replace("u")) is LEGAL


def headquarters(hq: Standing, **given: Any) -> Table:
    rule = use("replacements.with_headquarters", **given)
    units = (
        (unit("hq", traits="hq", formation="A/1", attack=0, movement=3), hq),
        (two_steps("own", formation="A/1"), HURT),
        (two_steps("other", formation="A/2"), HURT),
        (two_steps("free", traits="independent"), HURT),
        (two_steps("a", formation="A", traits="independent"), HURT),
        (two_steps("b", formation="B", traits="independent"), HURT),
        (two_steps("perhaps", doubtful="independent"), HURT),
        (unit("foe", "blue", attack=3, movement=4), Standing("0706")),
    )
    return without(on(rule, placed=units), "own", "other", "free", "a", "b", "perhaps")


def test_a_rebuilt_unit_comes_back_with_its_headquarters() -> None:
    start = headquarters(Standing("0606"))
    got = {name: verdict(start, Replace(name, 1, "0606")) for name in ("own", "other", "free", "b", "perhaps")}
    assert got == {"own": LEGAL, "other": ILLEGAL, "free": LEGAL, "b": LEGAL, "perhaps": UNDECIDED}
    assert verdict(start, Replace("own", 1, "0605")) is ILLEGAL
    assert needs(start, Replace("own")) == {"place of own"}


def test_a_front_may_matter_to_independents() -> None:
    start = headquarters(Standing("0606"), same_front=True)
    assert verdict(start, Replace("a", 1, "0606")) is LEGAL
    assert verdict(start, Replace("b", 1, "0606")) is ILLEGAL


def test_the_headquarters_must_be_in_supply() -> None:
    cut = Standing("0606", marks=frozenset({"out of supply"}))
    doubt = Standing("0606", doubtful=frozenset({"out of supply"}))
    assert verdict(headquarters(cut), Replace("own", 1, "0606")) is ILLEGAL
    assert verdict(headquarters(doubt), Replace("own", 1, "0606")) is UNDECIDED


def test_zones_of_control_keep_the_rebuilt_away_only_where_the_game_says_so() -> None:
    assert verdict(headquarters(Standing("0606"), zoc_barred=True), Replace("own", 1, "0606")) is ILLEGAL


SUPPLY = (
    bind("line", "supply.line", "1", blocked_terrain=["lake"]),
    bind("sources", "supply.places", "1", tags=["source-red"]),
    bind("chain", "supply.headquarters", "1", rail=["road"]),
)
SOURCE = board().changed(tags={"1201": frozenset({"source-red"})})


@pytest.mark.parametrize(
    ("at", "right"),
    [("1201", LEGAL), ("1202", LEGAL), ("1204", ILLEGAL), ("0501", LEGAL), ("0601", LEGAL), ("0503", ILLEGAL), ("0509", ILLEGAL)],
)
def test_a_rebuilt_unit_comes_back_beside_a_source_or_a_fully_supplied_headquarters(at: str, right: object) -> None:
    rail = board(roads="0501-0601-0701-0801-0901-1001-1101-1201").changed(tags=SOURCE.tags)
    hqs = tuple((unit(f"hq{n}", traits="hq", attack=0, movement=3), Standing(h)) for n, h in enumerate(("0501", "0509")))
    made = on(use("replacements.near_source_or_headquarters"), *SUPPLY, placed=(*hqs, (two_steps("u"), HURT)), at=rail)
    assert verdict(without(made, "u"), Replace("u", 1, at)) is right


def test_a_railway_nobody_surveyed_leaves_it_open() -> None:
    rail = board().changed(tags=SOURCE.tags, routes={("1101", "1201"): Unknown(named("route 1101/1201"))})
    hq = (unit("hq", traits="hq", attack=0, movement=3), Standing("1101"))
    made = on(use("replacements.near_source_or_headquarters"), *SUPPLY, placed=(hq, (two_steps("u"), HURT)), at=rail)
    assert needs(without(made, "u"), Replace("u", 1, "1001")) == {"route 1101/1201"}


def test_an_unmarked_map_leaves_the_sources_open() -> None:
    made = on(use("replacements.near_source_or_headquarters"), placed=((two_steps("u"), HURT),))
    assert needs(without(made, "u"), Replace("u", 1, "0505")) == {"hexes of source-red"}
    assert needs(without(made, "u"), Replace("u")) == {"place of u"}


@pytest.mark.parametrize(
    ("gap", "foe", "right"),
    [
        ("lake", {"attack": 3}, ILLEGAL),
        ("clear", None, LEGAL),
        ("?", None, UNDECIDED),
        ("clear", {"attack": 3}, ILLEGAL),
        ("clear", {}, UNDECIDED),
    ],
)
def test_a_line_of_any_length_leads_to_a_headquarters(gap: str, foe: dict[str, int] | None, right: object) -> None:
    # A wall of water across the map with one gap at 1010; beyond it the headquarters.
    water = {f"{c:02}{r:02}": "lake" for c in range(1, 21) for r in (10, 11)} | {"1010": gap, "1011": "clear"}
    units = [(unit("hq", traits="hq", attack=0, movement=3), Standing("1015")), (two_steps("u"), HURT)]
    if foe is not None:
        units.append((unit("foe", "blue", movement=4, **foe), Standing("1110")))
    made = on(use("replacements.line_to_headquarters"), SUPPLY[0], placed=tuple(units), at=board(water))
    assert verdict(made, Replace("u")) is right
    assert verdict(without(made, "u"), Replace("u", 1, "0505")) is LEGAL  # another rule's matter


def test_supply_may_be_traced_at_the_moment_of_rebuilding() -> None:
    rules = (
        use("replacements.in_supply", traced=True),
        use("replacements.with_headquarters", traced=True),
        *SUPPLY[:2],
    )
    hq = (unit("hq", traits="hq", attack=0, movement=3), Standing("0606", marks=frozenset({"out of supply"})))
    units = (hq, (two_steps("u"), HURT), (two_steps("v", traits="independent"), HURT))
    free = without(on(*rules, placed=units, at=SOURCE), "v")
    assert verdict(free, Replace("u")) is LEGAL
    assert verdict(free, Replace("v", 1, "0606")) is LEGAL  # the marker is of last turn
    nowhere = without(on(*rules, placed=units), "v")
    assert verdict(nowhere, Replace("u")) is ILLEGAL
    assert verdict(nowhere, Replace("v", 1, "0606")) is ILLEGAL


def beside_headquarters(*hurt: tuple[str, str], rails: str = "") -> Table:
    """Two headquarters, A at 0505 and B at 0512, with a source at 0501; railways along a path."""
    rules = (
        bind("zoc-who", "zoc.by_rating", "1", rating="attack"),
        bind("zoc-move", "zoc.rigid", "1"),
        bind("line", "supply.line", "1", maximum=5),
        bind("source", "supply.places", "1", hexes=["0501"]),
        bind("chain", "supply.headquarters", "1", rail=["road"]),
        use("replacements.through_headquarters", partial=1),
        use("replacements.passed_on"),
    )
    chiefs = ((unit("A", traits="hq"), "0505"), (unit("B", traits="hq"), "0512"))
    units = tuple((two_steps(name), Standing(hex, 1)) for name, hex in hurt)
    return on(*rules, placed=(*chiefs, *units), at=board(roads=rails))


def test_a_headquarters_without_a_railway_passes_on_one_step_a_turn() -> None:
    one = beside_headquarters(("a", "0506"), ("b", "0506"), ("c", "0513"))
    assert verdict(one, Replace("a")) is LEGAL
    both = play(one, Replace("a"), Replace("b"))  # one through A, and the other through B
    assert verdict(play(one, Replace("a")), Replace("b")) is LEGAL
    assert verdict(both, Replace("c")) is ILLEGAL
    assert verdict(one, Replace("a", steps=2)) is LEGAL
    assert verdict(play(one, Replace("a")), Replace("b", steps=2)) is ILLEGAL
    assert verdict(play(both, Phase("reinforcement", turn=2)), Replace("c")) is LEGAL


def test_with_a_railway_it_passes_on_as_many_as_come() -> None:
    rail = beside_headquarters(("a", "0506"), ("b", "0506"), ("c", "0506"), rails="0501-0502-0503-0504-0505")
    assert verdict(play(rail, Replace("a"), Replace("b")), Replace("c")) is LEGAL


def test_units_that_come_back_from_nothing_come_through_nobody() -> None:
    one = beside_headquarters(("a", "0506"))
    gone = one.after(one.state.with_standing("a", None))
    assert verdict(gone, Replace("a", at="0501")) is LEGAL
