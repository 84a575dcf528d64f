"""What players get wrong in the reinforcement phase (5.8.2, 6.2 to 6.5, 8.10, 10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Phase, Place, Remove, Replace
from adjudicator.rules.entry import GONE
from adjudicator.rules.printed import lines
from tools.selfplay.desk import Desk
from tools.selfplay.vob.newcomers import sources

from ..planting import Kind, Plant, lost_just_now
from .units import COMBATS, active, free, kind, near_enemy, place

PHASE = "reinforcement"


def _entering(desk: Desk, action: Action) -> bool:
    """Is the reinforcement phase about to end?"""
    return isinstance(action, Phase) and desk.table.state.phase == PHASE


def _too_early(desk: Desk, action: Action) -> Iterator[Plant]:
    if not _entering(desk, action):
        return
    for row in desk.shuffled(lines(desk.table, "arrivals") or ()):
        unit = row.get("unit", row[""])
        if int(row["turn"]) > desk.table.state.turn + 1 and desk.table.place_of(unit) is None:
            side, entry = desk.table.unit(unit).side, row.get("entry", "")
            places = sorted(desk.table.board.areas.get(f"entry-{entry}", ())) if entry else sources(desk.table, side)
            for hex in places[:2]:
                if free(desk, unit, hex):
                    yield Plant((Place(unit, hex),), also=True, rest=frozenset({unit}))


def _at_a_wrong_hex(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Place) and action.why == "reinforcement":
        far = [hex for hex in desk.table.grid.all() if desk.table.grid.distance(hex, action.at) > 6]
        for hex in desk.shuffled(far)[:12]:
            if free(desk, action.unit, hex) and not near_enemy(desk, action.unit, hex):
                yield Plant((replace(action, at=hex),), rest=frozenset({action.unit}))


def _one_column_more(desk: Desk, action: Action) -> Iterator[Plant]:
    """A column more than the turn gives."""
    if not _entering(desk, action):
        return
    last = next((each.action for each in reversed(desk.plays[-60:]) if _column(desk, each.action)), None)
    if isinstance(last, Place):
        side = desk.table.unit(last.unit).side
        idle = [unit.id for unit in desk.table.force(side).units.values() if unit.kind == "column"]
        for unit in [each for each in idle if desk.table.place_of(each) is None][:3]:
            for hex in dict.fromkeys(place(desk, each) for each in desk.on_map(side) if desk.is_hq(each)):
                yield Plant((Place(unit, hex, "column"),), also=True, rest=frozenset({unit}))


def _column(desk: Desk, action: Action) -> bool:
    return isinstance(action, Place) and action.why == "column"


def _column_astray(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Place) and action.why == "column":
        for unit in desk.shuffled(desk.on_map(desk.table.unit(action.unit).side)):
            beside = any(desk.is_hq(each) for each in desk.on_map(desk.table.unit(action.unit).side) if _near(desk, each, unit))
            if not beside:
                yield Plant((replace(action, at=place(desk, unit)),), rest=frozenset({action.unit}))


def _near(desk: Desk, first: str, second: str) -> bool:
    return desk.table.grid.distance(place(desk, first), place(desk, second)) <= 1


def _back_at_a_wrong_hex(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that was lost comes back far from all sources and headquarters."""
    if isinstance(action, Replace) and action.at is not None:
        side = desk.table.unit(action.unit).side
        for unit in desk.shuffled(desk.on_map(side)):
            hex = place(desk, unit)
            if free(desk, action.unit, hex) and not any(desk.is_hq(each) for each in desk.table.friends_at(side, hex)):
                yield Plant((replace(action, at=hex),), rest=frozenset({action.unit}))


def _never_lost(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that has not come yet is brought as if it had been lost."""
    if not _entering(desk, action):
        return
    for row in desk.shuffled(lines(desk.table, "arrivals") or ()):
        unit = row.get("unit", row[""])
        if int(row["turn"]) > desk.table.state.turn + 1 and desk.table.place_of(unit) is None:
            for hex in sources(desk.table, desk.table.unit(unit).side)[:2]:
                yield Plant((Replace(unit, 1, hex),), also=True, rest=frozenset({unit}))


def _over_the_points(desk: Desk, action: Action) -> Iterator[Plant]:
    """One more step than the turn gives points for."""
    if _entering(desk, action):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side)):
                if desk.table.losses(unit) and not lost_just_now(desk, unit):
                    yield Plant((Replace(unit),), also=True)


def _flipped_up(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit is turned to full strength amid the fighting."""
    if isinstance(action, Phase) and desk.table.state.phase in COMBATS:
        for unit in desk.shuffled(desk.on_map(active(desk))):
            if desk.table.losses(unit) and not lost_just_now(desk, unit):
                yield Plant((Replace(unit),), also=True)


def _chief_returns_early(desk: Desk, action: Action) -> Iterator[Plant]:
    if not _entering(desk, action):
        return
    for unit, (turn, why) in sorted(desk.table.state.listed(GONE).items()):
        if desk.is_hq(unit) and why == "eliminated" and turn + 3 > desk.table.state.turn:
            for hex in sorted(desk.table.board.tagged(f"source-{desk.table.unit(unit).side}")):
                if free(desk, unit, hex):
                    yield Plant((Place(unit, hex, "return"),), also=True, rest=frozenset({unit}))


def _taken_home(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit is withdrawn that no list names."""
    if _entering(desk, action):
        for unit in desk.shuffled(desk.on_map("allied"))[:4]:
            if kind(desk, unit) in ("infantry", "tank"):
                yield Plant((Remove(unit, "withdrawal"),), also=True)


ENTRY = frozenset({"entry-german", "entry-allied"})
FLIPPED = frozenset({"replacing-phase", "replacement-points", "replacement-line", "replacement-headquarters"})
WITHDRAWN = frozenset({"withdrawal", "taken-off-for-nothing"})

KINDS = (
    Kind("reinforcement too early", frozenset({"due"}), _too_early, turns=2, share=0.8, busy=0.2),
    Kind(
        "reinforcement at a wrong hex",
        frozenset({"entry-german", "entry-allied"}),
        _at_a_wrong_hex,
        turns=3,
        share=0.6,
        busy=0.15,
    ),
    Kind("one column too many", frozenset({"columns-a-turn"}), _one_column_more, turns=2, share=1, busy=0.2),
    Kind("column away from headquarters", frozenset({"columns-arrive"}), _column_astray, turns=2, share=0.8, busy=0.2),
    Kind("back at a wrong hex", frozenset({"replacement-where"}), _back_at_a_wrong_hex, turns=4, share=1, busy=0.7),
    Kind("back though never lost", frozenset({"replacement-lost"}), _never_lost, turns=2, share=0.8, busy=0.1),
    Kind("replacement over the points", frozenset({"replacement-points"}), _over_the_points, turns=2, share=1, busy=0.7),
    Kind("flipped to full strength", FLIPPED, _flipped_up, turns=2, share=0.6, busy=0.6),
    Kind("headquarters back too early", frozenset({"returns"}), _chief_returns_early, turns=4, share=1, busy=0.9),
    Kind("withdrawn though not listed", WITHDRAWN, _taken_home, turns=2, share=0.8, busy=0.15),
)
