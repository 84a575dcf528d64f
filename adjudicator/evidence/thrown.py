"""Dice as a referee counts them, from what a step reports of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudicator.evidence.history import DiceThrown, Named
from vassal_bridge.commands import SetProperty
from vassal_bridge.dice import DiceReport
from vassal_bridge.grids import Format
from vassal_bridge.module import Module
from vassal_bridge.replay import StepResult

_HOW_OFTEN = re.compile(
    r"(-?\d{1,9}) [^\d\s,;-]{1,9}(\d{1,4})(?!\d)"
)  # `3 x1, 5 x2`, the word between as VASSAL's language has it


@dataclass
class Dice:
    """Hears the rolls of one log in their order."""

    clean: Callable[[str], str]
    buttons: frozenset[str] | None = None  # the dice of the module, None where it may have others that are not known
    reporting: frozenset[str] = frozenset()  # those that report whatever they show
    _shown: dict[str, tuple[str, ...] | None] = field(default_factory=dict)  # by dice: the last result that properties told

    def all_thrown(self, result: StepResult) -> tuple[DiceThrown, ...]:
        shown = {one.name: one.old for one in result.commands if isinstance(one, SetProperty) and one.old}
        return tuple(self.thrown(roll, shown.get(f"{roll.dice}_result")) for roll in result.rolls)

    def thrown(self, roll: DiceReport, shown: str | None = None) -> DiceThrown:
        """A roll of dice whose results VASSAL writes into properties is only typed if its result is another than the last and no
        property tells it: VASSAL leaves out what did not change. `shown`: what the dice say they had shown before it."""
        numbers = roll.numbers
        typed = roll.line is not None and not roll.properties and self._shown.get(roll.dice) not in (None, roll.results)
        if roll.properties:
            self._shown[roll.dice] = roll.results
        name = self.clean(roll.dice)
        if numbers is None and roll.results:
            name = f"{name} {', '.join(map(self.clean, roll.results))}".strip()
        results = numbers or (() if roll.total is None else (roll.total,))
        disputed = _disputed(roll)
        if disputed is not None:
            disputed = self.clean(disputed)
        silent = roll.line is None and "result" in roll.properties
        traced, reporting = bool(roll.properties), roll.dice in self.reporting
        unknown = self.buttons is not None and not roll.known and numbers is not None and roll.dice not in self.buttons
        before = None if shown is None else tuple(self.clean(part.strip()) for part in shown.split(","))
        about = typed, disputed, _odd(roll), silent, unknown, traced, reporting, before
        return DiceThrown(name or "dice", results, _faces(roll), roll.total, *about)


def _faces(roll: DiceReport) -> int | None:
    """Of each die. Where only a total is told, it is a die's if one was rolled."""
    numbers = roll.numbers
    if numbers is None and roll.count == 1 and roll.total is not None:
        numbers = (roll.total,)
    if numbers is None or roll.sides is None or len(numbers) != (roll.count or len(numbers)):
        return None
    return roll.sides if all(1 <= number <= roll.sides for number in numbers) else None


def _disputed(roll: DiceReport) -> str | None:
    """What the properties of the die say, where it is not what chat says, or what another property of it says."""
    if roll.agrees is False:
        return roll.properties.get("result", "")
    total = roll.properties.get("total")
    if total is not None and roll.total is not None and total != str(roll.total):
        return f"a total of {total}"
    summary = roll.properties.get("summary", "")
    if roll.numbers is not None and "result" in roll.properties and _summed_otherwise(summary, roll.numbers):
        return summary
    return None


def _summed_otherwise(summary: str, numbers: tuple[int, ...]) -> bool:
    told = [int(number) for number, times in _HOW_OFTEN.findall(summary[:2000]) for _ in range(min(int(times), 1000))]
    return len(told) == len(numbers) and sorted(told) != sorted(numbers)


def known_dice(module: Module | None, version: str | None) -> frozenset[str] | None:
    """The dice that a log of that version of a module can have: told only where nothing in the module could be other dice."""
    if module is None or not module.dice or module.unknown or version not in (None, module.version):
        return None
    return frozenset(one.name for one in module.dice)


def reporting_dice(module: Module | None) -> frozenset[str]:
    dice = () if module is None else module.dice
    return frozenset(one.name for one in dice if one.report_format and not Format(one.report_format).is_script)


@dataclass
class DiceMemory:
    """What dice show before their first roll in a log, and after their last."""

    clean: Callable[[str], str]
    _first: dict[str, tuple[int, str | None]] = field(default_factory=dict)  # by dice: step, what they had shown
    _last: dict[str, str] = field(default_factory=dict)

    def hear(self, result: StepResult) -> None:
        told = {one.name: (one.old, one.new) for one in result.commands if isinstance(one, SetProperty)}
        for dice, (before, after) in memories(told).items():
            self._first.setdefault(dice, (result.number, before))
            self._last[dice] = after or ""

    @property
    def first(self) -> tuple[tuple[int, str, str], ...]:
        return tuple((step, self.clean(dice), self.clean(shown)) for dice, (step, shown) in self._first.items() if shown)

    @property
    def last(self) -> Named:
        return tuple((self.clean(dice), self.clean(shown)) for dice, shown in self._last.items())


def memories(properties: Mapping[str, tuple[str | None, str | None]]) -> dict[str, tuple[str | None, str | None]]:
    """By dice what they showed before a step and after it, of the properties that it set. None before: they were never rolled.

    VASSAL begins with a result of 1 and a total of 0, and keeps both while it runs, from one game to the next.
    """
    found: dict[str, tuple[str | None, str | None]] = {}
    for name, (before, after) in properties.items():
        dice, _, kind = name.rpartition("_")
        if kind == "result" and dice:
            fresh = not (properties.get(f"{dice}_total", ("0", None))[0] or "").strip("0")
            found[dice] = (None if fresh else before, after)
    return found


def _odd(roll: DiceReport) -> str | None:
    numbers = roll.numbers
    if numbers is None or roll.sides is None:
        return None
    if (
        roll.added is not None
        and roll.total is not None
        and len(numbers) == roll.count
        and roll.total != sum(numbers) + roll.added
    ):
        return f"the total is {roll.total}, and the button adds {roll.added} to its dice"
    beyond = next((number for number in numbers if not 1 <= number - roll.plus <= roll.sides), None)
    if beyond is not None and not roll.known and len(numbers) == 1 and roll.count != 1:
        return None  # a total of several dice, by its name alone
    if beyond is not None and not (roll.known and len(numbers) == 1 and roll.count != 1):
        return f"a {beyond} on a die of {roll.sides}"
    if roll.known and roll.count is not None and len(numbers) not in (roll.count, 1):
        return f"{len(numbers)} dice where the button rolls {roll.count}"
    return None
