"""Saves and logs made by hand, as bare text: the smallest files that `show` can be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from vassal_bridge.commands import ESC, LOG
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.sequence import encode, nested_join, quote

Texts = tuple[str, str]
"""The type and the state of one trait."""


def add(piece_id: str, *traits: Texts, name: str = "1 Inf", place: str = "Main Map;10;20") -> str:
    """The command that brings a piece of these traits."""
    every = [*traits, (f"piece;;;a.png;{name}", f"{place};7;0")]
    types = nested_join([type_text for type_text, _ in every], "\t")
    states = nested_join([state for _, state in every], "\t")
    return "+/" + (encode([piece_id, types, states], "/") or "")


def stack(piece_id: str, *members: str, place: str = "Main Map;10;20") -> str:
    return "+/" + (encode([piece_id, "stack", ";".join((place, *members, "@@1"))], "/") or "")


def change(piece_id: str, new: Sequence[str], old: Sequence[str] | None = None) -> str:
    """The command that changes a piece's states, outermost first."""
    states = [nested_join(list(each), "\t") for each in (new, old) if each is not None]
    return "D/" + (encode([piece_id, *states], "/") or "")


def move(piece_id: str, place: str, player: str) -> str:
    return f"M/{piece_id}/{place}/null/Main Map/10/20/null/{player}"


def game(position: Iterable[str], steps: Iterable[Sequence[str]] = ()) -> str:
    """The text of a save, or with steps of a log; each step is a list of commands."""
    logged = (quote(encode([LOG + command for command in step], ESC) or "", ESC) for step in steps)
    return ESC.join(["begin_save", "", *position, "end_save", *logged])


def write(folder: Path, text: str, name: str = "game.vsav") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def read(folder: Path, position: Iterable[str], steps: Iterable[Sequence[str]] = ()) -> SavedGame:
    return read_saved(write(folder, game(position, steps)))
