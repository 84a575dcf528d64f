"""What was carried out late, or taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from adjudicator.engine.actions import Move

from ...evidence.binding import BindingEntry, control_of, hex_mark_of, marked_for_combat, place_of, unit_of
from ...evidence.history import Change, Counter, PieceSpot
from ...evidence.names import bearers
from ...evidence.notation import Note
from ...evidence.observations import Heard
from ..board import told
from ..differences import is_time_to
from ..fights import exploits
from ..scene import ReadingScene
from .way import ANNOUNCING, OtherWay, announces, fought, goes_on

_CLICKS = 1  # of the turn counter between a die and what was done late because of it
_MARKS = 6  # markers that are tried one by one
_FORGOTTEN = 90  # steps within which somebody thinks of a marker, and at the latest
_LEFTOVER = 2  # markers that are taken up even later
_BY_CLICKS = 2  # when the counter goes on again
_SEVERAL = 2  # dice
_ALONE = 4  # units that are tried one by one
_PHASE = 30  # steps of a phase that are looked at for what was put off


def carried_out_late(scene: ReadingScene, steps: tuple[Heard, ...], near: range, units: Collection[str]) -> Iterator[OtherWay]:
    """What was done with these units, or with one of them, after a later die belongs to an earlier one: likeliest to the last
    before that."""
    dice = [at for at in near if fought(scene, steps[at])]
    stop = min(len(steps), near.stop + _PHASE)  # what is put off is put off to the end of the phase
    for die, following in reversed(list(pairwise(dice))):
        over = _over(steps, die, following)
        says = f"what was done after step {steps[following].step} followed from the die of step {steps[die].step}"
        there = _fighting(scene, steps[: die + 1], steps[following:stop])
        elsewhere = frozenset().union(*(_announced_for(scene, heard) for heard in steps[die + 1 : following + 1])) - there
        ours = frozenset(units) - elsewhere
        first = _first_touched(scene, steps[following:stop], ours) if len(ours) > 1 else ()
        alone = [(frozenset((unit,)), 0, 0) for unit in first]  # of one alone nothing that the counter went on before
        fighting = there & ours
        after_chits = [(those, _CLICKS, len(steps)) for those in (there, fighting)]  # who advances too, else only who is missed
        some = [(fighting, _CLICKS, 0), *after_chits] if fighting else []
        if there and not there <= ours:  # who went on through it, or only waits for it
            some += [(there | ours, _CLICKS, 0), (there, _CLICKS, 0)]
        tried: list[list[Heard]] = []
        for those, clicks, draws in ((ours, _CLICKS, 0), *some, *alone):
            taken, rest = _parted(scene, steps[following:stop], those, clicks, draws)
            if taken and taken not in tried:
                tried.append(taken)
                changed = (*steps[:over], *taken, *steps[over:following], *rest, *steps[stop:])
                back = frozenset(heard.step for heard in taken)
                yield OtherWay(changed, die + 1, 2 if draws else 1, says, to=stop, put_back=back, die=die)


def carried_out_without_a_die(
    scene: ReadingScene, steps: tuple[Heard, ...], near: range, units: Collection[str]
) -> Iterator[OtherWay]:
    """What a combat brought that was announced and needed no die, since nobody defended himself, was done after a later die."""
    stop = min(len(steps), near.stop + _PHASE)  # as far as what is put off is put off
    for at in (at for at in near if announces(steps[at])):
        ended = (i for i in range(at + 1, stop) if fought(scene, steps[i]) or steps[i].drawn or goes_on(steps[i]))
        following = next(ended, stop)
        others = [i for i in range(at + 1, following) if announces(steps[i])]
        if (
            following == stop
            or not fought(scene, steps[following])
            or not others
            or len(_dice_in_a_row(steps, following)) > len(others)
        ):
            continue  # it has a die
        fighting = _fighting(scene, steps[: at + 1], steps[following:stop])
        for those in dict.fromkeys((fighting.intersection(units), fighting)):
            taken, rest = _parted(scene, steps[following:stop], those, _CLICKS, 0)
            if taken:
                says = f"what was done after step {steps[following].step} followed from the attack of step {steps[at].step}"
                changed = (*steps[: others[0]], *taken, *steps[others[0] : following], *rest, *steps[stop:])
                yield OtherWay(changed, others[0], 1, says, to=stop, put_back=frozenset(heard.step for heard in taken))


def _dice_in_a_row(steps: tuple[Heard, ...], first: int) -> Sequence[Heard]:
    """The dice from one on before anything else is announced, also those that were perhaps only typed."""
    until = next((i for i in range(first, len(steps)) if announces(steps[i]) or goes_on(steps[i])), len(steps))
    return [heard for heard in steps[first:until] if heard.die is not None or heard.typed or heard.maybe]


def carried_out_after_a_chit(
    scene: ReadingScene, steps: tuple[Heard, ...], near: range, units: Collection[str]
) -> Iterator[OtherWay]:
    """What was done with these units after the next chit was drawn, and before the next die, belongs to the die before it."""
    stop = min(len(steps), near.stop + _PHASE)
    for draw in (at for at in near if steps[at].drawn):
        die = next((at for at in range(draw - 1, near.start - 1, -1) if steps[at].drawn or fought(scene, steps[at])), None)
        if die is None or steps[die].drawn:
            continue
        over = next(i for i in range(die + 1, draw + 1) if steps[i].drawn or goes_on(steps[i]) or announces(steps[i]))
        until = next((i for i in range(draw, stop) if fought(scene, steps[i])), stop)
        fighting = _fighting(scene, steps[: die + 1], steps[draw:until])
        says = f"what was done after step {steps[draw].step} followed from the die of step {steps[die].step}"
        for those in dict.fromkeys((frozenset(units), fighting.intersection(units), fighting)):
            taken, rest = _parted(scene, steps[draw:until], those, _CLICKS, 1)
            if taken:
                changed = (*steps[:over], *taken, *steps[over:draw], *rest, *steps[until:])
                yield OtherWay(changed, die + 1, 2, says, to=until)


def _over(steps: tuple[Heard, ...], die: int, following: int) -> int:
    """Where what followed from a die is over, if not before the next one: what was to follow may have been done up to there."""
    return next((i for i in range(die + 1, following) if announces(steps[i]) or steps[i].drawn), following)


def _first_touched(scene: ReadingScene, steps: tuple[Heard, ...], units: Collection[str]) -> Sequence[str]:
    """Of these units the first few with which something is done."""
    touched = (unit_of(scene.binding, change.counter) for heard in steps for change in heard.event.changes)
    return list(islice(dict.fromkeys(unit for unit in touched if unit in units and unit is not None), _ALONE))


def all_put_off(scene: ReadingScene, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """First all dice of a phase were thrown, and then everything that they had brought was done: each unit's for the last of them
    in which it fought. Whoever draws a chit goes on to something else."""
    dice = [at for at in near if fought(scene, steps[at])]
    for last in dice:
        over = (i for i in range(last + 1, len(steps)) if fought(scene, steps[i]) or goes_on(steps[i]) or steps[i].drawn)
        end = next(over, len(steps))
        begun = next((i for i in range(last, -1, -1) if goes_on(steps[i])), -1)
        before = [at for at in range(begun + 1, last + 1) if fought(scene, steps[at])]
        fights = {at: _in_the_fight(scene, steps, at, steps[last + 1 : end]) for at in before}
        through = _gone_through(scene, steps, fights, steps[last + 1 : end])
        says = f"what was done after step {steps[last].step} followed from the dice before it"
        for with_them in ({at: fights[at] | through.get(at, frozenset()) for at in before}, fights) if through else (fights,):
            taken, rest = _dealt_out(scene, steps[last + 1 : end], with_them, before[:-1])
            if len(taken) < _SEVERAL:
                continue  # what follows from one die alone is another way
            ends = {_over(steps, at, following): taken[at] for at, following in pairwise(before) if at in taken}
            new: list[Heard] = []
            for at, heard in enumerate(steps[: last + 1]):
                new += [*ends.get(at, ()), heard]
            yield OtherWay((*new, *rest, *steps[end:]), min(taken) + 1, 1, says, to=end)


def _dealt_out(
    scene: ReadingScene, steps: tuple[Heard, ...], fights: Mapping[int, frozenset[str]], dice: Sequence[int]
) -> tuple[Mapping[int, list[Heard]], list[Heard]]:
    """What was done with those whose last fight it was, for each of some dice; and all else."""
    taken: dict[int, list[Heard]] = {}
    rest: list[Heard] = []
    theirs, fighting = {at: _only_of(fights, at) for at in dice}, frozenset().union(*fights.values())
    for heard in steps:
        changes = {at: _with_those_dragged_along(scene.binding, heard.event.changes, theirs[at], fighting) for at in dice}
        for at, done in changes.items():
            if done:
                taken.setdefault(at, []).append(_of(heard, done))
        gone = {id(each) for done in changes.values() for each in done}
        others = tuple(each for each in heard.event.changes if id(each) not in gone)
        rest.append(replace(heard, event=replace(heard.event, changes=others)) if gone else heard)
    return taken, rest


def _gone_through(
    scene: ReadingScene, steps: tuple[Heard, ...], fights: Mapping[int, frozenset[str]], later: tuple[Heard, ...]
) -> Mapping[int, frozenset[str]]:
    """In games in which also others than the attackers may go on through a hex attacked, those of their side who fought nowhere,
    do not move now and may have gone through one: for the die of the one that lies nearest to their way."""
    table = scene.table
    aimed = {at: aim for at in fights if (aim := _aim(scene, steps[: at + 1])) is not None}
    if not aimed or not exploits(table):
        return {}
    distance, fighting = table.grid.distance, frozenset().union(*fights.values())
    found: dict[str, int] = {}
    for change in (change for heard in later for change in heard.event.changes):
        unit, old, new = unit_of(scene.binding, change.counter), change.before, change.after
        if unit is None or unit in fighting or old is None or new is None:
            continue
        start, end = (place_of(scene.binding, each.spot, table.grid) or "" for each in (old, new))
        theirs = {at: hex for at, (hex, side) in aimed.items() if unit in table.force(side).units}
        if theirs and start in table.grid and end in table.grid and start != end and not is_time_to(table, Move((unit,), end)):
            found[unit] = min(theirs, key=lambda at: (distance(start, theirs[at]) + distance(theirs[at], end), -at))
    return {die: frozenset(unit for unit, at in found.items() if at == die) for die in found.values()}


def _aim(scene: ReadingScene, until: tuple[Heard, ...]) -> tuple[str, str] | None:
    """The hex for which the last of these dice was announced, and the side that attacks it."""
    said = (note for heard in reversed(until) for note in heard.notes if note.verb in ANNOUNCING and note.hexes)
    note = next(said, None)
    if note is None or note.hexes[0] not in scene.table.grid:
        return None
    sides = {scene.table.unit(unit).side for unit in _named(scene, note)}
    return (note.hexes[0], sides.pop()) if len(sides) == 1 else None


def _in_the_fight(scene: ReadingScene, steps: tuple[Heard, ...], die: int, later: tuple[Heard, ...]) -> frozenset[str]:
    """Those that a die was about: as a note says, else as they were marked since the die before it."""
    before = next((at for at in range(die - 1, -1, -1) if fought(scene, steps[at]) or goes_on(steps[at])), -1)
    since = steps[before + 1 : die + 1]
    if any(announces(heard) for heard in since):
        return _fighting(scene, since, later)
    changes = (change for heard in since for change in heard.event.changes)
    marked = (each.counter for each in changes if each.after is not None and any(marked_for_combat(scene.binding, each.after)))
    return frozenset(unit for counter in marked if (unit := unit_of(scene.binding, counter)) is not None)


def _only_of(fights: Mapping[int, frozenset[str]], die: int) -> frozenset[str]:
    """Those whose last fight it was."""
    return fights[die].difference(*(units for at, units in fights.items() if at > die))


def _of(heard: Heard, changes: tuple[Change, ...]) -> Heard:
    """Of a step only these changes."""
    return Heard(replace(heard.event, changes=changes, chat=(), rolls=(), turn=None))


def of_the_die_before(scene: ReadingScene, steps: tuple[Heard, ...], following: int) -> Iterator[OtherWay]:
    """Two dice were thrown one after the other; what those did who fought for the first of them followed from that one."""
    die = next((at for at in range(following - 1, -1, -1) if fought(scene, steps[at])), None)
    if die is None:
        return
    stop = min(len(steps), following + _PHASE)
    fighting = _fighting(scene, steps[: die + 1], steps[following:stop])
    taken, rest = _parted(scene, steps[following:stop], fighting, _CLICKS, 0)
    if taken:
        says = f"what those did who fought then followed from the die of step {steps[die].step}"
        yield OtherWay((*steps[:following], *taken, *rest, *steps[stop:]), die + 1, 1, says, to=stop)


def _fighting(scene: ReadingScene, until: tuple[Heard, ...], later: tuple[Heard, ...]) -> frozenset[str]:
    """Those that fight in the combat of the last of these dice: who is named, and who stood in its hex later."""
    note = next((note for heard in reversed(until) for note in heard.notes if note.verb in ANNOUNCING), None)
    if note is None:
        return frozenset()
    binding, table = scene.binding, scene.table
    fighting = set(_named(scene, note))
    for change in (change for heard in later for change in heard.event.changes):
        unit, before = unit_of(binding, change.counter), change.before
        if unit is not None and before is not None and place_of(binding, before.spot, table.grid) in note.hexes:
            fighting.add(unit)
    return frozenset(fighting)


def _named(scene: ReadingScene, note: Note) -> frozenset[str]:
    table = scene.table
    return table.state.cached(("named by", note), lambda: frozenset(u for name in note.names for u in bearers(table, name)))


def _announced_for(scene: ReadingScene, heard: Heard) -> set[str]:
    """Units that a die is announced for."""
    return {unit for note in heard.notes if note.verb in ANNOUNCING for unit in _named(scene, note)}


def _standing_in(scene: ReadingScene, heard: Heard, hexes: Collection[str]) -> set[str]:
    """Units with which something is done that stand in one of these hexes."""
    found = set()
    for change in heard.event.changes if hexes else ():
        unit = unit_of(scene.binding, change.counter)
        if (
            unit is not None
            and change.before is not None
            and place_of(scene.binding, change.before.spot, scene.table.grid) in hexes
        ):
            found.add(unit)
    return found


def _parted(
    scene: ReadingScene, steps: tuple[Heard, ...], units: Collection[str], clicks: int, draws: int
) -> tuple[list[Heard], list[Heard]]:
    """What was done with some units before the game went on by more than so many clicks or draws, or by a click and a die, and
    with each of them before it was announced for something else; and all else."""
    taken: list[Heard] = []
    rest: list[Heard] = []
    said: list[Heard] = []
    gone_into = set[str]()
    clicked = drawn = 0
    over, busy, aimed = False, set[str](), set[str]()
    for at, heard in enumerate(steps):
        if at:  # what the first die was for may be said with it
            busy |= _announced_for(scene, heard)
            aimed.update(hex for note in heard.notes if note.verb in ANNOUNCING for hex in note.hexes)
        busy |= _standing_in(scene, heard, aimed)
        clicked, drawn = clicked + goes_on(heard), drawn + bool(heard.drawn)
        over = over or clicked > clicks or drawn > draws or (clicked > 0 and heard.die is not None)
        changes = heard.event.changes
        free = set(units) - busy
        theirs = () if over else _with_those_dragged_along(scene.binding, changes, free, busy)
        gone_into |= _places_of(scene, (change.after for change in theirs))
        theirs = (*theirs, *(change for change in changes if not over and _is_driven_over(scene, change, gone_into)))
        paths = () if over else tuple(note for note in heard.notes if note.verb == "path" and _named(scene, note) & free)
        if paths:  # that somebody goes by one was said of the way that is taken
            said.append(replace(_of(heard, ()), notes=paths))
        if theirs:
            taken += [*said, _of(heard, theirs)]
            said.clear()
            others = tuple(change for change in changes if change not in theirs)
            heard = replace(heard, event=replace(heard.event, changes=others))
        rest.append(heard)
    return taken, rest


def _is_driven_over(scene: ReadingScene, change: Change, gone_into: Collection[str]) -> bool:
    """Is a unit taken off a hex that others have gone into?"""
    unit = unit_of(scene.binding, change.counter)
    if unit is None or not scene.table.unit(unit).leads or _places_of(scene, (change.before,)).isdisjoint(gone_into):
        return False
    return not _places_of(scene, (change.after,))


def _places_of(scene: ReadingScene, counters: Iterable[Counter | None]) -> set[str]:
    """Where on the map these stand."""
    grid = scene.table.grid
    places = (place_of(scene.binding, each.spot, grid) for each in counters if each is not None)
    return {place for place in places if place in grid and place is not None}


def _with_those_dragged_along(
    binding: BindingEntry, changes: tuple[Change, ...], units: Collection[str], others: Collection[str]
) -> tuple[Change, ...]:
    """What becomes of some units, and of the markers and units that were dragged with them: who stands with those who fought
    goes with them, unless it fought elsewhere."""

    def way(change: Change) -> tuple[PieceSpot, PieceSpot] | None:
        return (change.before.spot, change.after.spot) if change.before and change.after and change.went else None

    theirs = [change for change in changes if unit_of(binding, change.counter) in units]
    ways = set(filter(None, map(way, theirs)))
    along = (change for change in changes if way(change) in ways and unit_of(binding, change.counter) not in {*units, *others})
    return (*theirs, *along)


def marked_late(scene: ReadingScene, steps: tuple[Heard, ...], wrong: int, units: Collection[str]) -> Iterator[OtherWay]:
    """Markers on hexes that were laid or taken up only some time after what they tell of: all of them, or one alone. And those of
    some units that were put back into a box late. But who goes from hex to hex goes among the markers that lie there."""
    binding, grid = scene.binding, scene.table.grid

    def marks(change: Change) -> bool:
        if hex_mark_of(binding, change.counter) is not None or control_of(binding, change.counter) is not None:
            return True
        old, new = change.before, change.after
        unit = unit_of(binding, change.counter)
        if old is None or new is None or unit not in units or unit is None or scene.loaded.roster[unit].flies:
            return False  # where aircraft land, and when, tells what they did
        return place_of(binding, old.spot, grid) in grid and place_of(binding, new.spot, grid) in binding.boxes.values()

    def goes(change: Change) -> bool:
        theirs = unit_of(binding, change.counter) in units
        return theirs and change.after is not None and place_of(binding, change.after.spot, grid) in grid

    if wrong < len(steps) and any(map(goes, steps[wrong].event.changes)):
        return

    def is_taken_up(change: Change) -> bool:
        return change.after is None and hex_mark_of(binding, change.counter) is not None

    def only(sort: Callable[[Change], bool], near: range) -> Iterator[int]:
        for at in near:
            changes = [each for each in steps[at].event.changes if told(each)]
            if changes and all(map(sort, changes)):
                yield at

    for at in only(marks, range(wrong, min(wrong + 1, len(steps)))):
        thrown_or_drawn = (i for i in range(at - 1, max(0, at - _PHASE) - 1, -1) if steps[i].die is not None or steps[i].drawn)
        for after in islice(thrown_or_drawn, _ALONE):
            says = f"the marker of step {steps[at].step} was to lie so before step {steps[after + 1].step}"
            earlier = (*steps[: after + 1], _that_is_told(steps[at]), *steps[after + 1 : at], *steps[at + 1 :])
            yield OtherWay(earlier, after + 1, 2, says, if_all_is_right=True, to=at)

    until = _until_thought_of(steps, wrong)
    just_laid = _laid_since_the_last(steps, wrong)
    late = [at for at in only(marks, until) if at < wrong + _PHASE or just_laid.isdisjoint(_taken_up_in(steps[at]))]
    soon = [at for at in late if at < wrong + _PHASE]
    lying = (at for at in only(is_taken_up, range(until.stop, len(steps))) if just_laid.isdisjoint(_taken_up_in(steps[at])))
    leftover = islice(lying, _LEFTOVER)  # those that are in nobody's way lie on for long
    for those in (soon, *([at] for at in late[:_MARKS] if soon != [at]), *([at] for at in leftover)):
        if those:
            moved = tuple(_that_is_told(steps[at]) for at in those)
            rest = (heard for at, heard in enumerate(steps[wrong:], wrong) if at not in those)
            says = f"what lies otherwise since step {moved[0].step} was to lie so before step {steps[wrong].step}"
            yield OtherWay((*steps[:wrong], *moved, *rest), wrong, 2, says, if_all_is_right=True)


def _laid_since_the_last(steps: tuple[Heard, ...], wrong: int) -> frozenset[str]:
    """What came onto the map just before something went wrong, since anything was thrown, drawn or clicked: it may be what is
    wrong, and that it lay there for long is not undone by taking it up."""
    apart = (i + 1 for i in range(wrong - 1, -1, -1) if steps[i].die is not None or steps[i].drawn or goes_on(steps[i]))
    laid = steps[next(apart, 0) : wrong + 1]
    return frozenset(change.counter.id for heard in laid for change in heard.event.changes if change.before is None)


def _taken_up_in(heard: Heard) -> Iterator[str]:
    return (change.counter.id for change in heard.event.changes if change.after is None)


def _that_is_told(heard: Heard) -> Heard:
    """A step without those who only lie otherwise in their stack: they have not come there yet, if it is taken for an earlier
    one."""
    return replace(heard, event=replace(heard.event, changes=tuple(filter(told, heard.event.changes))))


def _until_thought_of(steps: tuple[Heard, ...], wrong: int) -> range:
    """The steps after one in which a marker that was forgotten there is still laid or taken up."""
    end = min(len(steps), wrong + _FORGOTTEN)
    clicks = [at for at in range(wrong + 1, end) if goes_on(steps[at])]
    second = clicks[_BY_CLICKS - 1] if len(clicks) >= _BY_CLICKS else end
    return range(wrong + 1, min(len(steps), max(second, wrong + _PHASE)))
