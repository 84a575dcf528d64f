"""What was found over time, in words for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.audit.fairness import of_counts

from .look import BOLD, FAINT, PLAIN, TextLook
from .sums import WORDS, ranked
from .words import plural

_MOST = 12


@dataclass(frozen=True, slots=True)
class PastFile:
    """A file that was judged: when it was written, and what was found in it of what is asked about."""

    at: str
    name: str
    game: str
    standing: str
    illegal: int
    undecided: int

    @property
    def found(self) -> str:
        """`1 illegal`; of a player whose doing none of it is as far as is known, just that."""
        both = ((self.illegal, "illegal"), (self.undecided, "undecided"))
        counted = ", ".join(f"{count:,} {word}" for count, word in both if count)
        elsewhere = "nothing by that player" if self.standing in ("illegal", "undecided") else WORDS[self.standing]
        return counted or elsewhere


@dataclass(frozen=True, slots=True)
class PastMonth:
    month: str  # 2026-03
    files: int
    illegal: int
    undecided: int


@dataclass(frozen=True, slots=True)
class Past:
    """A game, a player or a rule over time."""

    title: str
    files: tuple[PastFile, ...]
    months: tuple[PastMonth, ...]
    rules: Counter[str]  # illegal, by rule
    players: Counter[str]  # illegal, by player
    dice: dict[tuple[str, int], list[int]] = field(default_factory=dict)


def past_lines(past: Past, look: TextLook = PLAIN) -> Iterator[str]:
    """Month by month, then file by file, the youngest last; what there is most of; the dice."""
    yield from (look.paint(line, BOLD) for line in look.wrapped(f"{past.title}: {plural(len(past.files), 'file')}"))
    if not past.files:
        return
    yield ""
    yield f"  {'month':<8} {'files':>6} {'illegal':>8} {'undecided':>10}"
    for month in past.months:
        yield f"  {month.month:<8} {month.files:>6,} {month.illegal:>8,} {month.undecided:>10,}"
    for title, counter in (("Illegal, by rule", past.rules), ("Illegal, by player", past.players)):
        if counter:
            yield ""
            yield look.paint(title, BOLD)
            for name, count in ranked(counter)[:_MOST]:
                yield from look.wrapped(name, f"  {count:>6,}  ", " " * 10)
    yield ""
    yield look.paint("Files", BOLD)
    if len(past.files) > _MOST:
        yield look.paint(f"  {len(past.files) - _MOST:,} older ones stand on the page (--format html)", FAINT)
    for file in past.files[-_MOST:]:
        yield from look.wrapped(f"{file.name}: {file.found}", f"  {file.at[:10]}  ", " " * 14)
    totals = of_counts(dict(sorted(past.dice.items())))
    if totals:
        yield ""
        yield look.paint("Dice", BOLD)
        for total in totals:
            yield from look.wrapped(total.sentence, "  ", "    ")
