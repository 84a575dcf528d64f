"""What is in a hex or at a hexside, of all that the game has there: by what the picture shows, and what is known of other maps.

The picture decides. What is known of other maps of the game is a witness: how far it can be trusted on this map follows from how
often it is right where the picture leaves no doubt. It makes surer what the picture shows, and doubtful what it shows otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .image import Array

Words = frozenset[str]
CLEAR = 0.9  # how sure the picture must be by itself for what is known of other maps to be tried on it
SHOWN = 0.6  # and to be believed at all
SUPPOSED = 2.0  # times that the witness is supposed to have been wrong besides
TRUSTED = 0.75  # of the times it must have been right to be heard at all
DISPUTED = 0.5  # what is left of how sure one is where they say otherwise: one must look
ROUNDS = 20  # in which it is found how common everything is


@dataclass(frozen=True, slots=True)
class Possible:
    """All that may be at a place, how common each is, and what other maps have at each place: its number, or -1."""

    words: tuple[Words, ...]
    shares: Array
    known: Array
    counted: bool  # are shares those of a whole map, rather than of what somebody picked?

    def having(self, word: str) -> Array:
        return np.array([word in value for value in self.words])


@dataclass(frozen=True, slots=True)
class Decided:
    """Of each place the number of what is there, how sure that is; and whether what other maps have could be trusted."""

    chosen: Array
    sure: Array
    trusted: bool


def values_of(known: Sequence[Words | None], certain: Sequence[Words | None]) -> Possible:
    """`known`: what other maps have; `certain`: what somebody vouches for on this one."""
    words = tuple(sorted({value for value in (*known, *certain) if value is not None}, key=sorted))
    place = {value: at for at, value in enumerate(words)}
    every = [value for value in known if value is not None]
    counted = np.bincount([place[value] for value in every or words], minlength=len(words)) + 0.5
    numbers = np.array([-1 if value is None else place[value] for value in known])
    return Possible(words, counted / counted.sum(), numbers, bool(every))


def decided(odds: Mapping[str, Array], values: Possible, vouched: Array) -> Decided:
    """`odds`: for each word how much each place looks as if it were there; `vouched`: the number of what is certain, or -1."""
    nothing = np.zeros(len(vouched))
    looks = np.stack([sum((odds[word] for word in value if word in odds), nothing) for value in values.words], axis=1)
    shares = values.shares if values.counted else _common(looks)
    alone = _shared(looks + np.log(shares))
    trust = _trust(values, alone, vouched)
    prior = np.tile(shares, (len(vouched), 1))
    there = values.known >= 0
    prior[there] *= 1 - trust[there, None]
    prior[there, values.known[there]] += trust[there]
    both = _shared(looks + np.log(prior))
    chosen = both.argmax(axis=1)
    rows = np.arange(len(chosen))
    sure = np.where(alone[rows, chosen] >= SHOWN, both[rows, chosen], 0.0)
    sure[there & (chosen != values.known)] *= DISPUTED
    return Decided(chosen, sure, bool(there.any() and trust[there].min() >= TRUSTED))


def _common(looks: Array) -> Array:
    """How common everything is, by what all places look like: what makes that likeliest."""
    shares = np.full(looks.shape[1], 1 / looks.shape[1])
    for _ in range(ROUNDS):
        shares = _shared(looks + np.log(shares)).mean(axis=0) + 1e-6
    return shares / shares.sum()


def _shared(logarithms: Array) -> Array:
    found = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def _trust(values: Possible, alone: Array, vouched: Array) -> Array:
    """How often other maps are right where one knows it: for what is commonest by itself, as that is no wonder."""
    best = alone.argmax(axis=1)
    common = values.known == values.shares.argmax()
    tried = (values.known >= 0) & ((vouched >= 0) | (alone.max(axis=1) >= CLEAR))
    right = np.where(vouched >= 0, vouched, best) == values.known
    found = np.zeros(len(best))
    for group in (common, ~common & (values.known >= 0)):
        number = (tried & group).sum()
        found[group] = (tried & group & right).sum() / (number + SUPPOSED)
    return found.clip(0.0, 0.9999)
