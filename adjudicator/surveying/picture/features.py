"""What is to be seen in hexes and at hexsides, as numbers: colours, how rough they are, and lines along and across.

The colours of a sheet are brought down to a few, found on it. A line is a colour that goes on from one end to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

from .image import ROOT, Array, Sheet

COLOURS, CONTRASTS = 18, 12  # of the sheet itself, and of how it differs from what is around
AROUND = 0.22  # of the height of a hex is the width of what is around a point
NEAR = 0.1  # and of what is beside a line
SAMPLE = 20_000
STEP = 2  # pixels between the points of a hex that are looked at
WITHIN, INNER = 0.42, 0.25  # of the height of a hex: what is surely in it, and its middle
ROUNDS = 10
_TONES = np.array([[0.3, 0.59, 0.11], [-0.25, -0.5, 0.75], [0.75, -0.6, -0.15]]).T  # light, and two hues, which tell more
_HUES = np.array([1.0, 1.6, 1.6])


@dataclass(frozen=True, slots=True)
class Painted:
    """A sheet in few colours, and in few contrasts, as layers: of each pixel the number of its colour, and how many there are."""

    sheet: Sheet
    layers: tuple[tuple[Array, int], ...]
    light: Array
    tones: Array  # how much lighter, and of which hue, each pixel is than what is around it


def painted(sheet: Sheet, seed: int = 1) -> Painted:
    """Lines on paper that is stained or grained are told by how they differ from it, grounds by what they are."""
    chance = np.random.default_rng(seed)
    image = Image.fromarray(sheet.pixels)
    smooth = np.asarray(image.filter(ImageFilter.BoxBlur(1)))
    ground = np.asarray(image.filter(ImageFilter.BoxBlur(AROUND * sheet.height)))
    contrast = np.clip((smooth.astype(np.int16) - ground) + 128, 0, 255).astype(np.uint8)
    light = smooth.astype(np.float32) @ np.array([0.3, 0.59, 0.11], dtype=np.float32)
    layers = (_layer(smooth, light, COLOURS, chance), _layer(contrast, light, CONTRASTS, chance))
    fine = (smooth.astype(np.int16) - np.asarray(image.filter(ImageFilter.BoxBlur(NEAR * sheet.height)))).astype(np.float32)
    tones = (fine @ (_TONES * _HUES / 16).astype(np.float32)).clip(-4, 4)
    return Painted(sheet, layers, light, tones)


def _layer(pixels: Array, light: Array, number: int, chance: Array) -> tuple[Array, int]:
    """The colours are found among pixels of all the sheet; half of them where something changes, for lines are thin."""
    flat = pixels.reshape(-1, 3)
    change = np.abs(np.diff(light, axis=0, prepend=light[:1])) + np.abs(np.diff(light, axis=1, prepend=light[:, :1]))
    picked = chance.integers(0, len(flat), SAMPLE)
    restless = np.flatnonzero(change.reshape(-1) > np.quantile(change.reshape(-1)[picked], 0.85))
    if len(restless):
        picked = np.concatenate([picked, chance.choice(restless, SAMPLE)])
    centres = _clusters(flat[picked].astype(float) @ _TONES * _HUES, number, chance)
    steps = np.arange(32) * 8 + 4
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3).astype(float) @ _TONES * _HUES
    table = _nearest(cube, centres).astype(np.uint8)
    coarse = (pixels >> 3).astype(np.uint16)
    return table[(coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2]], len(centres)


def _clusters(tones: Array, number: int, chance: Array) -> Array:
    """Colours as far from each other as can be, then each in the middle of what is nearest to it."""
    centres = tones[:1]
    for _ in range(number - 1):
        far = ((tones[:, None, :] - centres[None]) ** 2).sum(axis=2).min(axis=1)
        if far.max() < 30:
            break
        centres = np.concatenate([centres, tones[chance.choice(len(tones), p=far / far.sum())][None]])
    for _ in range(ROUNDS):
        near = _nearest(tones, centres)
        centres = np.stack(
            [tones[near == each].mean(axis=0) if (near == each).any() else centres[each] for each in range(len(centres))]
        )
    return centres


def _nearest(tones: Array, centres: Array) -> Array:
    found = [
        ((tones[at : at + 8192, None, :] - centres[None]) ** 2).sum(axis=2).argmin(axis=1) for at in range(0, len(tones), 8192)
    ]
    return np.concatenate(found)


# --- hexes


def of_hexes(paint: Painted) -> Array:
    """Of each hex how much of it is of which colour, in its middle and around it, and how rough it is."""
    offsets = hex_points(paint.sheet.height)
    inner = np.hypot(*offsets.T) < INNER * paint.sheet.height
    at = paint.sheet.centres[:, None, :] + offsets[None]
    light = look(paint.light, at)
    shares = []
    for image, number in paint.layers:
        colours = look(image, at)
        shares += [np.sqrt(_shares(colours, number)), np.sqrt(_shares(colours[:, inner], number))]
    rough = np.abs(look(paint.light, at + 1.5) - light).mean(axis=1)
    quarters = np.quantile(light, (0.1, 0.5, 0.9), axis=1).T / 64
    return np.concatenate([*shares, (rough / 16)[:, None], quarters, (light.std(axis=1) / 32)[:, None]], axis=1)


def hex_points(height: float) -> Array:
    """Points within a hex on all sides, evenly over it, from its centre."""
    reach = WITHIN * height
    steps = np.arange(-reach, reach + 1, STEP)
    points = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    return points[np.hypot(*points.T) <= reach]


def look(image: Array, points: Array) -> Array:
    x = np.clip(np.rint(points[..., 0]).astype(np.int32), 0, image.shape[1] - 1)
    y = np.clip(np.rint(points[..., 1]).astype(np.int32), 0, image.shape[0] - 1)
    return image[y, x]


def _shares(colours: Array, number: int) -> Array:
    rows = np.arange(len(colours))[:, None] * number
    return np.bincount((rows + colours).reshape(-1), minlength=len(colours) * number).reshape(-1, number) / colours.shape[1]


# --- hexsides


@dataclass(frozen=True, slots=True)
class Corridors:
    """Points around each hexside: from hex to hex, and from corner to corner; step by step, each from one side to the other."""

    across: Array
    along: Array


def corridors(paint: Painted, ends: Array) -> Corridors:
    """`ends`: of each pair of hexes their places among the centres."""
    centres, height = paint.sheet.centres, paint.sheet.height
    one, other = centres[ends[:, 0]], centres[ends[:, 1]]
    middle = (one + other) / 2
    way = (other - one) / np.linalg.norm(other - one, axis=1)[:, None]
    side = np.stack([-way[:, 1], way[:, 0]], axis=1)
    length = height / ROOT
    across = _points(middle, way, side, np.linspace(-0.36, 0.36, 15) * height, np.linspace(-0.42, 0.42, 25) * length)
    along = _points(middle, side, way, np.linspace(-0.46, 0.46, 15) * length, np.linspace(-0.16, 0.16, 19) * height)
    return Corridors(across, along)


def of_sides(paint: Painted, around: Corridors) -> Array:
    """Of each hexside which colours run along it, and which run across."""
    return np.stack([*_lines(paint, around.across), *_lines(paint, around.along)], axis=1)


def _points(middle: Array, way: Array, aside: Array, steps: Array, spread: Array) -> Array:
    return (
        middle[:, None, None, :]
        + way[:, None, None, :] * steps[None, :, None, None]
        + aside[:, None, None, :] * spread[None, None, :, None]
    ).astype(np.float32)


def _lines(paint: Painted, points: Array) -> list[Array]:
    """For each colour: on how many steps of the way it is to be seen, how far it goes on unbroken, and how broad it is."""
    found: list[Array] = []
    for image, number in paint.layers:
        colours = look(image, points)
        for colour in range(number):
            here = colours == colour
            found += [here.any(axis=2).mean(axis=1), here.mean(axis=(1, 2)), _unbroken(here)]
    tones = look(paint.tones, points)
    for tone in range(3):
        for sign in (-1, 1):
            found += best_way(sign * tones[..., tone])
    return found


def best_way(values: Array) -> list[Array]:
    """The way from one end to the other on which most is to be seen: how much in all, and how much at its weakest place."""
    whole, weakest = values[:, 0], values[:, 0]
    for step in range(1, values.shape[1]):
        whole = _beside(whole) + values[:, step]
        weakest = np.minimum(_beside(weakest), values[:, step])
    return [whole.max(axis=1) / values.shape[1], weakest.max(axis=1)]


def _beside(values: Array) -> Array:
    """Of each place the best of it and those beside it."""
    found = values.copy()
    found[:, 1:] = np.maximum(found[:, 1:], values[:, :-1])
    found[:, :-1] = np.maximum(found[:, :-1], values[:, 1:])
    return found


def _unbroken(here: Array) -> Array:
    """The longest way on which a colour goes on from step to step, a little aside each time; as a share of all steps."""
    run = np.zeros((len(here), here.shape[2]), dtype=np.int16)
    longest = np.zeros(len(here), dtype=np.int16)
    for step in range(here.shape[1]):
        run = np.where(here[:, step], _beside(_beside(run)) + 1, 0).astype(np.int16)
        longest = np.maximum(longest, run.max(axis=1))
    return longest / here.shape[1]
