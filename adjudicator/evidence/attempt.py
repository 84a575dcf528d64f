"""Trying what one bad piece may make impossible: it must not spoil the rest of a listing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from vassal_bridge.errors import BridgeError

T = TypeVar("T")

TOO_TANGLED = "its traits ask one another too often"


def attempt(question: Callable[[], T]) -> tuple[T | None, str]:
    """What the question gives; or None, and in a few words why there is no answer."""
    try:
        return question(), ""
    except BridgeError as error:
        return None, error.problem
    except RecursionError:  # hundreds of traits, each of which shows what the next one shows
        return None, TOO_TANGLED
