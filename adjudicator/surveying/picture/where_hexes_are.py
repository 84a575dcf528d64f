"""Where the hexes really are on the picture: VASSAL's grid may be some pixels off, and a scanned map slightly turned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .image import ROOT, Array, Sheet

REACH = 0.22  # of the height of a hex that the grid may be off
CLEARLY = 1.12  # so much stronger lines must be where the hexes are moved to
PARTS = 4  # into so many strips each way the sheet is cut, and each is looked for by itself
TURNS = 3  # each time a little less is missed
ALONG = np.linspace(-0.42, 0.42, 7)  # where on a hexside to look
ASIDE = 0.06  # how far beside it its surroundings are
MOST = 2400  # hexsides that are looked at


def fitted(sheet: Sheet) -> Sheet:
    """The sheet with its centres moved to where lines run around the hexes; as it is if there are none to be seen."""
    light = _light(sheet.pixels)
    sides = _sides(sheet)
    moved = _best(light, sides, sheet.height, np.zeros(2), REACH * sheet.height, 9)
    if moved is None:
        return sheet
    finer = _best(light, sides, sheet.height, moved, 0.06 * sheet.height, 7)
    offset = moved if finer is None else finer
    for _ in range(TURNS):
        sheet = replace(sheet, centres=_apply(_turned(light, sides, sheet, offset), sheet.centres))
        sides, offset = _sides(sheet), np.zeros(2)
    return sheet


def _light(pixels: Array) -> Array:
    return pixels.astype(np.float32) @ np.array([0.3, 0.59, 0.11], dtype=np.float32)


def _sides(sheet: Sheet) -> Array:
    """Of each hexside the middle and the way across it, as rows of four numbers."""
    half = sheet.across[:3] / 2
    middles = (sheet.centres[:, None, :] + half[None]).reshape(-1, 2)
    ways = np.broadcast_to(half / np.linalg.norm(half, axis=1)[:, None], (len(sheet.centres), 3, 2)).reshape(-1, 2)
    sides = np.concatenate([middles, ways], axis=1)
    inside = (middles > 0.3 * sheet.height).all(axis=1) & (
        middles < np.array(sheet.pixels.shape[1::-1]) - 0.3 * sheet.height
    ).all(axis=1)
    sides = sides[inside]
    step = max(1, len(sides) // MOST)
    return sides[::step]


def strength(light: Array, sides: Array, height: float, moved: Array) -> float:
    """How much darker or lighter the hexsides are than what is just beside them."""
    middles, ways = sides[:, :2] + moved, sides[:, 2:]
    along = np.stack([-ways[:, 1], ways[:, 0]], axis=1) * (height / ROOT)
    points = middles[:, None, :] + ALONG[None, :, None] * along[:, None, :]
    beside = ways[:, None, :] * max(1.5, ASIDE * height)
    ridge = 2 * _at(light, points) - _at(light, points + beside) - _at(light, points - beside)
    # of each hexside the middle value: no name and no road across it counts
    return float(np.minimum(np.abs(np.median(ridge, axis=1)), 60).mean())


def _at(light: Array, points: Array) -> Array:
    x = np.clip(np.rint(points[..., 0]).astype(np.intp), 0, light.shape[1] - 1)
    y = np.clip(np.rint(points[..., 1]).astype(np.intp), 0, light.shape[0] - 1)
    return light[y, x]


def _best(light: Array, sides: Array, height: float, around: Array, reach: float, steps: int) -> Array | None:
    """The best of a field of shifts; None if no shift is clearly better than the others."""
    if len(sides) < 12:
        return None
    tried = np.linspace(-reach, reach, steps)
    shifts = [around + np.array((x, y)) for x in tried for y in tried]
    found = np.array([strength(light, sides, height, shift) for shift in shifts])
    best = int(found.argmax())
    return shifts[best] if found[best] > CLEARLY * max(np.median(found), 0.5) else None


def _turned(light: Array, sides: Array, sheet: Sheet, offset: Array) -> Array:
    """A matrix that also turns and stretches, from the shifts that parts of the sheet want."""
    size = np.array(sheet.pixels.shape[1::-1], dtype=float)
    points, shifts = [], []
    for column in range(PARTS):
        for row in range(PARTS):
            low, high = size * (column, row) / PARTS, size * (column + 1, row + 1) / PARTS
            part = sides[((sides[:, :2] >= low) & (sides[:, :2] < high)).all(axis=1)]
            found = _best(light, part, sheet.height, offset, 0.2 * sheet.height, 11)
            found = None if found is None else _best(light, part, sheet.height, found, 0.04 * sheet.height, 5)
            if found is not None:
                points.append(part[:, :2].mean(axis=0))
                shifts.append(found)
    plain = np.array([[1, 0, offset[0]], [0, 1, offset[1]]])
    if len(points) < 6:
        return plain
    at, by = np.array(points), np.array(shifts)
    weights = np.ones(len(at))
    for _ in range(5):  # a part that found something else than hexsides has less and less to say
        known = np.column_stack([at, np.ones(len(at))]) * weights[:, None]
        solved = np.linalg.lstsq(known, by * weights[:, None], rcond=None)[0]
        missed = np.linalg.norm(np.column_stack([at, np.ones(len(at))]) @ solved - by, axis=1)
        weights = 1 / (1 + (missed / 1.5) ** 2)
    turned = solved.T + np.array([[1, 0, 0], [0, 1, 0]])
    nothing = np.zeros(2)
    before, after = (strength(light, _moved(sides, matrix), sheet.height, nothing) for matrix in (plain, turned))
    return turned if after > before else plain


def _moved(sides: Array, matrix: Array) -> Array:
    return np.concatenate([_apply(matrix, sides[:, :2]), sides[:, 2:]], axis=1)


def _apply(matrix: Array, points: Array) -> Array:
    return points @ matrix[:, :2].T + matrix[:, 2]
