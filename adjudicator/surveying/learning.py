"""What counters that are certain tell of the others: those of one formation share a colour, a palette, a prototype, a picture."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

LEAST = 2  # certain pieces with a feature, before it tells anything
SMOOTH = 1.0
LOWEST, HIGHEST = -4.0, 2.5  # that one attribute may say
WHOLE = (-8.0, 6.0)  # and all of them together: they say much the same


class Lore:
    """For each attribute of units (side, kind, formation …) how its values go with the features of pieces."""

    def __init__(self, certain: Iterable[tuple[Sequence[str], Mapping[str, object]]]) -> None:
        self._number = 0
        self._having: Counter[str] = Counter()
        self._values: dict[str, Counter[object]] = defaultdict(Counter)
        self._both: dict[tuple[str, str], Counter[object]] = defaultdict(Counter)
        self._best: dict[tuple[str, tuple[str, ...]], str] = {}
        for features, attributes in certain:
            self._number += 1
            self._having.update(features)
            for attribute, value in attributes.items():
                self._values[attribute][value] += 1
                for feature in features:
                    self._both[attribute, feature][value] += 1

    def says(self, features: Sequence[str], attributes: Mapping[str, object], itself: bool) -> float:
        """How much likelier the features make the attributes. `itself`: the pair is one of the certain: no witness for itself."""
        if self._number < LEAST:
            return 0.0
        score = sum(self._of(attribute, value, features, int(itself)) for attribute, value in attributes.items())
        return max(WHOLE[0], min(WHOLE[1], score))

    def _of(self, attribute: str, value: object, features: Sequence[str], less: int) -> float:
        """By the feature that tells most of this attribute: of whose pieces most agree. Of values never seen it tells nothing."""
        feature = self._telling(attribute, features)
        having = self._having[feature] - less
        if having < LEAST:
            return 0.0
        share = having / (self._number - less)
        both = self._both[attribute, feature][value] - less
        expected = (self._values[attribute][value] - less + SMOOTH) * share
        return max(LOWEST, min(HIGHEST, math.log((both + SMOOTH * share) / expected)))

    def _telling(self, attribute: str, features: Sequence[str]) -> str:
        key = attribute, tuple(features)
        if key not in self._best:
            self._best[key] = max(features, key=lambda feature: self._purity(attribute, feature), default="")
        return self._best[key]

    def _purity(self, attribute: str, feature: str) -> float:
        having = self._having[feature]
        return max(self._both[attribute, feature].values()) / (having + SMOOTH) if having >= LEAST else 0.0
