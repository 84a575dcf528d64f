"""All shared rules, by the question that each answers, with the parameters that a game's `rules.toml` gives them."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from adjudicator.engine.terms import Term
from adjudicator.rules.registry import Rule, Slot
from adjudicator.rules.shared import SHARED

Data: TypeAlias = dict[str, Any]
_WIDTH = 100
_SOME = {frozenset: "some of", tuple: "a list of", list: "a list of", Sequence: "a list of"}
_PLAIN = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", type(None): "nothing"}


def tell_catalogue(asked: str = "") -> list[Data]:
    """Every question with the rules that answer it; of `asked` those whose name, question or rule holds that word."""
    by_slot: dict[str, list[Rule]] = {}
    for rule in SHARED.rules.values():
        for answered in rule.slots:
            by_slot.setdefault(answered, []).append(rule)
    found = []
    for name, slot in sorted(SHARED.slots.items()):
        rules = by_slot.get(name, [])
        whole = _holds(asked, name, slot.question)
        kept = [rule for rule in rules if whole or _holds(asked, rule.name, rule.summary)]
        if kept or whole:
            found.append(_tell_slot(slot, kept))
    return found


def _holds(asked: str, *texts: str) -> bool:
    return any(asked.casefold() in text.casefold() for text in texts)


def _tell_slot(slot: Slot, rules: Iterable[Rule]) -> Data:
    return {
        "slot": slot.name,
        "question": slot.question,
        "answers": "one" if slot.arity == "one" else "any number",
        "needed": not slot.optional and slot.arity == "one",
        "rules": [
            {"use": rule.name, "says": rule.summary, "with": [_tell_parameter(each) for each in rule.takes.values()]}
            for rule in sorted(rules, key=lambda rule: rule.name)
        ],
    }


def _tell_parameter(parameter: inspect.Parameter) -> Data:
    told = {"name": parameter.name, "wants": wants(parameter.annotation)}
    return told if parameter.default is parameter.empty else {**told, "unless": _value(parameter.default)}


def _value(value: Any) -> Any:
    """A default as a game would write it."""
    if isinstance(value, (frozenset, set)):
        return sorted(map(str, value))
    if isinstance(value, Mapping):
        return {str(key): _value(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


def wants(annotation: Any) -> str:
    """What a parameter must be, in words: `some of: kind of unit`."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return " or ".join(dict.fromkeys(_term(each) for each in parts[1:]))
    if origin is Literal:
        return " or ".join(repr(each).replace("'", '"') for each in parts)
    if origin in (UnionType, Union):
        return " or ".join(wants(each) for each in parts if each is not type(None))
    if origin in _SOME:
        return f"{_SOME[origin]}: {wants(parts[0])}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"for each {wants(parts[0])}: {wants(parts[1])}"
    return _PLAIN.get(annotation, getattr(annotation, "__name__", "a value").lower())


def _term(said: Any) -> str:
    """A word of the game, or one that stands in or makes up something of it."""
    return str(said if isinstance(said, Term) else getattr(said, "term", said))


def catalogue_lines(found: Iterable[Data]) -> Iterator[str]:
    for slot in found:
        many = "any number of rules" if slot["answers"] != "one" else "one rule" if slot["needed"] else "one rule, or none"
        yield f"{slot['slot']}  ({many})"
        yield f"  {slot['question']}"
        for rule in slot["rules"]:
            yield from textwrap.wrap(f"{rule['use']}: {rule['says']}", _WIDTH, initial_indent="    ", subsequent_indent="      ")
            for each in rule["with"]:
                usual = f" (else {_shown(each['unless'])})" if "unless" in each else ""
                line = f"{each['name']}: {each['wants']}{usual}"
                yield from textwrap.wrap(line, _WIDTH, initial_indent="        ", subsequent_indent="          ")
        yield ""


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None or value in ("", [], {}) else str(value).replace("'", '"')
