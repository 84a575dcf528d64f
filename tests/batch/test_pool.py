"""Workers that die, hang, grow or fail cost one file each, and the rest is told in its order."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.batch.pool import BatchError, Pool
from adjudicator.batch.row import DIED, TOO_LONG
from adjudicator.batch.unit import FileLimits, Reply, Task, decoded, encoded
from adjudicator.batch.worker import OUT_OF_MEMORY
from adjudicator.report.record import Record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals as POSIX has them")
BAD = (sys.executable, "-m", "tests.batch.bad_worker")


@dataclass(frozen=True)
class Named:
    name: str
    known: Reply | None = None

    def task(self) -> Task:
        return Task(self.name, "", None, b"", ())


def judged(
    names: list[str | Named], traces: Path, jobs: int = 2, seconds: float = 60.0, command: tuple[str, ...] = BAD
) -> tuple[dict[str, Record], list[str]]:
    """By name in the order in which they were told; and the names as workers were done with them."""
    arrived: list[str] = []
    pool = Pool({"traces": str(traces)}, jobs, FileLimits(seconds, 3000), command)
    units = (each if isinstance(each, Named) else Named(each) for each in names)
    told = {unit.name: decoded(reply.record) for unit, reply in pool.ordered(units, lambda unit, _: arrived.append(unit.name))}
    assert pool._workers == []
    return told, arrived


def tries(traces: Path, name: str) -> int:
    return len(set((traces / name).read_text().split()))


def test_what_goes_wrong_costs_its_own_file_and_no_other(tmp_path: Path) -> None:
    names: list[str | Named] = ["good-1", "crash", "good-2", "hungry", "fault", "good-3", "once", "good-4"]
    told, arrived = judged(names, tmp_path)
    assert list(told) == names
    assert sorted(arrived) == sorted(map(str, names))
    assert [name for name, record in told.items() if record.outcome == "judged"] == [
        "good-1",
        "good-2",
        "good-3",
        "once",
        "good-4",
    ]
    assert told["crash"].problem == DIED
    assert told["hungry"].problem == OUT_OF_MEMORY
    assert told["fault"].problem == "the program fails on it (ValueError); please report that"
    assert {name: tries(tmp_path, name) for name in ("crash", "once", "hungry", "good-1")} == {
        "crash": 2,
        "once": 2,
        "hungry": 2,
        "good-1": 1,
    }


def test_what_takes_too_long_is_ended_and_not_tried_again(tmp_path: Path) -> None:
    told, _ = judged(["hang", "good-1", "good-2"], tmp_path, jobs=1, seconds=1.0)
    assert told["hang"].problem == TOO_LONG
    assert tries(tmp_path, "hang") == 1
    assert {told["good-1"].outcome, told["good-2"].outcome} == {"judged"}


def test_what_is_known_needs_no_worker(tmp_path: Path) -> None:
    known = Reply(encoded(Record("k", "judged")), {})
    names: list[str | Named] = [Named(f"known-{number}", known) for number in range(500)]
    told, arrived = judged(names, tmp_path, command=("/nowhere/at/all",))
    assert (len(told), arrived) == (500, [])


def test_a_slow_file_holds_up_what_is_told_but_not_what_is_judged(tmp_path: Path) -> None:
    told, arrived = judged(["slow", *(f"good-{number}" for number in range(6))], tmp_path)
    assert next(iter(told)) == "slow"
    assert set(arrived) == set(told)


def test_wrong_choices_end_it_all(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="no such game"):
        judged(["good-1", "wrong"], tmp_path, jobs=1)


def test_workers_that_do_not_start_are_no_fault_of_the_files(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="cannot start"):
        judged(["good-1"], tmp_path, command=(sys.executable, "-c", "raise SystemExit(3)"))


def test_nothing_of_the_working_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody stands in a folder of attachments."""
    (tmp_path / "msgspec.py").write_text("raise SystemExit(3)")
    (tmp_path / "a.vlog").write_bytes(b"nothing of the kind")
    monkeypatch.chdir(tmp_path)
    pool = Pool({}, 1)
    ((_, reply),) = pool.ordered([Lying(tmp_path / "a.vlog")], lambda unit, reply: None)
    assert decoded(reply.record).outcome == "unread"


@dataclass(frozen=True)
class Lying:
    path: Path
    known: None = None

    def task(self) -> Task:
        return Task(self.path.name, "", str(self.path), b"", ())
