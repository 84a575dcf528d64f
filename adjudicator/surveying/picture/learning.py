"""A classifier that says how sure it is: what looks as labelled things look is what these are; what looks like nothing is unknown.

It is a Gaussian process for each class (least squares with a kernel), which has two things that matter here: what each labelled
thing would have been taken for had it not been labelled follows without learning anew, and far from all that was labelled the
variance says so. Features are weighed by how well they tell the labelled classes apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .image import Array

BEST = 16  # features that are used
BROAD = 8.0  # how far the likeness of two things reaches, in squares of how much things of one class differ
NOISE = {True: 0.02, False: 0.4}  # of labels that are certain, and of those that may be wrong
SEEN = 0.5  # the variance, of the largest there is, beyond which nothing like it was labelled
FEW = 3  # examples without which a class cannot be learned
CLEANINGS = 3


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of things: the class of each or -1, and whether that is certain."""

    classes: Array
    certain: Array


@dataclass(frozen=True, slots=True)
class Guess:
    """For each thing the likeliest class, and how sure that is."""

    classes: Array
    sure: Array


def learned(features: Array, labels: Labels, number: int) -> Guess:
    """Every thing, also the labelled ones, for what it looks like to those that know only the others."""
    classes, certain = labels.classes.copy(), labels.certain
    guess = Guess(np.full(len(features), -1), np.zeros(len(features)))
    for _ in range(CLEANINGS):
        known = np.flatnonzero(classes >= 0)
        present = [each for each in range(number) if (classes[known] == each).sum() >= FEW]
        if len(present) < 2:
            return guess
        scores, seen, left_out = _process(features, known, classes[known], certain[known], present)
        guess = _judged(scores, seen, left_out, known, classes[known], certain[known], present)
        # a doubtful label that all others contradict is not learned from again
        wrong = ~certain & (classes >= 0) & (guess.classes != classes) & (guess.sure > 0.8)
        if not wrong.any():
            break
        classes[wrong] = -1
    return guess


def _process(
    features: Array, known: Array, classes: Array, certain: Array, present: list[int]
) -> tuple[Array, Array, tuple[Array, Array]]:
    """Scores and variances of all things, and those of the labelled ones by the others."""
    shown, worth = _weighed(features, known, classes, present)
    targets = np.where(classes[:, None] == np.array(present)[None], 1.0, -1.0)
    centre = targets.mean(axis=0)
    kernel = _likeness(shown[known], shown[known], worth)
    noise = np.where(certain, NOISE[True], NOISE[False])
    inverse = np.linalg.inv(kernel + np.diag(noise))
    weights = inverse @ (targets - centre)
    near = _likeness(shown, shown[known], worth)
    scores = near @ weights + centre
    seen = 1 - np.einsum("ij,jk,ik->i", near, inverse, near, optimize=True)
    own = np.diag(inverse)
    return scores, seen, (targets - weights / own[:, None], 1 / own - noise)


def _weighed(features: Array, known: Array, classes: Array, present: list[int]) -> tuple[Array, Array]:
    """The features that tell classes apart, and how well each does, as shares of one."""
    scaled = (features - features.mean(axis=0)) / (features.std(axis=0) + 1e-6)
    mine = scaled[known]
    groups = [mine[classes == each] for each in present]
    middle = np.stack([group.mean(axis=0) for group in groups])
    within = sum(((group - group.mean(axis=0)) ** 2).mean(axis=0) for group in groups) / len(groups) + 0.1
    # two by two, so that a feature that tells but one pair apart counts
    between = np.zeros(scaled.shape[1])
    for one in range(len(groups)):
        for other in range(one):
            between = np.maximum(between, (middle[one] - middle[other]) ** 2)
    worth = np.minimum(between / within, 40.0)
    best = np.argsort(-worth)[:BEST]
    return scaled[:, best] / np.sqrt(within[best]), worth[best] / worth[best].sum()


def _likeness(one: Array, other: Array, worth: Array) -> Array:
    """Feature by feature, not all at once: so a line is one wherever it is, whatever else is to be seen there."""
    found = np.zeros((len(one), len(other)))
    for place, share in enumerate(worth):
        found += share * np.exp(-((one[:, place, None] - other[None, :, place]) ** 2) / BROAD)
    return found


def _judged(
    scores: Array, seen: Array, left_out: tuple[Array, Array], known: Array, classes: Array, certain: Array, present: list[int]
) -> Guess:
    scores, seen = scores.copy(), seen.copy()
    scores[known], seen[known] = left_out
    order = np.argsort(-scores, axis=1)
    rows = np.arange(len(scores))
    margin = (scores[rows, order[:, 0]] - scores[rows, order[:, 1]]) / 2
    found = np.array(present)[order[:, 0]]
    sure = _calibrated(margin, margin[known], found[known] == classes, certain)
    sure = np.where(seen > SEEN, 0.0, sure)
    return Guess(found, sure)


def _calibrated(margin: Array, known: Array, right: Array, certain: Array) -> Array:
    """How often those with such a margin were right. With few examples nothing is as sure as it looks."""
    weights = np.where(certain, 1.0, 0.5)
    # two that were wrong at middling margins are supposed besides: no one has seen everything
    x = np.concatenate([known, [0.35, 0.15]])
    y = np.concatenate([right, [False, False]]).astype(float)
    w = np.concatenate([weights, [1.0, 1.0]])
    slope, base = 4.0, 0.0
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(slope * x + base, -30, 30)))
        gradient = np.array([(w * (p - y) * x).sum() + 0.02 * (slope - 4), (w * (p - y)).sum() + 0.02 * base])
        curve = w * p * (1 - p) + 1e-9
        hessian = np.array([[(curve * x * x).sum() + 0.02, (curve * x).sum()], [(curve * x).sum(), curve.sum() + 0.02]])
        step = np.linalg.solve(hessian, gradient)
        slope, base = slope - np.clip(step[0], -4, 4), base - np.clip(step[1], -4, 4)
    return np.where(margin > 0, 1 / (1 + np.exp(-np.clip(max(slope, 0.5) * margin + base, -30, 30))), 0.0)
