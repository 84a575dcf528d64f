"""What the module calls boxes, marks, chits, dice, phases and sides, and what of it the game has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.charts import PlainChart
from adjudicator.engine.terms import Term
from adjudicator.engine.units import Unit
from adjudicator.evidence.binding import BindingEntry
from adjudicator.explain.otherwise import ANYTHING
from adjudicator.games import LoadedGame
from vassal_bridge.module import Map, Module, TurnLevel

from .lexicon import meanings
from .likeness import CHIT
from .likening import Likened, liken
from .phasing import phases_in
from .shown import Shown

CONTROL = "control"  # what markers are called that show whose a place is


@dataclass(slots=True)
class Wording:
    """By what it is about: the names that are certain, those that are not, and those that mean nothing known."""

    boxes: Likened = field(default_factory=Likened)
    marks: dict[str, str] = field(default_factory=dict)  # piece -> mark
    control: dict[str, str] = field(default_factory=dict)  # piece -> side
    nothing: tuple[str, ...] = ()  # pieces that mean nothing
    dice: Likened = field(default_factory=Likened)
    phases: dict[str, tuple[str, ...]] = field(default_factory=dict)  # entry of the turn counter -> phases that it may be
    maybe_phases: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the same, or none at all
    sides: Likened = field(default_factory=Likened)
    zones: tuple[str, ...] = ()  # all that could be boxes
    decks: tuple[str, ...] = ()
    said: tuple[str, ...] = ()  # all that the turn counter says


def places_named(loaded: LoadedGame, module: Module, maps: Iterable[str]) -> tuple[Likened, tuple[str, ...], tuple[str, ...]]:
    """Zones, regions, decks and maps as boxes of the game; with all zones, and all decks."""
    zones: dict[str, None] = {}
    decks: dict[str, None] = {}
    for one in module.maps:
        zones.update(dict.fromkeys(name for name in (one.name, *_zones(one)) if name))
        decks.update(dict.fromkeys(deck.name for deck in one.decks if deck.name))
    targets = {box.id: (box.id, box.name) for box in loaded.about.boxes}
    board = set(maps)
    found = liken((name for name in (*zones, *decks) if name not in board), targets)
    return found, tuple(name for name in zones if name not in board), tuple(decks)


def worded(
    loaded: LoadedGame,
    module: Module,
    known: Sequence[BindingEntry],
    others: Sequence[Shown],
    heard: Mapping[str, Iterable[str]],
) -> Wording:
    """`others` are pieces that are no units; `heard` is what old logs say with each die."""
    found = Wording()
    marks = liken((piece.name for piece in others if piece.name), marks_called(loaded, known)).bound
    sides = {side.id: (side.id, side.name) for side in loaded.about.sides}
    idle = {name for entry in known for name in entry.nothing}
    for piece in others:
        if piece.name in marks:
            found.marks[piece.gpid] = marks[piece.name]
        elif (side := _controls(piece.name, sides)) is not None:
            found.control[piece.gpid] = side
    found.nothing = tuple(piece.gpid for piece in others if piece.name in idle and piece.gpid not in found.marks)
    found.dice = _dice(loaded, module, known, heard)
    phases = [(phase.id, phase.name) for phase in loaded.about.phases]
    levels = [each for tracker in module.turn_trackers for level in tracker.levels for each in _levels(level)]
    found.said = tuple(dict.fromkeys(entry for level in levels for entry in level.entries if entry))
    for level in levels:
        read = phases_in([entry for entry in level.entries if entry], phases)
        found.phases = read.sure | found.phases
        found.maybe_phases = read.maybe | found.maybe_phases
    found.sides = liken((side for side in module.sides if side), sides)
    return found


def _controls(name: str, sides: Mapping[str, Sequence[str]]) -> str | None:
    """The side that a marker of control shows."""
    words = meanings(name)
    if CONTROL not in words:
        return None
    return liken([" ".join(sorted(words - {CONTROL}))], sides).bound.get(" ".join(sorted(words - {CONTROL})))


def marks_called(loaded: LoadedGame, known: Sequence[BindingEntry]) -> dict[str, tuple[str, ...]]:
    """The marks of the game, as the rules and our own bindings call them."""
    called: dict[str, set[str]] = {mark: {mark} for mark in loaded.vocabulary.of(Term.MARK)}
    for entry in known:
        for written, mark in (*entry.markers.values.items(), *entry.markers.names.items()):
            called.setdefault(mark, {mark}).add(written)
    return {mark: tuple(sorted(texts)) for mark, texts in called.items()}


def chits_of(loaded: LoadedGame) -> Iterator[Unit]:
    """The chits of the game as if they were units: called by the headquarters that they activate, or as the chart has them."""
    chart = loaded.game.charts.get("chits")
    for chit, row in chart.rows.items() if isinstance(chart, PlainChart) else ():
        headquarters = loaded.roster.get(row.get("hq", ""))
        side, formation = ("", "") if headquarters is None else (headquarters.side, headquarters.formation)
        name = row.get("title") or ("" if headquarters is None else headquarters.name) or chit.removeprefix("chit-")
        yield Unit(chit, name, side or row.get("side", ""), kind=CHIT, formation=formation)


def _dice(loaded: LoadedGame, module: Module, known: Sequence[BindingEntry], heard: Mapping[str, Iterable[str]]) -> Likened:
    """What buttons are for. A module of one button, or a button that says nothing of its purpose, throws for anything."""
    purposes: dict[str, set[str]] = {word: {word} for word in loaded.vocabulary.of(Term.DIE)}
    for entry in known:
        for written, purpose in entry.dice.items():
            purposes.setdefault(purpose, {purpose}).add(written)
    buttons = [dice for dice in module.dice if dice.name and dice.kind != "texts"]
    more = {dice.name: (dice.report_format.replace("$", " "), *heard.get(dice.name, ())) for dice in buttons}
    targets = {purpose: tuple(sorted(texts)) for purpose, texts in purposes.items()}
    found = liken([dice.name for dice in buttons], targets, more)
    for dice in buttons:
        if dice.name not in found.bound:
            found.bound[dice.name] = ANYTHING
    return found


def _levels(level: TurnLevel) -> Iterator[TurnLevel]:
    stack = [level]
    while stack:
        at = stack.pop()
        yield at
        stack.extend(at.levels)


def _zones(one: Map) -> Iterator[str]:
    for part in one.component.walk():
        if part.kind in ("Zone", "Region"):
            yield part.get("name")
