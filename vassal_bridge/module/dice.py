"""Dice buttons: with which words a roll is reported, so that it can be read again."""

from __future__ import annotations

from dataclasses import dataclass

from ..buildfile import Component, java_list

PACKAGE = "VASSAL.build.module."


@dataclass(frozen=True, slots=True)
class Face:
    text: str
    value: int
    image: str = ""


@dataclass(frozen=True, slots=True)
class SymbolicDie:
    """One die of a symbolic button. `format` makes one result of `$name$`, `$result$` and `$numericalValue$`."""

    name: str
    format: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class DiceButton:
    """A button that rolls. `kind` is `numbers`, `texts` (random ones), `symbols` (symbolic dice) or `server`."""

    name: str
    kind: str
    report_format: str
    count: int = 0
    sides: int = 0
    plus: int = 0  # added to each die
    add_to_total: int = 0
    report_total: bool = False
    asks: bool = False  # the player may change the numbers before each roll
    sorts: bool = False
    keep: str = ""  # which dice count: `s`mallest, `l`argest, `=`, `>`, `<`; empty: all
    keep_value: int = 1
    texts: tuple[str, ...] = ()
    dice: tuple[SymbolicDie, ...] = ()
    id: str = ""  # symbolic dice only: how commands name the button
    in_chat: bool = True
    in_button: bool = False
    in_window: bool = False
    origin: str = ""

    @property
    def result_properties(self) -> tuple[str, ...]:
        """The module's properties that a roll changes."""
        if self.kind == "symbols":
            return (f"{self.name}_result",)
        return tuple(f"{self.name}_{what}" for what in ("result", "total", "keep", "summary"))


def read_dice(root: Component) -> tuple[DiceButton, ...]:
    found = []
    symbolic = 0
    for part in root.parts():
        if part.tag == PACKAGE + "DiceButton":
            found.append(_numbers(part, "numbers"))
        elif part.tag == PACKAGE + "InternetDiceButton":
            found.append(_numbers(part, "server"))
        elif part.tag == PACKAGE + "RandomTextButton":
            found.append(_numbers(part, "texts"))
        elif part.tag == PACKAGE + "SpecialDiceButton":
            found.append(_symbols(part, f"SpecialDiceButton{symbolic}"))
            symbolic += 1
    return tuple(found)


def _numbers(part: Component, kind: str) -> DiceButton:
    texts = java_list(part.get("faces")) if kind == "texts" else ()
    keep = part.get("keepOption", ">")
    return DiceButton(
        name=part.get("name") or part.get("label") or "2d6",
        kind=kind,
        report_format=part.get("reportFormat", "** $name$ = $result$ *** &lt;$PlayerName$&gt;"),
        count=max(0, part.integer("nDice", 2)),
        sides=len(texts) if kind == "texts" else max(0, part.integer("nSides", 6)),
        plus=part.integer("plus"),
        add_to_total=part.integer("addToTotal"),
        report_total=part.get("reportTotal") == "true",
        asks=part.get("prompt") == "true",
        sorts=part.get("sortDice") == "true",
        keep=keep if keep in ("s", "l") or part.get("keepDice") == "true" else "",  # VASSAL heeds the option only for the others
        keep_value=part.integer("keepCount", 1),
        texts=texts,
        origin=part.origin,
    )


def _symbols(part: Component, identity: str) -> DiceButton:
    dice = tuple(_die(die) for die in part.parts() if die.tag == PACKAGE + "SpecialDie")
    return DiceButton(
        name=part.get("name") or part.get("text"),
        kind="symbols",
        report_format=part.get("format", "** $name$ = [$result1$] *** &lt;$PlayerName$&gt;"),
        count=len(dice),
        dice=dice,
        id=identity,
        in_chat=part.get("resultChatter", "true") == "true",
        in_button=part.get("resultButton") == "true",
        in_window=part.get("resultWindow") == "true",
        origin=part.origin,
    )


def _die(part: Component) -> SymbolicDie:
    return SymbolicDie(
        name=part.get("name"),
        format=part.get("format", "$result$"),
        faces=tuple(
            Face(face.get("text"), face.integer("value"), face.get("icon"))
            for face in part.parts()
            if face.tag == PACKAGE + "SpecialDieFace"
        ),
    )
