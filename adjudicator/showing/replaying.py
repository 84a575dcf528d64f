"""A log replayed, as plain data: what each step did, and where everything stands at the end.

Its form is published in `docs/schema/replay.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from adjudicator.library.which import ModuleSearch
from vassal_bridge.commands import Command, DeclaredCommand, UnknownCommand
from vassal_bridge.dice import DiceReport
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import BoardsChange, PropertyChange, RosterChange, RunningGame, TurnChange, read_turn
from vassal_bridge.grids import Say
from vassal_bridge.module import Module, read_choices
from vassal_bridge.replay import PieceChange, Replay, Snapshot, StepResult
from vassal_bridge.saved import SavedGame
from vassal_bridge.traits.layers import follows

from ..evidence.attempt import attempt
from .changes import describe_changes
from .position_data import describe_position
from .survey import FileOverview, survey
from .values import Data

SCHEMA = "adjudicate/replay/1"
_PLACE = ("map", "x", "y")


class Replayed:
    """A replay as data. The steps are told first and only once; what comes behind them tells of the game as they left it."""

    def __init__(self, saved: SavedGame, search: ModuleSearch, to: int | None = None) -> None:
        self.survey = replace(survey(saved), position=())  # the game below has the pieces
        self.module = module = search.module
        self.warnings = [self.survey.redactor.clean(warning) for warning in search.warnings]
        self.notes = [self.survey.redactor.clean(note) for note in search.notes]
        self.to = self.survey.steps if to is None else to
        self._replay = Replay(saved, module)
        self._game = self._replay.start
        self._names = NamesInStates()

    def document(self) -> Data:
        """Everything. The values from `steps` on are iterators, to be used up in this order."""
        saved, clean = self.survey.saved, self.survey.redactor.clean_or_none
        module = self.module
        return {
            "schema": SCHEMA,
            "file": saved.name,
            "kind": "log" if saved.is_log else "save",
            "module": {"name": clean(saved.metadata.module_name), "version": clean(saved.metadata.module_version)},
            "played_in": None if module is None else self._played_in(module),
            "warnings": self.warnings,
            "notes": self.notes,
            "length": self.survey.steps,
            "to": self.to,
            "steps": self.steps(),
            "players": self.players(),
            "turns": self.turns(),
            "properties": self.properties(),
            "position": self.position(),
        }

    def records(self) -> Iterator[Data]:
        """One document for each step, and a last one for the position, whose lists are iterators."""
        yield from self.steps()
        yield {
            "kind": "position",
            "schema": SCHEMA,
            "file": self.survey.saved.name,
            "step": self.to,
            "players": self.players(),
            "turns": self.turns(),
            "properties": self.properties(),
            "position": self.position(),
        }

    def _played_in(self, module: Module) -> Data:
        clean = self.survey.redactor.clean
        return {
            "file": module.file,
            "name": clean(module.name),
            "version": clean(module.version),
            "extensions": [{"name": clean(one.name), "version": clean(one.version)} for one in module.extensions],
            "main_map": next((clean(one.name) for one in module.maps), None),
        }

    def steps(self) -> Iterator[Data]:
        told = 0
        try:
            for result, game in self._replay.walk() if self.to else ():
                self._game = game
                yield StepTeller(self.survey, self.module, game, self._names).tell(result)
                told = result.number
                if told >= self.to:
                    return
        except BridgeError as error:
            error.problem = f"step {told + 1}: {error.problem}"
            raise

    def players(self) -> Iterator[Data]:
        clean = self.survey.redactor.clean
        for seat in self._game.roster:
            yield {"name": clean(seat.name), "side": clean(seat.side)}

    def turns(self) -> Iterator[Data]:
        clean = self.survey.redactor.clean
        for tracker, turn in self._game.turns.items():
            yield {"tracker": tracker, "name": clean(turn.tracker), "text": clean(turn.text)}

    def properties(self) -> Iterator[Data]:
        clean = self.survey.redactor.clean
        for (level, name), value in self._game.ledger.properties.items():
            yield {"name": clean(name), "level": clean(level), "value": None if value is None else clean(value)}

    def position(self) -> Iterator[Data]:
        yield from describe_position(self.survey, self._game)


class NamesInStates:
    """What pieces are called. Worked out once for a state, unless the name tells of something beside it."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def of(self, one: Snapshot) -> str:
        key = one.type_text, one.unit.state
        known = self._known.get(key)
        if known is None:
            piece, _ = attempt(lambda: one.piece)
            known, _ = attempt(lambda: piece.name if piece is not None else "")
            known = known or ""
            if piece is not None and not any(
                trait.kind == "label" or (trait.kind in ("emb", "emb2") and follows(trait)) for trait in piece.traits
            ):
                self._known[key] = known
        return known


