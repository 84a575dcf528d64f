"""The map of a game read off the picture of a module: facts, each with how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from adjudicator import factname
from adjudicator.engine.board import Board, Feature, Features, Terrain
from adjudicator.engine.hexes import Side, side
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Known, Source
from vassal_bridge.archive import Archive

from ..places import HexPlace
from .continuing import doubted
from .features import of_hexes, of_sides, painted
from .image import Array, joined, sheets_of
from .learning import FEW, Guess, Labels, learned
from .where_hexes_are import fitted

Words = frozenset[str]
Thing = str | Side
KINDS = ("terrain", "hexside", "route")
ENOUGH = 20  # certain labels of a kind of fact, by which others can be checked
AGREEING = 0.95  # so many of the labels that may be wrong must fit those that are certain, or what looks alike
FOUND = 0.5  # and so many of those that say that something is there
AGREED, DISPUTED = 0.2, 0.5  # what is left of the doubt where that agrees, and of the certainty where it does not
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


def examples(board: Board, stated: Mapping[FactName, object]) -> Examples:
    """`board` knows all that the game knows, from whatever source; `stated` is what the player says."""
    certain: dict[str, dict[Thing, Words]] = {kind: {} for kind in KINDS}
    likely: dict[str, dict[Thing, Words]] = {kind: {} for kind in KINDS}
    hexes = board.grid.all()
    sides = sorted({side(hex, other) for hex in hexes for other in board.grid.neighbours(hex)})
    for kind, things in (("terrain", hexes), ("hexside", sides), ("route", sides)):
        for thing in things:
            fact = _of_board(board, kind, thing)
            if isinstance(fact, Known):
                (certain if fact.source is Source.RULEBOOK else likely)[kind][thing] = _plain(fact.value)
    for name, answer in stated.items():
        if name.kind in KINDS and isinstance(answer, frozenset):
            about: Thing = name.about[0] if name.kind == "terrain" else side(*name.about)
            certain[name.kind][about] = _plain(answer)
    return Examples(certain, likely)


def _of_board(board: Board, kind: str, thing: Thing) -> Fact[Terrain] | Fact[Features]:
    if isinstance(thing, str):
        return board.terrain(thing)
    return board.features(*thing) if kind == "hexside" else board.routes(*thing)


def _plain(value: Iterable[str | Feature]) -> Words:
    """Words of features without which of the two hexes they protect: that a picture may show, but not to us."""
    return frozenset(each.kind if isinstance(each, Feature) else each for each in value)


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
    _read(found, "terrain", hexes, of_hexes(paint), known, board)
    if sides:
        seen = of_sides(paint, np.array([(at[one], at[other]) for one, other in sides]))
        _read(found, "hexside", sides, seen, known, board)
        _read(found, "route", sides, seen, known, board)
    return found


def _read(found: MapReading, kind: str, things: Sequence[Thing], features: Array, known: Examples, board: Board) -> None:
    certain, likely = known.certain[kind], known.likely[kind]
    words = sorted({word for each in (*certain.values(), *likely.values()) for word in each})
    guesses: dict[str, Guess] = {}
    lost = []
    for word in words:
        guess = _head(word, things, features, certain, likely)
        if guess is None:
            lost.append(word)
        else:
            guesses[word] = guess
    found.unlearned[kind] = tuple(lost)
    if not guesses:
        return
    if kind != "terrain":
        guesses = {word: doubted(guess, kind, things, board) for word, guess in guesses.items()}  # type: ignore[arg-type]  # things are pairs here
    guesses = {word: _witnessed(guess, word, things, certain, likely) for word, guess in guesses.items()}
    there = np.stack([guess.classes == 1 for guess in guesses.values()], axis=1)
    sure = np.prod(np.stack([guess.sure for guess in guesses.values()], axis=1), axis=1)
    if any(_common(word, likely or certain) for word in lost):
        sure[:] = 0.0  # it may be anywhere
    allowed = {each for each in (*certain.values(), *likely.values()) if each.isdisjoint(_facing(board))}
    for place, thing in enumerate(things):
        if thing in certain:
            continue  # whatever it looks like
        value = frozenset(word for word, here in zip(guesses, there[place], strict=True) if here)
        name = factname.terrain(thing) if isinstance(thing, str) else factname.KINDS[kind](*thing)
        found.seen.append(SeenOnMap(name, value, float(sure[place]) if value in allowed else 0.0))


def _facing(board: Board) -> Words:
    """What protects one of the two hexes at a hexside: which of them the picture does not tell, so that it is asked."""
    stated = (fact.value for fact in board.features_of.values() if isinstance(fact, Known))
    return frozenset(each.kind for features in stated for each in features if each.protects)


def _common(word: str, known: Mapping[Thing, Words]) -> bool:
    """Is there so much of it on maps of the game that to overlook it would be wrong too often?"""
    return sum(word in words for words in known.values()) > RARE * len(known)


def _head(
    word: str, things: Sequence[Thing], features: Array, certain: Mapping[Thing, Words], likely: Mapping[Thing, Words]
) -> Guess | None:
    """Where a word is and where it is not; None if too few examples of it are known, or those at hand do not fit the picture."""
    vouched = np.array([_class(word, certain.get(thing)) for thing in things])
    guessed = np.array([_class(word, likely.get(thing)) for thing in things])
    checked = (vouched >= 0).sum() >= ENOUGH and (vouched == 1).sum() >= FEW
    if checked and not _fits(guessed, vouched):
        return learned(features, Labels(vouched, vouched >= 0), 2)
    guess = learned(features, Labels(np.where(vouched >= 0, vouched, _some(guessed)), vouched >= 0), 2)
    return guess if guess is not None and (checked or _fits(guessed, guess.classes)) else None


def _witnessed(
    guess: Guess, word: str, things: Sequence[Thing], certain: Mapping[Thing, Words], likely: Mapping[Thing, Words]
) -> Guess:
    """What is known of other maps of the game is one more witness, who does not decide: where it says otherwise one must look."""
    vouched = np.array([_class(word, certain.get(thing)) for thing in things])
    guessed = np.array([_class(word, likely.get(thing)) for thing in things])
    checked = (vouched >= 0).sum() >= ENOUGH and (vouched == 1).sum() >= FEW
    if not _fits(guessed, vouched if checked else guess.classes):
        return guess
    same, other = guess.classes == guessed, (guess.classes != guessed) & (guessed >= 0)
    sure = np.where(same, 1 - (1 - guess.sure) * AGREED, guess.sure)
    return replace(guess, sure=np.where((guess.sure > 0), np.where(other, sure * DISPUTED, sure), 0.0))


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
