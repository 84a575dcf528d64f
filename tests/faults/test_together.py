"""Several files of one command on a disk that fails at any moment, or a program that is ended: all of them, or none."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import Library
from adjudicator.referee import Referee
from tests.hostile.build import LOG
from tests.modulezips import extension_file, module_file
from vassal_bridge.errors import BridgeError, WriteError
from vassal_bridge.together import Outputs, all_or_none

SAMPLES = Path(__file__).parents[2] / "logs"
TOO_FAR = SAMPLES / "koenigsberg-rg" / "turn1-too-far.vlog"
SKIRMISH = SAMPLES / "skirmish" / "skirmish.vmod"
OLD = b"what stood here before"
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _Places:
    """Lets the n-th file that is put in its place, or that is written beside it, fail."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, operations: Sequence[str] = ("replace", "fsync", "link", "mkdir")
    ) -> None:
        self.count = 0
        self.failing = 0
        self.fault: BaseException = FULL
        self.after = False
        for name in operations:
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def operation(*values: Any, **options: Any) -> Any:
            self.count += 1
            if self.count != self.failing:
                return function(*values, **options)
            if self.after:
                function(*values, **options)
            raise self.fault

        return operation

    def fail(self, operation: int, fault: BaseException, after: bool) -> None:
        self.count, self.failing, self.fault, self.after = 0, operation, fault, after


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> _Places:
    return _Places(monkeypatch)


def _state(folder: Path) -> dict[str, bytes | None]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def _audit(out: Path) -> list[str]:
    more = ["--annotate", str(out / "copies"), "--record", str(out / "record.json"), "--rolls", str(out / "rolls.csv")]
    return ["audit", str(LOG), "-o", str(out / "report.txt"), "-q", *more]


def _fix(out: Path) -> list[str]:
    return ["fix", str(TOO_FAR), "-o", str(out / "new.vsav"), "--annotate", str(out / "judged.vlog")]


def _check(out: Path) -> list[str]:
    return ["check", str(LOG), "-q", "-o", str(out / "report.txt"), "--ask", str(out / "new.csv")]


def _survey(out: Path) -> list[str]:
    return ["survey", "koenigsberg-rg", str(SKIRMISH), "-o", str(out / "copies" / "survey")]


COMMANDS = {"audit": (_audit, 5), "fix": (_fix, 2), "check": (_check, 2), "survey": (_survey, 3)}


