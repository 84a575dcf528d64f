"""Reinforcements, militia, withdrawals, exits and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Activate, Advance, Draw, Lose, Move, Phase, Place, Remove
from adjudicator.engine.board import Board
from adjudicator.engine.charts import Chart
from adjudicator.engine.state import Standing
from adjudicator.facts import Source
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table

from .tables import bind, board, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, noting, only, play, use, verdict, without, words

ARRIVALS = chart("unit turn entry", "r 3 0105", "s 3 source-red", "e - 0105", "n 3 north", "w 3 0301-0501", "h 3 -")


def on(*rules: Binding, at: Board | None = None, enemies: tuple[tuple[Any, str], ...] = (), **state: Any) -> Table:
    """Red's units r, s, e, n, w and h are not in play; x is a unit on the map."""
    mine = [(unit(name, attack=3, movement=4), "off") for name in "rsenw"]
    hq = unit("h", traits="hq", attack=0, movement=4)
    charts: Mapping[str, Chart] = state.pop("charts", {"arrivals": ARRIVALS})
    state.setdefault("turn", 3)
    made = table(
        *mine,
        (hq, "off"),
        (unit("x", attack=3, movement=4), "0505"),
        *enemies,
        on=at or board(),
        rules=only(*rules),
        charts=charts,
        **state,
    )
    return without(made, *"rsenwh")


ENEMY = unit("foe", "blue", attack=3, movement=4)
UNSURE = unit("foe", "blue", movement=4)  # nobody knows its attack strength, so nor its zone of control


# -- when ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "delay", "right"), [(3, False, LEGAL), (2, False, ILLEGAL), (4, False, ILLEGAL), (4, True, LEGAL)]
)
def test_a_reinforcement_comes_in_its_turn(turn: int, delay: bool, right: object) -> None:
    assert verdict(on(use("entry.due", delay=delay), turn=turn), Place("r", "0105")) is right


def test_when_a_unit_arrives_that_no_chart_names_is_open_not_wrong() -> None:
    assert needs(on(use("entry.due")), Place("x", "0105")) == frozenset()
    off = without(on(use("entry.due")), "x")
    assert needs(off, Place("x", "0105")) == {"arrival of x"}
    assert needs(on(use("entry.due"), charts={}), Place("r", "0105")) == {"chart arrivals"}


def test_a_guessed_turn_of_arrival_accuses_nobody() -> None:
    guessed = chart("unit turn entry source", "r 3 0105 reconstruction")
    made = on(use("entry.due"), charts={"arrivals": guessed}, turn=5)
    assert verdict(made, Place("r", "0105")) is ILLEGAL
    strict = replace(made, game=replace(made.game, trusted=frozenset({Source.RULEBOOK})))
    assert verdict(strict, Place("r", "0105")) is UNDECIDED


def test_what_is_vouched_for_of_a_row_decides_and_what_is_not_leaves_room() -> None:
    rows = chart(
        "row unit turn entry stated source",
        "1 r - 0105 - rulebook",  # an event may bring it
        "2 r 5 0110 - reconstruction",  # and perhaps it comes by itself
        "3 s 3 0105 turn reconstruction",
        "4 e 3 0105 entry reconstruction",
    )
    made = on(use("entry.due"), use("entry.at_entry"), charts={"arrivals": rows})
    strict = replace(made, game=replace(made.game, trusted=frozenset({Source.RULEBOOK})))
    nothing = noting(strict, called=frozenset())
    assert needs(nothing, Place("r", "0105")) == {"arrival of r"}
    assert needs(nothing, Place("r", "0110")) == {"arrival of r", "entry of r"}
    assert needs(nothing, Place("s", "0105")) == {"entry of s"}
    assert needs(nothing, Place("e", "0105")) == {"arrival of e"}
    assert verdict(nothing, Place("e", "0106")) is ILLEGAL
    assert verdict(noting(made, called=frozenset()), Place("r", "0105")) is ILLEGAL


