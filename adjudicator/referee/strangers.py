"""Counters that no binding knows: they are told, and what they could have changed is left open, were it illegal or legal."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from adjudicator import factname
from adjudicator.engine.actions import Activate, Advance, Attack, Draw, Fire, Move, Place, Retreat
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.engine.kinds import acting, hexes
from adjudicator.evidence.binding import BindingEntry, means_nothing, place_of
from adjudicator.evidence.history import Counter, History
from adjudicator.explain.judging import Grounds, JudgedFile, finding_at
from adjudicator.explain.turns import Played
from adjudicator.facts import unsure
from adjudicator.finding import Finding
from adjudicator.rules.opinion import Opinion, Ruled
from adjudicator.rules.words import said
from adjudicator.verdict import Severity, Verdict
from adjudicator.words import plural

from .strays import Stray, left_open, strays_in

_NAMED = 6  # counters in a note
_NEAR = 1  # hexes: as far as a zone of control reaches


@dataclass(frozen=True, slots=True)
class Stay:
    """A counter that nobody knows in a hex, from the step that put it there until the one that took it away."""

    name: str
    hex: Hex
    since: int = 0
    until: float = inf

    def before(self, step: int) -> bool:
        """Was it there already? What comes with a unit in the same step is most likely a marker on it."""
        return self.since < step <= self.until


@dataclass(frozen=True, slots=True)
class Strangers:
    """What nobody knows in a file: names of counters and how many there are, the hexes they stood in, whether some are chits, and
    where they stood and went when."""

    names: dict[str, int]
    hexes: dict[Hex, str]  # with the name of one that stood there
    chits: bool = False
    stays: tuple[Stay, ...] = ()
    strays: tuple[Stray, ...] = ()

    def at(self, hexes: Iterable[Hex], step: int) -> Stay | None:
        """One that stood in any of these hexes when somebody acted there."""
        wanted = frozenset(hexes)
        return next((stay for stay in self.stays if stay.hex in wanted and stay.before(step)), None)

    @property
    def count(self) -> int:
        return sum(self.names.values())

    @property
    def note(self) -> str:
        """`11 counters on the map mean nothing to me: Blue Repl (3), Storm`."""
        told = [f"{name} ({count})" if count > 1 else name for name, count in list(self.names.items())[:_NAMED]]
        more = len(self.names) - len(told)
        listed = ", ".join(told) + (f" and {more} more" if more else "")
        mean, it = ("means", "it is") if self.count == 1 else ("mean", "they are")
        example = next(iter(self.names))
        return (
            f"{plural(self.count, 'counter')} on the map {mean} nothing to me: {listed}; what stands beside them is not held "
            "against anybody, and neither what goes into their hexes nor where they go themselves is called legal. "
            f"Say in binding.toml what {it} (`nothing` is an answer too), or --tell 'what {example} means: nothing'"
        )


def strangers_in(history: History, judged: JudgedFile) -> Strangers | None:
    """None if every counter means something. Whatever a counter did in the log counts, wherever it stood."""
    if judged.game is None or judged.binding is None:
        return None
    grid, binding = judged.game.board.grid, judged.binding
    names: dict[str, str] = {}
    places: dict[Hex, str] = {}
    chits = False
    for counter in _every(history):
        if counter.spot.map not in binding.maps or not means_nothing(binding, counter):
            continue
        if _said_to_mean_nothing(judged, counter):
            continue
        names[counter.id] = counter.printed or counter.name
        place = place_of(binding, counter.spot, grid)
        if place is not None and place in grid:
            places[place] = names[counter.id]
        chits = chits or (bool(binding.chits.deck) and counter.spot.deck == binding.chits.deck)
    if not names:
        return None
    counted = dict(Counted(names.values()).most_common())
    stays, strays = _stays(history, binding, grid, names), strays_in(history, binding, grid, names)
    return Strangers(counted, places, chits, tuple(stays), tuple(strays))


def _said_to_mean_nothing(judged: JudgedFile, counter: Counter) -> bool:
    """Has a player told so?"""
    told = judged.end.told if judged.end is not None else {}
    return any(factname.stranger(name) in told for name in (counter.printed, counter.name) if name)


def _stays(history: History, binding: BindingEntry, grid: Grid, strange: Collection[str]) -> Iterator[Stay]:
    """Where each of them stood, and from when until when."""

    def stay(counter: Counter | None, since: int) -> Stay | None:
        if counter is None or counter.id not in strange or counter.spot.map not in binding.maps:
            return None
        place = place_of(binding, counter.spot, grid)
        return Stay(counter.printed or counter.name, place, since) if place is not None and place in grid else None

    now = {counter.id: found for counter in history.start.values() if (found := stay(counter, -1)) is not None}
    for event in history.events:
        for change in event.changes:
            before, after = now.get(change.counter.id), stay(change.after, event.step)
            if before is not None and (after is None or after.hex != before.hex):
                yield replace(before, until=event.step)
                del now[change.counter.id]
            if after is not None and change.counter.id not in now:
                now[change.counter.id] = after
    yield from now.values()


def _every(history: History) -> Iterator[Counter]:
    yield from history.start.values()
    for event in history.events:
        yield from (change.after for change in event.changes if change.after is not None)


def without_guessing(judged: JudgedFile, strangers: Strangers) -> JudgedFile:
    """The same file with what such a counter could have changed left undecided."""
    told = [_doubted(*each, strangers) for each in zip(judged.findings, judged.grounds, strict=True)]
    found = list(zip(told, judged.grounds, strict=True))
    played = []
    for each in judged.played:
        stay = _in_the_way(each, strangers) if each.judged.verdict is Verdict.LEGAL else None
        if stay is not None and each.judged.ruled:
            each = _left_open(each, stay)
            opened = each.judged.ruled[-1]
            open_ = finding_at(judged, each.before, each.step, opened, (_hangs_on(stay.name),))
            found.append((open_, Grounds(each.before, opened, each.judged)))
        played.append(each)
    found += left_open(judged, strangers.strays)
    found.sort(key=lambda one: one[0].where.step or 0)
    return replace(
        judged,
        played=tuple(played),
        findings=tuple(finding for finding, _ in found),
        grounds=tuple(grounds for _, grounds in found),
        notes=(*judged.notes, strangers.note),
        strange=strangers.count,
    )


def _in_the_way(played: Played, strangers: Strangers) -> Stay | None:
    """A counter that stood where units went or what they attacked: it may be an enemy, a defender, or one too many."""
    if not isinstance(played.action, Move | Advance | Retreat | Place | Attack | Fire):
        return None
    from adjudicator.picturing.journeys import journey  # most files have no counters that nobody knows

    way = journey(played.before, played.action, played.judged.ruled) if isinstance(played.action, Move) else None
    path = () if way is None else tuple(leg.hex for leg in way.legs)
    return strangers.at((*hexes(played.action), *path), played.step)


def _left_open(played: Played, stay: Stay) -> Played:
    """The action as one that nobody can call legal, by the rule that did."""
    by = played.judged.ruled[0]
    message = f"{said(played.before, played.action)}, and {stay.name} stands in {played.before.at(stay.hex)}"
    opinion = Opinion(
        unsure(factname.stranger(stay.name)), message, units=by.opinion.units or acting(played.action), hexes=(stay.hex,)
    )
    ruled = Ruled(by.rule, by.cite, opinion)
    return replace(played, judged=replace(played.judged, ruled=(*played.judged.ruled, ruled)))


def _hangs_on(name: str) -> str:
    return f"what {name} is that stands there, which means nothing to me"


def _doubted(finding: Finding, grounds: Grounds, strangers: Strangers) -> Finding:
    if finding.verdict is not Verdict.ILLEGAL:
        return finding
    near = _near(finding, grounds, strangers)
    if near is None:
        return finding
    return replace(
        finding, verdict=Verdict.UNDECIDED, severity=Severity.WARNING, fix=None, rests_on=(*finding.rests_on, _hangs_on(near))
    )


def _near(finding: Finding, grounds: Grounds, strangers: Strangers) -> str | None:
    """A counter that means nothing and stands where it could matter to a finding."""
    table = grounds.table
    action = None if grounds.judged is None else grounds.judged.action
    if strangers.chits and isinstance(action, Draw | Activate):
        return "a chit in the cup"
    if isinstance(action, Attack) and not action.attackers:
        return next(iter(strangers.names))  # nobody is named who directed it: any of them may have
    told = " ".join(row.reason for row in finding.rows).replace("-", " ").split()
    places = {*finding.hexes, *(word.strip(",;:()") for word in told), *(table.place_of(unit) for unit in finding.units)}
    about = {place for place in places if place is not None and place in table.grid}
    return next(
        (name for hex, name in strangers.hexes.items() if any(table.grid.distance(hex, each) <= _NEAR for each in about)), None
    )
