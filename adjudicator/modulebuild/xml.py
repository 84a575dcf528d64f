"""Elements of a build file as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

MODULE = "VASSAL.build.module."
MAP = MODULE + "map."
GRID = MAP + "boardPicker.board."
WIDGET = "VASSAL.build.widget."


@dataclass(frozen=True, slots=True)
class Element:
    """A Java class with its attributes: text inside it, or other elements."""

    tag: str
    attributes: Mapping[str, str]
    inside: tuple[Element, ...] | str = ()

    def lines(self) -> list[str]:
        start = "<" + " ".join([self.tag, *(f"{name}={quoteattr(value)}" for name, value in self.attributes.items())])
        if not self.inside:
            return [f"{start}/>"]
        if isinstance(self.inside, str):
            return [f"{start}>{escape(self.inside)}</{self.tag}>"]
        return [f"{start}>", *(line for part in self.inside for line in part.lines()), f"</{self.tag}>"]


def element(tag: str, *inside: Element, text: str = "", **attributes: str | int | float | bool) -> Element:
    """An element. Names of attributes end in `_` where Python needs them for itself."""
    return Element(tag, {name.rstrip("_"): _said(value) for name, value in attributes.items()}, text or inside)


def _said(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def document(root: Element) -> bytes:
    return ("\n".join(['<?xml version="1.0" encoding="UTF-8" standalone="no"?>', *root.lines()]) + "\n").encode()
