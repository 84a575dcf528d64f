"""Pieces, stacks and decks as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.pieces import Piece
from vassal_bridge.traits import Trait
from vassal_bridge.traits.basic import basic_properties
from vassal_bridge.traits.marking import marker_properties

from ..evidence.attempt import attempt
from .survey import LONGEST_NAME, FileOverview, PlacedPiece
from .values import Data, plain_fields


def describe_pieces(survey: FileOverview, *, traits: bool = False) -> Iterator[Data]:
    """Everything in the position, in the order of the file: what lies in a stack comes before the stack."""
    return (
        _holder(survey, placed) if placed.kind in ("stack", "deck") else _counter(survey, placed, traits)
        for placed in survey.position
    )


def _head(survey: FileOverview, placed: PlacedPiece, name: str) -> Data:
    clean = survey.redactor.clean
    place, x, y = placed.place
    holder = placed.holder
    return {
        "id": survey.redactor.clean_or_none(placed.id),
        "kind": placed.kind,
        "name": clean(name),
        "map": survey.redactor.clean_or_none(place),
        "x": x,
        "y": y,
        "stack": None if holder is None else survey.redactor.clean_or_none(holder.id),
        "index": None if holder is None else placed.index,
    }


def _holder(survey: FileOverview, placed: PlacedPiece) -> Data:
    name = "" if placed.piece is None else placed.piece.basic_name
    data = _head(survey, placed, name)
    data["members"] = [survey.redactor.clean(member) for member in placed.members]
    return data


def _counter(survey: FileOverview, placed: PlacedPiece, traits: bool) -> Data:
    piece = placed.piece
    if piece is None:
        return {**_head(survey, placed, ""), "problem": survey.redactor.clean(placed.problem)}
    name, _ = attempt(lambda: piece.name)
    standing, problem = attempt(
        lambda: {**standing_of(survey, piece), "properties": survey.redactor.clean_pairs(piece.properties)}
    )
    data = _head(survey, placed, name or "")
    if standing is None:
        data["problem"] = survey.redactor.clean(problem)
    else:
        data |= standing
    if traits:
        data["traits"] = [describe_trait(survey, trait) for trait in piece.traits]
    return data


def standing_of(survey: FileOverview, piece: Piece) -> Data:
    """How a piece stands: its layers, marks, values and owners."""
    clean, pairs = survey.redactor.clean, survey.redactor.clean_pairs
    masked, hidden = owners(survey, piece)
    return {
        "basic_name": clean(piece.basic_name),
        "gpid": clean(piece.gpid),
        "layers": [
            {
                "name": clean(layer.name),
                "level": layer.level,
                "count": layer.count,
                "active": layer.active,
                "level_name": survey.redactor.clean_or_none(layer.level_name),
                "image": survey.redactor.clean_or_none(layer.image),
            }
            for layer in piece.layers
        ],
        "markers": pairs(piece.markers),
        "dynamic": pairs(piece.dynamic),
        "labels": [clean(label) for label in piece.labels if label],
        "moved": piece.moved,
        "trail": [list(point) for point in piece.trail],
        "rotation": piece.rotation,
        "masked": masked is not None,
        "masked_by": masked,
        "hidden": hidden is not None,
        "hidden_by": hidden,
        "prototypes": [clean(name) for name in piece.prototypes],
    }


def owners(survey: FileOverview, piece: Piece) -> tuple[str | None, str | None]:
    """Who masked the piece and who hid it, in words; None for nobody."""
    found: list[str | None] = []
    for kind in ("obs", "hide"):
        named = (owner_of(survey, trait) for trait in piece.of_kind(kind))
        found.append(next((owner for owner in named if owner is not None), None))
    return found[0], found[1]


def owner_of(survey: FileOverview, trait: Trait) -> str | None:
    """Whose a masked, hidden or restricted piece is by this trait, in words; None if nobody's."""
    return survey.redactor.clean_or_none(survey.roster.owner_by(trait))


def describe_trait(survey: FileOverview, trait: Trait) -> Data:
    """One trait with its fields. Of one that nobody knows only its name and size: it may hold anything, an id too."""
    spec, clean_pairs = trait.spec, survey.redactor.clean_pairs
    if spec is None:
        kind = survey.redactor.clean(trait.kind[:LONGEST_NAME])
        return {"kind": kind, "title": None, "length": len(trait.type_text) + len(trait.state_text)}
    data: Data = {"kind": trait.kind, "title": spec.title}
    if trait.kind == "mark":
        return {**data, "type": clean_pairs(marker_properties(trait.type, trait.state)), "state": {}}
    state = plain_fields(trait.state, survey.redactor)
    if trait.kind in ("obs", "hide", "restrict"):
        state["owner"] = owner_of(survey, trait)
    elif trait.kind == "piece":
        state.pop("more", None)
        state.pop("property_count")
        state["properties"] = clean_pairs(basic_properties(trait.state))
    return {**data, "type": plain_fields(trait.type, survey.redactor), "state": state}
