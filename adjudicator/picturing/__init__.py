"""Pictures of positions as plain values, made where table and action are known. Nothing here says how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .build import of_opinion, of_played
    from .model import Picture

__all__ = ["Picture", "of_opinion", "of_played"]


def __getattr__(name: str) -> Any:
    """Each is imported when it is asked for: most reports show no picture."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import build, model

    return getattr(model if name == "Picture" else build, name)
