"""The games that have samples."""

from __future__ import annotations

from collections.abc import Mapping

from . import koenigsberg, older, seelow, vob
from .recipes import Samples

EVERY: Mapping[str, Samples] = {each.game: each for each in (koenigsberg.SAMPLES, older.SAMPLES, seelow.SAMPLES, vob.SAMPLES)}
