"""What a game remembers beside where its units stand: declared once, with its type, how long it lasts and what it is.

A memory is the name and the type of something; its value is in the position. It ends by itself when something begins that it does
not outlast. Of a game whose beginning nobody has seen it is unknown, not empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from adjudicator import factname
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Known, Unknown

from .terms import Term

T = TypeVar("T")


class Lifetime(IntEnum):
    """How long a memory lasts: till the next of its kind begins, or of any longer one, for a turn has its phases anew."""

    COMBAT = 1
    PHASE = 2
    ACTIVATION = 3  # with the next headquarters, or the next chit
    TURN = 4
    GAME = 5

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Memory(Generic[T]):
    """One thing that is remembered."""

    name: str  # in cases and notes: `attacked`, `lost activations 2BF`
    of: Any  # the type of its value, as a file that states it must give it
    says: str
    lasts: Lifetime
    default: Fact[T]  # in a game played from its beginning, and in a case that does not state it
    forbids: bool = False  # what is remembered only ever forbids: what nobody saw is taken not to have happened
    family: str = ""  # the name under which it is declared, where there is one for each unit, group or purpose
    words: tuple[Term, ...] = ()  # of which kind the words in its value are; none: any will do
    shown: str = ""  # the mark that lies on the hexes which it holds: who sees the map sees them

    @property
    def key(self) -> str:
        return self.family or self.name

    @property
    def asks(self) -> FactName:
        """The name of the fact that lacks while it is unknown."""
        return self.default.key if isinstance(self.default, Unknown) else factname.read(self.name)


@dataclass(frozen=True, slots=True)
class Family(Generic[T]):
    """A memory for each unit, group or purpose: `lost activations {}`."""

    each: Memory[T]

    def __getitem__(self, words: str | tuple[str, ...]) -> Memory[T]:
        each, filled = self.each, (words,) if isinstance(words, str) else words
        default = each.default
        if isinstance(default, Unknown):
            default = Unknown(factname.read(str(default.key).format(*filled)))
        return Memory(each.name.format(*filled), each.of, each.says, each.lasts, default, each.forbids, each.name, each.words)


def memory(
    name: str,
    of: type[T],
    says: str,
    *,
    lasts: Lifetime,
    default: T | Unknown,
    forbids: bool = False,
    words: tuple[Term, ...] = (),
    shown: str = "",
) -> Memory[T]:
    """Declare something that rules remember. A game's own rules do so with this; shared rules by `SHARED.memory`.

    `of` is the type that a case or a scenario must give; `default` what it is in a game played from its beginning. What only ever
    `forbids` is taken to be empty where a file begins later, for then there is a way of playing that explains it; all else is
    unknown then. `words` are the kinds of words that its value may be made of: whoever states another is told so. What is `shown`
    by markers on hexes is known wherever a file begins.
    """
    known = default if isinstance(default, Unknown) else Known(default)
    return Memory(name, of, says, lasts, known, forbids, words=words, shown=shown)


def memories_of(module: object) -> Iterator[Memory[Any]]:
    """All that a module declares."""
    for value in vars(module).values():
        if isinstance(value, Memory | Family):
            yield value.each if isinstance(value, Family) else value


@dataclass(frozen=True, slots=True)
class Partly(Unknown, Generic[T]):
    """What was seen of a set or a table of which nobody knows the rest."""

    seen: T


@dataclass(frozen=True, slots=True)
class Remembered(Generic[T]):
    """A value, and what it is a value of."""

    memory: Memory[T]
    fact: Fact[T]


Memories = Mapping[str, Remembered[Any]]


def remembering(memory: Memory[T], value: T) -> Memories:
    """One value by itself."""
    return {memory.name: Remembered(memory, Known(value))}


def outlasting(memories: Memories, began: Lifetime, lasting: Mapping[str, Lifetime]) -> Memories:
    """What is still remembered once something has begun. `lasting` says where a game differs."""
    return {name: each for name, each in memories.items() if lasting.get(each.memory.key, each.memory.lasts) > began}
