"""Pictures of foreign counters: a band, a sign, a name, and mostly the strengths as digits at the foot."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image, ImageDraw

from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.counters import ratings
from adjudicator.modulebuild.layers import image_name
from adjudicator.modulebuild.letters import width, write

from .pieces import BLANK, Kit, numbers_of, picture_of
from .prints import slanted
from .recipes import Recipe
from .wording import MARKS

_TINTS = {"german": ("#b8bdb4", "#8b958a", "#c9c2b0"), "soviet": ("#c98f62", "#b8734a", "#d2a27c")}
_SCALE = 3


def pictures(kit: Kit) -> Iterator[tuple[str, Image.Image]]:
    game, recipe = kit.game, kit.recipe
    size = counter_size(recipe)
    for unit in game.roster.values():
        for losses in range(max(1, unit.steps)):
            yield picture_of(unit, losses), _counter(unit, losses, kit.names[unit.id], game, recipe, size)
    for piece in kit.pieces.values():
        if piece.image:
            yield piece.image, _lettered(piece.name, size, "#e8dfa0" if piece.means.startswith("chit") else "#f2f2ee")
    for name in MARKS[recipe.language].values():
        yield image_name("mark", name), _badge(name[:2], size)
    yield "moved.png", _badge("m", size).resize((12, 12))
    yield BLANK, _lettered("?", size, "#9a9a9a")
    yield "chit-back.png", _lettered("***", size, "#4c5a66")


def counter_size(recipe: Recipe) -> int:
    return 2 * round(recipe.hex * 0.35)


def _counter(unit: Unit, losses: int, name: str, game: LoadedGame, recipe: Recipe, size: int) -> Image.Image:
    tints = _TINTS.get(unit.side, ("#cccccc", "#bbbbbb", "#dddddd"))
    big = size * _SCALE
    image = Image.new("RGB", (big, big), tints[sum(map(ord, unit.formation)) % len(tints)])
    pen = ImageDraw.Draw(image)
    if losses:
        pen.rectangle((0, big * 0.18, big, big * 0.3), fill="#f4f0e4")
    pen.rectangle((0, 0, big - 1, big - 1), outline="#222222", width=_SCALE)
    _sign(pen, unit, big)
    room = big * 0.94
    high = big * 0.17
    write(pen, (big / 2, big * 0.11), name, min(high, high * room / max(1.0, width(name, high))), "#101010")
    if recipe.numbers == "drawn" or recipe.numbers == "markers":
        shown = ratings(unit, numbers_of(unit, game), losses)
        if recipe.slanted:
            _in_corners(image, shown.split("-"), big)
            return image.resize((size, size), Image.Resampling.LANCZOS)
        high = big * 0.26
        size_ = min(high, high * room / max(1.0, width(shown, high)))
        write(pen, (big / 2, big * 0.82), shown, size_, "#101010", bold=True)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def _in_corners(image: Image.Image, numbers: list[str], big: int) -> None:
    """The first at the lower left, the last at the lower right, others between them."""
    for at, number in enumerate(numbers):
        share = at / max(1, len(numbers) - 1)
        slanted(image, (big * (0.2 + 0.6 * share), big * 0.82), number, big * 0.24, "#101010", slant=0.18)


def _sign(pen: ImageDraw.ImageDraw, unit: Unit, big: int) -> None:
    left, top, right, bottom = big * 0.3, big * 0.32, big * 0.7, big * 0.6
    pen.rectangle((left, top, right, bottom), outline="#101010", width=_SCALE, fill="#efece2")
    if unit.kind in ("tank", "panzer", "armour", "assault gun"):
        pen.ellipse(
            (left + big * 0.06, top + big * 0.06, right - big * 0.06, bottom - big * 0.06), outline="#101010", width=_SCALE
        )
    elif unit.kind == "artillery" or "artillery" in unit.traits:
        pen.ellipse((big * 0.45, big * 0.41, big * 0.55, big * 0.51), fill="#101010")
    elif unit.kind != "hq":
        pen.line((left, top, right, bottom), fill="#101010", width=_SCALE)
        pen.line((left, bottom, right, top), fill="#101010", width=_SCALE)


def _lettered(text: str, size: int, paint: str) -> Image.Image:
    big = size * _SCALE
    image = Image.new("RGB", (big, big), paint)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, big - 1, big - 1), outline="#222222", width=_SCALE)
    words = text.split() or [""]
    for line, word in enumerate(words):
        high = big * 0.22
        at = (big / 2, big * (line + 1) / (len(words) + 1))
        write(pen, at, word, min(high, high * big * 0.9 / max(1.0, width(word, high))), "#101010")
    return image.resize((size, size), Image.Resampling.LANCZOS)


def _badge(text: str, size: int) -> Image.Image:
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.ellipse((size * 0.6, 0, size - 1, size * 0.4), fill="#e23b2e")
    write(pen, (size * 0.8, size * 0.2), text, size * 0.2, "#ffffff")
    return image
