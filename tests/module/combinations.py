"""Boards that go through the options of grids in combination, and the pixels to ask about each.

What VASSAL 3.7.26 itself answers for them stands in `combinations.json`: per board and pixel the location name, the snap point
and the zone. Nothing here may change without asking VASSAL again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from .building import board, hex_grid, hex_numbers, region_grid, square_grid, square_numbers, zone, zoned_grid

EDGE = (13, 27)
BOTH = (False, True)
SEPARATORS = ("", ".", "", "-", " / ")
KINDS = ("N", "A", "N", "N", "A", "A", "N")
FORMATS = ("$gridLocation$", "$gridLocation$", "Hex $gridLocation$", "$column$:$row$", "$gridLocation$ $nobody$")
SIZES = ((69.28203230275508, 80.0), (97.71978541535786, 112.39999999999895), (56.25, 64.5), (30.3, 33.3333), (80.0, 80.0))
SQUARES = ((48.0, 48.0), (136.3999999999961, 84.29999999999907), (53.0, 67.0), (17.7, 11.1))
ZONES = ("120,40;700,90;640,560;30,500", "0,0;300,0;300,300;0,300", "10,10;590,10;590,590;300,250;10,590")
ZONE_FORMATS = ("$name$ $gridLocation$", "$gridLocation$", "$name$", "$gridLocation$ ($name$) $nobody$", "somewhere", "")


def _numbers(place: int, across: bool, down: bool) -> dict[str, Any]:
    return {
        "first": "HV"[place % 2],
        "sep": SEPARATORS[place % 5],
        "hType": KINDS[place % 7],
        "vType": KINDS[(place + 3) % 7],
        "hLeading": place % 4,
        "vLeading": (place + 1) % 3,
        "hOff": (0, 1, -3, 5, -24)[place % 5],
        "vOff": (1, 0, 40, -2)[place % 4],
        "hDescend": across,
        "vDescend": down,
        "locationFormat": FORMATS[(place // 3) % 5],
        "rotateText": (0, 90, 180, 270)[place % 4],
    }


def _hexes() -> Iterator[str]:
    options = product(BOTH, BOTH, BOTH, BOTH, BOTH, BOTH)
    for place, (sideways, across, down, stagger, edges, corners) in enumerate(options):
        dx, dy = SIZES[place % 5]
        yield hex_grid(
            hex_numbers(stagger=stagger, **_numbers(place, across, down)),
            x0=(0, 60, -17, 133)[place % 4],
            y0=(32, 75, -40, 24, 201)[place % 5],
            dx=dx,
            dy=dy,
            sideways=sideways,
            snapTo=place % 11 != 10,
            edgesLegal=edges,
            cornersLegal=corners,
        )


def _squares() -> Iterator[str]:
    for place, (across, down, edges, corners) in enumerate(product(BOTH, BOTH, BOTH, BOTH)):
        dx, dy = SQUARES[place % 4]
        yield square_grid(
            square_numbers(**_numbers(place, across, down)),
            x0=(24, -87, 133)[place % 3],
            y0=(24, 201, -72, 17)[place % 4],
            dx=dx,
            dy=dy,
            snapTo=place % 7 != 6,
            edgesLegal=edges,
            cornersLegal=corners,
        )


def _regions() -> Iterator[str]:
    for count, step in ((1, 50), (2, 50), (9, 100), (30, 50), (70, 25)):
        named = {f"R{place}": (place * 7 * step % 900, place * place * 3 * step % 700) for place in range(count)}
        yield region_grid(named, snapto=count != 9)


def grids() -> list[str]:
    return [*_hexes(), *_squares(), *_regions(), hex_grid(), square_grid(), region_grid({})]


def boards() -> Iterator[tuple[str, str]]:
    """Names and definitions of boards: each grid alone, then in a zone, as a background, and shared by a zone."""
    plain = grids()
    for place, grid in enumerate(plain):
        name = f"plain {place}"
        yield name, board(grid, name=name, width=700 + 13 * (place % 9), height=600 - 17 * (place % 7), reversible=True)
    for place, grid in enumerate(plain):
        if place % 2 and place < 80:
            continue
        other = plain[(place * 5 + 3) % len(plain)]
        form = {"locationFormat": ZONE_FORMATS[place % 6]}
        shapes = (
            zoned_grid(zone(grid, name="A", path=ZONES[place % 3], **form), other),
            zoned_grid(other, zone(name="B", path=ZONES[place % 3], useParentGrid=True, **form)),
            zoned_grid(zone(name="C", path=ZONES[1]), zone(grid, name="D", path=ZONES[place % 3], **form)),
        )
        name = f"zoned {place}"
        yield name, board(shapes[place // 2 % 3], name=name, width=720, height=640, reversible=True)


def choice(place: int, names: list[str]) -> str:
    """The boards in play when board number `place` is asked about: some turned, some with a neighbour."""
    turned = "/rev" if place % 3 == 1 else ""
    command = f"MainBoardPicker\t{names[place]}{turned}\t0\t0"
    if place % 5 == 2:
        command += f"\t{names[(place * 3 + 1) % len(names)]}\t1\t0"
    return command


def pixels(place: int) -> list[tuple[int, int]]:
    """Ten pixels: most on the board, the last two on its edge and off it."""
    inside = [((place * 37 + step * 211) % 720 + EDGE[0], (place * 53 + step * 137) % 560 + EDGE[1]) for step in range(8)]
    return [*inside, (EDGE[0], EDGE[1] + place % 500), (EDGE[0] + place % 700, 26)]