def test_a_unit_that_an_event_brings_waits_for_it() -> None:
    start = on(use("entry.due"))
    assert needs(start, Place("e", "0105")) == {"event that brings e"}
    assert verdict(noting(start, called=frozenset({"e"})), Place("e", "0105")) is LEGAL
    assert verdict(noting(start, called=frozenset({"q"})), Place("e", "0105")) is ILLEGAL


def test_an_event_may_bring_a_unit_before_its_turn() -> None:
    rows = chart("row unit turn entry", "1 r 3 0105", "2 r - 0105")
    early = on(use("entry.due"), turn=1, charts={"arrivals": rows})
    assert verdict(noting(early, called=frozenset({"r"})), Place("r", "0105")) is LEGAL
    assert verdict(noting(early, called=frozenset()), Place("r", "0105")) is ILLEGAL
    assert verdict(early, Place("r", "0105")) is UNDECIDED


def test_nobody_comes_twice_or_back_from_the_dead() -> None:
    start = on(use("entry.due"), use("leaving.remember"))
    assert "on the map already" in words(start, Place("x", "0105"))
    came = play(start, Place("r", "0105"), Remove("r"))
    assert verdict(came, Place("r", "0105")) is ILLEGAL
    assert "for good" in words(came, Place("r", "0105"))
    withdrawn = play(start, Place("r", "0105"), Remove("r", "withdrawal"))
    assert verdict(withdrawn, Place("r", "0105")) is LEGAL


# -- where ---------------------------------------------------------------------------------------------------------


def test_a_reinforcement_enters_at_its_own_hex_area_or_edge() -> None:
    tags = board().changed(tags={"1201": frozenset({"source-red"})}, areas={"entry-north": frozenset({"0701", "0801"})})
    start = on(use("entry.at_entry", otherwise="source-{side}"), at=tags)
    right = [("r", "0105"), ("s", "1201"), ("n", "0801"), ("w", "0401"), ("h", "1201")]
    wrong = [("r", "0106"), ("s", "0105"), ("n", "0901"), ("w", "0601"), ("h", "0801")]
    assert {verdict(start, Place(who, at)) for who, at in right} == {LEGAL}
    assert {verdict(start, Place(who, at)) for who, at in wrong} == {ILLEGAL}


def test_an_entry_that_no_map_shows_is_open() -> None:
    assert needs(on(use("entry.at_entry")), Place("n", "0801")) == {"entry of n"}
    assert needs(on(use("entry.at_entry"), charts={}), Place("n", "0801")) == {"chart arrivals"}
    here = use("entry.at_entry", otherwise="0801")
    assert verdict(on(here, charts={}), Place("n", "0801")) is LEGAL
    assert verdict(on(here, charts={}), Place("n", "0901")) is UNDECIDED
    assert needs(without(on(here), "x"), Place("x", "0901")) == {"entry of x"}


@pytest.mark.parametrize(
    ("enemy", "at", "right"),
    [
        ((), "0105", LEGAL),
        ((), "0112", ILLEGAL),  # the entry is free: nowhere else
        (((ENEMY, "0105"),), "0112", LEGAL),
        (((ENEMY, "0105"),), "0115", LEGAL),
        (((ENEMY, "0105"),), "0116", ILLEGAL),  # eleven hexes along
        (((ENEMY, "0105"),), "0212", ILLEGAL),  # not at the edge
        (((ENEMY, "0205"),), "0112", LEGAL),  # covered by a zone of control
        (((UNSURE, "0205"),), "0112", UNDECIDED),
        (((UNSURE, "0205"),), "0105", LEGAL),
    ],
)
def test_a_blocked_entry_opens_the_edge_beside_it(enemy: tuple[tuple[Any, str], ...], at: str, right: object) -> None:
    assert verdict(on(use("entry.at_entry", along_edge=10), enemies=enemy), Place("r", at)) is right


