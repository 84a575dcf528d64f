"""Corrected positions written: a save as it was given, or the end of a log as a save, with the corrections and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.engine.state import Standing
from adjudicator.evidence.annotations import PREFIX, without_annotations
from adjudicator.evidence.binding import BindingEntry, losses_of, mark_of, own_marks, place_of, unit_of
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import Counter, History, PieceSpot
from adjudicator.evidence.positions import ReadPieces, read_pieces
from adjudicator.games import LoadedGame
from vassal_bridge.compose import write_new
from vassal_bridge.edit import Draft
from vassal_bridge.errors import EditError
from vassal_bridge.game import RunningGame
from vassal_bridge.module import Module
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.sequence import encode
from vassal_bridge.tree import Entry, Leaf
from vassal_bridge.write import write_saved

from .annotate import harmless
from .ending import end_as_save
from .laying import lay, marker_texts
from .model import Correction

_PUBLIC = "PNOTES\t"
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class OriginalFile:
    """A file that was judged, with what it takes to write a position of it."""

    path: Path
    history: History
    loaded: LoadedGame
    binding: BindingEntry
    module: Module | None


def write_corrected(
    source: OriginalFile, made: Sequence[Correction], target: Path, inputs: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Write the corrected position as a save. EditError if a correction cannot be written so that it reads back as meant."""
    saved = without_annotations(read_saved(source.path))
    position = end_as_save(saved, source.module)
    changed = _noted(_edited(source, position, made), [note_line(each) for each in made])
    _check(source, changed, made)
    inputs = [source.path, *inputs]
    if saved.is_log:
        write_new(target, changed.entries, saved.metadata, disguise=saved.disguise, inputs=inputs)
    else:
        write_saved(changed, target, inputs=inputs)


def note_line(each: Correction) -> str:
    """One correction as it stands in the save's public notes."""
    cited = f" ({', '.join(each.cite)})" if each.cite else ""
    return harmless(f"{PREFIX} {each.name}: from {each.before} to {each.after}. {each.why}{cited}", _LONGEST)


# --- editing --------------------------------------------------------------------------------------------------------------------


def _edited(source: OriginalFile, position: SavedGame, made: Sequence[Correction]) -> SavedGame:
    draft = Draft(position)
    counters = dict(source.history.end)
    pieces = read_pieces(source.loaded, source.binding, counters.values())
    game = RunningGame.of(position, source.module)
    for each in made:
        piece = pieces.of_unit.get(each.unit) or _off_the_map(source, counters, each.unit)
        if piece is None:
            raise EditError(f"no piece in the file is {each.name}")
        _edit(source, draft, game, counters, piece, each)
    return draft.finish()


def _off_the_map(source: OriginalFile, counters: dict[str, Counter], unit: str) -> str | None:
    """The piece of a unit that lies where no unit is in play, such as among the eliminated."""
    return next((id_ for id_, counter in counters.items() if unit_of(source.binding, counter) == unit), None)


def _edit(
    source: OriginalFile, draft: Draft, game: RunningGame, counters: dict[str, Counter], piece: str, each: Correction
) -> None:
    was, now, binding = each.was, each.now, source.binding
    if (None if was is None else was.place) != (None if now is None else now.place):
        spot = _spot(source, game, piece, each)
        for identity in (piece, *(marker.id for marker in lying_on(binding, counters, piece))):
            draft.move(identity, spot.map, spot.x, spot.y)
    shown = losses_of(binding, counters[piece])
    if now is not None and shown is not None and shown != now.losses:
        draft.set_level(piece, binding.units.layer, now.losses + 1)
    if was is not None and now is not None:
        for mark in sorted(was.marks - now.marks):
            _take_off(draft, binding, counters, piece, mark)
        for mark in sorted(now.marks - was.marks):
            _put_on(source, draft, counters, piece, mark)


def lying_on(binding: BindingEntry, counters: dict[str, Counter], piece: str) -> list[Counter]:
    """The markers that lie on a unit, between it and the next unit above, lowest first."""
    at = counters[piece].spot
    place = (at.map, at.x, at.y, at.deck)
    stack = [each for each in counters.values() if (each.spot.map, each.spot.x, each.spot.y, each.spot.deck) == place]
    stack.sort(key=lambda each: each.height)
    found: list[Counter] = []
    beneath: str | None = None
    for each in stack:
        if unit_of(binding, each) is not None:
            beneath = each.id
        elif mark_of(binding, each) is not None and beneath == piece:
            found.append(each)
    return found


