"""The text for a mail tells what is illegal, and nothing of counters that the opponent does not see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.library.shelf import HOME
from adjudicator.referee import Checked, Referee
from adjudicator.referee.letter import letter as letter_on
from adjudicator.verdict import Verdict
from tests.support import ROOT

TOO_FAR = ROOT / "logs" / "koenigsberg-rg" / "turn1-too-far.vlog"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME, str(tmp_path_factory.mktemp("home")))
        return Referee().check(TOO_FAR)


def masking(checked: Checked, name: str) -> Checked:
    """The same log, in which a counter is masked from the beginning."""
    start = {id_: replace(each, mask="Soviet") if each.name == name else each for id_, each in checked.history.start.items()}
    assert start != checked.history.start
    return replace(checked, history=replace(checked.history, start=start))


def saying(checked: Checked, message: str, verdict: Verdict = Verdict.ILLEGAL) -> Checked:
    """The same log with another sentence about its one finding, which has no arithmetic then."""
    (finding,) = checked.findings
    said = replace(finding, message=message, verdict=verdict, rows=())
    return replace(checked, judged=replace(checked.judged, findings=(said,)))


def test_what_everybody_sees_is_told(checked: Checked) -> None:
    letter = letter_on(checked)
    assert "43G has 8 points and needs 11 to go from 0741 to 0733" in letter
    assert "To mend it: 43G" in letter or "To mend it: put 43G back to 0741" in letter


def test_a_masked_counter_is_not_named(checked: Checked) -> None:
    letter = letter_on(masking(checked, "43G"))
    assert "43G" not in letter
    assert "0733" not in letter
    assert "1 more thing about counters that you do not see" in letter


def test_a_sentence_that_names_a_masked_counter_beside_others_is_not_told(checked: Checked) -> None:
    said = saying(checked, "43G stands in the zone of control of 103")
    assert "of 103" in letter_on(said)
    letter = letter_on(masking(said, "103"))
    assert "103" not in letter
    assert "1 more thing about counters that you do not see" in letter
    assert "of 103" in letter_on(masking(said, "53")), "another one, whose name is no part of this"


def test_what_is_undecided_is_counted_and_not_told(checked: Checked) -> None:
    letter = letter_on(saying(checked, "whether 43G is under command is not known", Verdict.UNDECIDED))
    assert "I found nothing illegal in 64 actions; 1 more thing I cannot judge without asking." in letter
    assert "under command" not in letter


def test_names_of_files_make_no_markup(checked: Checked) -> None:
    named = replace(checked, judged=replace(checked.judged, file="turn_1_*.vlog"))
    assert "**turn\\_1\\_\\*.vlog**" in letter_on(named)
