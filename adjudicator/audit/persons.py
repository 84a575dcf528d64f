"""Who sat where: sides taken and left, logs in somebody else's name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.evidence.history import Event, History, Participant
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import listed

_ONLOOKERS = ("", "<observer>")
_UNDIVIDED = ("solo", "solitaire", "both", "referee", "umpire", "gm", "moderator", "game master")


def persons(histories: Sequence[History], followed: Mapping[str, str]) -> Iterator[Finding]:
    live = sum(len(_voices(history)) > 1 for history in histories)
    by_file = {history.file: history for history in histories}
    for history in histories:
        yield from _switched(history)
        yield from _other_names(history, live * 2 > len(histories))
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
            if before is not None and _plays(before):
                home.setdefault(before.name, before.side)
                sides.setdefault(before.name, before.side)
            if after is None or not _plays(after):
                continue
            if sides.setdefault(after.name, after.side) != after.side and not event.undo:
                sides[after.name] = after.side
                told.setdefault(after.name, []).append((event, after))
            home.setdefault(after.name, after.side)
    for name, times in told.items():
        first, taken = times[0]
        message = f"{name} played {home[name]} and took {taken.side} in step {first.step}"
        back = next((event for event, after in times[1:] if after.side == home[name]), None)
        if back is not None:
            message += f", and was back in step {back.step}"
        rows = tuple(Row(f"step {event.step}", f"{name} takes {after.side}") for event, after in times)
        severity = Severity.ERROR if back is not None else Severity.WARNING
        where = Where(history.file, first.step, first.entry)
        yield Finding("people/switched", message, where, severity, player=str(Participant(name, home[name])), rows=rows)


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
            if before is not None and after is None:
                old.pop(before.name, None)
            elif after is not None and _plays(after):
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
