"""Rewritten logs judged by the public API: without habits nothing is found, and what is found is counted by habit."""

from __future__ import annotations

from tools.habits.judged import Tally, judge, nearest
from tools.habits.rates import rates_of

from .conftest import Played


def test_without_habits_nothing_is_found(played: Played) -> None:
    _, path, _ = played.rewritten(rates_of("none"), "none.vlog")
    checked, seconds = judge(path, played.game.module)
    assert checked.findings == ()
    assert len(checked.actions) > 10
    assert seconds > 0


def test_what_is_found_is_counted_by_the_habit_that_stands_nearest(played: Played) -> None:
    script, path, _ = played.rewritten(rates_of("threefold"), "threefold.vlog")
    checked, seconds = judge(path, played.game.module)
    tally = Tally()
    tally.count(script, checked, seconds)
    roots = [each for each in checked.findings if each.root]
    assert sum(tally.roots.values()) == len(roots)
    assert sum(count for found in tally.near.values() for count in found.values()) == len(roots)
    assert tally.actions == len(checked.actions)
    assert set(tally.near) <= {*tally.shown, "none near"}
    habit = next(each for each in script.done if each.step and each.deed.habits)
    assert nearest(script, habit.step or 0) == habit.deed.habits[-1]
