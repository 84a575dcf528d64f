"""What players get wrong when they attack and bombard (9.0 to 9.3, 11.4, 12.1, 12.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor

from adjudicator.engine.actions import Action, Attack, Draw, Move, Phase, Roll, Support
from adjudicator.engine.deeds import ATTACKED, SUPPORTED
from adjudicator.rules.combat.column import columns_of
from adjudicator.rules.combat.fight import fight_of
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg import air
from tools.selfplay.koenigsberg.fights import column_of, defended, settle

from ..planting import Kind, Plant

Spoil = Callable[[Desk, Action], Iterator[Plant]]


def assault(action: Action) -> Attack | None:
    """A combat of ground units that is about to be fought."""
    return action if isinstance(action, Attack) and action.kind == "attack" and action.attackers else None


def resolved(desk: Desk, attack: Attack) -> Attack | None:
    """The attack on the column that is right for it; None if there is none."""
    column = column_of(desk, attack)
    return None if column is None else replace(attack, column=column, die=desk.die(), result=None)


# --- columns


def _moved_by(desk: Desk, attack: Attack, columns: int) -> Iterator[Plant]:
    """The attack so many columns from the right one."""
    ladder = columns_of(desk.table, fight_of(desk.table, attack)).ladder
    at = ladder.position(attack.column or "")
    if at is not None and columns and 0 <= at + columns < len(ladder.columns):
        yield Plant((replace(attack, column=ladder.columns[at + columns], result=None),))


def _off_by(columns: int, kind: str = "attack") -> Spoil:
    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Attack) and action.kind == kind:
            yield from _moved_by(desk, action, columns)

    return spoil


def _rounded_up(desk: Desk, action: Action) -> Iterator[Plant]:
    """Odds rounded as at school, where they are to be rounded for the defender."""
    attack = assault(action)
    if attack is None:
        return
    fight = fight_of(desk.table, attack)
    strength = desk.table.rules.one("combat.strength", side=fight.side)
    ours, theirs = (strength(desk.table, fight, role).strength for role in ("attacker", "defender"))
    if ours.exact and theirs.exact and theirs.low > 0:
        odds = Fraction(ours.low) / Fraction(theirs.low)
        if odds > 1 and odds - floor(odds) >= Fraction(1, 2):
            yield from _moved_by(desk, attack, 1)


def _shift(rule: str, times: int) -> Spoil:
    """One shift is forgotten (-1) or counted once more (1)."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        attack = assault(action)
        if attack is None:
            return
        fight = fight_of(desk.table, attack)
        for binding in desk.table.rules.many("combat.shift", side=fight.side):
            shift = binding(desk.table, fight) if binding.id == rule else None
            if shift is not None and shift.columns.exact:
                yield from _moved_by(desk, attack, times * int(shift.columns.low))

    return spoil


# --- who attacks whom


def _with_a_headquarters(desk: Desk, action: Action) -> Iterator[Plant]:
    attack = assault(action)
    if attack is not None:
        side = desk.table.unit(attack.attackers[0]).side
        for unit in desk.on_map(side):
            near = desk.table.grid.adjacent(desk.table.place_of(unit) or "", attack.target)
            if near and desk.is_hq(unit):
                found = resolved(desk, replace(attack, attackers=(*attack.attackers, unit)))
                if found is not None:
                    yield Plant((found,))


def _with_another(wanted: Callable[[Desk, Attack, str], bool]) -> Spoil:
    """One more unit attacks, that may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        attack = assault(action)
        if attack is None:
            return
        side = desk.table.unit(attack.attackers[0]).side
        for unit in desk.shuffled(desk.on_map(side)):
            if unit not in attack.attackers and not desk.is_hq(unit) and wanted(desk, attack, unit):
                found = resolved(desk, replace(attack, attackers=(*attack.attackers, unit)))
                if found is not None:
                    yield Plant((found,))

    return spoil


def _near(desk: Desk, attack: Attack, unit: str) -> bool:
    return desk.table.grid.adjacent(desk.table.place_of(unit) or "", attack.target)


def _two_hexes_away(desk: Desk, attack: Attack, unit: str) -> bool:
    return desk.table.grid.distance(desk.table.place_of(unit) or "", attack.target) == 2


def _again(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that has attacked attacks once more."""
    fought = sorted(desk.table.state.those(ATTACKED))
    if not isinstance(action, Draw | Phase | Attack) or not fought:
        return
    for unit in desk.shuffled(fought):
        place = desk.table.place_of(unit) or ""
        for hex in desk.shuffled(desk.table.grid.neighbours(place)) if place in desk.table.grid else ():
            if defended(desk, desk.table.unit(unit).side, hex):
                found = resolved(desk, Attack((unit,), hex))
                if found is not None:
                    yield Plant((found,), also=not isinstance(action, Attack), then=settle if not assault(action) else None)


