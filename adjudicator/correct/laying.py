"""New markers, made as the module or the file itself makes them, laid on the units that they mark."""

from __future__ import annotations

from adjudicator.evidence.binding import BindingEntry
from vassal_bridge.compose import add_piece
from vassal_bridge.edit import Draft
from vassal_bridge.module import Module
from vassal_bridge.pieces import read_piece
from vassal_bridge.traits import trait_reader


def marker_texts(
    binding: BindingEntry, module: Module | None, draft: Draft, mark: str, like: str | None
) -> tuple[str, str] | None:
    """Type and state of a marker: from the module's palette, else as one on the map is (`like`); None if there is neither."""
    found = None if module is None else _from_palette(binding, module, mark)
    if found is None and like is not None and like in draft.ids:
        piece = draft.piece(like)
        found = piece.type_text, piece.state_text
    return found


def _from_palette(binding: BindingEntry, module: Module, mark: str) -> tuple[str, str] | None:
    reader, means = trait_reader(), binding.markers
    names = {name for name, meant in means.names.items() if meant == mark}
    for slot in module.slots():
        if means.marker not in slot.type_text and slot.name not in names:
            continue
        texts = module.prototypes.expand_piece(slot.type_text, slot.state_text)
        piece = read_piece(add_piece("1", *texts), reader)
        if mark in (means.values.get(piece.markers.get(means.marker, "")), means.names.get(piece.basic_name)):
            return texts
    return None


def lay(draft: Draft, piece: str, type_text: str, state_text: str) -> str:
    """A marker on a unit, under whatever else lies on it; its id is given back."""
    place, x, y = draft.piece(piece).position
    identity = draft.add(type_text, state_text, place, x, y, stacked=draft.holder(piece) is not None)
    draft.set_property(identity, "UniqueID", identity)
    stack = draft.holder(piece)
    if stack is not None and draft.holder(identity) == stack:
        members = [member for member in draft.piece(stack).members if member != identity]
        members.insert(members.index(piece) + 1, identity)
        draft.restack(stack, members)
    return identity
