"""What hangs on how something near it was taken: nobody is accused of that.

Where notes, dice and clicks are not all as they seem, what was taken otherwise is a guess, though the likeliest one; and a guess
that leaves something wrong next to it may have been a wrong one. So what is illegal there is a question: was it so? What is wrong
however the dice and the clicks around it were meant (a unit that went too far in the phase in which it moves) stays wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from adjudicator import factname
from adjudicator.engine.actions import Action, Attack, Draw, Fire, Lose, Mark, Move, Phase, Place, Remove, Replace, Roll, Supply
from adjudicator.factname import FactName
from adjudicator.facts import unsure
from adjudicator.rules.combat import record
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.scenario_shown import is_set_up
from .board import Played
from .causes import traced
from .clicks_ahead import shown
from .differences import is_near
from .marks import IN_SUPPLY
from .otherwise import ANYTHING
from .scene import ReadingScene

NEAR = 8  # steps
MANY = 6  # units that move in a phase that is not for moves
NEAR_CLICKS = 20  # the same where the counter did not show what was done: it may take a while until it does
_BY_ITSELF = Move | Place | Replace | Supply
_OF_COMBAT = ("combat", "retreat")  # what steps were lost by
_When: TypeAlias = tuple[int | None, str]  # turn and phase


@dataclass(frozen=True, slots=True)
class _Guess:
    """Something that may have been otherwise: the steps that it is about, how it was taken, and what would tell."""

    steps: frozenset[int]
    says: str
    asks: FactName
    reach: int = NEAR
    since: int = 0  # the step before which nothing hangs on it, nor in another phase
    clicks: bool = False  # is it about the turn counter?
    until: _When | None = None  # the phase in which nobody knows what the die was for
    anyhow: frozenset[tuple[int, str]] = frozenset()  # steps, each with a rule that was broken in it without this guess too

    def far(self, each: Played) -> int:
        """How far an action is beyond its reach. What nothing accounts for may have followed from a die until its phase ends."""
        late = self.until == _phase_of(each) and each.step > min(self.steps) and _for_nothing(each.action)
        away = min(abs(each.step - step) for step in self.steps) - self.reach
        apart = each.step < self.since or (self.since and self.until != _phase_of(each))
        return max(away, 1) if apart else min(away, 0) if late else away


def doubted(scene: ReadingScene) -> tuple[Played, ...]:
    """The actions of a log with what hangs on a guess near to it as a question, and what is legal only as it was guessed too."""
    return tuple(map(_asked_of_its_rival, _hanging(scene)))


def _asked_of_its_rival(each: Played) -> Played:
    if each.rival is None or each.judged.verdict is not Verdict.LEGAL:
        return each
    return replace(each, judged=replace(each.judged, ruled=(*each.judged.ruled, each.rival)))


def _hanging(scene: ReadingScene) -> tuple[Played, ...]:
    guesses, ends, unmarked = [*_guesses(scene), *_forgotten_clicks(scene.played)], _ends(scene), _unmarked(scene)
    if not guesses and not ends and unmarked is None:
        return tuple(scene.played)
    hanging: dict[int, dict[str, _Guess]] = {}  # by action, the rules that may not be broken
    causes: dict[int, _Guess] = {}  # steps of what may not be illegal
    for found in traced(scene.played):
        if found.ruled.verdict is not Verdict.ILLEGAL:
            continue
        each = found.played
        open_ = [guess for guess in guesses if (each.step, found.ruled.rule) not in guess.anyhow or _for_nothing(each.action)]
        open_ = [guess for guess in open_ if guess.clicks or not _is_in_a_later_phase(scene, each, max(guess.steps))]
        guess = causes.get(found.cause) if found.cause is not None else _nearest(open_, each)
        guess = ends.get(found.index, guess)
        if guess is not None and guess.asks not in each.before.told:
            hanging.setdefault(found.index, {})[found.ruled.rule] = guess
            causes.setdefault(each.step, guess)
    asked = [_asking(each, hanging.get(index, {})) for index, each in enumerate(scene.played)]
    return tuple(asked) if unmarked is None else (*asked[:-1], _perhaps_marked_later(asked[-1], unmarked))


def _guesses(scene: ReadingScene) -> Iterator[_Guess]:
    dice = {
        each.step: _what_die(each.step, each.action) for each in scene.played if isinstance(each.action, Attack | Fire | Roll)
    }
    for supposed in scene.supposed:
        near = min(dice, key=lambda step: min(abs(step - each) for each in supposed.steps), default=None)
        asks = factname.phase() if near is None or supposed.clicks else dice[near]
        reach = NEAR_CLICKS if supposed.clicks else NEAR
        yield _Guess(supposed.steps, supposed.says, asks, reach, clicks=supposed.clicks, anyhow=supposed.anyhow)
    for each in scene.played:
        if each.step in scene.tried:
            continue
        if isinstance(each.action, Roll) and each.action.purpose == ANYTHING:
            yield _Guess(frozenset((each.step,)), f"the die of step {each.step} was for nothing", dice[each.step])
        elif each.unsure:
            says, asks = f"the combat of step {each.step} is what it is read as", dice.get(each.step, factname.phase())
            yield _Guess(frozenset((each.step,)), says, asks, since=each.step, until=_phase_of(each))
        elif each.asks:
            says, asks = f"nothing else is known of the die of step {each.step}", dice.get(each.step, factname.phase())
            yield _Guess(frozenset((each.step,)), says, asks, until=_phase_of(each))


def _ends(scene: ReadingScene) -> Mapping[int, _Guess]:
    """What a log begins or ends with in the middle of something, by action: what led to it, or makes it whole, is not in it."""
    found = {}
    begun = bool(scene.played) and is_set_up(scene.loaded, scene.played[0].before.state)
    for index, each in enumerate(scene.played if not begun else ()):
        if isinstance(each.action, Attack | Fire | Draw | Roll) or (isinstance(each.action, Phase) and index):
            break
        if isinstance(each.action, Remove) or (isinstance(each.action, Lose) and each.action.because not in _OF_COMBAT):
            says = "nothing before the log led to it"
            found[index] = _Guess(frozenset((each.step,)), says, factname.last_combat())
    last = _last(scene)
    if last is not None and isinstance(last.action, Lose) and _too_few(last.before, last.action):
        found[len(scene.played) - 1] = _when_it_ended(last, "all losses were taken")
    return found


def _last(scene: ReadingScene) -> Played | None:
    """What the last step of the log did, if it did something."""
    last = scene.played[-1] if scene.played else None
    return last if last is not None and scene.events and last.step == scene.events[-1].step else None


def _too_few(table: Table, lose: Lose) -> bool:
    """Would it be right if somebody who fought lost one more step?"""
    combat = record.last(table)
    fought = () if combat is None else (*combat.fight.attackers, *combat.fight.present)
    more = (replace(lose, steps=(*lose.steps, unit)) for unit in fought if table.unit(unit).side == lose.side)
    return any(judge(table, each).verdict is not Verdict.ILLEGAL for each in more)


def _when_it_ended(last: Played, says: str) -> _Guess:
    return _Guess(frozenset((last.step,)), f"{says} when the log ended", factname.phase())


def _unmarked(scene: ReadingScene) -> _Guess | None:
    """A log that ends with a marker laid or taken up may end before all were laid."""
    last = _last(scene)
    if last is None or not isinstance(last.action, Supply) or factname.phase() in last.before.told:
        return None
    return _when_it_ended(last, "all markers were laid")


def _perhaps_marked_later(last: Played, guess: _Guess) -> Played:
    """A marker that lacks may have been laid later on; one that was laid wrongly lies there."""
    laid = {unit for unit, state in last.action.states if state != IN_SUPPLY} if isinstance(last.action, Supply) else set()
    ruled = (each if laid.intersection(each.opinion.units) else _if_so(each, guess) for each in last.judged.ruled)
    return replace(last, judged=replace(last.judged, ruled=tuple(ruled)))


def _phase_of(each: Played) -> _When:
    state = each.before.state
    return state.turn, state.phase


def _forgotten_clicks(played: Sequence[Played]) -> Iterator[_Guess]:
    """Where many units move in a phase in which nobody does, the counter was forgotten: one player may cheat with one of them."""
    for _, several in groupby(played, key=_phase_of):
        run = list(several)
        untimely = {unit for each in run for unit in _moved_untimely(each)}
        if len(untimely) >= MANY:
            yield _Guess(
                frozenset(each.step for each in run),
                "it is the phase that the counter shows",
                factname.phase(),
                reach=0,
                clicks=True,
            )


def _moved_untimely(each: Played) -> tuple[str, ...]:
    """Who moved in another phase than those of moves, if it is illegal."""
    if not isinstance(each.action, Move) or each.judged.verdict is not Verdict.ILLEGAL:
        return ()
    phases = phases_for(each.before, each.action)
    return each.action.units if phases is not None and each.before.state.phase not in ("", *phases) else ()


def _what_die(step: int, action: Action) -> FactName:
    """What a die was for."""
    return factname.fire_in(str(step)) if isinstance(action, Fire) else factname.combat_in(str(step))


def _nearest(guesses: Sequence[_Guess], each: Played) -> _Guess | None:
    if not guesses or wrong_by_itself(each.before, each.action):
        return None
    guess = min(guesses, key=lambda guess: guess.far(each))
    return guess if guess.far(each) <= 0 else None


def _is_in_a_later_phase(scene: ReadingScene, each: Played, step: int) -> bool:
    """Has the counter gone on since a step, to the phase in which something is done that no combat leads to?"""
    since = [event for event in scene.events if step < event.step <= each.step and event.turn is not None]
    says = shown(scene.binding, since[-1].turn or "") if since else None
    if says is None or says.phase != each.before.state.phase:
        return False
    action = each.action
    return isinstance(action, _BY_ITSELF) and not (isinstance(action, Move) and is_near(each.before, action))


def _for_nothing(action: Action) -> bool:
    """Is it something that would follow from a combat, had there been one?"""
    return isinstance(action, Move | Remove | Mark) or (isinstance(action, Lose) and action.because not in _OF_COMBAT)


def wrong_by_itself(table: Table, action: Action) -> bool:
    """Is it done in the phase in which such things are done, so that no other dice or clicks would make it right?"""
    phases = phases_for(table, action) if isinstance(action, _BY_ITSELF) else None
    active = table.state.active
    units = action.units if isinstance(action, Move) else ()
    return phases is not None and table.state.phase in phases and all(active in ("", table.unit(unit).side) for unit in units)


def _asking(each: Played, hanging: Mapping[str, _Guess]) -> Played:
    if not hanging:
        return each
    ruled = (_if_so(ruled, hanging.get(ruled.rule)) for ruled in each.judged.ruled)
    return replace(each, judged=replace(each.judged, ruled=tuple(ruled)))


def _if_so(ruled: Ruled, guess: _Guess | None) -> Ruled:
    return ruled if guess is None else asked_if(ruled, guess.says, guess.asks)


def asked_if(ruled: Ruled, says: str, asks: FactName) -> Ruled:
    """What is illegal only if something is so, as the question whether it is."""
    if ruled.verdict is not Verdict.ILLEGAL:
        return ruled
    message = f"{ruled.opinion.message}, if {says}"
    return Ruled(ruled.rule, ruled.cite, replace(ruled.opinion, truth=unsure(asks), message=message, fix=None), ruled.rests_on)
