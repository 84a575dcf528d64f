"""The short search for secrets finds what the long one finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.evidence.people import people
from adjudicator.showing.survey import survey
from tests.audit.logs import MASK, MOVED, OWN_MASK, Play, masked
from tests.showing.making import read
from tests.support import GAME_FILES, game_file_id
from vassal_bridge.saved import read_saved


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_the_same_people_and_the_same_secrets_as_a_whole_survey(path: Path) -> None:
    saved = read_saved(path)
    looked, (roster, redactor) = survey(saved), people(saved)
    assert roster.players == looked.roster.players
    assert (roster.names, roster.sides) == (looked.roster.names, looked.roster.sides)
    assert redactor._words == looked.redactor._words


def test_an_id_in_a_mask_that_a_step_puts_on_is_secret(tmp_path: Path) -> None:
    play = Play()
    play.put("9 Pz", 500, 100, OWN_MASK, MOVED)
    log = play.record().set_state("9 Pz", "obs", masked(OWN_MASK, "gone-pw")[1])
    _, redactor = people(read_saved(log.write(tmp_path / "a.vlog")))
    assert redactor.clean("gone-pw, anna-pw and Blue") == "(hidden), (hidden) and Blue"


def test_a_side_that_masks_is_no_secret(tmp_path: Path) -> None:
    play = Play()
    play.put("9 Pz", 500, 100, masked(MASK, "Blue"), MOVED)
    _, redactor = people(read_saved(play.save(tmp_path / "a.vsav")))
    assert redactor.clean("masked by Blue") == "masked by Blue"


def test_broken_commands_and_pieces_are_passed_over(tmp_path: Path) -> None:
    position = ["+/1", "+/2/obs;\tpiece;;;;x/y", "D/9/new/old", "PLAYER\tanna-pw\tAnna\tBlue", "M/1"]
    _, redactor = people(read(tmp_path, position))
    assert redactor.clean("anna-pw") == "(hidden)"
