"""Pieces of our own module, and what stands for them on a foreign one: what each means and shows, and its texts there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.evidence.binding import (
    BindingEntry,
    binding_for,
    chit_of,
    control_of,
    losses_of,
    mark_of,
    marked_for_combat,
    own_marks,
    unit_of,
)
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import Counter, History
from adjudicator.games import LoadedGame, games
from vassal_bridge.commands import ChangePiece
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import decode, encode, nested_join, nested_split

from .land import Plan
from .layered import beneath
from .pieces import Kit, Shown
from .places import OURS, Atlas


@dataclass
class Thing:
    """A piece of ours and what stands for it."""

    means: str
    id: str  # of the foreign piece
    shown: Shown
    mask: int | None = None  # which of its traits masks it
    earlier: list[str] = field(default_factory=list)  # ids that it had before it was replaced


@dataclass
class Cast:
    """The pieces of one save or log as it goes on."""

    game: LoadedGame
    plan: Plan
    kit: Kit
    atlas: Atlas
    saved: SavedGame
    binding: BindingEntry = field(init=False)
    history: History = field(init=False)
    things: dict[str, Thing] = field(default_factory=dict)
    upon: dict[str, str] = field(default_factory=dict)  # markers that are layers there -> the unit on which they lie
    undoing: bool = False
    who: str = ""  # moves pieces
    _seen: Mapping[str, Counter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.history = read_history(self.saved, self.atlas.ours)
        binding = binding_for(games()[self.game.slug], self.history.module)
        if binding is None:
            raise LookupError(f"{self.saved.name} was not played on our own module of {self.game.slug}")
        self.binding = binding
        self._next = max((int(id_) for id_ in self._ids() if id_.isdigit()), default=1) + 1_000_000

    def counters(self) -> Iterator[Counter]:
        yield from self.history.start.values()
        for event in self.history.events:
            yield from (change.after for change in event.changes if change.after is not None)

    def _ids(self) -> Iterator[str]:
        yield from self.history.start
        for event in self.history.events:
            yield from (change.after.id for change in event.changes if change.after is not None)

    def means(self, counter: Counter) -> str | None:
        if counter.is_deck:
            return None
        for word, found in (
            ("unit", unit_of(self.binding, counter)),
            ("chit", chit_of(self.binding, counter)),
            ("control", control_of(self.binding, counter)),
        ):
            if found:
                return f"{word} {found}"
        value = dict(counter.markers).get(self.binding.markers.marker, "")
        return f"mark {value}" if (f"mark {value}", 0) in self.kit.pieces else "mark plain"

    def shown_by(self, counter: Counter, thing: Thing, state: str | None) -> Shown:
        attack, target = marked_for_combat(self.binding, counter)
        laid = {
            mark
            for marker, unit in self.upon.items()
            if unit == counter.id and (mark := mark_of(self.binding, self._seen[marker]))
        }
        known = thing.mask is not None and state is not None
        mask = nested_split(state or "", "\t")[thing.mask or 0] if known else thing.shown.mask
        marks = own_marks(self.binding, counter) | frozenset(laid)
        return Shown(losses_of(self.binding, counter) or 0, marks, attack, target, bool(counter.moved), mask)

    def lie_on_units(self, now: Mapping[str, Counter]) -> list[str]:
        """Where markers lie that are layers of units there; which units this changes."""
        if not self.kit.on_layers:
            return []
        self._seen = {**self._seen, **now}
        before, markers = self.upon, {id_ for id_, each in now.items() if self._is_layer(each)}
        self.upon = {**dict.fromkeys(before, ""), **beneath(now, markers, lambda each: unit_of(self.binding, each) is not None)}
        every = {*before, *self.upon}
        changed = {unit for id_ in every if before.get(id_) != self.upon[id_] for unit in (before.get(id_), self.upon[id_])}
        return sorted(unit for unit in changed if unit and unit in now and unit in self.things)

    def _is_layer(self, counter: Counter) -> bool:
        return not counter.is_deck and mark_of(self.binding, counter) in self.kit.on_layers

    def written(self, id_: str, state: str, shown: Shown) -> str:
        thing = self.things[id_]
        piece, type_, states = self.kit.written(thing.means, shown)
        core = self._core(innermost(state), piece.gpid, thing.id)
        return "+/" + (encode([thing.id, type_, nested_join([*states, core], "\t")], "/") or "")

    def _core(self, state: str, gpid: str, id_: str) -> str:
        """The innermost state: where it is, and what VASSAL notes beside that."""
        map_, x, y, _, _, *rest = decode(state, ";")
        where = [map_, x, y]
        if map_ == OURS:
            there, point = self.atlas.at(int(x), int(y))
            where = [there, *map(str, point)]
        noted = dict(zip(rest[::2], rest[1::2], strict=False))
        if {"OldX", "OldY"} <= noted.keys() and noted["OldX"].lstrip("-").isdigit():
            there, point = self.atlas.at(int(noted["OldX"]), int(noted["OldY"]))
            noted |= {"OldX": str(point[0]), "OldY": str(point[1])}
            if noted.get("OldMap") == OURS:
                noted["OldMap"] = there
        if "UniqueID" in noted:
            noted["UniqueID"] = id_
        pairs = [each for pair in noted.items() for each in pair]
        return encode([*where, gpid, str(len(noted)), *pairs], ";") or ""

    def _core_of(self, counter: Counter, gpid: str, id_: str) -> str:
        spot = counter.spot
        there, point = self.spot(spot.map, spot.x, spot.y)
        return encode([there, *map(str, point), gpid, "1", "UniqueID", id_], ";") or ""

    def changed(self, id_: str, counter: Counter, command: ChangePiece | None = None) -> Iterator[str]:
        """A piece shows something else: another state, or another piece where its sides are pieces of their own."""
        thing = self.things.get(id_)
        if thing is None:
            return
        was = thing.shown
        state = command.new_state if command is not None else None
        now = self.shown_by(counter, thing, state)
        piece, _, states = self.kit.written(thing.means, now)
        before, _, earlier = self.kit.written(thing.means, was)
        thing.shown = now
        if piece is not before:
            yield from self._replaced(id_, counter, now)
            return
        if command is None:
            core = core_before = self._core_of(counter, piece.gpid, thing.id)
        else:
            core = self._core(innermost(command.new_state), piece.gpid, thing.id)
            old = command.new_state if command.old_state is None else command.old_state
            core_before = self._core(innermost(old), piece.gpid, thing.id)
        new_text, old_text = nested_join([*states, core], "\t"), nested_join([*earlier, core_before], "\t")
        if new_text != old_text:
            yield "D/" + (encode([thing.id, new_text, old_text], "/") or "")

    def _replaced(self, id_: str, counter: Counter, shown: Shown) -> Iterator[str]:
        thing = self.things[id_]
        gone = thing.id
        if self.undoing and thing.earlier:
            thing.id = thing.earlier.pop()
        else:
            thing.earlier.append(gone)
            self._next += 1
            thing.id = str(self._next)
        piece, type_, states = self.kit.written(thing.means, shown)
        there, point = self.spot(counter.spot.map, counter.spot.x, counter.spot.y)
        core = encode([there, *map(str, point), piece.gpid, "1", "UniqueID", thing.id], ";") or ""
        yield "+/" + (encode([thing.id, type_, nested_join([*states, core], "\t")], "/") or "")
        yield "M/" + (encode([thing.id, there, *map(str, point), gone, "null", "0", "0", "null", self.who], "/") or "")
        yield f"-/{gone}"

    def spot(self, map_: str | None, x: int, y: int) -> tuple[str, tuple[int, int]]:
        return self.atlas.at(x, y) if map_ == OURS else (map_ or "null", (x, y))

    def below(self, id_: str | None) -> str:
        while id_ in self.upon:
            id_ = self.upon[id_ or ""]
        return self.id_of(id_) if id_ else "null"

    def id_of(self, id_: str) -> str:
        return self.things[id_].id if id_ in self.things else id_


def innermost(state: str) -> str:
    return nested_split(state, "\t")[-1]
