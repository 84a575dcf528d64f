"""A combat that nobody announced, or not in full: which it was, how sure that is, and what may count as done because of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Attack
from adjudicator.engine.deeds import STRUCK, TARGETS
from adjudicator.engine.kinds import slot_of
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.record import COMBAT
from adjudicator.rules.table import Table

from .followed import Followed
from .helpers import Help
from .search import Reading, Search, Wanted, sides_of, targets_of

_ENOUGH = 3  # legal readings; that there are several is all that matters


@dataclass(frozen=True, slots=True)
class Found:
    """What a die for a combat comes to. No attack: nobody can say who attacked, and whoever says so would settle it."""

    attack: Attack | None
    target: str = ""  # if that at least is clear
    sure: frozenset[str] = frozenset()  # attackers of every reading
    sure_target: bool = True
    readings: int = 0  # legal ones that were found
    marked: bool = False  # do marks on the units say so?


def find(followed: Followed, wanted: Wanted) -> Found:
    """The combat that explains what followed."""
    search = Search(followed, wanted)
    marked = _marked(search)
    if marked is not None:
        return Found(marked.attack, marked.attack.target, frozenset(marked.attack.attackers), readings=1, marked=True)
    bound = _bound(search)
    if bound is not None:
        return Found(bound.attack, bound.attack.target, frozenset(bound.attack.attackers), marked=True)
    certain = search.certain = _certain(search)
    if not certain and _none_is_legal(search.table):
        return Found(None)
    legal: list[Reading] = []
    alone: list[Reading] = []  # those that are legal but for how others moved meanwhile
    best: Reading | None = None
    doubtful = False  # is there one against which nothing certain speaks?
    for reading in _all(search):
        if reading.legal:
            legal.append(reading)
            if len(legal) >= _ENOUGH and not (_shows_where(search, legal) and _one_target(legal)):
                search.cut = True
                break
            continue
        if reading.legal_by_itself:
            alone.append(reading)
        doubtful = doubtful or not reading.faults[0]
        if best is None or reading.faults < best.faults:
            best = reading
    if legal:
        return _of_legal(followed, search, legal)
    beside = _with_others_astray(search, alone)
    if beside is not None:
        return Found(beside, beside.target, _required(followed, beside), readings=_ENOUGH)
    if best is not None and certain and not doubtful and not search.cut:
        return Found(best.attack, certain, _required(followed, best.attack))
    return Found(None, certain)


def _with_others_astray(search: Search, alone: Sequence[Reading]) -> Attack | None:
    """The attack that explains all but how others moved meanwhile: the one that marks on the units show, or one of many on the
    only hex that it can have been. Where not all were looked at, these others must have stood too far away for any."""
    marked = _marked(search, by_itself=True)
    if marked is not None:
        return marked.attack
    if not alone or not _one_target(alone):
        return None
    attack = alone[0].attack
    near = {unit for unit in search.followed.ground if search.followed.was(unit) in search.table.grid.neighbours(attack.target)}
    ours = {unit for unit in near if search.followed.side(unit) == search.followed.side(attack.attackers[0])}
    return attack if not search.cut or (search.certain and ours <= {*attack.attackers}) else None


def _marked(search: Search, *, by_itself: bool = False) -> Reading | None:
    """The legal attack that marks on the units show, if they show one. `by_itself`: it is, but for how others moved meanwhile."""
    if not search.wanted.marked:
        return None
    for side in sides_of(search.table, search.table.game.sides):
        targets = [hex for hex in _targets(search, side) if not search.wanted.aimed or hex in search.wanted.aimed]
        for target in targets:
            readings = search.as_marked(side, target)
            legal = next((each for each in readings if each.legal or (by_itself and each.legal_by_itself)), None)
            if legal is not None:
                return legal
    return None


def _bound(search: Search) -> Reading | None:
    """The attack that was marked, though it is not legal: the least wrong, if marks laid for it leave no doubt which it was."""
    wanted, table = search.wanted, search.table
    if not wanted.marked_now or len(wanted.aimed) != 1:
        return None
    (target,) = wanted.aimed
    sides = {search.followed.side(unit) for unit in wanted.marked}
    if len(sides) != 1 or not all(table.place_of(unit) in table.grid.neighbours(target) for unit in wanted.marked):
        return None
    readings = [each for wide in (False, True) for each in search.as_marked(next(iter(sides)), target, wide=wide)]
    team = [each for each in readings if wanted.marked == frozenset(each.attack.attackers)]
    return min(team, key=lambda reading: reading.faults, default=None)


def _none_is_legal(table: Table) -> bool:
    """Is something left to be done because of the last combat, so that any other would be illegal?"""
    settling = [each for each in table.rules.sort("settling") if slot_of(Attack) in each.slots]
    return any(opinion.truth.no for binding in settling for opinion in binding(table, Attack((), "")))


def _certain(search: Search) -> str:
    """The hex attacked, though nobody can say by whom: the one that was named, or the only one where anybody suffered by it."""
    if search.wanted.target:
        return search.wanted.target
    table = search.table
    every = [(side, hex) for side in sides_of(table, table.game.sides) for hex in _targets(search, side)]
    struck = {
        hex for side, hex in every if any(hex in search.followed.hexes_of(other) for other in table.game.sides if other != side)
    }
    targets = struck or {hex for _, hex in every}
    return next(iter(targets)) if len(targets) == 1 else ""


def _all(search: Search) -> Iterator[Reading]:
    """First with the help that shows, then also with what may have helped without a trace."""
    sides = sides_of(search.table, search.table.game.sides)
    legal = False
    for wide in (False, True):
        for side in sides:
            for target in _targets(search, side):
                found = 0  # legal ones: of one hex no more than enough
                for reading in search.readings(side, target, wide=wide):
                    legal, found = legal or reading.legal, found + reading.legal
                    yield reading
                    if found >= _ENOUGH:
                        search.cut = True
                        break
        if legal:
            return
    if search.certain and not search.cut:  # else nobody asks which of them it was
        yield from search.unlikely()


def _targets(search: Search, side: str) -> tuple[str, ...]:
    return (search.wanted.target,) if search.wanted.target else tuple(dict.fromkeys(targets_of(search.followed, side)))


def _of_legal(followed: Followed, search: Search, legal: list[Reading]) -> Found:
    attack = legal[0].attack
    sure = _required(followed, attack)
    if not search.cut:
        legal = [*legal, *_with_unseen_help(search, legal, sure)]
    if not search.cut:
        sure |= _in_all(legal)
    only = _shows_where(search, legal) and _one_target(legal) and search.unseen <= {attack.target}
    certain = bool(search.wanted.target) or only
    return Found(attack, attack.target, sure, certain, len(legal))


def _with_unseen_help(search: Search, legal: Sequence[Reading], sure: frozenset[str]) -> Iterator[Reading]:
    """Legal readings with help that has left no trace, each without somebody who is in all before it: whom aircraft that nobody
    mentioned may have stood in for has not attacked for certain."""
    found = _in_all(legal)
    for side in sides_of(search.table, search.table.game.sides):
        for target in _targets(search, side):
            for reading in search.readings(side, target, wide=True) if not found <= sure else ():
                if reading.legal and not found <= frozenset(reading.attack.attackers):
                    found &= frozenset(reading.attack.attackers)
                    yield reading
                if found <= sure:
                    return


def _in_all(readings: Sequence[Reading]) -> frozenset[str]:
    return frozenset.intersection(*(frozenset(reading.attack.attackers) for reading in readings))


def _shows_where(search: Search, legal: Sequence[Reading]) -> bool:
    """Did anything follow that tells which hex it was?"""
    followed = search.followed
    return bool(followed.hexes_of(followed.side(legal[0].attack.attackers[0]))) or len(followed.ground) > 0


def _one_target(legal: Sequence[Reading]) -> bool:
    return len({reading.attack.target for reading in legal}) == 1


def _required(followed: Followed, attack: Attack) -> frozenset[str]:
    """Attackers to whom something happened that happens to no others."""
    return frozenset(unit for unit in attack.attackers if followed.fought(unit))


def softened(before: Table, after: Table, attack: Attack, found: Found) -> Table:
    """The position after the attack, with nothing counted as done that only may have been."""
    sure = tuple(unit for unit in attack.attackers if unit in found.sure)
    seen = Help(attack.support, attack.defence).traced(before)
    reference = apply(before, replace(attack, attackers=sure, support=seen.support, defence=seen.defence))
    state = replace(after.state, memories=reference.state.memories).as_in(after.state, COMBAT)
    if not found.sure_target:
        for targets in (TARGETS, STRUCK):
            state = state.as_in(before.state, targets)
    return after.after(state)
