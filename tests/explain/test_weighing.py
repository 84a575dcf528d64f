"""Which of two ways of taking some steps leaves less wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest

from adjudicator.engine.actions import Roll
from adjudicator.explain.board import Played
from adjudicator.explain.turns import play
from adjudicator.explain.weighing import NEVER, STILL, Outcome, Score, first_wrong, idle_dice, only_follows, that_follows
from adjudicator.games import load
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .inference.test_shots import AT, MORALE, RIFLE, duel, ended
from .seelow import log, piece, played

THE_FAULT, MOVED = 4, 2  # the steps of them in the logs below


def outcome(score: Score, *roots: int) -> Outcome:
    found = Outcome(score)
    found.__dict__["roots"] = frozenset(roots)  # as if they had been traced
    return found


def test_a_fault_is_not_exchanged_for_another_of_which_less_follows() -> None:
    plain = outcome((5, 2, 0, 0, 0), 6)
    assert not outcome((1, 0, 0, 1, 0), 3).betters(plain)
    assert outcome((1, 0, 0, 1, 0), 6).betters(plain)
    assert outcome((0, 2, 0, 1, 0)).betters(plain)
    assert outcome((1, 0, 0, 1, 0), 3).betters(outcome((5, 2, 0, 0, 0), 6, 9))


def test_a_fault_less_is_better_though_what_followed_from_it_stays() -> None:
    plain, less = stacked(), [each for each in stacked() if each.step != MOVED]
    assert Outcome((2, 0, 0, 2, 0), less).roots.isdisjoint(Outcome((3, 0, 0, 0, 0), plain).roots)
    assert Outcome((2, 0, 0, 2, 0), less).betters(Outcome((3, 0, 0, 0, 0), plain))


def test_nothing_is_explained_by_leaving_out_what_was_said_or_thrown() -> None:
    plain = outcome((1, 0, 0, 0, 0), 6)
    assert not outcome((0, 0, 1, 0, 0)).betters(plain)
    assert not outcome((0, 0, 0, 0, 1)).betters(plain)


def test_who_is_taciturn_may_throw_dice_of_which_he_does_not_say_what_for() -> None:
    """But what is said counts."""
    plain = outcome((1, 0, 0, 0, 0), 6)
    assert outcome((0, 0, 0, 0, 1)).betters(plain, taciturn=True)
    assert not outcome((0, 0, 1, 0, 0)).betters(plain, taciturn=True)


def test_what_was_looked_into_before_is_not_wrong_first() -> None:
    given = ended(duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)), "first antitank fire")
    actions = played(given).played
    assert first_wrong(actions, frozenset()) == first_wrong(actions, frozenset(), illegal=True) == THE_FAULT
    assert first_wrong(actions, frozenset((THE_FAULT,))) == NEVER


def test_a_way_in_which_all_is_well_for_longer_comes_first() -> None:
    given = ended(duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)), "first antitank fire")
    actions = played(given).played
    wrong, right = Outcome((1, 0, 0, 0, 0), actions), Outcome((3, 0, 0, 0, 0), ())
    assert min((wrong, right), key=lambda each: each.rank) is right


def test_a_die_by_the_button_for_anything_may_be_for_nothing() -> None:
    """One by a button that says what for was for that."""
    log = Log().step(roll=("Any", 3)).step(roll=("Combat", 4))
    binding = BINDING.model_copy(update={"dice": {"Any": "other", "Combat": "combat"}})
    scene = SimpleNamespace(events=log.history().events, binding=binding, played=[idle(1)])
    assert idle_dice(scene, 0) == 0  # type: ignore[arg-type]
    scene.played = [idle(1), idle(2)]
    assert idle_dice(scene, 0) == 1  # type: ignore[arg-type]


def idle(step: int) -> SimpleNamespace:
    return SimpleNamespace(step=step, action=Roll("other", (1,)))


def stacked() -> list[Played]:
    """A unit goes onto another one, and stays there until the phase is over and the next one."""
    given = log(piece(RIFLE, "2507"), piece("su-47g-140", "2607"), phase="first movement").step(piece(RIFLE, "2607"))
    return list(played(ended(ended(given, "first antitank fire"), "first combat")).played)


def test_what_only_follows_is_no_conflict_of_its_own() -> None:
    actions = stacked()
    assert not only_follows(actions, 0)
    assert [each.judged.verdict for each in actions[1:]] == [Verdict.ILLEGAL] * 3
    assert only_follows(actions, 2)
    follows, known = that_follows(actions, 2), frozenset((MOVED,))
    assert first_wrong(actions, known) < first_wrong(actions, known, follows) == NEVER
    assert that_follows(actions, 0) == frozenset()


def owing(talk: int) -> Sequence[Played]:
    """A combat whose result nobody carries out, though two chits are drawn after it and much is said between them."""
    chits = [counter(f"chit-su-{army}", "Cup") for army in ("3a", "48a", "28a")]
    leaders = counter("su-hq-3a", "0817"), counter("su-hq-48a", "0904"), counter("su-hq-28a", "1040")
    given = Log(*chits, *leaders, counter("de-56", "1011"), counter("de-14", "1010"), counter("su-70a-96", "0910"))
    given.step(counter("chit-su-3a", "drawn")).step(chat="!attack 0910 with 56, 14 on 1-1").step(roll=("Combat", 1))
    given.step(counter("chit-su-48a", "drawn"))
    for line in range(talk):
        given.step(chat=f"and so on, {line}")
    given.step(counter("chit-su-28a", "drawn"))
    history = replace(given.history(), opening="Turn 3, Combat")
    return play(load("koenigsberg-rg"), BINDING, history).played


@pytest.mark.parametrize(("talk", "alone"), [(STILL - 2, False), (STILL, True)])
def test_what_is_owed_still_may_yet_be_carried_out(talk: int, alone: bool) -> None:
    actions = owing(talk)
    last = next(at for at, each in enumerate(actions) if each.step == actions[-1].step)
    assert actions[last].judged.verdict is Verdict.ILLEGAL
    assert only_follows(actions, last) is alone


def test_a_move_that_is_wrong_in_its_own_phase_is_so_whatever_was_thrown() -> None:
    assert Outcome((1, 0, 0, 0, 0), stacked()).first_by_itself == MOVED
    shot = played(ended(duel().step(roll=(AT, 1)).step(roll=(MORALE, 3)), "first antitank fire")).played
    assert Outcome((1, 0, 0, 0, 0), shot).first_by_itself == NEVER


def test_no_way_is_better_that_leaves_out_for_whom_somebody_said_he_rolls() -> None:
    plain = Outcome((1, 0, 0, 0, 0))
    assert Outcome((0, 0, 0, 4, 0)).betters(plain)
    assert not Outcome((0, 0, 0, 4, 0), unheeded=1).betters(plain)


def test_what_is_wrong_in_any_case_before_the_stretch_speaks_against_no_way_that_begins_before_it() -> None:
    """Else all that a phase brought is not taken for results carried out at its end because of a question asked early in it."""
    wrong = stacked()[1:2]
    assert Outcome((1, 0, 1, 2, 0)).beside(wrong).score == (0, 0, 1, 2, 0)
    assert Outcome((0, 0, 0, 2, 0)).beside(wrong).score == (0, 0, 0, 2, 0)
    assert Outcome((1, 1, 0, 0, 0)).beside(()).score == (1, 1, 0, 0, 0)
