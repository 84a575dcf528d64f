"""Zones and the grid of hexes, so that VASSAL calls every hex and every box as the game does."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .places import BoxPlace
from .sheet import MapSheet
from .xml import GRID, Element, element


def zones(sheet: MapSheet, places: Sequence[BoxPlace]) -> Element:
    """The map as one zone with the grid in it, and a zone for every box."""
    outline = sheet.outline()
    return element(
        GRID + "ZonedGrid",
        element(GRID + "mapgrid.ZonedGridHighlighter"),
        _zone("Map", outline, "$gridLocation$", hex_grid(sheet, outline)),
        *(_zone(place.title, place.corners(), "$name$") for place in places),
    )


def _zone(name: str, corners: Sequence[tuple[int, int]], format_: str, *grid: Element) -> Element:
    return element(
        GRID + "mapgrid.Zone",
        *grid,
        highlightProperty="",
        locationFormat=format_,
        name=name,
        path=";".join(f"{x},{y}" for x, y in corners),
        useHighlight=False,
        useParentGrid=False,
    )


def hex_grid(sheet: MapSheet, outline: Sequence[tuple[int, int]]) -> Element:
    """VASSAL's grid over ours. Numbers that count down start from a limit which VASSAL takes from the zone's size."""
    wide = max(x for x, _ in outline) - min(x for x, _ in outline)
    high = max(y for _, y in outline) - min(y for _, y in outline)
    by_height, by_width = math.floor(high / sheet.step + 0.5), math.floor(wide / sheet.size + 0.5)
    column_limit, row_limit = (by_height, by_width) if sheet.sideways else (by_width, by_height)
    column = sheet.first_column + (sheet.raw_start - column_limit if sheet.columns_back else -sheet.raw_start)
    row = sheet.first_row - (row_limit if sheet.rows_back else 0)
    across, along = sheet.columns_back, sheet.rows_back
    x0, y0 = sheet.origin
    numbering = element(
        GRID + "mapgrid.HexGridNumbering",
        color="0,0,0",
        first="H",
        fontSize=9,
        hDescend=along if sheet.sideways else across,
        hDrawOff=0,
        hLeading=1,
        hOff=column,
        hType="N",
        locationFormat="$gridLocation$",
        rotateText=0,
        sep="",
        stagger=False,
        vDescend=across if sheet.sideways else along,
        vDrawOff=0,
        vLeading=1,
        vOff=row,
        vType="N",
        visible=False,
    )
    return element(
        GRID + "HexGrid",
        numbering,
        color="0,0,0",
        cornersLegal=False,
        dotsVisible=False,
        dx=repr(sheet.step),
        dy=repr(float(sheet.size)),
        edgesLegal=False,
        sideways=sheet.sideways,
        snapTo=True,
        visible=False,
        x0=x0,
        y0=y0,
    )
