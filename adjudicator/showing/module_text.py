"""A module's document as lines for people: the summary, its pieces, its commands. Maps and dice are told in `board_text`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from adjudicator.words import plural

from .board_text import NAME, fitting, map_lines, names
from .dice_text import dice_in_words, tracker_in_words
from .key_names import keys_in_words
from .values import Data
from .words import fields_in_words, flat, shown

_NAME = 26  # as wide as most names of pieces
_KEYS = (("by", "hotkey"), ("sends", "key"))
_TEXTS = (("to", "filter"), ("says", "report"))
_PLACES = {"in_palettes": "in palettes", "in_decks": "in decks", "at_start": "on maps at the start"}


def lines_of_module(document: Data) -> Iterator[str]:
    """The sections that the document has, or else the summary."""
    version = f" made with VASSAL {flat(document['vassal'], NAME)}" if document["vassal"] else ""
    what = "an extension of a VASSAL module" if document["kind"] == "extension" else "a VASSAL module"
    yield f"{flat(document['file'])}: {what}{version}"
    if document["kind"] == "extension":
        yield from _extension(document)
        return
    if "pieces" not in document and "commands" not in document:
        yield from _summary(document)
    if "pieces" in document:
        yield from _pieces(document["pieces"])
    if "commands" in document:
        yield ""
        yield from map(_command, document["commands"])


def _fact(label: str, text: str) -> str:
    return f"  {label:<11} {text}"


def _facts(label: str, texts: Iterable[str], most: int = 6) -> Iterator[str]:
    """Several lines under one label."""
    every = list(texts)
    for place, text in enumerate(every[:most]):
        yield _fact(label if place == 0 else "", text)
    if len(every) > most:
        yield _fact("", f"and {len(every) - most:,} more")


def _named(module: Data) -> str:
    return " ".join(flat(part, 60) for part in (module["name"], module["version"]) if part) or "(no name)"


def _counted(items: Iterable[Data], tell: Callable[[Data], str]) -> str:
    """How many there are, and the first of them."""
    every = list(items)
    return f"{len(every):,}: {fitting(map(tell, every))}" if every else "none"


def _summary(document: Data) -> Iterator[str]:
    yield _fact("module", _named(document["module"]))
    if document["description"]:
        yield _fact("described", flat(document["description"], 90))
    yield _fact("sides", names(document["sides"]))
    yield from _facts("extensions", map(_named, document["extensions"]))
    for place in document["maps"]:
        first, *more = map_lines(place)
        yield _fact("map", first)
        yield from (f"    {line}" for line in more)
    yield from _facts("dice", map(dice_in_words, document["dice"]))
    yield from _facts("turns", map(tracker_in_words, document["turn_trackers"]))
    yield from _facts("clocks", (f"{flat(clock['name'], NAME)}: {names(clock['sides'])}" for clock in document["clocks"]))
    counts = document["counts"]
    parts = [f"{counts[key]:,} {where}" for key, where in _PLACES.items() if counts[key]]
    yield _fact("pieces", ", ".join(parts) or "none")
    palettes = (f"{flat(palette['name'], NAME) or '(no name)'} {palette['pieces']:,}" for palette in document["palettes"])
    yield _fact("palettes", fitting(palettes) or "none")
    yield _fact("prototypes", _counted(document["prototypes"], lambda one: flat(one["name"], NAME)))
    yield _fact("properties", _counted(document["properties"], _property))
    yield _fact("set-ups", _counted(document["setups"], lambda setup: flat(setup["path"][-1], NAME) or "(no name)"))
    yield _fact("charts", fitting(map(_window, document["charts"])) or "none")
    yield _fact("inventories", names(inventory["name"] for inventory in document["inventories"]))
    yield _fact("commands", plural(counts["commands"], "key command") if counts["commands"] else "none")
    unknown = fitting(f"{flat(name, 60)} {count:,}" for name, count in document["unknown"].items())
    yield _fact("unknown", f"{unknown} (what they do only the module knows)" if unknown else "nothing")
    problems = (f"{flat(one['where'], 60)}: {flat(one['what'], 120)}" for one in document["problems"])
    yield from _facts("problems", problems, 3)


def _property(one: Data) -> str:
    level = "" if one["level"] == "Module" else f" ({flat(one['level'], NAME)})"
    return f"{flat(one['name'], NAME)}{level} {shown(one['initial'])}"


def _window(window: Data) -> str:
    return f"{flat(window['window'], NAME)} ({names((chart['name'] for chart in window['charts']), 60)})"


def _extension(document: Data) -> Iterator[str]:
    yield _fact("extension", _named(document))
    yield _fact("for", "any module" if document["module"] is None else _named(document["module"]))
    if document["description"]:
        yield _fact("described", flat(document["description"], 90))
    yield _fact("adds", fitting(f"{flat(kind, NAME)} {count:,}" for kind, count in document["adds"].items()) or "nothing")
    yield _fact("pieces", plural(document["pieces"], "piece"))
    unknown = fitting(f"{flat(name, 60)} {count:,}" for name, count in document["unknown"].items())
    yield _fact("unknown", unknown or "nothing")


# --- the sections ---------------------------------------------------------------------------------------------------------------


def _pieces(listed: Iterable[Data]) -> Iterator[str]:
    for holder, group in groupby(listed, _holder):
        yield ""
        yield holder
        for piece in group:
            yield _piece(piece)
            yield from (f"            {_trait(trait)}" for trait in piece.get("traits", ()))


def _holder(piece: Data) -> str:
    where = " > ".join(flat(part, NAME) for part in piece["where"][1:])
    inner = f" > {where}" if where else ""
    match piece["in"]:
        case "palette":
            return f"Palette {flat(piece['of'], NAME)}{inner}"
        case "deck":
            return f"{flat(piece['map'] or '', NAME)}, deck {flat(piece['of'], NAME)}{inner}"
        case _:
            return f"{flat(piece['map'] or '', NAME)}, at the start{inner}"


def _piece(piece: Data) -> str:
    parts = [f"at {flat(piece['location'], 30)}"] if piece["in"] == "stack" and piece["location"] else []
    parts += [f"uses {fitting((flat(name, NAME) for name in piece['prototypes']), 60)}"] if piece["prototypes"] else []
    parts += [f"from {flat(piece['extension'], NAME)}"] if piece["extension"] else []
    parts += [f"cannot be read: {piece['problem']}"] if "problem" in piece else []
    return f"  {flat(piece['gpid'], 12):>8}  {flat(piece['name'], NAME):<{_NAME}}  {', '.join(parts)}".rstrip()


def _trait(trait: Data) -> str:
    if trait["title"] is None:
        return f"{flat(trait['kind'])}: an unknown trait, kept whole ({trait['length']:,} characters)"
    fields = fields_in_words(trait["type"])
    return f"{trait['title']}: {fields}" if fields else str(trait["title"])


def _command(command: Data) -> str:
    where = f" of {flat(command['where'], NAME)}" if command["where"] else ""
    keys = [f"{words} {flat(keys_in_words(command[key]), 60)}" for words, key in _KEYS if command[key]]
    texts = [f"{words} {flat(command[key], 80)}" for words, key in _TEXTS if command[key]]
    return f"  {flat(command['name'], NAME) or '(no name)'} ({command['kind']}{where}): {'; '.join((*keys, *texts)) or 'no keys'}"
