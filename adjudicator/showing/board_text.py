"""Maps, boards and grids in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from adjudicator.words import plural

from .values import Data
from .words import flat, list_some

NAME = 40
_MOST_BOARDS = 4  # of a map
_MOST_ZONES = 6  # of a board
_KINDS = {"private": "private window", "hand": "hand", "chart": "map among the charts", "custom": "of a kind of the module's own"}


def fitting(items: Iterable[str], width: int = 84) -> str:
    """Items by comma, as many as fit a line, and how many more there are."""
    every = [item or "(no name)" for item in items]
    used = list(accumulate(len(item) + 2 for item in every))
    most = max(1, sum(1 for size in used if size <= width))
    return list_some(every, len(every) if len(every) == most + 1 and used[-1] <= width + 12 else most)


def names(texts: Iterable[str], width: int = 84) -> str:
    return fitting((flat(text, NAME) for text in texts), width) or "none"


def map_lines(place: Data) -> Iterator[str]:
    """A map, and indented below it its boards with their zones."""
    parts = [_KINDS[place["kind"]]] if place["kind"] in _KINDS else []
    parts += [f"of {names(place['owners'])}"] if place["owners"] else []
    parts += [f"shows the boards of {flat(place['uses_boards_of'], NAME)}"] if place["uses_boards_of"] else []
    decks = [f"{flat(deck['name'], NAME) or '(no name)'} {deck['pieces']:,}" for deck in place["decks"]]
    parts += [f"{'deck' if len(decks) == 1 else 'decks'} {fitting(decks, 60)}"] if decks else []
    stacks = place["stacks"]
    if stacks:
        several = sum(stack["pieces"] for stack in stacks)
        parts.append(f"{plural(several, 'piece')} in {plural(len(stacks), 'stack')} at the start")
    yield ": ".join(part for part in (flat(place["name"], 60) or "(no name)", ", ".join(parts)) if part)
    boards = place["boards"]
    for board in boards[:_MOST_BOARDS]:
        yield from _board(board, alone=len(boards) == 1)
    if len(boards) > _MOST_BOARDS:
        yield f"and {plural(len(boards) - _MOST_BOARDS, 'more board')}: {names(board['name'] for board in boards[_MOST_BOARDS:])}"


def _board(board: Data, *, alone: bool) -> Iterator[str]:
    zones = board["zones"]
    about = [f"{board['width']} x {board['height']}"]
    about += ["in play"] if board["in_play"] and not alone else []
    about += ["can be turned"] if board["reversible"] else []
    about += [_grid(board["grid"], board["examples"])] if not zones or board["grid"] is not None else []
    yield f"{flat(board['name'], NAME) or '(no name)'}: {', '.join(about)}"
    gridded = [zone for zone in zones if zone["grid"] is not None or zone["uses_board_grid"]]
    for zone in gridded[:_MOST_ZONES]:
        told = (
            _grid(zone["grid"], zone["examples"])
            if zone["grid"] is not None
            else "the board's grid" + _examples(zone["examples"])
        )
        yield f"  zone {flat(zone['name'], NAME) or '(no name)'}: {told}"
    if len(gridded) > _MOST_ZONES:
        more = gridded[_MOST_ZONES:]
        yield f"  and {plural(len(more), 'more zone')}: {names((zone['name'] for zone in more), 70)}"
    plain = [zone["name"] for zone in zones if zone["grid"] is None and not zone["uses_board_grid"]]
    if plain:
        yield f"  {plural(len(plain), 'zone')} without a grid: {names(plain, 70)}"


def _grid(grid: Data | None, examples: Iterable[Data]) -> str:
    if grid is None:
        return "no grid"
    if grid["kind"] == "region":
        return f"{plural(len(grid['regions']), 'region')}: {names((one['name'] for one in grid['regions']), 60)}"
    shape = "squares" if grid["kind"] == "square" else "hexes in rows" if grid["sideways"] else "hexes in columns"
    told = _examples(examples) if grid["numbering"] is not None else ", without names"
    return f"{shape} {grid['dx']:.6g} x {grid['dy']:.6g}{told}"


def _examples(examples: Iterable[Data]) -> str:
    told = ", ".join(f"{flat(one['location'], 30)} at {one['x']},{one['y']}" for one in examples)
    return f", such as {told}" if told else ""
