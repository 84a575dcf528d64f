"""Which files are of one game, by a few words of each: so that an audit need not hold thousands of them against each other.

Rather too many together than too few: the audit of what stands together here tells games apart by all that their files hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from adjudicator.report.record import Record

from .unit import WorkUnit

Seats = frozenset[tuple[str, str]]
"""Sides and who plays them."""

Seating = tuple[str | None, Seats]
"""A module, and who plays it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file, as little of it as grouping needs. What lies in a zip or a mail is fetched from there again."""

    unit: WorkUnit  # without its bytes
    seating: Seating
    ends: tuple[str, str]

    @property
    def folder(self) -> str:
        return str(PurePosixPath(self.unit.label).parent)

    @property
    def moved(self) -> bool:
        return self.ends[0] != self.ends[1]


@dataclass
class Grouping:
    """Files as they come, and the games among them."""

    members: list[Member] = field(default_factory=list)

    def add(self, unit: WorkUnit, record: Record) -> None:
        """What could not be read, or alone is all that there is of it, is of no game."""
        if record.about is None or not record.ends[0]:
            return
        people = ((each.side, each.name.casefold()) for each in record.about.players)
        seats = frozenset((side, name) for side, name in people if side and name and not side.startswith("<"))
        bare = WorkUnit(unit.label, unit.name, unit.sha256, unit.path, carrier=unit.carrier)
        self.members.append(Member(bare, (record.about.module, seats), record.ends))

    def games(self) -> list[list[WorkUnit]]:
        """Those of two files and more, in the order in which their first files came."""
        home = list(range(len(self.members)))
        for one, other in (*_same_people(self.members), *_incomplete(self.members), *_meeting(self.members)):
            _join(home, one, other)
        found: defaultdict[int, list[WorkUnit]] = defaultdict(list)
        for place, member in enumerate(self.members):
            found[_root(home, place)].append(member.unit)
        return [units for units in found.values() if len(units) > 1]


def _same_people(members: Sequence[Member]) -> Iterable[tuple[int, int]]:
    """The same people on the same sides of the same module; where nobody has a name, the same folder."""
    first: dict[tuple[Seating, str], int] = {}
    for place, member in enumerate(members):
        yield first.setdefault((member.seating, "" if member.seating[1] else member.folder), place), place


def _incomplete(members: Sequence[Member]) -> Iterable[tuple[int, int]]:
    """At first not everybody sits down: files with fewer people are of the game in their folder that has these and more."""
    folders: defaultdict[tuple[str, str | None], dict[Seats, int]] = defaultdict(dict)
    for place, member in enumerate(members):
        module, seats = member.seating
        folders[member.folder, module].setdefault(seats, place)
    for tables in folders.values():
        fullest = max(map(len, tables))
        for seats, place in tables.items():
            larger = [other for more, other in tables.items() if seats < more] if len(seats) < fullest else []
            if len(larger) == 1:
                yield place, larger[0]


def _meeting(members: Sequence[Member]) -> Iterable[tuple[int, int]]:
    """A log that leads just to where another file starts, whoever sits there by then: people change their names. Where the same
    people have such a log, others that began alike have nothing to do with it."""
    leading: defaultdict[str, dict[Seating, int]] = defaultdict(dict)
    for place, member in enumerate(members):
        if member.moved:
            leading[member.ends[1]].setdefault(member.seating, place)
    for place, member in enumerate(members):
        before = leading.get(member.ends[0], {})
        if member.seating not in before:
            yield from ((other, place) for other in before.values())


def _root(home: list[int], place: int) -> int:
    while home[place] != place:
        home[place] = home[home[place]]
        place = home[place]
    return place


def _join(home: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(home, one), _root(home, other)))
    home[second] = first
