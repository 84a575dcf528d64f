"""The files that a command was given, folders among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_ENDINGS = frozenset((".vsav", ".vlog", ".sav", ".log"))
_BEGINNINGS = (b"PK\x03\x04", b"!VCSK", b"begin_save")
"""How saves and logs begin: a zip, or VASSAL's text with or without its disguise."""


def expand(files: Sequence[Path]) -> list[Path]:
    """Files as they are; of folders the saves and logs in them, by name. Mail may have taken their endings off."""
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            paths += sorted(one for one in path.rglob("*") if one.is_file() and _is_game(one))
        else:
            paths.append(path)
    return paths


def _is_game(path: Path) -> bool:
    if path.suffix:
        return path.suffix.lower() in _ENDINGS
    try:
        with path.open("rb") as stream:
            return stream.read(10).startswith(_BEGINNINGS)
    except OSError:
        return False
