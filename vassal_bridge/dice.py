"""Rolls of dice, found in what a step says in the chat and in the properties that VASSAL sets beside it.

With a module its buttons tell how a roll is reported. Without one, or for a line that none of its buttons would write, the usual
ways of reporting are tried; such a roll is not `known`. Words can be typed by anybody, properties cannot: a roll tells where it
was found, and whether both agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .commands import Chat, Command, DeclaredCommand, SetProperty, Undo
from .fields import java_int
from .grids import Format
from .module import DiceButton, Module

LONGEST = 2_000  # characters of a chat line that are looked at
_NUMBERS = re.compile(r"-?\d{1,9}(?:, ?-?\d{1,9}){0,999}")
_USUAL = re.compile(
    r"\*+ (?P<dice>[^=:*<>]{1,60}?) ?[=:] (?P<results>-?\d{1,9}(?:, ?-?\d{1,9}){0,999})(?: = (?P<total>-?\d{1,9}))? \*+"
    r" <(?P<who>[^<>]{0,200}(?:<[^<>]{0,200}>\)?)?)>"
)
_WITH_PURPOSE = re.compile(  # as Advanced Squad Leader's module reports: `*** (IFT DR) 5,3 ***   <Alice>   [statistics]`
    r"\*+ \((?P<dice>[^()*<>]{1,60})\) (?P<results>-?\d{1,9}(?:, ?-?\d{1,9}){0,999}) \*+ +<(?P<who>[^<>]{0,200})>"
)
_IN_BRACKETS = re.compile(
    r"\[ ?(?P<who>[^\[\]]{1,200}?) rolls (?P<count>\d{1,4}) (?:die|dice): +(?P<results>[^\[\]]{1,400}?) ?\]"
)
_NAME = re.compile(r"(\d{0,4})[dD](\d{1,6})")
KINDS = ("result", "total", "keep", "summary")


@dataclass(frozen=True, slots=True)
class DiceReport:
    """One throw.

    `results` are the dice that count, in the order told; None where only the total is. `sides` and `faces` are those of one die,
    as far as known. `line` is the chat line that tells of it; `properties` what was set with it: `result`, `total`, `keep`,
    `summary`, as far as they changed. `agrees` is None where only one of the two tells the result. `plus` is what the button adds
    to each die, `added` what it adds to their total; None where that is not known, or where some dice do not count.
    """

    dice: str
    results: tuple[str, ...] | None = None
    total: int | None = None
    count: int | None = None
    sides: int | None = None
    faces: tuple[str, ...] = ()
    who: str | None = None
    line: str | None = None
    properties: Mapping[str, str] = field(default_factory=dict)
    known: bool = False
    agrees: bool | None = None
    plus: int = 0
    added: int | None = None

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The results, if all of them are numbers."""
        values = [java_int(result) for result in self.results or ()]
        return tuple(value for value in values if value is not None) if values and None not in values else None


Ask = Callable[[str], str | None]
"""The value of one of the module's properties after the step."""


