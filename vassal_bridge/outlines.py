"""Which pieces a saved position holds, by id, name and place, without taking their traits apart."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from .commands import NULL
from .fields import UnreadableError, read_int
from .saved import SavedGame
from .sequence import decode, nested_split
from .traits import basic

_TAB = "\t"
_SPECS = {spec.prefix.rstrip(";"): spec for spec in basic.SPECS}


class Outline(Struct, frozen=True, gc=False):
    """One piece, stack or deck: its id, kind, printed name and place."""

    id: str
    kind: str
    name: str
    map: str | None
    x: int
    y: int


def outline(saved: SavedGame) -> Iterator[Outline]:
    """The pieces of the saved position in the order of the file."""
    for entry in saved.position:
        for text in entry.texts(saved.limits):
            if text[:2] == "+/":
                tokens = decode(text[2:], "/")
                if len(tokens) > 2:
                    yield _outline(tokens[0], tokens[1], tokens[2])


def _outline(identity: str, type_text: str, state_text: str) -> Outline:
    core, state = type_text.rpartition(_TAB)[2], state_text.rpartition(_TAB)[2]
    if "'" in core or "'" in state:  # apostrophes may hide where the innermost trait begins
        types = nested_split(type_text, _TAB)
        core, state = types[-1], nested_split(state_text, _TAB, len(types))[-1]
    kind, _, rest = core.partition(";")
    spec = _SPECS.get(kind)
    if spec is None:
        return Outline(identity, kind, "", None, 0, 0)
    at = _quick_place(state) or basic.basic_position(spec.layout_of_state(state).read(state))
    if kind == "stack":
        return Outline(identity, kind, "", *at)
    name = rest.split(";", 3)
    if kind == "piece" and "\\" not in rest and "'" not in rest and len(name) == 4:
        return Outline(identity, kind, name[3].partition(";")[0], *at)
    return Outline(identity, kind, spec.layout_of_type(rest).read(rest).text("name"), *at)


def _quick_place(state: str) -> tuple[str, int, int] | None:
    """Map and point of a state in which nothing is escaped or quoted, as nearly all are."""
    place = state.split(";", 3)
    if len(place) < 4 or "\\" in state or "'" in state or place[0] == NULL:
        return None
    try:
        return place[0], read_int(place[1]), read_int(place[2])
    except UnreadableError:
        return None
