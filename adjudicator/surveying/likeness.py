"""How well the names on a piece fit a unit, as the logarithm of a likelihood: what both say, what only one says, what differs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.engine.units import Unit
from adjudicator.facts import Known

from .lexicon import KNOWN, SIZES, TYPES, alike, is_number, tokens, without_values
from .shown import Shown

LACKING = -6.0  # the unit's own number or name stands nowhere on the piece
LEFT_OFF = {"guards": -2.5, "hq": -4.0}  # words of the trade that its counter would hardly leave off
CHIT = "chit"  # the kind of what is no unit, but drawn from a cup
DRAWN, NOT_DRAWN = (-5.0, 3.0), (0.0, -4.0)  # what that says of units and of chits
STRANGE = -4.0  # a number on the piece that is nowhere in what the game calls the unit
CONTRARY = {"guards": -4.0, "hq": -5.0, "air": -4.0, "ship": -4.0}
OTHER_KIND, OTHER_SIZE, OTHER_WORD, MOST_OTHERS = -2.5, -0.8, -1.0, -2.0
NOT_IN_TITLE = 0.6  # of the weight of a word that stands only in a label, a marker or the name of a picture
FORMATION_NAMED, OTHER_FORMATION = 2.5, -3.0
SAME_VALUES = 1.5
FEW = 60  # units; in a smaller game too two numbers are hardly ever the same by chance


@dataclass(frozen=True)
class Profile:
    """A unit as a bag of words."""

    unit: Unit

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The words of its name up to the first stroke: what its counter will not leave off."""
        return tokens(self.unit.name.partition("/")[0])

    @cached_property
    def behind(self) -> tuple[str, ...]:
        """The other words of its name: that of the regiment or division to which it belongs."""
        return tokens(self.unit.name.partition("/")[2])

    @cached_property
    def formations(self) -> tuple[tuple[str, ...], ...]:
        """Each formation it belongs to, from the largest down."""
        return tuple(tokens(part) for part in self.unit.formation.split("/") if part)

    @cached_property
    def kind(self) -> frozenset[str]:
        return frozenset(tokens(self.unit.kind)) | frozenset(word for trait in self.unit.traits for word in tokens(trait))

    @cached_property
    def size(self) -> frozenset[str]:
        return frozenset(tokens(self.unit.size))

    @cached_property
    def every(self) -> frozenset[str]:
        of_formations = (word for part in self.formations for word in part)
        return frozenset((*self.own, *self.behind, *of_formations)) | self.kind | self.size

    @property
    def ratings(self) -> tuple[int, ...]:
        printed = self.unit.ratings[0].values() if self.unit.ratings else ()
        return tuple(fact.value for fact in printed if isinstance(fact, Known))

    @property
    def attributes(self) -> dict[str, object]:
        """By what its counter may look like others."""
        unit = self.unit
        return {
            "side": unit.side,
            "kind": (unit.side, unit.kind),
            "size": (unit.side, unit.size),
            "formation": (unit.side, unit.formation),
            "front": (unit.side, unit.formation.partition("/")[0]),
            "steps": unit.steps > 1,
            "ratings": self.ratings,
        }


