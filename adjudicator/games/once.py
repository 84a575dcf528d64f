"""Games that are loaded once, however many files are judged by them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from adjudicator.facts import Source

from .loaded import LoadedGame
from .loader import ALL, load

_Key = tuple[Path, frozenset[Source], tuple[str, ...] | None, tuple[tuple[str, str], ...]]


class LoadedGames:
    """Each game is loaded when it is first asked for, under each set of choices. What is worked out for its map is kept with it.

    They are what their folders held then: who changes a folder begins anew.
    """

    def __init__(self) -> None:
        self._known: dict[_Key, LoadedGame] = {}

    def load(
        self,
        folder: Path,
        *,
        trust: frozenset[Source] = ALL,
        options: Collection[str] | None = None,
        rulings: Mapping[str, str] | None = None,
    ) -> LoadedGame:
        """As `load` does it."""
        key = folder, trust, None if options is None else tuple(options), tuple((rulings or {}).items())
        if key not in self._known:
            self._known[key] = load(folder, trust=trust, options=options, rulings=rulings)
        return self._known[key]
