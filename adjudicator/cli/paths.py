"""The files that a command was given, folders among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_ENDINGS = frozenset((".vsav", ".vlog", ".sav", ".log"))


def expand(files: Sequence[Path]) -> list[Path]:
    """Files as they are; of folders the saves and logs in them, in the order of their names."""
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            paths += sorted(one for one in path.rglob("*") if one.suffix.lower() in _ENDINGS and one.is_file())
        else:
            paths.append(path)
    return paths
