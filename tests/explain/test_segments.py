"""What the steps of a log add to a segment."""

from __future__ import annotations

from adjudicator.evidence.observations import observed
from adjudicator.explain import turns
from adjudicator.games.stated_facts import NOTHING_TOLD

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg


def test_whoever_is_back_in_his_box_has_not_come_yet() -> None:
    """A drag that was undone: where he is put after that he comes first."""
    binding = BINDING.model_copy(update={"boxes": {**BINDING.boxes, "Volkssturm": "volkssturm"}})
    log = Log(counter("de-vs-1", "Volkssturm")).step(turn="Turn 1, Movement").step(counter("de-vs-1", "1836"))
    log.step(counter("de-vs-1", "Volkssturm")).step(counter("de-vs-1", "2233"))
    scene = turns._begin(koenigsberg(), binding, log.history(), NOTHING_TOLD, timeless=False)
    for heard in observed(binding, log.history()):
        turns._read(scene, heard)
    assert scene.segment.trails["de-vs-1"] == ("2233",)
