"""What is illegal only by what was read off the picture of a map, and nobody has confirmed, is a question and no accusation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.board import Board
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.verdict import Verdict

from .board import Played, PlayedGame


def asked_instead(game: PlayedGame, confirmed: Board) -> PlayedGame:
    """The log with each action that would be accused of less on the board that people have confirmed judged on that board."""
    return replace(game, played=tuple(_upheld_or_asked(each, confirmed) for each in game.played))


def _upheld_or_asked(each: Played, confirmed: Board) -> Played:
    if each.judged.verdict is not Verdict.ILLEGAL:
        return each
    before = replace(each.before, board=confirmed)
    again = judge(before, each.action)
    return each if _accusing(each.judged) <= _accusing(again) else replace(each, before=before, judged=again)


def _accusing(judged: Judged) -> set[str]:
    return {ruled.rule for ruled in judged.ruled if ruled.verdict is Verdict.ILLEGAL}


def told_of_pictures(game: PlayedGame, confirmed: Board) -> Iterator[str]:
    """That some questions are there because nobody has confirmed what was read off a picture."""
    many = sum(each.before.board is confirmed for each in game.played)
    if many:
        what = "one action hangs" if many == 1 else f"{many} actions hang"
        yield (
            f"{what} on what was read off the picture of the map and nobody has confirmed; nobody is accused by that. "
            "Look the lines of facts-map.csv over, and clear the note of those that are right"
        )
