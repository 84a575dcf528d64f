"""Fire that nobody announced: who fired at whom shows in the checks and in what followed; else nobody is accused."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.engine.actions import Fire, Lose, Mark, Retreat, Roll
from adjudicator.engine.deeds import FIRED, FIRED_AT
from adjudicator.explain.inference.shots import Shots, Thrown, Volley, find
from adjudicator.explain.judging import DECISIVE
from adjudicator.explain.turns import play
from adjudicator.games import LoadedGame, load
from adjudicator.games.stated_facts import read_facts, telling

from ..histories import Log
from ..seelow import PHASES, actions, binding, faults, log, piece, played, seelow

TANKS, PANZER, OTHERS = "su-11t-20", "de-20pg-8-1", "de-20pg-8-2"
RIFLE, PANZERGRENADIERS = "su-47g-137", "de-20pg-76-1"
GUNS = "su-aag-32"
AT, SHELLS, MORALE = "Antitank fire 1d6", "Barrage 1d6", "Morale check 1d6"
FIRE, BARRAGE = "antitank fire", "barrage"


@cache
def unprinted() -> LoadedGame:
    """The game on a module that does not show our facts."""
    return load("seelow-kustrin", trust=DECISIVE)


def duel() -> Log:
    """A tank unit, and one that fires at it: on a 1 it checks with 2 more."""
    return log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")


def shelled() -> Log:
    """Panzergrenadiers in a village, guns, and who sees the one for the others."""
    return log(piece(GUNS, "2312"), piece(RIFLE, "2307"), piece(PANZERGRENADIERS, "2309"), phase="first barrage")


def ended(given: Log, phase: str) -> Log:
    """The log with the turn counter clicked on, and a step that needs the phase that it shows."""
    return given.step(turn=f"Turn 3: {PHASES[phase]}")


def test_a_failed_check_and_a_retreat_tell_who_was_fired_at() -> None:
    given = duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)).step(piece(TANKS, "2312", disrupted=True))
    assert actions(given) == [
        Fire((PANZER,), TANKS, FIRE, die=1, result="2"),
        Roll("morale", (3,), unit=TANKS),
        Retreat((TANKS,), "2312"),
        Mark(TANKS, "disrupted"),
    ]
    assert faults(given) == []


def test_the_reading_says_that_it_is_only_one() -> None:
    given = duel().step(roll=(AT, 1)).step(roll=(MORALE, 2))
    fire = next(each for each in played(given).played if isinstance(each.action, Fire))
    assert "nobody announced this antitank fire; it is read as that of I/8 Pz at 20/11 T" in fire.reading
    assert faults(given) == []


def test_who_failed_and_stays_is_found_when_the_phase_ends() -> None:
    given = ended(duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)), "first antitank fire")
    assert faults(given) == [(4, "illegal", "check-failed")]


def test_who_went_back_and_is_not_disrupted_is_found_when_the_phase_ends() -> None:
    given = duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)).step(piece(TANKS, "2312"))
    found = faults(ended(given, "first antitank fire"))
    assert {(step, verdict) for step, verdict, _ in found} == {(5, "illegal")}
    assert "check-failed" in {rule for _, _, rule in found}


def test_who_passed_whatever_was_fired_at_it_and_went_back_is_found() -> None:
    given = duel().step(roll=(AT, 1)).step(roll=(MORALE, 1)).step(piece(TANKS, "2312", disrupted=True))
    assert (4, "illegal", "retreat-length") in faults(given)


def test_the_marker_may_come_after_the_next_die() -> None:
    """The next fire is rolled for before the unit that went back is marked."""
    given = log(
        piece(TANKS, "2310"), piece(PANZER, "2309"), piece("su-11t-36", "2107"), piece(OTHERS, "2106"),
        phase="first defensive antitank fire",
    )  # fmt: skip
    given.step(roll=(AT, 1)).step(roll=(MORALE, 3)).step(piece(TANKS, "2312")).step(roll=(AT, 6))
    given.step(piece(TANKS, "2312", disrupted=True))
    assert [verdict for _, verdict, _ in faults(ended(given, "first antitank fire"))] == []


def test_fire_that_did_nothing_needs_no_trace() -> None:
    given = ended(duel().step(roll=(AT, 6)), "first antitank fire")
    assert [type(action) for action in actions(given)][:1] == [Fire]
    assert faults(given) == []


def test_a_die_without_anybody_near_to_fire_stays_a_question() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2305"), phase="first defensive antitank fire").step(roll=(AT, 1))
    assert [verdict for _, verdict, _ in faults(given)] == ["undecided"]


def test_where_values_are_not_known_nobody_is_accused() -> None:
    given = ended(duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)), "first antitank fire")
    found = play(unprinted(), binding(), given.history()).played
    verdicts = {ruled.verdict.value for each in found for ruled in each.judged.findings}
    assert "illegal" not in verdicts


# --- what counts as done


def test_who_alone_can_have_fired_has_fired() -> None:
    state = played(duel().step(roll=(AT, 1)).step(roll=(MORALE, 2))).end.state
    assert state.has(FIRED[FIRE], PANZER).yes
    assert state.has(FIRED_AT[FIRE], TANKS).yes


def test_who_only_may_have_fired_may_fire_again() -> None:
    """Either of two alike can have done it; the other target is announced."""
    given = log(
        piece(TANKS, "2310"), piece("su-11t-36", "2410"), piece(PANZER, "2309"), piece(OTHERS, "2309"),
        phase="first defensive antitank fire",
    )  # fmt: skip
    given.step(roll=(AT, 6)).step(chat="!fire 36/11 T with I/8 Pz and II/8 Pz").step(roll=(AT, 6))
    assert not [rule for _, _, rule in faults(given) if rule == "antitank-once"]


# --- barrage


def test_a_hex_in_which_somebody_failed_was_the_target_of_a_barrage() -> None:
    given = shelled().step(roll=(SHELLS, 6)).step(roll=(MORALE, 3)).step(piece(PANZERGRENADIERS, "2211", disrupted=True))
    fire, check, retreat, mark = actions(given)
    assert isinstance(fire, Fire)
    assert (fire.firers, fire.target, fire.kind) == ((GUNS,), "2309", BARRAGE)
    assert (check, mark) == (Roll("morale", (3,), unit=PANZERGRENADIERS), Mark(PANZERGRENADIERS, "disrupted"))
    assert isinstance(retreat, Retreat)
    assert faults(given) == []


def test_a_step_lost_instead_after_a_barrage_is_read_as_one() -> None:
    given = shelled().step(roll=(SHELLS, 6)).step(roll=(MORALE, 3)).step(piece(PANZERGRENADIERS, "2309", lost=1))
    kinds = [type(action) for action in actions(given)]
    assert kinds == [Fire, Lose, Roll] or kinds == [Fire, Roll, Lose]
    assert not [verdict for _, verdict, _ in faults(given) if verdict == "illegal"]


def test_a_marker_forgotten_after_a_barrage_is_found() -> None:
    given = shelled().step(roll=(SHELLS, 6)).step(roll=(MORALE, 3)).step(piece(PANZERGRENADIERS, "2211"))
    assert "check-failed" in {rule for _, verdict, rule in faults(ended(given, "first movement")) if verdict == "illegal"}


def test_a_check_that_somebody_named_tells_who_was_fired_at() -> None:
    given = log(
        piece(TANKS, "2310"), piece("su-11t-36", "2410"), piece(PANZER, "2309"), phase="first defensive antitank fire"
    )  # fmt: skip
    given.step(roll=(AT, 1)).step(chat="!morale 36/11 T").step(roll=(MORALE, 2))
    fire = next(action for action in actions(given) if isinstance(action, Fire))
    assert fire.target == "su-11t-36"
    assert faults(given) == []


def test_where_no_reading_is_right_only_those_have_fired_who_did_in_all_that_are_as_likely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both, one, other = (Fire(units, "2309", BARRAGE) for units in ((GUNS, "su-kag-32"), (GUNS,), ("su-kag-32",)))
    volleys = [Volley(fire, (1, 0), frozenset(fire.firers)) for fire in (both, one)]
    monkeypatch.setattr(Shots, "targets", (("soviet", "2309"),))
    monkeypatch.setattr(Shots, "volleys", lambda _: iter((*volleys, Volley(other, (2, 0), frozenset(other.firers)))))
    found = find(None, Thrown(1, BARRAGE, 3, at_hex=True))  # type: ignore[arg-type]
    assert found.fire == both
    assert found.sure == {GUNS}


# --- who held his fire


def fired_upon_by_two() -> Log:
    """On a 1 one of the two makes it check with 2 more; both together do worse."""
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), piece(OTHERS, "2309"), phase="first defensive antitank fire")
    return ended(given.step(roll=(AT, 1)).step(roll=(MORALE, 2)), "first antitank fire")


def told(given: Log, answer: str) -> list[tuple[int, str, str]]:
    stated = read_facts((), [answer], seelow())
    found = play(seelow(), binding(), given.history(), telling(stated, "played.vlog"))
    return [(each.step, ruled.verdict.value, ruled.rule) for each in found.played for ruled in each.judged.findings]


def test_what_is_legal_only_because_somebody_held_his_fire_for_nothing_is_asked() -> None:
    given = fired_upon_by_two()
    assert faults(given) == [(2, "undecided", "barrage-target")]
    assert told(given, "fire of step 2: I/8 Pz at 20/11 T") == []
    assert told(given, "fire of step 2: I/8 Pz, II/8 Pz at 20/11 T") == [(4, "illegal", "check-failed")]
