"""A save or a log as one document of plain data: what `--format json` writes, and what the lines for people are made from.

Its form is published in `docs/schema/show.schema.json`. Long lists are iterators: they are made while they are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from vassal_bridge.metadata import MetaData
from vassal_bridge.saved import SavedGame

from ..privacy import Redactor
from .counters import describe_pieces, owner_of
from .steps import describe_components, describe_steps
from .survey import FileOverview, PlacedPiece, survey
from .values import Data

SCHEMA = "adjudicate/show/1"


def describe_game(
    saved: SavedGame, *, pieces: bool = False, traits: bool = False, commands: bool = False, chat: bool = False
) -> Data:
    """The summary of a save or log, and the sections asked for."""
    found = survey(saved)
    document = _summary(found)
    if pieces or traits:
        document["pieces"] = describe_pieces(found, traits=traits)
    if commands:
        document["components"] = describe_components(found)
    if commands or chat:
        document["steps"] = describe_steps(found, commands=commands, chat=chat)
    return document


def _summary(found: FileOverview) -> Data:
    clean = found.redactor.clean
    readable = [placed for placed in found.position if placed.piece is not None]
    counters = [placed for placed in readable if placed.kind not in ("stack", "deck")]
    stacks = [placed for placed in readable if placed.kind == "stack" and placed.members]
    return {
        "schema": SCHEMA,
        "file": found.saved.name,
        "kind": "log" if found.saved.is_log else "save",
        **_origin(found.saved.metadata, found.redactor),
        "players": [{"name": clean(person.name), "side": clean(person.side)} for person in found.roster.players],
        "maps": _maps(found, readable),
        "counts": {
            "pieces": len(counters),
            "stacks": len(stacks),
            "stacks_of_several": sum(1 for stack in stacks if len(stack.members) > 1),
            "empty_stacks": sum(1 for placed in readable if placed.kind == "stack" and not placed.members),
            "decks": sum(1 for placed in readable if placed.kind == "deck"),
            "masked": _concealed(found, counters, "obs"),
            "hidden": _concealed(found, counters, "hide"),
            "steps": found.steps,
            "dice_rolls": found.dice_rolls,
            "chat_lines": found.chat_lines,
            "undone": found.undone,
        },
        "unknown": {
            "commands": {clean(word): count for word, count in sorted(found.unknown_commands.items())},
            "traits": {clean(kind): count for kind, count in sorted(found.unknown_traits.items())},
        },
        "unreadable": {
            "commands": found.unreadable_commands,
            "pieces": len(found.position) - len(readable),
        },
    }


def _origin(metadata: MetaData, redactor: Redactor) -> Data:
    """Where the file comes from, by the two small entries beside the game."""
    clean = redactor.clean_or_none
    return {
        "vassal": clean(metadata.vassal_version),
        "module": {"name": clean(metadata.module_name), "version": clean(metadata.module_version)},
        "saved": _time(metadata.saved_ms),
        "description": clean(metadata.description),
        "problems": [redactor.clean(problem) for problem in metadata.problems],
    }


def _time(milliseconds: int | None) -> str | None:
    """A moment in UTC; None for one that no calendar has."""
    if milliseconds is None:
        return None
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _maps(found: FileOverview, readable: Iterable[PlacedPiece]) -> list[Data]:
    """What stands on each map, the fullest first; last what stands on none."""
    maps: dict[str | None, Data] = {}
    clean = found.redactor.clean
    for placed in readable:
        place = found.redactor.clean_or_none(placed.place[0])
        data = maps.setdefault(place, {"name": place, "pieces": 0, "stacks": 0, "decks": []})
        if placed.kind == "deck":
            name = "" if placed.piece is None else placed.piece.basic_name
            data["decks"].append({"name": clean(name), "pieces": len(placed.members)})
        elif placed.kind != "stack":
            data["pieces"] += 1
        elif placed.members:
            data["stacks"] += 1
    filled = [data for data in maps.values() if data["pieces"] or data["stacks"] or data["decks"]]
    return sorted(filled, key=lambda data: (data["name"] is None, -data["pieces"], data["name"] or ""))


def _concealed(found: FileOverview, counters: Iterable[PlacedPiece], kind: str) -> int:
    """How many pieces somebody masked, or hid."""
    return sum(
        1
        for placed in counters
        if placed.piece is not None and any(owner_of(found, trait) is not None for trait in placed.piece.of_kind(kind))
    )
