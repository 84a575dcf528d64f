"""`adjudicate watch`: what arrives is judged once, when it is whole; a restart judges nothing twice and leaves nothing out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.batch.memory import ResultMemory
from adjudicator.batch.run import Run
from adjudicator.batch.unit import Reply
from adjudicator.batch.watch import Watcher, said
from adjudicator.exitcodes import ExitCode
from tests.batch.quick_run import QuickWorkers
from tests.batch.support import RG, batch


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Counting(QuickWorkers):
    """Counts what it is asked to judge."""

    judged = 0

    def kept_open(self, units: Iterable[Any], arrived: Callable[[Any, Reply], None]) -> Iterator[tuple[Any, Reply]]:
        def counted() -> Iterator[Any]:
            for each in units:
                self.judged += each.known is None
                yield each

        return super().kept_open(counted(), arrived)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[ResultMemory]:
    with ResultMemory(tmp_path / "home" / "memory.sqlite") as memory:
        yield memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mail"
    folder.mkdir()
    return folder


def watcher(folder: Path, memory: ResultMemory, workers: Counting, clock: Clock, hook: tuple[str, ...] = ()) -> Watcher:
    return Watcher(folder, memory, lambda: Run(workers, {}, memory), "text", hook, 2.0, clock)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_judged_when_it_does_not_grow_any_more(folder: Path, memory: ResultMemory) -> None:
    clock, workers = Clock(), Counting()
    watching = watcher(folder, memory, workers, clock)
    file = folder / "turn.vlog"
    for size in (10, 20, 30):
        file.write_bytes(b"x" * size)
        clock.now += 1.5
        assert list(watching.round()) == []
        assert watching.waits
    clock.now += 1.5
    assert list(watching.round()) == []
    clock.now += 0.6
    (done,) = watching.round()
    assert said(done) == "mail/turn.vlog: illegal (turn.vlog.verdict.txt)"
    assert "turn.vlog is wrong" in (folder / "turn.vlog.verdict.txt").read_text("utf-8")
    clock.now += 9
    assert list(watching.round()) == []
    assert not watching.waits
    assert workers.judged == 1


def test_a_restart_judges_nothing_twice(folder: Path, memory: ResultMemory) -> None:
    clock, workers = Clock(), Counting()
    (folder / "turn.vlog").write_bytes(b"one")
    for _ in range(3):
        watching = watcher(folder, memory, workers, clock)
        list(watching.round())
        clock.now += 5
        list(watching.round())
        assert workers.judged == 1
    (folder / "turn.vlog").write_bytes(b"another")
    list(watching.round())
    clock.now += 5
    assert len(list(watching.round())) == 1
    assert workers.judged == 2
    assert names(folder) == ["turn.vlog", "turn.vlog.verdict.txt"]


def test_ended_between_verdict_and_report_the_next_one_writes_it_without_judging(
    folder: Path, memory: ResultMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, workers = Clock(), Counting()
    (folder / "turn.vlog").write_bytes(b"one")
    watching = watcher(folder, memory, workers, clock)
    list(watching.round())
    clock.now += 5
    with monkeypatch.context() as patch:
        patch.setattr("adjudicator.batch.watch.write_bytes", _ended)
        with pytest.raises(KeyboardInterrupt):
            list(watching.round())
    assert (names(folder), workers.judged) == (["turn.vlog"], 1)
    watching = watcher(folder, memory, workers, clock)
    list(watching.round())
    clock.now += 5
    assert len(list(watching.round())) == 1
    assert (names(folder), workers.judged) == (["turn.vlog", "turn.vlog.verdict.txt"], 1)


def _ended(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_report_that_cannot_be_written_stops_no_other_and_is_tried_again(
    folder: Path, memory: ResultMemory, tmp_path: Path
) -> None:
    """A folder lies where it would be; it is the same for a full disk and for a folder that nobody may write into."""
    clock, workers = Clock(), Counting()
    for name in ("a.vlog", "b.vlog"):
        (folder / name).write_bytes(name.encode())
    (folder / "a.vlog.verdict.txt").mkdir()
    hook = (sys.executable, "-c", f"import sys; open({str(tmp_path / 'called')!r}, 'a').write(sys.argv[1])")
    watching = watcher(folder, memory, workers, clock, hook)
    list(watching.round())
    clock.now += 5
    first, second = watching.round()
    assert not first.written
    assert "its report cannot be written: " in said(first)
    assert second.written
    assert (folder / "b.vlog.verdict.txt").is_file()
    assert (tmp_path / "called").read_text().endswith("b.vlog")
    assert "a.vlog" not in (tmp_path / "called").read_text(), "there is no report that the hook could be told of"
    assert list(watching.round()) == [], "not every two seconds"
    (folder / "a.vlog.verdict.txt").rmdir()
    watching = watcher(folder, memory, workers, clock)
    list(watching.round())
    clock.now += 5
    (again,) = watching.round()
    assert (again.label, again.written) == (first.label, True)
    assert workers.judged == 2


def test_the_hook_gets_file_report_and_verdict_and_no_shell_sees_them(folder: Path, memory: ResultMemory, tmp_path: Path) -> None:
    clock = Clock()
    trace = tmp_path / "trace"
    script = f"import sys; open({str(trace)!r}, 'a').write(repr(sys.argv[1:]))"
    name = "turn $(touch pwned); rm -rf x.vlog"
    (folder / name).write_bytes(b"one")
    watching = watcher(folder, memory, Counting(), clock, (sys.executable, "-c", script))
    list(watching.round())
    clock.now += 5
    (done,) = watching.round()
    assert done.failed == ""
    assert trace.read_text() == repr([str(folder / name), str(folder / f"{name}.verdict.txt"), "illegal"])


@pytest.mark.parametrize(
    ("hook", "why"), [(("/nowhere/at/all",), "cannot be run"), ((sys.executable, "-c", "exit(3)"), "ended with 3")]
)
def test_a_hook_that_fails_is_told_and_ends_nothing(folder: Path, memory: ResultMemory, hook: tuple[str, ...], why: str) -> None:
    clock = Clock()
    (folder / "turn.vlog").write_bytes(b"one")
    watching = watcher(folder, memory, Counting(), clock, hook)
    list(watching.round())
    clock.now += 5
    (done,) = watching.round()
    assert why in said(done)


def test_the_command_deals_with_what_is_there(folder: Path, tmp_path: Path) -> None:
    shutil.copy(RG / "turn1-too-far.vlog", folder / "turn1.vlog")
    arguments = (folder, "--once", "--settle", "0.1", "--every", "0.1", "--format", "html")
    done = batch(*arguments, home=tmp_path, name="watch", check=ExitCode.OK)
    assert done.stdout == "mail/turn1.vlog: illegal (turn1.vlog.verdict.html)\n"
    assert "Not legal" in (folder / "turn1.vlog.verdict.html").read_text("utf-8")
    assert batch(*arguments, home=tmp_path, name="watch", check=ExitCode.OK).stdout == ""
