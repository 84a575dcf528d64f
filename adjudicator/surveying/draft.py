"""The first draft of a survey: what can be told from what a module shows, and what its owner has to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.evidence.binding import BindingEntry, HexNumbering, UnitPieces
from adjudicator.games import LoadedGame
from vassal_bridge.archive import Archive
from vassal_bridge.module import Module

from .colours import colours_of
from .layering import LayerMeanings, layers_meaning
from .matching import Evidence, Matching, match
from .numbering import counting_of
from .places import HexPlace
from .shown import Shown, pieces_of
from .starts import Begun, begun
from .wording import Wording, chits_of, marks_called, places_named, worded


@dataclass(slots=True)
class BindingDraft:
    """What was found, and what was not."""

    module: str
    hexes: int = 0  # that the game has
    chits: frozenset[str] = frozenset()  # that the game has
    places: dict[str, dict[str, HexPlace]] = field(default_factory=dict)  # map -> hexes of the game with where they lie on it
    numbering: tuple[HexNumbering, ...] = ()  # how hexes are counted, where that is not as in the game
    strange: str = ""  # why hexes that have numbers were not found
    pieces: dict[str, Shown] = field(default_factory=dict)  # by their numbers
    units: Matching = field(default_factory=Matching)
    layers: LayerMeanings = field(default_factory=LayerMeanings)
    words: Wording = field(default_factory=Wording)
    unread: tuple[str, ...] = ()  # set-ups and logs that tell nothing

    @property
    def maps(self) -> dict[str, int]:
        """Maps that are the board, with how many of the game's hexes each has."""
        return {name: len(hexes) for name, hexes in self.places.items()}

    @property
    def gpids(self) -> dict[str, str]:
        """Pieces that are units."""
        return {gpid: unit for gpid, (unit, _) in self.units.bound.items() if unit not in self.chits}

    @property
    def drawn(self) -> dict[str, str]:
        """Pieces that are chits."""
        return {gpid: chit for gpid, (chit, _) in self.units.bound.items() if chit in self.chits}

    @property
    def unsure(self) -> dict[str, tuple[str, ...]]:
        return {gpid: tuple(unit for unit, _ in ranked) for gpid, ranked in self.units.doubtful.items()}

    @property
    def missing(self) -> tuple[str, ...]:
        """Units that no piece may be."""
        maybe = {*self.gpids.values(), *(unit for units in self.unsure.values() for unit in units)}
        return tuple(unit for unit in self.units.missing if unit not in maybe and unit not in self.chits)

    def title(self, gpid: str) -> str:
        return self.pieces[gpid].name if gpid in self.pieces else gpid


def drafted(
    loaded: LoadedGame,
    module: Module,
    known: Sequence[BindingEntry],
    archive: Archive | None = None,
    logs: Sequence[Path] = (),
    kept: BindingEntry | None = None,
) -> BindingDraft:
    """Everything that the module and its player tell.

    `known` are the bindings of the game: they say what marks and dice are called in it. From the module's file, its `archive`,
    come pictures and set-ups. `logs` are old ones of the player, `kept` what stands in the survey already.
    """
    draft = BindingDraft(module.name)
    grid = loaded.board.grid
    draft.hexes = len(grid.all())
    draft.chits = frozenset(chit.id for chit in chits_of(loaded))
    counting = counting_of(module, grid, kept)
    draft.places, draft.numbering, draft.strange = counting.places, counting.numbering, counting.strange
    boxes, zones, decks = places_named(loaded, module, draft.places)
    said = BindingEntry(
        modules=(module.name,),
        maps=tuple(draft.places) or ("Main Map",),
        boxes={**boxes.bound, **(kept.boxes if kept else {})},
        numbering=draft.numbering,
    )
    history = begun(module, archive, logs, said, grid)
    draft.unread = tuple(history.unread)
    pieces = pieces_of(module)
    draft.pieces = {piece.gpid: piece for piece in pieces}
    targets = {**loaded.roster, **{chit.id: chit for chit in chits_of(loaded)}}
    sides = {side.id: (side.id, side.name) for side in loaded.about.sides}
    draft.units = match(targets, sides, pieces, _evidence(loaded, history, pieces, archive, kept))
    turning = ((draft.pieces[gpid], loaded.roster[unit].steps > 1) for gpid, unit in draft.gpids.items())
    draft.layers = layers_meaning(turning, marks_called(loaded, known))
    others = [draft.pieces[gpid] for gpid in (*draft.units.strangers, *draft.units.doubtful)]
    draft.words = worded(loaded, module, known, others, history.dice)
    draft.words.boxes, draft.words.zones, draft.words.decks = boxes, zones, decks
    return draft


def _evidence(
    loaded: LoadedGame, history: Begun, pieces: Sequence[Shown], archive: Archive | None, kept: BindingEntry | None
) -> Evidence:
    standings: dict[str, set[str]] = defaultdict(set)
    for scenario in loaded.scenarios.values():
        for unit, standing in scenario.standings.items():
            standings[unit].add(standing.place)
    traits = {gpid: set(found) for gpid, found in history.traits.items()}
    for gpid, colours in colours_of(pieces, archive).items():
        traits.setdefault(gpid, set()).update(colours)
    return Evidence(
        starts=tuple(history.starts),
        standings={unit: frozenset(places) for unit, places in standings.items()},
        traits={gpid: tuple(sorted(found)) for gpid, found in traits.items()},
        settled=dict(_said_of_units(kept.units)) if kept is not None else {},
    )


def _said_of_units(units: UnitPieces) -> Mapping[str, str]:
    return units.gpids
