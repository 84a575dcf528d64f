"""A binding as sections of a TOML file, written for the first time, or into a file that its owner has worked on since.

What the owner wrote stays as it is, remarks and order too. Only two kinds of lines are ours and written anew each time: those
that begin with `#?`, and those whose remark says that they were drafted, as long as nobody has changed their value.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator.evidence import doubts

HEAD: Final = "[[module]]"
OURS: Final = "#? "
_HEADER: Final = re.compile(r"^\s*\[\[?\s*(?P<name>[^\[\]]+?)\s*\]\]?")


@dataclass(slots=True)
class BindingSection:
    """`[module.name]`; without a name what stands at the head of the module."""

    name: str
    about: str = ""
    entries: dict[str, str] = field(default_factory=dict)  # key -> what is written behind it, as TOML, maybe with a remark
    remarks: list[str] = field(default_factory=list)


def drafted(value: str, title: str, confidence: float) -> str:
    """What is written behind a key."""
    return f"{text(value)}  # {shown(title)}; {doubts.remark(value, confidence)}"


def text(value: str) -> str:
    """A TOML string. Those of JSON are TOML too, but for what TOML wants escaped beyond it."""
    return json.dumps(shown(value), ensure_ascii=False)


def shown(value: str) -> str:
    """On one line, whatever a module calls its things."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in value)


def written(beginning: Sequence[str], sections: Iterable[BindingSection]) -> str:
    """A new file."""
    lines = [*beginning, HEAD]
    for section in sections:
        lines += _header(section)
        lines += [f"{key} = {value}" for key, value in section.entries.items()]
        lines += [f"{OURS}{remark}" for remark in section.remarks]
    return "\n".join(lines) + "\n"


def without_drafts(old: str) -> str:
    """A file as its owner would have written it: without what we drafted and nobody changed."""
    return "\n".join(line for line in old.splitlines() if not _ours(line)) + "\n"


def merged(old: str, sections: Sequence[BindingSection], module: str) -> str:
    """The file with what is new. Where its owner says something of a key, that stands."""
    kept = without_drafts(old)
    number, table = _entry_of(tomllib.loads(kept), module)
    lines = kept.splitlines()
    begin, end = _bounds(lines, number)
    blocks = list(_blocks(lines[begin:end]))
    new = {section.name: section for section in sections}
    result: list[str] = []
    for name, block in blocks:
        result += _filled(block, new.pop(name, None), _inner(table, name))
    for section in new.values():
        if section.entries or section.remarks:
            result += [*_header(section), *_filled([], section, _inner(table, section.name))]
    return "\n".join([*lines[:begin], *result, *lines[end:]]).rstrip("\n") + "\n"


def _ours(line: str) -> bool:
    found = doubts.LINE.match(line)
    return line.startswith(OURS.rstrip()) or (found is not None and found["value"] == found["drafted"])


def _header(section: BindingSection) -> list[str]:
    return ["", f"[module.{section.name}]" + f"  # {section.about}" * bool(section.about)] if section.name else []


def _filled(block: Sequence[str], section: BindingSection | None, table: Mapping[str, Any]) -> list[str]:
    """A section with the entries that it has not, above the blank lines at its end."""
    if section is None:
        return list(block)
    filled = len(block)
    while filled and not block[filled - 1].strip():
        filled -= 1
    fresh = [f"{key} = {value}" for key, value in section.entries.items() if _bare(key) not in table]
    return [*block[:filled], *fresh, *(f"{OURS}{remark}" for remark in section.remarks), *block[filled:]]


def _bare(key: str) -> str:
    return str(json.loads(key)) if key.startswith('"') else key


def _entry_of(data: Mapping[str, Any], module: str) -> tuple[int, Mapping[str, Any]]:
    """Which of the modules of the file is meant: its number and what is said of it; a new one behind the last if none is."""
    every = data.get("module", [])
    for number, entry in enumerate(every):
        if module in entry.get("modules", ()):
            return number, entry
    return len(every), {}


def _bounds(lines: Sequence[str], number: int) -> tuple[int, int]:
    heads = [place for place, line in enumerate(lines) if line.replace(" ", "").startswith(HEAD)]
    begin = heads[number] if number < len(heads) else len(lines)
    end = heads[number + 1] if number + 1 < len(heads) else len(lines)
    return begin, end


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines of a module by their sections, each with its header."""
    name = ""
    block: list[str] = []
    for line in lines:
        found = _HEADER.match(line)
        if found is not None and block:
            yield name, block
            block = []
        if found is not None:
            name = found["name"].removeprefix("module").removeprefix(".")
        block.append(line)
    if block:
        yield name, block


def _inner(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    for part in name.split(".") if name else ():
        inner = table.get(part, {})
        table = inner if isinstance(inner, Mapping) else {}
    return table
