"""Boxes and tracks: where each lies on the board, and where counters stand in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from adjudicator.engine.charts import PlainChart
from adjudicator.games import LoadedGame

from . import styles
from .layout import BoxLook, ModuleLayout, TrackLook
from .letters import width, write

_PLAIN = "#fbf7ea"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A box on the board. `id` is what the game calls it, `title` what VASSAL and the players do."""

    id: str
    title: str
    wide: int
    high: int
    note: str = ""
    tint: str = _PLAIN
    new_row: bool = False
    begins: str = ""  # the title of the track that it begins
    left: int = 0
    top: int = 0
    slot: int = 0

    @property
    def head(self) -> int:
        return round(self.slot * 0.42)

    @property
    def right(self) -> int:
        return self.left + self.wide * self.slot

    @property
    def bottom(self) -> int:
        return self.top + self.head + self.high * self.slot

    def corners(self) -> list[tuple[int, int]]:
        return [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]

    def spot(self, index: int) -> tuple[int, int]:
        """Where the counter of that number stands: side by side, and from the start again when the box is full."""
        index %= self.wide * self.high
        across, down = index % self.wide, index // self.wide
        return self.left + round((across + 0.5) * self.slot), self.top + self.head + round((down + 0.5) * self.slot)


def off_map(name: str) -> str:
    """The box for units of a side that are out of the game."""
    return f"Eliminated {name}"


def wanted(game: LoadedGame, layout: ModuleLayout) -> list[BoxPlace]:
    """Every box and track of the board, not yet laid out."""
    looks = {box.id: box for box in layout.box}
    named = {box.id: box.name or styles.titled(box.id) for box in game.about.boxes}
    found = [
        BoxPlace(id_, looks[id_].title if id_ in looks and id_ not in named else _plain(named[id_]), *_size(looks.get(id_)))
        for id_ in dict.fromkeys([*looks, *named])
    ]
    for cup in layout.cup:
        found.append(BoxPlace(f"cup-{cup.title.lower()}", cup.title, 1, 1))
        found.append(BoxPlace(f"cup-{cup.title.lower()}-drawn", cup.drawn, 2, 1))
    half = max(3, (layout.across - 1) // 2)
    for index, side in enumerate(game.about.sides):
        most = sum(unit.side == side.id for unit in game.roster.values())
        high = min(4, 1 + most // (4 * half))
        found.append(BoxPlace(f"eliminated-{side.id}", off_map(side.name), half, high, new_row=index == 0))
    for track in layout.track:
        notes = _notes(game, track.notes)
        found += [
            BoxPlace(
                f"{track.title.lower()}-{number}",
                f"{track.title} {number}",
                track.wide,
                track.high,
                _said(track, notes.get(number, "")),
                track.tints.get(notes.get(number, ""), _PLAIN),
                begins=track.title if number == track.first else "",
            )
            for number in range(track.first, track.last + 1)
        ]
    return found


def _said(track: TrackLook, note: str) -> str:
    return track.words.get(note, note)


def _size(look: BoxLook | None) -> tuple[int, int]:
    return (look.wide, look.high) if look is not None else (3, 1)


def _plain(title: str) -> str:
    """A title without the marks that separate things in VASSAL's lists."""
    return "".join(mark for mark in title if mark not in ";,/\\|$+{}")


def _notes(game: LoadedGame, stated: str) -> dict[int, str]:
    """What a chart says about each number of a track."""
    name, *columns = stated.split() or [""]
    chart = game.game.charts.get(name)
    if not isinstance(chart, PlainChart):
        return {}
    found = {}
    for key, row in chart.rows.items():
        if key.isdecimal():
            found[int(key)] = " - ".join(_day(row[column]) for column in columns if row.get(column))
    return found


def _day(text: str) -> str:
    """`1945-01-13` as `13 Jan`."""
    year, _, rest = text.partition("-")
    month, _, day = rest.partition("-")
    if len(year) == 4 and month.isdecimal() and day.isdecimal() and 1 <= int(month) <= 12:
        return f"{int(day)} {_MONTHS[int(month) - 1]}"
    return text


def laid_out(places: Sequence[BoxPlace], left: int, top: int, across: int, slot: int) -> list[BoxPlace]:
    """The places in rows from the top, as many side by side as fit."""
    gap = round(slot * 0.16)
    found: list[BoxPlace] = []
    x, y, lowest = left, top, top
    for place in places:
        wide = min(place.wide, across)
        if x > left and (place.new_row or place.begins or x + wide * slot > left + across * slot + gap):
            x, y = left, lowest + gap + (round(slot * 0.4) if place.begins else 0)
        put = replace(place, wide=wide, left=x, top=y, slot=slot)
        found.append(put)
        x, lowest = put.right + gap, max(lowest, put.bottom)
    return found


def draw_places(image: Image.Image, places: Sequence[BoxPlace]) -> None:
    pen = ImageDraw.Draw(image)
    for place in places:
        if place.begins:
            size = place.head * 0.62
            write(pen, (place.left, place.top - place.slot * 0.1), place.begins, size, styles.INK, anchor="ls", bold=True)
        box = (place.left, place.top, place.right - 1, place.bottom - 1)
        pen.rectangle(box, fill=place.tint, outline=styles.FRAME, width=2)
        head = (place.left, place.top, place.right - 1, place.top + place.head)
        pen.rectangle(head, fill="#ddd3b6", outline=styles.FRAME, width=2)
        room = (place.right - place.left) * 0.92
        size = place.head * 0.6
        middle = ((place.left + place.right) / 2, place.top + place.head / 2)
        title = place.title
        if width(title, size * 0.8, bold=True) > room:  # a narrow box of a track has room for its number only
            title = title.rpartition(" ")[2]
        size = min(size, size * room / max(1.0, width(title, size, bold=True)))
        write(pen, middle, title, size, styles.INK, bold=True)
        if place.note:
            at = ((place.left + place.right) / 2, place.bottom - place.slot * 0.18)
            write(pen, at, place.note, place.slot * 0.22, styles.SOFT)
