"""Files of which there is no verdict: why not, and what to do. Whatever was not judged is never called legal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.evidence.binding import binding_for
from adjudicator.evidence.history import History
from adjudicator.games import GameError, GameFolderError, games, load
from adjudicator.library.files import ModuleLabel
from adjudicator.words import in_quotes
from vassal_bridge.module import Module

if TYPE_CHECKING:
    from adjudicator.report.judgement import NotJudged

_SHARE = 0.3  # of a game's units whose names stand on the counters, for it to be thought of
_SHORT = 3  # letters; shorter words of a title say nothing


def without_rules(history: History, wanted: str | None) -> NotJudged:
    """For a file whose module belongs to no game known here, or not to the one that was asked for."""
    from adjudicator.report.judgement import NotJudged

    module = ModuleLabel(history.module or "", history.module_version or "")
    if wanted is not None:
        bound = next((slug for slug, folder in games().items() if binding_for(folder, history.module) is not None), None)
        draft = f"adjudicate survey {wanted} MODULE.vmod drafts what that module means in {wanted}"
        todo = draft if bound is None else f"{bound} is: take {wanted} out of the options or of adjudicate.toml"
        return NotJudged(f"{wanted} is not bound to the module it was played on, {module}", (todo, *_without_game(history)))
    likely = _likely(history)
    drafts = tuple(
        f"it may be {title}: adjudicate survey {slug} MODULE.vmod drafts what its module means in that game"
        for slug, title in likely
    )
    return NotJudged(f"no game known here is bound to the module it was played on, {module}", (*drafts, *_without_game(history)))


def _without_game(history: History) -> tuple[str, ...]:
    return (f"adjudicate audit {in_quotes(Path(history.file).name)} checks what needs no rules: dice, undone steps, hand-overs",)


def other_module(history: History, module: Module, *, any_version: bool) -> str | None:
    """Why a file cannot be judged on a module: it is another one, so nobody knows what its hexes and pieces are there."""
    played, given = ModuleLabel(history.module or "", history.module_version or ""), ModuleLabel(module.name, module.version)
    if history.module is None or played == given:
        return None
    if history.module != module.name:
        return (
            f"it was played on the module {played}, and the one at hand is {given}: nothing is judged on another module; "
            "give the right one with -m, or leave -m out to have it looked for"
        )
    if any_version or history.module_version is None:
        return None
    return (
        f"it was played on version {history.module_version} of {history.module}, and the one at hand is {module.version}: give "
        "that version with -m, or say --any-version if map and pieces are the same in both"
    )


def _likely(history: History) -> Iterator[tuple[str, str]]:
    """Games whose title the module's name shares a word with, or whose units' names stand on the counters."""
    printed = {without_accents(counter.printed) for counter in history.start.values()}
    words = set(without_accents(history.module or "").split())
    for slug, folder in games().items():
        title, names = _known(folder)
        shared = any(word in words for word in without_accents(title).split() if len(word) > _SHORT)
        if names and (shared or len(names & printed) >= _SHARE * len(names)):
            yield slug, title


@cache
def _known(folder: Path) -> tuple[str, frozenset[str]]:
    try:
        game = load(folder)
    except (GameError, GameFolderError):
        return "", frozenset()
    return game.title, frozenset(without_accents(unit.name) for unit in game.roster.values())


def without_accents(text: str) -> str:
    """Small letters without accents, words apart."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(mark if mark.isalnum() else " " for mark in letters if not unicodedata.combining(mark)).split())
