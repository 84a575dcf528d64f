"""The rules of a game under a reporter's eye: which of them were called, and which questions were asked."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from .registry import Binding, Bindings
from .table import Game


@dataclass(frozen=True, eq=False)
class Recorded(Bindings):
    """Bindings that note what is asked of them. What was worked out under other bindings is not taken for theirs."""

    called: set[str] = field(default_factory=set)  # ids of rules
    asked: set[str] = field(default_factory=set)  # slots

    def many(self, slot: str, **case: str) -> tuple[Binding, ...]:
        self.asked.add(slot)
        return super().many(slot, **case)

    def all_of(self, slot: str) -> tuple[Binding, ...]:
        self.asked.add(slot)
        return super().all_of(slot)

    def find(self, slot: str, **case: str) -> Binding | None:
        self.asked.add(slot)
        return super().find(slot, **case)

    def taken(self) -> frozenset[str]:
        """The rules that were called since one last asked for them."""
        found = frozenset(self.called)
        self.called.clear()
        return found


def recorded(game: Game) -> Game:
    """The game with rules that note their calls."""
    called: set[str] = set()
    return replace(game, rules=Recorded(tuple(_noted(binding, called) for binding in game.rules.all), called))


def overheard(game: Game) -> Game:
    """The game with rules that note the questions asked, but not who answers: that costs next to nothing."""
    return replace(game, rules=Recorded(game.rules.all))


def called(game: Game) -> frozenset[str]:
    """The rules of a recorded game that were called since one last asked; none of a game that is not recorded."""
    return game.rules.taken() if isinstance(game.rules, Recorded) else frozenset()


def _noted(binding: Binding, called: set[str]) -> Binding:
    twin = copy(binding)
    object.__setattr__(twin, "call", partial(_call, binding, called))
    return twin


def _call(binding: Binding, called: set[str], *arguments: Any) -> Any:
    called.add(binding.id)
    return binding.call(*arguments)
