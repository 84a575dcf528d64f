"""When people carry out what dice have brought: at once, later, at the end, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Advance, Attack, Draw, Fire, Lose, Mark, Move, Phase, Remove, Retreat, Supply
from adjudicator.engine.actions import Roll as Rolled
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict

from .gestures import Drag, Roll, Say, Tick
from .page import Deed, Luck, Page

_FIGHTS = (Attack, Fire)
_RESULTS = (Lose, Retreat, Advance, Mark, Remove)


def shuffled(page: Page, luck: Luck) -> None:
    """Losses, retreats, advances and marks of one combat in another order."""
    for _, after in _fights(page):
        places = [at for at, deed in enumerate(page.deeds) if deed.action in after and _is_result(page, deed)]
        if len(places) < 2 or page.guarded(after) or not luck.strikes():
            continue
        for _ in places:
            at = luck.dice.choice(places[:-1])
            one, other = page.deeds[at], page.deeds[at + 1]
            apart = one.action != other.action and page.touched(at).isdisjoint(page.touched(at + 1))
            if at + 1 in places and apart and _in_either_order(page, one.action, other.action):
                page.deeds[at : at + 2] = [other.by(luck.habit), one.by(luck.habit)]


def _in_either_order(page: Page, one: int, other: int) -> bool:
    """Is it the same game? Some advances have to come before others."""
    first, second = page.plays[one], page.plays[other]
    if not isinstance(first.action, Advance) or not isinstance(second.action, Advance):
        return True
    early, late = judge(first.before, second.action), judge(apply(first.before, second.action), first.action)
    return {early.verdict, late.verdict} == {Verdict.LEGAL}


def late(page: Page, luck: Luck) -> None:
    """What a die has brought is carried out after the next one."""
    fights = list(_fights(page))
    for (fight, after), (other, _) in zip(reversed(fights[:-1]), reversed(fights[1:]), strict=True):
        if page.phase_of[fight] == page.phase_of[other] and not page.guarded((fight, other, *after)) and luck.strikes():
            dice = [at for at, deed in enumerate(page.deeds) if deed.action == other and not deed.extra]
            if dice:
                _put_off(page, after, max(dice) + 1, luck)


def at_the_end(page: Page, luck: Luck) -> None:
    """First all dice of the phase, then all that they have brought, in any order."""
    phases: dict[int, list[tuple[int, list[int]]]] = {}
    for fight, after in _fights(page):
        phases.setdefault(page.phase_of[fight], []).append((fight, after))
    for fights in reversed(phases.values()):
        actions = [action for fight, after in fights for action in (fight, *after)]
        if len(fights) < 2 or page.guarded(actions) or not luck.strikes():
            continue
        end = max((at for at, deed in enumerate(page.deeds) if deed.action in actions), default=-1) + 1
        order = fights if luck.chance(0.5) else luck.dice.sample(fights, len(fights))
        for _, after in order:
            _put_off(page, after, end, luck)


def announced_first(page: Page, luck: Luck) -> None:
    """Two combats are announced, then both are rolled, in that order."""
    fights = list(_fights(page))
    for (fight, after), (other, _) in zip(reversed(fights[:-1]), reversed(fights[1:]), strict=True):
        near = page.phase_of[fight] != page.phase_of[other] or not page.far(fight, other)
        if near or page.guarded((fight, other)) or any(not page.far(each, other) for each in after) or not luck.strikes():
            continue
        first, second = _die_of(page, fight), _die_of(page, other)
        said = [at for at, deed in enumerate(page.deeds) if deed.action == other and second is not None and at < second]
        if first is None or second is None or not said or first > said[0]:
            continue
        between = [deed for deed in page.deeds[first:second] if deed.action not in (fight, other)]
        if not page.may_pass([page.deeds[at] for at in said], between) or not all(_is_result(page, deed) for deed in between):
            continue
        page.move(said, first, luck.habit)
        if luck.chance(0.6):  # both dice, then all that they brought
            second, first = _die_of(page, other), _die_of(page, fight)
            if first is not None and second is not None and page.may_pass(page.deeds[first + 1 : second], [page.deeds[second]]):
                page.move([second], first + 1, luck.habit)


def marks_late(page: Page, luck: Luck) -> None:
    """A marker is laid when the counter shows the next phase already."""
    for place in reversed(range(len(page.deeds))):
        deed = page.deeds[place]
        if not isinstance(page.action(deed), Mark | Supply) or deed.extra or page.guarded((deed.action,)) or not luck.strikes():
            continue
        tick = next((at for at in range(place + 1, len(page.deeds)) if isinstance(page.deeds[at].gesture, Tick)), None)
        if tick is not None and page.may_pass([deed], page.deeds[place + 1 : tick + 1]):
            page.move([place], tick + 1, luck.habit)


def landed_later(page: Page, luck: Luck) -> None:
    """Aircraft that helped are landed when all combats of the activation are over."""
    for place in page.at(Drag):
        deed = page.deeds[place]
        action = page.action(deed)
        if not isinstance(action, Move) or page.guarded((deed.action,)) or not luck.strikes():
            continue
        before = page.plays[deed.action].before
        flown = all(before.unit(unit).kind == "air" for unit in action.units)
        later = range(place + 1, len(page.deeds))
        end = next((at for at in later if isinstance(page.action(page.deeds[at]), Phase | Draw)), len(page.deeds))
        fought = any(isinstance(page.action(page.deeds[at]), Attack) for at in range(place + 1, end))
        if flown and fought and page.may_pass([deed], page.deeds[place + 1 : end]):
            page.move([place], end, luck.habit)


def _put_off(page: Page, after: list[int], end: int, luck: Luck) -> None:
    """What a combat brought is done later, as far as nothing in between hangs on it."""
    places = [at for at, deed in enumerate(page.deeds[:end]) if deed.action in after and _is_result(page, deed)]
    moved = [page.deeds[at] for at in places]
    if not moved:
        return
    passed = [deed for at, deed in enumerate(page.deeds[places[0] : end], places[0]) if at not in places]
    own = [deed for deed in passed if deed.action in after]  # checks of morale, which may come before the losses
    others = [deed for deed in passed if deed.action not in after]
    if page.may_pass(moved, others) and page.may_pass(moved, [deed for deed in own if not isinstance(deed.gesture, Roll)]):
        page.move(places, end, luck.habit)


def _fights(page: Page) -> Iterator[tuple[int, list[int]]]:
    """Each combat that is rolled for, with the actions that it brought."""
    for index, play in enumerate(page.plays):
        if not isinstance(play.action, _FIGHTS):
            continue
        after: list[int] = []
        for later in range(index + 1, len(page.plays)):
            action = page.plays[later].action
            if not isinstance(action, (*_RESULTS, Rolled)):
                break
            after.append(later)
        yield index, after


def _is_result(page: Page, deed: Deed) -> bool:
    return isinstance(page.action(deed), _RESULTS) and not isinstance(deed.gesture, Say | Roll) and not deed.extra


def _die_of(page: Page, fight: int) -> int | None:
    return next(
        (at for at, d in enumerate(page.deeds) if d.action == fight and isinstance(d.gesture, Roll) and not d.extra), None
    )
