"""The companion of a player's own module: an extension of ours, whose buttons, counters and markers mean what their names say.

The names stand in brackets, as nothing of a publisher's does, so they are understood whether or not a binding names them; what a
player wrote in a binding goes before.
"""

from __future__ import annotations

from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame

from .binding import BindingEntry, bindings_in

DECLARE = "[declare]"


def mark_name(mark: str) -> str:
    """What the marker of the companion for a mark is called."""
    return f"[{mark}]"


def control_name(side: str) -> str:
    return f"[{side} control]"


def phase_entry(name: str) -> str:
    """A phase as the companion's turn counter lists it."""
    return f"[{name}]"


def marks_of(loaded: LoadedGame) -> tuple[str, ...]:
    """The marks for which a companion has markers: those of units, but no modes of guns, which a counter always shows."""
    modes = {mark for each in _ours(loaded).markers.layers.values() if len(each) > 1 for mark in each}
    return tuple(sorted(loaded.vocabulary.of(Term.MARK) & _ours(loaded).markers.marks - modes))


def _ours(loaded: LoadedGame) -> BindingEntry:
    """How our own module of the game means it: what dice and phases are called there they are called here."""
    return next(iter(bindings_in(loaded.folder)), BindingEntry(modules=("none",), maps=("none",)))


def dice_of(loaded: LoadedGame) -> dict[str, str]:
    return dict(_ours(loaded).dice)


def with_declarations(binding: BindingEntry) -> BindingEntry:
    """The binding of a module of our own: its counters that declare say what they mean in chat."""
    return binding.model_copy(update={"nothing": (*binding.nothing, DECLARE)})


def with_companion(binding: BindingEntry, loaded: LoadedGame) -> BindingEntry:
    """The binding of somebody's own module, with what a companion of it would bring."""
    ours, markers = _ours(loaded), binding.markers
    names = {mark_name(mark): mark for mark in marks_of(loaded)}
    controls = {control_name(side): side for side in loaded.about.side_ids}
    phases = {phase_entry(name): phase for name, phase in ours.phases.items()}
    return binding.model_copy(
        update={
            "dice": {**ours.dice, **binding.dice},
            "phases": {**phases, **binding.phases},
            "nothing": with_declarations(binding).nothing,
            "markers": markers.model_copy(
                update={"names": {**names, **markers.names}, "controls": {**controls, **markers.controls}}
            ),
        }
    )
