"""Entering one function for several questions, also such as are asked by rooms that are imported later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .registry import SHARED, Registry, Slot

F = TypeVar("F", bound=Callable[..., Any])


def answers(rules: Mapping[str, str]) -> Callable[[F], F]:
    """Enter one function under several names: name -> slot. The slots may be asked by rooms that are imported later."""

    def enter(function: F) -> F:
        own = Registry({slot: Slot(slot, "") for slot in rules.values()})
        for name, slot in rules.items():
            if name in SHARED.rules:
                raise ValueError(f"rule {name} twice")
            own.rule(slot, name)(function)
        SHARED.rules.update(own.rules)
        return function

    return enter
