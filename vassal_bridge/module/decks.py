"""Decks and stacks that stand on a map when a game begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..buildfile import Component, java_list
from .slots import PieceSlot, read_slots

MAP_PACKAGE = "VASSAL.build.module.map."


@dataclass(frozen=True, slots=True)
class Start:
    """Where something stands at first: on a board or, without one, on the map inside its edges.

    With `by_location`, a new game begins with it at the place named `location`. All the same VASSAL knows the deck by `x` and `y`
    in a game that was saved and loaded.
    """

    board: str | None
    x: int
    y: int
    by_location: bool = False
    location: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """An at-start stack."""

    name: str
    start: Start
    slots: tuple[PieceSlot, ...] = field(repr=False)
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """A draw pile. `component` has what is not spelled out here, such as its reports and hot keys."""

    name: str
    id: str
    start: Start
    slots: tuple[PieceSlot, ...] = field(repr=False)
    width: int
    height: int
    face_down: str  # `Always`, `Never`, `Via right-click Menu`, `MenuDefaultUp`
    draw_face_up: bool
    shuffle: str  # `Always`, `Never`, `Via right-click Menu`
    reversible: bool
    draw_several: bool
    draw_specific: bool
    reshuffle_to: str  # the deck to which all cards can be sent; empty if they cannot
    reshuffle_command: str
    maximum_shown: int
    owners: tuple[str, ...] | None  # the sides that alone may use it; None: everybody
    counts: tuple[str, ...]  # expressions counted over the cards, `name:expression`
    component: Component = field(repr=False, compare=False)
    origin: str = ""

    @property
    def starts_face_down(self) -> bool:
        return self.face_down not in ("Never", "MenuDefaultUp")


def read_stacks(holder: Component) -> tuple[Stack, ...]:
    return tuple(
        Stack(part.get("name"), _start(part), read_slots(part, part.get("name")), part.origin)
        for part in holder.parts()
        if part.tag == MAP_PACKAGE + "SetupStack"
    )


def read_decks(holder: Component, ids: Iterator[str]) -> tuple[Deck, ...]:
    return tuple(_deck(part, next(ids)) for part in holder.parts() if part.tag == MAP_PACKAGE + "DrawPile")


def _start(part: Component) -> Start:
    board = part.get("owningBoard")
    return Start(
        board=board if board not in ("", "<any>") else None,
        x=part.integer("x", 100),
        y=part.integer("y", 100),
        by_location=part.flag("useGridLocation"),
        location=part.get("location"),
    )


def _deck(part: Component, identity: str) -> Deck:
    # A reshufflable deck says so in its own attribute; modules of old only have the target.
    reshuffles = part.get("reshufflable", "true") == "true"
    return Deck(
        name=part.get("name"),
        id=identity,
        start=_start(part),
        slots=read_slots(part, part.get("name")),
        width=part.integer("width", 40),
        height=part.integer("height", 40),
        face_down=part.get("faceDown", "Always"),
        draw_face_up=part.get("drawFaceUp") == "true",
        shuffle=part.get("shuffle", "Always"),
        reversible=part.get("reversible") == "true",
        draw_several=part.get("allowMultiple") == "true",
        draw_specific=part.get("allowSelect") == "true",
        reshuffle_to=part.get("reshuffleTarget") if reshuffles else "",
        reshuffle_command=part.get("reshuffleCommand") if reshuffles else "",
        maximum_shown=part.integer("maxStack", 10),
        owners=java_list(part.get("deckOwners")) if part.get("deckRestrictAccess") == "true" else None,
        counts=java_list(part.get("countExpressions")) if part.get("expressionCounting") == "true" else (),
        component=part,
        origin=part.origin,
    )
