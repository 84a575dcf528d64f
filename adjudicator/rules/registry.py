"""How a game takes up a shared rule: slots, rules that fit them, and bindings that give a rule its numbers and sections.

A slot is a question that the engine asks (`zoc.movement`: what does an enemy zone of control cost?). A rule is a function that
answers one; its keyword-only parameters are what games differ in. A binding is a rule with a game's own parameters and sections.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, create_model

from adjudicator.engine import deeds
from adjudicator.engine.actions import KINDS, Action
from adjudicator.engine.kinds import slot_of
from adjudicator.engine.memory import Family, Lifetime, Memory, memories_of, memory
from adjudicator.engine.terms import Term
from adjudicator.facts import Unknown

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Arity = Literal["one", "many"]
Kinds: TypeAlias = Iterable[type[Action]]


@dataclass(frozen=True, slots=True)
class Slot:
    """A question. Of those asked for `one` answer a game binds exactly one rule (for each case); of the others any number."""

    name: str
    question: str
    arity: Arity = "one"
    optional: bool = False  # a game may leave it without a rule


Sort: TypeAlias = Literal[
    "order of play",
    "markers forgotten",
    "leaving in time",
    "muster",
    "rebuilding",
    "grants",
    "chits",
    "thrown by chit",
    "moves that cost steps",
    "events",
    "command",
    "morale check",
    "rally",
    "all attackers",
    "help",
    "right target",
    "moving on",
    "unexplained loss",
    "owed loss",
    "before play",
    "landing",
    "spent",
    "settling",
]
"""What a rule is about, for whoever reads a log and has to know: it asks for the sort and never for a rule by its name."""


@dataclass(frozen=True)
class Rule:
    """A function that answers a slot, or the same slot of several actions, with the shape of its parameters."""

    name: str
    slots: tuple[str, ...]
    function: Callable[..., Any]
    sort: Sort | None = None

    @cached_property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """Its parameters with their types and defaults. Worked out when first asked for: a game binds some of the rules."""
        found = inspect.signature(self.function, eval_str=True).parameters
        return {name: each for name, each in found.items() if each.kind is each.KEYWORD_ONLY}

    @property
    def hints(self) -> Mapping[str, Any]:
        """The types of its parameters, with what they say of the words in them."""
        return {name: each.annotation for name, each in self.takes.items()}

    @cached_property
    def parameters(self) -> type[BaseModel]:
        """As a model that says what is wrong. Building it for every rule would take longer than judging a turn."""
        fields: dict[str, Any] = {
            name: (each.annotation, ... if each.default is each.empty else each.default) for name, each in self.takes.items()
        }
        config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)
        model: type[BaseModel] = create_model("Parameters", __config__=config, **fields)
        return model

    def checkable(self) -> None:
        """Raise what is wrong with the parameters themselves: types that no value can be checked against."""
        msgspec.inspect.multi_type_info(self.hints.values())

    def values(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """The value of every parameter, if these are given and the others left out. Raises pydantic's ValidationError."""
        left_out = {name: each.default for name, each in self.takes.items() if name not in given}
        if given.keys() <= self.takes.keys() and inspect.Parameter.empty not in left_out.values():
            with suppress(msgspec.ValidationError):
                return {**left_out, **{name: msgspec.convert(each, self.takes[name].annotation) for name, each in given.items()}}
        return dict(self.parameters.model_validate(dict(given)))

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.function) or "").partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Binding:
    """A rule as one game has it."""

    id: str  # as findings say it, without the game: `zoc-cost`
    rule: Rule
    cite: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, str] = field(default_factory=dict)  # the case it is for: {"side": "german"}
    on: tuple[str, ...] = ()  # of the actions that the rule looks at, only these
    values: Mapping[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)  # of all parameters
    call: Callable[..., Any] = field(init=False, repr=False, compare=False, default=lambda: None)
    slots: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())  # the questions that it answers

    def __post_init__(self) -> None:
        values = self.rule.values(self.given)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "call", partial(self.rule.function, **values))
        slots = tuple(slot for slot in self.rule.slots if not self.on or slot.partition(".")[2] in self.on)
        object.__setattr__(self, "slots", slots)

    def takes(self, parameter: str) -> bool:
        return parameter in self.values

    def value(self, parameter: str) -> Any:
        """What the rule takes for one of its parameters here: as the game gives it, or as is usual."""
        return self.values[parameter]

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)

    def fits(self, case: Mapping[str, str]) -> bool:
        return all(case.get(key) == value for key, value in self.when.items())


