"""What a hand does at a VASSAL table, one gesture a step of the log.

A gesture is not yet a step: where its pieces lie is seen when it is performed, so gestures can be put in another order, repeated
and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tools.selfplay.table import Point

Commands: TypeAlias = list[str]


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat. Notes begin with `!`."""

    text: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice by a button."""

    button: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """The turn counter is set."""

    turn: int
    phase: int


@dataclass(frozen=True, slots=True)
class Drag:
    """Pieces are dragged to a point, each with the markers that lie on it. `called`: the name of the place, if it has its own."""

    pieces: tuple[str, ...]
    to: Point
    called: str = ""


@dataclass(frozen=True, slots=True)
class Lift:
    """A piece, or the whole stack in which it lies, is dragged somewhere for a while: to a free hex beside it.

    Nothing is done where no hex beside it is free: a hand does not drop a counter among others to get it out of the way. In a box
    it is pushed to another spot of the box. `to`: it goes there instead.
    """

    piece: str
    stack: bool = False
    which: int = 0  # of the free hexes, in turn
    to: Point | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """What was lifted is put back where it was, but for those that stay; nothing if it was not lifted."""

    piece: str
    stay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece is taken up and dropped on its own place: VASSAL writes an entry that says nothing, or it comes to lie on top."""

    piece: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A layer of a piece shows another level; `said` is what VASSAL says of it."""

    piece: str
    layer: str
    level: int
    said: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A unit is flipped to another side than it shows, and flipped back."""

    piece: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class NotMoved:
    """The button that takes the marks and trails of moves off all pieces."""


@dataclass(frozen=True, slots=True)
class Toggle:
    """A mark of the piece's own goes on or off, by its key."""

    pieces: tuple[str, ...]
    layer: str
    level: int
    word: str  # what the counter then shows behind its name


@dataclass(frozen=True, slots=True, eq=False)
class Put:
    """A new piece, from the palette or by a key; `piece` is what others call it."""

    piece: str
    type: str
    traits: tuple[Any, ...]
    at: Point
    upon: str | None
    said: str


@dataclass(frozen=True, slots=True)
class Delete:
    """A piece is deleted; `said` is what VASSAL says of it, if anything."""

    piece: str
    said: str


@dataclass(frozen=True, slots=True)
class IntoCup:
    """A chit goes back into the cup."""

    piece: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The step before is taken back, with VASSAL's button. Nothing if there was none to take back."""


Gesture: TypeAlias = (
    Say | Roll | Tick | Drag | Lift | Back | Drop | Turn | Flip | NotMoved | Toggle | Put | Delete | IntoCup | Undo
)


def pieces_of(gesture: Gesture) -> frozenset[str]:
    """The pieces that a gesture touches."""
    match gesture:
        case Drag(pieces=pieces) | Toggle(pieces=pieces):
            return frozenset(pieces)
        case Put(piece=piece, upon=upon):
            return frozenset((piece,)) if upon is None else frozenset((piece, upon))
        case Lift() | Back() | Drop() | Turn() | Flip() | Delete() | IntoCup():
            return frozenset((gesture.piece,))
        case _:
            return frozenset()


def touches(gestures: Sequence[Gesture]) -> frozenset[str]:
    return frozenset(piece for each in gestures for piece in pieces_of(each))
