"""A classifier that says how sure it is: what looks as labelled things look is what these are; what is like nothing is unknown.

It is a Gaussian process (least squares with a kernel), which has two things that matter here: what each labelled
thing would have been taken for had it not been labelled follows without learning anew, and far from all that was labelled the
variance says so. Features are weighed by how well they tell the labelled classes apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .image import Array

BEST = 24  # features that are used
BROAD = 4.0  # how far the likeness of two things reaches, in squares of how much things of one class differ
NOISE = {True: 0.02, False: 0.4}  # of labels that are certain, and of those that may be wrong
UNLIKE = 0.5  # the variance, of the largest there is, beyond which nothing like it was labelled
CONTRADICTED = 0.5  # the margin of others against a label that may be wrong, with which it is not believed
FEW = 3  # examples without which a class cannot be learned
CLEANINGS = 3
LOST = 0.1  # of the labels of a class that may be thrown away at once


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of things: 1 for what is there, 0 for what is not, or -1; and whether that is certain."""

    classes: Array
    certain: Array


@dataclass(frozen=True, slots=True)
class Guess:
    """For each thing how much oftener what is there looks like it than what is not, as a logarithm; and whether anything does."""

    odds: Array
    like: Array


def learned(features: Array, labels: Labels) -> Guess | None:
    """Every thing, also the labelled ones, as it looks to those that know only the others; None if too few are known."""
    classes, certain = labels.classes.copy(), labels.certain
    for left in reversed(range(CLEANINGS)):
        known = np.flatnonzero(classes >= 0)
        if min((classes[known] == each).sum() for each in (0, 1)) < FEW:
            return None
        process = _Process(features, known, classes[known], certain[known])
        # a doubtful label that all others contradict is not learned from again
        against = process.margins * np.where(classes[known] == 1, -1, 1)
        wrong = known[~certain[known] & (against > CONTRADICTED)]
        if not left or not len(wrong) or _too_many(classes[wrong], classes[known]):
            return process.guess(features)
        classes[wrong] = -1
    return None


def _too_many(wrong: Array, known: Array) -> bool:
    """Would a class lose so many of its labels that it is rather the look that tells nothing?"""
    return any((wrong == each).sum() > LOST * (known == each).sum() for each in np.unique(wrong))


class _Process:
    """What was learned from labelled things, and what each of these would have been taken for by the others."""

    def __init__(self, features: Array, known: Array, classes: Array, certain: Array) -> None:
        self._known, self._classes, self._certain = known, classes, certain
        self._scale, self._worth = _weighed(features, known, classes)
        self._mine = self._scaled(features[known])
        targets = np.where(classes == 1, 1.0, -1.0)
        self._centre = targets.mean() / 2
        noise = np.where(certain, NOISE[True], NOISE[False])
        self._inverse = np.linalg.inv(_likeness(self._mine, self._mine, self._worth) + np.diag(noise))
        self._weights = self._inverse @ (targets - self._centre)
        own = np.diag(self._inverse)
        self.margins = targets - self._weights / own  # of each as the others see it
        self._unlike = 1 / own - noise

    def guess(self, features: Array) -> Guess:
        near = _likeness(self._scaled(features), self._mine, self._worth)
        scores = near @ self._weights + self._centre
        unlike = 1 - ((near @ self._inverse) * near).sum(axis=1)
        scores[self._known], unlike[self._known] = self.margins, self._unlike
        return Guess(_calibrated(scores, self.margins, self._classes, self._certain), unlike <= UNLIKE)

    def _scaled(self, features: Array) -> Array:
        best, middle, spread = self._scale
        return ((features[:, best] - middle) / spread).astype(np.float32)


def _weighed(features: Array, known: Array, classes: Array) -> tuple[tuple[Array, Array, Array], Array]:
    """The features that tell what is there from what is not, how they are scaled, and how well each does, as shares of one."""
    spread = features.std(axis=0) + 1e-6
    mine = (features[known] - features.mean(axis=0)) / spread
    groups = [mine[classes == each] for each in (0, 1)]
    middle = [group.mean(axis=0) for group in groups]
    within = sum(((group - group.mean(axis=0)) ** 2).mean(axis=0) for group in groups) / 2 + 0.1
    worth = np.minimum((middle[1] - middle[0]) ** 2 / within, 40.0) + 1e-9
    best = np.argsort(-worth)[:BEST]
    scale = best, features.mean(axis=0)[best], spread[best] * np.sqrt(within[best])
    return scale, (worth[best] / worth[best].sum()).astype(np.float32)


def _likeness(one: Array, other: Array, worth: Array) -> Array:
    """Feature by feature, not all at once: so a line is one wherever it is, whatever else is to be seen there."""
    found = np.zeros((len(one), len(other)), dtype=np.float32)
    for place, share in enumerate(worth):
        found += share / (1 + (one[:, place, None] - other[None, :, place]) ** 2 * (1 / BROAD))
    return found


def _calibrated(margins: Array, known: Array, classes: Array, certain: Array) -> Array:
    """What margins are worth, by how often they were right. With few examples nothing is as sure as it looks."""
    weights = np.where(certain, 1.0, 0.5)
    # on either side two that were wrong at middling margins are supposed besides: no one has seen everything
    x = np.concatenate([known, [0.35, 0.15, -0.15, -0.35]])
    y = np.concatenate([classes, [0, 0, 1, 1]]).astype(float)
    w = np.concatenate([weights, np.ones(4)])
    slope, base = 4.0, 0.0
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(slope * x + base, -30, 30)))
        gradient = np.array([(w * (p - y) * x).sum() + 0.02 * (slope - 4), (w * (p - y)).sum() + 0.02 * base])
        curve = w * p * (1 - p) + 1e-9
        hessian = np.array([[(curve * x * x).sum() + 0.02, (curve * x).sum()], [(curve * x).sum(), curve.sum() + 0.02]])
        step = np.linalg.solve(hessian, gradient)
        slope, base = slope - np.clip(step[0], -4, 4), base - np.clip(step[1], -4, 4)
    there, elsewhere = ((weights * (classes == each)).sum() for each in (1, 0))
    odds = max(slope, 0.5) * margins + base - np.log(there / elsewhere)
    return np.clip(odds, -np.log(2 * there + 1), np.log(2 * elsewhere + 1))
