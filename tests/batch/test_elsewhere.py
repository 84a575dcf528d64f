"""`check` by worker processes says, byte for byte, what it says when one process does it all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.batch import elsewhere, pool
from adjudicator.batch.judge import Judge
from adjudicator.batch.row import DIED
from adjudicator.batch.unit import Reply, Task, given_up
from adjudicator.cli.options import workers
from adjudicator.exitcodes import ExitCode
from adjudicator.report.forms import FORMS, Form
from tests.batch.support import RG, SKIRMISH, Done, batch, bomb
from tests.support import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits as POSIX has them")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Legal, illegal and open ones of two games, with names that are there twice; two of no known game, damaged and hostile ones,
    one that is nowhere; one is given twice."""
    folder = tmp_path_factory.mktemp("many")
    for name, source in {
        "one/turn.vlog": RG / "turn1.vlog",
        "two/turn.vlog": RG / "turn1-too-far.vlog",
        "two/far.vlog": RG / "turn1-silent-too-far.vlog",
        "two/zone.vlog": ROOT / "logs" / "seelow-kustrin" / "turn1-zone.vlog",
        "two/start.vsav": RG / "turn1-too-far-corrected.vsav",
        "three/undo.vlog": SKIRMISH / "dishonest" / "undo.vlog",
        "three/blue.vlog": SKIRMISH / "blue-turn1.vlog",
        "three/skirmish.vmod": SKIRMISH / "skirmish.vmod",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(source, folder / name)
    (folder / "one" / "half.vlog").write_bytes((RG / "turn1.vlog").read_bytes()[:9000])
    (folder / "one" / "module.vmod").write_bytes(b"PK\3\4 no module at all")
    bomb(folder / "two" / "bomb.vlog")
    every = sorted(path for path in folder.rglob("*.v*") if path.suffix != ".vmod")
    return [*every, folder / "nowhere.vlog", every[0]]


KEPT: dict[str, Judge] = {}  # as a worker stays from file to file


class Here:
    """In place of a pool: the same tasks and replies, as bytes, in this process."""

    def __init__(self, choices: Mapping[str, Any], jobs: int) -> None:
        self._judge = KEPT.setdefault(repr(sorted(choices.items())), Judge(choices))

    def ordered(self, units: Iterable[Any], arrived: Callable[[Any, Reply], None]) -> Iterator[tuple[Any, Reply]]:
        for unit in units:
            data = msgspec.msgpack.encode(unit.task())
            yield unit, self.judge(msgspec.msgpack.decode(data, type=Task))

    def judge(self, task: Task) -> Reply:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(self._judge.judge(task)), type=Reply)

    def close(self) -> None:
        pass


class Failing(Here):
    """One on which a file does what it likes."""

    def judge(self, task: Task) -> Reply:
        return given_up(task.name, DIED) if task.label == "far.vlog" else super().judge(task)


def check(files: list[Path], home: Path, jobs: int, form: Form, *more: object) -> Done:
    return batch(*files, "--jobs", jobs, "--format", form, *more, home=home, name="check")


@pytest.mark.parametrize("form", FORMS)
def test_every_report_is_the_same(monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path, form: Form) -> None:
    same_by_workers(monkeypatch, files, tmp_path, form)


@pytest.mark.parametrize("module", ["three/skirmish.vmod", "one/module.vmod"])
def test_what_is_told_of_modules_is_told_once(
    monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path, module: str
) -> None:
    """Of the right one, and of one that is no module."""
    folder = files[0].parent.parent
    foreign = [path for path in files if path.parent.name == "three"]
    same_by_workers(monkeypatch, [*foreign, files[0]], tmp_path, "text", "-m", folder / module)


def same_by_workers(monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path, form: Form, *more: object) -> None:
    alone = check(files, tmp_path, 1, form, *more, "--ask", tmp_path / "alone.csv")
    monkeypatch.setattr(elsewhere, "Pool", Here)
    shared = check(files, tmp_path, 2, form, *more, "--ask", tmp_path / "shared.csv")
    assert alone.returncode == ExitCode.UNREADABLE
    assert shared.stdout == alone.stdout
    assert (shared.returncode, shared.stderr) == (alone.returncode, alone.stderr.replace("alone.csv", "shared.csv"))
    assert (tmp_path / "shared.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert str(files[0].parent.parent) not in shared.stdout


def test_processes_say_it_too(files: list[Path], tmp_path: Path) -> None:
    some = [each for each in files if each.name in ("turn.vlog", "undo.vlog", "half.vlog", "bomb.vlog")]
    alone = check(some, tmp_path, 1, "text", "-q")
    shared = check(some, tmp_path, 2, "text", "-q")
    assert (shared.returncode, shared.stdout, shared.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_a_file_that_ends_a_worker_is_a_problem_and_no_other_is_touched(
    monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path
) -> None:
    some = [each for each in files if each.name in ("turn.vlog", "far.vlog")]
    monkeypatch.setattr(elsewhere, "Pool", Failing)
    done = check(some, tmp_path, 2, "text")
    assert done.returncode == ExitCode.UNREADABLE
    assert f"far.vlog: {DIED}" in " ".join(done.stdout.split())
    assert "3 files: 1 legal, 1 with 1 illegal action, 1 could not be read or judged" in done.stdout


def test_wrong_choices_are_wrong_usage(monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path) -> None:
    refused = check(files[:2], tmp_path, 2, "text", "--ruling", "koenigsberg-rg/D26=never")
    alone = check(files[:2], tmp_path, 1, "text", "--ruling", "koenigsberg-rg/D26=never")
    assert refused.returncode == alone.returncode == ExitCode.USAGE
    assert refused.stderr == alone.stderr


def test_no_process_is_begun_for_a_few_files(monkeypatch: pytest.MonkeyPatch, files: list[Path], tmp_path: Path) -> None:
    monkeypatch.setattr(pool, "_COMMAND", ("/nowhere/at/all",))
    assert batch(files[1], files[-2], home=tmp_path, name="check").returncode == ExitCode.UNREADABLE
    assert workers(None, 5) == workers(1, 5_000) == workers(4, 1) == 0
    assert workers(None, 5_000) == (os.cpu_count() or 1)
    assert workers(4, 2) == 4


def test_an_audit_by_processes_finds_and_writes_the_same(tmp_path: Path) -> None:
    """Files that are compared with each other come from different processes: the same position must be the same for all."""
    corrected = (RG / "turn1-too-far.vlog", RG / "turn1-too-far-corrected.vsav")
    skirmish = sorted(path for path in SKIRMISH.rglob("*.v*") if path.suffix != ".vmod")
    made = {}
    for jobs in (1, 3):
        out = tmp_path / str(jobs)
        out.mkdir()
        writing = ("--record", out / "record.json", "--rolls", out / "rolls.csv", "--annotate", out / "notes")
        done = batch(*corrected, *skirmish, "nowhere.vlog", "--jobs", jobs, *writing, home=tmp_path, name="audit")
        written = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        made[jobs] = done.returncode, done.stdout, done.stderr.replace(str(out), ""), written
    assert "hand-over/" in made[1][1]
    assert "is the end of turn1-too-far.vlog with the corrections" in " ".join(made[1][1].split())
    assert len(made[1][3]) > len(skirmish)
    assert made[3] == made[1]
