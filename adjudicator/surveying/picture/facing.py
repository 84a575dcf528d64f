"""Which of the two hexes a line at a hexside protects: told by what is drawn on the one side of it and not on the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .deciding import Decided, decided, values_of
from .learning import Labels, learned
from .telling import Inked, telling

ONE, OTHER = frozenset({"one"}), frozenset({"other"})  # the first hex of the hexside, and the second


def facing(along: Inked, known: Sequence[int], certain: Sequence[int]) -> Decided | None:
    """`along`: around each hexside with such a line; `known` and `certain`: 0 if the first hex is protected on other maps, or as
    somebody vouches for, 1 for the second, else -1. None if too few are known. What is chosen is 0 or 1."""
    vouched, likely = np.array(certain), np.array(known)
    classes = np.where(vouched >= 0, vouched, likely)
    broad = along.colours.shape[2] // 2
    halves = np.concatenate([along.colours[:, :, :broad], along.colours[:, :, : -broad - 1 : -1]]).reshape(2 * len(classes), -1)
    protected = np.concatenate([classes == 0, classes == 1]).astype(int)
    protected[np.concatenate([classes, classes]) < 0] = -1
    # both halves of a hexside are of the same half of the map
    order = np.arange(len(protected)).reshape(2, -1).T.reshape(-1)
    seen = np.empty((len(protected), 2), dtype=np.float32)
    seen[order] = telling(replace(along, colours=halves[order], ways=False), protected[order])
    one, other = np.split(seen, 2)
    guess = learned(one - other, Labels(classes, vouched >= 0))
    if guess is None:
        return None
    values = values_of(*([None if each < 0 else (ONE, OTHER)[each] for each in those] for those in (known, certain)))
    if values.words != (ONE, OTHER):
        return None
    done = decided({"other": guess.odds}, values, vouched)
    return replace(done, sure=done.sure * guess.like)