def test_without_such_a_rule_a_blocked_entry_opens_nothing() -> None:
    assert verdict(on(use("entry.at_entry"), enemies=((ENEMY, "0105"),)), Place("r", "0106")) is ILLEGAL


@pytest.mark.parametrize(
    ("enemy", "zoc_blocks", "right"),
    [
        (((ENEMY, "0105"),), False, ILLEGAL),
        (((ENEMY, "0205"),), True, ILLEGAL),
        (((ENEMY, "0205"),), False, LEGAL),
        (((UNSURE, "0205"),), True, UNDECIDED),
        (((ENEMY, "0909"),), True, LEGAL),
    ],
)
def test_nobody_is_put_on_the_enemy_or_beside_him(enemy: Any, zoc_blocks: bool, right: object) -> None:
    rule = use("entry.clear_of_enemies", zoc_blocks=zoc_blocks)
    assert verdict(on(rule, enemies=enemy), Place("r", "0105")) is right


def test_friends_do_not_open_a_zone_of_control_to_reinforcements() -> None:
    rules = (use("entry.clear_of_enemies"), bind("neg", "zoc.friends_negate", "1", purposes=["supply"]))
    assert verdict(on(*rules, enemies=((ENEMY, "0506"),)), Place("r", "0505")) is ILLEGAL
    kind = (use("entry.clear_of_enemies"), bind("neg", "zoc.friends_negate", "1", purposes=["reinforcement"]))
    assert verdict(on(*kind, enemies=((ENEMY, "0506"),)), Place("r", "0505")) is LEGAL


def test_stacks_count_on_entry_only_where_the_game_says_so() -> None:
    limits = bind("stack", "stacking.at_most", "1", limit=1, what="units")
    strict = bind("stack-when", "stacking.looked_at", "1", moments=["placement"])
    assert verdict(on(use("entry.stacked_on_entry"), limits, strict), Place("r", "0505")) is ILLEGAL
    assert verdict(on(use("entry.stacked_on_entry"), limits, strict), Place("r", "0506")) is LEGAL
    assert verdict(on(use("entry.stacked_on_entry"), limits), Place("r", "0505")) is LEGAL


def test_some_come_reduced_and_the_withdrawn_as_they_left() -> None:
    start = on(use("entry.strength_on_entry", reduced={"r"}))
    assert verdict(start, Place("r", "0105", losses=1)) is LEGAL
    assert verdict(start, Place("r", "0105")) is ILLEGAL
    assert verdict(start, Place("s", "0105")) is LEGAL
    waiting = start.after(start.state.with_standing("s", Standing("box", 1)))
    assert verdict(waiting, Place("s", "0105")) is ILLEGAL
    assert verdict(waiting, Place("s", "0105", losses=1)) is LEGAL


def test_a_unit_called_by_an_approach() -> None:
    rules = (use("entry.due"), use("entry.called_by_approach", units={"e"}, to="0510", within=5, by="blue"))
    start = noting(on(*rules, enemies=((ENEMY, "1510"),)), called=frozenset())
    assert verdict(play(start, Move(("foe",), "1110")), Place("e", "0105")) is ILLEGAL
    assert verdict(play(start, Move(("foe",), "1010")), Place("e", "0105")) is LEGAL
    assert verdict(play(start, Advance(("foe",), "1010")), Place("e", "0105")) is LEGAL


@given(
    foes=st.lists(st.sampled_from(["0104", "0105", "0205", "0206", "0112", "0909"]), max_size=3, unique=True),
    strengths=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    at=st.sampled_from(["0104", "0105", "0106", "0112", "0205"]),
)
@settings(max_examples=60, deadline=None)
def test_a_fact_supplied_later_never_turns_a_verdict_round(foes: list[str], strengths: list[int], at: str) -> None:
    rules = (use("entry.at_entry", along_edge=10), use("entry.clear_of_enemies"))
    unknown = tuple((unit(f"f{n}", "blue", movement=4), place) for n, place in enumerate(foes))
    known = tuple((unit(f"f{n}", "blue", movement=4, attack=strengths[n]), place) for n, place in enumerate(foes))
    before = verdict(on(*rules, enemies=unknown), Place("r", at))
    after = verdict(on(*rules, enemies=known), Place("r", at))
    assert after is not UNDECIDED
    assert before in (UNDECIDED, after)


