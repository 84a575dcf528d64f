"""`--cluster`: a real scheduler with three worker processes, one of which is killed, comes to the same as this machine alone."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.batch import remote
from adjudicator.batch.cluster import Cluster
from adjudicator.batch.pool import BatchError, Pool
from adjudicator.batch.run import Run, Workers
from adjudicator.batch.running_reports import file_document, game_document
from adjudicator.batch.sources import found_in
from adjudicator.batch.unit import FileLimits, Reply, choices_of
from adjudicator.exitcodes import ExitCode
from adjudicator.library.shelf import HOME
from adjudicator.referee import Referee
from adjudicator.report.record import GameRecord
from tests.batch.support import RG, SKIRMISH, batch, bomb

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def scheduler(home: Path) -> Iterator[str]:
    distributed: Any = pytest.importorskip("distributed", reason="Dask (the extra `cluster`) is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME, str(home))
        with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            yield str(cluster.scheduler_address)


@pytest.fixture
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(home))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files") / "s"
    folder.mkdir()
    shutil.copy(RG / "turn1-too-far.vlog", folder / "0.vlog")
    for number in range(1, 12):
        name = "overstacked.vsav" if number % 3 else "turn1-too-far-corrected.vsav"  # positions: quickly judged
        shutil.copy(RG / name, folder / f"{number:02}.vsav")
    bomb(folder / "bomb.vlog")
    return folder


def told(files: Path, workers: Workers) -> list[dict[str, Any]]:
    every = Run(workers, choices_of(Referee())).with_games(found_in([files]))
    return [game_document(each) if isinstance(each, GameRecord) else file_document(each) for each in every]


class Killing(Cluster):
    """Kills one of the workers when the first result is there."""

    killed = 0

    def kept_open(self, units: Any, arrived: Any) -> Any:
        from distributed import Client

        if self.killed:  # the games, after the files
            return super().kept_open(units, arrived)
        with Client(self._address, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=60)  # the one killed before is being replaced
            pids = sorted(client.run(os.getpid).values())
        assert len(pids) == 3

        def first(item: Any, reply: Reply) -> None:
            if not self.killed:
                self.killed = pids[0]
                os.kill(pids[0], signal.SIGKILL)
            arrived(item, reply)

        return super().kept_open(units, first)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("shared", [False, True], ids=["sent", "shared"])
def test_three_workers_one_of_which_is_killed_find_the_same(scheduler: str, files: Path, shared: bool) -> None:
    choices = choices_of(Referee())
    workers = Killing(scheduler, choices, shared=shared)
    assert told(files, workers) == told(files, Pool(choices, 2))
    assert workers.killed


@pytest.mark.usefixtures("at_home")
def test_a_module_beside_the_files_must_be_seen_there_too(scheduler: str, tmp_path: Path) -> None:
    for name in ("red-turn1.vlog", "skirmish.vmod"):
        shutil.copy(SKIRMISH / name, tmp_path / name)
    choices = choices_of(Referee())
    with pytest.raises(BatchError, match="--shared"):
        told(tmp_path, Cluster(scheduler, choices))
    assert told(tmp_path, Cluster(scheduler, choices, shared=True)) == told(tmp_path, Pool(choices, 1))


@pytest.mark.usefixtures("at_home")
def test_a_worker_of_another_version_is_refused(scheduler: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.batch.run.program", lambda: "another")
    with pytest.raises(BatchError, match="another version"):
        told(files, Cluster(scheduler, choices_of(Referee())))


def test_the_command_judges_there(scheduler: str, files: Path, home: Path) -> None:
    arguments = (files / "01.vsav", files / "03.vsav", files / "bomb.vlog", "--format", "jsonl", "--no-memory")
    there = batch(*arguments, "--cluster", scheduler, home=home, check=ExitCode.UNREADABLE)
    assert there.stdout == batch(*arguments, home=home).stdout


@pytest.mark.usefixtures("at_home")
def test_a_file_that_kills_is_given_up_after_two_processes(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker of a cluster runs, without one."""
    import sys

    import msgspec

    from adjudicator.batch.row import DIED
    from adjudicator.batch.surroundings import Modules, choices_hash, program
    from adjudicator.batch.unit import Task, decoded

    bad = (sys.executable, "-m", "tests.batch.bad_worker")
    monkeypatch.setattr(remote, "Pool", lambda choices, jobs, limits: Pool(choices, jobs, limits, bad))
    choices = {"traces": str(tmp_path)}
    task = Task("crash", "", None, b"", ())
    order = remote.Order(choices, 60.0, 3000, task, program(), choices_hash(choices), Modules(()).beside(None))
    answer = msgspec.msgpack.decode(remote.judge_there(msgspec.msgpack.encode(order)), type=remote.Answered)
    assert answer.reply is not None
    assert decoded(answer.reply.record).problem == DIED
    assert len((tmp_path / "crash").read_text().split()) == 2
    remote._MINE.known.pool.close()


def test_without_dask_it_is_said_what_lacks(files: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    done = batch(files, "--cluster", "tcp://127.0.0.1:1", "--no-memory", home=home, check=ExitCode.USAGE)
    assert "pip install" in done.stderr
    assert FileLimits().seconds > 0
