"""The small notation in which players of any module may say in chat what they do: `!attack 1334 with 21, 28, air full`.

Forgiving: upper and lower case, commas or spaces, names as they stand on counters. What is not understood is said to be a plain
remark, never an error of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_NOTE = re.compile(r"(?:^|[\s>])!([a-z]+)\b[:\s]*(.*)$", re.IGNORECASE)
_COLUMN = re.compile(r"\b(?:on|at|column|odds)\s+(\d+\s*[-:]\s*\d+)\b", re.IGNORECASE)
_HEX = re.compile(r"(?<![\w/])\d{4}(?![\w/])")  # not the number of a regiment, as in 1281/60
_TOTAL = re.compile(r"\b(?:total|sum)\s+(\d+)\b", re.IGNORECASE)
_RESULT = re.compile(r"\bresult\s+([\w/+–-]+)", re.IGNORECASE)
_SPOTTED = re.compile(r"\b(?:spotted|seen) by\b.*$", re.IGNORECASE)
_PATH = re.compile(r"\b\d{4}(?:\s*[-–>, ]\s*\d{4})+\b")


@dataclass(frozen=True, slots=True)
class Note:
    """What a player announced, with its words still as typed."""

    verb: str  # attack, phase, turn, hq, path, supply, barrage …
    text: str = ""
    hexes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of units, as typed
    column: str | None = None
    target: str = ""  # whom units fire at, as typed
    total: int | None = None
    result: str | None = None

    def path(self) -> tuple[str, ...]:
        found = _PATH.search(self.text)
        return () if found is None else tuple(_HEX.findall(found.group()))


VERBS = {
    "a": "attack",
    "att": "attack",
    "attack": "attack",
    "angriff": "attack",
    "bombard": "bombardment",
    "bombardment": "bombardment",
    "barrage": "barrage",
    "shell": "barrage",
    "fire": "fire",
    "at": "fire",
    "spot": "spot",
    "morale": "morale",
    "check": "morale",
    "exit": "exit",
    "exits": "exit",
    "hq": "activate",
    "activate": "activate",
    "chit": "draw",
    "draw": "draw",
    "phase": "phase",
    "turn": "turn",
    "path": "path",
    "via": "path",
    "rally": "rally",
    "replace": "replace",
    "roll": "roll",
    "supply": "supply",
    "mode": "mode",
}

FIRES = ("fire", "barrage")


def note_in(line: str) -> Note | None:
    """The note in a line of chat; None if it has none that is known."""
    found = _NOTE.search(line.strip())
    if found is None or found.group(1).lower() not in VERBS:
        return None
    verb, text = VERBS[found.group(1).lower()], found.group(2).strip()
    column, total, result = _COLUMN.search(text), _TOTAL.search(text), _RESULT.search(text)
    rest = text
    for clause in (_COLUMN, _TOTAL, _RESULT, _SPOTTED):
        rest = clause.sub(" ", rest)
    hexes = tuple(_HEX.findall(rest))
    after, target = _whom(verb, rest)
    after = _PATH.sub(" ", after)
    names = tuple(name for name in (part.strip(" .;") for part in re.split(r"[,;+&]| and ", after)) if name and name not in hexes)
    return Note(
        verb,
        text,
        hexes,
        names,
        None if column is None else re.sub(r"\s*[-:]\s*", "-", column.group(1)),
        target,
        None if total is None else int(total.group(1)),
        None if result is None else result.group(1),
    )


def _whom(verb: str, text: str) -> tuple[str, str]:
    """The part of a note that names those who act, and the part that names whom they fire at."""
    before, separator, after = text.partition(" with ")
    if verb not in FIRES:
        return (after if separator else text), ""
    who, at, whom = (after if separator else text).rpartition(" at ")
    target = whom if at else before if separator else text
    return (who if at else after if separator else ""), target.strip(" .;,")


def notes_in(lines: Iterable[str]) -> tuple[Note, ...]:
    return tuple(note for line in lines if (note := note_in(line)) is not None)
