"""The picture of a foreign map, from ground to print, and what a scanner makes of it."""

from __future__ import annotations

import io
import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.engine.board import Board
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.letters import write

from .colours import PALETTES, Palette, colour
from .ground import draw_ground, noise, settlement_of
from .land import Land, Plan
from .lines import draw_lines
from .prints import folded, missed, regions, slanted
from .recipes import Art

_NUMBERS = {"top": (0.0, -0.36), "bottom": (0.0, 0.36), "centre": (0.0, 0.0), "left": (-0.2, -0.33), "right": (0.2, -0.33)}


def draw(game: LoadedGame, plan: Plan, seed: int) -> Image.Image:
    """The whole sheet with all boards beside each other."""
    art, land, board = plan.recipe.art, plan.land, game.board
    palette = PALETTES[art.palette]
    dice = random.Random(f"{game.slug} {plan.recipe.name} {seed} art")
    size = plan.parts[-1].right, plan.high
    image = Image.new("RGB", size, colour(palette, "clear"))
    sheet = draw_ground(board, land, land.size, art, palette, dice)
    _settlements(sheet, board, land, art, palette, dice)
    draw_lines(sheet, board, land, art, palette, dice)
    _outlines(sheet, land, art)
    if art.regions:
        regions(sheet, board, land, palette["ink"], dice)
    _prints(sheet, board, land, plan, palette)
    image.paste(_off_the_edge(sheet, land, palette), (0, 0))
    image = _askew(image, land, art, palette)
    pen = ImageDraw.Draw(image)
    if plan.display is None:
        draw_boxes(pen, plan, palette)
    return _scanned(image, art, dice)


def draw_display(plan: Plan) -> Image.Image:
    """The second map, with the boxes."""
    if plan.display is None:
        raise ValueError("all boxes lie on the one map")
    palette = PALETTES[plan.recipe.art.palette]
    image = Image.new("RGB", plan.display, "#d9d2c0")
    draw_boxes(ImageDraw.Draw(image), plan, palette)
    return image


def draw_boxes(pen: ImageDraw.ImageDraw, plan: Plan, palette: Palette) -> None:
    for place in plan.places.values():
        pen.rectangle((place.left, place.top, place.right, place.bottom), fill="#efe8d8", outline=palette["ink"], width=2)
        size = min(place.head * 0.6, (place.right - place.left) / max(1, len(place.title)) * 1.5)
        write(pen, ((place.left + place.right) / 2, place.top + place.head / 2), place.title, size, palette["ink"])


def _settlements(image: Image.Image, board: Board, land: Land, art: Art, palette: Palette, dice: random.Random) -> None:
    pen = ImageDraw.Draw(image)
    pixels = land.sheet.size
    for hex in land.grid.all():
        kind = settlement_of(board, hex)
        if not kind:
            continue
        x, y = land.centre(hex)
        paint = colour(palette, kind)
        if kind != "village" and art.ground == "blobs":
            radius = (0.36 if kind == "city" else 0.27) * pixels
            pen.ellipse((x - radius, y - radius * 0.85, x + radius, y + radius * 0.85), fill=paint)
        houses = {"village": 5, "town": 12, "city": 26}[kind]
        reach = {"village": 0.16, "town": 0.27, "city": 0.4}[kind] * pixels
        for _ in range(houses):
            angle, away = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random()) * reach
            hx, hy = x + away * math.cos(angle), y + away * math.sin(angle)
            half = dice.uniform(0.03, 0.06) * pixels
            pen.rectangle((hx - half, hy - half, hx + half, hy + half), fill=paint, outline=palette["ink"])


def _outlines(image: Image.Image, land: Land, art: Art) -> None:
    if art.outline:
        pen = ImageDraw.Draw(image)
        for hex in land.grid.all():
            corners = land.corners(hex)
            pen.line([*corners, corners[0]], fill=art.outline, width=1)


def _prints(image: Image.Image, board: Board, land: Land, plan: Plan, palette: Palette) -> None:
    """Numbers of hexes, and names over the ground and all that runs over it."""
    pen = ImageDraw.Draw(image)
    art, pixels = plan.recipe.art, land.sheet.size
    at = _NUMBERS.get(art.numbers)
    for index, hex in enumerate(land.grid.all() if at is not None else ()):
        if art.unprinted and index % art.unprinted == 0:
            continue
        x, y = land.centre(hex)
        right, down = at or (0.0, 0.0)
        write(pen, (x + right * pixels, y + down * pixels), plan.number(hex), pixels * 0.14, palette["ink"])
    for hex, name in sorted(board.names.items()):
        x, y = land.centre(hex)
        if art.italics:
            slanted(image, (x, y + 0.22 * pixels), name, pixels * art.names, palette["ink"], palette["clear"])
            continue
        write(pen, (x, y + 0.2 * pixels), name, pixels * art.names, palette["ink"], bold=settlement_of(board, hex) != "village")


def _off_the_edge(image: Image.Image, land: Land, palette: Palette) -> Image.Image:
    """The rim of the sheet, outside of all hexes, is paper."""
    mask = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(mask)
    for hex in land.grid.all():
        pen.polygon(land.corners(hex, 1.03), fill=255)
    paper = Image.new("RGB", image.size, "#f7f3e8")
    paper.paste(image, (0, 0), mask)
    return paper


def _askew(image: Image.Image, land: Land, art: Art, palette: Palette) -> Image.Image:
    if art.turned:
        middle = (land.size[0] / 2, land.size[1] / 2)
        image = image.rotate(art.turned, Image.Resampling.BICUBIC, center=middle, fillcolor="#f7f3e8")
    return ImageChops.offset(image, *art.shifted) if any(art.shifted) else image


def _scanned(image: Image.Image, art: Art, dice: random.Random) -> Image.Image:
    if art.plates:
        image = missed(image, art.plates)
    if art.folds:
        image = folded(image, art.folds)
    if art.blur:
        image = image.filter(ImageFilter.GaussianBlur(art.blur))
    if art.cast != (1.0, 1.0, 1.0):
        table = [min(255, round(value * share)) for share in art.cast for value in range(256)]
        image = image.point(table)
    if art.light:
        corner = Image.radial_gradient("L").resize((image.width * 2, image.height * 2)).crop((0, 0, *image.size))
        image = ImageChops.subtract(
            image, Image.merge("RGB", (corner.point([value * art.light // 255 for value in range(256)]),) * 3)
        )
    if art.grain:
        layers = [noise(image.size, art.grain, dice) for _ in range(3)]
        image = ImageChops.add(image, Image.merge("RGB", layers), 1, -128)
    return image


def saved(image: Image.Image, art: Art) -> tuple[bytes, str]:
    """The bytes of a picture, and the ending of its name."""
    buffer = io.BytesIO()
    if art.jpeg:
        image.save(buffer, "JPEG", quality=art.jpeg)
        return buffer.getvalue(), "jpg"
    image.save(buffer, "PNG")
    return buffer.getvalue(), "png"
