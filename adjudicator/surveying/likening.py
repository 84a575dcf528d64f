"""What boxes, phases, dice, chits and marks of a module are in the game, by what they are called in any language known here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.unit_names import plain

from .lexicon import KNOWN, alike, is_number, meanings

ENOUGH = 0.75  # of what both say they must share
CLEARLY = 0.15  # and so much more than with anything else
LESS, FAR = 0.55, 0.3  # or only so much, and far more than with anything else
GENERAL, STRANGE = 0.3, 0.6  # how words weigh that say little, and those that nothing in the game bears, of the rarest
_GENERAL = frozenset(("box", "base", "map", "unit", "chit", "turn", "cup", "check", "dice", "player", "step", "german", "soviet"))
WORTH = 0.3  # to be shown as a candidate
RANKED = 4


@dataclass(frozen=True, slots=True)
class Likened:
    """Names of the module with what they are in the game, and those of which that is not certain."""

    bound: dict[str, str] = field(default_factory=dict)
    doubtful: dict[str, tuple[str, ...]] = field(default_factory=dict)


def liken(names: Iterable[str], targets: Mapping[str, Sequence[str]], more: Mapping[str, Sequence[str]] | None = None) -> Likened:
    """`targets` are things of the game with all that they are called; `more` is what else is said of a name, such as a prompt."""
    called = {target: {*filter(None, texts), *map(_initials, texts)} - {""} for target, texts in targets.items()}
    exactly: dict[str, list[str]] = {}
    for target, texts in called.items():
        for each in {plain(text) for text in texts} - {""}:
            exactly.setdefault(each, []).append(target)
    bags = {target: [meanings(text) for text in each] for target, each in called.items()}
    bearing = Counter(word for each in bags.values() for word in frozenset().union(*each))
    weights = {word: _weight(word, (len(bags) + 1) / number) for word, number in bearing.items()}
    found = Likened()
    for name in dict.fromkeys(names):
        same = exactly.get(plain(name), [])
        if len(same) == 1:
            found.bound[name] = same[0]
            continue
        said = [name, *(more or {}).get(name, ())]
        ranked = sorted(((_closest(said, each, weights), target) for target, each in bags.items()), reverse=True)
        likely = [(share, target) for share, target in ranked if share >= WORTH][:RANKED]
        second = likely[1][0] if len(likely) > 1 else 0.0
        lead = likely[0][0] - second if likely else 0.0
        if likely and any(likely[0][0] >= least and lead >= by for least, by in ((ENOUGH, CLEARLY), (LESS, FAR))):
            found.bound[name] = likely[0][1]
        elif likely:
            found.doubtful[name] = tuple(target for _, target in likely)
    return found


def _initials(text: str) -> str:
    """GD for Gross Deutschland."""
    words = text.split()
    return "".join(word[0] for word in words) if len(words) > 1 and all(word[0].isupper() for word in words) else ""


def _weight(word: str, rarity: float) -> float:
    return (math.log(rarity) + 0.1) * (GENERAL if word in _GENERAL else 1.0)


def likeness(text: str, called: Iterable[str]) -> float:
    """How like a name is to any of those that something is called, by itself."""
    return _closest([text], [meanings(each) for each in called], {})


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    """Is a name in both, maybe shortened?"""
    names = [word for word in one if word not in KNOWN and not is_number(word)]
    return any(alike(word, each) > 0 for word in names for each in other)


def _closest(texts: Iterable[str], bags: Iterable[frozenset[str]], weights: Mapping[str, float]) -> float:
    every = list(bags)
    return max((_shared(meanings(text), bag, weights) for text in texts for bag in every), default=0.0)


def _shared(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    """The share of what is said that both say; a word that nothing in the game bears weighs as a rare one."""
    if not one or not other:
        return 0.0
    if one == other:
        return 1.0
    if all(is_number(word) or word in _GENERAL for word in one & other) and not _near(one, other):
        return 0.0  # the first turn is no first army
    rare = max(weights.values(), default=1.0 / STRANGE)
    weigh = {word: weights.get(word, rare * (GENERAL if word in _GENERAL else STRANGE)) for word in one | other}
    both = sum(weigh[word] * max(alike(word, each) for each in one) for word in other)
    return 2 * both / (sum(weigh[word] for word in one) + sum(weigh[word] for word in other))
