"""A combat as the rules look at it: who attacks which hex from where, and who defends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.deeds import has_done
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import DoneWord, TraitWord
from adjudicator.facts import Truth, all_of

from ..registry import SHARED
from ..table import Table

SHARED.slot("combat.defender", "Does a unit in the hex attacked defend it, with strength and steps?", optional=True)

Role = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat. `present` are all enemies in the hex, `defenders` those of them that fight."""

    side: str  # of the attacker
    enemy: str
    target: Hex
    kind: str = "attack"
    attackers: tuple[str, ...] = ()
    where: Mapping[str, Hex] = field(default_factory=dict)  # from which hex each attacks; those off the map are not there
    defenders: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    support: tuple[Support, ...] = ()
    defence: tuple[Support, ...] = ()

    def __hash__(self) -> int:
        return hash((self.target, self.kind, self.attackers, self.support, self.defence))

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes from which it is attacked."""
        return tuple(dict.fromkeys(self.where[unit] for unit in self.attackers if unit in self.where))

    def units(self, role: Role) -> tuple[str, ...]:
        return self.attackers if role == "attacker" else self.defenders

    def side_of(self, role: Role) -> str:
        return self.side if role == "attacker" else self.enemy


@SHARED.rule("combat.defender")
def without(
    table: Table, unit: str, *, traits: frozenset[TraitWord] = frozenset(), done: frozenset[DoneWord] = frozenset()
) -> Truth:
    """Every enemy unit in the hex defends, except those with certain traits (headquarters, armour) or that just retreated."""
    return all_of(
        (
            *(~table.unit(unit).has(trait) for trait in sorted(traits)),
            *(~has_done(table.state, what, unit) for what in sorted(done)),
        )
    )


def fight_of(table: Table, attack: Attack) -> Fight:
    """The combat that an attack announces, on the position before it: every rule of combats asks for it."""
    return table.cached(("fight", attack), lambda: _fight_of(table, attack))


def _fight_of(table: Table, attack: Attack) -> Fight:
    side = _attacker(table, attack)
    present = table.enemies_on_the_ground(side, attack.target)
    enemy = table.unit(present[0]).side if present else next((name for name in table.game.sides if name != side), side)
    where = {unit: place for unit in attack.attackers if (place := table.place_of(unit)) is not None and place in table.grid}
    rule = table.rules.find("combat.defender", side=enemy)
    defenders = present if rule is None else tuple(unit for unit in present if not rule(table, unit).no)
    return Fight(
        side, enemy, attack.target, attack.kind, attack.attackers, where, defenders, present, attack.support, attack.defence
    )


def _attacker(table: Table, attack: Attack) -> str:
    """The side that attacks. Where nobody on the ground does (a bombardment) it is not the one that is hit."""
    for unit in (*attack.attackers, *(each.unit for each in attack.support)):
        return table.unit(unit).side
    hit = next((name for name, force in table.state.forces.items() if force.at(attack.target)), "")
    if table.state.active and table.state.active != hit:
        return table.state.active
    return next((name for name in table.game.sides if name != hit), "")


def crossings(fight: Fight) -> Iterator[tuple[str, Hex]]:
    """Each attacker with the hex it attacks from."""
    for unit in fight.attackers:
        if unit in fight.where:
            yield unit, fight.where[unit]
