"""What stands below the picture of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.hexes import Hex, Side
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known, Unknown
from adjudicator.rules.table import Table


def legend(table: Table, shown: frozenset[Hex], marks: Mapping[str, str]) -> tuple[str, ...]:
    """Whose turn it is, what the marks mean, routes, and every unit with all that is known of it."""
    return (
        *_moment(table),
        *_north(table),
        *_hexsides(table, shown, marks),
        *_routes(table, shown),
        *_places(table, shown),
        *_units(table, shown),
    )


def nearby(table: Table, shown: frozenset[Hex], marks: Mapping[str, str]) -> tuple[str, ...]:
    """Of a few hexes only what is in them: nothing of what the game remembers, or of units in boxes."""
    kinds = {
        feature.kind
        for at, fact in table.board.features_of.items()
        if isinstance(fact, Known) and shown.issuperset(at)
        for feature in fact.value
    }
    near = {kind: mark for kind, mark in marks.items() if kind in kinds}
    units = (line for line in _units(table, shown) if line[: line.index(" ")] in shown)
    return (*_north(table), *_hexsides(table, shown, near), *_routes(table, shown), *_places(table, shown), *units)


def _moment(table: Table) -> Iterator[str]:
    state = table.state
    whose = f" of the {table.game.side_name(state.active)} player" if state.active else ""
    phase = f", {state.phase} phase{whose}" if state.phase else f",{whose.removesuffix(' player')} player's phase" * bool(whose)
    yield f"turn {state.turn}{phase}"
    for key, each in sorted(state.memories.items()):
        fact = each.fact
        yield f"{key}: {'unknown' if isinstance(fact, Unknown) else _plain(fact.value)}"


def _plain(value: object) -> str:
    if isinstance(value, tuple | frozenset):
        return ", ".join(map(str, sorted(value, key=str) if isinstance(value, frozenset) else value)) or "none"
    return "yes" if value is True else "no" if value is False else str(value)


def _north(table: Table) -> Iterator[str]:
    """Only where the picture had to be turned."""
    if table.grid.rows_grow in (90, 270):
        yield f"north is to the {'right' if table.grid.rows_grow == 90 else 'left'}"


def _hexsides(table: Table, shown: frozenset[Hex], marks: Mapping[str, str]) -> Iterator[str]:
    facts = {at: fact for at, fact in table.board.features_of.items() if shown.issuperset(at)}
    words = [f"{mark} {kind}" for kind, mark in marks.items()]
    words += ["? unknown"] if any(isinstance(fact, Unknown) for fact in facts.values()) else []
    if words:
        yield f"hexsides: {', '.join(words)}"
    for at, fact in sorted(facts.items()):
        for feature in sorted(fact.value) if isinstance(fact, Known) else ():
            if feature.protects:
                yield f"{feature.kind} {at[0]}/{at[1]} protects {feature.protects}"


def _routes(table: Table, shown: frozenset[Hex]) -> Iterator[str]:
    by_kind: dict[str, list[Side]] = {}
    for at, fact in sorted(table.board.routes_of.items()):
        if shown.issuperset(at):
            for kind in sorted(fact.value) if isinstance(fact, Known) else ("unknown route",):
                by_kind.setdefault(kind, []).append(at)
    for kind, sides in sorted(by_kind.items()):
        yield f"{kind}: {', '.join(_chains(sides))}"


def _chains(sides: list[Side]) -> Iterator[str]:
    """Steps joined to paths as long as they go on."""
    left = list(sides)
    while left:
        ends = [hex for at in left for hex in at]
        loose = next((at for at in left if ends.count(at[0]) == 1 or ends.count(at[1]) == 1), left[0])
        left.remove(loose)
        path = list(loose) if ends.count(loose[0]) == 1 else [loose[1], loose[0]]
        while (following := next((at for at in left if path[-1] in at), None)) is not None:
            left.remove(following)
            path.append(following[1] if following[0] == path[-1] else following[0])
        yield "-".join(path)


def _places(table: Table, shown: frozenset[Hex]) -> Iterator[str]:
    for hex in sorted(shown):
        words = [f"named {table.board.names[hex]}"] if hex in table.board.names else []
        words += sorted(table.board.tags.get(hex, ()))
        words += [f"controlled by {table.game.side_name(table.state.control[hex])}"] if hex in table.state.control else []
        if words:
            yield f"{hex}: {', '.join(words)}"


def _units(table: Table, shown: frozenset[Hex]) -> Iterator[str]:
    """Those in the picture and those in boxes."""
    listed = [(standing.place, unit, standing) for unit, standing in table.state.units]
    seen = [each for each in listed if each[0] in shown or each[0] not in table.grid]
    for place, unit, standing in sorted(seen, key=lambda each: (each[0], table.game.sides.index(each[1].side), each[1].name)):
        yield f"{place}  {_unit(table, unit, standing)}"


def _unit(table: Table, unit: Unit, standing: Standing) -> str:
    ratings = unit.ratings[standing.losses] if standing.losses < unit.steps else {}
    words = [f"{table.game.side_name(unit.side)} {unit.kind}"]
    words += [f"{name} {fact.value if isinstance(fact, Known) else '?'}" for name, fact in ratings.items()]
    words += sorted(unit.traits) + [f"{trait}?" for trait in sorted(unit.doubtful)]
    state = [f"{standing.losses} step{'s' * (standing.losses > 1)} lost"] if standing.losses else []
    state += sorted(standing.marks) + [f"{mark}?" for mark in sorted(standing.doubtful)]
    called = unit.name if unit.name == unit.id else f"{unit.name} [{unit.id}]"
    return f"{called} ({', '.join(words)})" + (f": {', '.join(state)}" if state else "")
