"""Who is supplied by whom where headquarters supply only so many units: whoever can be shifted makes room for others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Assignment:
    """Units with the headquarters that supply them. Adding a unit may shift others, but never leaves one of them out."""

    capacity: Mapping[str, float]
    by: dict[str, str] = field(default_factory=dict)
    _reach: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _served: dict[str, list[str]] = field(default_factory=dict, repr=False)

    def add(self, unit: str, reach: Iterable[str]) -> bool:
        """Find a place for one more unit at one of these headquarters; False if there is none, whoever is shifted."""
        self._reach[unit] = tuple(reach)
        return self._place(unit, set())

    def _place(self, unit: str, tried: set[str]) -> bool:
        for headquarters in self._reach[unit]:
            if headquarters in tried:
                continue
            tried.add(headquarters)
            served = self._served.setdefault(headquarters, [])
            if len(served) < self.capacity[headquarters] or any(self._place(other, tried) for other in tuple(served)):
                self._give(unit, headquarters)
                return True
        return False

    def _give(self, unit: str, headquarters: str) -> None:
        before = self.by.get(unit)
        if before is not None:
            self._served[before].remove(unit)
        self.by[unit] = headquarters
        self._served[headquarters].append(unit)

    def room(self, reach: Iterable[str]) -> bool:
        """Would there be a place for one more unit?"""
        queue = list(dict.fromkeys(reach))
        for headquarters in queue:
            served = self._served.get(headquarters, [])
            if len(served) < self.capacity[headquarters]:
                return True
            queue += dict.fromkeys(other for unit in served for other in self._reach[unit] if other not in queue)
        return False
