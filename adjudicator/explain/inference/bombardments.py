"""Bombardments that nobody announced: dice that grant them, dice for those that did nothing, and those that struck somebody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.engine.actions import Attack, Roll
from adjudicator.rules.apply import apply
from adjudicator.rules.bombardments import GRANTS
from adjudicator.rules.combat.aftermath import LONGEST_RETREAT
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..board import Played
from ..scene import Closing, ReadingScene
from .followed import Followed, faults_in, waiting
from .search import Wanted
from .unannounced import question

_GRANTING = (2, 1)  # how many dice grant bombardments
_FARTHEST = LONGEST_RETREAT + 1  # with a hex more for those who find no room


@dataclass(slots=True)
class Idle:
    """Dice for bombardments from which nothing followed: they granted some, or missed."""

    dice: list[tuple[int, int]] = field(default_factory=list)  # step and number

    def clear(self) -> None:
        self.dice.clear()


def bombarded(scene: ReadingScene, closing: Closing, wanted: Wanted, idle: Idle) -> Iterator[Played]:
    """The bombardment that struck those who suffered, if any did. The segment is unclear no longer if it could be told."""
    table = scene.table
    closing.later = waiting(table, closing)
    followed = Followed(table, closing)
    struck = dict.fromkeys(hex for side in table.game.sides for hex in followed.hexes_of(side))
    if wanted.target:
        struck = dict.fromkeys((wanted.target,))
    if not any(followed.lost(unit) for unit in followed.ground) and not _retreated(followed):
        idle.dice.append((wanted.step, wanted.die))
        closing.segment.unclear = False
        return
    for hex in struck:
        attack = Attack((), hex, column=wanted.column, die=wanted.die, kind=wanted.kind)
        if followed.faults(attack) != (0, 0):
            continue
        scene.board.table = table = _doubted(table, attack)
        found = granted(table, attack, idle)
        if found is not None:
            for step, roll in found:
                yield from scene.act(step, roll)
        played = list(scene.act(wanted.step, attack))
        yield from played[:-1]
        said = f"nobody announced this bombardment; it is read as one of {table.at(hex)}, which explains what followed"
        yield replace(played[-1], reading=said)
        closing.segment.fought, closing.segment.unclear = True, False
        return
    yield question(table, wanted, next(iter(struck)) if len(struck) == 1 else "")


def _retreated(followed: Followed) -> bool:
    """Did anybody go a few hexes, as if in retreat?"""
    grid = followed.table.grid
    ways = ((followed.was(unit), followed.now(unit)) for unit in followed.ground)
    return any(now in grid and 0 < grid.distance(was, now) <= _FARTHEST for was, now in ways)


def granted(table: Table, attack: Attack, idle: Idle) -> list[tuple[int, Roll]] | None:
    """The dice thrown before that granted it, where nobody said which did."""
    if faults_in(judge(table, attack)) == (0, 0):
        return []
    choices: list[tuple[float, int, int, str]] = []
    for group in _groups(table):
        if table.state.sure(GRANTS[group], None) is not None:
            continue
        for count in _GRANTING:
            for at in range(len(idle.dice) - count + 1):
                roll = Roll(f"bombardment {group}", tuple(die for _, die in idle.dice[at : at + count]))
                if judge(table, roll).verdict is not Verdict.LEGAL:
                    continue
                after = apply(table, roll)
                if judge(after, attack).verdict is Verdict.LEGAL:
                    choices.append((-_left(after, group), at, count, group))
    if not choices:
        return None
    _, at, count, group = min(choices)
    dice = idle.dice[at : at + count]
    del idle.dice[at : at + count]
    return [(dice[-1][0], Roll(f"bombardment {group}", tuple(die for _, die in dice)))]


def _left(table: Table, group: str) -> float:
    grant = table.state.sure(GRANTS[group], None)
    return 0 if grant is None else grant.left.high


def _doubted(table: Table, attack: Attack) -> Table:
    """The position with grants forgotten, where they would make illegal a bombardment that nobody announced."""
    if judge(table, attack).verdict is not Verdict.ILLEGAL:
        return table
    state = table.state
    for group in _groups(table):
        state = state.forget(GRANTS[group])
    return table.after(state)


def _groups(table: Table) -> tuple[str, ...]:
    """Those that bombard, by the game's own rule."""
    given = next((each.given for each in table.rules.sort("grants")), {})
    groups = given.get("groups", {})
    return tuple(groups) if isinstance(groups, Mapping) else ()