# -- across the edge -----------------------------------------------------------------------------------------------


def test_entering_costs_what_the_hex_costs() -> None:
    rules = (use("map_edge.pays_to_enter"), bind("more", "modes.scaled", "1", reason="a bad day", plus=-2))
    ground = board({"0105": "forest", "0106": "marsh", "0107": "?", "0108": "lake"})
    start = on(*rules, at=ground)  # two points
    got = {hex: verdict(start, Place("r", hex)) for hex in ("0104", "0105", "0106", "0107", "0108")}
    assert got == {"0104": LEGAL, "0105": LEGAL, "0106": ILLEGAL, "0107": UNDECIDED, "0108": ILLEGAL}
    assert needs(start, Place("r", "0107")) == {"terrain 0107"}


def test_a_road_that_ends_at_the_edge_may_lead_on_beyond_it() -> None:
    rules = (use("map_edge.pays_to_enter"), bind("more", "modes.scaled", "1", reason="a bad day", plus=-3))
    start = on(*rules, at=board({"0105": "forest"}, roads="0105-0205"))
    assert needs(start, Place("r", "0105")) == {"road off the map at 0105"}


def test_what_was_spent_to_enter_is_gone() -> None:
    rules = (bind("allowance", "checks.within_allowance", "1"), use("map_edge.spent_on_entry"))
    start = play(on(*rules, at=board({"0105": "forest"})), Place("r", "0105"))  # two of four
    assert verdict(start, Move(("r",), "0305")) is LEGAL
    assert verdict(start, Move(("r",), "0405")) is ILLEGAL
    unknown = play(on(*rules, at=board({"0105": "?"})), Place("r", "0105"))
    assert verdict(unknown, Move(("r",), "0405")) is UNDECIDED


def test_who_enters_in_a_zone_of_control_stops_there() -> None:
    rule = use("map_edge.stops_on_entry")
    for enemy, right in (((ENEMY, "0205"), ILLEGAL), ((UNSURE, "0205"), UNDECIDED), ((ENEMY, "0909"), LEGAL)):
        start = on(rule, enemies=(enemy,))
        assert verdict(play(start, Place("r", "0105")), Move(("r",), "0104")) is right
        assert verdict(start, Move(("x",), "0504")) is LEGAL


@pytest.mark.parametrize(
    ("at", "terrain", "right"),
    [
        ("0105", {}, LEGAL),
        ("0405", {}, LEGAL),  # three hexes to the edge, one beyond
        ("0505", {}, ILLEGAL),
        ("0105", {"0105": "lake"}, LEGAL),  # it goes along the edge first
        ("0405", {"0305": "?", "0304": "lake", "0306": "lake", "0204": "lake", "0205": "lake", "0404": "lake"}, ILLEGAL),
        ("0305", {"0105": "?", "0104": "marsh", "0106": "marsh"}, UNDECIDED),
    ],
)
def test_a_unit_leaves_by_an_edge_it_can_reach(at: str, terrain: dict[str, str], right: object) -> None:
    start = on(use("map_edge.leaves_by_the_edge"), at=board(terrain))
    if right is UNDECIDED:
        start = on(
            use("map_edge.leaves_by_the_edge"),
            bind("more", "modes.scaled", "1", reason="a bad day", plus=-1),
            at=board(terrain),
        )
    start = start.after(start.state.moved("x", at))
    assert verdict(start, Remove("x", "exit")) is right


