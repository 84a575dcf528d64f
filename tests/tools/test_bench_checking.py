"""The log that the benchmark of `check` judges is as long as it says, and plays the same game."""

from __future__ import annotations

import pytest

from tools.bench.checking import talkative


@pytest.mark.parametrize(("steps", "wanted"), [(1_500, 2_000), (1_999, 2_000), (900, 2_000), (7, 0), (2_400, 2_000)])
def test_talk_fills_a_game_up_to_the_steps_wanted_and_leaves_its_steps_in_order(steps: int, wanted: int) -> None:
    played = [[f"step {number}"] for number in range(steps)]
    found = [list(step) for step in talkative(played, wanted)]
    assert [step for step in found if not step[0].startswith("CHAT")] == played
    assert len(found) == max(steps, min(wanted, 2 * steps))
