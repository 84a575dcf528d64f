"""What boxes, phases, dice, chits and marks of a module are in the game, by what they are called in any language known here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.unit_names import plain

from .lexicon import alike, tokens

ENOUGH = 0.75  # of what both say they must share
CLEARLY = 0.15  # and so much more than with anything else
WORTH = 0.3  # to be shown as a candidate
RANKED = 4


@dataclass(frozen=True, slots=True)
class Likened:
    """Names of the module with what they are in the game, and those of which that is not certain."""

    bound: dict[str, str] = field(default_factory=dict)
    doubtful: dict[str, tuple[str, ...]] = field(default_factory=dict)


def liken(names: Iterable[str], targets: Mapping[str, Sequence[str]], more: Mapping[str, Sequence[str]] | None = None) -> Likened:
    """`targets` are things of the game with all that they are called; `more` is what else is said of a name, such as a prompt."""
    called = {target: {text for text in texts if text} for target, texts in targets.items()}
    exactly: dict[str, list[str]] = {}
    for target, texts in called.items():
        for each in {plain(text) for text in texts} - {""}:
            exactly.setdefault(each, []).append(target)
    bags = {target: [frozenset(tokens(text)) for text in each] for target, each in called.items()}
    bearing = Counter(word for each in bags.values() for word in frozenset().union(*each))
    weights = {word: math.log((len(bags) + 1) / number) + 0.1 for word, number in bearing.items()}
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
        if likely and likely[0][0] >= ENOUGH and likely[0][0] - second >= CLEARLY:
            found.bound[name] = likely[0][1]
        elif likely:
            found.doubtful[name] = tuple(target for _, target in likely)
    return found


def _closest(texts: Iterable[str], bags: Iterable[frozenset[str]], weights: Mapping[str, float]) -> float:
    every = list(bags)
    return max((_shared(frozenset(tokens(text)), bag, weights) for text in texts for bag in every), default=0.0)


def _shared(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    """The share of what is said that both say; a word that nothing in the game bears weighs as a rare one."""
    if not one or not other:
        return 0.0
    rare = max(weights.values(), default=1.0)
    both = sum(weights.get(word, rare) * max(alike(word, each) for each in one) for word in other)
    whole = sum(weights.get(word, rare) for word in one) + sum(weights.get(word, rare) for word in other)
    return 2 * both / whole
