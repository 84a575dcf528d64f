"""What many files come to together: counted as they come, so that nothing of them need be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.factname import printed
from adjudicator.verdict import Verdict

from .record import FacesShown, GameRecord, Record

WORDS = {
    "legal": "legal",
    "illegal": "illegal",
    "undecided": "undecided",
    "unjudged": "not judged",
    "unread": "could not be read",
    "given-up": "given up",
}
"""What can become of a file, by what a sum counts it under, in the order in which it is told."""


def standing(record: Record) -> str:
    """The verdict on a file, or why there is none."""
    return record.outcome if record.verdict is None else record.verdict.value


@dataclass
class Sums:
    """Counters. What only follows from an earlier finding counts for nobody."""

    files: Counter[str] = field(default_factory=Counter)  # by standing
    games: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)  # illegal
    players: Counter[str] = field(default_factory=Counter)  # illegal
    questions: Counter[str] = field(default_factory=Counter)  # undecided
    audit: Counter[str] = field(default_factory=Counter)  # by check, above a note
    dishonest: int = 0  # files and games whose audit found an error
    abandoned: int = 0  # games that could not be looked at whole
    remembered: int = 0  # files of which the result was known
    excused: int = 0  # files with findings that an earlier report has: they are not told, and count for nothing
    dice: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def add(self, record: Record, *, known: bool = False) -> None:
        self.files[standing(record)] += 1
        self.remembered += known
        if record.game:
            self.games[record.game] += 1
        for finding in record.findings:
            if not finding.root:
                continue
            if finding.verdict is Verdict.ILLEGAL:
                self.rules[finding.check] += 1
                self.players[finding.player or "nobody knows who"] += 1
            else:
                self.questions.update(printed(finding.needs))
        self.audit.update(finding.check for finding in record.audit if finding.severity.rank)
        self.dishonest += record.dishonest
        for each in record.dice:
            self._throw(each)

    def add_game(self, record: GameRecord) -> None:
        """What was found by looking at several files together."""
        self.audit.update(finding.check for finding in record.findings if finding.severity.rank)
        self.dishonest += record.dishonest
        self.abandoned += record.outcome == "given-up"

    def _throw(self, each: FacesShown) -> None:
        counts = self.dice.setdefault((each.player, each.faces), [0] * each.faces)
        for face, count in enumerate(each.counts):
            counts[face] += count

    @property
    def all(self) -> int:
        return self.files.total()

    def told(self) -> str:
        """`12 legal, 3 illegal, 1 could not be read`."""
        return ", ".join(f"{self.files[each]:,} {word}" for each, word in WORDS.items() if self.files[each])

    def tables(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """What there is most of, by heading; those that hold nothing are left out."""
        found = {
            "Illegal, by rule": self.rules,
            "Illegal, by player": self.players,
            "Undecided, by what would decide it": self.questions,
            "To look at without rules, by check": self.audit,
        }
        return {title: ranked(counter) for title, counter in found.items() if counter}


def ranked(counter: Counter[str]) -> list[tuple[str, int]]:
    """The most first; equals by name, so that the order owes nothing to chance."""
    return sorted(counter.items(), key=lambda each: (-each[1], each[0]))
