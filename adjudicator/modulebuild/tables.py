"""Charts as pictures, for the window that players open beside the map."""

from __future__ import annotations

from PIL import Image, ImageDraw

from adjudicator.games import LoadedGame
from adjudicator.games.files import Faults, read_csv

from . import styles
from .layout import ChartLook
from .letters import width, write

_HIDDEN = ("source", "cite", "note", "stated")
_SIZE, _LINE = 17, 30


def cells_of(game: LoadedGame, look: ChartLook) -> list[list[str]]:
    """Headings and rows of a chart, as the folder has them."""
    faults: Faults = []
    sheet = read_csv(game.files, f"charts/{look.id}.csv", faults, needed=False)
    if sheet is None:
        return [[look.title]]
    columns = [column for column in look.columns if column in sheet.columns]
    columns = columns or [column for column in sheet.columns if column not in _HIDDEN]
    heading = [look.headings.get(column, column.replace("_", " ")) for column in columns]
    return [heading, *([row.cells.get(column, "") for column in columns] for row in sheet.rows)]


def draw_table(title: str, cells: list[list[str]], note: str = "", reading: str = "") -> Image.Image:
    """A table with its title over it, and below it how to read it, and in red what it rests on."""
    widths = [max(_room(row[column], bold=index == 0) for index, row in enumerate(cells)) for column in range(len(cells[0]))]
    below = [(text, ink) for text, ink in ((reading, styles.INK), (note, "#a3161f")) if text]
    wide = round(max(sum(widths), width(title, 26, bold=True), *(width(text, 14) for text, _ in below)) + 40)
    image = Image.new("RGB", (wide, 80 + _LINE * len(cells) + 30 * len(below)), styles.PAPER)
    pen = ImageDraw.Draw(image)
    write(pen, (20, 38), title, 26, styles.INK, anchor="lm", bold=True)
    for index, row in enumerate(cells):
        y = 66 + index * _LINE
        ground = "#ddd3b6" if index == 0 else "#fbf7ea" if index % 2 else "#f1ead6"
        pen.rectangle((20, y, 20 + sum(widths), y + _LINE), fill=ground)
        x = 20.0
        for column, text in enumerate(row):
            write(pen, (x + 10, y + _LINE / 2), text, _SIZE, styles.INK, anchor="lm", bold=index == 0 or column == 0)
            x += widths[column]
    bottom = 66 + len(cells) * _LINE
    x = 20.0
    for edge in (0.0, *widths):
        x += edge
        pen.line((x, 66, x, bottom), fill=styles.FRAME)
    for index in range(len(cells) + 1):
        pen.line((20, 66 + index * _LINE, 20 + sum(widths), 66 + index * _LINE), fill=styles.FRAME)
    for index, (text, ink) in enumerate(below):
        write(pen, (20, bottom + 20 + 30 * index), text, 14, ink, anchor="lm")
    return image


def _room(text: str, *, bold: bool) -> float:
    return max(40.0, width(text, _SIZE, bold=bold) + 20)
