"""All shared rules together: importing this imports every room of them, which fills the registry."""

from __future__ import annotations

from pkgutil import resolve_name, walk_packages

from adjudicator import rules

from .registry import SHARED as SHARED

for _room in walk_packages(rules.__path__, f"{rules.__name__}."):
    resolve_name(_room.name)
