"""`adjudicate module` as a player uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME, default_library
from tests.modulezips import extension_file, module_file
from tests.support import SKIRMISH

MODULE = SKIRMISH / "skirmish.vmod"


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["module", *map(str, arguments)])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_a_module_is_added_listed_and_removed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "list") == (0, "no modules yet; add one by: adjudicate module add FILE\n", "")
    assert run(capsys, "add", MODULE) == (0, "Skirmish 1.0: added\n", "")
    assert run(capsys, "add", MODULE) == (0, "Skirmish 1.0: already there\n", "")
    code, said, _ = run(capsys, "list")
    assert code == 0
    assert said.split() == ["Skirmish", "1.0", f"{round(MODULE.stat().st_size / 1000)}", "kB"]
    assert run(capsys, "remove", "Skirmish", "1.0") == (0, "Skirmish 1.0: removed\n", "")
    assert default_library().modules() == ()
    assert MODULE.exists()


def test_the_list_is_a_table_with_the_latest_version_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for version in ("1.9", "1.10"):
        run(capsys, "add", module_file(tmp_path / f"{version}.vmod", name="A longer name", version=version))
    run(capsys, "add", MODULE)
    lines = run(capsys, "list")[1].splitlines()
    assert [line[:21].rstrip() for line in lines] == ["A longer name  1.10", "A longer name  1.9", "Skirmish       1.0"]


def test_extensions_are_told_and_what_is_wrong_with_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = module_file(tmp_path / "a.vmod")
    extension_file(tmp_path / "a_ext" / "more.vmdx")
    (tmp_path / "a_ext" / "cut.vmdx").write_bytes(b"PK\x03\x04")
    code, said, _ = run(capsys, "add", source)
    assert code == 0
    assert said.splitlines()[:2] == ["Made up 1: added", "  with 1 extension: more.vmdx"]
    assert "cut.vmdx is left out" in said


def test_one_bad_file_does_not_keep_the_others_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said, wrong = run(capsys, "add", tmp_path / "nowhere.vmod", SKIRMISH / "start.vsav", MODULE)
    assert code == 4
    assert said == "Skirmish 1.0: added\n"
    assert len(wrong.splitlines()) == 2
    assert "nowhere.vmod: no such file" in wrong


def test_a_module_whose_file_is_gone_is_listed_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "add", MODULE)
    (kept,) = default_library().modules()
    default_library().path(kept).unlink()
    code, said, _ = run(capsys, "list")
    assert (code, said) == (4, "Skirmish  1.0  its file is gone; add it again\n")
    assert run(capsys, "add", MODULE)[1] == "Skirmish 1.0: added again\n"


def test_a_damaged_list_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    folder = default_library().folder
    folder.mkdir(parents=True)
    (folder / "index.json").write_text("{")
    for arguments in (("list",), ("add", MODULE), ("remove", "Skirmish")):
        code, said, wrong = run(capsys, *arguments)
        assert (code, said) == (4, "")
        assert len(wrong.splitlines()) == 1
        assert str(folder / "index.json") in wrong


@pytest.mark.parametrize(
    "arguments", [("add",), ("remove",), ("remove", "Nowhere"), ("remove", "Skirmish", "7"), ("list", "more"), ("mislay",)]
)
def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    run(capsys, "add", MODULE)
    code, _, wrong = run(capsys, *arguments)
    assert code == 2
    assert "Error: " in wrong
    assert len(default_library().modules()) == 1


def test_a_hostile_name_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "add", module_file(tmp_path / "a.vmod", name="A\n\u202eB", version="\u009b2J"))
    for line in run(capsys, "list")[1].splitlines():
        assert all(mark.isprintable() for mark in line)
