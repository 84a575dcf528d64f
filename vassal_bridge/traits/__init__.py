"""Every kind of trait that VASSAL knows, and the three kinds of thing that carry traits: basic piece, stack, deck."""

from __future__ import annotations

from ..limits import DEFAULT_LIMITS, Limits
from . import actions, basic, concealment, display, labels, layers, marking, movement, placing, rotation, variables
from .reader import TraitReader, join_states, join_types
from .spec import Ask, Trait, TraitSpec

__all__ = ["SPECS", "SPEC_BY_PREFIX", "Ask", "Trait", "TraitReader", "TraitSpec", "join_states", "join_types", "trait_reader"]

_ROOMS = (layers, concealment, rotation, labels, display, movement, marking, variables, actions, placing, basic)

SPECS: tuple[TraitSpec, ...] = tuple(spec for room in _ROOMS for spec in room.SPECS)

SPEC_BY_PREFIX: dict[str, TraitSpec] = {spec.prefix: spec for spec in SPECS}


def trait_reader(limits: Limits = DEFAULT_LIMITS) -> TraitReader:
    """A reader that knows every standard trait."""
    return TraitReader(SPEC_BY_PREFIX, limits)
