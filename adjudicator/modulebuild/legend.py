"""What the signs on the map mean, which way north is, and what the map is not: the published one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from adjudicator.engine.board import Board, Feature
from adjudicator.engine.hexes import Grid
from adjudicator.facts import Known, Source
from adjudicator.games import LoadedGame

from . import lines, marks, relief, styles
from .ground import draw_signs, ground_of, lay_ground
from .layout import LegendLine, ModuleLayout
from .letters import width, write
from .sheet import MapSheet

_SCALE = 2
_ORDER = ("clear", "plain", "forest", "wood", "marsh")


@dataclass(frozen=True, slots=True)
class LegendEntry:
    title: str
    sample: Board
    hexes: tuple[str, ...] = ("0101",)


def entries(game: LoadedGame, layout: ModuleLayout) -> list[LegendEntry]:
    """A sample of everything that the map shows, and what it is called."""
    board = game.board
    grounds = {ground_of(board, hex) for hex in board.grid.all()}
    kinds = sorted({kind for kind, _ in grounds if kind}, key=lambda kind: (_rank(layout, kind), kind))
    found = [_sample(_title(layout.ground, kind), terrain=frozenset({kind})) for kind in kinds]
    found += [
        _sample(_title(layout.ground, settled), terrain=frozenset({"clear", settled}))
        for settled in styles.SETTLEMENTS
        if any(settled == there for _, there in grounds)
    ]
    found += [_sample(_title(layout.level, str(level)), level=level) for level in relief.levels(board)]
    found += [_sample(_title(layout.hexside, kind), feature=kind) for kind in lines.hexsides(board)]
    found += [_sample(_title(layout.route, kind), route=kind) for kind in lines.routes(board)]
    tags = sorted({tag for tags in board.tags.values() for tag in tags if not styles.hidden(layout, tag)})
    shown = list(dict.fromkeys("entry-?" if tag.startswith("entry-") else tag for tag in tags))
    found += [_sample(_tag_title(game, layout, tag), tag=tag) for tag in shown]
    found += [_sample(objective.title, area=objective.area) for objective in layout.objective]
    found += [_sample(limit.title, area=limit.area, pair=True) for limit in layout.limit]
    return found


def _rank(layout: ModuleLayout, kind: str) -> tuple[bool, int]:
    return styles.ground(layout, kind).water, _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _title(stated: dict[str, LegendLine], word: str) -> str:
    return stated[word].title if word in stated else styles.titled(word)


def _tag_title(game: LoadedGame, layout: ModuleLayout, tag: str) -> str:
    if tag in layout.feature:
        return layout.feature[tag].title
    owners = marks.source_sides(tag, game.about.side_ids)
    if owners is not None:
        names = " and ".join(side.name for side in game.about.sides if side.id in owners)
        return f"Supply source: {names}"
    return "Entry area" if tag == "entry-?" else styles.titled(tag)


_PAIR = Grid((1, 2), (1, 1), "even", 180, 90)
_ONE = Grid((1, 1), (1, 1), "even", 180, 90)


def _sample(
    title: str,
    *,
    terrain: frozenset[str] = frozenset({"clear"}),
    feature: str = "",
    route: str = "",
    tag: str = "",
    area: str = "",
    level: int = 1,
    pair: bool = False,
) -> LegendEntry:
    grid = _PAIR if feature or route or pair or level > 1 else _ONE
    side = ("0101", "0201")
    board = Board(
        grid,
        {hex: Known(terrain) for hex in grid.all()},
        {side: Known(frozenset({Feature(feature, "0201")}))} if feature else {},
        {side: Known(frozenset({route}))} if route else {},
        level_of={"0101": Known(level)} if level > 1 else {},
        tags={"0101": frozenset({tag})} if tag else {},
        areas={area: frozenset({"0101"})} if area else {},
        elsewhere=Source.PLAYER,
    )
    return LegendEntry(title, board, grid.all())


def draw_legend(image: Image.Image, box: tuple[int, int, int, int], game: LoadedGame, layout: ModuleLayout, unit: int) -> int:
    """Fill a box from its top with the legend; where it ends."""
    left, top, right, _ = box
    pen = ImageDraw.Draw(image)
    listed = entries(game, layout)
    text = unit * 0.24
    column = max(unit * 3.4, max((width(entry.title, text) for entry in listed), default=0) + unit * 1.9)
    columns = max(1, int((right - left) // column))
    down = math.ceil(len(listed) / columns)
    high = round(unit * 0.82)
    for index, entry in enumerate(listed):
        x, y = left + round(index // down * (right - left) / columns), top + index % down * high
        _draw_sample(image, (x, y), entry, game, layout, unit)
        write(pen, (x + unit * 1.55, y + high * 0.48), entry.title, text, styles.INK, anchor="lm")
    return top + down * high


def _draw_sample(
    image: Image.Image, at: tuple[int, int], entry: LegendEntry, game: LoadedGame, layout: ModuleLayout, unit: int
) -> None:
    size = round(unit * (0.72 if len(entry.hexes) == 1 else 0.52))
    sheet = MapSheet(entry.sample.grid, size, "down", "right", margin=1)
    picture = draw_land(entry.sample, sheet, layout, game.about.side_ids)
    if entry.sample.tags:
        marks.letter_tags(ImageDraw.Draw(picture), entry.sample, sheet, layout, game.about.side_ids)
    mask = Image.new("L", picture.size, 0)
    outline = ImageDraw.Draw(mask)
    for hex in entry.hexes:
        outline.polygon(sheet.corners(hex, 1.03), fill=255)
    image.paste(picture, (at[0] + round(unit * 0.75 - picture.width / 2), at[1] + round(unit * 0.39 - picture.height / 2)), mask)


def draw_land(board: Board, sheet: MapSheet, layout: ModuleLayout, sides: tuple[str, ...]) -> Image.Image:
    """The map without any lettering."""
    large = lay_ground(board, sheet, layout)
    large = large.resize((large.width * _SCALE, large.height * _SCALE), Image.Resampling.BILINEAR)
    pen = ImageDraw.Draw(large)
    draw_signs(pen, board, sheet, layout, _SCALE)
    lines.draw_grid(pen, sheet, _SCALE)
    lines.draw_rivers(pen, board, sheet, layout, _SCALE)
    relief.draw_slopes(pen, board, sheet, _SCALE)
    marks.draw_cities(pen, board, sheet, layout, _SCALE)
    lines.draw_routes(pen, board, sheet, layout, _SCALE)
    marks.draw_houses(pen, board, sheet, layout, _SCALE)
    lines.draw_works(pen, board, sheet, layout, _SCALE)
    lines.draw_limits(pen, board, sheet, layout, _SCALE)
    marks.draw_badges(pen, board, sheet, layout, sides, _SCALE)
    lines.draw_edge(pen, sheet, _SCALE)
    return large.reduce(_SCALE)


def draw_compass(image: Image.Image, at: tuple[float, float], reach: float, north: float) -> None:
    """An arrow to the north, drawn large and brought down."""
    side = round(reach * 2.6)
    large = Image.new("L", (side * 4, side * 4), 0)
    pen = ImageDraw.Draw(large)
    middle, angle = side * 2, math.radians(north)

    def point(forward: float, across: float) -> tuple[float, float]:
        x = middle + 4 * reach * (forward * math.sin(angle) + across * math.cos(angle))
        y = middle + 4 * reach * (-forward * math.cos(angle) + across * math.sin(angle))
        return x, y

    pen.polygon([point(0.85, 0), point(-0.75, 0.32), point(-0.45, 0)], fill=255)
    pen.polygon([point(0.85, 0), point(-0.75, -0.32), point(-0.45, 0)], outline=255, width=max(2, round(reach * 0.12)))
    mask = large.reduce(4)
    image.paste(styles.INK, (round(at[0] - mask.width / 2), round(at[1] - mask.height / 2)), mask)
    tip = (at[0] + 1.15 * reach * math.sin(angle), at[1] - 1.15 * reach * math.cos(angle))
    write(ImageDraw.Draw(image), tip, "N", reach * 0.5, styles.INK, bold=True)
