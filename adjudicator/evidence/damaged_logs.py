"""Logs with commands that cannot be read: what can be judged of them is judged all the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vassal_bridge.commands import LOG, parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.saved import SavedGame
from vassal_bridge.tree import Entry, Leaf


def mended(saved: SavedGame) -> tuple[SavedGame, Mapping[int, tuple[str, ...]]]:
    """The log with an empty command in place of each one in its steps that cannot be read, and what is wrong with those, by step.

    An empty command does nothing and still makes a step, so the others keep their numbers.
    """
    entries = list(saved.entries)
    wrong: dict[int, tuple[str, ...]] = {}
    for step in saved.steps():
        leaves = step.entry.leaves(saved.limits)
        problems = [_problem(leaf.text) for leaf in leaves]
        if any(problems):
            kept = [Leaf(LOG, leaf.depth) if problem else leaf for leaf, problem in zip(leaves, problems, strict=True)]
            entries[step.index] = Entry.of(kept)
            wrong[step.number] = tuple(problem for problem in problems if problem)
    return (replace(saved, entries=tuple(entries)) if wrong else saved), wrong


def _problem(text: str) -> str:
    try:
        parse_command(text)
    except BridgeError as error:
        return error.problem
    return ""