def test_what_decides_an_exit_is_named() -> None:
    walls = dict.fromkeys(("0504", "0604", "0605", "0506", "0404"), "lake")
    start = table(
        (unit("x", attack=3, movement=6), "0505"),
        on=board({**walls, "0405": "?"}),
        rules=only(use("map_edge.leaves_by_the_edge")),
    )
    assert needs(start, Remove("x", "exit")) == {"terrain 0405"}


def test_an_unknown_movement_allowance_decides_an_exit() -> None:
    start = table((unit("x", attack=3, movement=None), "0405"), rules=only(use("map_edge.leaves_by_the_edge")))
    assert needs(start, Remove("x", "exit")) == {"movement of x"}


def test_only_some_edges_may_be_open_to_a_side() -> None:
    start = on(use("map_edge.leaves_by_the_edge", edges={"red": "0110-0120"}))
    here = start.after(start.state.moved("x", "0110"))
    there = start.after(start.state.moved("x", "2010"))
    assert verdict(here, Remove("x", "exit")) is LEGAL
    assert verdict(there, Remove("x", "exit")) is ILLEGAL
    nowhere = on(use("map_edge.leaves_by_the_edge", edges={"red": "far-side"}))
    assert needs(nowhere, Remove("x", "exit")) == {"hexes of far-side"}


def test_after_a_move_nobody_knows_how_many_points_are_left() -> None:
    start = on(use("map_edge.leaves_by_the_edge"))
    assert needs(play(start, Move(("x",), "0105")), Remove("x", "exit")) == {"points left of x"}
    assert verdict(play(start, Move(("x",), "0205")), Remove("x", "exit")) is ILLEGAL
    assert verdict(start, Remove("r", "exit")) is ILLEGAL  # not on the map


# -- militia -------------------------------------------------------------------------------------------------------

MUSTERS = use("militia.where_it_musters", trait="militia", terrain={"town"}, apart=3, never_in={"behind"})
POOL = use("militia.from_the_pool", trait="militia", start=2, most=4)
BACK = use("militia.back_in_its_box", trait="militia", leaving={"return"})


def militia(*rules: Binding, foe: str = "1515", **state: Any) -> Table:
    men = [(unit(f"m{n}", traits="militia", attack=0, movement=0), "box") for n in range(5)]
    ground = board({"0505": "town", "0605": "town", "0808": "?", "0909": "town"})
    ground = ground.changed(areas={"behind": frozenset({"0909"})})
    state.setdefault("control", {"0505": "red", "0808": "red", "0909": "red", "0504": "red"})
    return table(*men, (ENEMY, foe), on=ground, rules=only(*rules), **state)


def test_militia_musters_in_towns_under_control() -> None:
    start = militia(MUSTERS)
    got = {hex: verdict(start, Place("m1", hex, "militia")) for hex in ("0505", "0504", "0808", "0605", "0909")}
    assert got == {"0505": LEGAL, "0504": ILLEGAL, "0808": UNDECIDED, "0605": UNDECIDED, "0909": ILLEGAL}
    assert needs(start, Place("m1", "0605", "militia")) == {"control of 0605"}
    lost = militia(MUSTERS, control={"0505": "blue"})
    assert verdict(lost, Place("m1", "0505", "militia")) is ILLEGAL


def test_control_may_be_taken_for_granted() -> None:
    rule = use("militia.where_it_musters", trait="militia", terrain={"town"}, taken_for_granted={"red": "red"})
    assert verdict(militia(rule), Place("m1", "0605", "militia")) is LEGAL


@pytest.mark.parametrize(("foe", "right"), [("0508", LEGAL), ("0507", ILLEGAL), ("0505", ILLEGAL)])
def test_militia_keeps_away_from_the_enemy(foe: str, right: object) -> None:
    assert verdict(militia(MUSTERS, foe=foe), Place("m1", "0505", "militia")) is right


def test_militia_does_not_stack() -> None:
    start = play(militia(MUSTERS), Place("m1", "0505", "militia"))
    assert verdict(start, Place("m2", "0505", "militia")) is ILLEGAL


