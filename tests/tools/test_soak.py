"""What a file leaves behind does not grow with the number of files: `python -m tools.bench.soak` shows it of ten thousand."""

from __future__ import annotations

from pathlib import Path

from tools.bench.soak import soaked


def test_files_are_dealt_with_one_after_the_other_and_leave_little_behind(tmp_path: Path) -> None:
    memory, soak = soaked(20, 7, tmp_path)
    assert sum(soak.became.values()) == 20
    assert len(memory) == 10
    assert memory[-1] < memory[1] + 60  # the rules of a game, and looks of counters, of which a limited number is kept
    assert {what.partition(":")[0] for what in soak.became} >= {"audit, whole", "audit, damaged", "roundtrip, whole"}
    assert not any("whole: refused" in what or "whole: different" in what for what in soak.became)
    assert list(tmp_path.glob("*.v*")) == []
