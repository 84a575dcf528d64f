"""Dice as a referee counts them, from what a step reports of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from adjudicator.evidence.history import DiceThrown
from vassal_bridge.dice import DiceReport


@dataclass
class Dice:
    """Hears the rolls of one log in their order."""

    clean: Callable[[str], str]
    _shown: dict[str, tuple[str, ...] | None] = field(default_factory=dict)  # by dice: the last result that properties told

    def thrown(self, roll: DiceReport) -> DiceThrown:
        """A roll of dice whose results VASSAL writes into properties is only typed if its result is another than the last and no
        property tells it: VASSAL leaves out what did not change."""
        numbers = roll.numbers
        typed = roll.line is not None and not roll.properties and self._shown.get(roll.dice) not in (None, roll.results)
        if roll.properties:
            self._shown[roll.dice] = roll.results
        name = self.clean(roll.dice)
        if numbers is None and roll.results:
            name = f"{name} {', '.join(map(self.clean, roll.results))}".strip()
        results = numbers or (() if roll.total is None else (roll.total,))
        disputed = None
        if roll.agrees is False:
            disputed = self.clean(roll.properties.get("result", ""))
        return DiceThrown(name or "dice", results, _faces(roll), roll.total, typed, disputed, _odd(roll))


def _faces(roll: DiceReport) -> int | None:
    """Of each die. Where only a total is told, it is a die's if one was rolled."""
    numbers = roll.numbers
    if numbers is None and roll.count == 1 and roll.total is not None:
        numbers = (roll.total,)
    if numbers is None or roll.sides is None or len(numbers) != (roll.count or len(numbers)):
        return None
    return roll.sides if all(1 <= number <= roll.sides for number in numbers) else None


def _odd(roll: DiceReport) -> str | None:
    numbers = roll.numbers
    if numbers is None or roll.sides is None:
        return None
    beyond = next((number for number in numbers if not 1 <= number <= roll.sides), None)
    if beyond is not None and not roll.known and len(numbers) == 1 and roll.count != 1:
        return None  # a total of several dice, by its name alone
    if beyond is not None and not (roll.known and len(numbers) == 1):
        return f"a {beyond} on a die of {roll.sides}"
    if roll.known and roll.count is not None and len(numbers) not in (roll.count, 1):
        return f"{len(numbers)} dice where the button rolls {roll.count}"
    return None
