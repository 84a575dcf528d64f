"""Where other ways are looked for around what came out wrong, and how far a log is read to tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.engine.actions import Attack, Fire, Roll
from adjudicator.engine.kinds import acting

from ..evidence.observations import Heard
from .board import Played
from .candidates import ALIKE, ReadingWay, place_of_step
from .otherwise import OtherWay, announces, fought, goes_on

BEFORE = 16  # steps before one that came out wrong that may have been meant otherwise
DICE_BEFORE = 3  # and further back so many dice, of which something may have been carried out late
SAID_BEFORE = 2  # and so many steps before those, in which somebody may have said what the first was for
FAR_BEFORE = 40  # but no further than this, and only if all is right then
TRIES = 30  # ways that are tried for a conflict
TRIES_BESIDES = 6  # and of those that are unlikely
QUIET = 8  # steps without a conflict after which ways are tried again
UNLIKELY = 3  # from this on a way is tried only next to a conflict
SAID = 0.7  # notes for each die of a combat; where there are fewer, that one has none tells nothing


def behind_its_die(way: ReadingWay, until: int) -> int:
    """The same step, or the next one behind which no note still waits for its die."""
    waits = next((announces(heard) for heard in reversed(way.steps[:until]) if announces(heard) or heard.die), False)
    further = range(until, min(len(way.steps), until + QUIET)) if waits else ()
    return next((at + 1 for at in further if way.steps[at].die), until)


def where_over(steps: Sequence[Heard], at: int) -> int:
    """Where something is over that was done in a step, so that it is judged."""
    boundaries = (
        i for i in range(at + 1, len(steps)) if steps[i].die or announces(steps[i]) or steps[i].drawn or goes_on(steps[i])
    )
    return next(boundaries, at)


def is_taciturn(way: ReadingWay) -> bool:
    """Are many combats of the log not announced?"""
    thrown = sum(fought(way.scene, heard) for heard in way.steps)
    return sum(map(announces, way.steps)) < SAID * thrown


def place_of_wrong(way: ReadingWay, unsettled: Sequence[Played]) -> int:
    """Where among the steps the first action stands that came out wrong; behind the last that was read, if none did."""
    wrong = min((each.step for each in unsettled if each.judged.findings), default=None)
    if wrong is None:
        return way.at
    return place_of_step(way.steps[: way.at], wrong)


def first_near(way: ReadingWay, wrong_at: int) -> int:
    """The first of the steps before one that came out wrong that may have been meant otherwise."""
    dice = [at for at in range(max(0, wrong_at - FAR_BEFORE), wrong_at) if fought(way.scene, way.steps[at])]
    return min([wrong_at - BEFORE, *(at - SAID_BEFORE for at in dice[-DICE_BEFORE:][:1])])


def die_about(played: Sequence[Played], unit: str, until: int) -> int | None:
    """The step of the last die before another one that was for a unit, or for its combat."""
    for each in reversed(played):
        if isinstance(each.action, Attack | Fire | Roll) and each.step < until:
            target = getattr(each.action, "target", "")
            if unit in acting(each.action) or (target and target in (unit, each.before.place_of(unit))):
                return each.step
    return None


def nearest(ways: Iterable[OtherWay], wrong: Sequence[int]) -> list[OtherWay]:
    """Those that change something near the conflict first, and of these the likeliest; what is unlikely only near it. Some of
    these are tried in any case: that nobody clicked the counter is unlikelier than much else, and yet it may be all."""
    away = ((min(each.far(at) for at in wrong) // ALIKE, each) for each in ways)
    tried = [(far, each) for far, each in away if not far or each.unlikely < UNLIKELY or each.if_all_is_right]
    found = [each for _, each in sorted(tried, key=lambda one: (one[0], one[1].unlikely, min(one[1].far(at) for at in wrong)))]
    rest = [each for each in found[TRIES:] if each.unlikely >= UNLIKELY and each.if_all_is_right]
    return [*found[:TRIES], *rest[:TRIES_BESIDES]]
