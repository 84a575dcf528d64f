"""How large an image is, from its first bytes: nothing is ever decoded.

The sizes are those that VASSAL sees. That is why a GIF's is the size of its first frame, not of the screen it was drawn for, and
why an SVG's follows the rules of the renderer VASSAL uses.
"""

from __future__ import annotations

import math
import re
import struct
import unicodedata
from collections.abc import Sequence

from ..buildfile import Problems, shown
from ..errors import BridgeError, ModuleError
from ..limits import DEFAULT_LIMITS, Limits
from .source import ModuleSource

Size = tuple[int, int]
NOTHING: Size = (0, 0)  # what VASSAL takes for an image it cannot read

_PIXELS = {"px": 1.0, "": 1.0, "pt": 96 / 72, "pc": 96 / 6, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)([a-z]*|%)\s*")
_ATTRIBUTE = re.compile(r"""\s([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_SVG_HEAD = 1 << 20
_SVG = re.compile(r"<(?:[\w.-]{1,100}:)?svg(?=[\s>/])")
_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})


class Images:
    """The images of a module and its extensions."""

    def __init__(self, sources: Sequence[ModuleSource], problems: Problems, limits: Limits = DEFAULT_LIMITS) -> None:
        self._sources = [(source, frozenset(source.names())) for source in sources]
        self._problems = problems
        self._limits = limits
        self._sizes: dict[str, Size] = {}

    def size(self, name: str, where: str) -> Size:
        """The size of an image; nothing, and a problem, where it is missing or unreadable."""
        if name not in self._sizes:
            try:
                self._sizes[name] = self._measure(name)
            except BridgeError as error:
                self._problems.add(where, f"the image {shown(name)}: {error.problem}")
                self._sizes[name] = NOTHING
        return self._sizes[name]

    def _measure(self, name: str) -> Size:
        if name.startswith("/"):
            raise ModuleError("it is one of VASSAL's own, not of the module")
        entry = f"images/{name}"
        for candidate in (entry, unicodedata.normalize("NFD", entry), f"{entry}.gif"):
            for source, names in self._sources:
                if candidate in names:
                    width, height = image_size(source.read(candidate), svg=name.endswith(".svg"))
                    if width * height > self._limits.image_pixels:
                        raise ModuleError(f"it says it is {width} by {height} pixels, larger than any board")
                    return width, height
        raise ModuleError("it is not in the module")


def image_size(data: bytes, svg: bool = False) -> Size:
    """The size of a PNG, GIF, JPEG or BMP, whatever its name says, or of an SVG."""
    try:
        size = _svg(data) if svg else _bitmap(data)
    except (struct.error, IndexError):
        raise ModuleError("it ends before it says its size") from None
    if size[0] <= 0 or size[1] <= 0:
        raise ModuleError("it says it has no pixels")
    return size


def _bitmap(data: bytes) -> Size:
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        width, height = struct.unpack_from(">II", data, 16)
        return width, height
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _gif(data)
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data.startswith(b"BM"):
        width, height = struct.unpack_from("<ii", data, 18)
        return width, abs(height)
    raise ModuleError("it is no image of a known kind")


def _gif(data: bytes) -> Size:
    flags = data[10]
    place = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    while data[place] == 0x21:  # extensions before the first frame: blocks, each with its length, up to an empty one
        place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    if data[place] != 0x2C:
        raise ModuleError("it is a GIF without a frame")
    width, height = struct.unpack_from("<HH", data, place + 5)
    return width, height


def _jpeg(data: bytes) -> Size:
    place = 2
    while True:
        while data[place] != 0xFF:
            place += 1
        while data[place] == 0xFF:
            place += 1
        marker = data[place]
        place += 1
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, place + 3)
            return width, height
        if marker == 0xDA:
            raise ModuleError("it is a JPEG that never says its size")
        if marker not in (0x00, 0x01) and not 0xD0 <= marker <= 0xD8:
            place += max(2, struct.unpack_from(">H", data, place)[0])


def _svg(data: bytes) -> Size:
    """From the attributes of the root element; nothing behind it is looked at, and no entity is ever expanded."""
    head = data[:_SVG_HEAD].replace(b"\0", b"").decode("utf-8", "replace")
    begin = _svg_begin(head)
    attributes = {}
    place = begin.end()
    while found := _ATTRIBUTE.match(head, place):
        attributes[found[1]] = found[2] if found[2] is not None else found[3]
        place = found.end()
    width, height = _svg_length(attributes.get("width")), _svg_length(attributes.get("height"))
    box = _view_box(attributes.get("viewBox"))
    if box is None and "viewBox" in attributes:  # an empty box stands for nothing
        return _svg_side(width, 0.0), _svg_side(height, 0.0)
    if box is None:
        # one length alone makes a square
        across = width[0] if width is not None else height[0] if height is not None else 0.0
        down = height[0] if height is not None else across
        return int(across + 0.5), int(down + 0.5)
    return _svg_side(width, box[0]), _svg_side(height, box[1])


def _svg_begin(head: str) -> re.Match[str]:
    """Where the root element stands, not one that is commented out."""
    place = 0
    begin = _SVG.search(head)
    while begin is not None:
        comment = head.find("<!--", place, begin.start())
        if comment < 0:
            return begin
        place = head.find("-->", comment + 4) + 3
        if place < 3:
            break
        if begin.start() < place:
            begin = _SVG.search(head, place)
    raise ModuleError("it is no SVG")


def _svg_length(text: str | None) -> tuple[float, bool] | None:
    """Pixels, or a share of the view box: (length, is it a share?)."""
    if not text:
        return None
    found = _LENGTH.fullmatch(text)
    if found is None or (found[2] != "%" and found[2] not in _PIXELS):
        raise ModuleError("it is an SVG of a size in units that are not read here")
    value = float(found[1])
    if not math.isfinite(value) or not 0 <= value < 1e9:
        raise ModuleError("it is an SVG of an absurd size")
    return (value / 100, True) if found[2] == "%" else (value * _PIXELS[found[2]], False)


def _svg_side(length: tuple[float, bool] | None, box: float) -> int:
    if length is None:
        return int(box + 0.5)
    return int((length[0] * box if length[1] else length[0]) + 0.5)


def _view_box(text: str | None) -> tuple[float, float] | None:
    if not text:
        return None
    try:
        _, _, width, height = (float(number) for number in re.split(r"[\s,]+", text.strip()))
    except ValueError:
        raise ModuleError("it is an SVG with a view box that is none") from None
    return (width, height) if 0 < width < 1e9 and 0 < height < 1e9 else None
