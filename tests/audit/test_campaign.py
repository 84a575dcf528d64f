"""A small campaign of the same make as the large one that `python -m tools.campaign` measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.model import Handover
from tools.campaign import audited, campaign, mistakes


@pytest.mark.parametrize("seed", range(3))
def test_the_planted_faults_and_the_fork_are_found_and_nothing_else(tmp_path: Path, seed: int) -> None:
    made = campaign(tmp_path, logs=6, steps=60, pieces=120, seed=seed)
    assert (len(made.faults), len(made.fork)) == (3, 2)
    report = audited(made)
    assert mistakes(made, report) == []
    imperfect = {one.later: one.differences for one in report.hand_overs if one.link is Handover.IMPERFECT}
    assert imperfect == {name: len(pieces) for name, pieces in made.faults.items()}


def test_a_missed_fault_would_be_noticed(tmp_path: Path) -> None:
    """The judge itself is judged: told of a fault that is not there, it complains."""
    made = campaign(tmp_path, logs=4, steps=60, pieces=120)
    report = audited(made)
    assert mistakes(made, report) == []
    honest = next(path.name for path in made.paths if path.name not in made.faults)
    assert mistakes(type(made)(made.paths, {**made.faults, honest: frozenset({"1 Inf"})}, made.fork), report)
    assert mistakes(type(made)(made.paths, {}, made.fork), report)
    assert mistakes(type(made)(made.paths, made.faults, frozenset({honest})), report)
