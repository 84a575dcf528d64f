"""What the layers of units mean: steps lost, marks of the game, taking part in a combat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .lexicon import meanings
from .likening import liken
from .shown import Shown, TurningLayer

_FIGHTING = {"attacks": ("attacking", "attack", "attacker"), "attacked": ("target", "under attack", "defending")}
_REDUCED = "reduced"
PURE = 0.1  # of the units that have another side, so many may lack the layer or have it in vain


@dataclass(slots=True)
class LayerMeanings:
    step: str = ""
    levels: tuple[int, ...] = ()  # the steps lost at each level, where that is not one less than its number
    fighting: dict[str, str] = field(default_factory=dict)  # attacks and attacked -> layer
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)  # layer -> mark at each level
    off: dict[str, str] = field(default_factory=dict)  # layer -> mark of units whose layer is off
    number: dict[str, int] = field(default_factory=dict)  # of units that have each layer, the likeliest for steps first


def layers_meaning(units: Iterable[tuple[Shown, bool]], marks: Mapping[str, Sequence[str]]) -> LayerMeanings:
    """Of the layers on pieces that are units; with each piece whether its unit has another side."""
    every = list(units)
    found = LayerMeanings()
    named: dict[str, TurningLayer] = {}
    having: dict[str, int] = defaultdict(int)
    wrong: dict[str, int] = defaultdict(int)
    for piece, turns in every:
        own = {layer.name: layer for layer in piece.turning if layer.name and layer.levels}
        for name, layer in own.items():
            named.setdefault(name, layer)
            having[name] += 1
            wrong[name] += not turns
    turning = sum(turns for _, turns in every)
    missed = {name: wrong[name] + turning - (having[name] - wrong[name]) for name in named}
    found.number = {name: having[name] for name in sorted(named, key=lambda name: (missed[name], name))}
    _marks(found, named, marks)
    taken = {*found.marks, *found.fighting.values()}
    steps = [name for name in found.number if name not in taken and missed[name] <= PURE * max(1, turning)]
    if steps:
        found.step = steps[0]
        found.levels = _losses(named[steps[0]])
    return found


def _marks(found: LayerMeanings, named: Mapping[str, TurningLayer], marks: Mapping[str, Sequence[str]]) -> None:
    texts = {name: (name, *(level for level in layer.called if level)) for name, layer in named.items()}
    fighting = liken(named, _FIGHTING, texts)
    by_use: dict[str, list[str]] = defaultdict(list)
    for name, use in fighting.bound.items():
        by_use[use].append(name)
    found.fighting = {use: names[0] for use, names in by_use.items() if len(names) == 1}
    for name, layer in named.items():
        if name in found.fighting.values():
            continue
        levels = [liken([level], marks).bound.get(level, "") if level else "" for level in layer.called]
        if not any(levels) and layer.levels == 1:
            levels = [liken([name], marks).bound.get(name, "")]
        if any(levels):
            if sum(map(bool, levels)) == 1 and len(levels) == layer.levels == 2 and all(layer.called):
                against = _others([level for level in levels if level], marks)
                levels = [level or (against[0] if len(against) == 1 else "") for level in levels]
            found.marks[name] = tuple((levels + [""] * layer.levels)[: layer.levels])
            others = _others(levels, marks) if layer.levels == 1 else []
            if len(others) == 1:
                found.off[name] = others[0]


def _others(levels: Sequence[str], marks: Iterable[str]) -> list[str]:
    """The marks that stand against one: move mode against fire mode."""
    kind = levels[0].rpartition(" ")[2]
    return [mark for mark in marks if mark != levels[0] and " " in mark and mark.rpartition(" ")[2] == kind == "mode"]


def _losses(layer: TurningLayer) -> tuple[int, ...]:
    """One level that is on is the other side; of several it is the one that is called so, else the second."""
    if layer.levels == 1:
        return (1,)
    reduced = [int(_REDUCED in meanings(level)) for level in layer.called]
    if sum(reduced) == 1 and layer.levels > 2:
        return tuple((reduced + [0] * layer.levels)[: layer.levels])
    return ()
