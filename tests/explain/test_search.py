"""Which of several ways to read a stretch of a log is taken."""

from __future__ import annotations

from adjudicator.evidence.observations import observed
from adjudicator.explain import turns
from adjudicator.explain.candidates import Reader, ReadingWay, Weighed
from adjudicator.explain.scene import ReadingScene
from adjudicator.explain.search import _Search
from adjudicator.explain.weighing import Outcome
from adjudicator.games.stated_facts import NOTHING_TOLD

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

READER = Reader(turns._read, turns._end)


def amid(hex: str) -> ReadingScene:
    """A log that is read up to where a unit has been put into a hex, and not on to where it goes from there."""
    log = Log(counter("de-21", "1233")).step(turn="Turn 2, Movement").step(counter("de-21", hex))
    history = log.history()
    scene = turns._begin(koenigsberg(), BINDING, history, NOTHING_TOLD, timeless=False)
    for heard in observed(BINDING, history):
        READER.read(scene, heard)
    return scene


def plain(scene: ReadingScene, conflict: int) -> Weighed:
    way = ReadingWay((), scene)
    return Weighed(way, conflict, 0, (0, scene), 2, Outcome((1, 0, 0, 0, 0)), scene, 0)


def test_who_stands_aside_where_the_stretch_ends_is_no_reason_against_a_way_if_he_does_so_in_any() -> None:
    search, aside, at_home = _Search(READER, 100), amid("2833"), amid("1234")
    assert search._wrong_if_over(aside, plain(at_home, conflict=1))
    assert not search._wrong_if_over(aside, plain(aside, conflict=1))
    assert search._wrong_if_over(aside, plain(aside, conflict=2))  # it is the conflict itself that is not settled
