"""What a player of one side may read: a history in which whatever is masked, hidden or in a deck has no name and no place.

The checks then run over what they are given, and can tell nothing that they do not know.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.evidence.history import Change, Counter, Event, History, PieceSpot

EVERYBODY = "everybody"
"""For a report that any player may open: what is secret from anybody is told to nobody."""

_OTHERWISE = "it says something else of a piece than was so"
_UNSAID = {
    "alive": "it puts a piece into the game that was there before",
    "chosen": "a card was taken from amid a deck",
    "stripped": "it does not say what was before of a piece",
    "undo": "it does to a piece what no step had done before",
}
"""What is said of a doubt about a secret piece."""

_NOWHERE = PieceSpot(None, 0, 0, "somewhere")


def veiled(history: History, side: str) -> History:
    """The history as a player of a side may know it. What it is compared by, and so what is found, stays."""
    veil = _Veil(history, side)
    return replace(
        history,
        start=veil.position(history.start),
        end=veil.position(history.end),
        events=tuple(map(veil.event, history.events)),
    )


class _Veil:
    def __init__(self, history: History, side: str) -> None:
        self._sides = {side} | {one.name for one in history.people if one.side == side}
        self._sides |= {str(one) for one in history.people if one.side == side}
        self._hands = {name for name, owner in history.private_maps if owner != side}
        self._known: dict[int, Counter] = {}

    def position(self, pieces: dict[str, Counter]) -> dict[str, Counter]:
        return {identity: self.counter(one) for identity, one in pieces.items()}

    def event(self, event: Event) -> Event:
        return replace(
            event,
            changes=tuple(self._change(change) for change in event.changes),
            doubts=tuple(
                replace(doubt, said=_UNSAID.get(doubt.kind, _OTHERWISE), counter=self.counter(doubt.counter))
                if doubt.counter is not None and self._secret(doubt.counter)
                else doubt
                for doubt in event.doubts
            ),
        )

    def _change(self, change: Change) -> Change:
        before = None if change.before is None else self.counter(change.before)
        after = None if change.after is None else self.counter(change.after)
        return Change(before, after)

    def counter(self, one: Counter) -> Counter:
        what = self._secret(one)
        if not what:
            return one
        known = self._known.get(id(one))
        if known is None:
            spot = _NOWHERE if self._is_hidden(one) else replace(one.spot)
            known = self._known[id(one)] = Counter(
                id=one.id,
                name=what,
                printed=what,
                make=one.make,
                spot=spot,
                mask=one.mask,
                hidden=one.hidden,
                restricted=one.restricted,
                locked=one.locked,
                seen=one.seen,
            )
        return known

    def _secret(self, one: Counter) -> str:
        """What to call it instead of by its name; nothing if it is no secret."""
        if one.is_deck:
            return ""
        if self._is_hidden(one):
            return "a hidden piece"
        if one.mask is not None and one.mask not in self._sides:
            return "a masked piece"
        if one.spot.deck is not None:
            return f"a card of {one.spot.deck}"
        return f"a piece in {one.spot.map}" if one.spot.map in self._hands else ""

    def _is_hidden(self, one: Counter) -> bool:
        return one.hidden is not None and one.hidden not in self._sides
