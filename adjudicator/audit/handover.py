"""Hand-over: which file starts where which ended, by what stands on the maps, not by names or dates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.audit.model import HandOver, Handover
from adjudicator.evidence.history import Counter, History
from adjudicator.finding import Finding, MapMark, Row, Where
from adjudicator.verdict import Severity

_ALIKE = 0.5  # two positions of one game share at least this part of their pieces unchanged
_SHOWN = 40  # pieces named in one finding


@dataclass(frozen=True, slots=True)
class Chain:
    """How the files hang together: their order, the links between them, and what is wrong with those."""

    order: tuple[int, ...]
    links: tuple[HandOver, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Edge:
    earlier: int
    later: int
    link: Handover
    differences: tuple[tuple[Counter | None, Counter | None], ...] = ()
    at_step: int | None = None


def chain(histories: Sequence[History]) -> Chain:
    """Order files by state. Works on any number of games mixed together."""
    edges = list(_exact(histories))
    linked = {edge.later for edge in edges}
    edges += [edge for edge in _restarts(histories) if edge.later not in linked]
    linked = {edge.later for edge in edges}
    reached = _reachable(edges, len(histories))
    continued = {edge.earlier for edge in edges}  # a save that nobody went on from may be of any moment
    for index in sorted(range(len(histories)), key=lambda one: _age(histories[one])):
        if not histories[index].is_log and index not in continued:
            continue
        if index not in linked and (edge := _nearest(histories, index, reached)) is not None:
            edges.append(edge)
            reached = _reachable(edges, len(histories))
    order = _order(histories, edges)
    place = {index: rank for rank, index in enumerate(order)}
    edges.sort(key=lambda edge: (place[edge.later], place[edge.earlier]))
    findings = [*_differing(histories, edges), *_forks(histories, place), *_gaps(histories, edges, order)]
    return Chain(
        tuple(order),
        tuple(HandOver(histories[e.earlier].file, histories[e.later].file, e.link, len(e.differences), e.at_step) for e in edges),
        tuple(findings),
    )


def _age(history: History) -> tuple[str, str]:
    return history.saved_utc or "", history.file


def _same_game(a: History, b: History) -> bool:
    return a.module == b.module or a.module is None or b.module is None


def _exact(histories: Sequence[History]) -> Iterator[_Edge]:
    """A file follows from the log that ends where it starts; from a save only where no log leads there."""
    ends: dict[int, list[int]] = defaultdict(list)
    for index, history in enumerate(histories):
        ends[history.prints[-1]].append(index)
    for later, history in enumerate(histories):
        found = [
            index
            for index in ends[history.prints[0]]
            if index != later
            and _same_game(history, histories[index])
            and (histories[index].is_log or history.is_log)
            and not (history.prints[0] == history.prints[-1] and histories[index].prints[0] == history.prints[0])
            and (histories[index].prints[0] != history.prints[0] or not histories[index].is_log)
        ]
        logs = [index for index in found if histories[index].is_log]
        for earlier in logs or sorted(found, key=lambda one: _age(histories[one]))[-1:]:
            yield _Edge(earlier, later, Handover.EXACT)


def _restarts(histories: Sequence[History]) -> Iterator[_Edge]:
    """A log that starts where another one was on its way."""
    passed: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, history in enumerate(histories):
        for step, value in enumerate(history.prints[1:-1], start=1):
            if value not in (history.prints[0], history.prints[-1]):
                passed[value].append((index, step))
    for later, history in enumerate(histories):
        if not history.is_log:
            continue
        last = {
            index: step for index, step in passed[history.prints[0]] if index != later and _same_game(history, histories[index])
        }
        for earlier, step in last.items():
            yield _Edge(earlier, later, Handover.RESTART, at_step=step)


def _reachable(edges: Sequence[_Edge], count: int) -> list[set[int]]:
    """From each file, those that follow from it, directly or not."""
    after: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        after[edge.earlier].append(edge.later)
    found: list[set[int]] = []
    for start in range(count):
        seen: set[int] = set()
        waiting = list(after[start])
        while waiting:
            index = waiting.pop()
            if index not in seen:
                seen.add(index)
                waiting.extend(after[index])
        found.append(seen)
    return found


def differences(old: dict[str, Counter], new: dict[str, Counter]) -> tuple[tuple[Counter | None, Counter | None], ...]:
    """The pieces that a player would see to differ, with how they were and are."""
    keys = [key for key in old if old[key] != new.get(key)] + [key for key in new if key not in old]
    pairs = [(old.get(key), new.get(key)) for key in keys]
    return tuple(pair for pair in pairs if _visibly(*pair))


def _visibly(old: Counter | None, new: Counter | None) -> bool:
    return old is None or new is None or old.seen != new.seen


def _nearest(histories: Sequence[History], later: int, reached: Sequence[set[int]]) -> _Edge | None:
    """The file that a log most likely continues although not all pieces stand where they stood."""
    history = histories[later]
    best: tuple[int, int] | None = None
    for index, other in enumerate(histories):
        if index == later or index in reached[later] or not _same_game(history, other):
            continue
        if history.saved_utc and other.saved_utc and other.saved_utc > history.saved_utc:
            continue
        count = _distance(other.end, history.start)
        if count > (1 - _ALIKE) * max(len(other.end), len(history.start)):
            continue
        if other.is_log and other.prints[0] != other.prints[-1] and _distance(other.start, history.start) < count:
            continue  # it branches off before that log's end rather than following it
        if best is None or (count, not other.is_log) < (best[0], not histories[best[1]].is_log):
            best = (count, index)
    if best is None:
        return None
    return _Edge(best[1], later, Handover.IMPERFECT, differences(histories[best[1]].end, history.start))


def _distance(old: dict[str, Counter], new: dict[str, Counter]) -> int:
    common = old.keys() & new.keys()
    return len(old) + len(new) - 2 * len(common) + sum(old[key].seen != new[key].seen for key in common)


def _order(histories: Sequence[History], edges: Sequence[_Edge]) -> list[int]:
    """Each file behind all it follows from; among equals the older first."""
    before: dict[int, set[int]] = defaultdict(set)
    for edge in edges:
        before[edge.later].add(edge.earlier)
    order: list[int] = []
    left = sorted(range(len(histories)), key=lambda index: _age(histories[index]))
    while left:
        index = next((one for one in left if before[one] <= set(order)), left[0])
        order.append(index)
        left.remove(index)
    return order


def _differing(histories: Sequence[History], edges: Sequence[_Edge]) -> Iterator[Finding]:
    for edge in edges:
        earlier, later = histories[edge.earlier], histories[edge.later]
        if edge.link is Handover.RESTART:
            thrown = len(earlier.events) - (edge.at_step or 0)
            rolls = sum(len(event.rolls) for event in earlier.events[edge.at_step or 0 :])
            message = (
                f"{later.file} starts after step {edge.at_step} of {earlier.file}; {thrown} later steps of that were thrown away"
            )
            if rolls:
                message += f", with {rolls} rolls"
            yield Finding(
                "hand-over/restart", message, Where(later.file), Severity.WARNING, also=(Where(earlier.file, edge.at_step),)
            )
        elif edge.link is Handover.IMPERFECT and edge.differences:
            pairs = edge.differences
            yield Finding(
                "hand-over/differs",
                f"{later.file} does not start where {earlier.file} ended: {len(pairs)} pieces differ",
                Where(later.file),
                Severity.ERROR,
                pieces=tuple(one.name for old, new in pairs[:_SHOWN] if (one := new or old) is not None),
                rows=tuple(difference_row(old, new) for old, new in pairs[:_SHOWN]),
                also=(Where(earlier.file, len(earlier.events) or None),),
                marks=tuple(mark for old, new in pairs[:_SHOWN] if (mark := _mark(old, new)) is not None),
            )


def difference_row(old: Counter | None, new: Counter | None) -> Row:
    """One differing piece in words: the name, and what is otherwise."""
    if new is None:
        return Row(old.name if old else "", f"was at {old.spot if old else ''}, is gone")
    if old is None:
        return Row(new.name, f"was not there, is at {new.spot}")
    said: list[str] = []
    if (old.spot.map, old.spot.x, old.spot.y, old.spot.deck) != (new.spot.map, new.spot.x, new.spot.y, new.spot.deck):
        said.append(f"was at {old.spot}, is at {new.spot}")
    if old.make != new.make:
        said.append("is made otherwise")
    said += [
        f"{name or 'layer'} showed {a}, shows {b}" for (name, a), (_, b) in zip(old.levels, new.levels, strict=False) if a != b
    ]
    for what, before, after in (("marker", old.markers, new.markers), ("", old.values, new.values)):
        said += [
            f"{what} {name} was {value}, is {dict(after)[name]}".strip()
            for name, value in before
            if dict(after).get(name, value) != value
        ]
    for what, a, b in (
        ("moved mark", old.moved, new.moved),
        ("facing", old.facing, new.facing),
        ("mask", old.mask, new.mask),
        ("hidden by", old.hidden, new.hidden),
    ):
        if a != b:
            said.append(f"{what} was {_word(a)}, is {_word(b)}")
    if not said and old.height != new.height:
        said.append(f"was number {old.height + 1} from the bottom of its stack, is number {new.height + 1}")
    return Row(new.name, "; ".join(said) or "its state differs")


def _word(value: bool | int | str | None) -> str:
    return (
        {None: "none", True: "set", False: "not set"}.get(value, str(value))
        if value is None or isinstance(value, bool)
        else str(value)
    )


def _mark(old: Counter | None, new: Counter | None) -> MapMark | None:
    if new is None or new.spot.map is None:
        return None
    moved = old is not None and old.spot.map == new.spot.map and (old.spot.x, old.spot.y) != (new.spot.x, new.spot.y)
    return MapMark(
        new.spot.map,
        new.spot.x,
        new.spot.y,
        new.name,
        old.spot.x if moved and old else None,
        old.spot.y if moved and old else None,
    )


def _forks(histories: Sequence[History], place: dict[int, int]) -> Iterator[Finding]:
    starts: dict[int, list[int]] = defaultdict(list)
    for index, history in enumerate(histories):
        if history.is_log and history.prints[0] != history.prints[-1]:
            starts[history.prints[0]].append(index)
    for indexes in starts.values():
        group = sorted(indexes, key=lambda index: place[index])
        if len({histories[index].sha256 for index in group}) < 2:
            continue
        first, *others = (histories[index] for index in group)
        names = ", ".join([first.file, *(other.file for other in others)])
        yield Finding(
            "hand-over/fork",
            f"{len(group)} logs start from the same position: {names}",
            Where(others[0].file, 1),
            Severity.WARNING,
            rows=tuple(Row(history.file, _rolls_of(history)) for history in (first, *others)),
            also=tuple(Where(history.file, 1) for history in (first, *others[1:])),
        )


def _rolls_of(history: History) -> str:
    rolls = [
        f"step {event.step} {roll.die} = {','.join(map(str, roll.results))}" for event in history.events for roll in event.rolls
    ]
    shown = "; ".join(rolls[:6]) + ("; …" if len(rolls) > 6 else "")
    return f"{len(history.events)} steps; rolls: {shown or 'none'}"


def _gaps(histories: Sequence[History], edges: Sequence[_Edge], order: Sequence[int]) -> Iterator[Finding]:
    linked = {edge.later for edge in edges}
    rest = [index for index in order if index not in linked]
    forked = {histories[index].prints[0] for index in rest[:1]}
    for index in rest[1:]:
        history = histories[index]
        if history.is_log and history.prints[0] not in forked:
            yield Finding(
                "hand-over/gap", f"none of the other files leads up to {history.file}", Where(history.file), Severity.NOTE
            )
        forked.add(history.prints[0])
