"""Logs that tell no turns and no phases, nor does what is done: nobody is accused for when he did something.

Whatever was done before may have been done in an earlier phase or in this one, whichever makes right what is done now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Action, Phase
from adjudicator.engine.memory import Lifetime
from adjudicator.evidence.history import Event
from adjudicator.evidence.notation import notes_in
from adjudicator.evidence.observations import Heard
from adjudicator.factname import FactName
from adjudicator.facts import Unknown, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Ruled
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..board import Played, PlayedGame
from ..clicks_ahead import whose
from ..scene import Mechanism, ReadingScene

_PROVIDED: Final = "if the phases are as what was done shows"


def says_when(events: Iterable[Event]) -> bool:
    """Does any step of a log show or name a turn or a phase?"""
    return any(event.turn is not None or any(note.verb in ("phase", "turn") for note in notes_in(event.chat)) for event in events)


class Timeless(Mechanism):
    """No turn, no phase, no light is known; what may be done once in a phase may be done as if a new one had begun."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        scene.timeless = True
        table = scene.table
        if scene.turns is not None and not isinstance(table.state.recall(TURN_KNOWN), Unknown):
            scene.board.table = table.after(replace(table.state, phase="", active=""))
            return
        scene.turns = None
        turns = scene.loaded.about.turns
        last = table.state.turn if turns is None or turns.last is None else turns.last  # in which most is allowed
        state = replace(table.state, phase="", active="", turn=last).forget(TURN_KNOWN, factname.turn())
        scene.board.table = _dark_or_light(table.after(state))

    def hears(self, heard: Heard) -> bool:
        return heard.step in (self.scene.turns or {})

    def told(self, heard: Heard) -> Iterator[Played]:
        yield from ()
        turns, table = self.scene.turns or {}, self.scene.table
        if heard.step in turns:
            anew = apply(table, Phase("", turn=turns[heard.step]))
            self.scene.board.table = anew.after(replace(anew.state, active=""))

    def shown_by(self, action: Action) -> Iterator[Played]:
        """That something may not be done again, or not after something else, shows that a new phase has begun."""
        yield from ()
        table = self.scene.table
        if judge(table, action).verdict is not Verdict.ILLEGAL:
            return
        anew = apply(table, Phase(""))  # what a game forgets when a phase ends
        if self.scene.turns is None:
            anew = _dark_or_light(anew.after(anew.begins(Lifetime.TURN)))
        if judge(anew, action).verdict is not Verdict.ILLEGAL:
            self.scene.board.table = anew


def unless_excused(
    game: PlayedGame,
    other: PlayedGame,
    asked: FactName | None = None,
    provided: str = _PROVIDED,
) -> PlayedGame:
    """The log with nothing illegal that does not break the same rule in the other reading too: which is right is then asked, if
    nothing else the phase."""
    looked_at = (each for each in other.played if other.left_at is None or each.step < other.left_at)
    wrong = {(each.step, found.rule) for each in looked_at for found in _illegal(each)}
    name = factname.phase() if asked is None else asked

    def asking(played: Played) -> Played:
        excused = [found for found in _illegal(played) if (played.step, found.rule) not in wrong]
        ruled = (_provided(each, name, provided) if each in excused else each for each in played.judged.ruled)
        return replace(played, judged=replace(played.judged, ruled=tuple(ruled)))

    return replace(game, played=tuple(asking(each) if _illegal(each) else each for each in game.played))


def unless_right_in(turns: Iterable[int], game: PlayedGame, provided: str) -> PlayedGame:
    """The log with nothing illegal that would be right by itself in one of these turns."""
    every = tuple(turns)

    def asking(played: Played) -> Played:
        state = played.before.state
        found = (judge(played.before.after(replace(state, turn=turn)), played.action) for turn in every)
        wrong = frozenset.intersection(*(frozenset(ruled.rule for ruled in _illegal_of(each)) for each in found))
        excused = [each for each in _illegal(played) if each.rule not in wrong]
        ruled = (_provided(each, factname.turn(), provided) if each in excused else each for each in played.judged.ruled)
        return replace(played, judged=replace(played.judged, ruled=tuple(ruled)))

    return replace(game, played=tuple(asking(each) if every and _illegal(each) else each for each in game.played))


def unless_right_in_a_phase(phases: Iterable[str], game: PlayedGame) -> PlayedGame:
    """The log with nothing illegal, done in a phase that nobody knows, that would be right by itself in one of the game's."""
    every = tuple(Phase(phase) for phase in phases)

    def asking(played: Played) -> Played:
        table, state = played.before, played.before.state
        if state.phase or isinstance(played.action, Phase) or not _illegal(played):
            return played
        begun = (replace(state, phase=each.phase, active=whose(table, each).active) for each in every)
        if all(judge(table.after(each), played.action).verdict is Verdict.ILLEGAL for each in begun):
            return played
        wrong = _illegal(played)
        ruled = (_provided(each, factname.phase(), _PROVIDED) if each in wrong else each for each in played.judged.ruled)
        return replace(played, judged=replace(played.judged, ruled=tuple(ruled)))

    return replace(game, played=tuple(map(asking, game.played)))


def _illegal(played: Played) -> Sequence[Ruled]:
    return _illegal_of(played.judged)


def _illegal_of(judged: Judged) -> Sequence[Ruled]:
    return [found for found in judged.findings if found.verdict is Verdict.ILLEGAL]


def _provided(ruled: Ruled, name: FactName, provided: str) -> Ruled:
    opinion = replace(ruled.opinion, truth=unsure(name), message=f"{ruled.opinion.message}, {provided}", fix=None)
    return Ruled(ruled.rule, ruled.cite, opinion, ruled.rests_on)


def _dark_or_light(table: Table) -> Table:
    """Where a game has light and darkness, which of them it is nobody knows."""
    return table if table.rules.find("light.now") is None else table.after(table.state.forget(LIGHT))
