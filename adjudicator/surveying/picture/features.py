"""What is to be seen in hexes and at hexsides, as numbers: colours, how rough they are, and lines along and across.

The colours of a sheet are brought down to a few, found on it. A line is a colour that goes on from one end to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .image import ROOT, Array, Sheet

COLOURS = 20
SAMPLE = 24_000
ROUNDS = 12
_TONES = np.array([[0.3, 0.59, 0.11], [-0.25, -0.5, 0.75], [0.75, -0.6, -0.15]]).T  # light, and two hues, which tell more
_HUES = np.array([1.0, 1.6, 1.6])


@dataclass(frozen=True, slots=True)
class Painted:
    """A sheet in few colours."""

    sheet: Sheet
    colours: Array  # of each pixel the number of its colour
    light: Array
    number: int


def painted(sheet: Sheet, seed: int = 1) -> Painted:
    """The colours are found among pixels of all the sheet; half of them where something changes, for lines are thin."""
    chance = np.random.default_rng(seed)
    flat = sheet.pixels.reshape(-1, 3)
    light = sheet.pixels.astype(np.float32) @ np.array([0.3, 0.59, 0.11], dtype=np.float32)
    change = np.abs(np.diff(light, axis=0, prepend=light[:1])) + np.abs(np.diff(light, axis=1, prepend=light[:, :1]))
    picked = chance.integers(0, len(flat), SAMPLE)
    restless = np.flatnonzero(change.reshape(-1) > np.quantile(change.reshape(-1)[picked], 0.85))
    if len(restless):
        picked = np.concatenate([picked, chance.choice(restless, SAMPLE)])
    centres = _clusters(flat[picked].astype(float) @ _TONES * _HUES, chance)
    steps = np.arange(32) * 8 + 4
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3).astype(float) @ _TONES * _HUES
    table = _nearest(cube, centres).astype(np.uint8)
    coarse = sheet.pixels >> 3
    index = (coarse[..., 0].astype(np.uint16) << 10) | (coarse[..., 1].astype(np.uint16) << 5) | coarse[..., 2]
    return Painted(sheet, table[index], light, len(centres))


def _clusters(tones: Array, chance: Array) -> Array:
    """Colours as far from each other as can be, then each in the middle of what is nearest to it."""
    centres = tones[:1]
    for _ in range(COLOURS - 1):
        far = ((tones[:, None, :] - centres[None]) ** 2).sum(axis=2).min(axis=1)
        if far.max() < 30:
            break
        centres = np.concatenate([centres, tones[chance.choice(len(tones), p=far / far.sum())][None]])
    for _ in range(ROUNDS):
        near = _nearest(tones, centres)
        centres = np.stack([tones[near == each].mean(axis=0) if (near == each).any() else centres[each] for each in range(len(centres))])
    return centres


def _nearest(tones: Array, centres: Array) -> Array:
    found = [((tones[at : at + 8192, None, :] - centres[None]) ** 2).sum(axis=2).argmin(axis=1) for at in range(0, len(tones), 8192)]
    return np.concatenate(found)


# --- hexes


def of_hexes(paint: Painted) -> Array:
    """Of each hex how much of it is of which colour, in its middle and around it, and how rough it is."""
    height = paint.sheet.height
    rings = [(0.0, 1), (0.1, 6), (0.2, 12), (0.28, 18), (0.34, 24), (0.4, 30)]  # of the height: within the hex on all sides
    points = np.array(
        [(r * np.cos(a), r * np.sin(a)) for r, number in rings for a in 2 * np.pi * (np.arange(number) + r) / number]
    )
    inner = np.hypot(*points.T) < 0.25
    at = paint.sheet.centres[:, None, :] + height * points[None]
    colours, light = _look(paint.colours, at), _look(paint.light, at)
    whole, middle = _shares(colours, paint.number), _shares(colours[:, inner], paint.number)
    rough = np.abs(_look(paint.light, at + 1.5) - light).mean(axis=1)
    quarters = np.quantile(light, (0.1, 0.5, 0.9), axis=1).T / 64
    return np.concatenate([np.sqrt(whole), np.sqrt(middle), (rough / 16)[:, None], quarters, (light.std(axis=1) / 32)[:, None]], axis=1)


def _look(image: Array, points: Array) -> Array:
    x = np.clip(np.rint(points[..., 0]).astype(np.int32), 0, image.shape[1] - 1)
    y = np.clip(np.rint(points[..., 1]).astype(np.int32), 0, image.shape[0] - 1)
    return image[y, x]


def _shares(colours: Array, number: int) -> Array:
    return np.stack([(colours == each).mean(axis=1) for each in range(number)], axis=1)


# --- hexsides


def of_sides(paint: Painted, ends: Array) -> Array:
    """Of each pair of hexes (their places among the centres) which colours run along between them, and which run across."""
    centres, height = paint.sheet.centres, paint.sheet.height
    one, other = centres[ends[:, 0]], centres[ends[:, 1]]
    middle = (one + other) / 2
    way = (other - one) / np.linalg.norm(other - one, axis=1)[:, None]
    side = np.stack([-way[:, 1], way[:, 0]], axis=1)
    length = height / ROOT
    across = _lines(paint, middle, way, side, np.linspace(-0.36, 0.36, 15) * height, np.linspace(-0.42, 0.42, 25) * length)
    along = _lines(paint, middle, side, way, np.linspace(-0.46, 0.46, 15) * length, np.linspace(-0.16, 0.16, 19) * height)
    return np.concatenate([*across, *along], axis=1)


def _lines(paint: Painted, middle: Array, way: Array, aside: Array, steps: Array, spread: Array) -> list[Array]:
    """For each colour: on how many steps of the way it is to be seen, how far it goes on unbroken, and how broad it is."""
    points = (
        middle[:, None, None, :]
        + way[:, None, None, :] * steps[None, :, None, None]
        + aside[:, None, None, :] * spread[None, None, :, None]
    )
    colours = _look(paint.colours, points)
    seen, unbroken, broad = [], [], []
    for colour in range(paint.number):
        here = colours == colour
        seen.append(here.any(axis=2).mean(axis=1))
        broad.append(here.mean(axis=(1, 2)))
        unbroken.append(_unbroken(here))
    return [np.stack(each, axis=1) for each in (seen, unbroken, broad)]


def _unbroken(here: Array) -> Array:
    """The longest way on which a colour goes on from step to step, a little aside each time; as a share of all steps."""
    run = np.zeros((len(here), here.shape[2]), dtype=np.int16)
    longest = np.zeros(len(here), dtype=np.int16)
    for step in range(here.shape[1]):
        near = run.copy()
        for shift in (1, 2):
            near[:, shift:] = np.maximum(near[:, shift:], run[:, :-shift])
            near[:, :-shift] = np.maximum(near[:, :-shift], run[:, shift:])
        run = np.where(here[:, step], near + 1, 0).astype(np.int16)
        longest = np.maximum(longest, run.max(axis=1))
    return longest / here.shape[1]
