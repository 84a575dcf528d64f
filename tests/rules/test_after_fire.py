"""What follows from fire: who may retreat, who loses steps, who may advance, by the rules that hold after any combat."""

from __future__ import annotations

from adjudicator.engine.actions import Advance, Attack, Fire, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Interval, exactly
from adjudicator.rules.combat import record
from adjudicator.rules.combat.aftermath import losses_due, ordered
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import needed

from .tables import bind, unit
from .tables_fire import AT, BARRAGE, RULES, play, table, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED

AFTER = (
    *RULES,
    bind("as-combat", "after_fire.as_a_combat", kinds=[AT, BARRAGE]),
    bind("must-retreat", "after_fire.by_check_or_morale", "6.63", kinds=[AT, BARRAGE]),
    bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred"),
    bind("retreat", "retreat.explained", "7.51"),
    bind("retreat-who", "retreat.of_that_combat", "7.57", others_of_the_hex=True),
    bind("advance-who", "advance.only_attackers", "7.76"),
    bind("advance-where", "advance.into_a_vacant_hex", "7.71"),
    bind("against-morale", "results.against_morale", "7.42"),
)
TO = Retreat(("tank",), "1013")


def tank(name: str = "tank") -> Unit:
    return unit(name, "blue", antitank=0, attack=0, combat=4, morale=4, movement=6, armour=1, traits="armoured")


def infantry(name: str, side: str) -> Unit:
    return unit(name, side, antitank=3, attack=0, combat=4, morale=4, movement=4, reduced={"combat": 2})


def shot(result: str | None = "M", kind: str = AT) -> Table:
    """Two gunners at 1010, of whom one fires at the tank of a stack at 1011, or at the hex."""
    at = table(
        (infantry("pak", "red"), "1010"),
        (infantry("idle", "red"), "1010"),
        (tank(), "1011"),
        (infantry("foot", "blue"), "1011"),
        rules=AFTER,
        phase=kind,
    )
    return play(at, Fire(("pak",), "tank" if kind == AT else "1011", kind, result=result))


def check(die: int, unit: str = "tank") -> Roll:
    return Roll("morale", (die,), None, unit)


def test_a_unit_retreats_when_it_failed_its_check_and_not_when_it_passed() -> None:
    assert verdict(play(shot(), check(5)), TO) == (LEGAL, {})
    assert verdict(play(shot(), check(4)), TO) == (ILLEGAL, {"retreat": frozenset()})
    assert verdict(shot("-"), TO) == (ILLEGAL, {"retreat": frozenset()})


def test_a_retreat_whose_check_nobody_saw_is_open() -> None:
    assert verdict(shot(), TO) == (UNDECIDED, {"retreat": frozenset({"morale check of tank"})})


def test_a_retreat_after_fire_goes_two_hexes() -> None:
    failed = play(shot(), check(5))
    assert verdict(failed, Retreat(("tank",), "1012"))[0] is ILLEGAL
    assert ordered(failed, record_of(failed), "tank").length == exactly(2)


def record_of(at: Table) -> record.Combat:
    found = record.last(at)
    assert found is not None
    return found


def test_those_beside_it_may_go_along() -> None:
    assert verdict(play(shot(), check(5)), Retreat(("tank", "foot"), "1013")) == (LEGAL, {})


def test_an_earlier_combat_elsewhere_does_not_make_the_retreat_illegal() -> None:
    before = table(
        (infantry("pak", "red"), "1010"),
        (tank(), "1011"),
        (infantry("r", "red"), "0506"),
        (infantry("far", "blue"), "0505"),
        rules=AFTER,
    )
    after = play(before, Attack(("r",), "0505", result="1"), Fire(("pak",), "tank", AT, result="M"), check(5))
    assert verdict(after, TO) == (LEGAL, {})


def test_only_those_who_fired_advance_and_only_into_a_vacant_hex() -> None:
    hit = shot("E")
    empty = hit.after(hit.state.with_standing("tank", None).with_standing("foot", None))
    assert verdict(empty, Advance(("pak",), "1011")) == (LEGAL, {})
    assert verdict(empty, Advance(("idle",), "1011")) == (ILLEGAL, {"advance-who": frozenset()})
    tankless = hit.after(hit.state.with_standing("tank", None))
    assert verdict(tankless, Advance(("pak",), "1011")) == (ILLEGAL, {"advance-where": frozenset()})


def test_the_steps_that_a_result_takes_are_due_from_those_it_affects() -> None:
    assert losses_due(shot("E"), record_of(shot("E")), "defender").number == exactly(1)  # the tank, not the infantry
    soft = shot("E", BARRAGE)
    assert losses_due(soft, record_of(soft), "defender").number == exactly(2)  # the infantry, not the tank
    grey = shot("2+", BARRAGE)
    assert losses_due(grey, record_of(grey), "defender").number == exactly(1)
    unknown = shot(None, BARRAGE)
    assert losses_due(unknown, record_of(unknown), "defender").number.low == 0


def test_after_a_combat_the_number_is_held_against_morale() -> None:
    at = table((infantry("r", "red"), "1010"), (infantry("b", "blue"), Standing("1011")), rules=AFTER)
    for result, length in (("4", 0), ("5", 2)):
        fought = play(at, Attack(("r",), "1011", result=result))
        assert ordered(fought, record_of(fought), "b").length == exactly(length)


def test_who_fired_and_who_was_not_hit_has_no_retreat_to_make() -> None:
    failed = play(shot(), check(5))
    for unaffected in ("pak", "foot"):
        assert ordered(failed, record_of(failed), unaffected).length == exactly(0)
    open_ = ordered(shot(None), record_of(shot(None)), "tank").length
    assert open_ == Interval(0, 2, needed("morale check of tank"))