def _called(arguments: list[str]) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("fault", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_whatever_fails_all_files_appear_or_none(tmp_path: Path, places: _Places, fault: BaseException, after: bool) -> None:
    """What stood there before stands there again, and folders that were made are gone."""
    outcomes = set()
    for operation in range(1, 100):
        out = tmp_path / str(operation)
        out.mkdir()
        (out / "a").write_bytes(OLD)
        (out / "gone").write_bytes(OLD)
        before = _state(out)
        places.fail(operation, fault, after)
        try:
            with all_or_none([LOG]) as outputs:
                outputs.put(out / "a", b"1")
                outputs.folder(out / "new" / "deep")
                outputs.put(out / "new" / "deep" / "b", b"2")
                outputs.put(out / "c", b"3")
                outputs.remove(out / "gone")
        except (BridgeError, KeyboardInterrupt):
            ended = True
        else:
            ended = False
        places.failing = 0
        whole = {"a": b"1", "new": None, "new/deep": None, "new/deep/b": b"2", "c": b"3"}
        assert _state(out) in ((before, whole) if ended else (whole,)), f"operation {operation}"
        outcomes.add(_state(out) == whole)
        if places.count < operation:
            break
    assert outcomes == {True, False}
    assert operation > 15  # folders beside, flushing, second names, putting


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_writes_all_its_files_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Whichever of its files cannot be put in its place."""
    arguments, files = COMMANDS[command]
    judge = Referee.fix
    once = cache(lambda file, apply: judge(Referee(), file, apply))
    monkeypatch.setattr(Referee, "fix", lambda _, file, apply: once(file, apply))  # only the writing is tried again and again
    places = _Places(monkeypatch, ("replace",))
    for operation in range(1, 40):
        out = tmp_path / str(operation)
        out.mkdir()
        (out / "report.txt").write_bytes(OLD)
        before = _state(out)
        places.fail(operation, FULL, after=False)
        code = _called(arguments(out))
        if places.count < operation:
            break
        assert code == 4
        assert _state(out) == before, f"operation {operation}"
    assert code != 4
    assert len(_state(out).items() - before.items()) >= files
    assert operation > files


def test_a_module_comes_into_the_library_with_its_extensions_or_not_at_all(tmp_path: Path, places: _Places) -> None:
    source = module_file(tmp_path / "game.vmod")
    extension_file(tmp_path / "game_ext" / "more.vmdx")
    for operation in range(1, 100):
        library = Library(tmp_path / f"library{operation}")
        library.folder.mkdir(parents=True)
        places.fail(operation, FULL, after=False)
        try:
            added = library.add(source)
        except BridgeError:
            places.failing = 0
            assert library.modules() == ()
            assert {name for name in _state(library.folder) if name != ".lock"} == set(), f"operation {operation}"
        else:
            if places.count < operation:
                break
    assert added.extensions == ("more.vmdx",)
    assert operation > 6


def test_a_request_to_end_takes_back_what_was_put(tmp_path: Path) -> None:
    """Ended from outside, as a system that goes down does it, in the middle of putting the files in their places."""
    script = f"""
import os, pathlib, time
from vassal_bridge.together import all_or_none
real = os.replace
def slow(*names):
    real(*names)
    if names[0].name == 'a':
        print('put', flush=True)
        time.sleep(60)
with all_or_none() as outputs:
    for name in 'ab':
        outputs.put(pathlib.Path({str(tmp_path)!r}, name), b'new')
    os.replace = slow
"""
    (tmp_path / "a").write_bytes(OLD)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "put\n"
        assert (tmp_path / "a").read_bytes() == b"new"
        running.send_signal(signal.SIGTERM)
        assert running.wait(20) == 128 + signal.SIGTERM
    assert _state(tmp_path) == {"a": OLD}


def test_a_program_stopped_dead_while_it_writes_leaves_no_file_in_its_place(tmp_path: Path) -> None:
    script = f"""
import pathlib, time
from vassal_bridge.together import all_or_none
with all_or_none() as outputs:
    for name in 'abc':
        outputs.put(pathlib.Path({str(tmp_path)!r}, name), b'new')
    print('written', flush=True)
    time.sleep(60)
"""
    (tmp_path / "a").write_bytes(OLD)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "written\n"
        running.kill()
        running.wait(20)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == {"a": OLD}


def _write(*steps: Callable[[Outputs], object], inputs: Sequence[Path] = ()) -> None:
    with all_or_none(inputs) as outputs:
        for step in steps:
            step(outputs)


def _put(path: Path, data: bytes = b"new") -> Callable[[Outputs], object]:
    return lambda outputs: outputs.put(path, data)


def test_what_shall_go_stays_when_the_rest_fails(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.write_bytes(OLD)
    with pytest.raises(WriteError):
        _write(_put(tmp_path / "new"), lambda outputs: outputs.remove(gone), _put(tmp_path))
    assert _state(tmp_path) == {"gone": OLD}
    _write(_put(tmp_path / "new"), lambda outputs: outputs.remove(gone))
    assert _state(tmp_path) == {"new": b"new"}


def test_two_outputs_of_one_name_and_an_input_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "input"
    source.write_bytes(OLD)
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "there").symlink_to(tmp_path)
    with pytest.raises(WriteError, match="same name"):
        _write(_put(tmp_path / "a"), _put(tmp_path / "there" / "a"))
    for name in ("input", "link"):
        with pytest.raises(WriteError, match="input file"):
            _write(_put(tmp_path / name), inputs=[source])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["input", "link", "there"]


def test_a_disk_without_second_names_keeps_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "a").write_bytes(OLD)
    with pytest.raises(WriteError):  # somebody makes a folder of that name meanwhile
        _write(_put(tmp_path / "a"), _put(tmp_path / "c"), lambda _: (tmp_path / "c").mkdir())
    assert (tmp_path / "a").read_bytes() == OLD
    _write(_put(tmp_path / "a"))
    assert (tmp_path / "a").read_bytes() == b"new"
