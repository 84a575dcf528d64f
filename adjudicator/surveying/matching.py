"""Which piece is which unit: names, what certain pieces teach of the others, where they stand at start, and what is left over."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.units import Unit

from .assignment import assign
from .learning import Lore
from .lexicon import is_number, tokens, without_values
from .likeness import NameScale, PieceWords, Profile
from .shown import Shown

LINE = 0.95  # how sure a pair must be to be bound
TEACHING = 0.9  # and to teach something of the others
ROUNDS = 4
RANKED = 5  # candidates that are shown for a doubtful piece
WORTH = 1.0  # the least score of a candidate
BY_STANDING = 4.0  # the most that standing where the set-up has the unit says

Places = Mapping[str, frozenset[str]]  # where a piece, or a unit, stands


@dataclass(frozen=True, slots=True)
class Evidence:
    """What else than the module's own pieces is known."""

    starts: tuple[Places, ...] = ()  # by file, where pieces stand at its start, by their numbers
    standings: Places = field(default_factory=dict)  # where the game's set-ups have its units
    traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # more features of pieces, as from old logs
    settled: Mapping[str, str] = field(default_factory=dict)  # what the player has said: piece -> unit


@dataclass(slots=True)
class Matching:
    bound: dict[str, tuple[str, float]] = field(default_factory=dict)  # piece -> unit and how sure
    doubtful: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)  # piece -> units, the likeliest first
    reduced: dict[str, tuple[str, int]] = field(default_factory=dict)  # piece -> the piece of which it is the other side, losses
    strangers: tuple[str, ...] = ()  # pieces that may be no unit
    missing: tuple[str, ...] = ()  # units that no piece is for certain


def match(units: Mapping[str, Unit], sides: Mapping[str, Sequence[str]], pieces: Sequence[Shown], known: Evidence) -> Matching:
    """Every unit gets at most one piece, or copies of one, and every piece at most one unit."""
    found = Matching(reduced=_other_sides(pieces))
    found.reduced |= _backs(piece for piece in pieces if piece.gpid not in found.reduced)
    fronts = [piece for piece in pieces if piece.gpid not in found.reduced]
    copies = _copies(fronts)
    matcher = _Matcher(units, sides, [piece for piece in fronts if piece.gpid in copies], known)
    matcher.run(found)
    for first, others in copies.items():
        for gpid in others:
            if first in found.bound:
                found.bound[gpid] = found.bound[first]
            if first in found.doubtful:
                found.doubtful[gpid] = found.doubtful[first]
    found.strangers = tuple(
        piece.gpid for piece in pieces if not any(piece.gpid in table for table in (found.bound, found.doubtful, found.reduced))
    )
    sure = {unit for unit, _ in found.bound.values()}
    found.missing = tuple(unit for unit in units if unit not in sure)
    return found


class _Matcher:
    def __init__(
        self, units: Mapping[str, Unit], sides: Mapping[str, Sequence[str]], pieces: Sequence[Shown], known: Evidence
    ) -> None:
        self._names = NameScale(units.values(), sides, pieces)
        self._readings = {piece.gpid: self._names.read(piece) for piece in pieces}
        self._features = {piece.gpid: (*piece.features, *known.traits.get(piece.gpid, ())) for piece in pieces}
        self._attributes = {unit: profile.attributes for unit, profile in self._names.profiles.items()}
        self._known = known
        self._settled = {gpid: unit for gpid, unit in known.settled.items() if unit in units}
        self._spoken_for = frozenset(self._settled.values())
        self._named = self._compared()
        self._at = Counter(place for places in known.standings.values() for place in places)

    def run(self, found: Matching) -> None:
        certain: dict[str, str] = {}
        scores: dict[tuple[str, str], float] = {}
        pairs = []
        for _ in range(ROUNDS):
            scores = self._scores(certain)
            pairs = assign(scores)
            fresh = {pair.one: pair.other for pair in pairs if pair.confidence >= TEACHING} | self._settled
            if fresh == certain:
                break
            certain = fresh
        sure = {pair.one: pair for pair in pairs if pair.confidence >= LINE}
        found.bound = {gpid: (unit, 1.0) for gpid, unit in self._settled.items() if gpid in self._readings}
        found.bound |= {gpid: (pair.other, pair.confidence) for gpid, pair in sure.items()}
        taken = {unit for unit, _ in found.bound.values()}
        likely: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for (gpid, unit), score in scores.items():
            if score > WORTH and gpid not in found.bound and unit not in taken:
                likely[gpid].append((score, unit))
        for gpid, ranked in likely.items():
            found.doubtful[gpid] = _ranked(ranked)

    def _compared(self) -> dict[tuple[str, str], float]:
        """What names alone say of pairs that have anything in common."""
        found = {}
        for gpid, reading in self._readings.items():
            for id_, profile in self._names.profiles.items():
                if gpid in self._settled or id_ in self._spoken_for:
                    continue
                if _in_common(profile, reading) or self._stand_together(gpid, id_):
                    score = self._names.compare(profile, reading)
                    if score > -math.inf:
                        found[gpid, id_] = score
        return found

    def _stand_together(self, gpid: str, unit: str) -> bool:
        places = self._known.standings.get(unit, frozenset())
        return any(source.get(gpid, frozenset()) & places for source in self._known.starts)

    def _scores(self, certain: Mapping[str, str]) -> dict[tuple[str, str], float]:
        lore = Lore((self._features[gpid], self._attributes[unit]) for gpid, unit in certain.items() if gpid in self._features)
        trust = [self._trust(source, certain) for source in self._known.starts]
        found = {}
        for (gpid, unit), score in self._named.items():
            itself = certain.get(gpid) == unit
            learned = lore.says(self._features[gpid], self._attributes[unit], itself)
            found[gpid, unit] = score + learned + self._standing(gpid, unit, trust)
        return found

    def _trust(self, source: Places, certain: Mapping[str, str]) -> float:
        """How often pieces that are certain stand in this file where the set-ups have them."""
        both = [(source[gpid], self._known.standings[unit]) for gpid, unit in certain.items()
                if gpid in source and unit in self._known.standings]  # fmt: skip
        return (sum(bool(one & other) for one, other in both) + 1) / (len(both) + 2)

    def _standing(self, gpid: str, unit: str, trust: Sequence[float]) -> float:
        """What standing here or elsewhere at start says, by the file that can best be trusted."""
        wanted = self._known.standings.get(unit)
        best = 0.0
        for share, source in zip(trust, self._known.starts, strict=True):
            places = source.get(gpid)
            if not wanted or not places:
                continue
            together = max((self._at[place] for place in places & wanted), default=0)
            score = math.log(share * len(self._known.standings) / together) if together else math.log(1 - share)
            if abs(score) > abs(best):
                best = score
        return max(-BY_STANDING, min(BY_STANDING, best))