def test_only_militia_is_put_down_as_militia() -> None:
    assert verdict(militia(MUSTERS), Place("foe", "0505", "militia")) is ILLEGAL


def test_the_pool_holds_so_many() -> None:
    start = militia(POOL)
    two = play(start, Place("m0", "0505", "militia"), Place("m1", "0605", "militia"))
    assert verdict(start, Place("m0", "0505", "militia")) is LEGAL
    assert needs(two, Place("m2", "0808", "militia")) == {"militia pool"}
    assert verdict(noting(two, militia_pool=2), Place("m2", "0808", "militia")) is ILLEGAL
    assert verdict(noting(two, militia_pool=3), Place("m2", "0808", "militia")) is LEGAL
    four = play(two, Place("m2", "0808", "militia"), Place("m3", "0909", "militia"))
    assert verdict(four, Place("m4", "0707", "militia")) is ILLEGAL
    assert verdict(two, Place("m0", "0808", "militia")) is ILLEGAL  # on the map already


def test_militia_goes_back_at_the_end_of_the_turn() -> None:
    out = play(militia(BACK, phase="return"), Place("m0", "0505", "militia"))
    assert verdict(out, Phase("advance")) is ILLEGAL
    assert verdict(out, Phase("air", turn=2)) is ILLEGAL
    assert verdict(play(out, Move(("m0",), "box")), Phase("advance")) is LEGAL
    assert verdict(play(out, Phase("combat")), Phase("supply")) is LEGAL


# -- leaving and coming back ---------------------------------------------------------------------------------------

LISTED = use("leaving.withdrawn_as_listed", same=({"infantry", "jager"},))
WITHDRAWALS = chart("unit turn", "a 3", "t 5")


def withdrawals(where: Standing | None, **state: Any) -> Table:
    mine = [
        (unit("a", kind="infantry", attack=3, movement=4), Standing("0505") if where is None else where),
        (unit("j", kind="jager", attack=2, movement=4), Standing("0606")),
        (unit("k", kind="jager", attack=2, movement=4), Standing("0606")),
        (unit("t", kind="tank", attack=5, movement=6), Standing("0707")),
    ]
    state.setdefault("charts", {"withdrawals": WITHDRAWALS})
    made = table(*mine, rules=only(LISTED), turn=3, **state)
    return without(made, "a") if where is None else made


def test_the_listed_unit_is_withdrawn_or_another_of_its_sort() -> None:
    gone = withdrawals(None)
    cut = withdrawals(Standing("0505", marks=frozenset({"out of supply"})))
    here = withdrawals(Standing("0505"))
    assert verdict(here, Remove("a", "withdrawal")) is LEGAL
    assert verdict(gone, Remove("j", "withdrawal")) is LEGAL
    assert verdict(cut, Remove("j", "withdrawal")) is LEGAL
    assert needs(here, Remove("j", "withdrawal")) == {"line of communications of a"}
    assert verdict(gone, Remove("t", "withdrawal")) is ILLEGAL
    assert verdict(here, Remove("t", "eliminated")) is LEGAL  # no withdrawal


def test_where_the_game_knows_lines_of_supply_they_decide_who_is_cut_off() -> None:
    ground = board().changed(tags={"2010": frozenset({"source"})})
    lines = (bind("line", "supply.line", "1"), bind("sources", "supply.places", "1", tags=["source"]))
    mine = ((unit("a", attack=3, movement=4), "0101"), (unit("j", attack=2, movement=4), "0606"))
    ring = tuple((unit(f"e{n}", "blue", attack=3, movement=4), hex) for n, hex in enumerate(("0103", "0203", "0302", "0301")))
    listed = chart("unit turn", "a 3")
    rules = only(LISTED, *lines)
    free = table(*mine, on=ground, rules=rules, turn=3, charts={"withdrawals": listed})
    cut = table(*mine, *ring, on=ground, rules=rules, turn=3, charts={"withdrawals": listed})
    assert verdict(free, Remove("j", "withdrawal")) is ILLEGAL
    assert verdict(cut, Remove("j", "withdrawal")) is LEGAL


