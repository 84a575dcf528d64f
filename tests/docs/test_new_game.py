"""From a copy of the template to a judged log of the new game's own module, in the commands that the page gives."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.support import ROOT
from vassal_bridge import read_saved
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step
from vassal_bridge.write import write_saved

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8").partition("## 9.")[2]
FOOT, HORSE, STACK = "1735689600002", "1735689600001", "1735689600005"


def _played(folder: Path) -> None:
    """The Foot goes to 0202, the Horse to 0402, as VASSAL would write it; nobody plays VASSAL here."""
    with zipfile.ZipFile(folder / "my-game.vmod") as module:
        module.extract("set-up-raid.vsav", folder)
    save = read_saved(folder / "set-up-raid.vsav")
    moves = [
        f"M/{FOOT}/Main Map/164/208/null/Main Map/95/168/{STACK}/raider",
        f"M/{HORSE}/Main Map/302/208/null/Main Map/95/168/{STACK}/raider",
    ]
    write_saved(save.with_entries((*save.entries, *(step([parse_command(move)]) for move in moves))), folder / "turn1.vlog")


def _say(capsys: pytest.CaptureFixture[str], line: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(line.split()[1:])
    said = capsys.readouterr()
    assert ended.value.code in (0, 1), said.err
    return said.out


def test_a_copy_of_the_template_becomes_a_game_whose_logs_are_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = tmp_path / "modules" / "my-game"
    shutil.copytree(ROOT / "modules" / "_template", game)
    about = game / "game.toml"
    about.write_text(about.read_text("utf-8").replace('slug = "_template"', 'slug = "my-game"'), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME, str(tmp_path / "library"))
    commands = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    build, survey, copy, check = commands
    _say(capsys, build)
    assert "4 units bound, 0 pieces doubtful" in _say(capsys, survey)
    _, drafted, target = copy.split()
    shutil.copy(drafted, target)
    _played(tmp_path)
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert _say(capsys, check).strip() == shown.strip()
