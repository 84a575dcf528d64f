"""Entering rules for questions that other rooms ask: before or after those rooms are imported, and for several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

from adjudicator.engine.actions import Action

from .registry import SHARED, Registry, Slot

F = TypeVar("F", bound=Callable[..., Any])


def asked(name: str, question: str) -> None:
    """A question of many answers that more than one room has rules for: whoever comes first asks it."""
    if name not in SHARED.slots:
        SHARED.slot(name, question, "many", optional=True)


for _kind in get_args(Action):  # here and not where they are asked, because rooms of every kind answer them
    asked(f"after.{_kind.__name__.lower()}", f"What else follows from a {_kind.__name__.lower()}?")


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
