"""Commands and changes in a player's words."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape
from typing import Any

from adjudicator.words import plural

from .survey import is_roll
from .values import Data

_LONG = 60
_MOST = 12
_EMPTY = ("{}", "[]")
_SUBJECTS = {"stack": "a stack", "deck": "a deck"}
_OWNERS = {
    "Mask": ("masked by {}", "no longer masked"),
    "Invisible": ("hidden by {}", "no longer hidden"),
    "Restricted Access": ("belongs to {}", "belongs to nobody"),
}


def flat(text: str, longest: int = 0) -> str:
    """A text on one line, so that it cannot pass for lines of ours; cut off where a limit is given."""
    text = text.strip() if text.isprintable() else " ".join(text.split())
    return text if not longest or len(text) <= longest else text[: longest - 1] + "…"


def spoken(line: str) -> str:
    """A line of chat as VASSAL shows it: it writes what could be markup of its own as entities."""
    return flat(unescape(line))


def list_some(items: Iterable[str], most: int = _MOST) -> str:
    """Items by comma; of very many the first ones, and how many more there are."""
    every = list(items)
    more = len(every) - most
    return ", ".join(every if more <= 0 else [*every[:most], f"and {more:,} more"])


def shown(value: Any) -> str:
    """A field's value."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return flat(value, _LONG) if value else "(empty)"
        case list():
            return "[" + list_some(shown(item) for item in value) + "]"
        case dict():
            return "{" + fields_in_words(value) + "}"
        case _:
            return str(value)


def fields_in_words(fields: Data) -> str:
    """Those fields that hold something."""
    told = ((flat(name, _LONG), shown(value)) for name, value in fields.items() if value)
    return list_some((f"{name} {value}" for name, value in told if value not in _EMPTY), 40)


def place_in_words(data: Data) -> str:
    return "no map" if data["map"] is None else f"{flat(data['map'], _LONG)} {data['x']},{data['y']}"


def subject(data: Data) -> str:
    """The piece that a command is about."""
    if data["name"]:
        return flat(data["name"], _LONG)
    kind = _SUBJECTS.get(data["piece"])
    if kind is not None:
        return kind
    return "a piece" if data["id"] is None else f"piece {flat(data['id'], _LONG)}"


def tell(command: Data) -> str:
    """One command."""
    match command["kind"]:
        case "chat":
            return f"{'roll' if is_roll(command['text']) else 'say '} {flat(command['text'])}"
        case "move":
            return f"move {subject(command)} -> {place_in_words(command)}"
        case "change":
            return f"change {subject(command)}: {_changes(command)}"
        case "add":
            return _addition(command)
        case "remove":
            return f"remove {subject(command)}"
        case "property":
            where = "" if command["container"] in (None, "Module") else f" ({flat(command['container'], _LONG)})"
            return f"set {flat(command['name'], _LONG)}{where}: {shown(command['old'])} -> {shown(command['new'])}"
        case "undo":
            return "undo begins" if command["begins"] else "undo ends"
        case "player":
            return f"player {flat(command['name'], _LONG)}: {flat(command['side'], _LONG)}"
        case "conditional":
            inner = command["command"]
            return f"for some versions of VASSAL: {'nothing' if inner is None else tell(inner)}"
        case "other":
            return _other(command)
        case "unknown":
            word = command["word"] or "without a name"
            return f"unknown command {word}, kept whole ({plural(command['length'], 'character')})"
        case _:
            return f"cannot be read: {command['problem']}"


def _addition(command: Data) -> str:
    if "problem" in command:
        return f"add {subject(command)}: cannot be read: {command['problem']}"
    if "members" not in command:
        return f"add {subject(command)}" + ("" if command["map"] is None else f" at {place_in_words(command)}")
    members = list_some(map(subject, command["members"])) or "nothing in it"
    name = f" {flat(command['name'], _LONG)}" if command["name"] else ""
    return f"new {command['piece']}{name} at {place_in_words(command)}: {members}"


def _other(command: Data) -> str:
    fields = command["fields"]
    if fields is None:
        return f"{command['title']} (not shown)"
    values = [shown(value) for value in fields.values() if value not in ("", [], None)]
    return f"{command['title']}: {', '.join(values)}" if values else str(command["title"])


def _changes(command: Data) -> str:
    if "problem" in command:
        return f"cannot be read: {command['problem']}"
    told = [words for change in command["changes"] if (words := change_in_words(change))]
    if told:
        return ", ".join(told)
    return "only what VASSAL keeps in mind about it" if command["changes"] else "nothing"


def change_in_words(change: Data) -> str:
    """One field of one trait; nothing for what no player would call a change."""
    title, field, old, new = change["trait"], change["field"], change["old"], change["new"]
    label = flat(change["name"], _LONG) or title or "a trait nobody knows"
    match title, field:
        case ("Basic Piece" | "Send To Location", _) | (_, "cycle_index" | "pressed") | ("Movement Trail", "map" | "visible"):
            return ""
        case ("Mask" | "Invisible" | "Restricted Access", "owner"):
            owned, free = _OWNERS[title]
            return free if new is None else owned.format(flat(new, _LONG))
        case _, "moved":
            return f"Moved {shown(new)}"
        case "Movement Trail", "points":
            return f"trail of {plural(len(new), 'point')}"
        case "Deck", "contents":
            return "another order" if sorted(old) == sorted(new) else f"{len(old)} -> {len(new)} pieces"
        case ("Dynamic Property", "value") | ("Text Label", "label"):
            return f"{label}: {shown(old)} -> {shown(new)}"
        case _, "level_name":
            return f"now {shown(new)}" if new else ""
        case _:
            return f"{label} {field}: {shown(old)} -> {shown(new)}"
