"""From an action and what the rules say of it to a picture."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from adjudicator.engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Fire,
    Lose,
    Mark,
    Move,
    Place,
    Remove,
    Replace,
    Retreat,
    Roll,
    Supply,
)
from adjudicator.engine.hexes import Hex
from adjudicator.rules.opinion import Judged, Opinion, Ruled
from adjudicator.rules.table import Table
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict

from . import fights, moves, places
from .ground import Paper, cells, counters, hexsides, paper_for, routes
from .model import Picture, PictureTrack, Stop, Strike
from .scene import Scene, Trail, on_map
from .supply import lines

_MOST = 240  # hexes of a picture
_FEW = 4  # hexes: what is about so few of them shows more of what lies around
_NEAR = 6  # hexes from an action within which others that a rule names are shown too
_MOST_NAMED = 8


def of_played(table: Table, judged: Judged, about: Ruled | None = None) -> Picture | None:
    """The picture of an action; None of one that takes place nowhere, as a chit that is drawn.

    A check of supply is about many units: its picture is of those that one of its findings is about, or that are named in it.
    """
    scene = _scene(table, judged.action, judged.ruled, about)
    if scene is None:
        return None
    verdict = judged.verdict if about is None else about.verdict
    opinions = judged.findings if about is None else (about,)
    return composed(table, scene, said(table, judged.action), verdict, [each.opinion for each in opinions])


def of_opinion(table: Table, ruled: Ruled) -> Picture | None:
    """The picture of something found in a position by itself."""
    opinion = ruled.opinion
    scene = places.found(table, opinion.units, opinion.hexes)
    return None if scene is None else composed(table, scene, opinion.message, ruled.verdict, [])


def shared_by_findings(action: Action) -> bool:
    """Is one picture of the action good for all that was found with it?"""
    return not isinstance(action, Supply)


def _scene(table: Table, action: Action, ruled: tuple[Ruled, ...], about: Ruled | None) -> Scene | None:
    match action:
        case Move():
            return moves.move(table, action, ruled)
        case Advance():
            return moves.advance(table, action, ruled)
        case Attack():
            return fights.attack(table, action, ruled)
        case Fire():
            return fights.fire(table, action, ruled)
        case Lose():
            return fights.lose(table, action, ruled)
        case Retreat():
            return fights.retreat(table, action, ruled)
        case Supply():
            return lines(table, about.opinion.units if about is not None else [unit for unit, _ in action.states][:_MOST_NAMED])
        case Place():
            return places.place(table, action, ruled)
        case Replace():
            return places.replaced(table, action, ruled)
        case Remove() | Mark() | Activate() | Roll():
            return places.one(table, action, ruled)
        case _:
            return None if about is None else places.found(table, about.opinion.units, about.opinion.hexes)


def composed(table: Table, scene: Scene, title: str, verdict: Verdict, opinions: Iterable[Opinion]) -> Picture:
    shown = _shown(table, scene, opinions)
    paper = paper_for(table.grid, shown)
    trails = [trail for trail in scene.trails if shown.issuperset(trail.path)]
    return Picture(
        title=title,
        verdict=verdict,
        notes=scene.notes,
        cells=tuple(
            cells(table, paper, shown, scene.zones_for, scene.purpose, {**dict.fromkeys(scene.reach, "reach"), **scene.roles})
        ),
        sides=tuple(map(table.game.side_name, table.game.sides)),
        hexsides=tuple(hexsides(table, paper, shown)),
        routes=tuple(routes(table, paper, shown)),
        counters=tuple(counters(table, shown, frozenset(scene.acting), frozenset(scene.facing), scene.coming)),
        tracks=tuple(_track(paper, trail) for trail in trails),
        strikes=tuple(Strike(paper.at(a), paper.at(b)) for a, b in scene.strikes if a in shown and b in shown),
        sideways=paper.sheet.sideways,
        north=paper.sheet.north(),
    )


def _shown(table: Table, scene: Scene, opinions: Iterable[Opinion]) -> frozenset[Hex]:
    """The hexes it is about with those around them; along the longest ways only the ways themselves."""
    grid = table.grid
    core = {*scene.roles, *scene.also, *(hex for trail in scene.trails for hex in trail.path)}
    core |= {hex for strike in scene.strikes for hex in strike}
    named = (hex for opinion in opinions for hex in (*opinion.hexes, *map(table.place_of, _known(table, opinion.units))))
    core |= {hex for hex in on_map(table, *named)[:_MOST_NAMED] if any(grid.distance(hex, other) <= _NEAR for other in core)}
    core &= set(grid.all())
    rings = 2 if len(core) < _FEW else 1
    around = frozenset(near for hex in core for near in grid.within(hex, rings))
    if len(around) <= _MOST:
        return around
    ends = {hex for hex in scene.roles if hex in grid} | {
        end for trail in scene.trails for end in (trail.path[0], trail.path[-1])
    }
    kept = frozenset({*core, *(near for hex in ends for near in grid.within(hex, 1))})
    return kept if len(kept) <= _MOST else frozenset(sorted(core)[:_MOST])


def _known(table: Table, units: Iterable[str]) -> tuple[str, ...]:
    return tuple(id_ for id_ in units if places.known(table, id_))


def _track(paper: Paper, trail: Trail) -> PictureTrack:
    points = tuple(map(paper.at, trail.path))
    paces = trail.paces
    stops = tuple(
        Stop(at, pace.total, pace.step, pace.said, pace.over)
        for (_, at), pace in zip(pairwise(points), paces, strict=bool(paces))
    )
    return PictureTrack(trail.course, points, stops)
