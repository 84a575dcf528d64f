"""Several versions of one turn: copies, logs sent again corrected, logs cut short, and forks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit.fits import Fit
from adjudicator.audit.model import Handover
from adjudicator.evidence.history import DiceThrown, Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_ROLLS_SHOWN = 6


def copies(histories: Sequence[History]) -> dict[int, int]:
    """The files that hold what another one holds, and that other one."""
    first: dict[object, int] = {}
    found: dict[int, int] = {}
    for index, history in enumerate(histories):
        content = history.sha256 if not history.is_log else (history.prints, tuple(map(_deed, history.events)))
        original = first.setdefault((history.is_log, content), index)
        if original != index:
            found[index] = original
    return found


def _deed(event: Event) -> int:
    return hash((event.chat, tuple(roll.results for roll in event.rolls), event.undo))


def findings(
    histories: Sequence[History], games: Sequence[Sequence[int]], parents: Mapping[int, Fit], same: Mapping[int, int]
) -> Iterator[Finding]:
    for copy, original in same.items():
        message = f"{histories[copy].file} holds the same as {histories[original].file}"
        yield Finding("hand-over/copy", message, Where(histories[copy].file), Severity.NOTE)
    continued = {fit.earlier for fit in parents.values() if fit.link in (Handover.EXACT, Handover.IMPERFECT, Handover.GAP)}
    for game in games:
        starts: defaultdict[int, list[int]] = defaultdict(list)
        for index in game:
            history = histories[index]
            if history.is_log and history.prints[0] != history.prints[-1] and index not in same:
                starts[history.prints[0]].append(index)
        for group in starts.values():
            if len(group) > 1:
                yield from _told(histories, group, continued)


def _told(histories: Sequence[History], group: Sequence[int], continued: set[int]) -> Iterator[Finding]:
    """Logs that start from the same position. Which of them counts is told by which one play went on from."""
    on = [index for index in group if index in continued]
    if len(on) == 1:
        kept = histories[on[0]]
        rest = []
        for index in group:
            if index != on[0]:
                found = _cut(histories[index], kept) or _sent_again(histories[index], kept)
                if found is None:
                    rest.append(index)
                else:
                    yield found
        group = [on[0], *rest] if rest else []
    if len(group) > 1:
        yield _fork([histories[index] for index in group])


def _cut(other: History, kept: History) -> Finding | None:
    """One of the two is the beginning of the other."""
    common = _common(other, kept)
    if common == len(other.events):
        message = f"{other.file} is the beginning of {kept.file}, up to step {common}"
        return Finding("hand-over/cut", message, Where(other.file), Severity.NOTE, also=(Where(kept.file, common),))
    if common < len(kept.events):
        return None
    lost = other.events[common:]
    rolls = [f"step {event.step} {_thrown(roll)}" for event in lost for roll in event.rolls]
    message = f"{kept.file} is {other.file} without its last {plural(len(lost), 'step')}, and play went on from there"
    if rolls:
        message += f": {plural(len(rolls), 'roll')} thrown away"
    rows = (Row(other.file, f"also had {'; '.join(rolls[:_ROLLS_SHOWN])}"),) if rolls else ()
    severity = Severity.ERROR if rolls else Severity.WARNING
    also = (Where(other.file, common + 1),)
    return Finding("hand-over/cut", message, Where(kept.file), severity, player=_by(kept), rows=rows, also=also)


def _sent_again(other: History, kept: History) -> Finding | None:
    """The same turn by the same person, of which only one went on. With other dice it is worth a question."""
    if other.recorder != kept.recorder or other.recorder is None:
        return None
    common = _common(other, kept)
    begun = f"alike up to step {common}" if common else "other from the first step on"
    once, again = _rolls(other), _rolls(kept)
    if all(one == two for one, two in zip(once, again, strict=False)) and len(again) >= len(once):
        message = f"{kept.file} seems to be {other.file} corrected and sent again: {begun}, with the same dice"
        return Finding("hand-over/resent", message, Where(kept.file), Severity.NOTE, player=_by(kept))
    message = f"{kept.file} is {other.file} played again with other dice: {begun}"
    rows = (Row(other.file, _rolls_of(other)), Row(kept.file, _rolls_of(kept)))
    also = (Where(other.file, common + 1),)
    return Finding("dice/replayed", message, Where(kept.file), Severity.ERROR, player=_by(kept), rows=rows, also=also)


def _fork(group: Sequence[History]) -> Finding:
    group = sorted(group, key=lambda one: (one.newest[0], one.saved_utc or "", one.file))
    first, *others = group
    names = ", ".join(one.file for one in group)
    common = min(_common(first, other) for other in others)
    alike = f"; the first {plural(common, 'step')} are the same" if common else ""
    return Finding(
        "hand-over/fork",
        f"{len(group)} logs start from the same position: {names}{alike}",
        Where(others[0].file, 1),
        Severity.WARNING,
        player=_by(others[0]),
        rows=tuple(Row(history.file, _rolls_of(history)) for history in group),
        also=tuple(Where(history.file, 1) for history in (first, *others[1:])),
    )


def _common(a: History, b: History) -> int:
    """How many steps from the start are the same in both."""
    steps = zip(a.events, b.events, a.prints[1:], b.prints[1:], strict=False)
    count = 0
    for one, other, here, there in steps:
        if here != there or _deed(one) != _deed(other):
            break
        count += 1
    return count


def _rolls(history: History) -> list[tuple[str, tuple[int, ...]]]:
    return [(roll.die, roll.results) for event in history.events for roll in event.rolls]


def _thrown(roll: DiceThrown) -> str:
    return f"{roll.die} = {','.join(map(str, roll.results))}"


def _rolls_of(history: History) -> str:
    rolls = [f"step {event.step} {_thrown(roll)}" for event in history.events for roll in event.rolls]
    shown = "; ".join(rolls[:_ROLLS_SHOWN]) + ("; …" if len(rolls) > _ROLLS_SHOWN else "")
    return f"{plural(len(history.events), 'step')}; rolls: {shown or 'none'}"


def _by(history: History) -> str | None:
    return str(history.recorder) if history.recorder else None
