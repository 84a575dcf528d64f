"""The sample that travels with the program, for `adjudicate demo`."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def sample(game: str, name: str) -> bytes:
    """A sample log: beside the games inside the installed package, or in the checkout."""
    packaged = _PACKAGE / "_samples" / game / name
    return (packaged if packaged.is_file() else _PACKAGE.parent / "logs" / game / name).read_bytes()
