"""A run over many files: what is known already is not judged again, all else goes to the workers, and all is told in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from adjudicator.finding import Problem
from adjudicator.report.record import GameRecord, Record

from .grouping import Grouping
from .leaving import LeftFolder
from .memory import Hangs, ResultMemory
from .sources import FoundFile, units_of
from .surroundings import Modules, choices_hash, program
from .unit import Part, Reply, Task, WorkUnit, decoded, decoded_game, encoded


@dataclass(frozen=True, slots=True)
class Told:
    """One file as it is told: its record by the name that reports call it, and reports beside that."""

    record: Record
    shown: Mapping[str, str]
    key: str  # a short name of the result, the same in every run
    known: bool = False  # from memory


@dataclass(frozen=True, slots=True)
class Item:
    """A unit on its way: with the key of its result, and the result if that is known."""

    unit: WorkUnit
    hangs: Hangs | None  # None: nothing is remembered of it
    known: Reply | None
    forms: tuple[str, ...]
    left: LeftFolder | None = None

    def task(self) -> Task:
        path = None if self.unit.path is None else str(self.unit.path.resolve())
        leave = "" if self.left is None else self.left.place_for(self.unit.label)
        return Task(self.unit.name, self.unit.sha256, path, self.unit.data, self.forms, leave=leave)


@dataclass(frozen=True, slots=True)
class GameItem:
    """The files of one game on their way."""

    units: Sequence[WorkUnit]
    hangs: Hangs
    known: Reply | None
    left: LeftFolder | None = None

    def task(self) -> Task:
        """Of files in zips and mails the bytes are fetched only now."""
        carriers = {each.carrier for each in self.units if each.carrier is not None}
        fetched = [unit for carrier in sorted(carriers) for unit in units_of(FoundFile(*carrier)) if isinstance(unit, WorkUnit)]
        data = {unit.label: unit.data for unit in fetched}
        parts = (self._part(each, data.get(each.label, b"")) for each in self.units)
        return Task(self.units[0].label, "", None, b"", parts=tuple(parts))

    def _part(self, unit: WorkUnit, data: bytes) -> Part:
        path = None if unit.path is None else str(unit.path.resolve())
        return Part(unit.label, unit.name, unit.sha256, path, data, "" if self.left is None else self.left.place_of(unit.label))


AnyItem = TypeVar("AnyItem", Item, GameItem)


class Workers(Protocol):
    """Whoever judges units, here or on other machines. They stay for the next row until they are closed."""

    alike: bool  # all of them see our folders, and hash texts alike

    def kept_open(
        self, units: Iterable[AnyItem], arrived: Callable[[AnyItem, Reply], None]
    ) -> Iterator[tuple[AnyItem, Reply]]: ...

    def close(self) -> None: ...


@dataclass
class Run:
    """Judges files with these workers and this memory."""

    workers: Workers
    choices: Mapping[str, Any]
    memory: ResultMemory | None = None
    forms: Sequence[str] = ()
    judged: int = field(default=0, init=False)  # by workers, not from memory
    _grouping: Grouping = field(default_factory=Grouping, init=False)
    _left: LeftFolder | None = field(default=None, init=False)
    _modules: Modules = field(init=False)
    _choices: str = field(init=False)

    def __post_init__(self) -> None:
        self._modules = Modules(self.choices.get("modules", ()))
        self._choices = choices_hash(self.choices)

    def each(self, found: Iterable[FoundFile]) -> Iterator[Told]:
        """File after file, in the order given. BatchError if nothing can be judged at all."""
        return self.units(unit for one in found for unit in units_of(one))

    def units(self, units: Iterable[WorkUnit | Problem]) -> Iterator[Told]:
        with closing(self.workers):
            yield from self._told(units)

    def with_games(self, found: Iterable[FoundFile]) -> Iterator[Told | GameRecord]:
        """The same, and then each game of which there are several files, in the order of their first ones."""
        with closing(self.workers), ExitStack() as stack:
            if self.workers.alike:
                self._left = stack.enter_context(LeftFolder())
            yield from self._told(unit for one in found for unit in units_of(one))
            for _, reply in self.workers.kept_open(map(self._game, self._grouping.games()), self._audited):
                yield decoded_game(reply.record)

    def _told(self, units: Iterable[WorkUnit | Problem]) -> Iterator[Told]:
        for item, reply in self.workers.kept_open(map(self._item, units), self._arrived):
            record = decoded(reply.record).under(item.unit.label)
            self._grouping.add(item.unit, record)
            yield Told(record, reply.shown, self._key(item)[:16], item.known is not None)

    def _game(self, units: Sequence[WorkUnit]) -> GameItem:
        folders = [None if each.path is None else each.path.resolve().parent for each in units]
        hangs = Hangs(program(), self._choices, self._modules.beside_any(folders))
        known = None if self.memory is None else self.memory.find_game(hangs.key_of_game(units))
        return GameItem(units, hangs, known, self._left)

    def _audited(self, item: GameItem, reply: Reply) -> None:
        self.judged += 1
        if self.memory is not None:
            self.memory.keep_game(item.hangs.key_of_game(item.units), reply)

    def _item(self, each: WorkUnit | Problem) -> Item:
        if isinstance(each, Problem):
            unread = Record(each.file, "unread", problem=each.message)
            return Item(WorkUnit(each.file, each.file, ""), None, Reply(encoded(unread), {}), ())
        if not each.sha256:
            return Item(each, None, None, tuple(self.forms))
        folder = None if each.path is None else each.path.resolve().parent
        hangs = Hangs(program(), self._choices, self._modules.beside(folder))
        known = None if self.memory is None else self.memory.find(hangs.key(each), self.forms)
        return Item(each, hangs, known, tuple(self.forms), self._left)

    def _key(self, item: Item) -> str:
        hangs = item.hangs or Hangs("", "", "")
        return hangs.key(item.unit)

    def _arrived(self, item: Item, reply: Reply) -> None:
        self.judged += 1
        if self._left is not None:
            self._left.count(item.unit.label)
        if self.memory is not None and item.hangs is not None:
            self.memory.keep(item.unit, item.hangs, reply)
