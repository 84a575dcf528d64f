"""The whole board: the map, and beside it the title, the legend, and the boxes for what is off the map."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from adjudicator.facts import Known, Source
from adjudicator.games import LoadedGame

from . import marks, styles
from .layout import ModuleLayout
from .legend import draw_compass, draw_land, draw_legend
from .letters import width, write
from .places import BoxPlace, draw_places, laid_out, wanted
from .sheet import MapSheet

_OURS = "This map is our reconstruction, drawn from the rulebook and from geography. It is not the published map."


def draw_map(game: LoadedGame, layout: ModuleLayout, sheet: MapSheet) -> Image.Image:
    """The map alone."""
    sides = game.about.side_ids
    image = draw_land(game.board, sheet, layout, sides)
    marks.letter_turned(image, game.board, sheet, layout)
    pen = ImageDraw.Draw(image)
    marks.letter_hexes(pen, game.board, sheet, layout, sides)
    return image


def reconstructed(game: LoadedGame) -> bool:
    """Whether anything on the map is ours rather than the rulebook's."""
    board = game.board
    facts = [*board.terrain_of.values(), *board.features_of.values(), *board.routes_of.values()]
    return any(isinstance(fact, Known) and fact.source is Source.RECONSTRUCTION for fact in facts)


def about_the_map(game: LoadedGame, layout: ModuleLayout) -> str:
    return layout.note or (_OURS if reconstructed(game) else "")


def draw_heading(
    image: Image.Image, box: tuple[int, int, int, int], game: LoadedGame, layout: ModuleLayout, sheet: MapSheet, unit: int
) -> int:
    """The title, what the map is, and the arrow to the north; where they end."""
    left, top, right, _ = box
    pen = ImageDraw.Draw(image)
    reach = unit * 0.75
    draw_compass(image, (right - reach * 1.3, top + reach * 1.4), reach, sheet.north())
    room = right - left - reach * 3
    y = top
    for line in wrapped(game.title, unit * 0.46, room):
        write(pen, (left, y), line, unit * 0.46, styles.INK, anchor="lt", bold=True)
        y += round(unit * 0.62)
    for line in wrapped(about_the_map(game, layout), unit * 0.22, room):
        write(pen, (left, y), line, unit * 0.22, "#a3161f", anchor="lt")
        y += round(unit * 0.32)
    return max(y, round(top + reach * 2.9))


def wrapped(text: str, size: float, room: float) -> list[str]:
    """A text in lines that fit."""
    found: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold=True) > room:
            found.append(line)
            longer = word
        line = longer
    return [*found, line] if line else found


def draw_picture(game: LoadedGame, layout: ModuleLayout, sheet: MapSheet) -> Image.Image:
    """The map with its title and legend: the picture that stands by itself."""
    unit = max(24, sheet.size)
    drawn = draw_map(game, layout, sheet)
    beside = round(unit * 6.2)
    high = max(drawn.height, _needed(game, layout, sheet, unit, beside))
    image = Image.new("RGB", (drawn.width + beside, high), styles.PAPER)
    image.paste(drawn, (0, 0))
    _head(image, game, layout, sheet, unit, drawn.width)
    return image


def _head(image: Image.Image, game: LoadedGame, layout: ModuleLayout, sheet: MapSheet, unit: int, left: int) -> int:
    edge = round(unit * 0.4)
    box = (left + edge // 2, edge, image.width - edge, image.height)
    y = draw_heading(image, box, game, layout, sheet, unit)
    return draw_legend(image, (box[0], y + edge // 2, box[2], image.height), game, layout, unit) + edge


def _needed(game: LoadedGame, layout: ModuleLayout, sheet: MapSheet, unit: int, beside: int) -> int:
    """How high the title and the legend are: they are drawn once for that, on a sheet that is thrown away."""
    trial = Image.new("RGB", (beside, 40 * unit), styles.PAPER)
    return _head(trial, game, layout, sheet, unit, 0)


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """How everything lies on the table: the map at the left, title and legend beside it, and the boxes below them."""

    size: tuple[int, int]
    beside: int  # how wide the part beside the map is
    top: int  # where title and legend end
    places: list[BoxPlace]


def plan_of(game: LoadedGame, layout: ModuleLayout, sheet: MapSheet) -> BoardPlan:
    """The plan of the board, without drawing its map."""
    unit, slot = sheet.size, slot_of(sheet.size)
    wide, tall = sheet.extent
    edge = round(unit * 0.4)
    beside = round(layout.across * slot * 1.17) + 2 * edge
    top = _needed(game, layout, sheet, unit, beside)
    places = laid_out(wanted(game, layout), wide + edge // 2, top, layout.across, slot)
    right = max([wide + beside, *(place.right + edge for place in places)])
    high = max([tall, top, *(place.bottom + edge for place in places)])
    return BoardPlan((right, high), beside, top, places)


def draw_board(game: LoadedGame, layout: ModuleLayout, sheet: MapSheet) -> tuple[Image.Image, list[BoxPlace]]:
    """Everything that lies on the table, and where its boxes are."""
    plan = plan_of(game, layout, sheet)
    drawn = draw_map(game, layout, sheet)
    image = Image.new("RGB", plan.size, styles.PAPER)
    image.paste(drawn, (0, 0))
    head = Image.new("RGB", (plan.beside, plan.top), styles.PAPER)
    _head(head, game, layout, sheet, sheet.size, 0)
    image.paste(head, (drawn.width, 0))
    draw_places(image, plan.places)
    return image, plan.places


def slot_of(hex: int) -> int:
    """The room of one counter in a box."""
    return round(hex * 0.78)


def counter_of(hex: int) -> int:
    """The size of a counter."""
    return 2 * round(hex * 0.34)
