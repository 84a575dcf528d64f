"""A die for a combat of which nobody said all: read from what followed, judged, and told for what it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from adjudicator import factname
from adjudicator.engine.actions import Activate, Attack, Support
from adjudicator.engine.deeds import ATTACKED, STRUCK, SUPPORTED, TARGETS
from adjudicator.engine.memory import Memories, remembering
from adjudicator.factname import FactName
from adjudicator.facts import unsure
from adjudicator.rules.air_boxes import FLOWN
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.record import COMBAT
from adjudicator.rules.combat.resolution import of_the_column
from adjudicator.rules.command.use import ORDERS
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Opinion, Ruled
from adjudicator.rules.table import Table

from ..board import Played
from ..scene import Closing, ReadingScene
from .attacks import Found, find, softened
from .followed import Followed, faults_in, waiting
from .leaders import possible
from .search import Wanted

_OF_IT = frozenset(each.name for each in (COMBAT, ORDERS, ATTACKED, SUPPORTED, TARGETS, STRUCK))  # what every combat leaves


def unannounced(scene: ReadingScene, closing: Closing, wanted: Wanted) -> Iterator[Played]:
    """The combat, if it can be told; what followed from it is then no longer unclear."""
    before, activate, found = _found(scene, closing, wanted)
    if activate is not None:
        yield from scene.act(wanted.step, activate)
    scene.board.table = before
    if found.attack is None or (scene.timeless and _is_wrong(Followed(before, closing), found.attack)):
        yield question(scene.table, wanted, found.target)
        return
    played = list(scene.act(wanted.step, found.attack))
    yield from played[:-1]
    yield replace(played[-1], reading=_told(before, found), unsure=found.readings > 1)
    if found.readings:
        scene.board.table = softened(before, scene.table, found.attack, found)
        scene.board.doubt(_otherwise(before, scene.table, found))
    closing.segment.fought, closing.segment.unclear = True, False


def _found(scene: ReadingScene, closing: Closing, wanted: Wanted) -> tuple[Table, Activate | None, Found]:
    """The combat, on the position as it is taken to be; and the headquarters under which it was fought if that was not known."""
    likeliest: tuple[Table, Activate | None, Found] | None = None
    for table, activate in _positions(scene):
        for later in dict.fromkeys((waiting(table, closing), frozenset[str]())):
            closing.later = later
            followed = Followed(table, closing)
            found = followed.once(wanted, partial(find, followed, wanted))
            if found.readings:
                return table, activate, found
            if likeliest is None:
                likeliest = table, activate, found
    return likeliest or (scene.table, None, Found(None))


def _positions(scene: ReadingScene) -> Iterator[tuple[Table, Activate | None]]:
    """The position, and what it may be besides: under another headquarters, or had earlier combats been others."""
    table = scene.table
    yield table, None
    for activate in possible(table):
        yield apply(table, activate), activate
    for memories in scene.board.doubts:
        yield table.after(table.state.taking(memories)), None


def _is_wrong(followed: Followed, attack: Attack) -> bool:
    """Would the combat, or what followed from it, be illegal? Where no phase is known that only shows that it was another."""
    return bool(faults_in(judge(followed.table, attack))[0] or followed.faults(attack)[0])


def _told(table: Table, found: Found) -> str:
    attack = found.attack
    if attack is None:
        return ""
    said = (
        f"nobody announced this combat; it is read as the attack of {table.names(attack.attackers)} on {table.at(attack.target)}"
    )
    if attack.support:
        said += f" with {table.names(tuple(each.unit for each in attack.support))}"
    if found.marked:
        return f"{said}, as the marks on the units say"
    if not found.readings:
        return said
    return f"{said}, which explains what followed" + (", and so would others" if found.readings > 1 else " as no other does")


def asked(wanted: Wanted, target: str) -> FactName:
    """What would tell which combat it was."""
    return factname.attackers(target) if target else factname.combat_in(str(wanted.step))


def question(table: Table, wanted: Wanted, target: str) -> Played:
    """Nobody can say who attacked whom: an open question to the players."""
    attack = Attack((), target, column=wanted.column, die=wanted.die, kind=wanted.kind)
    return who_attacked(table, wanted.step, attack, asked(wanted, target))


def who_attacked(table: Table, step: int, attack: Attack, asks: FactName) -> Played:
    """An attack by whom nobody knows."""
    target = attack.target
    opinion = Opinion(
        unsure(asks),
        f"who attacked {table.at(target) if target else 'a hex nobody named'} in step {step} is not known",
        hexes=(target,) if target else (),
    )
    rule = of_the_column(table)  # it cannot be checked while nobody knows who attacked
    asking = Ruled("", (), opinion) if rule is None else Ruled(rule.id, rule.cite, opinion)
    return Played(step, attack, table, Judged(attack, (asking,)), asks=True)


def _flown_otherwise(now: Table, support: Support) -> Memories:
    """That it helped in the other manner: where it lands tells that better than the result of the combat does."""
    how = "normal" if support.how == "full" else "full"
    return remembering(FLOWN, {**now.state.listed(FLOWN), support.unit: how})


def _otherwise(before: Table, now: Table, found: Found) -> list[Memories]:
    """What the game would remember besides, had others attacked too: it may be what makes legal what they do later."""
    attack = found.attack
    if attack is None:
        return []
    side = before.unit(attack.attackers[0]).side
    near = [unit for hex in before.grid.neighbours(attack.target) for unit in before.friends_at(side, hex)]
    flown = now.state.listed(FLOWN)  # in games that ask how
    notes: list[Memories] = [_flown_otherwise(now, each) for each in attack.support if each.unit in flown]
    for unit in near:
        if unit in found.sure or before.unit(unit).helps_from_afar:
            continue
        then = apply(before, replace(attack, attackers=tuple(dict.fromkeys((*attack.attackers[:1], unit))))).state.memories
        more = {name: each for name, each in then.items() if name not in _OF_IT and now.state.memories.get(name) != each}
        if more and more not in notes:
            notes.append(more)
    return notes
