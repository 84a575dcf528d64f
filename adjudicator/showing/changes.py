"""What a change of a piece's state comes to, trait by trait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vassal_bridge.pieces import Piece
from vassal_bridge.traits import Trait, layers
from vassal_bridge.traits.basic import basic_properties, stack_members
from vassal_bridge.traits.marking import marker_properties
from vassal_bridge.traits.movement import trail

from .counters import owner_of
from .survey import FileOverview
from .values import Data, plain


def describe_changes(survey: FileOverview, old: Piece, new: Piece) -> list[Data]:
    """The fields that differ between two states of one piece, outermost trait first."""
    return [
        {"trait": title_of(after), "name": survey.redactor.clean(own_name(after)), "field": field, "old": was, "new": became}
        for before, after in zip(old.traits, new.traits, strict=True)
        if before is not after and before.state_text != after.state_text
        for field, was, became in _differences(survey, (old, before), (new, after))
    ]


def title_of(trait: Trait) -> str | None:
    return None if trait.spec is None else trait.spec.title


def own_name(trait: Trait) -> str:
    """What the module calls this trait (a layer, a property, a label), to tell it from others of its kind."""
    if trait.kind == "label":
        return trait.type.text("property")
    if trait.kind in ("emb", "emb2"):
        return layers.layer_name(trait)
    return trait.type.text("name") if trait.kind in ("PROP", "rotate", "AreaOfEffect", "mat") else ""


def _differences(survey: FileOverview, old: tuple[Piece, Trait], new: tuple[Piece, Trait]) -> Iterator[tuple[str, Any, Any]]:
    if new[1].spec is None:  # it may hold anything, an id too
        yield "state", f"{len(old[1].state_text):,} characters", f"{len(new[1].state_text):,} characters"
        return
    before, after = _state(survey, *old), _state(survey, *new)
    for field in dict.fromkeys((*before, *after)):
        if before.get(field) != after.get(field):
            yield field, before.get(field), after.get(field)


def _state(survey: FileOverview, piece: Piece, trait: Trait) -> Mapping[str, Any]:
    """The fields of a trait's state; where the state is a list whose meaning is known, by that meaning."""
    redactor, state = survey.redactor, trait.state
    fields = {field.name: plain(state[field.name], redactor) for field in state.layout}
    match trait.kind:
        case "piece":
            fields |= {redactor.clean(name): redactor.clean(value) for name, value in basic_properties(state).items()}
            fields.pop("property_count")
        case "stack":
            fields["members"] = [redactor.clean(member) for member in stack_members(state)]
        case "mark":
            fields |= redactor.clean_pairs(marker_properties(trait.type, state))
        case "footprint":
            fields["points"] = [list(point) for point in trail(trait)]
        case "obs" | "hide" | "restrict":
            fields = {"owner": owner_of(survey, trait)}
        case "emb" | "emb2":
            fields["level_name"] = redactor.clean_or_none(layers.level_name(trait, piece.ask))
        case _ if state.rest:
            fields["more"] = plain(state.rest, redactor)
    return fields
