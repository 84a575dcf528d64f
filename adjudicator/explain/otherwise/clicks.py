"""The turn counter clicked at another moment than the game went on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...evidence.history import Change
from ...evidence.observations import Heard
from ..board import told
from ..clicks_ahead import shown
from ..scene import ReadingScene
from .way import OtherWay, fought, goes_on

_STILL = 10  # steps in which what a die brought is still done after a click: who does more moves
_FORGOTTEN = 3  # how unlikely it is that somebody clicked the counter at another moment


def amid_results(scene: ReadingScene, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The counter went on, by one click or more, while what was being done was not over."""
    for at in near:
        if steps[at].event.turn is None or steps[at].amid:
            continue
        back = next((i for i in range(at - 1, -1, -1) if steps[i].die or steps[i].drawn or goes_on(steps[i])), None)
        if back is None or not fought(scene, steps[back]):
            continue
        clicks = _clicks_of(steps, range(at, len(steps))) if not steps[at].event.changes else [at]
        if _goes_back(scene, _before(steps, at), steps[clicks[-1]].event.turn):
            continue  # nobody comes too early to an earlier phase
        ends = (i for i in range(clicks[-1] + 1, len(steps)) if steps[i].die or steps[i].drawn or goes_on(steps[i]))
        done = sum(any(map(told, heard.event.changes)) for heard in steps[clicks[-1] + 1 : next(ends, len(steps))])
        if 0 < done <= _STILL:
            amid = (replace(heard, amid=True) if i in clicks else heard for i, heard in enumerate(steps))
            says = f"the counter was clicked too early in step {steps[at].step}"
            yield OtherWay(tuple(amid), at, len(clicks), says, puts_off=True)


def late(steps: tuple[Heard, ...], near: range, wrong: int) -> Iterator[OtherWay]:
    """The counter went on only after what was done in the phases that it then shows, if the log goes on after that."""
    clicks = _clicks_of(steps, range(wrong, near.stop))
    if clicks and not any(goes_on(heard) or heard.die or heard.event.changes for heard in steps[clicks[-1] + 1 :]):
        return
    begun = next((i for i in range(wrong - 1, near.start, -1) if steps[i].event.changes or goes_on(steps[i])), near.start) + 1
    for many in range(1, len(clicks) + 1):  # before the notes and dice that belong to what was done
        says = f"the counter went on late in step {steps[clicks[many - 1]].step}"
        yield from _with_clicks_at(steps, clicks[:many], begun, says)


def early(scene: ReadingScene, steps: tuple[Heard, ...], near: range, wrong: int) -> Iterator[OtherWay]:
    """The counter went on before what still belonged to the phase before, if it is known which one that was. Nobody forgets a
    whole turn and then clicks too early."""
    before = next((i for i in range(min(wrong, near.stop - 1), near.start, -1) if goes_on(steps[i])), near.start)
    start = next((i for i in range(before, near.start, -1) if steps[i].event.changes or steps[i].die), near.start)
    known = next((i for i, heard in enumerate(steps) if goes_on(heard)), len(steps))
    clicks = [at for at in _clicks_of(steps, range(start, min(wrong + 1, near.stop))) if at > known]
    clicks = [] if any(_passes_over_a_turn(scene, steps, at) for at in clicks) else clicks
    ends = [i + 1 for i in range(wrong, near.stop) if steps[i].event.changes]
    for many in range(1, len(clicks) + 1):
        says = f"the counter went on early in step {steps[clicks[-many]].step}"
        for to in ends[:3]:
            if many > 1 and to == len(steps):
                continue  # nothing would show that the game had come so far
            yield from _with_clicks_at(steps, clicks[-many:], to, says, hasty=True)


def lagging(steps: tuple[Heard, ...], near: range, wrong: int) -> Iterator[OtherWay]:
    """Nobody had clicked for some phases when something was done, nor does the next click show it."""
    click = next((at for at in range(wrong + 1, len(steps)) if steps[at].event.turn is not None), None)
    if wrong in near and click is not None and not steps[wrong].lags and not goes_on(steps[wrong]):
        changed = (*steps[:wrong], replace(steps[wrong], lags=True), *steps[wrong + 1 :])
        says = f"the counter lagged behind at step {steps[wrong].step}"
        following = next((at for at in range(click + 1, len(steps)) if steps[at].die or steps[at].event.changes), click)
        yield OtherWay(changed, wrong, _FORGOTTEN + 2, says, if_all_is_right=True, shown_by=following + 1)


def put_right(scene: ReadingScene, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The counter went too far, and back only after something was done."""
    for at in near:
        back = next((i for i in range(at + 1, min(len(steps), at + _STILL)) if steps[i].event.turn or steps[i].drawn), None)
        if back is not None and not steps[back].drawn and _goes_back(scene, steps[at].event.turn, steps[back].event.turn):
            slip = replace(steps[at], event=replace(steps[at].event, turn=None))
            says = f"the counter of step {steps[at].step} was put right in step {steps[back].step}"
            yield OtherWay((*steps[:at], slip, *steps[at + 1 :]), at, _FORGOTTEN, says, if_all_is_right=True, to=back)


def _goes_back(scene: ReadingScene, counter: str | None, after: str | None) -> bool:
    """Does the counter go back to an earlier phase of the same turn?"""
    order = [phase.id for phase in scene.loaded.about.phases]
    was, now = (None if each is None else shown(scene.binding, each) for each in (counter, after))
    if was is None or now is None or was.turn != now.turn or was.phase not in order or now.phase not in order:
        return False
    return order.index(now.phase) < order.index(was.phase)


def _passes_over_a_turn(scene: ReadingScene, steps: tuple[Heard, ...], at: int) -> bool:
    was, now = (None if each is None else shown(scene.binding, each) for each in (_before(steps, at), steps[at].event.turn))
    return was is not None and now is not None and (now.turn or 0) > (was.turn or 0) + 1 > 1


def _before(steps: tuple[Heard, ...], at: int) -> str | None:
    """What the counter showed before a step."""
    return next((heard.event.turn for heard in reversed(steps[:at]) if heard.event.turn is not None), None)


def _clicks_of(steps: tuple[Heard, ...], near: range) -> list[int]:
    """The first clicks of the turn counter, with nothing done in between."""
    found: list[int] = []
    for at in near:
        if steps[at].event.turn is not None and not steps[at].event.changes:
            found.append(at)
        elif found and (steps[at].die or steps[at].drawn or any(_moves(change) for change in steps[at].event.changes)):
            break
    return found


def _moves(change: Change) -> bool:
    """Is a counter put elsewhere, and not only marked or turned?"""
    return change.before is None or change.after is None or change.before.spot != change.after.spot


def _with_clicks_at(
    steps: tuple[Heard, ...], clicks: Sequence[int], to: int, says: str, *, hasty: bool = False
) -> Iterator[OtherWay]:
    """The same steps with some clicks before another one. No click comes before one that it followed."""
    if any(goes_on(steps[at]) and at not in clicks for at in range(min(to, *clicks), max(to, *clicks))):
        return
    moved = tuple(replace(steps[at], hasty=hasty) for at in clicks)
    kept = [(at, heard) for at, heard in enumerate(steps) if at not in clicks]
    before = tuple(heard for at, heard in kept if at < to)
    changed = (*before, *moved, *(heard for at, heard in kept if at >= to))
    yield OtherWay(changed, min(to, *clicks), _FORGOTTEN + len(clicks), says, if_all_is_right=True)
