"""Pieces as the module defines them: in palettes, in decks, in stacks that stand on a map at the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..buildfile import Component
from ..sequence import decode

WIDGETS = "VASSAL.build.widget."


@dataclass(frozen=True, slots=True)
class PieceSlot:
    """One piece. `definition` is the text of an add command, `+/null/type/state`, with prototypes unexpanded.

    `where` is the way to it: the names of the palette, deck or stack and of every widget inside.
    """

    name: str
    gpid: str
    definition: str = field(repr=False)
    where: tuple[str, ...] = ()
    is_card: bool = False
    origin: str = ""

    @property
    def type_text(self) -> str:
        return self._token(2)

    @property
    def state_text(self) -> str:
        return self._token(3)

    def _token(self, place: int) -> str:
        tokens = decode(self.definition, "/")
        return tokens[place] if len(tokens) > place and tokens[0] == "+" else ""


@dataclass(frozen=True, slots=True)
class Palette:
    name: str
    slots: tuple[PieceSlot, ...]
    origin: str = ""


def read_slots(holder: Component, *where: str) -> tuple[PieceSlot, ...]:
    """Every piece below a component, through tabs, lists, boxes, panels and folders, in the order of the file."""
    return tuple(_slots(holder, where))


def _slots(holder: Component, where: tuple[str, ...]) -> Iterator[PieceSlot]:
    stack = [(child, where) for child in reversed(holder.children)]
    while stack:
        component, path = stack.pop()
        if component.tag in (WIDGETS + "PieceSlot", WIDGETS + "CardSlot"):
            yield PieceSlot(
                name=component.get("entryName"),
                gpid=component.get("gpid"),
                definition=component.text,
                where=path,
                is_card=component.kind == "CardSlot",
                origin=component.origin,
            )
            continue
        name = component.get("entryName") or component.get("name")
        inner = path if component.is_folder or not name else (*path, name)
        stack.extend((child, inner) for child in reversed(component.children))


def read_palettes(root: Component) -> tuple[Palette, ...]:
    palettes = []
    for component in root.parts():
        if component.tag == "VASSAL.build.module.PieceWindow":
            name = component.get("name") or component.get("label") or component.get("text")
            palettes.append(Palette(name, read_slots(component, name), component.origin))
    return tuple(palettes)