class DiceReader:
    """Finds rolls in steps."""

    def __init__(self, module: Module | None = None) -> None:
        self._dice = {one.name: one for one in reversed(module.dice)} if module is not None else {}
        self._by_id = {one.id: one for one in self._dice.values() if one.id}
        self._formats = [(one, Format(one.report_format)) for one in module.dice] if module is not None else []

    def rolls(self, commands: Iterable[Command], ask: Ask) -> tuple[DiceReport, ...]:
        """The rolls of a step. What an undo takes back is none."""
        found: list[DiceReport] = []
        undoing = False
        for command in commands:
            if isinstance(command, Undo):
                undoing = command.begins
            elif undoing:
                continue
            elif isinstance(command, Chat):
                roll = self.line(command.text)
                if roll is not None:
                    self._add(found, roll)
            elif isinstance(command, SetProperty):
                self._set(found, command)
            elif isinstance(command, DeclaredCommand) and command.spec.prefix == "SHOW_RESULTS\t":
                self._show(found, command)
        return tuple(self._settled(roll, ask) for roll in found)

    # --- words ------------------------------------------------------------------------------------------------------------------

    def line(self, text: str) -> DiceReport | None:
        """The roll that a chat line reports, if it does. Blanks around it, which nobody sees, make it no other line."""
        bare = text.strip()
        return self._plain_line(text) or (None if bare == text else self._plain_line(bare))

    def _plain_line(self, text: str) -> DiceReport | None:
        if text[:1] != "*" or text.startswith("* UNDO: ") or len(text) > LONGEST:
            return None
        said = text[1:] if text.startswith("**") else text.removeprefix("* ")
        for dice, form in self._formats:
            roll = _reported(dice, form, said)
            if roll is not None:
                return replace(roll, line=text)
        return _usual(text) or _with_purpose(text) or _in_brackets(text)

    @staticmethod
    def _add(found: list[DiceReport], roll: DiceReport) -> None:
        """Dice shown in a window are told of twice."""
        if found and found[-1].dice == roll.dice and found[-1].line is None and not found[-1].properties:
            shown = found[-1]
            found[-1] = replace(roll, results=roll.results or shown.results, faces=roll.faces or shown.faces)
        else:
            found.append(roll)

    # --- properties -------------------------------------------------------------------------------------------------------------

    def _set(self, found: list[DiceReport], command: SetProperty) -> None:
        name, _, kind = command.name.rpartition("_")
        if kind not in KINDS or not name or command.new is None:
            return
        last = next((place for place in range(len(found) - 1, -1, -1) if found[place].dice == name), None)
        if last is not None and kind not in found[last].properties:
            roll = found[last]
            found[last] = replace(roll, properties={**roll.properties, kind: command.new})
        elif name in self._dice or (not self._dice and kind == "result" and _NUMBERS.fullmatch(command.new)):
            found.append(replace(self._bare(name), properties={kind: command.new}))

    def _show(self, found: list[DiceReport], command: DeclaredCommand) -> None:
        """Dice shown in a window: which face of each came up, counted from 0."""
        name = command.values.text("dice")
        dice = self._by_id.get(name) or self._dice.get(name)
        if dice is None:
            return
        numbers = [number if isinstance(number, int) else -1 for number in command.values.rest]
        texts = tuple(
            die.faces[number].text if 0 <= number < len(die.faces) else ""
            for die, number in zip(dice.dice, numbers, strict=False)
        )
        found.append(replace(self._bare(dice.name), results=texts))

    def _bare(self, name: str) -> DiceReport:
        dice = self._dice.get(name)
        return _of(dice) if dice is not None else _by_name(name)

    # --- both together ----------------------------------------------------------------------------------------------------------

    def _settled(self, roll: DiceReport, ask: Ask) -> DiceReport:
        """A property that keeps its value is not told again, so what the step leaves out is looked up."""
        dice = self._dice.get(roll.dice)
        said = roll.properties.get("result")
        agrees = None if said is None or roll.line is None else _agree(roll, said)
        results, total = roll.results, roll.total
        if said is None and results is None and total is None and roll.line is not None:
            said = ask(f"{roll.dice}_result")
        if results is None and said is not None and (dice is None or not (dice.report_total or dice.kind == "symbols")):
            results = tuple(part.strip() for part in said.split(",")) if said else ()
        if total is None:
            total = java_int(roll.properties.get("total", ""))
        if total is None and said is not None and dice is not None and (dice.report_total or dice.kind == "symbols"):
            total = java_int(said)
        settled = replace(roll, results=results, total=total, agrees=agrees)
        numbers = settled.numbers
        if total is None and numbers is not None and dice is not None and dice.kind == "numbers":
            settled = replace(settled, total=sum(numbers) + dice.add_to_total)
        return settled


def _agree(roll: DiceReport, said: str) -> bool | None:
    if roll.results is not None and said == ",".join(roll.results):
        return True
    if roll.total is not None and said == str(roll.total):
        return True
    if roll.results is None and roll.total is None:
        return None
    # dice that report their total keep it as their result
    return roll.numbers is not None and "," not in said and java_int(said) == sum(roll.numbers) != roll.numbers[0]


def _of(dice: DiceButton) -> DiceReport:
    faces = dice.texts or (tuple(face.text for face in dice.dice[0].faces) if dice.dice else ())
    return DiceReport(
        dice.name,
        count=None if dice.asks else dice.count,
        sides=dice.sides or len(faces) or None,
        faces=faces,
        known=True,
        plus=dice.plus,
        added=dice.add_to_total if dice.kind == "numbers" and not dice.keep and not dice.asks else None,
    )


