"""Phases, arrivals, replacements, chits and boxes: what is said and shown of a fault, and what an earlier turn leaves behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Draw, Move, Phase, Place, Remove, Replace, Roll, Support
from adjudicator.engine.board import Board
from adjudicator.engine.deeds import MOVED, PLACED, RETURNED
from adjudicator.engine.state import Standing
from adjudicator.facts import Known, exactly
from adjudicator.rules.air_boxes import FLOWN
from adjudicator.rules.chits import limit
from adjudicator.rules.entry import GONE
from adjudicator.rules.judge import judge
from adjudicator.rules.map_edge import entry_cost
from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.registry import Binding
from adjudicator.rules.replacements import spent
from adjudicator.rules.sequence import is_whose
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, board, table, unit
from .tables_combat import CHARTS, KG, SOUTH, TARGET, columns, values
from .tables_combat import verdict as verdict_of_rule
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, noting, only, play, said, use, verdict, without, words

RED, BLUE = unit("r", attack=3, movement=4), unit("b", "blue", attack=3, movement=4)


def at(*rules: Binding, **state: Any) -> Table:
    return table((RED, "0505"), (BLUE, "1010"), rules=only(*rules), **state)


# --- phases


def test_the_first_player_is_who_is_noted_to_be() -> None:
    first = noting(at(), first_player="red")
    found = {(whose, active): is_whose(first, whose, active).yes for whose in ("first", "second") for active in ("red", "blue")}
    assert found == {("first", "red"): True, ("first", "blue"): False, ("second", "red"): False, ("second", "blue"): True}


ORDER = use(
    "sequence.in_printed_order",
    order=("bombardment", "movement/red", "combat/blue", "supply"),
    first_turn_only={"bombardment"},
    mandatory={"bombardment"},
)


@pytest.mark.parametrize(("turn", "right"), [(1, ILLEGAL), (2, LEGAL)])
def test_a_phase_of_the_first_turn_is_not_missed_later(turn: int, right: Verdict) -> None:
    assert verdict(at(ORDER, phase="supply", turn=turn - 1), Phase("movement", "red", turn)) is right


def test_a_wrong_phase_is_told_with_whose_it_is_and_the_order() -> None:
    assert words(at(ORDER, phase="bombardment"), Phase("movement", "blue")) == (
        "the movement phase is not the Blue player's but the Red's"
    )
    (back,) = said(at(ORDER, phase="supply"), Phase("movement", "red"))[1]
    assert back.message == "the movement phase does not come after the supply phase in the same turn"
    assert [row.value for row in back.rows] == ["1", "2", "3", "4"]
    (over,) = said(at(ORDER, phase="supply"), Phase("movement", "red", 2))[1] or (None,)
    assert over is None
    early = use("sequence.in_printed_order", order=("movement", "combat", "supply"), mandatory={"supply"})
    assert words(at(early, phase="combat"), Phase("movement", turn=2)) == (
        "turn 2 began after the combat phase, before turn 1 was over"
    )


def test_a_turn_that_was_skipped_is_put_right() -> None:
    (opinion,) = said(at(use("sequence.turns_by_one"), turn=4), Phase("air", turn=6))[1]
    assert ([row.value for row in opinion.rows], opinion.fix) == (["5"], "set the turn to 5")


@pytest.mark.parametrize(("done", "cited"), [((), False), ((PLACED, "0"), True), ((RETURNED, "1"), True), ((MOVED, "0"), False)])
def test_a_stack_too_large_because_of_arrivals_cites_their_section(done: tuple[Any, ...], cited: bool) -> None:
    three = [(unit(str(n), attack=1, movement=4), "0505") for n in range(3)]
    when = bind("stack-when", "stacking.looked_at", "1", moments=["end of phase"])
    check = use("sequence.stacked_at_the_end", arriving={"reinforcement": ["7.1"]})
    crowd = table(*three, rules=only(when, check), phase="reinforcement")
    crowd = crowd.after(crowd.state.adding(*done) if done else crowd.state)
    (opinion,) = said(crowd, Phase("command"))[1]
    assert ("7.1" in opinion.cite) is cited


# --- arrivals


def arrivals(*rules: Binding, entry: str = "0105", turn: int = 3, **state: Any) -> Table:
    rows = {"arrivals": chart("unit turn entry", f"r 3 {entry}")}
    return without(at(*rules, charts=rows, turn=turn, **state), "r")


@pytest.mark.parametrize(
    ("turn", "delay", "right"), [(3, True, LEGAL), (4, True, LEGAL), (2, True, ILLEGAL), (4, False, ILLEGAL)]
)
def test_a_delayed_arrival_is_still_one_where_the_game_lets_it_be(turn: int, delay: bool, right: Verdict) -> None:
    assert verdict(arrivals(use("entry.due", delay=delay), turn=turn), Place("r", "0105")) is right


def test_an_entry_elsewhere_is_told_with_the_hexes_there_are() -> None:
    def told(entry: str, to: str = "0808", **given: Any) -> tuple[str, str | None]:
        (opinion,) = said(arrivals(use("entry.at_entry", **given), entry=entry), Place("r", to))[1]
        return opinion.message, opinion.fix

    assert told("0105") == ("r enters at 0105, not at 0808", "put r at 0105")
    assert told("0105-0106") == ("r enters at 0105, 0106, not at 0808", None)
    assert told("0105-0108") == ("r enters at 0105, 0106, 0107, 0108, not at 0808", None)
    assert told("0105-0109") == ("r enters at 0105, 0106, 0107, 0108 and others, not at 0808", None)
    assert told("0105", "0106", along_edge=2)[0] == "r enters at 0105 (free of the enemy), not at 0106"
    assert told("0105", "0808", along_edge=2)[0] == "r enters at 0105, not at 0808"


def test_a_unit_that_comes_reduced_or_not_is_told_apart() -> None:
    whole, part = (arrivals(use("entry.strength_on_entry", reduced=names)) for names in ((), ("r",)))
    assert words(whole, Place("r", "0105", losses=1)) == "r came with 1 steps lost: it enters at full strength"
    assert words(part, Place("r", "0105")) == "r came with 0 steps lost: it enters reduced"
    left = noting(whole, **{GONE.name: {"r": (1, "withdrawal")}})
    assert needs(left, Place("r", "0105")) == {"steps of r when it left"}
    lost = noting(whole, **{GONE.name: {"r": (1, "eliminated")}})
    assert verdict(lost, Place("r", "0105")) is LEGAL


@pytest.mark.parametrize(("option", "right"), [("", LEGAL), ("early", ILLEGAL)])
def test_an_approach_that_only_an_option_heeds_calls_nobody_without_it(option: str, right: Verdict) -> None:
    call = use("entry.called_by_approach", units={"r"}, to="0510", within=5, by="blue", option=option)
    rows = {"arrivals": chart("unit turn entry", "r - 0105")}
    start = noting(without(at(call, use("entry.due"), charts=rows), "r"), called=frozenset())
    assert verdict(play(start, Move(("b",), "0610")), Place("r", "0105")) is right
    heeded = replace(start, game=replace(start.game, options=frozenset({"early"})))
    assert verdict(play(heeded, Move(("b",), "0610")), Place("r", "0105")) is LEGAL


# --- the edge of the map


EXIT = use("map_edge.leaves_by_the_edge")


def edge_of(x: Any, place: str, *foes: str, on: Board | None = None) -> Table:
    enemies = tuple((unit(f"e{n}", "blue", attack=3, movement=4), hex) for n, hex in enumerate(foes))
    zoc = bind("zoc-cost", "zoc.rigid", "1.2")
    return table((x, place), *enemies, on=on or board(), rules=only(EXIT, use("map_edge.pays_to_enter"), zoc))


def test_a_unit_may_leave_by_the_edge_where_it_began_in_a_zone_of_control() -> None:
    slow = unit("r", attack=3, movement=1)
    assert verdict(edge_of(slow, "0105", "0106"), Remove("r", "exit")) is LEGAL
    assert verdict(edge_of(RED, "0205", "0104", "0106"), Remove("r", "exit")) is ILLEGAL


def test_a_unit_that_moved_to_the_edge_perhaps_has_a_point_left() -> None:
    slow = unit("r", attack=3, movement=1)
    moved = play(edge_of(slow, "0205"), Move(("r",), "0105"))
    assert needs(moved, Remove("r", "exit")) == {"points left of r"}
    gone = play(edge_of(slow, "0405"), Move(("r",), "0305"))
    assert words(gone, Remove("r", "exit")).endswith("it can from 0305 after its move")
    assert words(edge_of(slow, "0305"), Remove("r", "exit")).endswith("it can from 0305")


def test_what_it_costs_to_come_in_is_shown_and_may_be_nothing_by_road() -> None:
    start = without(edge_of(RED, "0505", on=board({"0105": "marsh"})), "r")
    (ruled,) = judge(start, Place("r", "0105")).ruled
    assert [row.value for row in ruled.opinion.rows] == ["4", "3"]
    road = edge_of(RED, "0505", on=board({"0105": "marsh"}, roads="0105-0205"))
    ((_, _, mode),) = modes_of(road, RED)
    assert (entry_cost(road, RED, mode, "0105").low, entry_cost(road, RED, mode, "0105").high) == (0, 3)


# --- replacements


def rebuilt(*rules: Binding, movement: int | None = 4, **state: Any) -> Table:
    two = unit("t", attack=4, movement=movement, reduced={"attack": 2})
    rows = {"turns": chart("turn replacements_red", "1 1", "2 1")}
    return table((two, Standing("0505", 1)), rules=only(*rules), charts=rows, **state)


def test_what_was_spent_in_an_earlier_turn_counts_no_longer() -> None:
    rules = (use("replacements.within_points"), use("replacements.spend"))
    once = play(rebuilt(*rules), Replace("t"))
    assert spent(once, "red") == exactly(1)
    later = play(once, Phase("replacement", turn=2))
    assert spent(later, "red") == exactly(0)


def test_a_step_costs_one_point_where_the_game_says_nothing_else_and_steps_are_counted_in_words() -> None:
    rules = (use("replacements.within_points"),)
    assert verdict(rebuilt(*rules), Replace("t")) is LEGAL
    (one,) = judge(rebuilt(*rules), Replace("t")).ruled
    assert one.opinion.rows[2].reason == "for one step of t"
    (two,) = judge(rebuilt(*rules), Replace("t", 2)).ruled
    assert (two.opinion.rows[2].value, two.opinion.rows[2].reason) == ("2", "for 2 steps of t")


@pytest.mark.parametrize(("movement", "right"), [(1, LEGAL), (0, ILLEGAL), (None, UNDECIDED)])
def test_a_movement_of_one_is_enough_for_replacements(movement: int | None, right: Verdict) -> None:
    assert verdict(rebuilt(use("replacements.eligible"), movement=movement), Replace("t")) is right


# --- chits and events


CUP = {"chits": chart("id side kind turn hq", "c1 red command 2 r", "luck both event 2 -"), "turns": chart("turn red", "1 3")}


def test_a_rule_on_the_cup_may_look_at_chits_of_one_kind() -> None:
    events = at(use("chits.in_the_cup", kinds={"event"}), charts=CUP)
    assert verdict(events, Draw("luck")) is ILLEGAL
    assert verdict(events, Draw("c1")) is LEGAL


def test_a_chit_leaves_the_cup_with_its_headquarters() -> None:
    cup = at(use("chits.in_the_cup", boxes={"guard"}), charts=CUP, turn=2)
    assert verdict(cup, Draw("c1")) is LEGAL
    away = cup.after(cup.state.moved("r", "guard"))
    assert words(away, Draw("c1")) == "the chit of r left the cup with its headquarters r"


def test_a_chit_of_a_headquarters_that_this_scenario_has_not_is_in_the_cup_all_the_same() -> None:
    ghost = {"chits": chart("id side kind turn hq", "c9 red command 1 ghost")}
    cup = at(use("chits.in_the_cup", boxes={"guard"}), charts=ghost)
    assert verdict(cup, Draw("c9")) is LEGAL


def test_activations_that_an_event_took_are_lost_for_that_turn_only() -> None:
    one = at(charts=CUP)
    assert limit(one, "red", "red", "turns") == exactly(3)
    assert limit(noting(one, lost_activations_red=2), "red", "red", "turns") == exactly(1)
    assert limit(
        play(noting(at(charts=CUP, turn=0), lost_activations_red=2), Phase("", turn=1)), "red", "red", "turns"
    ) == exactly(3)


def test_an_event_of_an_earlier_turn_adds_nothing_to_one_of_this_turn() -> None:
    effects = {"less": [{"do": "activations", "what": "South", "value": "2"}], "more": [{"do": "add", "what": "pool"}]}
    rows = {"events": chart("roll id title", "2 less Less", "3 more More")}
    start = at(use("events.take_effect", effects=effects), charts=rows, turn=3, notes={"pool": Known(150)})
    again = play(noting(start, lost_activations_South=5), Phase("", turn=4), Roll("event", (1, 1)))
    assert again.known("lost activations South") == 2
    assert play(start, Roll("event", (1, 2))).known("pool") == 151  # without a limit


# --- boxes of air units


def planes(**given: Any) -> Table:
    boxes = use("air_boxes.between_boxes", ready={"red": "ready"}, **given)
    remember = (use("air_boxes.remember_flights"), use("air_boxes.remember_boxes", boxes={"refit"}))
    placed = ((unit("w", kind="air"), "ready"), (RED, "0505"), (BLUE, "0506"))
    return table(*placed, rules=only(boxes, *remember))


def test_a_section_that_looks_at_landings_alone_says_nothing_of_the_weather() -> None:
    storm = {"air moves": {"w": "refit"}}
    rows = {
        stage: [
            row.reason
            for each in judge(noting(planes(stages={stage}), **storm), Move(("w",), "refit")).ruled
            for row in each.opinion.rows
        ]
        for stage in ("back", "take-off")
    }
    assert rows == {"back": ["the weather sends it there"], "take-off": []}


def test_a_flight_is_remembered_until_the_unit_is_back_in_a_box() -> None:
    flown = play(planes(), Attack(("r",), "0506", support=(Support("w", "full"),)))
    assert flown.state.listed(FLOWN) == {"w": "full"}
    there = play(flown, Move(("w",), "0506"))
    assert there.state.listed(FLOWN) == {"w": "full"}
    assert play(there, Move(("w",), "refit")).state.listed(FLOWN) == {}


# --- support from afar


def test_a_ship_adds_what_is_printed_on_it_and_no_more() -> None:
    lends = bind("it", "air.lends_strength", "12.1", kinds=["ship"], rating="attack")
    ship, own, foe = unit("ship", kind="ship", attack=6), unit("a", attack=6, defence=3), unit("d", "blue", attack=1, defence=3)
    game = table((own, SOUTH), (foe, TARGET), (ship, "sea"), rules=(*KG, lends), charts=CHARTS)
    assert values(columns(game, "a", support=(Support("ship"),)))["attack of ship"] == "+6"


@pytest.mark.parametrize(
    ("use_", "given", "place", "kind", "right"),
    [
        ("beside_friends", {}, "1012", "attack", LEGAL),
        ("beside_friends", {}, "1013", "attack", ILLEGAL),
        ("barred_support", {"because": "so", "attack_kinds": ["rush"]}, "1012", "rush", ILLEGAL),
        ("barred_support", {"because": "so", "attack_kinds": ["rush"]}, "1012", "attack", LEGAL),
    ],
)
def test_guns_stand_next_to_those_they_help_and_may_be_barred_from_some_attacks(
    use_: str, given: dict[str, Any], place: str, kind: str, right: Verdict
) -> None:
    helps = bind("it", f"air.{use_}", "12.1", kinds=["artillery"], **given)
    guns, own, foe = unit("guns", kind="artillery", movement=2), unit("a", attack=6, movement=4), unit("d", "blue", attack=1)
    game = table((own, SOUTH), (foe, TARGET), (guns, place), rules=(*KG, helps), charts=CHARTS)
    assert verdict_of_rule(game, Attack(("a",), TARGET, support=(Support("guns"),), kind=kind), "it") is right
