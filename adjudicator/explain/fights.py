"""Combats as players announce them: who attacks, with whose help, on which column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from adjudicator.engine.actions import Action, Attack, Move, Support
from adjudicator.engine.deeds import SUPPORTED
from adjudicator.engine.state import Force
from adjudicator.rules.apply import apply
from adjudicator.rules.combat import column
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.judge import judge
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.names import bearers
from ..evidence.notation import Note, any_aircraft

_MANNER = re.compile(r"^(.*?)\s+(full|total|normal|\+1|\+2)$", re.IGNORECASE)
_MANNERS = {"total": "full", "+2": "full", "+1": "normal"}
MANNERS = ("normal", "full")  # in which aircraft may help
_MOST = 64  # readings of names that several units bear
_MOST_ABOVE = 3  # aircraft that lie on a hex and are taken to have helped there though nobody named them


@dataclass(frozen=True, slots=True)
class _Named:
    """One name of an announcement: whom it may mean, and in which manner it helps."""

    units: tuple[str, ...]
    how: str = ""


def without_manner(name: str) -> str:
    """The name of who helps, without how."""
    found = _MANNER.match(name.strip())
    return name if found is None else found[1]


def attack_of(table: Table, note: Note, die: int | None, kinds: Sequence[str] = ("attack",)) -> Attack | None:
    """The combat that was announced and rolled; None if nobody can tell who was meant. Of several readings a legal one.

    `kinds` are those that it may be of, the plainest first.
    """
    target = note.hexes[0]
    if target not in table.grid:
        return None
    if note.verb == "bombardment":
        return Attack((), target, column=note.column, die=die, result=note.result, kind="bombardment")
    side = _side_against(table, target)
    found = [_meant(table, name, side, target) for name in note.names]
    if not side or not found or not all(each.units for each in found):
        return None
    plain = list(islice(_readings(table, note, side, found, die), _MOST))
    readings = [replace(attack, kind=kind) for kind in kinds for attack in plain]
    readings.sort(key=lambda attack: _untimely(table, attack))
    return _least_wrong(table, readings) if readings else None


def _untimely(table: Table, attack: Attack) -> bool:
    """Does such an attack belong to another phase?"""
    phases = phases_for(table, attack)
    return phases is not None and bool(table.state.phase) and table.state.phase not in phases


def in_its_phase(table: Table, attack: Attack, kinds: Sequence[str]) -> Attack:
    """The attack, of the plainest kind that belongs to the phase."""
    ways = (replace(attack, kind=kind) for kind in kinds)
    return next((each for each in ways if not _untimely(table, each)), attack)


def from_afar(table: Table) -> frozenset[str]:
    """Kinds of units that help from afar."""
    return frozenset().union(*map(_kinds_from_afar, table.state.forces.values()))


def _kinds_from_afar(force: Force) -> frozenset[str]:
    found: frozenset[str] | None = force.kept.get("kinds from afar")
    if found is None:
        found = force.kept["kinds from afar"] = frozenset(unit.kind for unit in force.units.values() if unit.helps_from_afar)
    return found


def exploits(table: Table) -> bool:
    """May others than the attackers go on through a hex attacked?"""
    return any(each.values.get("exploit") for each in table.rules.all_of("check.advance"))


def helping(table: Table) -> frozenset[str]:
    """Kinds of units that help in combats and do not attack: those from afar, and those for whose help there are rules."""
    rules = (each for each in table.rules.all_of("check.attack") if each.rule.sort == "help")
    return from_afar(table).union(*(each.values.get("kinds") or () for each in rules))


def results_of(table: Table, attack: Attack) -> tuple[Attack, ...]:
    """The attack with each of the results that it may have, where its player may choose what the die counts."""
    fight = fight_of(table, attack)
    if attack.result is not None or attack.die is None or not column.resolvable(table, fight) or not column.chosen(table, fight):
        return (attack,)
    found = [column.results_of(table, fight, attack.die, attack.column, wanted) for wanted in (True, False)]
    texts = [each.texts[0] for each in found if len(each.texts) == 1 and each.texts[0] is not None]
    if len(texts) < len(found) or len(set(texts)) == 1:
        return (attack,)
    return tuple(replace(attack, result=text) for text in texts)


def with_those_above(table: Table, attack: Attack, landed: Mapping[str, str]) -> tuple[Attack, ...]:
    """The attack with the aircraft that lie on the hex and were not named, in each manner that goes with the box in which they
    landed; and as it was told."""
    named = {each.unit for each in (*attack.support, *attack.defence)}
    above = [
        unit
        for unit, standing in table.state.units
        if unit.flies and standing.place == attack.target and unit.id not in named and not table.state.has(SUPPORTED, unit.id).yes
    ]
    if not attack.attackers or not 0 < len(above) <= _MOST_ABOVE:
        return (attack,)
    side = table.unit(attack.attackers[0]).side
    found: list[Attack] = []
    for manners in product(MANNERS, repeat=len(above)):
        flown = [(unit.side == side, Support(unit.id, how)) for unit, how in zip(above, manners, strict=True)]
        ours, theirs = (tuple(each for own, each in flown if own is whose) for whose in (True, False))
        found.append(replace(attack, support=(*attack.support, *ours), defence=(*attack.defence, *theirs)))
    homes = [Move((unit.id,), landed[unit.id]) for unit in above if unit.id in landed]
    fitting = [each for each in found if not any(_is_illegal(apply(table, each), home) for home in homes)]
    return (*(fitting or found), attack)


def _is_illegal(table: Table, action: Action) -> bool:
    return judge(table, action).verdict is Verdict.ILLEGAL


def _side_against(table: Table, target: str) -> str:
    """The side that attacks a hex: the other one than holds it."""
    holders = {
        side
        for side, force in table.state.forces.items()
        if any(not table.unit(unit).helps_from_afar for unit in force.at(target))
    }
    return next((side for side in table.game.sides if holders and side not in holders), "")


def _meant(table: Table, name: str, side: str, target: str) -> _Named:
    found = _MANNER.match(name.strip())
    word, how = (found[1], found[2].lower()) if found else (name, "")
    units, helpful = bearers(table, word, side=side, anywhere=True), helping(table)
    helpers = tuple(unit for unit in units if table.unit(unit).kind in helpful)
    if not helpers and any_aircraft(word):
        helpers = tuple(unit.id for unit, _ in table.state.units if unit.flies and unit.side == side)
    plain = () if found and helpers else bearers(table, name, side=side, near=target)
    if not plain and not helpers:  # whoever helps the defender
        helpers = tuple(unit for unit in bearers(table, word, anywhere=True) if table.unit(unit).kind in helpful)
    return _Named(plain) if plain else _Named(helpers, _MANNERS.get(how, how))


def _readings(table: Table, note: Note, side: str, found: Sequence[_Named], die: int | None) -> Iterator[Attack]:
    helpful = helping(table)
    for chosen in product(*(each.units for each in found)):
        if len(set(chosen)) < len(chosen):
            continue
        pairs = list(zip(chosen, found, strict=True))
        attackers = tuple(unit for unit, _ in pairs if table.unit(unit).kind not in helpful)
        helped = [Support(unit, each.how) for unit, each in pairs if table.unit(unit).kind in helpful]
        ours = tuple(each for each in helped if table.unit(each.unit).side == side)
        theirs = tuple(each for each in helped if each not in ours)
        if attackers:
            yield Attack(attackers, note.hexes[0], ours, theirs, note.column, die, note.result)


def _least_wrong(table: Table, readings: Sequence[Attack]) -> Attack:
    """The first reading that is legal, else the one that is nearest to it."""
    best, least = readings[0], (len(readings), 0)
    for index, attack in enumerate(readings):
        faults = _faults(table, attack)
        if faults == (0, 0):
            return attack
        if not index or faults < least:
            best, least = attack, faults
    return best


def _faults(table: Table, attack: Attack) -> tuple[int, int]:
    """How far a reading is from legal: what is certainly wrong with it, and what is open."""
    verdicts = [each.verdict for each in judge(table, attack).findings]
    return verdicts.count(Verdict.ILLEGAL), len(verdicts)
