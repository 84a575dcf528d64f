"""What somebody is told who types an option that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli import main
from tests.support import SKIRMISH


@pytest.mark.parametrize(
    ("option", "instead"),
    [("--csv", "audit --rolls dice.csv"), ("--players", "adjudicate init"), ("--html", "--format html")],
)
def test_an_option_of_another_command_leads_there(capsys: pytest.CaptureFixture[str], option: str, instead: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "turn5.vlog", option])
    assert ended.value.code == 2
    assert f"there is no option {option}; " in (said := capsys.readouterr().err)
    assert instead in said


def test_dice_are_no_workbook(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table of text in a file called so would not open in any spreadsheet."""
    with pytest.raises(SystemExit) as ended:
        main(["audit", str(SKIRMISH / "blue-turn1.vlog"), "--rolls", str(tmp_path / "dice.xlsx")])
    assert ended.value.code == 2
    assert "dice.csv" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
