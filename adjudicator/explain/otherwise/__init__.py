"""The other ways in which players may have meant what they said, threw and moved: each with how unlikely it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...evidence.observations import Heard
from ..scene import ReadingScene
from . import clicks, dice, notes, results
from .way import ANYTHING, LATE, OtherWay, fought

__all__ = ["ANYTHING", "OtherWay", "fought", "other_ways", "twice_otherwise"]


_NEAREST = 24  # notes that may have been meant otherwise besides what was done too late


def other_ways(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, wrong: Sequence[int], units: Collection[str]
) -> Iterator[OtherWay]:
    """Those that change something between two steps, the likeliest first. `units` are those with whom something is wrong from
    one of some other steps on."""
    near, binding, several = range(first, last), scene.binding, _thrown_several_times(scene)
    yield from notes.noted_late(steps, near)
    for one in notes.said_early(steps, near):
        yield one
        yield from (_both(one, two) for two in results.of_the_die_before(scene, one.steps, one.to))
    yield from notes.put_right_late(steps, near)
    yield from notes.said_again(steps, near)
    yield from results.carried_out_late(scene, steps, near, units)
    yield from clicks.amid_results(scene, steps, near)
    yield from results.put_back(binding, steps, near, units)
    yield from dice.only_talk(steps, near)
    yield from dice.thrown_twice(steps, near, several)
    yield from dice.for_something_else(steps, near, several)
    yield from dice.by_another_button(binding, steps, near)
    yield from dice.typed_in_chat(steps, near)
    yield from notes.corrected(steps, near)
    yield from notes.said_in_talk(steps, near)
    for place in wrong:
        yield from clicks.late(steps, near, place)
        yield from clicks.early(steps, near, place)
        yield from clicks.lagging(steps, near, place)


def twice_otherwise(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, wrong: int, units: Collection[str]
) -> Iterator[OtherWay]:
    """Two notes that each came after its die; notes that were meant otherwise, and then what was done with these units a die or
    more too late; a die thrown twice whose note came late; and a die by a wrong button after another one or after a die whose
    note came late."""
    near, binding, several = range(first, last), scene.binding, _thrown_several_times(scene)
    noted = (notes.noted_late, notes.said_early, notes.put_right_late, notes.corrected, notes.said_in_talk)
    both_late = tuple(_both_late(steps, near))
    yield from both_late
    ones = (*(way for ways in noted for way in ways(steps, near)), *both_late)
    for one in sorted(ones, key=lambda way: (way.far(wrong), way.unlikely))[:_NEAREST]:
        for two in results.carried_out_late(scene, one.steps, near, units):
            if abs(two.since - one.since) <= LATE:
                yield _both(one, two)
    for one in notes.noted_late(steps, near):
        for two in dice.thrown_twice(one.steps, range(one.since + 1, min(one.since + LATE, last)), several):
            yield _both(one, two)

    wrong_die = dice.by_another_button(binding, steps, near, as_said=True)
    late_note = (one for one in notes.noted_late(steps, near) if one.unlikely == 1)
    for one in (*wrong_die, *late_note):
        following = next((at for at in range(one.since + 1, last) if one.steps[at].die is not None), last)
        for two in dice.by_another_button(binding, one.steps, range(following, min(following + 1, last))):
            yield _both(one, two)


def _thrown_several_times(scene: ReadingScene) -> frozenset[str]:
    """What several dice in a row are thrown for."""
    return frozenset(purpose for purpose in scene.binding.dice.values() if any(part.several(purpose) for part in scene.parts))


def _both_late(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    for one in notes.noted_late(steps, near):
        for two in notes.noted_late(one.steps, near) if one.unlikely == 1 else ():
            if two.unlikely == 1 and two.since > one.since:
                yield _both(one, two)


def _both(one: OtherWay, two: OtherWay) -> OtherWay:
    """Two ways of which the second begins with the steps of the first."""
    says = f"{one.says}, and {two.says}"
    return OtherWay(two.steps, min(one.since, two.since), one.unlikely + two.unlikely, says, to=max(one.to, two.to, two.since))
