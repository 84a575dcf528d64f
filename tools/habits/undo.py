"""What VASSAL writes when a step is taken back: a bracket, and in it the inverse of every command, last first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tools.selfplay.table import Point, Thing
from vassal_bridge.sequence import decode, encode

from .gestures import Commands

_STACK = re.compile(r"\+/(?P<id>\d+)/stack/")


@dataclass(frozen=True, slots=True)
class Kept:
    """The table before a step, and the commands of the step."""

    things: dict[str, Thing]
    stacks: dict[Point, list[str]]
    cup: list[str]
    dice: dict[str, tuple[str, ...]]
    clock: tuple[int, int]
    commands: Sequence[str] = ()


def taken_back(commands: Sequence[str], clock: tuple[int, int], phases: int) -> Commands:
    """`clock` is what the turn counter showed before."""
    said = next((command.removeprefix("CHAT") for command in commands if command.startswith("CHAT")), "")
    inverse = [_inverse(command, clock, phases) for command in reversed(commands) if not command.startswith("CHAT")]
    return ["UNDO\ttrue", *([f"CHAT* UNDO: {said}"] if said else []), *(each for each in inverse if each), "UNDO\tfalse"]


def _inverse(command: str, clock: tuple[int, int], phases: int) -> str:
    if command.startswith("M/"):
        id_, map_, x, y, under, old_map, old_x, old_y, old_under, who = decode(command[2:], "/")
        return "M/" + (encode([id_, old_map, old_x, old_y, old_under, map_, x, y, under, who], "/") or "")
    if command.startswith("D/"):
        id_, new, old = decode(command[2:], "/")
        return "D/" + (encode([id_, old, new], "/") or "")
    if stacked := _STACK.match(command):
        return f"-/{stacked['id']}"
    if command.startswith("TURN"):
        turn, phase = clock
        return f"TURNTurnTracker0\t0|{turn};0;false;-1;{phase}\\;0\\;0\\;{','.join('true' for _ in range(phases))}"
    if command.startswith("MutableProperty\t"):
        word, name, old, new, where = command.split("\t")
        return "\t".join((word, name, new, old, where))
    return command if command == "null" else ""
