"""All shared rules together: importing this fills the registry."""

from __future__ import annotations

from . import stacking, zoc
from .movement import checks, ground, modes, search
from .registry import SHARED

ROOMS = (stacking, zoc, checks, ground, modes, search)

__all__ = ["ROOMS", "SHARED"]