def test_one_stands_in_for_one() -> None:
    assert verdict(play(withdrawals(None), Remove("j", "withdrawal")), Remove("k", "withdrawal")) is ILLEGAL
    done = play(withdrawals(Standing("0505")), Remove("a", "withdrawal"))
    assert verdict(done, Remove("j", "withdrawal")) is ILLEGAL


def test_without_the_list_nobody_knows_who_is_withdrawn() -> None:
    assert needs(withdrawals(None, charts={}), Remove("t", "withdrawal")) == {"chart withdrawals"}


BY_CHIT = (
    use("leaving.withdrawn_by_chit", chits={"away"}, formation="GD"),
    use("leaving.withdrawn_at_once", chits={"away"}, formation="GD"),
)


def test_a_formation_leaves_at_once_when_its_chit_is_drawn() -> None:
    guard = unit("g", formation="GD", attack=5, movement=6)
    start = table((guard, "0505"), rules=only(*BY_CHIT))
    assert needs(start, Remove("g", "withdrawal")) == {"chit drawn"}
    assert verdict(play(start, Draw("other")), Remove("g", "withdrawal")) is ILLEGAL
    drawn = play(start, Draw("away"))
    assert verdict(drawn, Remove("g", "withdrawal")) is LEGAL
    assert {verdict(drawn, each) for each in (Draw("next"), Activate("g"), Phase("supply"))} == {ILLEGAL}
    assert verdict(play(drawn, Remove("g", "withdrawal")), Draw("next")) is LEGAL
    assert verdict(play(drawn, Move(("g",), "GD box")), Draw("next")) is LEGAL


RETURNS = (
    use("leaving.returns_later", trait="hq", turns=3, at="source-{side}"),
    use("entry.due", exempt={"hq"}),
    use("leaving.remember"),
)


@pytest.mark.parametrize(
    ("later", "at", "right"), [(3, "1201", LEGAL), (4, "1201", LEGAL), (2, "1201", ILLEGAL), (3, "0505", ILLEGAL)]
)
def test_a_lost_headquarters_returns_three_turns_later(later: int, at: str, right: object) -> None:
    ground = board().changed(tags={"1201": frozenset({"source-red"})})
    start = table((unit("h", traits="hq", attack=0, movement=4), "0505"), on=ground, rules=only(*RETURNS), turn=2)
    lost = play(start, Lose("red", ("h",)), Phase("", turn=2 + later))
    assert verdict(lost, Place("h", at)) is right


def test_when_a_headquarters_was_lost_may_be_unknown() -> None:
    ground = board().changed(tags={"1201": frozenset({"source-red"})})
    start = table((unit("h", traits="hq", attack=0, movement=4), "0505"), on=ground, rules=only(RETURNS[0]), turn=5)
    assert needs(without(start, "h"), Place("h", "1201", "return")) == {"turn in which h was lost"}


# -- supply columns ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given_", "before", "right"), [("2", 1, LEGAL), ("2", 2, ILLEGAL), ("-", 0, UNDECIDED)])
def test_no_more_columns_come_than_the_calendar_gives(given_: str, before: int, right: object) -> None:
    loads = [(unit(f"c{n}", traits="column", attack=1, movement=4), "off") for n in range(4)]
    other = (unit("u", attack=1, movement=4), "off")
    rule = use("entry.as_many_as_given", trait="column", chart="turns", column="columns_{side}")
    made = table(*loads, other, rules=only(rule), charts={"turns": chart("turn columns_red", f"1 {given_}")})
    start = play(without(made, "u", *(f"c{n}" for n in range(4))), Place("u", "0505"))
    start = play(start, *(Place(f"c{n}", "0505") for n in range(before)))
    assert verdict(start, Place("c3", "0505")) is right
    assert verdict(start, Place("u", "0505")) is LEGAL  # no column
