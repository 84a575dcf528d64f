"""Grids: the names of places, where pieces snap to, and zones, pixel for pixel as VASSAL has them."""

from .base import MapGrid, Point
from .boards import OFFBOARD, LaidBoard, MapBoard, Surface, arrange
from .formats import PLAIN, Format, Say
from .hexes import HexGrid
from .numbering import Axis, Numbering
from .polygon import Polygon
from .read import read_grid
from .regions import RegionGrid
from .squares import SquareGrid
from .zones import Zone, ZonedGrid

__all__ = [
    "OFFBOARD",
    "PLAIN",
    "Axis",
    "Format",
    "HexGrid",
    "LaidBoard",
    "MapBoard",
    "MapGrid",
    "Numbering",
    "Point",
    "Polygon",
    "RegionGrid",
    "Say",
    "SquareGrid",
    "Surface",
    "Zone",
    "ZonedGrid",
    "arrange",
    "read_grid",
]
