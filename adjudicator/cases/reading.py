"""Reading a file of cases, and saying in which line what is wrong with it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adjudicator.engine.actions import KINDS
from adjudicator.games.words import said

from .acts import act_of
from .errors import CaseError, Fault
from .lines import Lines
from .model import Case, CaseFile


class Document:
    """A file of cases as read, able to say in which line something stands."""

    def __init__(self, file: str, cases: CaseFile, lines: Lines, faulty: Mapping[int, tuple[Fault, ...]] | None = None) -> None:
        self.file = file
        self.cases = cases
        self.lines = lines
        self.faulty = faulty or {}  # cases that cannot be read, by their index: an empty one stands in their place

    def fault(self, message: str, remedy: str, *path: str | int) -> Fault:
        return Fault(message, remedy, self.lines.of(path), _field(path), self.file)


def read_cases(path: Path, name: str | None = None) -> Document:
    """Read a file. CaseError says everything that is wrong with it."""
    file = name or path.name
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CaseError([Fault(f"cannot be read: {(error.strerror or 'no reason given').lower()}", file=file)]) from None
    except UnicodeDecodeError:
        raise CaseError([Fault("is not a text in UTF-8", "a file of cases is a TOML text", file=file)]) from None
    return parse_cases(text, file)


def parse_cases(text: str, file: str = "cases.toml") -> Document:
    lines = Lines(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError([_not_toml(str(error), text, file)]) from None
    except RecursionError:
        raise CaseError([Fault("is nested too deeply", "no case needs more than three levels", file=file)]) from None
    try:
        return Document(file, CaseFile.model_validate(data), lines)
    except ValidationError as error:
        return _without_faulty(data, error, lines, file)


def _without_faulty(data: dict[str, Any], error: ValidationError, lines: Lines, file: str) -> Document:
    """The file with the cases that can be read. CaseError if what holds for all of them is at fault."""
    errors = _own(error)
    if any(len(each["loc"]) < 2 or each["loc"][0] != "case" for each in errors):
        raise CaseError([_fault_of(each, lines, file) for each in errors]) from None
    faulty: dict[int, tuple[Fault, ...]] = {}
    for each in errors:
        at = int(each["loc"][1])
        faulty[at] = (*faulty.get(at, ()), _fault_of(each, lines, file))
    cases = [{"name": _name_of(each), "position": True} if at in faulty else each for at, each in enumerate(data["case"])]
    return Document(file, CaseFile.model_validate({**data, "case": cases}), lines, faulty)


def _name_of(case: Any) -> str:
    name = case.get("name") if isinstance(case, dict) else None
    return name if isinstance(name, str) and name else "?"


def _not_toml(said: str, text: str, file: str) -> Fault:
    message, _, place = said.partition(" (at ")
    number = place.removeprefix("line ").partition(",")[0]
    line = int(number) if number.isdigit() else text.count("\n") + 1
    remedy = "inside { … } everything stands on one line; texts stand in quotes"
    return Fault(f"not TOML: {message[:1].lower()}{message[1:]}", remedy, line, file=file)


_TAGS = frozenset(("Placed", "function-before", "function-after"))
_PYDANTIC_SAYS_TOO = "too_short"  # of a list whose members are faulty, and so not counted


def _own(error: ValidationError) -> list[Any]:
    errors = error.errors()
    own = [each for each in errors if not (each["type"] == _PYDANTIC_SAYS_TOO and each["loc"] == ("case",) and each["input"])]
    return list(own or errors)


def _fault_of(error: Any, lines: Lines, file: str) -> Fault:
    path = [part for part in error["loc"] if part not in _TAGS]
    fields: Collection[str] = Case.model_fields if len(path) > 2 else CaseFile.model_fields
    if len(path) > 4 and path[2] == "actions" and path[4] in KINDS:
        fields = act_of(KINDS[str(path[4])]).model_fields
        del path[4]  # the kind of action, which the writer did not write
    message, remedy = _words_of(error, path, fields)
    return Fault(message, remedy, lines.of(path), _field(path), file)


def _words_of(error: Any, path: list[str | int], fields: Collection[str]) -> tuple[str, str]:
    """What is wrong and what to do about it, in words for someone who knows no pydantic."""
    kind = error["type"]
    if kind == "extra_forbidden":
        near = get_close_matches(str(path[-1]), fields, 1)
        return "there is no such field", f"did you mean {near[0]}?" if near else "leave it out, or see `adjudicate case --schema`"
    if kind == "missing" and path != ["case"]:
        return "is missing", f"add {path[-1]} = …"
    if path == ["case"]:
        return "the file has no case", "begin one with [[case]]"
    if kind == "value_error":
        message, _, remedy = str(error["ctx"]["error"]).partition("; ")
        return message, remedy
    if kind == "verb":
        return str(error["msg"]), "take one action apart into several, or see `adjudicate case --schema`"
    if kind in ("too_short", "string_too_short"):
        return "is empty", "name at least one"
    return said(error, CaseFile)


def _field(path: tuple[str | int, ...] | list[str | int]) -> str:
    """`case 2, actions 1, to`: counted from one, as people do."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)
