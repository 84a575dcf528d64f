"""Every picture of the module, by its name there."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from adjudicator.games import LoadedGame

from . import counters, styles
from .board import reconstructed
from .layers import image_in_mode, image_name, image_of
from .layout import ModuleLayout
from .pieces import PieceKit
from .tables import cells_of, draw_table

_CHART_NOTE = "Numbers that the rulebook does not state are our reconstruction."


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def small_images(game: LoadedGame, layout: ModuleLayout, pieces: PieceKit, counter: int) -> Iterator[tuple[str, Image.Image]]:
    """All but the board."""
    sides = game.about.side_ids
    for id_, unit in game.roster.items():
        for losses in range(max(1, unit.steps)):
            drawn = counters.unit_counter(unit, layout, sides, game.about.ratings, counter, losses)
            yield image_of(id_, losses), drawn
        for modes in layout.modes:
            for level in modes.level if modes.trait in unit.traits else ():
                drawn = counters.unit_counter(unit, layout, sides, game.about.ratings, counter, 0, level)
                yield image_in_mode(id_, level.mark), drawn
    for mark in layout.mark:
        yield image_name("mark", mark.id), counters.lettered(mark.letters, counter, mark.counter, mark.ink)
    for side in game.about.sides:
        drawn = counters.control_marker(counter, styles.side_colour(layout, sides, side.id), side.name[:1])
        yield image_name("control", side.id), drawn
    yield "marker.png", counters.lettered("!", counter, "#f2d24b", "#000000")
    for chits in pieces.chits.values():
        for chit in chits:
            unit_ = game.roster.get(chit.unit)
            band = layout.bands.get(unit_.formation, "") if unit_ is not None else ""
            ground = styles.side_colour(layout, sides, chit.side)
            name = chit.slot.name.removesuffix(" chit")
            yield image_name("chit", chit.slot.id), counters.lettered(name, counter, ground, "#000000", band=band or "#4a4a4a")
    if pieces.chits:
        yield "chit-back.png", counters.chit_back(counter)
    yield "attack.png", counters.overlay(counter, "attack")
    yield "target.png", counters.overlay(counter, "target")
    badges = 0
    for switch in layout.switch:
        if switch.look == "stamp":
            yield image_name("layer", switch.layer), counters.stamp(counter, switch.letters, switch.colour)
        else:
            yield image_name("layer", switch.layer), counters.badge(counter, switch.letters, switch.colour, badges)
            badges += 1
    yield "moved.png", counters.overlay(14, "moved")
    yield "button-pieces.png", counters.button(22, "#6b7f5a", "P")
    yield "button-charts.png", counters.button(22, "#4f6f96", "C")
    note = _CHART_NOTE if reconstructed(game) else ""
    for chart in layout.chart:
        yield (
            f"chart-{chart.id}.png",
            draw_table(chart.title, cells_of(game, chart), note, chart.note),
        )
