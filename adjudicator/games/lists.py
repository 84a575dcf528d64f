"""What a game is made of, to look things up in: its units with their ids, and what its rules remember."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.stating import stateable, wanted

from .loaded import LoadedGame

Data: TypeAlias = dict[str, Any]


def tell_units(game: LoadedGame) -> list[Data]:
    """Every unit: how it is written in cases and notes, how players call it, and where it stands when a scenario begins."""
    starts = {name: game.table(name).state for name in sorted(game.scenarios)}
    return [
        {
            "id": unit.id,
            "name": unit.name,
            "side": unit.side,
            "formation": unit.formation,
            "kind": unit.kind,
            "size": unit.size,
            "traits": sorted(unit.traits),
            "steps": unit.steps,
            "ratings": {name: fact.value for name, fact in _full(unit).items() if isinstance(fact, Known)},
            "set_up": {name: at.place for name, state in starts.items() if (at := state.standing(unit.id)) is not None},
        }
        for unit in game.roster.values()
    ]


def _full(unit: Unit) -> Any:
    return unit.ratings[0] if unit.ratings else {}


def tell_memories(game: LoadedGame) -> list[Data]:
    """What a case or a scenario may state among its `notes`, with what each must be and how long it lasts."""
    lasting = game.game.lasting
    return [
        {"name": each.name, "wants": wanted(each), "lasts": lasting.get(each.key, each.lasts).word}
        for _, each in sorted(game.game.memories.items())
        if stateable(each)
    ]


def unit_lines(units: Iterable[Data]) -> Iterator[str]:
    rows = [(each["id"], each["name"], each["side"], each["formation"], each["kind"], _at(each)) for each in units]
    yield from _columns([("id", "name", "side", "formation", "kind", "set up at"), *rows])


def _at(unit: Data) -> str:
    places = unit["set_up"]
    return (
        places[next(iter(places))]
        if len(set(places.values())) == 1
        else ", ".join(f"{at} ({name})" for name, at in places.items())
    )


def memory_lines(memories: Iterable[Data]) -> Iterator[str]:
    yield from _columns([("note", "lasts", "is"), *((each["name"], each["lasts"], each["wants"]) for each in memories)])


def _columns(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) + 2 for at in range(len(rows[0]))]
    for row in rows:
        yield "".join(f"{word:{width}}" for word, width in zip(row, widths, strict=True)).rstrip()
