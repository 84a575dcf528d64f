"""A log as a turn: what counts is what a segment comes to, not how the counters were pushed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.engine.actions import Activate, Advance, Attack, Draw, Lose, Move, Phase, Place, Remove, Retreat, Roll, Supply
from adjudicator.engine.charts import PlainChart
from adjudicator.evidence.history import Counter
from adjudicator.evidence.names import named
from adjudicator.evidence.positions import read_pieces, table_of
from adjudicator.explain.turns import PlayedGame, play
from adjudicator.games import LoadedGame, load
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter


@cache
def koenigsberg() -> LoadedGame:
    return load("koenigsberg-rg")


def played(log: Log) -> PlayedGame:
    return play(koenigsberg(), BINDING, log.history())


def actions(log: Log) -> list[tuple[int, object]]:
    return [(each.step, each.action) for each in played(log).played]


def test_several_drags_of_one_unit_are_one_move_at_the_last_of_them() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(chat="hm").step(counter("de-21", "1235"))
    assert actions(log) == [(3, Move(("de-21",), "1235"))]


def test_a_move_that_was_taken_back_is_none() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(counter("de-21", "1233"))
    assert actions(log) == []


def test_a_nudge_within_the_hex_is_no_move() -> None:
    assert actions(Log(counter("de-21", "1233")).step(counter("de-21", "1233", height=1))) == []


def test_units_move_in_the_order_in_which_their_moves_were_complete() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1234"))
    log.step(counter("de-21", "1234")).step(counter("de-28", "1235")).step(counter("de-21", "1235"))
    assert actions(log) == [(2, Move(("de-28",), "1235")), (3, Move(("de-21",), "1235"))]


def test_the_path_that_a_player_types_goes_with_the_move() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1235"), chat="<Anna> !path 21 1233-1234-1235")
    assert actions(log) == [(1, Move(("de-21",), "1235", ("1233", "1234", "1235")))]


def test_a_phase_ends_a_move() -> None:
    log = (
        Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(turn="Turn 2, Movement").step(counter("de-21", "1235"))
    )
    assert actions(log) == [(1, Move(("de-21",), "1234")), (2, Phase("movement", "", 2)), (3, Move(("de-21",), "1235"))]


@pytest.mark.parametrize(("typed", "expected"), [("!phase supply", Phase("supply")), ("!phase air return", Phase("air return"))])
def test_a_phase_may_be_typed(typed: str, expected: Phase) -> None:
    assert actions(Log(counter("de-21", "1233")).step(chat=f"<Anna> {typed}")) == [(1, expected)]


def test_a_chit_drawn_activates_its_headquarters() -> None:
    chart = koenigsberg().game.charts["chits"]
    assert isinstance(chart, PlainChart)
    chit, hq = next((id_, row["hq"]) for id_, row in chart.rows.items() if id_.startswith("chit-de") and row.get("hq"))
    log = Log(counter(chit, "Cup"), counter(hq, "1031")).step(counter(chit, "drawn"))
    assert actions(log) == [(1, Draw(chit)), (1, Activate(hq, by=chit))]


@pytest.mark.parametrize(("back", "drawn"), [("chit-de-9", ["chit-de-26"]), ("chit-de-26", ["chit-de-26", "chit-de-9"])])
def test_of_two_chits_drawn_at_once_the_second_put_back_was_not_drawn(back: str, drawn: list[str]) -> None:
    """Who puts back the first one has chosen among two, and so has drawn both."""
    log = Log(counter("chit-de-26", "Cup"), counter("chit-de-9", "Cup"), counter("de-hq-26", "1031"), counter("de-hq-9", "1033"))
    log.step(counter("chit-de-26", "drawn")).step(counter("chit-de-9", "drawn")).step(chat="<Anna> oops").step(
        counter(back, "Cup")
    )
    assert [each.chit for _, each in actions(log) if isinstance(each, Draw)] == drawn


def test_an_attack_is_announced_rolled_and_followed_by_losses_retreat_and_advance() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"), counter("de-28", "1234"))
    log.step(chat="<Anna> !attack 1334 with 21 on 2-1").step(roll=("Combat", 4))
    log.step(counter("su-2bf-3g", "1334", level=2)).step(counter("su-2bf-3g", "1435", level=2)).step(counter("de-21", "1334"))
    log.step(counter("de-28", "1235"))
    assert actions(log) == [
        (2, Attack(("de-21",), "1334", column="2-1", die=4)),
        (3, Lose("soviet", ("su-2bf-3g",))),
        (4, Retreat(("su-2bf-3g",), "1435")),
        (5, Advance(("de-21",), "1334")),
        (6, Move(("de-28",), "1235")),
    ]


def test_beaten_attackers_who_go_along_a_hex_that_is_held_retreat() -> None:
    """Nobody can advance there, wherever he goes."""
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"))
    log.step(chat="<Anna> !attack 1334 with 21 on 1-2").step(roll=("Combat", 1))
    log.step(counter("de-21", "1233", level=2)).step(counter("de-21", "1333", level=2))
    assert actions(log)[-1] == (4, Retreat(("de-21",), "1333"))


def test_a_unit_that_is_gone_lost_all_its_steps_in_the_combat() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"))
    log.step(chat="!attack 1334 with 21").step(roll=("Combat", 6)).step("su-2bf-3g")
    steps = koenigsberg().roster["su-2bf-3g"].steps
    assert actions(log)[1:] == [(3, Lose("soviet", ("su-2bf-3g",) * steps))]


def test_a_unit_that_vanishes_without_a_combat_was_taken_off() -> None:
    assert actions(Log(counter("de-21", "1233")).step("de-21")) == [(1, Remove("de-21"))]


def test_a_unit_that_comes_from_nowhere_was_placed() -> None:
    assert actions(Log(counter("de-21", "nowhere")).step(counter("de-21", "1233"))) == [(1, Place("de-21", "1233"))]


def test_dice_for_something_else_are_rolls() -> None:
    assert actions(Log(counter("de-21", "1233")).step(roll=("Event", 5))) == [(1, Roll("event", (5,)))]


def test_markers_put_on_are_a_check_of_supply() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1234", supply=1)).step(turn="Supply")
    log.step(counter("de-21", "1233", supply=1)).step(counter("de-28", "1234"))
    assert actions(log)[1:] == [(3, Supply((("de-21", "out of supply"), ("de-28", "in supply"))))]


def test_a_move_too_far_is_illegal_at_its_step() -> None:
    log = Log(counter("de-21", "1233")).step(chat="hello").step(counter("de-21", "2833"))
    (only,) = played(log).played
    assert (only.step, only.judged.verdict) == (2, Verdict.ILLEGAL)


def test_the_game_goes_on_from_what_the_pieces_show() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "2833")).step(turn="Movement").step(counter("de-21", "2834"))
    assert played(log).end.place_of("de-21") == "2834"


def test_a_marker_marks_the_unit_on_which_it_lies() -> None:
    marker = counter("m", "1233", height=2)
    marker = type(marker)(**{**{name: getattr(marker, name) for name in marker.__slots__}, "markers": (("mark", "oos"),)})
    pieces = read_pieces(koenigsberg(), BINDING, [counter("de-21", "1233", height=0), counter("de-28", "1233", height=1), marker])
    assert pieces.standings["de-28"].marks == {"out of supply"}
    assert pieces.standings["de-21"].marks == frozenset()


def test_two_pieces_of_one_unit_and_units_of_no_game_are_told() -> None:
    one, other, stranger = counter("de-21", "1233"), counter("de-21", "1234"), counter("xx", "1235")
    pieces = read_pieces(koenigsberg(), BINDING, [one, other, stranger])
    assert (pieces.twice, pieces.strangers) == (("de-21",), ("xx",))


def test_a_name_that_several_bear_is_the_one_nearest_or_none() -> None:
    table = table_of(koenigsberg(), BINDING, read_pieces(koenigsberg(), BINDING, [counter("de-21", "1233")]))
    assert named(table, ["21"], near="1234") == ("de-21",)
    assert named(table, ["22"], near="1234") == ()


def lying(place: str, at: int = 1) -> Counter:
    """A marker on what lies there."""
    return replace(counter(f"marker at {place}", place, height=at), levels=(), markers=(("mark", "oos"),))


def test_a_marker_is_laid_in_the_phase_that_the_counter_has_come_to() -> None:
    """The phase has a fault, so it is held back until something is done in it: laying a marker is."""
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(chat="!phase combat")
    log.step(chat="!attack 1334 with 21 on 1-1").step(roll=("Combat", 1))
    log.step(turn="Turn 1, Supply").step(lying("1233"))
    assert actions(log)[-2:] == [(4, Phase("supply", "", 1)), (5, Supply((("de-21", "out of supply"),)))]


def test_each_side_has_its_markers_at_the_step_that_laid_them() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(lying("1233")).step(lying("1334"))
    assert actions(log) == [
        (1, Supply((("de-21", "out of supply"),))),
        (2, Supply((("su-2bf-3g", "out of supply"),))),
    ]


def test_an_attacker_that_went_past_the_target_advanced_too_far() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"))
    log.step(chat="!attack 1334 with 21 on 1-1").step(roll=("Combat", 3)).step(counter("de-21", "1535"))
    assert actions(log)[-1] == (3, Advance(("de-21",), "1535"))


def test_a_path_named_for_a_part_of_the_way_is_gone_after_the_way_to_where_it_begins() -> None:
    log = (
        Log(counter("de-21", "1233"))
        .step(counter("de-21", "1234"))
        .step(chat="!path 21 1234-1235")
        .step(counter("de-21", "1235"))
    )
    assert actions(log) == [(3, Move(("de-21",), "1235", ("1233", "1234", "1235")))]


def test_a_turn_that_was_left_out_is_told_where_the_counter_jumped() -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Movement").step(counter("de-21", "1234"))
    log.step(turn="Turn 3, Air units").step(turn="Turn 3, Combat").step(turn="Turn 3, Supply").step(counter("de-21", "1235"))
    wrong = [each for each in played(log).played if "turn-marker" in {ruled.rule for ruled in each.judged.findings}]
    assert [each.step for each in wrong] == [3]


@pytest.mark.parametrize("said", ["21 rail", "rail 21", "21 rail fingers crossed"])
def test_a_way_of_going_is_understood_whatever_is_said_behind_it(said: str) -> None:
    log = Log(counter("de-21", "1233")).step(chat=f"!mode {said}").step(counter("de-21", "1234"))
    assert actions(log) == [(2, Move(("de-21",), "1234", mode="rail"))]


@pytest.mark.parametrize(("between", "mode"), [({"turn": "Turn 1, Movement"}, "rail"), ({"chit": "Drawn"}, None)])
def test_a_way_of_going_is_said_of_the_next_move_unless_a_chit_is_drawn_before_it(
    between: dict[str, str], mode: str | None
) -> None:
    log = Log(counter("de-21", "1233"), counter("chit-su-5a", "Cup")).step(chat="!mode 21 rail")
    log.step(turn=between["turn"]) if "turn" in between else log.step(counter("chit-su-5a", between["chit"]))
    moved = [each for _, each in actions(log.step(counter("de-21", "1234"))) if isinstance(each, Move)]
    assert moved == [Move(("de-21",), "1234", mode=mode)]


def test_an_aircraft_that_flies_on_from_its_box_has_landed_there() -> None:
    log = Log(counter("de-air", "0809"))
    log.step(counter("de-air", "Luftwaffe")).step(counter("de-air", "0807"))
    assert actions(log) == [(2, Move(("de-air",), "luftwaffe")), (2, Move(("de-air",), "0807"))]
