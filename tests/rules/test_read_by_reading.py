"""What rules tell those who read logs: whose a phase is, what a fire may have given, what a rule takes for its parameters."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Fire, Mark, Phase
from adjudicator.engine.deeds import BEGUN
from adjudicator.engine.state import Standing
from adjudicator.facts import Unknown
from adjudicator.rules.firepower import results_of
from adjudicator.rules.players import active_in
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.rules.table import Table
from tests.rules.tables import remembering
from tests.support import named

from .tables import bind, unit
from .tables_fire import AT, play, table, verdict
from .tables_flow import only, use
from .tables_flow import verdict as plain

ORDER = use("sequence.in_printed_order", order=["barrage/first", "movement/second", "draw/red", "rally"])


def in_turn() -> Table:
    return table(rules=only(ORDER, use("sequence.turns_by_one")))


@pytest.mark.parametrize(("phase", "side"), [("barrage", "red"), ("movement", "blue"), ("draw", "red"), ("rally", ""), ("?", "")])
def test_the_printed_order_says_whose_a_phase_is(phase: str, side: str) -> None:
    at = in_turn()
    assert active_in(remembering(at, **{"first player": "red"}), phase) == side


def test_nobody_is_active_while_the_first_player_is_not_known() -> None:
    assert active_in(in_turn(), "barrage") == ""
    assert active_in(in_turn(), "draw") == "red"


def test_a_turn_that_nobody_knew_may_be_any() -> None:
    at = in_turn()
    assert plain(at, Phase("rally", turn=5)).value == "illegal"
    assert plain(remembering(at, **{TURN_KNOWN.name: Unknown(named("turn"))}), Phase("rally", turn=5)).value == "legal"


def tanks(marks: frozenset[str] = frozenset(), morale: int | None = 4) -> Table:
    gun = unit("pak", "red", antitank=5, combat=3, morale=3, movement=4)
    tank = unit("tank", "blue", antitank=6, combat=4, morale=morale, movement=6, armour=1, traits="armoured")
    return table((gun, "1010"), (tank, Standing("1011", marks=marks)), phase=AT)


def test_a_fire_gives_the_result_of_the_table_with_what_is_added_to_the_die() -> None:
    assert results_of(tanks(), Fire(("pak",), "tank", AT, die=2)) == ("2",)


def test_a_choice_of_the_firer_gives_several_results_the_better_one_first() -> None:
    assert results_of(tanks(frozenset({"disrupted"})), Fire(("pak",), "tank", AT, die=4)) == ("2", "M")


def test_without_a_die_or_a_target_nobody_can_tell_the_result() -> None:
    assert results_of(tanks(), Fire(("pak",), "tank", AT)) == ()
    assert results_of(tanks(), Fire(("pak",), "nobody", AT, die=2)) == ()


def test_a_binding_says_what_the_game_gives_and_what_is_usual() -> None:
    bound = bind("check", "morale.checked", "6.62", purpose="nerve")
    assert (bound.value("purpose"), bound.takes("purpose"), bound.takes("marker")) == ("nerve", True, False)
    assert bind("rally", "morale.rallied", "7.66").value("marker") == "disrupted"


def test_a_marker_in_a_phase_in_which_nothing_happened_to_the_unit_has_no_reason() -> None:
    at = tanks()
    on = Mark("tank", "disrupted")
    assert verdict(at, on)[0].value == "undecided"  # the phase may have begun before anybody looked
    begun = at.after(at.state.adding(BEGUN, AT))
    assert verdict(begun, on)[0].value == "illegal"
    assert verdict(play(begun, Fire(("pak",), "tank", AT, result="M")), on)[0].value == "undecided"
