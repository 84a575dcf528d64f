"""What pydantic says about a value, as a sentence and a remedy for whoever wrote the file."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

_KINDS: Mapping[str, tuple[str, str]] = {
    "int": ("a whole number", "write it with digits alone, such as 3"),
    "float": ("a number", "write it with digits, such as 3 or 0.5"),
    "bool": ("true or false", "write true or false without quotation marks"),
    "string": ("a text", "put it in quotation marks"),
    "list": ("a list", 'write it in brackets, such as ["a", "b"]'),
    "tuple": ("a list", 'write it in brackets, such as ["a", "b"]'),
    "set": ("a list", 'write it in brackets, such as ["a", "b"]'),
    "frozen_set": ("a list", 'write it in brackets, such as ["a", "b"]'),
    "dict": ("a table", "write it in braces, such as { enter = 2 }"),
    "mapping": ("a table", "write it in braces, such as { enter = 2 }"),
    "model": ("a table", "write it in braces, or under a heading of its own"),
}


def said(error: Any, model: type[BaseModel]) -> tuple[str, str]:
    """Message and remedy for one error."""
    kind, given, context = error["type"], error.get("input"), error.get("ctx", {})
    last = str(error["loc"][-1]) if error["loc"] else ""
    if kind == "missing":
        return "is missing", f"state it{_about(model, error['loc'])}"
    if kind == "extra_forbidden":
        names = [field.alias or name for name, field in _inner(model, error["loc"][:-1]).model_fields.items()]
        near = difflib.get_close_matches(last, names, n=1, cutoff=0.6)
        there = f"there are {', '.join(sorted(names))}" if names else "it takes none"
        return "nothing of this name is known here", f"did you mean {near[0]}?" if near else there
    if kind in ("literal_error", "enum"):
        return f"{shown(given)} is none of the words that may stand here", f"write {context.get('expected', 'one of them')}"
    if kind == "string_pattern_mismatch":
        return f"{shown(given)} is not written as it must be", _pattern(str(context.get("pattern", "")))
    if kind in ("value_error", "assertion_error"):
        message, _, remedy = str(error["msg"]).partition(", ")[2].partition("; ")
        return message, remedy or "correct it"
    if kind in ("too_short", "too_long"):
        least, most = context.get("min_length"), context.get("max_length")
        count = context.get("actual_length", 0)
        return f"has {count} {'entry' if count == 1 else 'entries'}", (
            f"it needs at least {least}" if least is not None else f"it takes at most {most}"
        )
    if kind.startswith(("greater_than", "less_than")):
        return f"{shown(given)} is out of bounds", str(error["msg"]).replace("Input", "it").lower()
    family = next((name for name in sorted(_KINDS, key=len, reverse=True) if kind.startswith(name)), None)
    if family is None:
        return f"{shown(given)} does not fit", str(error["msg"]).removeprefix("Input ").lower()
    what, remedy = _KINDS[family]
    return f"{shown(given)} is not {what}", remedy


def shown(value: object) -> str:
    """A value as it may stand in a sentence: short, and without line ends."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _pattern(pattern: str) -> str:
    if "lost" in pattern:
        return "write full, reduced, or lost and the number of steps"
    if "{4}" in pattern:
        return "a hex is four digits, column and row, such as 0213"
    return "write small letters, digits and hyphens"


def _about(model: type[BaseModel], place: tuple[str | int, ...]) -> str:
    named = [step for step in place if isinstance(step, str)]
    field = _inner(model, tuple(named[:-1])).model_fields.get(named[-1]) if named else None
    return f": {field.description}" if field is not None and field.description else ""


def _inner(model: type[BaseModel], place: tuple[str | int, ...]) -> type[BaseModel]:
    """The model of a part: fields of models, and members of lists of models."""
    for step in place:
        if isinstance(step, int):
            continue
        field = next((f for name, f in model.model_fields.items() if step in (name, f.alias)), None)
        found = None if field is None else _model_in(field.annotation)
        if found is None:
            return model
        model = found
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for each in getattr(annotation, "__args__", ()) if (found := _model_in(each)) is not None), None)
