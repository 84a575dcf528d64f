"""At no stage of filling in a binding is a log with a violation called legal, nor anything illegal that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.foreign.making import Made
from tools.foreign.measure import Right, measured

from .conftest import SLUG, folder_of

LOG = Path(__file__).parents[2] / "logs" / SLUG / "turn1-zone.vlog"  # wrong at step 12 alone


def test_nothing_is_called_legal_and_nobody_accused_while_a_binding_grows(foreign: Callable[[str], Made], tmp_path: Path) -> None:
    made = foreign("flank")
    there = tmp_path / LOG.name
    made.transplant(LOG, there)
    right = {LOG.name: Right({12: frozenset({f"{SLUG}/zoc-stop"})})}
    stages = list(measured(folder_of(made), [there], right, tmp_path, ("nothing", "half"), ("nothing",)))
    stages += measured(folder_of(made), [there], right, tmp_path, ("all",), ("all",))
    assert [(stage.bound, stage.false, stage.passed) for stage in stages] == [
        (each, [], []) for each in ("nothing", "half", "all")
    ]
    assert [stage.found for stage in stages] == [0, 0, 1]
