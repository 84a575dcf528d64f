"""What a command may be given: a pipe, zips as mail carries them, folders with such; and where it may write."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support import SKIRMISH

LOG = SKIRMISH / "red-turn1.vlog"
OTHER = SKIRMISH / "blue-turn1.vlog"


def run(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "adjudicator.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, input=given, env={**os.environ, "PYTHONUTF8": "1"}, check=False)


def mailed(folder: Path, **entries: Path) -> Path:
    path = folder / "mailed.zip"
    with zipfile.ZipFile(path, "w") as container:
        for name, source in entries.items():
            container.writestr(name.replace("_", "/").replace("X", "."), source.read_bytes())
    return path


@pytest.mark.parametrize("command", [("show",), ("replay",), ("roundtrip",), ("audit",), ("check",)])
def test_a_file_through_a_pipe_is_read_by_every_command(command: tuple[str, ...]) -> None:
    result = run(*command, "-", given=LOG.read_bytes())
    assert b"no such file" not in result.stderr + result.stdout
    assert result.returncode in (0, 3)  # check: no game is known for it
    assert b"stdin" in result.stdout


def test_fix_reads_a_pipe_too(tmp_path: Path) -> None:
    log = SKIRMISH.parent / "koenigsberg-rg" / "turn1-too-far.vlog"
    target = tmp_path / "corrected.vsav"
    result = run("fix", "-", "-o", target, given=log.read_bytes())
    assert result.returncode == 1
    assert target.is_file()


def test_logs_in_a_zip_are_read_alone_and_in_a_folder(tmp_path: Path) -> None:
    path = mailed(tmp_path, redXvlog=LOG, deep_blueXvlog=OTHER, __MACOSX_redXvlog=LOG)
    for given in (path, tmp_path):
        result = run("audit", given)
        assert b"Files       2 files" in result.stdout, result.stdout
        assert b"red.vlog" in result.stdout
        assert b"Could not be judged" not in result.stdout
    assert path.is_file()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mailed.zip"]


def test_a_command_about_one_file_names_those_in_a_zip(tmp_path: Path) -> None:
    result = run("replay", mailed(tmp_path, redXvlog=LOG, blueXvlog=OTHER))
    assert result.returncode == 2
    assert b"holds 2 saves and logs, and this is about one: red.vlog, blue.vlog" in result.stderr
    assert run("replay", mailed(tmp_path, redXvlog=LOG)).returncode == 0


def test_names_in_a_zip_lead_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "inner" / "mailed.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as container:
        container.writestr("../../evil.vlog", LOG.read_bytes())
        container.writestr("..\\..\\evil2.vlog", LOG.read_bytes())
    result = run("audit", path)
    assert b"Files       2 files" in result.stdout
    assert not list(tmp_path.glob("evil*"))
    assert not list(tmp_path.parent.glob("evil*"))


def test_a_zip_that_is_read_is_never_written_over(tmp_path: Path) -> None:
    log = SKIRMISH.parent / "koenigsberg-rg" / "turn1-too-far.vlog"
    path = mailed(tmp_path, turnXvlog=log)
    before = path.read_bytes()
    for arguments in (("audit", path, "-o", path), ("check", path, "-o", path), ("fix", path, "-o", path)):
        result = run(*arguments)
        assert result.returncode == 4, arguments
        assert b"inputs are never changed" in result.stderr
        assert path.read_bytes() == before


def test_a_zip_without_games_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pictures.zip"
    with zipfile.ZipFile(path, "w") as container:
        container.writestr("map.png", b"x")
    assert b"no saved game in it" in run("audit", path).stdout
    assert run("audit", tmp_path).returncode == 2  # nothing in the folder is meant


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no such name for the output")
def test_a_report_may_be_written_to_the_output_by_its_name(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("before\n")
    with report.open("ab") as stream:
        command = [sys.executable, "-m", "adjudicator.cli", "audit", str(LOG), "-q", "-o", "/dev/stdout"]
        subprocess.run(command, stdout=stream, check=False)
    said = report.read_text("utf-8")
    assert said.startswith("before\n")
    assert "Summary" in said
    assert Path("/dev/stdout").is_symlink()