class NameScale:
    """Compares the names of all units of a game with those of pieces: rare words weigh more."""

    def __init__(self, units: Iterable[Unit], sides: Mapping[str, Sequence[str]], pieces: Sequence[Shown] = ()) -> None:
        self.profiles = {unit.id: Profile(unit) for unit in units}
        self._number = len(self.profiles)
        self._bearing = Counter(word for each in self.profiles.values() for word in {*each.own, *each.behind})
        self._sides = {side: frozenset(word for name in names for word in tokens(name)) for side, names in sides.items()}
        held = Counter(name for piece in pieces for name in {*piece.where})
        self._whole = frozenset(name for name, number in held.items() if number > len(pieces) / 2)  # names of all, and of none
        self._formations = frozenset(part for each in self.profiles.values() for part in each.formations)

    def weight(self, word: str) -> float:
        return math.log((max(self._number, FEW) + 1) / (self._bearing[word] or 1))

    def side_of(self, piece: Shown) -> str:
        """The side that its texts name; empty if none, or more than one."""
        words = {word for text in (piece.name, *piece.where, *piece.texts, *piece.prototypes) for word in tokens(text)}
        named = [side for side, own in self._sides.items() if own & words]
        return named[0] if len(named) == 1 else ""

    def read(self, piece: Shown) -> PieceWords:
        title = tokens(without_values(piece.name))
        others = (*piece.texts, *piece.where, *piece.prototypes, *map(_of_picture, piece.pictures))
        context = tuple(tokens(without_values(text)) for text in others)
        named = frozenset(part for part in self._formations if any(_says(words, part) for words in context))
        kept = [tokens(name) for name in piece.where if name not in self._whole]
        drawn = piece.drawn or CHIT in title or any(CHIT in words for words in kept)
        return PieceWords(piece, title, frozenset(word for words in context for word in words), named, self.side_of(piece), drawn)

    def compare(self, profile: Profile, reading: PieceWords) -> float:
        """Above zero: more likely than not this unit; as far as names tell."""
        if reading.side and reading.side != profile.unit.side:
            return -math.inf
        score = self._own(profile, reading)
        if score <= LACKING:
            return score
        score += (DRAWN if reading.drawn else NOT_DRAWN)[profile.unit.kind == CHIT]
        score += self._behind(profile, reading) + self._strange(profile, reading) + _of_formations(profile, reading)
        if reading.piece.values and reading.piece.values == profile.ratings[: len(reading.piece.values)]:
            score += SAME_VALUES
        return score

    def _own(self, profile: Profile, reading: PieceWords) -> float:
        score = 0.0
        for word in profile.own:
            in_title = _best(word, reading.title)
            found = max(in_title, NOT_IN_TITLE * _best(word, reading.context))
            weight = self.weight(word)
            if word in KNOWN:
                left_off = -0.5 if profile.unit.kind == CHIT else LEFT_OFF.get(word, -1.5)
                score += (weight if not self._named(profile) else min(2.0, weight)) * found if found else left_off
            else:
                score += weight * found if found else LACKING
        return score

    @staticmethod
    def _named(profile: Profile) -> bool:
        """Has it a number or name of its own, besides words of the trade?"""
        return any(word not in KNOWN for word in profile.own)

    def _behind(self, profile: Profile, reading: PieceWords) -> float:
        score = 0.0
        for word in profile.behind:
            found = max(_best(word, reading.title), NOT_IN_TITLE * _best(word, reading.context))
            score += self.weight(word) * found if found else -0.5
        return score

    def _strange(self, profile: Profile, reading: PieceWords) -> float:
        """What the title says and the unit is not. A kind or size that fits speaks for it."""
        score = others = 0.0
        side = self._sides.get(profile.unit.side, frozenset())
        for word in reading.title:
            if word in side or any(alike(word, known) >= NOT_IN_TITLE for known in profile.every):
                score += 0.7 if word in profile.kind or word in profile.size else 0.0
            elif is_number(word):
                score += STRANGE
            elif word in CONTRARY:
                score += CONTRARY[word]
            elif word in TYPES:
                score += OTHER_KIND
            elif word in SIZES:
                score += OTHER_SIZE
            elif word not in KNOWN:
                others += OTHER_WORD
        return score + max(others, MOST_OTHERS)


@dataclass(frozen=True)
class PieceWords:
    """A piece as words."""

    piece: Shown
    title: tuple[str, ...]
    context: frozenset[str]
    formations: frozenset[tuple[str, ...]]  # of the game, that labels, markers, palettes or pictures name
    side: str
    drawn: bool  # is it a chit, or may it be one?


def _of_formations(profile: Profile, reading: PieceWords) -> float:
    if not reading.formations or not profile.formations:
        return 0.0
    return FORMATION_NAMED if reading.formations & set(profile.formations) else OTHER_FORMATION


def _says(words: Sequence[str], formation: Sequence[str]) -> bool:
    """Does a text name a formation: all its words, and no other number?"""
    if len(formation) < 2 or not all(any(alike(word, each) == 1 for each in words) for word in formation):
        return False
    return not any(is_number(word) and word not in formation for word in words) and ("guards" in words) == ("guards" in formation)


def _best(word: str, among: Iterable[str]) -> float:
    return max((alike(word, each) for each in among), default=0.0)


def _of_picture(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]
