"""The lines in which VASSAL itself reports what a step does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape

from adjudicator.evidence.history import Change, Event, History

_TAGS = re.compile(r"<[^<>]{0,400}>")
_MOVED = re.compile(r"^\* .*(?:->|→|&gt;|\bmoves?\b)")
_RARE = 20  # what is done in more than one of so many steps is done by the module itself


def text_of(line: str) -> str:
    """A line of chat without its formatting."""
    return unescape(_TAGS.sub(" ", line)) if "<" in line or "&" in line else line


def report_of(event: Event) -> str | None:
    """The first line that reports a move."""
    return next((text_of(line) for line in event.chat if _MOVED.match(line)), None)


def reports(event: Event) -> bool:
    return any(_MOVED.match(line) for line in event.chat)


def gone(event: Event) -> list[Change]:
    """The counters that a step puts elsewhere."""
    return [change for change in event.changes if change.went and not change.counter.is_deck]


def unnamed(event: Event, changes: Sequence[Change]) -> list[Change]:
    """Of these the ones whose counter no line of the step names. Of masked and hidden ones none would."""
    said = [text_of(line) for line in event.chat]
    return [
        change
        for change in changes
        if change.counter.name
        and not any(one is not None and (one.mask or one.hidden) for one in (change.before, change.after))
        and not any(name in line for line in said for name in _names(change))
    ]


def _names(change: Change) -> set[str]:
    both = (one for one in (change.before, change.after) if one is not None)
    return {name for one in both for name in (one.name, one.printed) if name}


def usual(histories: Sequence[History], kind: Callable[[Event], bool], odd: Callable[[Event], Sequence[object]]) -> bool:
    """Whether in this module steps of that kind often hold such things: then the module does them by itself."""
    return often(odd(event) for history in histories for event in history.events if not event.undo and kind(event))


def often(odd: Iterable[Sequence[object]]) -> bool:
    """Whether of such steps many hold such things."""
    found = [bool(each) for each in odd]
    return sum(found) > max(1, len(found) // _RARE)