def _in_common(profile: Profile, reading: PieceWords) -> bool:
    """Is one of the numbers or names of the unit on the piece at all? Else nobody would take it for that unit."""
    words = {word.removeprefix("r") if is_number(word) else word for word in (*reading.title, *reading.context)}
    own = [word.removeprefix("r") if is_number(word) else word for word in profile.own]
    return any(word in words for word in own) or any(
        word[:2] == each[:2] for word in own if not is_number(word) for each in reading.title
    )


def _ranked(likely: Iterable[tuple[float, str]]) -> tuple[tuple[str, float], ...]:
    ranked = sorted(likely, key=lambda each: (-each[0], each[1]))[:RANKED]
    whole = sum(math.exp(score - ranked[0][0]) for score, _ in ranked) + math.exp(-ranked[0][0])
    return tuple((unit, math.exp(score - ranked[0][0]) / whole) for score, unit in ranked)


# --- copies and other sides


def _copies(pieces: Iterable[Shown]) -> dict[str, tuple[str, ...]]:
    """Pieces to look at, each with those that are the same once more: in the palette and on the map at start."""
    alike: dict[str, list[Shown]] = defaultdict(list)
    for piece in pieces:
        alike[piece.make or piece.gpid].append(piece)
    found: dict[str, tuple[str, ...]] = {}
    for each in alike.values():
        on_map = [piece.gpid for piece in each if piece.at_start]
        kept = [piece.gpid for piece in each if not piece.at_start]
        if len(on_map) == len(kept) == 1:
            found[on_map[0]] = tuple(kept)
        else:
            found |= dict.fromkeys((*on_map, *kept), ())
    return found


def _other_sides(pieces: Sequence[Shown]) -> dict[str, tuple[str, int]]:
    """Pieces by which others are replaced, with the piece that stands at the beginning and the steps between."""
    every = {piece.gpid: piece for piece in pieces}
    into = {piece.gpid: [gpid for gpid in piece.turns_into if gpid != piece.gpid] for piece in pieces if piece.turns_into}
    order = {gpid: place for place, gpid in enumerate(every)}
    fronts = sorted(into, key=lambda gpid: (_is_back(every[gpid]), -sum(every[gpid].values), order[gpid]))
    found: dict[str, tuple[str, int]] = {}
    for front in fronts:
        if front in found:
            continue
        at, losses = front, 0
        while True:
            ahead = [gpid for gpid in into.get(at, ()) if gpid not in found and gpid != front]
            if not ahead:
                break
            losses += 1
            found |= dict.fromkeys(ahead, (front, losses))
            at = ahead[0]
    return found


def _is_back(piece: Shown) -> bool:
    return "reduced" in tokens(" ".join((piece.name, *piece.where)))


def _backs(pieces: Iterable[Shown]) -> dict[str, tuple[str, int]]:
    """Pieces that are called as another of their palette, but for a word that says reduced."""
    fronts: dict[object, list[str]] = defaultdict(list)
    backs: dict[object, list[str]] = defaultdict(list)
    for piece in pieces:
        (backs if _is_back(piece) else fronts)[piece.where[:1], _title(piece)].append(piece.gpid)
    return {
        gpid: (fronts[key][0], 1) for key, gpids in backs.items() if len(gpids) == len(fronts.get(key, ())) == 1 for gpid in gpids
    }


def _title(piece: Shown) -> tuple[str, ...]:
    return tuple(word for word in tokens(without_values(piece.name)) if word not in ("reduced", "full"))
