"""What is true of a rewritten log, beside it as JSON: which habits made which steps, and in which steps each action was done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.engine.actions import Action

from .rewrite import Game, Script


def truth_of(script: Script, played: Game, *, planted: tuple[str, frozenset[str]] | None = None) -> dict[str, Any]:
    """`planted`: the kind of the violation and the rules that forbid it."""
    truth: dict[str, Any] = {
        "game": played.loaded.slug,
        "scenario": played.scenario,
        "seed": played.seed,
        "steps": script.steps,
        "planted": None,
        "language": script.page.language,
        "whole log": script.page.whole,
        "habits": habits_of(script),
        "actions": [
            {"action": index, "is": _word(play.action), "steps": script.steps_of(index)}
            for index, play in enumerate(played.plays)
        ],
    }
    if planted is not None and script.page.planted is not None:
        first, last = planted_steps(script)
        truth["planted"] = {"kind": planted[0], "rules": sorted(planted[1]), "first": first, "last": last}
    return truth


def planted_steps(script: Script) -> tuple[int, int]:
    """The steps of the violation that was planted."""
    first, last = script.page.planted or (0, 0)
    steps = [step for action in range(first, last + 1) for step in script.steps_of(action)]
    return (min(steps), max(steps)) if steps else (0, 0)


def habits_of(script: Script) -> list[dict[str, Any]]:
    """Each time a habit showed: its name, the action and the steps."""
    found: dict[tuple[str, int], list[int]] = {(habit, action): [] for habit, action in script.page.gone}
    for each in script.done:
        for habit in each.deed.habits:
            steps = found.setdefault((habit, each.deed.action), [])
            if each.step is not None:
                steps.append(each.step)
    return [{"habit": habit, "action": action, "steps": steps} for (habit, action), steps in found.items()]


def write_truth(truth: dict[str, Any], target: Path) -> Path:
    target.write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return target


def _word(action: Action) -> str:
    return getattr(action, "verb", type(action).__name__.lower())
