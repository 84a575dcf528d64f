"""Who may attack what: phases, neighbours, command, markers and terrain that forbid it, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.actions import Attack
from adjudicator.engine.deeds import ATTACKED, has_done
from adjudicator.engine.terms import (
    AttackWord,
    DoneWord,
    FeatureWord,
    LightWord,
    MarkWord,
    NoteWord,
    RatingWord,
    RouteWord,
    SideWord,
    Text,
    TraitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Truth, all_of, any_of, exactly, truth, unsure

from ..daylight import is_light
from ..movement import entering
from ..movement.ground import edge
from ..movement.modes import Mode
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .fight import Fight, crossings, fight_of
from .record import was_target
from .shifts import crosses
from .strength import rated


@SHARED.rule("check.attack")
def neighbours(table: Table, attack: Attack, *, kinds: frozenset[AttackWord] = frozenset({"attack"})) -> Iterator[Opinion]:
    """Every attacker is next to the hex it attacks."""
    if attack.kind not in kinds:
        return
    for unit in attack.attackers:
        place = table.place_of(unit)
        near = place in table.grid and table.grid.adjacent(str(place), attack.target)
        if not near:
            yield Opinion(
                NO,
                f"{table.unit(unit).name} at {place or 'no place'} is not next to {table.at(attack.target)}, which it attacked",
                units=(unit,),
                hexes=(attack.target,),
            )


@SHARED.rule("check.attack")
def somebody_there(
    table: Table, attack: Attack, *, kinds: frozenset[AttackWord] = frozenset(), what: Text = "no enemy unit that can be attacked"
) -> Iterator[Opinion]:
    """A hex can be attacked only if a unit that defends is in it: not an empty one, not one with headquarters alone."""
    if kinds and attack.kind not in kinds:
        return
    fight = fight_of(table, attack)
    rule = table.rules.find("combat.defender", side=fight.enemy)
    found = any_of(YES if rule is None else rule(table, unit) for unit in fight.present)
    if not found.yes:
        perhaps = "perhaps " if found.open else ""
        said = f"there is {perhaps}{what} at {table.at(attack.target)}"
        yield Opinion(found, said, units=fight.present, hexes=(attack.target,))


@SHARED.rule("check.attack")
def once(table: Table, attack: Attack, *, per: Text = "phase", kinds: frozenset[AttackWord] = frozenset()) -> Iterator[Opinion]:
    """A unit attacks once; perhaps only attacks of some kinds are no more than one."""
    if kinds and attack.kind not in kinds:
        return
    for unit in attack.attackers:
        said = NO if attack.attackers.count(unit) > 1 else ~table.state.has(ATTACKED, unit)
        if not said.yes:
            yield Opinion(said, f"{table.unit(unit).name} has already attacked in this {per}", units=(unit,))


@SHARED.rule("check.attack")
def target_once(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[AttackWord] = frozenset({"attack"}),
    per: Text = "phase",
) -> Iterator[Opinion]:
    """A hex is attacked once by attacks of a kind (those that no phase bounds: once for each chit)."""
    said = was_target(table, attack)
    if attack.kind in kinds and not said.no:
        yield Opinion(~said, f"{table.at(attack.target)} has already been attacked in this {per}", hexes=(attack.target,))


@SHARED.rule("check.attack")
def barred(
    table: Table,
    attack: Attack,
    *,
    because: Text,
    traits: frozenset[TraitWord] = frozenset(),
    without: frozenset[TraitWord] = frozenset(),
    marked: frozenset[MarkWord] = frozenset(),
    done: DoneWord = "",
    sides: frozenset[SideWord] = frozenset(),
    kinds: frozenset[AttackWord] = frozenset(),
    noted: Mapping[NoteWord, list[Text]] | None = None,
    lights: frozenset[LightWord] = frozenset(),
) -> Iterator[Opinion]:
    """Units may not attack that have one of some traits and one of some markers, or did something, or while all is noted.

    Or nobody may in some light.
    """
    said = all_of(table.is_said(name, values) for name, values in (noted or {}).items())
    if (kinds and attack.kind not in kinds) or said.no:
        return
    for id_ in attack.attackers:
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None or (sides and unit.side not in sides) or (done and has_done(table.state, done, id_).no):
            continue
        holds = all_of(
            (
                said,
                any_of(unit.has(trait) for trait in sorted(traits)) if traits else YES,
                *(~unit.has(trait) for trait in sorted(without)),
                has_done(table.state, done, id_) if done else YES,
                any_of(standing.marked(mark, id_) for mark in sorted(marked)) if marked else YES,
                is_light(table, lights) if lights else YES,
            )
        )
        if not holds.no:
            word = "may not attack" if holds.yes else "perhaps may not attack"
            yield Opinion(~holds, f"{unit.name} {word}: {because}", units=(id_,))


@SHARED.rule("check.attack", sort="all attackers")
def not_alone_at_nothing(table: Table, attack: Attack, *, rating: RatingWord = "attack") -> Iterator[Opinion]:
    """Units of strength nothing attack only together with others that have some."""
    if not attack.attackers:
        return
    total = exactly(0)
    for id_ in attack.attackers:
        total += rated(table, id_, rating)
    enough = total.at_least(exactly(1))
    if not enough.yes:
        names = table.names(attack.attackers)
        word = "has" if enough.no else "perhaps has"
        yield Opinion(enough, f"{names} {word} no strength to attack with", units=attack.attackers)


@SHARED.rule("check.attack")
def not_across(
    table: Table,
    attack: Attack,
    *,
    features: frozenset[FeatureWord],
    bridged_by: frozenset[RouteWord] = frozenset(),
    kinds: frozenset[AttackWord] = frozenset({"attack"}),
) -> Iterator[Opinion]:
    """Nobody attacks across certain hexsides."""
    if attack.kind not in kinds:
        return
    for unit, frm in crossings(fight_of(table, attack)):
        over = crosses(table, frm, attack.target, features, bridged_by=bridged_by)
        if not over.no:
            word = "" if over.yes else "perhaps "
            yield Opinion(
                ~over,
                f"{table.unit(unit).name} {word}attacked from {frm} across a hexside that cannot be attacked across",
                units=(unit,),
                hexes=(frm, attack.target),
            )


@SHARED.rule("check.attack")
def could_enter(
    table: Table, attack: Attack, *, exempt: frozenset[TraitWord] = frozenset(), by_allowance: bool = False
) -> Iterator[Opinion]:
    """A unit attacks only a hex that it could move into with all its movement points: those printed, or those it has now.

    Of exempt units (guns that stand) the points do not count: only ground and hexsides that are closed hold them back.
    """
    for id_, frm in crossings(fight_of(table, attack)):
        unit = table.unit(id_)
        if not table.grid.adjacent(frm, attack.target):
            continue
        said = entering.could_enter(table, unit, frm, attack.target) if by_allowance else _may_enter(table, unit, frm, attack)
        free = any_of(unit.has(trait) for trait in sorted(exempt))
        if not said.yes and not free.no:
            said |= free & entering.could_enter(table, unit, frm, attack.target, "any")
        if not said.yes:
            word = "could never" if said.no else "perhaps could never"
            yield Opinion(
                said, f"{unit.name} {word} move from {frm} to {table.at(attack.target)}", units=(id_,), hexes=(frm, attack.target)
            )


def _may_enter(table: Table, unit: Unit, frm: str, attack: Attack) -> Truth:
    ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    step = edge(table.board, ground, Mode("attack"), frm, attack.target)
    points = rated(table, unit.id, "movement")
    if step.low is None:
        return NO
    if step.high is None:
        return unsure(*sorted(step.needs))
    least = truth(points.high > 0 and (step.low.everything or step.low.cost <= points.high))
    most = truth(points.low > 0 and (step.high.everything or step.high.cost <= points.low))
    return least if least.answer == most.answer else unsure(*sorted(step.needs | points.needs))


@SHARED.rule("check.attack")
def only_such(
    table: Table,
    attack: Attack,
    *,
    kind: AttackWord,
    sides: frozenset[SideWord] = frozenset(),
    traits: frozenset[TraitWord] = frozenset(),
    from_one_hex: bool = False,
) -> Iterator[Opinion]:
    """A kind of attack (a mobile attack) is open to one side, to units with one of some traits, perhaps only out of one hex."""
    if attack.kind != kind:
        return
    for id_ in attack.attackers:
        unit = table.unit(id_)
        able = any_of(unit.has(trait) for trait in sorted(traits)) if traits else YES
        able &= truth(not sides or unit.side in sides)
        if not able.yes:
            word = "cannot" if able.no else "perhaps cannot"
            yield Opinion(able, f"{unit.name} {word} make a {kind}", units=(id_,))
    fight: Fight = fight_of(table, attack)
    if from_one_hex and len(fight.hexes) > 1:
        yield Opinion(NO, f"a {kind} is made by one stack, not from {' and '.join(fight.hexes)}", hexes=fight.hexes)
