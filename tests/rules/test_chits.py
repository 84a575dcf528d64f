"""The cup: what is in it, when drawing ends, what is acted upon; fuel, bombardments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.actions import Activate, Attack, Draw, Lose, Move, Phase, Place, Remove, Roll
from adjudicator.engine.charts import Chart, ResultsChart
from adjudicator.engine.state import Standing
from adjudicator.facts import Source
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table

from .tables import bind, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, noting, only, play, use, verdict, without, words

CHITS = chart(
    "id side front kind turn hq",
    "c1 red North command 1 hq1",
    "c2 red North command 1 hq2",
    "c3 red South command 3 hq3",
    "f1 red North front 2 -",
    "d1 blue - command 1 hqb",
    "hgm blue - hgm 1 -",
    "late red South command - hq3",
    "luck both - event 1 -",
    "dry blue - no-gas 1 -",
    "away blue - withdrawal 1 -",
    "back blue - return 1 -",
)
TURNS = chart("turn north south blue", "1 1 1 1", "2 - 1 1", "3 2 1 1")
LIMITS = {"North": "north", "South": "south", "blue": "blue"}


def on(*rules: Binding, more: tuple[tuple[Any, Any], ...] = (), **state: Any) -> Table:
    hqs = (
        (unit("hq1", traits="hq", formation="North/1 Army", movement=3), "0501"),
        (unit("hq2", traits="hq", formation="North/2 Army", movement=3), "0502"),
        (unit("hq3", traits="hq", formation="South/3 Army", movement=3), "0503"),
        (unit("hqb", "blue", traits="hq", formation="B", movement=3), "1010"),
    )
    charts: Mapping[str, Chart] = state.pop("charts", {"chits": CHITS, "turns": TURNS})
    return table(*hqs, *more, rules=only(*rules), charts=charts, **state)


IN_CUP = (use("chits.in_the_cup", boxes={"guard box"}), use("leaving.remember"))


def test_a_chit_is_drawn_once_a_turn() -> None:
    start = on(*IN_CUP)
    assert verdict(start, Draw("c1")) is LEGAL
    assert verdict(play(start, Draw("c1")), Draw("c1")) is ILLEGAL
    assert verdict(play(start, Draw("c1"), Phase("", turn=2)), Draw("c1")) is LEGAL


def test_a_chit_waits_for_its_turn() -> None:
    assert verdict(on(*IN_CUP, turn=1), Draw("f1")) is ILLEGAL
    assert verdict(on(*IN_CUP, turn=2), Draw("f1")) is LEGAL


def test_a_chit_of_unknown_turn_is_in_the_cup_once_its_headquarters_is_on_the_map() -> None:
    assert verdict(on(*IN_CUP), Draw("late")) is LEGAL
    assert needs(without(on(*IN_CUP), "hq3"), Draw("late")) == {"turn of the chit late"}


def test_a_headquarters_that_came_early_may_have_its_chit_in_the_cup() -> None:
    assert verdict(noting(on(*IN_CUP), called=frozenset({"hq3"})), Draw("c3")) is LEGAL
    assert verdict(noting(on(*IN_CUP), called=frozenset()), Draw("c3")) is ILLEGAL
    assert needs(on(*IN_CUP), Draw("c3")) == {"turn of the chit c3"}  # no event is on record


def test_a_chit_leaves_the_cup_with_its_headquarters() -> None:
    assert verdict(play(on(*IN_CUP), Remove("hq1")), Draw("c1")) is ILLEGAL
    assert verdict(play(on(*IN_CUP), Move(("hq1",), "guard box")), Draw("c1")) is ILLEGAL
    assert verdict(play(on(*IN_CUP), Move(("hq1",), "turn track")), Draw("c1")) is LEGAL


def test_an_unknown_chit_is_open() -> None:
    assert needs(on(*IN_CUP), Draw("odd")) == {"chit odd"}
    assert needs(on(*IN_CUP, charts={}), Draw("c1")) == {"chart chits"}


EFFECTS = use("chits.take_effect", never_return={"withdrawal", "return"}, brings_back={"return": "Guard"})


def test_some_chits_never_return() -> None:
    gone = play(on(*IN_CUP, EFFECTS), Draw("away"), Phase("", turn=2))
    assert verdict(gone, Draw("away")) is ILLEGAL
    assert verdict(gone, Draw("dry")) is LEGAL


def test_a_return_without_a_withdrawal_is_idle_and_goes_back_into_the_cup() -> None:
    guard = ((unit("g", "blue", formation="Guard", movement=4, attack=4), "1111"),)
    start = on(
        *IN_CUP, EFFECTS, use("entry.due"), more=guard, charts={"chits": CHITS, "arrivals": chart("unit turn entry", "g - B")}
    )
    idle = play(start, Draw("back"), Phase("", turn=2))
    assert verdict(idle, Draw("back")) is LEGAL
    back = play(start, Draw("away"), Remove("g", "withdrawal"), Draw("back"))
    assert verdict(back, Place("g", "2020", "return")) is LEGAL
    assert verdict(play(back, Phase("", turn=2)), Draw("back")) is ILLEGAL
    boxed = play(start, Move(("g",), "guard box"))
    assert verdict(boxed, Place("g", "2020", "return")) is UNDECIDED
    assert verdict(play(boxed, Draw("back")), Place("g", "2020", "return")) is LEGAL


LAST = use("chits.not_after_the_last", limits=LIMITS)
CUP = use("chits.not_after_the_last", limits=LIMITS, ends="cup")


def test_nothing_is_drawn_after_the_last_activation() -> None:
    start = on(LAST)
    assert verdict(play(start, Draw("c1")), Draw("luck")) is LEGAL
    assert verdict(play(start, Draw("c1"), Draw("luck")), Draw("d1")) is LEGAL
    assert verdict(play(start, Draw("luck"), Draw("d1"), Draw("c1")), Draw("dry")) is LEGAL  # `late` of South is in the cup
    certain = without(start, "hq3")
    charts = {
        "turns": TURNS,
        "chits": chart("id side front kind turn hq", "c1 red North command 1 hq1", "d1 blue - command 1 hqb"),
    }
    assert verdict(play(certain, Draw("d1"), Draw("c1")), Draw("dry")) is UNDECIDED  # is `late` in the cup?
    assert verdict(play(on(LAST, charts=charts), Draw("d1"), Draw("c1")), Draw("dry")) is ILLEGAL


def test_an_unknown_limit_leaves_the_end_of_drawing_open() -> None:
    chits = chart("id side front kind turn hq", "c1 red North command 1 -", "c2 red North command 1 -", "d1 blue - command 1 hqb")
    made = play(on(LAST, charts={"turns": TURNS, "chits": chits}, turn=2), Draw("d1"), Draw("c1"))
    assert needs(made, Draw("c2")) == {"north of 2 in turns"}


def test_by_the_other_reading_the_cup_is_drawn_empty_of_commands() -> None:
    chits = chart("id side front kind turn hq", "c1 red North command 1 -", "c2 red North command 1 -", "x both - event 1 -")
    start = on(CUP, charts={"turns": TURNS, "chits": chits})
    assert verdict(play(start, Draw("c1")), Draw("x")) is LEGAL
    assert verdict(play(start, Draw("c1"), Draw("c2")), Draw("x")) is ILLEGAL


ACTS = (use("chits.within_limit", limits=LIMITS), use("chits.matches_its_chit"))


def test_only_so_many_chits_are_acted_upon() -> None:
    first = play(on(*ACTS), Draw("c1"))
    second = play(first, Draw("luck"), Draw("c2"))
    assert verdict(first, Activate("hq1")) is LEGAL
    assert verdict(second, Activate("hq2")) is ILLEGAL
    assert "beyond the limit of North" in words(second, Activate("hq2"))
    assert verdict(play(on(*ACTS, turn=3), Draw("c1"), Draw("luck"), Draw("c2")), Activate("hq2")) is LEGAL  # two in turn 3
    assert verdict(play(second, Draw("d1")), Activate("hqb")) is LEGAL  # its own limit


def test_an_unknown_limit_or_chit_leaves_the_activation_open() -> None:
    assert needs(play(on(*ACTS, turn=2), Draw("c1")), Activate("hq1")) == {"north of 2 in turns"}
    assert needs(on(*ACTS), Activate("hq1")) == {"chit drawn"}
    assert needs(on(*ACTS), Activate("hq1", by="odd")) == {"chit odd"}


def test_chits_nobody_knows_may_be_of_any_group() -> None:
    odd = play(on(*ACTS), Draw("odd"), Draw("c1"))
    assert needs(odd, Activate("hq1")) == {"chit odd"}
    assert verdict(play(on(*ACTS), Draw("c1"), Draw("odd")), Activate("hq1", by="c1")) is LEGAL  # drawn after it


def test_a_guess_at_the_chits_ends_no_drawing() -> None:
    chits = chart("id side front kind turn hq source", "c1 red North command 1 - printed", "c2 blue - command 1 - reconstruction")
    start = on(CUP, charts={"turns": TURNS, "chits": chits})
    game = replace(start.game, trusted=frozenset({Source.PRINTED}))
    assert verdict(play(start, Draw("c1"), Draw("c2")), Draw("x")) is ILLEGAL
    assert verdict(replace(start, game=game), Draw("x")) is LEGAL  # the first of the turn
    assert needs(play(replace(start, game=game), Draw("c1"), Draw("c2")), Draw("x")) == {"chart chits"}


def test_an_event_may_take_activations_away() -> None:
    drawn = play(on(*ACTS, turn=3), Draw("c1"), Draw("c2"))
    assert verdict(noting(drawn, lost_activations_North=1), Activate("hq2")) is ILLEGAL
    before = play(noting(on(*ACTS, turn=2), lost_activations_North=1), Phase("command", turn=3))
    assert verdict(play(before, Draw("c1"), Draw("c2")), Activate("hq2")) is LEGAL  # that was last turn
    assert verdict(noting(drawn, lost_activations_North=5), Activate("hq1", by="c1")) is ILLEGAL


@pytest.mark.parametrize(
    ("chit", "hq", "right"),
    [
        ("c1", "hq1", LEGAL),
        ("c1", "hq2", ILLEGAL),
        ("f1", "hq2", LEGAL),
        ("f1", "hq3", ILLEGAL),  # of the other front
        ("hgm", "hqb", LEGAL),
        ("hgm", "hq1", ILLEGAL),
        ("luck", "hq1", UNDECIDED),  # the event may say so
        ("dry", "hq1", ILLEGAL),
    ],
)
def test_a_chit_activates_what_it_names(chit: str, hq: str, right: object) -> None:
    assert verdict(play(on(use("chits.matches_its_chit"), turn=3), Draw(chit)), Activate(hq)) is right


def test_an_event_chit_activates_only_whom_its_event_names() -> None:
    luck = play(on(use("chits.matches_its_chit")), Draw("luck"))
    assert needs(luck, Activate("hqb")) == {"the event rolled"}
    assert verdict(noting(luck, free_activation="blue"), Activate("hqb")) is LEGAL
    assert verdict(noting(luck, free_activation="blue"), Activate("hq1")) is ILLEGAL
    assert verdict(noting(luck, event="refugees"), Activate("hq1")) is ILLEGAL


def test_what_an_event_activates_needs_no_chit() -> None:
    assert verdict(play(on(*ACTS), Draw("luck")), Activate("hqb", by="event")) is LEGAL


FUEL = (
    use("fuel.thirst", side="blue"),
    use("fuel.paid_by_loss"),
    use("fuel.owed"),
)


RAIL = bind("rail", "modes.travel", "m9", name="rail", unlimited=True)


def tank(name: str, side: str = "blue", **about: Any) -> Any:
    about.setdefault("traits", "mechanized")
    return unit(name, side, attack=5, movement=6, reduced={"attack": 2}, **about)


def dry(**about: Any) -> Table:
    return play(on(*FUEL, more=((tank("t", **about), "1111"), (tank("half"), Standing("1112", 1)))), Draw("dry"))


def test_who_moves_without_fuel_loses_a_step() -> None:
    moved = play(dry(), Move(("t",), "1113", mode="regular"))
    assert {verdict(moved, each) for each in (Draw("c1"), Activate("hq1"), Phase("combat"), Attack(("t",), "0501"))} == {ILLEGAL}
    assert verdict(play(moved, Lose("blue", ("t",), "no fuel")), Draw("c1")) is LEGAL
    assert verdict(play(moved, Draw("c1")), Draw("c2")) is LEGAL  # said once


def test_fuel_matters_only_after_the_chit_and_to_full_mechanized_units_off_the_rails() -> None:
    before = play(on(*FUEL, more=((tank("t"), "1111"),)), Move(("t",), "1113", mode="regular"), Draw("dry"))
    assert verdict(before, Draw("c1")) is LEGAL
    assert verdict(play(dry(), Move(("half",), "1113", mode="regular")), Draw("c1")) is LEGAL
    assert verdict(play(dry(), Move(("t",), "1113", mode="rail")), Draw("c1")) is LEGAL
    assert verdict(play(dry(traits=""), Move(("t",), "1113", mode="regular")), Draw("c1")) is LEGAL
    assert verdict(play(dry(), Move(("hq1",), "0505", mode="regular")), Draw("c1")) is LEGAL
    other = play(on(*FUEL, more=((tank("r", "red"), "1111"),)), Draw("dry"), Move(("r",), "1113", mode="regular"))
    assert verdict(other, Draw("c1")) is LEGAL
    arrives = play(on(*FUEL, more=((tank("t"), "turn track"),)), Draw("dry"), Move(("t",), "1113", mode="regular"))
    assert verdict(arrives, Draw("c1")) is LEGAL
    dead = play(dry(), Move(("t",), "1113", mode="regular"), Remove("t"))
    assert verdict(dead, Draw("c1")) is LEGAL


def test_how_a_unit_moved_may_decide_about_its_fuel() -> None:
    assert verdict(play(dry(), Move(("t",), "1113")), Draw("c1")) is ILLEGAL  # no railway goes there
    by_rail = play(on(*FUEL, RAIL, more=((tank("t"), "1111"),)), Draw("dry"), Move(("t",), "1113"))
    assert needs(by_rail, Draw("c1")) == {"mode of the move of t"}
    doubt = play(dry(traits="", doubtful="mechanized"), Move(("t",), "1113", mode="regular"))
    assert needs(doubt, Draw("c1")) == {"is t mechanized"}


# -- bombardments --------------------------------------------------------------------------------------------------

GROUPS = {"North": "red", "South": "red", "blue": "blue"}
GUNS = (
    use("bombardments.rolled"),
    use("bombardments.as_granted", groups=GROUPS, reach=1, first_reach=2, first_phase="first"),
    use("bombardments.carried_out", groups=GROUPS),
)
GRANTS = chart("die attacks", "1 1", "2 1", "3 2", "4 -")


def guns(*foes: str, phase: str = "command", charts: Mapping[str, Chart] | None = None) -> Table:
    targets = tuple((unit(f"foe{n}", "blue", attack=2, movement=3), at) for n, at in enumerate(foes))
    scout = ((unit("scout", formation="North/1 Army", attack=2, movement=3), "0510"),)
    return on(*GUNS, more=(*targets, *scout), phase=phase, charts={"bombardment": GRANTS} if charts is None else charts)


def shell(at: str) -> Attack:
    return Attack((), at, kind="bombardment")


def test_the_die_grants_bombardments_and_they_are_used_up() -> None:
    start = guns("0511", "0610", "0409")
    one = play(start, Roll("bombardment North", (1,)))
    assert verdict(one, shell("0511")) is LEGAL
    assert verdict(play(one, shell("0511")), shell("0610")) is ILLEGAL
    two = play(start, Roll("bombardment North", (1, 2)))
    assert verdict(play(two, shell("0511")), shell("0610")) is LEGAL
    assert verdict(play(two, shell("0511")), shell("0511")) is ILLEGAL  # the same hex twice
    assert verdict(play(two, shell("0511"), shell("0610")), shell("0409")) is ILLEGAL


def test_without_a_roll_or_a_chart_the_number_of_bombardments_is_open() -> None:
    start = guns("0511", "0610")
    assert needs(start, shell("0511")) == {"bombardments North"}
    assert needs(play(start, Roll("bombardment North", (4,))), shell("0511")) == {"attacks of 4 in bombardment"}
    assert needs(play(guns("0511", charts={}), Roll("bombardment North", (1,))), shell("0511")) == {"chart bombardment"}


def test_the_numbers_may_be_printed_as_a_table_of_results() -> None:
    printed = ResultsChart(("attacks",), {1: ("1",), 2: ("2",)})
    one = play(guns("0511", "0610", charts={"bombardment": printed}), Roll("bombardment North", (1,)))
    assert verdict(one, shell("0511")) is LEGAL
    assert verdict(play(one, shell("0511")), shell("0610")) is ILLEGAL
    beyond = play(guns("0511", charts={"bombardment": printed}), Roll("bombardment North", (5,)))
    assert needs(beyond, shell("0511")) == {"attacks of 5 in bombardment"}


def test_a_bombardment_falls_near_units_of_the_group() -> None:
    granted = Roll("bombardment North", (3,))
    assert verdict(play(guns("0512"), granted), shell("0512")) is ILLEGAL
    assert verdict(play(guns("0512", phase="first"), granted), shell("0512")) is LEGAL
    assert verdict(play(guns("0512", phase=""), granted), shell("0512")) is LEGAL  # which phase nobody said
    assert verdict(play(guns("0511"), granted), shell("0509")) is ILLEGAL  # nobody there
    assert verdict(play(guns("0511"), Roll("bombardment South", (3,))), shell("0511")) is UNDECIDED
    assert verdict(play(guns("0511"), granted), Attack(("scout",), "0511")) is LEGAL  # no bombardment