def _by_name(name: str) -> DiceReport:
    """What a name such as `2d6` tells."""
    match = _NAME.fullmatch(name.strip())
    return DiceReport(name, count=int(match[1] or 1), sides=int(match[2])) if match else DiceReport(name)


# --- chat lines -----------------------------------------------------------------------------------------------------------------


def _reported(dice: DiceButton, form: Format, said: str) -> DiceReport | None:
    """The roll in a line, if it is what this button would write."""
    if form.is_script or not form.parts:
        return None
    values = _taken_apart(_filled(dice, form), said)
    if values is None:
        return None
    roll = replace(_of(dice), who=_who(values))
    results = _single(values) if "result1" in values else None
    if "result" in values:
        told = values["result"]
        if dice.kind in ("numbers", "server") and not _NUMBERS.fullmatch(told):
            return None
        if dice.report_total:
            roll = replace(roll, total=java_int(told))
        else:
            results = tuple(part.strip() for part in told.split(","))
    total = java_int(values.get("numericTotal", ""))
    if dice.asks:
        roll = replace(roll, count=java_int(values.get("nDice", "")), sides=java_int(values.get("nSides", "")))
    return replace(roll, results=results, total=roll.total if total is None else total)


def _who(values: Mapping[str, str]) -> str | None:
    return next((values[name] for name in ("PlayerName", "playerName", "PlayerId") if name in values), None)


def _single(values: Mapping[str, str]) -> tuple[str, ...]:
    results: list[str] = []
    while (name := f"result{len(results) + 1}") in values:
        results.append(values[name])
    return tuple(results)


def _filled(dice: DiceButton, form: Format) -> Iterator[tuple[bool, str]]:
    """The parts of a report format, with what the module fixes put in. Those left are (True, name of a property)."""
    fixed = {"name": dice.name, "plus": str(dice.plus), "addToTotal": str(dice.add_to_total), "keepDice": str(dice.keep_value)}
    if not dice.asks:
        fixed |= {"nDice": str(dice.count), "nSides": str(dice.sides)}
    for is_property, part in form.parts:
        yield (False, fixed[part]) if is_property and part in fixed else (is_property, part)


def _taken_apart(parts: Iterable[tuple[bool, str]], said: str) -> dict[str, str] | None:
    """The values of the properties in a text, if it is made of these parts. Each ends where the next fixed text first comes.

    Of several properties side by side the last is given all that stands there.
    """
    values: dict[str, str] = {}
    asked: str | None = None
    place = 0
    joined = _joined(parts)
    for number, (is_property, part) in enumerate(joined):
        if is_property:
            if asked is not None:
                values.setdefault(asked, "")
            asked = part
            continue
        last = number == len(joined) - 1
        if asked is None:
            if not said.startswith(part, place):
                return None
            end = place
        else:
            end = len(said) - len(part) if last else said.find(part, place)
            if end < place or not said.startswith(part, end):
                return None
            values[asked] = said[place:end]
            asked = None
        place = end + len(part)
    if asked is not None:
        values[asked] = said[place:]
        place = len(said)
    return values if place == len(said) else None


def _joined(parts: Iterable[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Fixed texts side by side made one."""
    joined: list[tuple[bool, str]] = []
    for is_property, part in parts:
        if joined and not is_property and not joined[-1][0]:
            joined[-1] = (False, joined[-1][1] + part)
        elif part or is_property:
            joined.append((is_property, part))
    return joined


def _usual(text: str) -> DiceReport | None:
    match = _USUAL.fullmatch(text)
    if match is None:
        return None
    results = tuple(part.strip() for part in match["results"].split(","))
    total = java_int(match["total"] or "")
    return replace(_by_name(match["dice"]), results=results, total=total, who=match["who"], line=text)


def _with_purpose(text: str) -> DiceReport | None:
    match = _WITH_PURPOSE.match(text)
    if match is None:
        return None
    results = tuple(part.strip() for part in match["results"].split(","))
    return DiceReport(match["dice"], results, None, len(results), who=match["who"], line=text)


def _in_brackets(text: str) -> DiceReport | None:
    match = _IN_BRACKETS.search(text)
    if match is None:
        return None
    results: Sequence[str] = match["results"].split()
    return DiceReport("", tuple(results), None, int(match["count"]), who=match["who"].strip(), line=text)
