"""What somebody is told who types an option that there is not."""

from __future__ import annotations

import pytest

from adjudicator.cli import main


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