def _a_headquarters_attacked(desk: Desk, action: Action) -> Iterator[Plant]:
    """Nobody stands in the hex but a headquarters."""
    attack = assault(action)
    if attack is None:
        return
    side = desk.table.unit(attack.attackers[0]).side
    for unit in attack.attackers:
        for hex in desk.table.grid.neighbours(desk.table.place_of(unit) or ""):
            if desk.table.enemy_units(side, hex) and not defended(desk, side, hex):
                yield Plant((Attack((unit,), hex, column="1-1", die=desk.die()),))


def _out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase in ("supply", "volkssturm deployment", "volkssturm return"):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side)):
                for hex in desk.table.grid.neighbours(desk.table.place_of(unit) or ""):
                    if not desk.is_hq(unit) and defended(desk, side, hex):
                        found = resolved(desk, Attack((unit,), hex))
                        if found is not None:
                            yield Plant((found,), also=True, then=settle)


# --- support


def _with_support(wanted: Callable[[Desk, Attack, str], bool]) -> Spoil:
    """An attack is helped by somebody who may not, on the column that his help would make."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        attack = assault(action)
        if attack is None:
            return
        kinds = ("air", "ship")
        helpers = [unit.id for unit, _ in desk.table.state.units if unit.kind in kinds and wanted(desk, attack, unit.id)]
        for unit in desk.shuffled(helpers):
            how = "" if desk.table.unit(unit).kind == "ship" else "normal"
            found = resolved(desk, replace(attack, support=(*attack.support, Support(unit, how))))
            if found is not None:
                yield Plant((found,))

    return spoil


def _own(desk: Desk, attack: Attack, unit: str) -> bool:
    return desk.table.unit(unit).side == desk.table.unit(attack.attackers[0]).side


def _not_ready(desk: Desk, attack: Attack, unit: str) -> bool:
    return _own(desk, attack, unit) and desk.table.place_of(unit) in ("refit", "grounded")


def _flown(desk: Desk, attack: Attack, unit: str) -> bool:
    return _not_ready(desk, attack, unit) and desk.table.state.has(SUPPORTED, unit).yes


def _of_the_other_front(desk: Desk, attack: Attack, unit: str) -> bool:
    return _own(desk, attack, unit) and desk.table.place_of(unit) == air.home(desk, unit)


def _ship(desk: Desk, attack: Attack, unit: str) -> bool:
    return _own(desk, attack, unit) and desk.table.unit(unit).kind == "ship"


def _three_air_units(desk: Desk, action: Action) -> Iterator[Plant]:
    attack = assault(action)
    if attack is not None:
        ready = [unit for unit in air.aircraft(desk) if _of_the_other_front(desk, attack, unit)]
        ready = [unit for unit in ready if desk.would(replace(attack, support=(Support(unit, "normal"),), column=None, die=None))]
        found = resolved(desk, replace(attack, support=tuple(Support(unit, "normal") for unit in ready[:3])))
        if found is not None and len(ready) >= 3:
            yield Plant((found,))


def _landed(desk: Desk, action: Action) -> Iterator[Plant]:
    """An air unit goes straight home, or after a total attack only to the refit box."""
    boxes = ("refit", "grounded")
    if not isinstance(action, Move) or action.to not in boxes or desk.table.place_of(action.units[0]) in boxes:
        return
    if desk.table.state.has(SUPPORTED, action.units[0]).yes:
        for box in desk.shuffled((air.home(desk, action.units[0]), *boxes)):
            if box not in (action.to, desk.table.place_of(action.units[0])):
                yield Plant((Move(action.units, box),))


# --- bombardments


def _bombarded(desk: Desk, action: Action) -> Iterator[Plant]:
    """A hex that nobody near could direct a bombardment upon, or one bombarded before."""
    if isinstance(action, Attack) and action.kind == "bombardment":
        places = {desk.table.place_of(unit) or "" for side in desk.table.game.sides for unit in desk.on_map(side)}
        for hex in desk.shuffled(sorted(places)):
            found = resolved(desk, replace(action, target=hex))
            if found is not None and hex != action.target:
                yield Plant((found,))


def _one_bombardment_more(desk: Desk, action: Action) -> Iterator[Plant]:
    """When all have been made, another."""
    if isinstance(action, Roll | Phase) and desk.table.state.phase == "bombardment":
        before = [play.action for play in desk.plays if isinstance(play.action, Attack) and play.action.kind == "bombardment"]
        places = {desk.table.place_of(unit) or "" for side in desk.table.game.sides for unit in desk.on_map(side)}
        for hex in desk.shuffled(sorted(places)) if before else ():
            found = resolved(desk, Attack((), hex, kind="bombardment"))
            if found is not None:
                yield Plant((found,), also=True, then=settle)


def _one_die_less(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Roll) and action.purpose.startswith("bombardment"):
        dice = action.dice[:1] if len(action.dice) > 1 else (*action.dice, desk.die())
        yield Plant((replace(action, dice=dice),))


WITH_ANOTHER_NEAR = _with_another(_near)
HIPPER = frozenset({"hipper-range", "hipper-ordered"})
COLUMN, BOMBARDED = frozenset({"column"}), frozenset({"first-bombardment", "bombardment"})

KINDS = (
    Kind("one column too good", COLUMN, _off_by(1)),
    Kind("one column too bad", COLUMN, _off_by(-1)),
    Kind("two columns too good", COLUMN, _off_by(2)),
    Kind("odds rounded up", COLUMN, _rounded_up, share=0.7),
    Kind("terrain shift forgotten", COLUMN, _shift("terrain-shift", -1), share=0.7),
    Kind("line shift forgotten", COLUMN, _shift("line-shift", -1), share=1, busy=1, turns=2),
    Kind("air shift counted twice", COLUMN, _shift("air-shift", 1), share=0.7),
    Kind("HQ attacks", frozenset({"attack-combat-units"}), _with_a_headquarters, share=0.7, busy=0.8),
    Kind("attack from two hexes away", frozenset({"attack-neighbours"}), _with_another(_two_hexes_away)),
    Kind("attack without command", frozenset({"commanded-attack"}), WITH_ANOTHER_NEAR, busy=0.8),
    Kind("second attack by a unit", frozenset({"attack-once"}), _again, busy=0.8),
    Kind("attack on an HQ alone", frozenset({"attack-somebody"}), _a_headquarters_attacked, share=1, busy=1, turns=2),
    Kind("attack out of phase", frozenset({"combat-phase"}), _out_of_phase, share=0.7),
    Kind(
        "air unit not ready",
        frozenset({"air-from-its-box", "air-ready"}),
        _with_support(_not_ready),
        share=0.7,
        turns=2,
        busy=0.8,
    ),
    Kind(
        "air unit used twice",
        frozenset({"air-once", "air-from-its-box", "air-ready"}),
        _with_support(_flown),
        share=0.7,
        busy=0.8,
    ),
    Kind("air unit of the other front", frozenset({"air-front"}), _with_support(_of_the_other_front), share=0.7),
    Kind("three air units", frozenset({"air-two"}), _three_air_units, share=1),
    Kind("flown to the wrong box", frozenset({"air-landing"}), _landed),
    Kind("Hipper out of range", HIPPER, _with_support(_ship), share=0.7, turns=8, busy=0.2),
    Kind("bombardment on a wrong column", COLUMN, _off_by(1, "bombardment"), share=0.7),
    Kind("bombardment out of reach", BOMBARDED, _bombarded, share=0.7),
    Kind("one bombardment too many", BOMBARDED, _one_bombardment_more, share=0.7, busy=0.8),
    Kind("wrong number of bombardment dice", frozenset({"bombardment-dice", "bombardment-chit-die"}), _one_die_less),
)
