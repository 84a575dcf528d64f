"""Comparing two positions, as a hand-over from one player to the next asks for it.

What no player can see, and what VASSAL itself changes between the end of a session and the start of the next, is left out: empty
stacks, the ids of stacks, properties that pieces keep of earlier actions, the spelling of states, the order of drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ..traits import Trait
from ..traits.basic import basic_gpid
from .game import RunningGame
from .snapshots import Snapshot, live_snapshots
from .units import DECK, PIECE, STACK

What = Literal["added", "removed", "type", "place", "stack", "trait", "deck", "player", "property", "turn", "boards", "notes"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same in two positions.

    `what`: a piece or deck that is only in the second (`added`) or only in the first (`removed`); its `type`; its `place`; the
    `stack`, with what it lies in another order or with other pieces; the state of one of its traits (`trait`, number `trait`);
    the order or the face of a `deck`; a seat (`player`), a global `property`, a `turn` tracker, the `boards` of a map, `notes`.
    `id` names the piece; `name` the property, tracker, map or player. The snapshots are of pieces only. Values that may hold
    somebody's password are not given.
    """

    what: What
    id: str | None = None
    name: str | None = None
    before: Snapshot | None = None
    after: Snapshot | None = None
    trait: int | None = None
    old: str | None = None
    new: str | None = None


def differences(first: RunningGame, second: RunningGame) -> list[Difference]:
    """What differs between two positions of the same game. The order is that of the first, then what the second has more."""
    return [*_pieces(first, second), *_books(first, second)]


def _pieces(first: RunningGame, second: RunningGame) -> Iterator[Difference]:
    one, two = _held(first), _held(second)
    for identity, before in one.items():
        after = two.get(identity)
        if after is None:
            if before.kind != STACK:
                yield Difference("removed", identity, before=before)
        elif before.kind != STACK or after.kind != STACK:
            yield from _piece(before, after, one, two)
    for identity, after in two.items():
        if identity not in one and after.kind != STACK:
            yield Difference("added", identity, after=after)


def _held(game: RunningGame) -> dict[str, Snapshot]:
    return {one.id: one for one in live_snapshots(game.table) if one.kind != STACK or one.members}


def _piece(before: Snapshot, after: Snapshot, one: Mapping[str, Snapshot], two: Mapping[str, Snapshot]) -> Iterator[Difference]:
    identity = after.id
    if before.type_text != after.type_text:
        yield Difference("type", identity, before=before, after=after)
    if before.place != after.place:
        yield Difference("place", identity, before=before, after=after)
    if _neighbours(before, one) != _neighbours(after, two):
        yield Difference("stack", identity, before=before, after=after)
    if after.kind == DECK and (before.members, before.unit.face_down) != (after.members, after.unit.face_down):
        yield Difference("deck", identity, before=before, after=after)
    if before.type_text == after.type_text and before.kind == after.kind == PIECE and before.unit.state != after.unit.state:
        pairs = zip(before.piece.traits, after.piece.traits, strict=True)
        for number, (old, new) in enumerate(pairs):
            if not _same_state(old, new):
                yield Difference("trait", identity, before=before, after=after, trait=number)


def _neighbours(piece: Snapshot, units: Mapping[str, Snapshot]) -> tuple[str | None, tuple[str, ...]]:
    """What lies under a piece; a stack's id does not count, a deck's does. In a stack of its own is as if in none."""
    parent = None if piece.parent is None else units.get(piece.parent)
    if parent is None or piece.index < 0:
        return None, ()
    return (parent.id if parent.kind == DECK else None), parent.members[: piece.index]


def _same_state(old: Trait, new: Trait) -> bool:
    if old.state_text == new.state_text:
        return True
    if old.kind == "piece":
        return basic_gpid(old.state) == basic_gpid(new.state)  # the place is compared as such, the rest no player sees
    return old.known and old.state.layout is new.state.layout and old.state.same_values(new.state)


def _books(first: RunningGame, second: RunningGame) -> Iterator[Difference]:
    one, two = first.ledger, second.ledger
    for seat in {**one.roster, **two.roster}.values():
        old, new = one.roster.get(seat.id), two.roster.get(seat.id)
        if old != new:
            yield Difference("player", name=seat.name, old=old.side if old else None, new=new.side if new else None)
    for container, name in {**one.properties, **two.properties}:
        was, now = one.properties.get((container, name)), two.properties.get((container, name))
        if was != now:
            yield Difference("property", name=f"{container}: {name}" if container else name, old=was, new=now)
    for tracker in {**one.turns, **two.turns}:
        if one.turns.get(tracker) != two.turns.get(tracker):
            yield Difference("turn", name=tracker, old=one.turns.get(tracker), new=two.turns.get(tracker))
    for name in {**one.boards, **two.boards}:
        if one.boards.get(name) != two.boards.get(name):
            yield Difference("boards", name=name, old=one.boards.get(name), new=two.boards.get(name))
    if (one.notes.scenario, one.notes.public) != (two.notes.scenario, two.notes.public):
        yield Difference("notes")
