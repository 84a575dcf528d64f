"""The list of all worked examples printed in the rulebooks, kept by hand in examples.csv."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Example:
    """One printed example: where it stands, and the cases that show it or why there are none."""

    rulebook: str  # the number of the text
    section: str
    lines: tuple[int, ...]  # of the text, where it announces itself
    name: str
    folder: str  # of the game made for it
    file: str  # of its cases
    why: str  # what of it rests on nothing that games share

    @property
    def label(self) -> str:
        """With what the names of its cases begin: `8.9, example 1`, `Example A`, or just the section."""
        numbered = self.name.partition(":")[0]
        if numbered.lower().startswith("example "):
            return numbered if self.section == "8.2" else f"{self.section}, {numbered}"
        return self.section


def examples() -> tuple[Example, ...]:
    with (HERE / "examples.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Example(
                row["rulebook"],
                row["section"],
                tuple(int(line) for line in row["lines"].split()),
                row["example"],
                row["folder"],
                row["cases"],
                row["why"],
            )
            for row in csv.DictReader(file)
        )


def folders() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in HERE.glob("*/game.toml")))
