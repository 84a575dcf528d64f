"""The other ways in which players may have meant what they said, threw and moved: each with how unlikely it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from ...evidence.observations import Heard
from ..inference.marked import marks_another
from ..scene import ReadingScene
from . import alignment, clicks, corrections, dice, notes, results
from .in_a_row import late_notes_beside_dice
from .spoken import plainly_said
from .way import ANNOUNCING, ANYTHING, LATE, OtherWay, announces, by_any_button, fought, goes_on, purposes

__all__ = [
    "ANNOUNCING",
    "ANYTHING",
    "OtherWay",
    "Ways",
    "announces",
    "by_any_button",
    "fought",
    "goes_on",
    "late_notes_beside_dice",
    "matched_anew",
    "other_ways",
    "plainly_said",
    "purposes",
    "twice_otherwise",
]

Ways: TypeAlias = Callable[
    [ReadingScene, tuple[Heard, ...], int, int, Sequence[int], Collection[str]], Iterator[OtherWay]
]  # with the first and the last of the steps, those at which something is wrong, and with which units

_AT_ONCE = 4  # steps within which two numbers in chat are one thing
_NEAREST = 12  # ways that are tried together with a second one
_FEW = 5  # and with how many
_LIKELY = 2  # how unlikely such a way may be
_BOTH = 4  # and both together


def other_ways(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, wrong: Sequence[int], units: Collection[str]
) -> Iterator[OtherWay]:
    """Those that change something between two steps, the likeliest first. `units` are those with whom something is wrong from
    one of some other steps on."""
    yield from _said_otherwise(scene, steps, range(first, last))
    yield from _done_otherwise(scene, steps, range(first, last), wrong, units)


def matched_anew(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, wrong: Sequence[int], units: Collection[str]
) -> Iterator[OtherWay]:
    """Several notes and dice matched anew, also with what the last but one of these dice brought done after the last."""
    for one in alignment.matched_anew(steps, _around(scene, steps, wrong, first, last)):
        yield one
        if fought(scene, one.steps[one.to]):
            yield from (_both(one, two) for two in results.of_the_die_before(scene, one.steps, one.to))


def twice_otherwise(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, wrong: Sequence[int], units: Collection[str]
) -> Iterator[OtherWay]:
    """Something that was said or thrown together with something that was done near to it, then two things that were done, and two
    dice by wrong buttons: in that order the likelier pairs."""
    near, span = _around(scene, steps, wrong, first, last), range(first, last)
    for ones in (_said_otherwise(scene, steps, span), _done_otherwise(scene, steps, span, wrong, units)):
        likely = (one for one in ones if _goes_with_another(one))
        for one in sorted(likely, key=lambda way: (_away(way, wrong) // LATE, way.unlikely))[:_NEAREST]:
            others = (
                two
                for two in _done_otherwise(scene, one.steps, span, wrong, units)
                if abs(two.since - one.since) <= LATE and one.unlikely + two.unlikely <= _BOTH and not two.if_all_is_right
            )
            yield from (_both(one, two) for two in sorted(others, key=lambda way: _away(way, wrong) // LATE)[:_FEW])
    meant = purposes(scene)
    for one in dice.by_another_button(meant, steps, near, as_said=True):
        following = next((at for at in range(one.since + 1, last) if one.steps[at].die is not None), last)
        for two in dice.by_another_button(meant, one.steps, range(following, min(following + 1, last))):
            yield _both(one, two)


def _away(way: OtherWay, wrong: Sequence[int]) -> int:
    return min((way.far(at) for at in wrong), default=0)


def _around(scene: ReadingScene, steps: tuple[Heard, ...], wrong: Sequence[int], first: int, last: int) -> range:
    """The steps near those at which something is wrong, from near the last die before them to the next die after them."""
    start, end = min(wrong, default=first), max(wrong, default=first)
    die = next((at for at in range(min(start, len(steps)) - 1, first - 1, -1) if fought(scene, steps[at])), start)
    following = next((at for at in range(end + 1, min(end + LATE, last)) if fought(scene, steps[at])), end + LATE)
    return range(max(first, min(start, die) - LATE), min(last, following + 1))


def _goes_with_another(way: OtherWay) -> bool:
    return way.unlikely <= _LIKELY and not way.if_all_is_right


def _said_otherwise(scene: ReadingScene, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """What was said and thrown."""
    meant = purposes(scene)
    several = frozenset(purpose for purpose in meant if any(part.several(purpose) for part in scene.parts))
    opening = frozenset(purpose for purpose in meant if any(part.thrown_for(purpose) is not None for part in scene.parts))
    yield from notes.noted_late(steps, near)
    for one in notes.said_early(steps, near, lambda heard, hexes: marks_another(scene, heard.event, hexes)):
        yield one
        yield from (_both(one, two) for two in results.of_the_die_before(scene, one.steps, one.to))
    for one in notes.put_right_late(steps, near):
        yield one
        following = next((at for at in range(one.to + 1, near.stop) if one.steps[at].die is not None), near.stop)
        yield from (
            _both(one, two) for two in dice.by_another_button(meant, one.steps, range(following, min(following + 1, near.stop)))
        )
    yield from notes.said_again(steps, near)
    yield from notes.column_in_talk(steps, near)
    for one in dice.only_talk(steps, near):
        yield one
        at_once = range(one.since + 1, min(near.stop, one.since + _AT_ONCE))
        yield from (_both(one, two) for two in dice.typed_in_chat(meant, one.steps, at_once))
    yield from dice.thrown_twice(steps, near, several)
    yield from dice.for_something_else(steps, near, several)
    for one in dice.by_another_button(meant, steps, near, opening):
        yield one
        behind = range(one.since + 1, min(one.since + 2, near.stop) if one.unlikely < _LIKELY else 0)
        yield from (_both(one, two) for two in dice.for_something_else(one.steps, behind, several))
    yield from dice.typed_in_chat(meant, steps, near)
    yield from notes.corrected(steps, near)
    yield from notes.said_in_talk(steps, near)
    yield from notes.exchanged(steps, near)


def _done_otherwise(
    scene: ReadingScene, steps: tuple[Heard, ...], near: range, wrong: Sequence[int], units: Collection[str]
) -> Iterator[OtherWay]:
    """What was done, and where the counter was clicked."""
    yield from results.all_put_off(scene, steps, near)
    yield from results.carried_out_late(scene, steps, near, units)
    yield from results.carried_out_without_a_die(scene, steps, near, units)
    yield from results.carried_out_after_a_chit(scene, steps, near, units)
    yield from clicks.amid_results(scene, steps, near)
    yield from clicks.put_right(scene, steps, near)
    yield from corrections.put_back(scene.binding, steps, near, units)
    yield from corrections.put_right(scene, steps, near, units)
    for place in wrong:
        yield from clicks.late(steps, near, place)
        yield from clicks.early(scene, steps, near, place)
        for one in clicks.lagging(steps, near, place):
            yield one
            following = next((at for at in range(place + 1, near.stop) if fought(scene, steps[at])), near.stop)
            late = results.of_the_die_before(scene, one.steps, following) if following < near.stop else ()
            yield from (replace(_both(one, two), if_all_is_right=True) for two in late)
        yield from results.marked_late(scene, steps, place, units)
        yield from corrections.turned_late(scene.binding, steps, place, units)


def _both(one: OtherWay, two: OtherWay) -> OtherWay:
    """Two ways of which the second begins with the steps of the first."""
    says = f"{one.says}, and {two.says}"
    since, to, puts_off = min(one.since, two.since), max(one.to, two.to, two.since), one.puts_off or two.puts_off
    back, shown_by = one.put_back | two.put_back, max(one.shown_by, two.shown_by)
    new = OtherWay(two.steps, since, one.unlikely + two.unlikely, says, puts_off=puts_off, to=to)
    return replace(new, put_back=back, shown_by=shown_by, die=two.die)
