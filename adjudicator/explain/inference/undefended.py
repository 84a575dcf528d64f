"""An attack on units that do not defend themselves needs no die: if nobody announced it, only that they are gone tells of it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import factname
from adjudicator.engine.actions import Attack, Remove
from adjudicator.engine.hexes import Hex
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..board import Played
from ..fights import helping
from ..scene import ReadingScene
from .attacks import Found, softened
from .search import sides_of
from .unannounced import who_attacked


def undefended(scene: ReadingScene, unit: str, place: Hex, step: int) -> Iterator[Played]:
    """The attack because of which a unit may have been taken off for which nothing else accounts. Who attacked is asked, unless
    it is told: that it is gone shows no more than that somebody may have."""
    before, remove = scene.table, Remove(unit)
    if scene.board.judged(before, remove).verdict is not Verdict.ILLEGAL:
        return
    told = scene.board.telling.at(step).get(factname.attackers(place))
    if told is not None:
        yield from scene.act(step, Attack(told, place)) if told else ()
        return
    attack = next((each for each in _attacks(before, place) if _led_to(scene, each, remove)), None)
    if attack is not None:
        yield who_attacked(before, step, Attack((), place), factname.attackers(place))
        scene.board.table = softened(before, apply(before, attack), attack, Found(attack, place))


def _attacks(table: Table, place: Hex) -> Iterator[Attack]:
    """Those of one unit beside the hex, if nobody defends it."""
    for side in sides_of(table, table.game.sides):
        for hex in table.grid.neighbours(place):
            for each in table.friends_at(side, hex):
                attack = Attack((each,), place)
                if table.unit(each).kind not in helping(table) and not fight_of(table, attack).defenders:
                    yield attack


def _led_to(scene: ReadingScene, attack: Attack, remove: Remove) -> bool:
    """May they have attacked then, and is the unit lost by that?"""
    table, board = scene.table, scene.board
    legal = board.judged(table, attack).verdict is not Verdict.ILLEGAL
    return legal and board.judged(apply(table, attack), remove).verdict is Verdict.LEGAL
