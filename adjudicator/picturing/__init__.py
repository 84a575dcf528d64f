"""Pictures of positions as plain values, made where table and action are known. Nothing here says how they look."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .build import of_opinion, of_played
    from .model import Picture

__all__ = ["Picture", "of_opinion", "of_played"]

_WHERE = {"Picture": "model", "of_opinion": "build", "of_played": "build"}


def __getattr__(name: str) -> Any:
    """Each is imported when it is asked for: most reports show no picture."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
