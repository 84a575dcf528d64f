"""Who sat where: sides taken and left, logs in somebody else's name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.evidence.history import Event, History, Participant
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import listed, plural

_ONLOOKERS = ("", "<observer>")
_UNDIVIDED = ("solo", "solitaire", "both", "referee", "umpire", "gm", "moderator", "game master")


def persons(histories: Sequence[History], followed: Mapping[str, str]) -> Iterator[Finding]:
    live = sum(len(_voices(history)) > 1 for history in histories)
    handed = any(event.hands for history in histories for event in history.events)
    by_file = {history.file: history for history in histories}
    for history in histories:
        yield from _switched(history)
        yield from _newcomers(history, live * 2 > len(histories))
        yield from _other_names(history, live * 2 > len(histories))
        yield from _strangers(history)
        if handed or history.vassal is not None:
            yield from _keyless(history)
        after = by_file.get(followed.get(history.file, ""))
        if after is not None:
            yield from _between(history, after)


def home_sides(history: History) -> dict[str, str]:
    """By name, the side that each had before anybody changed sides in this log."""
    sides = {one.name: one.side for one in history.people if _plays(one)}
    for event in history.events:
        for _, after in event.seats:
            if after is not None and _plays(after):
                sides.setdefault(after.name, after.side)
    return sides


def _plays(person: Participant) -> bool:
    return person.side not in _ONLOOKERS and person.side.casefold() not in _UNDIVIDED


def _switched(history: History) -> Iterator[Finding]:
    """Somebody who played one side and took another within the log: the first time told, with all that followed."""
    sides = {one.name: one.side for one in history.people if _plays(one)}
    home = dict(sides)
    told: dict[str, list[tuple[Event, Participant]]] = {}
    for event in history.events:
        for before, after in event.seats:
            who = before or after
            if who is None or after is None:
                continue
            if _plays(who):
                home.setdefault(who.name, who.side)
                sides.setdefault(who.name, who.side)
            if after.side in _ONLOOKERS:
                continue
            name = next((one for one, taken in told.items() if taken[-1][1].name == who.name), who.name)
            if sides.setdefault(name, after.side) != after.side and not event.undo:
                sides[name] = after.side
                told.setdefault(name, []).append((event, after))
            home.setdefault(name, after.side)
    for name, times in told.items():
        yield _taken(history, name, home[name], times, alone=len(sides) < 2)


def _taken(history: History, name: str, home: str, times: Sequence[tuple[Event, Participant]], *, alone: bool) -> Finding:
    """Who alone is on the roster may well look at everything."""
    first, taken = times[0]
    under = f" under the name of {taken.name}" if taken.name != name else ""
    message = f"{name} played {home} and took {taken.side}{under} in step {first.step}"
    back = next((event for event, after in times[1:] if after.side == home), None)
    if back is not None:
        message += f", and was back in step {back.step}"
    rows = tuple(Row(f"step {event.step}", f"{after.name} takes {after.side}") for event, after in times)
    severity = Severity.ERROR if back is not None and _plays(taken) else Severity.WARNING
    severity = Severity.NOTE if alone and not any(_plays(after) for _, after in times if after.side != home) else severity
    where = Where(history.file, first.step, first.entry)
    return Finding("people/switched", message, where, severity, player=str(Participant(name, home)), rows=rows)


def _newcomers(history: History, live: bool) -> Iterator[Finding]:
    """Somebody new on a side: whoever sits there sees what it hides. Where one machine records a log nobody else comes to it."""
    here = {one.side: one.name for one in history.people if _plays(one) and one.name}
    known = {one.name for one in history.people}
    for event in history.events:
        for before, after in event.seats:
            if before is not None or after is None or not _plays(after) or event.undo:
                continue
            where = Where(history.file, event.step, event.entry)
            if here.get(after.side, after.name) != after.name:
                message = f"{after.name} takes {after.side} in step {event.step}, which {here[after.side]} plays"
                yield Finding("people/seats", message, where, Severity.NOTE, player=str(after))
            elif here and not live and history.recorder_by == "moves" and after.name not in known:
                message = f"{after.name} takes {after.side} in step {event.step} of a log that {history.recorder} recorded"
                yield Finding("people/seats", message, where, Severity.NOTE, player=str(history.recorder))


def _other_names(history: History, live: bool) -> Iterator[Finding]:
    """Chat or dice in the name of somebody else on the roster than the one whose machine made the moves.

    Where most logs hold several voices, people play together at one time, and each machine records them all.
    """
    who = history.recorder
    if who is None or history.recorder_by != "moves" or live:
        return
    others = {one.name for one in history.people} - {who.name}
    hands = {hand.name: hand for event in history.events for hand in event.hands if hand.name}
    if len(hands) > 1:
        names = listed(sorted(map(str, hands.values())))
        first = next(event for event in history.events if any(hand.name != who.name for hand in event.hands))
        message = f"one log holds moves by {names}: played together, or with the other's key"
        yield _named(history, first, "people/two-hands", message, who)
        return
    for what, events in (
        ("chat", [event for event in history.events if event.typist and _of(event.typist, others) and not event.rolls]),
        ("dice", [event for event in history.events if event.rolls and event.person and event.person.name in others]),
    ):
        if events:
            name = _of(events[0].typist or "", others) if what == "chat" else events[0].person and events[0].person.name
            message = f"{what} in the name of {name} in a log that {who} recorded"
            yield _named(history, events[0], "people/other-name", message, who)


def _strangers(history: History) -> Iterator[Finding]:
    """Dice in the name of nobody on the roster. Only a note: who takes another name in VASSAL keeps the old one there."""
    known = {one.name for one in (*history.people, *(seat for event in history.events for _, seat in event.seats if seat))}
    for event in history.events:
        if history.people and event.rolls and event.roller not in ("", *known) and not event.undo:
            message = f"dice in the name of {event.roller}, who is not on the roster"
            yield _noted(history, event, message)
            return


def _keyless(history: History) -> Iterator[Finding]:
    bare = [event for event in history.events if event.keyless]
    if bare:
        message = f"{plural(len(bare), 'step')} with moves that do not say whose hand made them, as VASSAL writes into each"
        yield _noted(history, bare[0], message)


def _noted(history: History, event: Event, message: str) -> Finding:
    who = str(history.recorder) if history.recorder else None
    return Finding("people/other-name", message, Where(history.file, event.step, event.entry), Severity.NOTE, player=who)


def _of(typist: str, names: set[str]) -> str | None:
    return next((name for name in names if name and (typist == name or typist.startswith(f"{name} ("))), None)


def _voices(history: History) -> set[str]:
    names = {one.name for one in history.people if one.name}
    said = {_of(event.typist, names) for event in history.events if event.typist and not event.rolls}
    return {name for name in said if name} | {hand.name for event in history.events for hand in event.hands if hand.name}


def _named(history: History, event: Event, check: str, message: str, who: Participant) -> Finding:
    return Finding(check, message, Where(history.file, event.step, event.entry), Severity.WARNING, player=str(who))


def _between(earlier: History, later: History) -> Iterator[Finding]:
    """Seats that changed while no log was running."""
    old = {one.name: one.side for one in earlier.people if _plays(one)}
    new = {one.name: one.side for one in later.people if _plays(one)}
    for event in earlier.events:
        for before, after in event.seats:
            if before is not None and (after is None or after.name != before.name):
                old.pop(before.name, None)
            if after is not None and _plays(after):
                old[after.name] = after.side
    for name, side in old.items():
        who = str(later.recorder) if later.recorder else None
        if name in new and new[name] != side:
            message = f"{name} played {side} in {earlier.file}, and {new[name]} at the start of {later.file}"
        elif name not in new and new and side not in new.values():
            message = f"{name} ({side}) is no longer on the roster of {later.file}, and nobody took the side"
        else:
            continue
        yield Finding("people/seats", message, Where(later.file), Severity.WARNING, player=who)
    for name, side in new.items():
        beside = next((one for one, taken in old.items() if taken == side and one in new), None)
        if name not in old and beside is not None:
            message = f"{name} sits at {side} at the start of {later.file}, which {beside} plays"
            yield Finding("people/seats", message, Where(later.file), Severity.NOTE)
    yield from _other_keys(earlier, later)


def _other_keys(earlier: History, later: History) -> Iterator[Finding]:
    """A seat that opens to another key than before. Only a note where its owner may have changed it, or nothing tells who did."""
    old, new = dict(earlier.keys[1]), dict(later.keys[0])
    recorder = later.recorder if later.recorder_by == "moves" else None
    for name, key in old.items():
        if new.get(name, key) == key or (recorder is not None and recorder.name == name):
            continue
        message = f"the seat of {name} is held by another key at the start of {later.file} than at the end of {earlier.file}"
        severity = Severity.NOTE if recorder is None else Severity.WARNING
        yield Finding("people/seats", message, Where(later.file), severity, player=str(recorder) if recorder else None)
