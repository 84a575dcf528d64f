"""The command as a shell sees it: exit codes, one sentence for bad input, no traceback unless asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import __version__
from tests.support import SKIRMISH

GOOD = SKIRMISH / "start.vsav"


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adjudicator.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


def test_the_version_is_the_packages() -> None:
    result = run("--version")
    assert (result.returncode, result.stdout.strip()) == (0, f"adjudicate, version {__version__}")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_every_command_and_says_what_exit_codes_mean(flag: str) -> None:
    result = run(flag)
    assert result.returncode == 0
    for word in ("show", "roundtrip", "Exit codes", "undecided"):
        assert word in result.stdout


@pytest.mark.parametrize("arguments", [["nonsense"], ["show"], ["roundtrip"], ["--nonsense"]])
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["show", "roundtrip"])
def test_a_bad_file_is_one_sentence_and_exit_code_4(command: str, tmp_path: Path) -> None:
    broken = tmp_path / "turn5.vlog"
    broken.write_bytes(GOOD.read_bytes()[:2000])
    for path, said in ((broken, "the zip ends too early"), (tmp_path / "nowhere.vlog", "no such file"), (tmp_path, "folder")):
        result = run(command, path)
        assert result.returncode == 4
        assert said in result.stderr
        assert path.name in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
        assert result.stdout == ""


@pytest.mark.parametrize("command", ["show", "roundtrip"])
def test_debug_shows_where_an_error_arose(command: str, tmp_path: Path) -> None:
    result = run("--debug", command, tmp_path / "nowhere.vlog")
    assert result.returncode != 0
    assert "Traceback" in result.stderr


def test_one_bad_file_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    result = run("roundtrip", tmp_path / "nowhere.vlog", GOOD)
    assert result.returncode == 4
    assert "start.vsav: identical" in result.stdout
    assert "no such file" in result.stderr


def test_identical_files_are_exit_code_0_and_quiet_says_nothing_of_them() -> None:
    files = sorted(SKIRMISH.glob("*.v*"))
    assert run("roundtrip", *files).returncode == 0
    quiet = run("roundtrip", "--quiet", *files)
    assert (quiet.returncode, quiet.stdout) == (0, "")


def test_a_closed_pipe_is_no_error() -> None:
    script = f'"{sys.executable}" -m adjudicator.cli roundtrip {" ".join([str(GOOD)] * 50)} | head -1'
    result = subprocess.run(["bash", "-c", f"set -o pipefail; {script}"], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr
    assert result.stdout.startswith("start.vsav: identical")


def test_shells_can_complete_commands() -> None:
    result = run(_ADJUDICATE_COMPLETE="bash_source")
    assert "complete -o nosort" in result.stdout
    assert (
        run(_ADJUDICATE_COMPLETE="bash_complete", COMP_WORDS="adjudicate ro", COMP_CWORD="1").stdout.strip() == "plain,roundtrip"
    )