class Registry:
    """The slots, rules and memories of a set of modules. Filled when they are imported; a game's own go into a copy."""

    def __init__(
        self,
        slots: Mapping[str, Slot] | None = None,
        rules: Mapping[str, Rule] | None = None,
        memories: Mapping[str, Memory[Any]] | None = None,
    ) -> None:
        self.slots: dict[str, Slot] = dict(slots or {})
        self.rules: dict[str, Rule] = dict(rules or {})
        self.memories: dict[str, Memory[Any]] = dict(memories or {})

    def copy(self) -> Registry:
        return Registry(self.slots, self.rules, self.memories)

    def memory(
        self,
        name: str,
        of: type[T],
        says: str,
        *,
        lasts: Lifetime,
        default: T | Unknown,
        forbids: bool = False,
        words: tuple[Term, ...] = (),
    ) -> Memory[T]:
        """Declare something that rules remember (see `memory`)."""
        made = memory(name, of, says, lasts=lasts, default=default, forbids=forbids, words=words)
        if name in self.memories:
            raise ValueError(f"memory {name} twice")
        self.memories[name] = made
        return made

    def family(
        self, name: str, of: type[T], says: str, *, lasts: Lifetime, default: T | Unknown, forbids: bool = False
    ) -> Family[T]:
        """Declare one for each unit, group or purpose: `points spent by {}`."""
        return Family(self.memory(name, of, says, lasts=lasts, default=default, forbids=forbids))

    def slot(self, name: str, question: str, arity: Arity = "one", *, optional: bool = False) -> Slot:
        if name in self.slots:
            raise ValueError(f"slot {name} twice")
        self.slots[name] = Slot(name, question, arity, optional)
        return self.slots[name]

    def asked(self, slots: Iterable[str]) -> str:
        """The questions of some slots, in one line."""
        return " ".join(self.slots[slot].question for slot in slots)

    def rule(
        self, slot: str = "", name: str | None = None, *, on: Kinds = (), after: Kinds = (), sort: Sort | None = None
    ) -> Callable[[F], F]:
        """Enter a function as a rule: for a slot, for what actions must obey, or for what follows from them.

        Its name is its module's and its own: `zoc.additive_cost`. `sort` says what it is about, to who reads logs.
        """

        def enter(function: F) -> F:
            called = name or f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
            if called in self.rules:
                raise ValueError(f"rule {called} twice")
            slots = slots_for(slot, on, after)
            for each in slots:
                if each not in self.slots:
                    raise ValueError(f"rule {called} is for slot {each}, which nobody asks")
            self.rules[called] = Rule(called, slots, function, sort)
            return function

        return enter


def slots_for(slot: str = "", on: Kinds = (), after: Kinds = ()) -> tuple[str, ...]:
    """The questions that a rule answers, however that was said."""
    return (*((slot,) if slot else ()), *map(slot_of, on), *(slot_of(kind, "after") for kind in after))


@dataclass(frozen=True, eq=False)
class Bindings:
    """All rules of a game."""

    all: tuple[Binding, ...]
    _by_slot: dict[str, tuple[Binding, ...]] = field(init=False, repr=False, default_factory=dict)
    _by_case: dict[tuple[str, ...], tuple[Binding, ...]] = field(init=False, repr=False, default_factory=dict)
    _by_sort: dict[Sort, tuple[Binding, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for binding in self.all:
            for slot in binding.slots:
                self._by_slot[slot] = (*self._by_slot.get(slot, ()), binding)

    def many(self, slot: str, **case: str) -> tuple[Binding, ...]:
        """Every rule for a case of a slot. There are few cases, so each is looked up once."""
        key = (slot, *case, *case.values())
        found = self._by_case.get(key)
        if found is None:
            bound = self._by_slot.get(slot, ())
            found = self._by_case[key] = tuple(binding for binding in bound if not binding.when or binding.fits(case))
        return found

    def all_of(self, slot: str) -> tuple[Binding, ...]:
        """Every rule for a slot, whatever case it is for."""
        return self._by_slot.get(slot, ())

    def find(self, slot: str, **case: str) -> Binding | None:
        """The one rule for a case; None where the game has none. Loading a game has made sure that there are not two."""
        found = self._by_case.get((slot, *case, *case.values()))
        if found is None:
            found = self.many(slot, **case)
        return found[0] if found else None

    def sort(self, sort: Sort) -> tuple[Binding, ...]:
        """Every rule that is about something."""
        found = self._by_sort.get(sort)
        if found is None:
            found = self._by_sort[sort] = tuple(binding for binding in self.all if binding.rule.sort == sort)
        return found

    def differing(self, other: Bindings) -> frozenset[str]:
        """The slots that are not answered alike."""
        return frozenset(
            slot for slot in {*self._by_slot, *other._by_slot} if self._by_slot.get(slot, ()) != other._by_slot.get(slot, ())
        )

    def one(self, slot: str, **case: str) -> Binding:
        found = self.find(slot, **case)
        if found is None:
            raise LookupError(f"no rule answers {slot}")
        return found


def clashes(bindings: Iterable[Binding], slots: Mapping[str, Slot]) -> list[tuple[Binding, Binding]]:
    """Pairs of rules that answer the same case of a slot that takes one answer."""
    entered = [binding for binding in bindings if any(slots[slot].arity == "one" for slot in binding.slots)]
    return [
        (first, second)
        for index, first in enumerate(entered)
        for second in entered[index + 1 :]
        if first.slots == second.slots
        and not any(key in second.when and second.when[key] != value for key, value in first.when.items())
    ]


def slots_of(kinds: Iterable[type[Action]]) -> Iterator[Slot]:
    """Every kind of action is checked, and something may follow from it: rooms of all kinds have rules for that."""
    for kind in kinds:
        one = f"{'an' if kind.verb[0] in 'aeiou' else 'a'} {kind.verb}"
        yield Slot(slot_of(kind), f"What must {one} obey?", "many", True)
        yield Slot(slot_of(kind, "after"), f"What else follows from {one}?", "many", True)


SHARED = Registry(
    {slot.name: slot for slot in slots_of(KINDS.values())}, memories={each.name: each for each in memories_of(deeds)}
)
