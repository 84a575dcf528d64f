"""Who recorded a log: one machine writes it, so one person did nearly all that it holds."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence

from adjudicator.evidence.history import Event, Participant


def recorder(events: Sequence[Event], people: Sequence[Participant]) -> tuple[Participant | None, str]:
    """The person, and what tells it; (None, "") where nothing does. The ids in moves count before what can be typed."""
    by_moves = _most(hand for event in events for hand in event.hands)
    if by_moves is not None:
        return by_moves, "moves"
    taken = [after for event in events for _, after in event.seats if after is not None]
    if len(set(taken)) == 1:
        return taken[0], "roster"
    by_chat = _most(_seat(event.typist, people) for event in events if event.typist and not event.rolls)
    if by_chat is not None:
        return by_chat, "chat"
    by_dice = _most(event.person for event in events if event.rolls and event.person is not None)
    if by_dice is not None:
        return by_dice, "dice"
    return (people[0], "roster") if events and len(people) == 1 else (None, "")


def _most(found: Iterable[Participant | None]) -> Participant | None:
    tally = Tally(one for one in found if one is not None and (one.name or one.side))
    return tally.most_common(1)[0][0] if tally else None


def _seat(name: str | None, people: Sequence[Participant]) -> Participant | None:
    """The seat of a name, which modules may write with the side behind it."""
    fitting = [one for one in people if name in (one.name, str(one), f"{one.name} ({one.side})")]
    return fitting[0] if len(fitting) == 1 else None
