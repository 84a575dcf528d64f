"""From a case to a table and the actions done at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, NoReturn

from adjudicator.engine.actions import Action, Lose
from adjudicator.engine.hexes import Grid
from adjudicator.engine.kinds import hexes, named
from adjudicator.engine.state import Force, Standing, State
from adjudicator.engine.terms import Term
from adjudicator.engine.units import Unit
from adjudicator.games import GameError, GameFolderError
from adjudicator.rules.circumstances import FIRST_PLAYER, SCENARIO
from adjudicator.rules.players import active_in
from adjudicator.rules.stating import NotSoStatedError, deeds, done, memory_named, stateable, stated, wanted
from adjudicator.rules.table import Game, Table

from .called import with_names, with_places
from .case_board import board_of
from .errors import CaseError
from .forgetting import Forgotten, forgotten, without
from .made_up import unit_of
from .model import Case, Placed
from .reading import Document
from .setting import Setting, Variant
from .spelling import misspelt
from .stated import facts_of


@dataclass(frozen=True, slots=True)
class Built:
    """A case ready to be judged."""

    table: Table
    actions: tuple[Action, ...]
    after: tuple[Placed, ...] = ()  # how units should stand at the end
    set_up: Table | None = None  # what the position should be, if the case asks for that


class Builder:
    """Builds one case of a file, and knows where in the file a fault lies."""

    def __init__(self, document: Document, index: int, setting: Setting) -> None:
        self.document = document
        self.index = index
        self.case: Case = document.cases.case[index]
        self.setting = self._varied(setting)
        unheard_of = frozenset(key.removeprefix("chit ") for key in self.case.unknown if key.startswith("chit "))
        self.words = self.setting.words.with_words({Term.CHIT: unheard_of})
        self.case = with_places(self, self.case)
        self.words = self.words.with_words({Term.UNIT: frozenset(placed.id for placed in self.case.units)})

    def fail(self, message: str, remedy: str, *path: str | int) -> NoReturn:
        raise CaseError([self.document.fault(message, remedy, "case", self.index, *path)])

    def near(self, word: str, known: Any, otherwise: str) -> str:
        """A remedy for a word that is not known."""
        found = get_close_matches(word, [str(each) for each in known], 1)
        return f"did you mean {found[0]}?" if found else otherwise

    def word(self, words: Iterable[str], *terms: Term, path: tuple[str | int, ...]) -> None:
        """Every one of these words is one of the game's; an empty one is none."""
        for word in words:
            fault = self.words.fault(word, *terms)
            if fault is not None:
                self.fail(*fault, *path)

    def on_map(self, hex: str, *path: str | int) -> str:
        if hex not in self.grid:
            first, last = self.grid.columns, self.grid.rows
            remedy = f"columns run from {first[0]:02} to {first[1]:02}, rows from {last[0]:02} to {last[1]:02}"
            self.fail(f"hex {hex} is not on the map", remedy, *path)
        return hex

    @property
    def grid(self) -> Grid:
        return self.setting.board.grid

    def build(self) -> Built:
        case = self.case
        forget = forgotten(self)
        state = self._state(forget)
        facts = facts_of(self, {unit.id: unit for force in state.forces.values() for unit in force.units.values()})
        game = self._game(forget)
        game = replace(game, charts=facts.charts(game.charts)) if facts.shown else game
        kind = case.map or self.document.cases.map or ("game" if case.scenario else "blank")
        board = facts.board(board_of(self, kind, forget))
        if game is not self.setting.game and board is self.setting.map(kind):
            board = replace(board)  # what was worked out for the game as it is must not be taken for this one
        forces = {
            side: Force(side, {id_: facts.unit(unit) for id_, unit in force.units.items()}, force.standings)
            for side, force in state.forces.items()
        }
        table = Table(game, board, replace(state, forces=forces), facts.told)
        if case.phase is not None and case.active is None:
            table = table.after(replace(table.state, active=active_in(table, case.phase)))
        actions = tuple(self._actions(table.state))
        for index, action in enumerate(actions):
            for field, message, remedy in misspelt(table, self.words, action):
                self.fail(message, remedy, "actions", index, field)
        return Built(table, actions, case.after, self._set_up())

    def _varied(self, setting: Setting) -> Setting:
        """The game with the options, rulings and sources that the case asks for."""
        case = self.case
        options = None if case.options is None else frozenset(case.options)
        try:
            return setting.varied(Variant(case.trust, options, frozenset(case.rulings.items())))
        except GameError as error:
            self.fail(error.message, error.remedy, "rulings" if case.rulings else "options")
        except GameFolderError as error:
            first = error.errors[0]
            self.fail(first.message, first.remedy, "rulings" if case.rulings else "options")

    def _game(self, forget: Forgotten) -> Game:
        game = self.setting.game
        return replace(game, charts=without(game.charts, forget)) if forget.charts or forget.cells or forget.chits else game

    def _state(self, forget: Forgotten) -> State:
        case, sides = self.case, self.setting.game.sides
        begun = self._begun()
        units: dict[str, Unit] = dict(self.setting.roster)
        standings: dict[str, Standing] = {}
        if begun is not None:
            for unit, standing in begun.units:
                units[unit.id], standings[unit.id] = unit, standing
        for index, placed in enumerate(case.units):
            if placed.id in [other.id for other in case.units[:index]]:
                self.fail(f"{placed.id} stands twice", "give the second an id of its own, such as b:" + placed.id, "units", index)
            units[placed.id] = unit_of(self, placed, "units", index)
            standings.pop(placed.id, None)
            stands = self._standing(placed, units[placed.id], "units", index)
            if stands is not None:
                standings[placed.id] = stands
        for box, inside in case.boxes.items():
            self._place(box, "boxes", box)
            for id_ in inside:
                standings[self._known(id_, units, "boxes", box)] = Standing(box)
        for id_, change in forget.units.items():
            units[self._known(id_, units, "unknown")] = change(units[id_])
        for id_, mark in forget.marks:
            at = standings.get(id_)
            if at is None:
                self.fail(f"{id_} is not in play, so nothing can be unknown about its markers", "place it first", "unknown")
            standings[id_] = replace(at, marks=at.marks - {mark}, doubtful=at.doubtful | {mark})
        forces = {side: _force(side, units, standings) for side in sides}
        return self._rest(State(forces) if begun is None else replace(begun, forces=forces), forget)

    def _begun(self) -> State | None:
        name = self.case.scenario
        if not name:
            return None
        if name not in self.setting.scenarios:
            self.fail(
                f"the game has no scenario {name}",
                self.near(name, self.setting.scenarios, f"it has {', '.join(sorted(self.setting.scenarios)) or 'none'}"),
                "scenario",
            )
        return self.setting.start(name).state

    def _set_up(self) -> Table | None:
        look = self.case.position
        if look is None or not look.set_up:
            return None
        if not self.case.scenario:
            self.fail("nothing says whose set-up it should be", "begin with one: scenario = …", "position", "set_up")
        return self.setting.start(self.case.scenario)

    def _known(self, id_: str, units: Mapping[str, Unit], *path: str | int) -> str:
        if id_ not in units:
            self.fail(f"there is no unit {id_}", self.near(id_, units, "name it among the units of the case"), *path)
        return id_

    def _standing(self, placed: Placed, unit: Unit, *path: str | int) -> Standing | None:
        stand = placed.stand
        if stand.at is None:
            return None
        self._place(stand.at, *path)
        if stand.losses >= max(1, unit.steps):
            steps = max(1, unit.steps)
            self.fail(
                f"{unit.name} has {steps} step{'s' * (steps > 1)} and cannot have lost {stand.losses}",
                "a unit that lost its last step is out of play: @-",
                *path,
            )
        self.word((mark.removeprefix("?") for mark in stand.marks), Term.MARK, path=path)
        sure = frozenset(mark for mark in stand.marks if not mark.startswith("?"))
        doubtful = frozenset(mark[1:] for mark in stand.marks if mark.startswith("?"))
        return Standing(stand.at, stand.losses, sure, doubtful)

    def _place(self, place: str, *path: str | int) -> None:
        """A hex of the map, or a box."""
        if place.isdigit():
            self.on_map(place, *path)
        elif (fault := self.words.fault(place, Term.BOX, Term.AREA)) is not None:
            self.fail(f"no hex, box or area is called {place}", fault[1], *path)

    def _rest(self, state: State, forget: Forgotten) -> State:
        """Turn, phase, control and whatever else the game remembers."""
        case = self.case
        for key, word in (("active", Term.SIDE), ("phase", Term.PHASE)):
            self.word((getattr(case, key) or "",), word, path=(key,))
        for hex, side in case.control.items():
            self.on_map(hex, "control", hex)
            self.word((side,), Term.SIDE, Term.HEX_MARK, path=("control", hex))
        state = replace(
            state,
            turn=state.turn if case.turn is None else case.turn,
            phase=state.phase if case.phase is None else case.phase,
            active=state.active if case.active is None else case.active,
            control={**state.control, **case.control},
        )
        for name, value in {**self._notes(), **dict.fromkeys(forget.notes, "?")}.items():
            state = self._noted(state, name, value)
        return self._done(state)

    def _noted(self, state: State, name: str, value: Any) -> State:
        game = self.setting.game
        memory = memory_named(game, name)
        if memory is None:
            known = sorted(each for each, memory in game.memories.items() if stateable(memory))
            self.fail(f"no rule remembers {name}", self.near(name, known, "see adjudicate rule GAME --memories"), "notes", name)
        try:
            return stated(state, memory, value, self.words.fault)
        except NotSoStatedError as error:
            self.fail(str(error), error.remedy or f"write {wanted(memory)}", "notes", name)

    def _done(self, state: State) -> State:
        game = self.setting.game
        for index, words in enumerate(self.case.done):
            try:
                state = done(state, game, words, self.words.fault)
            except NotSoStatedError as error:
                self.fail(
                    str(error),
                    error.remedy or self.near(words[0], deeds(game), "write attacked de-21, target 0302 or moved r-foot"),
                    "done",
                    index,
                )
        return state

    def _notes(self) -> dict[str, Any]:
        case = self.case
        direct = {"light": case.light, "weather": case.weather, "season": case.season}
        for key, said in direct.items():
            self.word((said or "").split("?"), Term[key.upper()], path=(key,))
        for index, chit in enumerate(case.chits or ()):
            self.word((chit,), Term.CHIT, path=("chits", index))
        notes = {**case.notes, **{key: value for key, value in direct.items() if value is not None}}
        if case.chits is not None:
            notes = {**({"chit": case.chits[-1]} if case.chits else {}), **notes, "drawn": case.chits}
        return {**self._first_player(notes.get(SCENARIO.name)), **notes}

    def _first_player(self, scenario: object) -> dict[str, Any]:
        """Who is the first player goes with the scenario that is noted, unless that is noted too."""
        if scenario not in self.setting.scenarios:
            return {}
        first = self.setting.start(str(scenario)).state.sure(FIRST_PLAYER, None)
        return {} if first is None else {FIRST_PLAYER.name: first}

    def _actions(self, state: State) -> Iterator[Action]:
        units = {id_: unit for force in state.forces.values() for id_, unit in force.units.items()}
        for index, each in enumerate(self.case.actions):
            made = with_names(self, each.action(), state, "actions", index)
            if each.spotter is not None:
                self._known(each.spotter, units, "actions", index, "spotter")
            for id_ in named(made):
                self._known(id_, units, "actions", index)
            for hex in hexes(made):
                self.on_map(hex, "actions", index)
            if isinstance(made, Lose) and not made.side:
                made = replace(made, side=units[made.steps[0]].side)
            yield made


def _force(side: str, units: Mapping[str, Unit], standings: Mapping[str, Standing]) -> Force:
    """Made anew for each case: what is worked out about a force belongs to one board."""
    own = {id_: unit for id_, unit in units.items() if unit.side == side}
    return Force(side, own, {id_: standing for id_, standing in standings.items() if id_ in own})
