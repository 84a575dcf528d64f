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
_HEX = re.compile(r"\b\d{4}\b")
_PATH = re.compile(r"\b\d{4}(?:\s*[-–>, ]\s*\d{4})+\b")


@dataclass(frozen=True, slots=True)
class Note:
    """What a player announced, with its words still as typed."""

    verb: str  # attack, phase, turn, hq, path, supply, barrage …
    text: str = ""
    hexes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of units, as typed
    column: str | None = None

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
    "fire": "fire",
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


def note_in(line: str) -> Note | None:
    """The note in a line of chat; None if it has none that is known."""
    found = _NOTE.search(line.strip())
    if found is None or found.group(1).lower() not in VERBS:
        return None
    verb, text = VERBS[found.group(1).lower()], found.group(2).strip()
    column = _COLUMN.search(text)
    rest = _COLUMN.sub(" ", text)
    hexes = tuple(_HEX.findall(rest))
    _, separator, after = rest.partition(" with ")
    after = _PATH.sub(" ", after if separator else rest)
    names = tuple(name for name in (part.strip(" .;") for part in re.split(r"[,;+&]| and ", after)) if name and name not in hexes)
    return Note(verb, text, hexes, names, None if column is None else re.sub(r"\s*[-:]\s*", "-", column.group(1)))


def notes_in(lines: Iterable[str]) -> tuple[Note, ...]:
    return tuple(note for line in lines if (note := note_in(line)) is not None)