class StepTeller:
    """Tells one step, while the game is as the step left it."""

    def __init__(self, found: FileOverview, module: Module | None, game: RunningGame, names: NamesInStates | None = None) -> None:
        self.survey = found
        self.clean = found.redactor.clean
        self.module = module
        self.game = game
        self.names = names or NamesInStates()

    def tell(self, result: StepResult) -> Data:
        pieces = [change for change in result.changed if change.after.kind == "piece"]
        decks = [change for change in result.changed if change.after.kind == "deck"]
        actor = result.actor
        return {
            "kind": "step",
            "step": result.number,
            "entry": result.index - self.survey.saved.end,
            "by": None
            if actor is None
            else {"name": self._text(actor.name), "side": self._text(actor.side), "evidence": actor.evidence},
            "chat": [self.clean(line) for line in result.chat],
            "rolls": [self._roll(roll) for roll in result.rolls],
            "undoes": None
            if result.undo is None
            else {
                "step": result.undo.step,
                "lines": [self.clean(line) for line in result.undo.lines],
                "marked": result.undo.bracketed,
            },
            "moved": [
                {**self._subject(one.after), "from": self._place(one.before), "to": self._place(one.after)}
                for one in (*pieces, *decks)
                if one.moved
            ],
            "changed": [told for one in pieces if (told := self._changed(one)) is not None],
            "added": [{**self._subject(one), **self._place(one)} for one in result.added if one.kind != "stack"],
            "removed": [{**self._subject(one), **self._place(one)} for one in result.removed if one.kind != "stack"],
            "restacked": [
                {**self._subject(one.after), **self._place(one.after), **self._stacking(one)}
                for one in pieces
                if one.restacked and not one.moved and self._deck(one.after) is None
            ],
            "decks": [self._deck_change(one) for one in decks if not one.moved or one.before.members != one.after.members],
            "properties": [self._property(one) for one in result.properties],
            "turns": [self._turn(one) for one in result.turns],
            "players": [told for one in result.roster if (told := self._seat(one)) is not None],
            "boards": [self._boards(one) for one in result.boards],
            "other": [self._other(one) for one in result.other],
            "problems": [self.clean(problem) for problem in result.problems],
        }

    def _text(self, text: str | None) -> str | None:
        return self.survey.redactor.clean_or_none(text)

    # --- pieces -----------------------------------------------------------------------------------------------------------------

    def _subject(self, one: Snapshot) -> Data:
        if one.kind == "deck":
            return {"id": self.clean(one.id), "kind": "deck", "name": self._deck_name(one.id) or ""}
        return {"id": self.clean(one.id), "kind": "piece", "name": self.clean(self.names.of(one))}

    def _deck_name(self, identity: str) -> str | None:
        view = self.game.pieces.get(identity)
        return None if view is None or view.kind != "deck" else self.clean(view.deck_name)

    def _deck(self, one: Snapshot) -> str | None:
        """The deck that a piece lies in."""
        return None if one.parent is None else self._deck_name(one.parent)

    def _place(self, one: Snapshot) -> Data:
        location, zone = self.game.location(*one.place), self.game.zone(*one.place)
        return {
            "map": self._text(one.map),
            "x": one.x,
            "y": one.y,
            "location": self._text(location),
            "zone": self._text(zone),
            "deck": self._deck(one),
        }

    def _stacking(self, one: PieceChange) -> Data:
        before, after = one.before, one.after
        return {
            "stack": self._text(after.parent),
            "index": after.index if after.parent is not None else None,
            "old_stack": self._text(before.parent),
            "old_index": before.index if before.parent is not None else None,
        }

    def _changed(self, one: PieceChange) -> Data | None:
        """What became of a piece besides its place."""
        before, after = one.before, one.after
        if (before.type_text, before.unit.state) == (after.type_text, after.unit.state):
            return None  # it was only put elsewhere
        if before.type_text != after.type_text:
            return {**self._subject(after), "changes": [], "problem": "it became a piece of another kind"}
        changes, problem = attempt(lambda: describe_changes(self.survey, before.piece, after.piece))
        if changes is None:
            return {**self._subject(after), "changes": [], "problem": self.clean(problem)}
        told = [change for change in changes if change["trait"] != "Basic Piece" or change["field"] not in _PLACE]
        if not told:
            return None
        return {**self._subject(after), "old_name": self.clean(self.names.of(before)), "changes": told}

    def _deck_change(self, one: PieceChange) -> Data:
        before, after = one.before.members, one.after.members
        return {
            **self._subject(one.after),
            "shuffled": before != after and sorted(before) == sorted(after),
            "old_count": len(before),
            "members": [self.clean(member) for member in after],
            "face_down": one.after.unit.face_down,
        }

    # --- beside the pieces ------------------------------------------------------------------------------------------------------

    def _roll(self, roll: DiceReport) -> Data:
        return {
            "dice": self.clean(roll.dice),
            "results": None if roll.results is None else [self.clean(result) for result in roll.results],
            "total": roll.total,
            "count": roll.count,
            "sides": roll.sides,
            "by": self._text(roll.who),
            "line": self._text(roll.line),
            "known": roll.known,
            "agrees": roll.agrees,
        }

    def _property(self, one: PropertyChange) -> Data:
        return {
            "name": self.clean(one.name),
            "level": self.clean(one.container) or None,
            "old": self._text(one.old),
            "new": self._text(one.new),
        }

    def _turn(self, one: TurnChange) -> Data:
        """In the words of the turn tracker, or without a module as the file has it."""
        trackers = () if self.module is None else self.module.turn_trackers
        tracker = next((known for known in trackers if known.id == one.tracker), None)
        if tracker is None:
            return {"tracker": self.clean(one.tracker), "name": None, "old": self._text(one.old), "new": self.clean(one.new)}
        say = Say(ask=self.game.ask)
        old, new = (self.clean(read_turn(tracker, state, say).text) for state in (one.old or "", one.new))
        return {"tracker": tracker.id, "name": self.clean(tracker.name), "old": old, "new": new}

    def _seat(self, one: RosterChange) -> Data | None:
        seat = one.seat or one.before
        if seat is None:
            return None
        return {"name": self.clean(seat.name), "side": self.clean(seat.side), "joins": one.seat is not None}

    def _boards(self, one: BoardsChange) -> Data:
        return {"map": self.clean(one.map), "boards": [self.clean(choice.name) for choice in read_choices(one.command)]}

    def _other(self, command: Command) -> Data:
        """What the game does not know by its meaning; its contents are not shown, since they may hold anything."""
        title: Any = command.spec.title if isinstance(command, DeclaredCommand) else None
        word = self.clean(command.word) if isinstance(command, UnknownCommand) else None
        return {"title": title, "word": word, "length": len(command.raw)}
