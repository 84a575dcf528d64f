"""A referee for hex wargames played through VASSAL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .referee import Referee

__all__ = ["Referee"]
__version__ = "1.0.0"


def __getattr__(name: str) -> Any:
    """The referee is imported when it is asked for: what only reads files need not wait for all the rules."""
    if name != "Referee":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .referee import Referee

    return Referee


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
