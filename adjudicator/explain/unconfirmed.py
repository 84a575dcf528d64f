"""What of a survey nobody has confirmed: it accuses nobody, and what is legal only by it is told to be so.

What is illegal only by what was read off the picture of a map is a question; what is legal only by that, or was done by units
whose counters a draft only supposes to be theirs, stays legal and is marked.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.board import Board
from adjudicator.engine.kinds import acting
from adjudicator.finding import Finding, Unconfirmed
from adjudicator.games import LoadedGame
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.verdict import Severity, Verdict

from ..evidence.binding import BindingEntry
from .board import Played, PlayedGame


def unaccused(game: PlayedGame, loaded: LoadedGame, binding: BindingEntry) -> PlayedGame:
    """The log with each action that would be accused of less on the board that people have confirmed judged on that board, and
    each marked that is legal by what nobody has confirmed."""
    doubted = _doubted(binding)
    if loaded.confirmed is None and not doubted:
        return game
    return replace(game, played=tuple(_by_the_confirmed(each, loaded.confirmed, doubted) for each in game.played))


def unconfirmed_in(game: PlayedGame, loaded: LoadedGame, binding: BindingEntry) -> Unconfirmed | None:
    """What a log that went through `unaccused` rests on; None if all has been confirmed."""
    doubted = _doubted(binding)
    if loaded.confirmed is None and not doubted:
        return None
    there = {unit.id for unit, _ in game.end.state.units} | {unit for each in game.played for unit in acting(each.action)}
    return Unconfirmed(
        loaded.unconfirmed,
        tuple(loaded.roster[unit].name for unit in sorted(doubted & there)),
        tuple(each.step for each in game.played if each.unconfirmed),
        sum(loaded.confirmed is not None and each.before.board is loaded.confirmed for each in game.played),
    )


def only_supposed(finding: Finding, played: Played, binding: BindingEntry, loaded: LoadedGame) -> Finding:
    """An accusation of a unit whose counter may be another's is a question."""
    about = _doubted(binding) & {*finding.units, *acting(played.action)}
    if finding.verdict is not Verdict.ILLEGAL or not about:
        return finding
    name = loaded.roster[min(about)].name
    hangs = f"the counter taken for {name}, which is bound with doubt: confirm it in binding.toml or on the page"
    return replace(finding, verdict=Verdict.UNDECIDED, severity=Severity.WARNING, fix=None, rests_on=(*finding.rests_on, hangs))


def _doubted(binding: BindingEntry) -> frozenset[str]:
    return frozenset(binding.units.gpids[gpid] for gpid in binding.doubted)


def _by_the_confirmed(each: Played, confirmed: Board | None, doubted: frozenset[str]) -> Played:
    """Judged a second time only where the picture may have decided."""
    verdict = each.judged.verdict
    supposed = verdict is Verdict.LEGAL and not doubted.isdisjoint(acting(each.action))
    if supposed or confirmed is None or verdict is Verdict.UNDECIDED:
        return replace(each, unconfirmed=True) if supposed else each
    before = replace(each.before, board=confirmed)
    again = judge(before, each.action)
    if verdict is Verdict.LEGAL:
        return each if again.verdict is Verdict.LEGAL else replace(each, unconfirmed=True)
    return each if _accusing(each.judged) <= _accusing(again) else replace(each, before=before, judged=again)


def _accusing(judged: Judged) -> set[str]:
    return {ruled.rule for ruled in judged.ruled if ruled.verdict is Verdict.ILLEGAL}
