"""What another version of VASSAL writes of the same piece means the same; what players did to it does not."""

from __future__ import annotations

import pytest

from adjudicator.evidence.meaning import state_meaning
from vassal_bridge.traits import trait_reader

TRAIL = "footprint;84,130;Movement Trail;false;false;10;0,0,0;255,255,255;100;0;20;30;1.0"
FOUR_SAVES = ("false;Map0;1;60,140", "false;Map0;1;60,140;true", "false;Map0;1;60,140;true;1", "false;Map0;1;60,140;true;0")
"""One trail as VASSAL 3.2.17, 3.7.26 and 3.8.0 saved it, and as 3.8.0 does after a move within one place."""


def meaning_of(state: str) -> object:
    return state_meaning(trait_reader().trait(TRAIL, state))


@pytest.mark.parametrize("state", FOUR_SAVES)
def test_a_trail_is_what_is_drawn_of_it_whichever_version_saved_it(state: str) -> None:
    assert meaning_of(state) == meaning_of(FOUR_SAVES[0])


@pytest.mark.parametrize(
    "state", ["false;Map0;1;60,220;true", "true;Map0;1;60,140;true", "false;Map1;1;60,140", "false;;0;false"]
)
def test_another_trail_is_another(state: str) -> None:
    assert meaning_of(state) != meaning_of(FOUR_SAVES[0])
