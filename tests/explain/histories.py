"""Histories made by hand: what a log of a bound module comes to after reading, without any file."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.evidence.binding import BindingEntry, ChitPieces, MarkerPieces
from adjudicator.evidence.history import Change, Counter, DiceThrown, Event, History, Participant, PieceSpot

MAP = "Board"
BINDING = BindingEntry(
    modules=("Test",),
    prints="reconstruction",
    maps=(MAP,),
    markers=MarkerPieces(values={"oos": "out of supply"}, layers={"supply": ("out of supply", "isolated")}),
    chits=ChitPieces(deck="Cup"),
    boxes={"Luftwaffe": "luftwaffe"},
    dice={"Combat": "combat", "Event": "event"},
    phases={"Movement": "movement", "Supply": "supply", "Air units": "air return", "Combat": "combat"},
    sides={"German": "german", "Soviet": "soviet"},
)


def spot(place: str) -> PieceSpot:
    if place == "nowhere":
        return PieceSpot(None, 0, 0)
    return PieceSpot(MAP, 0, 0, place, None) if place != "Cup" else PieceSpot(MAP, 0, 0, None, "Cup")


def counter(unit: str, place: str, *, level: int = 1, supply: int = 0, height: int = 0) -> Counter:
    marker = ("chit", unit) if unit.startswith("chit-") else ("unit", unit)
    found = Counter(unit, unit, unit, "make", spot(place), height, (("step", level), ("supply", supply)), (marker,))
    return replace(found, spot=replace(found.spot, x=int(place) if place.isdigit() else 0))


class Log:
    """A log that is being played."""

    def __init__(self, *counters: Counter) -> None:
        self.start = {each.id: each for each in counters}
        self.now = dict(self.start)
        self.events: list[Event] = []

    def step(
        self, *after: Counter | str, chat: str = "", roll: tuple[str, *tuple[int, ...]] | None = None, turn: str | None = None
    ) -> Log:
        """One step: counters as they are after it (a bare id: gone), a line of chat, dice, the turn counter."""
        changes = []
        for each in after:
            id_ = each if isinstance(each, str) else each.id
            new = None if isinstance(each, str) else each
            changes.append(Change(self.now.get(id_), new))
            if new is None:
                del self.now[id_]
            else:
                self.now[id_] = new
        rolls = () if roll is None else (DiceThrown(roll[0], roll[1:]),)
        lines = (chat,) if chat else ()
        number = len(self.events) + 1
        self.events.append(Event(number, number, Participant("Anna", "German"), lines, tuple(changes), rolls, turn=turn))
        return self

    def history(self, opening: str = "") -> History:
        told = (self.start, tuple(self.events), self.now)
        return History("test.vlog", "", True, "3.7", "Test", "1", None, (), *told, opening=opening or None)
