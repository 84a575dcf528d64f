"""Logs as players of other habits write them: without notes in chat, without a turn counter, or without both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from adjudicator.evidence.notation import note_in

Habit: TypeAlias = Literal["notes", "tracker", "all"]
HABITS: tuple[Habit, ...] = get_args(Habit)
_CHAT, _COUNTER, _COUNTED = "CHAT", "TURN", "Turn updated from "
_SPEAKER = re.compile(r"<[^>]*>")


def stripped(steps: Iterable[Iterable[str]], habit: Habit) -> list[list[str]]:
    """The steps of a log without what players of this habit do not do.

    A step that says nothing any more becomes a remark, so that all others keep their numbers.
    """
    return [_without(list(step), habit) for step in steps]


def _without(step: list[str], habit: Habit) -> list[str]:
    left = [command for command in step if not _left_out(command, habit)]
    speaker = next((found.group() for command in step if (found := _SPEAKER.search(command))), "<>")
    return left or [f"{_CHAT}{speaker} so"]


def _left_out(command: str, habit: Habit) -> bool:
    said = command.removeprefix(_CHAT) if command.startswith(_CHAT) else ""
    if said and not said.startswith("*") and note_in(said) is not None:
        return habit != "tracker"
    return habit != "notes" and (command.startswith(_COUNTER) or _COUNTED in said)
