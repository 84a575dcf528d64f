"""What players put right by hand: taken back as it had been, or brought from a wrong place to the right one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import pairwise

from ...evidence.binding import BindingEntry, place_of, unit_of
from ...evidence.history import Change, Counter
from ...evidence.observations import Heard
from ..scene import ReadingScene
from .way import LATE, OtherWay, fought, goes_on

CLICKS = 2  # of the counter, after which something may still be put right


def put_back(binding: BindingEntry, steps: tuple[Heard, ...], near: range, units: Collection[str]) -> Iterator[OtherWay]:
    """A counter that was moved or turned by mistake, and put back as it had been; less likely once the game had gone on."""
    stop = min(len(steps), near.stop + LATE)
    for unit in sorted(units):
        touched = [
            (at, change)
            for at in range(near.start, stop)
            for change in steps[at].event.changes
            if unit_of(binding, change.counter) == unit and change.before is not None
        ]
        for place, (at, change) in enumerate(touched):
            was = change.before
            over = next((i for i in range(at + 1, stop) if steps[i].drawn or goes_on(steps[i])), stop)
            end = max(over, _soon(steps, at)) if at in near else over
            back = next((i for i, other in touched[place:] if i < end and was is not None and _alike(was, other.after)), None)
            if back is not None and was is not None:
                changed = (*steps[:at], *(_without(heard, was.id) for heard in steps[at : back + 1]), *steps[back + 1 :])
                says = f"what was done in step {steps[at].step} was taken back in step {steps[back].step}"
                yield OtherWay(changed, at, 1 + (back >= over), says)
                break


def _soon(steps: tuple[Heard, ...], at: int) -> int:
    """Behind the last step in which what was done may still be put right: not while the counter goes on and on."""
    end = min(len(steps), at + LATE + 1)
    clicks = [i for i in range(at + 1, end) if goes_on(steps[i])]
    return clicks[CLICKS] if len(clicks) > CLICKS else end


def _alike(one: Counter, other: Counter | None) -> bool:
    return other is not None and (one.spot, one.levels) == (other.spot, other.levels)


def _without(heard: Heard, piece: str) -> Heard:
    kept = tuple(change for change in heard.event.changes if change.counter.id != piece)
    return heard if len(kept) == len(heard.event.changes) else replace(heard, event=replace(heard.event, changes=kept))


def put_right(scene: ReadingScene, steps: tuple[Heard, ...], near: range, units: Collection[str]) -> Iterator[OtherWay]:
    """A counter that was put in a wrong hex, and from there in the right one after the game had gone on, but not to the next
    fight: it went there at once. Those who were with it both times went with it."""
    stop = min(len(steps), near.stop + LATE)
    for unit in sorted(units):
        went = [at for at in range(near.start, stop) if any(_goes(scene, change, unit) for change in steps[at].event.changes)]
        for first, again in pairwise(went):
            between = steps[first + 1 : again + 1]
            clicked = any(map(goes_on, between))
            if again >= _soon(steps, first) or not (clicked or any(heard.drawn for heard in between)):
                continue
            if clicked and not _after_a_die(steps, first):
                continue  # he went on in the next phase
            if any(fought(scene, heard) for heard in between):
                continue  # what he fought from there was fought
            ends = {change.counter.id: change.after for change in steps[again].event.changes if change.went}
            ours = tuple(_ending(change, ends) for change in steps[first].event.changes)
            there = replace(steps[first], event=replace(steps[first].event, changes=ours))
            along = {change.counter.id for change in steps[first].event.changes}
            rest = tuple(change for change in steps[again].event.changes if change.counter.id not in along)
            left = replace(steps[again], event=replace(steps[again].event, changes=rest))
            changed = (*steps[:first], there, *between[:-1], left, *steps[again + 1 :])
            says = f"what was done in step {steps[first].step} was put right in step {steps[again].step}"
            yield OtherWay(changed, first, 1, says, if_all_is_right=True, to=again)


def turned_late(binding: BindingEntry, steps: tuple[Heard, ...], wrong: int, units: Collection[str]) -> Iterator[OtherWay]:
    """Units that were only turned or marked when the counter had gone on, and nothing else been done meanwhile."""
    changes = steps[wrong].event.changes if wrong < len(steps) else ()
    if not changes or not all(_only_turns(change) and unit_of(binding, change.counter) in units for change in changes):
        return
    begun = next((at + 1 for at in range(wrong - 1, max(0, wrong - LATE), -1) if _is_done(steps[at])), max(0, wrong - LATE))
    clicks = [at for at in range(begun, wrong) if goes_on(steps[at])]
    turned = replace(steps[wrong], event=replace(steps[wrong].event, chat=(), turn=None, rolls=()), notes=())
    left = replace(steps[wrong], event=replace(steps[wrong].event, changes=()))
    for many, at in enumerate(reversed(clicks[-CLICKS:]), 1):
        changed = (*steps[:at], turned, *steps[at:wrong], left, *steps[wrong + 1 :])
        says = f"what was done in step {steps[wrong].step} was to be so before step {steps[at].step}"
        yield OtherWay(changed, at, 1 + many, says, if_all_is_right=True, to=wrong)


def _only_turns(change: Change) -> bool:
    return change.before is not None and change.after is not None and not change.went


def _is_done(heard: Heard) -> bool:
    return heard.die is not None or bool(heard.drawn or heard.event.changes)


def _after_a_die(steps: tuple[Heard, ...], at: int) -> bool:
    """Was a die thrown before it, since the counter went on?"""
    for heard in reversed(steps[max(0, at - LATE) : at]):
        if heard.die is not None or goes_on(heard):
            return heard.die is not None
    return False


def _goes(scene: ReadingScene, change: Change, unit: str) -> bool:
    """Does the unit go from hex to hex?"""
    grid = scene.table.grid
    if not change.went or change.before is None or change.after is None or unit_of(scene.binding, change.counter) != unit:
        return False
    return all(place_of(scene.binding, each.spot, grid) in grid for each in (change.before, change.after))


def _ending(change: Change, ends: dict[str, Counter | None]) -> Change:
    """The same, with where it was brought afterwards as its end."""
    end = ends.get(change.counter.id)
    return change if end is None or change.after is None else replace(change, after=replace(change.after, spot=end.spot))
