"""The map of a game read off the picture of a module: facts, each with how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adjudicator import factname
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.hexes import Hex, Side, side
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Known, Source
from vassal_bridge.archive import Archive

from ..places import HexPlace
from .continuing import ends_of, going_on
from .deciding import Decided, Possible, Words, decided, values_of
from .facing import facing
from .features import corridors, of_hexes, of_sides, painted
from .image import Array, joined, sheets_of
from .learning import FEW, Guess, Labels, learned
from .telling import Inked, inked_hexes, inked_sides, telling
from .where_hexes_are import fitted

Thing = str | Side
KINDS = ("terrain", "level", "hexside", "route")
ENOUGH = 20  # certain labels of a kind of fact, by which others can be checked
AGREEING = 0.95  # so many of the labels that may be wrong must fit those that are certain, or what looks alike
FOUND = 0.5  # and so many of those that say that something is there
PASSES = 2  # over what goes on from hexside to hexside
ALONE = 25  # examples of what is not rare, where other maps of the game tell nothing: fewer do not show what it may look like
RARE = 0.003  # of all hexes or hexsides
MOST = (300, 500)  # labels that may be wrong that are learned from: with the word, and without


@dataclass(frozen=True, slots=True)
class SeenOnMap:
    """What is in a hex or at a hexside, as far as the picture tells."""

    name: FactName
    words: Words
    sure: float

    @property
    def value(self) -> str:
        return " ".join(sorted(self.words)) or "none"


@dataclass(slots=True)
class MapReading:
    """All that was read, sure or not, and what could not be learned."""

    seen: list[SeenOnMap] = field(default_factory=list)
    picture: Array | None = None  # of the map, of the size at which it was read
    places: dict[str, tuple[float, float]] = field(default_factory=dict)  # the middle of each hex on it
    unlearned: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # kind of fact -> words of which too few examples are known


@dataclass(frozen=True, slots=True)
class Examples:
    """What is known of the map: what somebody vouches for, and what may be otherwise on this one."""

    certain: Mapping[str, Mapping[Thing, Words]]
    likely: Mapping[str, Mapping[Thing, Words]]
    certain_ways: Mapping[tuple[Side, str], Hex] = field(default_factory=dict)  # which hex a line at a hexside protects
    likely_ways: Mapping[tuple[Side, str], Hex] = field(default_factory=dict)


def examples(board: Board, stated: Mapping[FactName, object]) -> Examples:
    """`board` knows all that the game knows, from whatever source; `stated` is what the player says."""
    certain: dict[str, dict[Thing, Words]] = {kind: {} for kind in KINDS}
    likely: dict[str, dict[Thing, Words]] = {kind: {} for kind in KINDS}
    hexes = board.grid.all()
    sides = sorted({side(hex, other) for hex in hexes for other in board.grid.neighbours(hex)})
    ways: dict[bool, dict[tuple[Side, str], Hex]] = {True: {}, False: {}}
    for kind, things in (("terrain", hexes), ("level", board.level_of), ("hexside", sides), ("route", sides)):
        for thing in things:
            fact = _of_board(board, kind, thing)
            if isinstance(fact, Known):
                sure = fact.source is Source.RULEBOOK
                (certain if sure else likely)[kind][thing] = _plain(fact.value)
                ways[sure] |= _ways(thing, fact.value)
    for name, answer in stated.items():
        if name.kind in KINDS:
            about: Thing = side(*name.about) if len(name.about) == 2 else name.about[0]
            certain[name.kind][about] = _plain(answer)
            ways[True] |= _ways(about, answer)
    return Examples(certain, likely, ways[True], ways[False])


def _of_board(board: Board, kind: str, thing: Thing) -> Fact[Any]:
    if isinstance(thing, str):
        return board.terrain(thing) if kind == "terrain" else board.level(thing)
    return board.features(*thing) if kind == "hexside" else board.routes(*thing)


def _ways(about: Thing, value: Any) -> dict[tuple[Side, str], Hex]:
    """What each line protects, where it is one of the two."""
    if isinstance(about, str) or not isinstance(value, frozenset):
        return {}
    found = [each for each in value if isinstance(each, Feature) and each.protects]
    once = [each for each in found if sum(other.kind == each.kind for other in found) == 1]
    return {(about, each.kind): each.protects for each in once}


def _plain(value: Any) -> Words:
    """Words of features without which of the two hexes they protect; a number as a word."""
    if isinstance(value, int):
        return frozenset({str(value)})
    return frozenset(each.kind if isinstance(each, Feature) else str(each) for each in value)


def read_map(places: Mapping[str, HexPlace], archive: Archive, board: Board, known: Examples) -> MapReading:
    """Everything in the hexes and at the hexsides whose places are known. Raises BridgeError for pictures that cannot be read."""
    found = MapReading()
    if not places:
        return found
    paint = painted(joined([fitted(sheet) for sheet in sheets_of(places.values(), archive)]))
    hexes = paint.sheet.hexes
    found.picture = paint.sheet.pixels
    found.places = {hex: (float(x), float(y)) for hex, (x, y) in zip(hexes, paint.sheet.centres, strict=True)}
    at = {hex: place for place, hex in enumerate(hexes)}
    sides = sorted({side(hex, other) for hex in hexes for other in board.grid.neighbours(hex) if other in at})
    shown = Looked(of_hexes(paint), (inked_hexes(paint),))
    for kind in ("terrain", "level"):
        _read(found, kind, hexes, shown, known, board)
    if sides:
        around = corridors(paint, np.array([(at[one], at[other]) for one, other in sides]))
        shown = Looked(of_sides(paint, around), inked_sides(paint, around))
        _read(found, "hexside", sides, shown, known, board)
        _read(found, "route", sides, shown, known, board)
    return found


@dataclass(frozen=True, slots=True)
class Looked:
    """What is to be seen at hexes or hexsides: features of all, and colours of which it is learned what they tell."""

    features: Array
    inks: tuple[Inked, ...]

    def about(self, classes: Array) -> Array:
        return np.concatenate([self.features, *(telling(ink, classes) for ink in self.inks)], axis=1)


def _read(found: MapReading, kind: str, things: Sequence[Thing], shown: Looked, known: Examples, board: Board) -> None:
    certain = [known.certain[kind].get(thing) for thing in things]
    likely = [known.likely[kind].get(thing) for thing in things]
    values = values_of(likely, certain)
    ends = ends_of(kind, things, board) if kind in ("hexside", "route") else None  # type: ignore[arg-type]  # things are pairs here
    number = {value: at for at, value in enumerate(values.words)}
    vouched = np.array([-1 if value is None else number[value] for value in certain])
    heads = _heads(values, shown, certain, likely)
    done = _decided(heads, values, vouched, ends) if heads else None
    if done is not None and not done.trusted:  # another map altogether: only what somebody vouches for can be learned from
        values = replace(values, known=np.full(len(things), -1))
        heads = _heads(values, shown, certain, [None] * len(things))
        done = _decided(heads, values, vouched, ends) if heads else None
    found.unlearned[kind] = tuple(sorted({word for value in values.words for word in value} - heads.keys()))
    if done is None:
        return
    sure = done.sure * np.all([guess.like for guess in heads.values()], axis=0)
    for word in sorted({word for value in values.words for word in value}):
        having = values.having(word)
        if word not in heads:
            sure[(values.known >= 0) & having[values.known]] = 0.0
        if not done.trusted and having[vouched[vouched >= 0]].sum() < ALONE and values.shares[having].sum() > RARE:
            sure[:] = 0.0  # it may be anywhere
    ways = _facing(board, kind, done.chosen, values, things, shown, known)
    for place, thing in enumerate(things):
        if vouched[place] >= 0:
            continue  # whatever it looks like
        name = factname.KINDS[kind](*((thing,) if isinstance(thing, str) else thing))
        words, certainty = set(), float(sure[place])
        for word in values.words[done.chosen[place]]:
            protected, sure_of_it = ways.get((place, word), ("", 1.0))
            words.add(f"{word}:{protected}" if protected else word)
            certainty *= sure_of_it
        found.seen.append(SeenOnMap(name, frozenset(words), certainty))


def _heads(values: Possible, shown: Looked, certain: Sequence[Words | None], likely: Sequence[Words | None]) -> dict[str, Guess]:
    """Each word of which enough examples are known."""
    words = sorted({word for value in values.words for word in value})
    return {word: guess for word in words if (guess := _head(word, shown, certain, likely)) is not None}


def _decided(heads: Mapping[str, Guess], values: Possible, vouched: Array, ends: Array | None) -> Decided:
    odds = {word: guess.odds for word, guess in heads.items()}
    done = decided(odds, values, vouched)
    for _ in range(PASSES if ends is not None else 0):
        on = {word: odds[word] + going_on(values.having(word)[done.chosen], ends) for word in odds}
        done = decided(on, values, vouched)
    return done


def _facing(
    board: Board, kind: str, chosen: Array, values: Possible, things: Sequence[Thing], shown: Looked, known: Examples
) -> dict[tuple[int, str], tuple[Hex, float]]:
    """Which of its two hexes each line protects, by its place and its word, and how sure that is."""
    stated = (fact.value for fact in board.features_of.values() if isinstance(fact, Known))
    lines = {each.kind for features in stated for each in features if each.protects} if kind == "hexside" else set()
    found: dict[tuple[int, str], tuple[Hex, float]] = {}
    for word in sorted(lines):
        places = np.flatnonzero(values.having(word)[chosen]).tolist()
        sides = [each for place in places if not isinstance(each := things[place], str)]
        labels = (
            [each.index(ways[each, word]) if (each, word) in ways else -1 for each in sides]
            for ways in (known.likely_ways, known.certain_ways)
        )
        along = shown.inks[-1]
        done = facing(replace(along, colours=along.colours[places]), *labels) if places else None
        for at, (place, each) in enumerate(zip(places, sides, strict=True)):
            found[place, word] = ("", 0.0) if done is None else (each[done.chosen[at]], float(done.sure[at]))
    return found


def _head(word: str, shown: Looked, certain: Sequence[Words | None], likely: Sequence[Words | None]) -> Guess | None:
    """Where a word is and where it is not; None if too few examples of it are known."""
    vouched = np.array([_class(word, words) for words in certain])
    guessed = np.array([_class(word, words) for words in likely])
    if (vouched >= 0).sum() >= ENOUGH and (vouched == 1).sum() >= FEW and not _fits(guessed, vouched):
        classes = vouched
    else:
        classes = np.where(vouched >= 0, vouched, _some(guessed))
    return learned(shown.about(classes), Labels(classes, vouched >= 0))


def _class(word: str, words: Words | None) -> int:
    return -1 if words is None else int(word in words)


def _fits(guessed: Array, other: Array) -> bool:
    """Do labels that may be wrong agree with what is known better?"""
    both = (guessed >= 0) & (other >= 0)
    there = both & (other == 1)
    if not there.any():
        return False
    return bool((guessed == other)[both].mean() >= AGREEING and (guessed == 1)[there].mean() >= FOUND)


def _some(classes: Array) -> Array:
    """No more labels than are needed, picked evenly."""
    kept = np.full(len(classes), -1)
    for each, most in ((1, MOST[0]), (0, MOST[1])):
        having = np.flatnonzero(classes == each)
        picked = having[np.linspace(0, len(having) - 1, min(most, len(having))).astype(int)] if len(having) else having
        kept[picked] = each
    return kept
