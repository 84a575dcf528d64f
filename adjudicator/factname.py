"""The names of facts: what kind of fact it is, and what it is about. Printed in one place, and read back in one place.

    unsure(factname.terrain(hex))            # prints as: terrain 0714
    factname.read("attack of de-21 reduced")  # factname.rating("attack", "de-21", "1")

A kind is declared once, by the form in which its names are printed. What the forms do not know is a memory of a game, by its
name: `released`, `militia pool`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

KINDS: Final[dict[str, Kind]] = {}


class FactName(NamedTuple):
    """The name of one fact, under which it is asked for and can be stated."""

    kind: str
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        return KINDS[self.kind].printed(self.about)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a name can be about, in its form: how it is written, and what stands for it in the text."""

    written: str
    printed: Callable[[str], str] = str
    meant: Callable[[str], str] = str


def _lost(losses: str) -> str:
    return {"0": "", "1": " reduced"}.get(losses, f" after {losses} losses")


def _losses(printed: str) -> str:
    return {"": "0", " reduced": "1"}.get(printed) or printed.split()[1]


_PARTS: Final[Mapping[str, _Part]] = {
    "hex": _Part(r"\d{4}"),
    "unit": _Part(r"\S.*?"),  # by its id, or as on the counter, where that has several words
    "word": _Part(r"\S+"),
    "words": _Part(r"\S.*?"),
    "losses": _Part(r"| reduced| after \d+ losses", _lost, _losses),
}
_PLACE: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of fact. Called, it makes a name: `terrain("0714")`."""

    name: str
    form: str
    either_way: bool = False  # about two things, of which neither is first

    def __call__(self, *about: str) -> FactName:
        if len(about) != len(self._parts):
            raise ValueError(f"a name like {self.form!r} is about {len(self._parts)} things, not {len(about)}")
        return FactName(self.name, tuple(sorted(about)) if self.either_way else about)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What a name of this kind is about: `hex`, `unit` …"""
        return tuple(_PLACE.findall(self.form))

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        return tuple(_PARTS[name] for name in self.parts)

    @cached_property
    def _written(self) -> re.Pattern[str]:
        literals = [re.escape(text) for text in _PLACE.split(self.form)[::2]]
        parts = [f"({part.written})" for part in self._parts]
        return re.compile("".join(text for pair in zip(literals, [*parts, ""], strict=True) for text in pair))

    @cached_property
    def literal(self) -> int:
        """How many letters of the form are fixed: of two forms that fit, the one that says more is meant."""
        return len(_PLACE.sub("", self.form))

    def printed(self, about: tuple[str, ...]) -> str:
        texts = (part.printed(each) for part, each in zip(self._parts, about, strict=True))
        return _PLACE.sub(lambda _: next(texts), self.form)

    def read(self, text: str) -> FactName | None:
        found = self._written.fullmatch(text)
        if found is None:
            return None
        return self(*(part.meant(each) for part, each in zip(self._parts, found.groups(), strict=True)))


def _kind(name: str, form: str, *, either_way: bool = False) -> Kind:
    KINDS[name] = Kind(name, form, either_way)
    return KINDS[name]


# What the map shows
terrain = _kind("terrain", "terrain {hex}")
level = _kind("level", "level {hex}")
hexside = _kind("hexside", "hexside {hex}/{hex}", either_way=True)
route = _kind("route", "route {hex}/{hex}", either_way=True)
_sight = _kind("sight", "line of sight {hex}/{hex}", either_way=True)
_sight_within = _kind("sight within", "line of sight {hex}")
area = _kind("area", "area {words}")
hexes = _kind("hexes", "hexes of {words}")
road_off_map = _kind("road off map", "road off the map at {hex}")
retreat_diagram = _kind("retreat diagram", "diagram of retreat directions")

