"""The colours of counters: those of one army, and of one kind, have the same."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence

from PIL import Image, UnidentifiedImageError

from vassal_bridge.archive import Archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.limits import DEFAULT_LIMITS

from .shown import Shown

SIZE = 24  # pixels to which a counter is brought down
BROAD = 0.06  # of a counter a colour covers to be one of its colours
LEVELS = 6  # of each of red, green and blue
LARGEST = 4_000_000  # pixels of a counter; a larger picture is none


def colours_of(pieces: Sequence[Shown], archive: Archive | None) -> dict[str, tuple[str, ...]]:
    """By the numbers of pieces the colours of their first pictures. Pictures that cannot be read have none."""
    seen: dict[str, tuple[str, ...]] = {}
    found = {}
    for piece in pieces if archive is not None else ():
        name = next((name for name in piece.pictures), "")
        entry = f"images/{name}"
        if not name or archive is None or entry not in archive:
            continue
        if entry not in seen:
            seen[entry] = _colours(archive, entry)
        found[piece.gpid] = seen[entry]
    return found


def thumbnail(archive: Archive, entry: str, size: int) -> Image.Image | None:
    """A picture brought down to a square; None for what cannot be read, or is too large for a counter."""
    try:
        with (
            warnings.catch_warnings(),
            Image.open(io.BytesIO(archive.read(entry)), formats=("PNG", "JPEG", "GIF", "BMP")) as image,
        ):
            warnings.simplefilter("ignore", UserWarning)  # of palettes that are partly see-through
            if image.width * image.height > min(LARGEST, DEFAULT_LIMITS.image_pixels):
                return None
            return image.convert("RGB").resize((size, size), Image.Resampling.NEAREST)
    except (BridgeError, UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _colours(archive: Archive, entry: str) -> tuple[str, ...]:
    small = thumbnail(archive, entry, SIZE)
    if small is None:
        return ()
    step = 256 // LEVELS
    coarse = small.point([min(LEVELS - 1, value // step) for value in range(256)] * 3)
    counted = coarse.getcolors(SIZE * SIZE) or []
    broad = sorted(((number, colour) for number, colour in counted if number >= BROAD * SIZE * SIZE), reverse=True)
    return tuple(f"colour {colour}" for _, colour in broad)
