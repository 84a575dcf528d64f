"""The turn counter of a foreign module, by what our own one shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adjudicator.games import LoadedGame
from vassal_bridge.sequence import decode, encode

from .controls import phases_of, turn_word
from .recipes import Recipe

WORD = "TURNTurnTracker0\t"
Clock = tuple[int, int]  # the turn, and which of our phases


def read(text: str) -> Clock:
    """The turn and the phase that a command sets on our counter."""
    turn, _, _, _, phase, *_ = [*decode(decode(text.partition("\t")[2], "|")[1], ";"), "0"]
    return int(turn), int(decode(phase, ";")[0] or 0)


@dataclass
class Counter:
    game: LoadedGame
    recipe: Recipe

    @cached_property
    def _entries(self) -> list[tuple[str, tuple[str, ...]]]:
        return phases_of(self.game, self.recipe)

    def _entry(self, phase: int) -> int:
        wanted = self.game.about.phases[phase].id
        return next((at for at, (_, those) in enumerate(self._entries) if wanted in those), 0)

    def written(self, clock: Clock) -> list[str]:
        """What sets the foreign counter so; nothing if there is none."""
        if self.recipe.counter == "none":
            return []
        turn, phase = clock
        levels = [str(turn), "0", "false", "-1"]
        if self._entries:
            every = ",".join("true" for _ in self._entries)
            levels.append(encode([str(self._entry(phase)), "0", "0", every], ";") or "")
        return [WORD + (encode(["0", encode(levels, ";")], "|") or "")]

    def said(self, ours: str) -> str | None:
        """`Turn 3: Movement` in the words of the foreign counter."""
        turn, _, title = ours.removeprefix("Turn ").partition(": ")
        phase = next((at for at, each in enumerate(self.game.about.phases) if each.name.replace(",", "") == title), None)
        if self.recipe.counter == "none" or phase is None:
            return None
        word = turn_word(self.recipe)
        return f"{word} {turn}, {self._entries[self._entry(phase)][0]}" if self._entries else f"{word} {turn}"
