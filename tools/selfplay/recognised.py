"""How well combats that nobody announced are recognised in a stripped log: as they were played, otherwise, or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from adjudicator.engine.actions import Attack
from adjudicator.explain.board import Played
from adjudicator.verdict import Verdict

from .chronicle import Told


def recognised(told: Iterable[Told], played: Iterable[Played]) -> Counter[str]:
    """Every combat of the game, by kind and by what became of it. Its die is the last step in which it was told."""
    read = {each.step: each for each in played if isinstance(each.action, Attack)}
    return Counter(
        f"{each.action.kind}: {_as(each.action, read.get(each.last))}" for each in told if isinstance(each.action, Attack)
    )


def _as(attack: Attack, found: Played | None) -> str:
    if found is None:
        return "left no trace"
    if found.judged.verdict is not Verdict.LEGAL:
        return str(found.judged.verdict.value)
    other = found.action
    if not isinstance(other, Attack) or other.target != attack.target:
        return "legal, read as one on another hex"
    if set(other.attackers) != set(attack.attackers):
        return "legal, read with other attackers"
    return "legal, as it was played" if set(other.support) == set(attack.support) else "legal, read with other support"
