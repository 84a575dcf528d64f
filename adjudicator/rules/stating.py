"""What cases and scenarios state of a game's memories, by the words that players use: checked against what rules declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adjudicator import factname
from adjudicator.engine.deeds import FIRED, LEFT
from adjudicator.engine.memory import Family, Memory
from adjudicator.engine.state import State

from .table import Game

_BLANK = re.escape("{}")


WrongWord = Callable[..., tuple[str, str] | None]  # of a word and the kinds it may be of: what is wrong with it, and the remedy


class NotSoStatedError(ValueError):
    """A word or a value that no memory takes."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.remedy = remedy


def _any_word(*_: object) -> None:
    """Where nobody has listed the words."""


def memory_named(game: Game, name: str) -> Memory[Any] | None:
    """The memory of a name; of one for each unit or group the one whose name it is."""
    if name in game.memories:
        return None if "{}" in name else game.memories[name]
    for each in sorted((each for each in game.memories.values() if "{}" in each.name), key=lambda each: -len(each.name)):
        found = re.fullmatch(re.escape(each.name).replace(_BLANK, "(.+?)"), name)
        if found is not None:
            return Family(each)[found.groups()]
    return None


def stateable(memory: Memory[Any]) -> bool:
    """Can a file say it? Not what only the play itself gives, such as all that came of the last combat."""
    return memory.of in (str, int, bool) or not isinstance(memory.of, type)


def wanted(memory: Memory[Any]) -> str:
    """What it must be, as a remedy says it."""
    kinds = {str: "a word", int: "a number", bool: "true or false"}
    many = "a table" if getattr(memory.of, "__origin__", None) is dict else "a list"
    return f"{kinds.get(memory.of, many)}: {memory.says}"


def look_over_words(memory: Memory[Any], value: Any, wrong: WrongWord) -> None:
    """Raises NotSoStatedError if a word in the value is none of the game's."""
    for word in _words(value) if memory.words else ():
        if (fault := wrong(word, *memory.words)) is not None:
            raise NotSoStatedError(*fault)


def _words(value: Any) -> Iterator[str]:
    """The words in a value: itself, those in a list, or those by which a table is kept."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | Collection):
        yield from (each for each in value if isinstance(each, str))


def stated(state: State, memory: Memory[Any], value: Any, wrong: WrongWord = _any_word) -> State:
    """The position in which this is remembered; `?`: nobody knows it."""
    if value == "?":
        return state.forget(memory, factname.read(memory.name))
    if not stateable(memory):
        raise NotSoStatedError(f"{memory.name} is not for a file to state")
    try:
        found = TypeAdapter(memory.of).validate_python(value)
    except ValidationError as error:
        raise NotSoStatedError(f"{value!r} does not fit {memory.name}: {memory.says}", f"write {wanted(memory)}") from error
    look_over_words(memory, found, wrong)
    return state.remember(memory, found)


def done(state: State, game: Game, words: Sequence[str], wrong: WrongWord = _any_word) -> State:
    """The position in which something was done: `attacked de-21`, or `target of barrage`, `0606`."""
    said = tuple(words[0].rsplit(" ", 1)) if len(words) == 1 else tuple(words)
    memory, items = _deed(game, said[0]), said[1:]
    if memory is None and len(said) > 2:
        memory, items = memory_named(game, f"{said[0]} {said[1]}"), said[2:]
    if memory is None or not items:
        raise NotSoStatedError(f"{' '.join(words)} is nothing that can have been done")
    try:
        found = TypeAdapter(memory.of).validate_python([items[0] if len(items) == 1 else items])
    except ValidationError as error:
        raise NotSoStatedError(f"{' '.join(words)} does not fit {memory.name}: {memory.says}") from error
    look_over_words(memory, found, wrong)
    return state.adding(memory, *found)


def deeds(game: Game) -> Iterator[str]:
    """All words for what was done."""
    for each in game.memories.values():
        if _is_set(each):
            yield from (FIRED.each.name == each.name and _kinds(game, "fire", "kind", "kinds")) or (each.name,)


def _deed(game: Game, word: str) -> Memory[Any] | None:
    found = memory_named(game, word)
    if found is not None:
        return found if _is_set(found) else None
    if word in _kinds(game, "fire", "kind", "kinds"):
        return FIRED[word]
    return LEFT[word] if word in _kinds(game, "remove", "why") else None


def _is_set(memory: Memory[Any]) -> bool:
    return getattr(memory.of, "__origin__", None) is frozenset


def _kinds(game: Game, action: str, *parameters: str) -> Collection[str]:
    """The kinds of fire that a game has, or its reasons to take a unit off: all that its rules look at."""
    found: set[str] = set()
    for binding in game.rules.all_of(f"check.{action}"):
        for parameter in parameters:
            value = binding.values.get(parameter, ())
            found.update((value,) if isinstance(value, str) else value)
    return found
