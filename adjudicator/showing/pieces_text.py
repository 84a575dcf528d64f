"""Pieces as lines for people: a table of them for each map, and their traits one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.words import plural

from .values import Data
from .words import fields_in_words, flat, place_in_words, shown

_NAME_WIDTH = 36
_HOLDERS = ("stack", "deck")


def piece_lines(pieces: list[Data]) -> Iterator[str]:
    """The fullest map first. Pieces of one stack stand together, the lowest first."""
    holders = {piece["id"]: piece for piece in pieces if piece["kind"] in _HOLDERS}
    maps: dict[str | None, list[Data]] = {}
    for piece in _by_stack(piece for piece in pieces if piece["kind"] not in _HOLDERS):
        maps.setdefault(piece["map"], []).append(piece)
    for place, there in sorted(maps.items(), key=lambda item: (item[0] is None, -len(item[1]), item[0] or "")):
        yield ""
        yield f"{'On no map' if place is None else flat(place)}: {plural(len(there), 'piece')}"
        names = [_name(piece) for piece in there]
        places = [f"{piece['x']},{piece['y']}" for piece in there]
        stacks = [_in_stack(piece, holders) for piece in there]
        widths = [min(max(map(len, column)), _NAME_WIDTH) for column in (names, places, stacks)]
        for row in zip(names, places, stacks, map(standing_in_words, there), strict=True):
            cells = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)]
            yield f"  {'  '.join(cells)}  {row[3]}".rstrip()


def _by_stack(pieces: Iterable[Data]) -> Iterator[Data]:
    """Pieces in the order of the file, but each stack and deck as a whole where its first piece comes."""
    groups: dict[tuple[str, int | str | None], list[Data]] = {}
    for number, piece in enumerate(pieces):
        alone = piece["stack"] is None
        groups.setdefault(("alone", number) if alone else ("in", piece["stack"]), []).append(piece)
    for group in groups.values():
        yield from sorted(group, key=lambda piece: piece["index"] or 0)


def _name(piece: Data) -> str:
    return flat(piece["name"], _NAME_WIDTH) or (f"piece {flat(piece['id'], 24)}" if piece["id"] else "a piece")


def _in_stack(piece: Data, holders: dict[str | None, Data]) -> str:
    """Its place in its stack or deck, counted from the bottom; nothing where it lies alone."""
    holder = holders.get(piece["stack"]) if piece["stack"] is not None else None
    if holder is None or (holder["kind"] == "stack" and len(holder["members"]) < 2):
        return ""
    name = f"{flat(holder['name'], 20)} " if holder["name"] else ""
    return f"{name}{piece['index'] + 1}/{len(holder['members'])}"


def standing_in_words(piece: Data) -> str:
    """How a piece stands: what differs from a piece that nobody ever touched."""
    if "problem" in piece:
        return f"cannot be read: {piece['problem']}"
    parts = [words for layer in piece["layers"] if (words := _layer(layer))]
    parts += ["moved"] if piece["moved"] else []
    parts += [f"{how} by {flat(piece[f'{how}_by'], 40)}" for how in ("masked", "hidden") if piece[how]]
    parts += [f'"{flat(label, 40)}"' for label in piece["labels"]]
    parts += [f"{flat(name, 40)} {shown(value)}" for name, value in piece["dynamic"].items() if value]
    parts += [f"turned {piece['rotation']}°"] if piece["rotation"] else []
    parts += [f"prototype {flat(name, 40)}" for name in piece["prototypes"]]
    return ", ".join(parts)


def _layer(layer: Data) -> str:
    if not layer["active"]:
        return ""
    name = flat(layer["name"], 40) or "layer"
    if layer["level"] is None:
        return f"{name} ?"
    if layer["level_name"]:
        return f"{name} {flat(layer['level_name'], 40)}"
    return name if layer["count"] == 1 else f"{name} {layer['level']}/{layer['count']}"


def trait_lines(pieces: list[Data]) -> Iterator[str]:
    """Every piece with every trait, outermost first; of the fields those that hold something."""
    for piece in pieces:
        if piece["kind"] in _HOLDERS:
            continue
        yield ""
        yield f"{_name(piece)} ({place_in_words(piece)})" + (
            f": cannot be read: {piece['problem']}" if "problem" in piece else ""
        )
        for trait in piece.get("traits", ()):
            yield f"  {_trait(trait)}"


def _trait(trait: Data) -> str:
    if trait["title"] is None:
        return f"{flat(trait['kind'])}: an unknown trait, kept whole ({plural(trait['length'], 'character')})"
    parts = [words for fields in (trait["type"], trait["state"]) if (words := fields_in_words(fields))]
    return f"{trait['title']}: {' | now: '.join(parts)}" if len(parts) == 2 else ": ".join((trait["title"], *parts))