# What the counters show
rating = _kind("rating", "{word} of {unit}{losses}")
trait = _kind("trait", "is {unit} {word}")
formation = _kind("formation", "formation of {unit}")
air_army = _kind("air army", "air army of {unit}")

# What the charts say
chart = _kind("chart", "chart {word}")
cell = _kind("cell", "{word} of {words} in {word}")
chit = _kind("chit", "chit {word}")
chit_turn = _kind("chit turn", "turn of the chit {word}")
arrival = _kind("arrival", "arrival of {unit}")
entry = _kind("entry", "entry of {unit}")

# Where the game stands
light = _kind("light", "light")
turn = _kind("turn", "turn")
phase = _kind("phase", "phase")
phase_meant = _kind("phase meant", "what the {words} phase is")
scenario = _kind("scenario", "scenario")
first_player = _kind("first player", "first player")
mark = _kind("mark", "{unit} is {words}")
why_marked = _kind("why marked", "why {unit} is marked")
marker_before = _kind("marker before", "marker of {unit} before the {words} phase")
mode = _kind("mode", "mode of {unit}")
control = _kind("control", "control of {words}")
seen = _kind("seen", "{word} units in {words}")
communications = _kind("communications", "line of communications of {unit}")
supply_sources = _kind("supply sources", "sources of supply")

# Who commands, and what chits and events brought
active_headquarters = _kind("active headquarters", "active headquarters")
chit_drawn = _kind("chit drawn", "chit drawn")
event = _kind("event", "the event rolled")
brought = _kind("brought", "event that brings {unit}")
weather_for = _kind("weather for", "weather for {unit}")
bombardments = _kind("bombardments", "bombardments {words}")
whose_bombardment = _kind("whose bombardment", "whose bombardment it was")

# What happened in combats
attackers = _kind("attackers", "attackers of {words}")
last_combat = _kind("last combat", "last combat")
die = _kind("die", "result of the die")
die_for = _kind("die for", "result of the die for {unit}")
combat_result = _kind("combat result", "result of the combat at {words}")
who_lost = _kind("who lost", "which attackers of {words} took the loss")
support = _kind("support", "manner of the attack of {unit}")
flown = _kind("flown", "how {unit} flew")
flight = _kind("flight", "flight of {unit}")
defender_retreated = _kind("defender retreated", "did the defender of {words} retreat")
retreat_length = _kind("retreat length", "length of the retreat")
retreat_path = _kind("retreat path", "path of the retreat to {words}")
retreat_way = _kind("retreat way", "way of the retreat of {unit}")

# What happened in fire, and to morale
fire_in = _kind("fire in", "fire of step {word}")
fire_at = _kind("fire at", "fire at {unit}")
fire_result = _kind("fire result", "result of the fire")
check = _kind("check", "{word} check of {unit}")
rally = _kind("rally", "rally of {unit}")

# How units moved, left and came back
path = _kind("path", "path of {unit} to {words}")
move_mode = _kind("move mode", "mode of the move of {unit}")
points_left = _kind("points left", "points left of {unit}")
put_at = _kind("put at", "place of {unit}")
lost_turn = _kind("lost turn", "turn in which {unit} was lost")
steps_left = _kind("steps left", "steps of {unit} when it left")

memory = _kind("memory", "{words}")  # what a game remembers, by its own name: the last resort in reading


def sight(a: str, b: str) -> FactName:
    return _sight_within(a) if a == b else _sight(a, b)


def printed(names: Iterable[FactName]) -> tuple[str, ...]:
    """Names as reports list them."""
    return tuple(sorted(map(str, names)))


def read(text: str) -> FactName:
    """The fact that a text names, as a report prints it. What no form fits is a memory, which `note NAME` names outright."""
    words = " ".join(text.split())
    if words.startswith("note "):
        return read(words.removeprefix("note "))
    found = ((kind, kind.read(words)) for kind in KINDS.values())
    return max(((kind.literal, name) for kind, name in found if name is not None), key=lambda one: one[0])[1]