def _take_off(draft: Draft, binding: BindingEntry, counters: dict[str, Counter], piece: str, mark: str) -> None:
    for marker in lying_on(binding, counters, piece):
        if mark_of(binding, marker) == mark:
            draft.delete(marker.id)
    if mark not in own_marks(binding, counters[piece]):
        return
    shown = dict(counters[piece].levels)
    for layer, marks in binding.markers.layers.items():
        level = shown.get(layer) or 0
        if 0 < level <= len(marks) and marks[level - 1] == mark:
            draft.set_level(piece, layer, marks.index("") + 1 if "" in marks else -level)


def _put_on(source: OriginalFile, draft: Draft, counters: dict[str, Counter], piece: str, mark: str) -> None:
    shown = dict(counters[piece].levels)
    for layer, marks in source.binding.markers.layers.items():
        if mark in marks and layer in shown:
            draft.set_level(piece, layer, marks.index(mark) + 1)
            return
    like = next((each.id for each in counters.values() if mark_of(source.binding, each) == mark), None)
    texts = marker_texts(source.binding, source.module, draft, mark, like)
    if texts is None:
        raise EditError(f"there is no marker for {mark} to put on {counters[piece].name}")
    lay(draft, piece, *texts)


# --- where ----------------------------------------------------------------------------------------------------------------------


def _spot(source: OriginalFile, game: RunningGame, piece: str, each: Correction) -> PieceSpot:
    """Where the piece is to go: the very point at which it last stood there, or else the point at which others did."""
    wanted = None if each.now is None else each.now.place
    own: PieceSpot | None = None
    others: PieceSpot | None = None
    events = (event for event in source.history.events if event.step <= each.step)
    seen = [*source.history.start.values()]
    seen += [change.after for event in events for change in event.changes if change.after is not None]
    for counter in seen:
        if _place(source, counter.spot) == wanted and counter.spot.map is not None:
            own = counter.spot if counter.id == piece else own
            others = counter.spot if wanted is not None and not counter.is_deck else others
    found = own or others or _on_map(source, game, wanted)
    if found is None:
        raise EditError(f"where {each.name} was before cannot be told from the file")
    return found


def _place(source: OriginalFile, spot: PieceSpot) -> str | None:
    return place_of(source.binding, spot, source.loaded.board.grid)


def _on_map(source: OriginalFile, game: RunningGame, wanted: str | None) -> PieceSpot | None:
    """The middle of a hex, as the module's grid has it."""
    for name in source.binding.maps if wanted is not None else ():
        found = game.map(name)
        point = None if found is None else found.find(wanted or "")
        if point is not None:
            return PieceSpot(name, *point, wanted)
    return None


# --- notes and checks -----------------------------------------------------------------------------------------------------------


def _noted(saved: SavedGame, lines: Sequence[str]) -> SavedGame:
    """The save with lines behind its public notes, as VASSAL shows them in its notes window. It writes them several times, and
    what stands last counts."""
    if not lines:
        return saved
    entries = list(saved.entries)
    more = encode(list(lines), "|") or ""
    for at in reversed(range(saved.end)):
        leaves = list(entries[at].leaves(saved.limits)) if _PUBLIC in entries[at].raw else []
        place = next((number for number in reversed(range(len(leaves))) if leaves[number].text.startswith(_PUBLIC)), None)
        if place is not None:
            before = leaves[place]
            leaves[place] = Leaf(before.text + ("|" if before.text != _PUBLIC else "") + more, before.depth)
            entries[at] = Entry.of(leaves)
            break
    else:
        entries.insert(saved.end, Entry.single(_PUBLIC + more))
    return saved.with_entries(tuple(entries))


def _check(source: OriginalFile, changed: SavedGame, made: Sequence[Correction]) -> None:
    """What is written must read back as meant: the units corrected as they shall be, all others as they were."""
    wanted: dict[str, Standing | None] = dict(_standings(source, source.history).standings)
    for each in made:
        if wanted.get(each.unit) != each.was:
            raise EditError(f"{each.name} does not stand in the file as the correction says")
        wanted[each.unit] = each.now
    found = _standings(source, read_history(changed, source.module)).standings
    for unit in {*wanted, *found}:
        if wanted.get(unit) != found.get(unit):
            name = source.loaded.roster[unit].name
            raise EditError(f"{name} would not stand as it should in the corrected position; nothing was written")


def _standings(source: OriginalFile, history: History) -> ReadPieces:
    return read_pieces(source.loaded, source.binding, history.end.values())
