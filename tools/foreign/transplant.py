"""Saves and logs of our own module, written as VASSAL would have written them on a foreign one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.evidence.history import Counter
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.geometry import own_module
from vassal_bridge.commands import AddPiece, ChangePiece, MovePiece, RemovePiece, SetProperty, parse_command
from vassal_bridge.compose import step as step_of
from vassal_bridge.compose import write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.sequence import decode, encode
from vassal_bridge.traits import Trait, trait_reader
from vassal_bridge.tree import Entry, Leaf

from . import clocks
from .buildfile import DISPLAY, VASSAL, VERSION, boards_in_play, module_name
from .cast import Cast, Thing
from .chat import Interpreter
from .controls import die_name
from .land import Plan
from .pieces import Shown
from .places import OURS, Atlas
from .wording import SIDES

_STACK, _DECK = "stack", "deck;"
_REMARK = "so"


@dataclass
class Transplant(Cast):
    """One save or log, taken over command by command."""

    dice: dict[str, str] = field(default_factory=dict)
    clock: clocks.Clock = (1, 0)

    def __post_init__(self) -> None:
        Cast.__post_init__(self)
        self.now: dict[str, Counter] = dict(self.history.start)
        self.counter = clocks.Counter(self.game, self.kit.recipe)
        named = {counter.printed: means for counter in self.counters() if (means := self.means(counter))}
        self.interpreter = Interpreter(self.game, self.kit, self.atlas, named, self.counter.said)

    # --- whole files

    def write(self, target: Path) -> None:
        """The file on the foreign module."""
        about = self.saved.metadata
        name = module_name(self.game, self.kit.recipe)
        write_new(target, list(self.entries()), MetaData(VASSAL, about.saved_ms, about.description or "", name, VERSION))

    def entries(self) -> Iterator[Entry]:
        for entry in self.saved.position:
            yield from self._positioned(entry)
        numbers = {step.index: step.number for step in self.saved.steps()}
        for index in range(self.saved.end + 1, len(self.saved.entries)):
            entry = self.saved.entries[index]
            number = numbers.get(index)
            commands = [text.removeprefix("LOG\t") for text in entry.texts(self.saved.limits)]
            yield self._stepped(commands, number)

    def _positioned(self, entry: Entry) -> Iterator[Entry]:
        leaves = entry.leaves(self.saved.limits)
        if len(leaves) > 1 or leaves[0].text.startswith("+/"):
            self.lie_on_units(self.history.start)
            found = [Leaf(text, leaf.depth) for leaf in leaves for text in self._component(leaf.text)]
            yield Entry.of(found)
            return
        for text in self._component(leaves[0].text):
            yield Entry.single(text)

    def _component(self, text: str) -> Iterator[str]:
        if text.startswith("+/"):
            command = parse_command(text)
            if isinstance(command, AddPiece):
                yield from self._added(command)
        elif text.startswith(f"{OURS}BoardPicker\t"):
            yield boards_in_play(self.plan)
            if self.plan.display is not None:
                yield f"{self.plan.beside}BoardPicker\t{DISPLAY}\t0\t0"
        elif text.startswith(clocks.WORD):
            self.clock = clocks.read(text)
            yield from self.counter.written(self.clock)
        elif text.startswith("PLAYER\t"):
            yield self._seat(text)
        else:
            yield text

    def _seat(self, text: str) -> str:
        *head, side = text.split("\t")
        known = {each.name: each.id for each in self.game.about.sides}
        return "\t".join([*head, SIDES[self.kit.recipe.language].get(known.get(side, ""), side)])

    def _stepped(self, texts: Sequence[str], number: int | None) -> Entry:
        self.undoing = "UNDO\ttrue" in texts
        after = self._after(number)
        found: list[str] = []
        chat: list[str] = []
        told = False
        moved = self.lie_on_units(after)
        for text in texts:
            if text.startswith("CHAT"):
                said = self.interpreter.said(text.removeprefix("CHAT"))
                chat.append(f"CHAT{said}" if said is not None else "")
                found.append(chat[-1])
                continue
            become = list(self._command(text, after))
            told = told or any(each != "null" for each in become)
            found += become
        for id_ in moved:
            found += self.changed(id_, after[id_])
        self.now = after
        did = any(not text.startswith(("CHAT", "null")) and text for text in texts)
        if number is not None and did and not told and not moved and not self._spoken(chat):
            found = []  # nothing shows there what was done
        found = [each for each in found if each]
        if number is not None and not any(each != "null" for each in found):
            found = [f"CHAT<{self._speaker()}> {_REMARK}"]
        return step_of([parse_command(text) for text in found or ["null"]])

    def _spoken(self, chat: Sequence[str]) -> bool:
        return any(line.startswith(("CHAT<", "CHAT&lt;", "CHAT***")) for line in chat)

    def _speaker(self) -> str:
        return next((person.name for person in self.history.people if person.name), "Ada")

    def _after(self, number: int | None) -> dict[str, Counter]:
        now = dict(self.now)
        for change in self.history.events[number - 1].changes if number is not None else ():
            if change.after is not None:
                now[change.after.id] = change.after
            elif change.before is not None:
                now.pop(change.before.id, None)
        return now

    # --- commands

    def _command(self, text: str, after: Mapping[str, Counter]) -> Iterator[str]:
        if text.startswith(clocks.WORD):
            before, self.clock = self.counter.written(self.clock), clocks.read(text)
            yield from (each for each in self.counter.written(self.clock) if each not in before)
            return
        command = parse_command(text)
        match command:
            case AddPiece():
                yield from self._added(command)
            case RemovePiece():
                yield from self._removed(command.id)
            case MovePiece():
                yield from self._moved(command)
            case ChangePiece():
                counter = after.get(command.id) or self.now.get(command.id)
                if counter is not None and command.id not in self.upon:
                    yield from self.changed(command.id, counter, command)
            case SetProperty():
                yield from self._rolled(command)
            case _:
                yield text

    def _added(self, command: AddPiece) -> Iterator[str]:
        id_ = command.id or ""
        if command.type == _STACK:
            yield from self._stack(command)
        elif command.type.startswith(_DECK):
            yield self._deck(command)
        elif id_ not in self.upon:
            counter = self.history.start.get(id_) or next((each for each in self.counters() if each.id == id_), None)
            if counter is None:
                return
            means = self.means(counter) or "mark plain"
            mask = next((at for at, trait in enumerate(_traits(command.type, command.state)) if trait.kind == "obs"), None)
            self.things[id_] = Thing(means, id_, Shown(), mask)
            shown = self.shown_by(self.now.get(id_, counter), self.things[id_], command.state)
            self.things[id_].shown = shown
            yield self.written(id_, command.state, shown)

    def _stack(self, command: AddPiece) -> Iterator[str]:
        map_, x, y, *members = decode(command.state, ";")
        there, point = self.atlas.at(int(x), int(y)) if map_ == OURS else (map_, (int(x), int(y)))
        inside = [self.id_of(each) for each in members if not each.startswith("@@") and each not in self.upon]
        if inside:
            layer = [each for each in members if each.startswith("@@")]
            state = encode([there or "null", *map(str, point), *inside, *layer], ";")
            yield "+/" + (encode([command.id, _STACK, state], "/") or "")

    def _deck(self, command: AddPiece) -> str:
        map_, x, y, *rest = decode(command.state, ";")
        trait = _traits(command.type, command.state)[-1]
        title = trait.type.text("name")
        kind = trait.type.replace(name=self.atlas.said(title)).raw
        type_ = command.type[: len(_DECK)] + kind
        point = self.plan.centre_of(title) if title in self.plan.places else (int(x), int(y))
        self.atlas.lies(int(x), int(y), self.plan.beside if map_ == OURS else map_ or "", point)
        state = encode([self.plan.beside if map_ == OURS else map_, *map(str, point), *rest], ";")
        return "+/" + (encode([command.id, type_, state], "/") or "")

    def _removed(self, id_: str) -> Iterator[str]:
        if id_ in self.upon:
            return
        thing = self.things.get(id_)
        yield f"-/{thing.id if thing is not None else id_}"

    def _moved(self, command: MovePiece) -> Iterator[str]:
        if command.id in self.upon or command.id is None:
            return
        there, point = self.spot(command.map, command.x, command.y)
        old, before = self.spot(command.old_map, command.old_x, command.old_y)
        self.who = who = "" if command.player is None else command.player.reveal()
        under, beneath = self.below(command.under), self.below(command.old_under)
        tokens = [self.id_of(command.id), there, *map(str, point), under, old, *map(str, before), beneath, who]
        yield "M/" + (encode(tokens, "/") or "")

    # --- what pieces mean and show

    # --- dice and turns

    def _rolled(self, command: SetProperty) -> Iterator[str]:
        button, _, what = command.name.rpartition("_")
        if not button or what not in ("result", "total", "keep", "summary"):
            yield command.raw
            return
        name = f"{die_name(button, self.kit.recipe)}_{what}"
        old = self.dice.get(name, command.old or "")
        self.dice[name] = command.new or ""
        word, _, _, _, where = command.raw.split("\t")
        if old != command.new:
            yield "\t".join((word, name, old, command.new or "", where))


def _traits(type_: str, state: str) -> tuple[Trait, ...]:
    return trait_reader().piece(type_, state)


def atlas_for(game: LoadedGame, plan: Plan, foreign: Module) -> Atlas:
    return Atlas(game, plan, own_module(game), foreign)
