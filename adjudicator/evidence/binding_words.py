"""Every word of a game that a binding uses is one that the game knows: a misspelt unit would be a counter that means nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.engine.terms import Term
from adjudicator.games import GameFolderError, LoadedGame
from adjudicator.games.errors import GameReferenceError
from adjudicator.games.files import Faults, Place, read_toml

from .binding import BINDING_FILE, BindingEntry, phases_of

_PLACES = (Term.BOX, Term.AREA, Term.HEX)


def look_over(folder: Path, number: int, binding: BindingEntry, game: LoadedGame) -> None:
    """Raises GameFolderError if the binding (the one of this number in its file) names what its game has not."""
    faults: Faults = []
    source = None
    for place, word, terms in _words(binding):
        wrong = game.vocabulary.fault(word, *terms)
        if wrong is not None:
            source = source or read_toml(folder, BINDING_FILE, [])
            line = None if source is None else source.line("module", number, *place)
            faults.append(
                GameReferenceError(wrong[0], file=BINDING_FILE, line=line, field=".".join(map(str, place)), remedy=wrong[1])
            )
    if faults:
        raise GameFolderError(folder.name, faults)


def _words(binding: BindingEntry) -> Iterator[tuple[Place, str, tuple[Term, ...]]]:
    """Where a word stands, the word, and what it may name."""
    named = (
        (("units", "gpids"), binding.units.gpids, (Term.UNIT,)),
        (("units", "names"), binding.units.names, (Term.UNIT,)),
        (("markers", "values"), binding.markers.values, (Term.MARK, Term.HEX_MARK)),
        (("markers", "gpids"), binding.markers.gpids, (Term.MARK,)),
        (("markers", "names"), binding.markers.names, (Term.MARK,)),
        (("markers", "off"), binding.markers.off, (Term.MARK,)),
        (("markers", "hexes"), binding.markers.hexes, (Term.HEX_MARK,)),
        (("markers", "controls"), binding.markers.controls, (Term.SIDE,)),
        (("markers", "control_gpids"), binding.markers.control_gpids, (Term.SIDE,)),
        (("chits", "gpids"), binding.chits.gpids, (Term.CHIT,)),
        (("chits", "names"), binding.chits.names, (Term.CHIT,)),
        (("boxes",), binding.boxes, _PLACES),
        (("sides",), binding.sides, (Term.SIDE,)),
    )
    for at, words, terms in named:
        yield from (((*at, written), word, terms) for written, word in words.items())
    for written in binding.phases:
        yield from ((("phases", written), phase, (Term.PHASE,)) for phase in phases_of(binding, written))
    for layer, marks in binding.markers.layers.items():
        yield from ((("markers", "layers", layer), mark, (Term.MARK,)) for mark in marks)
    for area, kinds in binding.areas.items():
        yield ("areas", area), area, (Term.AREA,)
        yield from ((("areas", area), kind, (Term.KIND,)) for kind in kinds)
