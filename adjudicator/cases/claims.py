"""What the players of a case say of an action besides: points spent, the ratio, what is added to a die, who spots the target.

The rules work all of it out for themselves. A claim that they do not share is a problem of the case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from adjudicator.engine.actions import Attack, Fire, Move
from adjudicator.engine.kinds import Action
from adjudicator.facts import points
from adjudicator.rules.combat.column import die_of, odds_of, resolvable
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.combat.odds import ratio_of
from adjudicator.rules.fire import aim
from adjudicator.rules.firepower import dice_of
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.checks import attempt
from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.spotting import spots
from adjudicator.rules.table import Table

if TYPE_CHECKING:
    from .acts import Act

DIE: Final = range(1, 7)
OF: Final[Mapping[str, tuple[type[Action], ...]]] = {
    "points": (Move,),
    "ratio": (Attack,),
    "modifier": (Attack, Fire),
    "spotter": (Fire,),
}


def misplaced(action: Action, claimed: Iterable[str]) -> str | None:
    """What is said of an action of which it cannot be said."""
    for name in claimed:
        if not isinstance(action, OF[name]):
            return f"{name} is said of {' or '.join(f'{kind.verb} = …' for kind in OF[name])}"
    return None


def refuted(table: Table, action: Action, act: Act) -> Iterator[str]:
    """Each claim that the rules do not share, with what they say instead."""
    if act.points is not None and isinstance(action, Move):
        yield from _differs("points spent", points(act.points), _spent(table, action))
    if act.ratio is not None and isinstance(action, Attack):
        yield from _differs("ratio", act.ratio, _ratios(table, action, act.ratio))
    if act.modifier is not None and isinstance(action, Attack | Fire):
        yield from _differs("modifier of the die", f"{act.modifier:+}", _modifiers(table, action))
    if act.spotter is not None and isinstance(action, Fire):
        yield from _not_spotting(table, action, act.spotter)


def with_some_die(table: Table, action: Attack | Fire) -> Attack | Fire:
    """The action with the die that speaks most for the result that is said."""
    rolled = (replace(action, die=die) for die in DIE)
    return min(rolled, key=lambda each: len(judge(table, each).findings))


def _differs(what: str, said: str, found: tuple[str, ...]) -> Iterator[str]:
    if said not in found:
        yield f"{what}: {said} is said, the rules say {' or '.join(found) or 'nothing'}"


def _spent(table: Table, move: Move) -> tuple[str, ...]:
    """What the move costs its units, by every way of travelling that allows it."""
    found: dict[str, None] = {}
    for id_ in move.units:
        unit, start = table.unit(id_), table.place_of(id_) or ""
        for mode in modes_of(table, unit):
            way = attempt(table, unit, start, move, mode).way
            found |= {} if way is None or move.mode not in (None, mode[2].name) else {points(way.cost): None}
    return tuple(found)


def _ratios(table: Table, attack: Attack, said: str) -> tuple[str, ...]:
    """The odds before all shifts. `4:1` and `4-1` are the same."""
    fight = fight_of(table, attack)
    if not resolvable(table, fight):
        return ()
    odds = odds_of(table, fight)
    same = ratio_of(said)
    return tuple(said if same is not None and ratio_of(each) == same else each for each in odds)


def _modifiers(table: Table, action: Attack | Fire) -> tuple[str, ...]:
    """All that may be added to the die, with what a player may choose and without."""
    if isinstance(action, Attack):
        fight = fight_of(table, action)
        sums = [die_of(table, fight, 0, wanted)[0] for wanted in (True, False)] if resolvable(table, fight) else []
    else:
        aimed = aim(table, action)
        sums = [] if aimed is None else list(dice_of(table, action, aimed, 0)[0])
    ends = [f"{int(each.low):+}" if each.exact else f"{int(each.low):+} to {int(each.high):+}" for each in sums]
    return tuple(dict.fromkeys(ends))


def _not_spotting(table: Table, fire: Fire, spotter: str) -> Iterator[str]:
    aimed = aim(table, fire)
    said = None if aimed is None else spots(table, spotter, aimed.hex, fire.kind)
    if said is None or not said.yes:
        sure = "does not spot" if said is None or said.no else "perhaps does not spot"
        yield f"spotter: {table.unit(spotter).name} {sure} {table.at(fire.target) if aimed is None else table.at(aimed.hex)}"
