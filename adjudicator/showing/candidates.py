"""Which of our games a module may be of: told by names and numbers alone, without loading a game."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.games import games
from vassal_bridge.module import Module
from vassal_bridge.module.maps import Map

_PARTS = re.compile(r"\d+|\b[IVX]+\b")
_NUMBER = re.compile(r"(?<!\d)(\d{2})\D?(\d{2})(?!\d)")
_WORD = re.compile(r"[^\W\d_]{5,}")
_PROBES = 34  # points of a board across and down at which it is asked what is there
_LIKELY = 0.55  # the share of units told by their numbers from which on a module may be of the game without saying so
_NEVER = frozenset({"front", "battle", "soviet", "attack", "panzer", "campaign", "module", "vassal"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of our games, and how much of it is found in a module. `bound`: a binding of ours names the module."""

    slug: str
    title: str
    units: int
    told: int  # units whose numbers stand on a counter
    hexes: int
    places: int  # how many of the points that were asked for have the number of one of its hexes
    asked: int
    titled: bool
    map: str = ""  # the map on which most were found
    bound: bool = False
    edition: bool = False  # does its folder say only what differs from another game's?

    @property
    def units_share(self) -> float:
        return self.told / self.units if self.units else 0.0

    @property
    def hexes_share(self) -> float:
        """Of the points on the map that have a number of four digits, those that have one of the game's."""
        return self.places / self.asked if self.asked else 0.0

    @property
    def score(self) -> float:
        return 2 * self.bound + self.titled + self.units_share + 0.5 * self.hexes_share

    @property
    def likely(self) -> bool:
        fits = self.hexes_share > 0.9 and self.units_share >= _LIKELY
        return self.bound or (self.titled and (self.units_share > 0.3 or self.hexes_share > 0.5)) or fits


def candidates(module: Module) -> list[Candidate]:
    """Our games, the likeliest first."""
    names = Counter(_key(slot.name) for slot in module.slots())
    numbers = [(each, tuple(_numbers(each))) for each in module.maps]
    words = _words(f"{module.name} {module.description}")
    found = [_candidate(folder, names, numbers, words, module.name) for folder in games().values()]
    return sorted(found, key=lambda each: (-each.score, each.edition))


def bound_to(slug: str, module: str) -> BindingEntry | None:
    """The binding of ours that names a module."""
    return next((each for each in bindings_in(games()[slug]) if module in each.modules), None)


def _candidate(
    folder: Path, names: Counter[str], numbers: Iterable[tuple[Map, tuple[str, ...]]], words: frozenset[str], module: str
) -> Candidate:
    about = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    base = folder
    if not (folder / "units.csv").is_file():
        base = folder.with_name(str(about.get("edition_of", folder.name)))
    roster = Counter(_key(row["name"]) for row in _rows(base / "units.csv"))
    hexes = {row["hex"] for row in _rows(base / "map" / "hexes.csv")}
    best, places, asked = "", 0, 0
    for each, seen in numbers:
        here = sum(number in hexes for number in seen)
        if here > places:
            best, places, asked = each.name or each.id, here, len(seen)
    title = str(about.get("title", folder.name))
    return Candidate(
        slug=str(about.get("slug", folder.name)),
        title=title,
        units=sum(roster.values()),
        told=sum((roster & names).values()),
        hexes=len(hexes),
        places=places,
        asked=asked,
        titled=bool(words & (_words(title) - _NEVER)),
        map=best,
        edition=base is not folder,
        bound=any(module in each.modules for each in bindings_in(folder)),
    )


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _key(name: str) -> str:
    """The numbers in a name, in any order; a name without any by itself."""
    return " ".join(sorted(_PARTS.findall(name))) or _bare(name)


def _bare(text: str) -> str:
    return "".join(mark for mark in normalize("NFD", text.casefold()) if mark.isalnum())


def _words(text: str) -> frozenset[str]:
    return frozenset(_bare(word) for word in _WORD.findall(text))


def _numbers(map_: Map) -> Iterator[str]:
    """The numbers of four digits that stand in the names of places, at points all over the boards in play."""
    seen: set[str] = set()
    for board in map_.surface.boards:
        wide, high = board.board.width, board.board.height
        for across in range(1, _PROBES):
            for down in range(1, _PROBES):
                said = map_.location(board.x + wide * across // _PROBES, board.y + high * down // _PROBES)
                number = _NUMBER.search(said or "")
                if number is not None and said not in seen:
                    seen.add(said)
                    yield number[1] + number[2]
