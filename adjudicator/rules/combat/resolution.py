"""Was a combat resolved on the right column, with the result that the chart gives for the number rolled?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine.actions import Attack
from adjudicator.facts import NO, YES, truth, unsure

from ..opinion import Opinion
from ..registry import SHARED, Binding
from ..table import Table
from .column import Columns, Results, chosen, columns_of, resolvable, results_of
from .fight import fight_of
from .results import same


@SHARED.rule("check.attack", sort="all attackers")
def announced(table: Table, attack: Attack) -> Iterator[Opinion]:
    """A combat is resolved on the column that strengths and shifts give; below the lowest it may be that none is possible."""
    fight = fight_of(table, attack)
    if not attack.attackers and fight.defenders and attack.column is not None and not resolvable(table, fight):
        yield Opinion(
            unsure(factname.attackers(attack.target)),
            f"who attacked {table.at(attack.target)} is not known, so its odds cannot be checked",
            hexes=(attack.target,),
        )
        return
    if not resolvable(table, fight):
        return
    found = columns_of(table, fight)
    said = _said_of(table, attack, found)
    yield replace(said, rows=found.rows, units=fight.attackers, hexes=(attack.target,))


def of_the_column(table: Table) -> Binding | None:
    """The game's rule that looks at the column announced."""
    return next((each for each in table.rules.all_of("check.attack") if each.rule.function is announced), None)


def _said_of(table: Table, attack: Attack, found: Columns) -> Opinion:
    """The column used against those that may be right."""
    ends = dict.fromkeys((found.possible[0], found.possible[-1]))
    right = " or ".join(each or "no attack" for each in ends)
    place, best = table.at(attack.target), found.possible[-1]
    if best is None:
        lowest = found.ladder.columns[0]
        return Opinion(NO, f"the attack on {place} is not possible: its odds are below {lowest}", fix="cancel it")
    if attack.column is None:
        if None not in found.possible:
            return Opinion(YES)
        return Opinion(unsure(*sorted(found.needs)), f"whether {place} can be attacked at all hangs on what is not known")
    at = found.ladder.position(attack.column)
    stated = attack.column if at is None else found.ladder.columns[at]
    if stated not in found.possible:
        fix = f"resolve it on column {right}" if len(found.possible) == 1 else None
        return Opinion(NO, f"the attack on {place} was resolved on column {stated}; right is {right}", fix=fix)
    if len(found.possible) == 1:
        return Opinion(YES)
    return Opinion(
        unsure(*sorted(found.needs)),
        f"whether column {stated} is right for the attack on {place} hangs on what is not known",
    )


@SHARED.rule("check.attack", sort="all attackers")
def rolled(table: Table, attack: Attack) -> Iterator[Opinion]:
    """The result is the one that the chart gives for the column and the number rolled, with everything added to it."""
    if attack.result is None or not resolvable(table, fight_of(table, attack)):
        return
    hexes = (attack.target,)
    if attack.die is None:
        yield Opinion(unsure(factname.die()), f"no die is known for the combat at {table.at(attack.target)}", hexes=hexes)
        return
    fight = fight_of(table, attack)
    said = _read_off(table, attack, results_of(table, fight, attack.die, attack.column))
    if said is not None and said.truth.no and chosen(table, fight):
        without = _read_off(table, attack, results_of(table, fight, attack.die, attack.column, wanted=False))
        said = without if without is not None and not without.truth.no else said
    if said is not None:
        yield said


def _read_off(table: Table, attack: Attack, found: Results) -> Opinion | None:
    """The result that the players took against those that the chart may give; None where it gives none at all."""
    result, hexes = attack.result or "", (attack.target,)
    fits = [text for text in found.texts if text is not None and same(table, result, text)]
    known = [text for text in found.texts if text is not None]
    if not known:
        if not found.needs:
            return None
        return Opinion(
            unsure(*sorted(found.needs)),
            f"whether {attack.result} is the result of a {attack.die} at {table.at(attack.target)} hangs on the chart",
            rows=found.rows,
            hexes=hexes,
        )
    if not fits:
        return Opinion(
            NO,
            f"the combat at {table.at(attack.target)} gave {attack.result}; the chart gives {' or '.join(known)}",
            rows=found.rows,
            units=attack.attackers,
            hexes=hexes,
            fix=f"apply {known[0]}" if len(known) == 1 else None,
        )
    if all(same(table, result, text) for text in known):
        return Opinion(truth(True), rows=found.rows, hexes=hexes)
    return Opinion(
        unsure(*sorted(found.needs)),
        f"whether {attack.result} is right for the combat at {table.at(attack.target)} hangs on what is not known",
        rows=found.rows,
        hexes=hexes,
    )
