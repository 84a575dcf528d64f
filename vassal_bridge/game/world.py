"""What of a module decides how pieces stack and are drawn; VASSAL's defaults where no module is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from ..declared import BOARDS_SUFFIX
from ..module import Map, Module


class MapRules(Struct, frozen=True):
    """How one map handles what lies on it."""

    stacking: bool = True
    raises: bool = True  # what moved last is drawn last (the map's Last Move Highlighter)
    layer_property: str | None = None  # None: pieces that do not stack lie below all others
    layer_order: tuple[str, ...] = ()


_DEFAULT = MapRules()


class World:
    """The maps there are. Without a module any name a file mentions is one."""

    def __init__(self, module: Module | None = None) -> None:
        self.module = module
        self._rules: dict[str, MapRules | None] = {}

    def rules(self, name: str) -> MapRules | None:
        """None: there is no such map, and VASSAL leaves what should lie there on none."""
        if self.module is None:
            return _DEFAULT
        if name not in self._rules:
            found = self.module.map(name)
            self._rules[name] = None if found is None else _rules(found)
        return self._rules[name]

    @cached_property
    def has_layers(self) -> bool:
        """Whether on any map a property decides how high a piece is drawn."""
        return self.module is not None and any(one.piece_layers is not None for one in self.module.maps)

    def known(self, name: str | None) -> str | None:
        """The map's proper name, None if there is no such map."""
        if name is None or self.module is None:
            return name
        found = self.module.map(name)
        return None if found is None else found.name or found.id


def _rules(found: Map) -> MapRules:
    highlighters = [part for part in found.component.parts() if part.kind == "HighlightLastMoved"]
    raises = not highlighters or highlighters[-1].flag("enabled", default=True)
    layers = found.piece_layers
    if layers is None:
        return MapRules(found.stacking, raises)
    return MapRules(found.stacking, raises, layers.property, layers.order)


class Atlas:
    """The module's maps with the boards that a game has in play."""

    def __init__(self, module: Module, boards: Iterable[str]) -> None:
        self._module = module
        self._boards: Sequence[str] = tuple(boards)

    @cached_property
    def _maps(self) -> Mapping[str, Map]:
        named: dict[str, Map] = {}
        for one in self._module.with_boards(self._boards):
            for name in (one.name, one.id):
                if name:
                    named.setdefault(name, one)
        return named

    def __getitem__(self, name: str) -> Map | None:
        return self._maps.get(name)


def map_of_boards(command: str) -> str:
    """Which map a command sets the boards of."""
    return command.partition(BOARDS_SUFFIX)[0]
