"""The names of facts: what kind of fact it is, and what it is about. Printed in one place, and read back in one place.

    unsure(factname.terrain(hex))            # prints as: terrain 0714
    factname.read("attack of de-21 reduced")  # factname.rating("attack", "de-21", "1")

A kind is declared once: the form in which its names are printed, the question it is to a player, and what an answer looks like.
Maps, counters and charts show some of them; the others are facts of the play, and some of those of one moment of it. What no form
fits is a memory of a game, by its name: `released`, `militia pool`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

KINDS: Final[dict[str, FactKind]] = {}


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
    "place": _Part(r"\S.*?"),  # a hex, by its number or by what is in it
    "side": _Part(r"\S+"),
    "group": _Part(r"\S.*?"),  # a side or a formation
    "trait": _Part(r"\S+"),
    "mark": _Part(r"\S.*?"),
    "phase": _Part(r"\S.*?"),
    "roll": _Part(r"\S.*?"),
    "losses": _Part(r"| reduced| after \d+ losses", _lost, _losses),
}
_PLACE: Final = re.compile(r"\{(\w+)\}")


Answer = Literal[
    "yes or no",
    "number",
    "terrain",
    "features",
    "routes",
    "chart",
    "word",
    "formation",
    "chit",
    "what a chit is",
    "phase's name",
    "scenario",
    "group",
    "light",
    "box",
    "mark",
    "mode",
    "way",
    "side",
    "phase",
    "manner",
    "result",
    "passed",
    "unit",
    "units",
    "hexes",
    "path",
    "combat",
    "fire",
    "dice",
    "nothing",
    "memory",
]
LOOKS: Final[Mapping[Answer, str]] = {
    "yes or no": "yes or no",
    "number": "a number, such as 4",
    "terrain": "words of the terrain chart, such as clear or forest town",
    "features": "words such as river, or wall:0714 for what protects 0714; none",
    "routes": "words such as road or rail; none",
    "chart": "the name of a file beside this one that holds the chart",
    "word": "the word that stands there",
    "formation": "the formation, as the counters of it print it",
    "chit": "the chit, by its title or its headquarters",
    "what a chit is": "its headquarters, or the chit that it is like",
    "phase's name": "the phase, as the rules call it",
    "scenario": "the scenario by its short name",
    "group": "whose: a side or a formation",
    "light": "such as day, dusk or night",
    "box": "the box by its name",
    "mark": "the marker, such as out of supply; in supply for none",
    "mode": "such as fire mode or move mode",
    "way": "such as regular, strategic or rail",
    "side": "the side, such as german",
    "phase": "the phase, and whose it is if it is one side's: movement/german",
    "manner": "such as full or normal",
    "result": "as the chart has it, such as D1; none",
    "passed": "passed or failed",
    "unit": "a unit, as on its counter or by its id",
    "units": "units, as on their counters or by their ids: 43G, 20/11 T; none",
    "hexes": "hexes, such as 0714 0715; none",
    "path": "the hexes one after the other, the first too: 0714-0715-0716",
    "combat": "attackers, hex and result, such as 43G, 11 T at 2308: D1; or bombardment of 2308: D1",
    "fire": "firers and target, such as 20/11 T, 21/11 T at I/8 Pz",
    "dice": "the numbers, such as 3 4",
    "nothing": "nothing, if the game does not know it; else name it in the binding of the module",
    "memory": "as a case would note it",
}
By = Literal["shown", "lasting", "momentary"]  # what states it: a map, counter or chart, or somebody who was there


@dataclass(frozen=True, eq=False)
class FactKind:
    """A kind of fact. Called, it makes a name: `terrain("0714")`."""

    name: str
    form: str
    asks: str
    answer: Answer
    by: By
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
    def _beginning(self) -> str:
        return _PLACE.split(self.form, maxsplit=1)[0]

    @cached_property
    def literal(self) -> int:
        """How many letters of the form are fixed: of two forms that fit, the one that says more is meant."""
        return len(_PLACE.sub("", self.form))

    def printed(self, about: tuple[str, ...]) -> str:
        texts = (part.printed(each) for part, each in zip(self._parts, about, strict=True))
        return _PLACE.sub(lambda _: next(texts), self.form)

    def read(self, text: str) -> FactName | None:
        if not text.startswith(self._beginning):  # most forms are told apart by how they begin
            return None
        found = self._written.fullmatch(text)
        if found is None:
            return None
        return self(*(part.meant(each) for part, each in zip(self._parts, found.groups(), strict=True)))


def _kind(name: str, form: str, asks: str, answer: Answer, by: By, *, either_way: bool = False) -> FactKind:
    KINDS[name] = FactKind(name, form, asks, answer, by, either_way)
    return KINDS[name]


# What a rulebook says that nobody has at hand
section = _kind(
    "section", "section {words}", "Does section {0} of the rulebook, which is not at hand, allow it?", "yes or no", "momentary"
)

# What the map shows
terrain = _kind("terrain", "terrain {hex}", "What terrain is in {0}?", "terrain", "shown")
level = _kind("level", "level {hex}", "On which level is {0}?", "number", "shown")
hexside = _kind(
    "hexside", "hexside {hex}/{hex}", "What runs along the hexside between {0} and {1}?", "features", "shown", either_way=True
)
route = _kind(
    "route",
    "route {hex}/{hex}",
    "Which roads and railways cross the hexside between {0} and {1}?",
    "routes",
    "shown",
    either_way=True,
)
_sight = _kind(
    "sight", "line of sight {hex}/{hex}", "Is the line of sight between {0} and {1} free?", "yes or no", "shown", either_way=True
)
_sight_within = _kind("sight within", "line of sight {hex}", "Can units in {0} see each other?", "yes or no", "shown")
area = _kind("area", "area {words}", "Which hexes are the area {0}?", "hexes", "shown")
hexes = _kind("hexes", "hexes of {words}", "Which hexes are meant by {0}?", "hexes", "shown")
road_off_map = _kind("road off map", "road off the map at {hex}", "Does a road lead off the map at {0}?", "yes or no", "shown")
retreat_diagram = _kind(
    "retreat diagram",
    "diagram of retreat directions",
    "Does the diagram of retreats forbid a step that is neither straight back nor straight on?",
    "yes or no",
    "shown",
)

# What the counters show
rating = _kind("rating", "{word} of {unit}{losses}", "What is the {0} printed on {1}{2}?", "number", "shown")
trait = _kind("trait", "is {unit} {trait}", "Does the counter of {0} show that it is {1}?", "yes or no", "shown")
formation = _kind("formation", "formation of {unit}", "To which formation does {0} belong?", "formation", "shown")
air_army = _kind("air army", "air army of {unit}", "Which box is the home of {0}?", "box", "shown")

# What the charts say
chart = _kind("chart", "chart {word}", "What does the chart {0} say?", "chart", "shown")
cell = _kind("cell", "{word} of {words} in {word}", "What does the chart {2} say under {0} in the row {1}?", "word", "shown")
chit = _kind(
    "chit", "chit {word}", "Which headquarters does the chit {0} activate, or which chit is it like?", "what a chit is", "shown"
)
chit_turn = _kind("chit turn", "turn of the chit {word}", "In which turn does the chit {0} come into the cup?", "number", "shown")
arrival = _kind("arrival", "arrival of {unit}", "In which turn does {0} arrive?", "number", "shown")
entry = _kind("entry", "entry of {unit}", "At which hexes does {0} enter?", "hexes", "shown")

# Where the game stands
light = _kind("light", "light", "What is the light?", "light", "lasting")
turn = _kind("turn", "turn", "Which turn is it?", "number", "momentary")
phase = _kind("phase", "phase", "Which phase is it?", "phase", "momentary")
phase_meant = _kind(
    "phase meant", "what the {words} phase is", "Which phase of the rules is the {0} phase?", "phase's name", "lasting"
)
scenario = _kind("scenario", "scenario", "Which scenario is played?", "scenario", "lasting")
first_player = _kind("first player", "first player", "Who is the first player?", "side", "lasting")
mark = _kind("mark", "{unit} is {mark}", "Is {0} {1}?", "yes or no", "momentary")
why_marked = _kind(
    "why marked",
    "why {unit} is marked",
    "Is there a reason for {0} to be marked: a failed check, a retreat, a crowded hex?",
    "yes or no",
    "momentary",
)
marker_before = _kind(
    "marker before",
    "marker of {unit} before the {phase} phase",
    "What was {0} marked before the {1} phase, in supply if nothing?",
    "mark",
    "momentary",
)
mode = _kind("mode", "mode of {unit}", "In which mode is {0}?", "mode", "momentary")
control = _kind("control", "control of {place}", "Which side controls {0}?", "side", "lasting")
seen = _kind("seen", "{side} units in {place}", "Have {0} units ever been in {1}?", "yes or no", "lasting")
communications = _kind(
    "communications", "line of communications of {unit}", "Has {0} a line of communications?", "yes or no", "momentary"
)

# Who commands, and what chits and events brought
active_headquarters = _kind("active headquarters", "active headquarters", "Which headquarters is active?", "unit", "momentary")
chit_drawn = _kind("chit drawn", "chit drawn", "Which chit was drawn last?", "chit", "momentary")
event = _kind("event", "the event rolled", "Which dice were rolled for the event?", "dice", "momentary")
brought = _kind("brought", "event that brings {unit}", "Did an event or a chit bring {0}?", "yes or no", "lasting")
weather_for = _kind("weather for", "weather for {unit}", "Did the weather send {0} back?", "yes or no", "momentary")
bombardments = _kind("bombardments", "bombardments {group}", "How many bombardments are left to {0}?", "number", "momentary")
whose_bombardment = _kind(
    "whose bombardment", "whose bombardment of {place} it was", "Whose bombardment of {0} was it?", "group", "momentary"
)

# What no binding knows
stranger = _kind("stranger", "what {words} means", "What does the counter {0} mean?", "nothing", "lasting")

# What happened in combats
attackers = _kind("attackers", "attackers of {place}", "Which units attacked {0}?", "units", "momentary")
last_combat = _kind("last combat", "last combat", "What was the last combat?", "combat", "momentary")
die = _kind("die", "result of the die", "What was rolled?", "number", "momentary")
die_for = _kind("die for", "result of the die for {unit}", "What was rolled for {0}?", "number", "momentary")
rolled_for = _kind("rolled for", "unit of the roll for {words}", "For which unit was the {0} rolled?", "unit", "momentary")
combat_result = _kind(
    "combat result", "result of the combat at {place}", "What was the result of the combat at {0}?", "result", "momentary"
)
who_lost = _kind(
    "who lost", "which attackers of {place} took the loss", "Which of those who attacked {0} took the loss?", "units", "momentary"
)
support = _kind("support", "manner of the attack of {unit}", "How did {0} attack?", "manner", "momentary")
flown = _kind("flown", "how {unit} flew", "How did {0} fly?", "manner", "momentary")
flight = _kind("flight", "flight of {unit}", "How did {0} fly, if it flew?", "manner", "momentary")
defender_retreated = _kind(
    "defender retreated", "did the defender of {place} retreat", "Did the defender of {0} retreat?", "yes or no", "momentary"
)
retreat_length = _kind("retreat length", "length of the retreat", "How many hexes was the retreat?", "number", "momentary")
retreat_path = _kind(
    "retreat path", "path of the retreat to {place}", "By which hexes did they retreat to {0}?", "path", "momentary"
)
retreat_way = _kind("retreat way", "way of the retreat of {unit}", "Had {0} a way to retreat?", "yes or no", "momentary")

# What happened in fire, and to morale
combat_in = _kind("combat in", "combat of step {word}", "Who attacked which hex in step {0}?", "combat", "lasting")
fire_in = _kind("fire in", "fire of step {word}", "Who fired at whom in step {0}?", "fire", "lasting")
fire_at = _kind("fire at", "fire at {unit}", "What was the result of the last fire at {0}?", "result", "momentary")
fire_result = _kind("fire result", "result of the fire", "What was the result of the last fire?", "result", "momentary")
check = _kind("check", "{roll} check of {unit}", "How did the {0} check of {1} come out?", "passed", "momentary")
rally = _kind("rally", "rally of {unit}", "Has {0} rallied?", "passed", "momentary")

# How units moved, left and came back
path = _kind("path", "path of {unit} to {place}", "By which hexes did {0} go to {1}?", "path", "momentary")
move_mode = _kind("move mode", "mode of the move of {unit}", "By which way of travelling did {0} move?", "way", "momentary")
points_left = _kind("points left", "points left of {unit}", "How many movement points had {0} left?", "number", "momentary")
put_at = _kind("put at", "place of {unit}", "In which hex did {0} come back?", "hexes", "momentary")
lost_turn = _kind("lost turn", "turn in which {unit} was lost", "In which turn was {0} lost?", "number", "lasting")
steps_left = _kind("steps left", "steps of {unit} when it left", "How many steps had {0} when it left?", "number", "lasting")

# What a game remembers, by its own name: the last resort in reading
memory = _kind("memory", "{words}", "What is remembered as {0}?", "memory", "lasting")


def sight(a: str, b: str) -> FactName:
    return _sight_within(a) if a == b else _sight(a, b)


def printed(names: Iterable[FactName]) -> tuple[str, ...]:
    """Names as reports list them."""
    return tuple(sorted(map(str, names)))


def read(text: str) -> FactName:
    """The fact that a text names, as a report prints it. What no form fits is a memory, which `note NAME` names outright."""
    words = " ".join(text.split())
    while words.startswith("note "):
        words = words.removeprefix("note ")
    found = ((kind, kind.read(words)) for kind in KINDS.values())
    return max(((kind.literal, name) for kind, name in found if name is not None), key=lambda one: one[0])[1]
