"""What the steps of a log add to a segment."""

from __future__ import annotations

from adjudicator.engine.actions import Move
from adjudicator.evidence.observations import observed
from adjudicator.explain import turns
from adjudicator.games import load
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


def test_who_was_dragged_along_may_have_gone_another_way_than_the_one_that_was_named() -> None:
    """Whose path it is too far by has said so himself; the other has not."""
    log = Log(counter("su-hq-31a", "0434"), counter("su-31a-44", "0434")).step(turn="Turn 1, Movement")
    log.step(chat="!path 31A HQ 0434-0433-0432-0431-0530-0531-0532-0632")
    log.step(counter("su-hq-31a", "0632"), counter("su-31a-44", "0632"))
    game = turns.play(load("koenigsberg-3cg"), BINDING, log.history())
    too_far = {
        each.action.units: any(found.rule == "allowance" for found in each.judged.findings)
        for each in game.played
        if isinstance(each.action, Move)
    }
    assert too_far == {("su-31a-44",): False, ("su-hq-31a",): True}
