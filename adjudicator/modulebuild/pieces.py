"""Every piece of the module: units with their steps and identity, markers, chits; written as VASSAL writes pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from adjudicator.engine.charts import PlainChart
from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame
from vassal_bridge.sequence import encode, nested_join

from . import styles
from .layers import ctrl, image_name, image_of, made, modes_of, steps, switched
from .layout import Cup, MarkLook, ModuleLayout
from .places import off_map

MAP, BOARD = "Main Map", "Board"
Trait: TypeAlias = tuple[str, str]  # type and state


def marks(**values: str) -> Trait:
    """Constants that a piece answers when it is asked for them."""
    return "mark;" + (encode(list(values), ",") or ""), encode(list(values.values()), ",") or ""


def basic(image: str, name: str, gpid: str = "") -> Trait:
    return made("piece;", image=image, name=name), f"null;0;0;{gpid};0"


def written(traits: Sequence[Trait]) -> tuple[str, str]:
    """The type and the state of a piece, traits outermost first."""
    return nested_join([kind for kind, _ in traits], "\t"), nested_join([state for _, state in traits], "\t")


def definition(traits: Sequence[Trait]) -> str:
    """A piece as palettes, prototypes and placed markers hold it."""
    return "+/" + (encode(["null", *written(traits)], "/") or "")


@dataclass(frozen=True, slots=True)
class PaletteSlot:
    """One piece of a palette or a deck."""

    id: str  # of the unit, marker or chit
    name: str
    gpid: str
    traits: tuple[Trait, ...] = field(repr=False)
    group: str = ""  # the tab and the panel of the palette

    @property
    def definition(self) -> str:
        return definition(self.traits)


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit of a cup: on which turn it goes in."""

    slot: PaletteSlot
    turn: int
    side: str
    unit: str  # the HQ that it activates, if it is one's


@dataclass(frozen=True, slots=True)
class PieceKit:
    units: Mapping[str, PaletteSlot]
    markers: tuple[PaletteSlot, ...]
    chits: Mapping[str, tuple[Chit, ...]]  # by the cup
    prototypes: Mapping[str, str]
    next_gpid: int

    def palette(self) -> Iterator[PaletteSlot]:
        yield from self.units.values()
        yield from self.markers
        for cup, chits in self.chits.items():
            inside = self.inside(cup)
            yield from (chit.slot for chit in chits if chit not in inside)

    def inside(self, cup: str) -> tuple[Chit, ...]:
        """The chits that the cup holds in the module itself; the others lie in the palette."""
        first = min((chit.turn for chit in self.chits[cup]), default=1)
        return tuple(chit for chit in self.chits[cup] if chit.turn <= first)


def names_of(roster: Mapping[str, Unit], sides: Mapping[str, str]) -> dict[str, str]:
    """What each unit is called in chat: as on its counter, and with its formation or side where two are called alike."""
    found = {id_: unit.name for id_, unit in roster.items()}
    formations = {id_: unit.formation.rpartition("/")[2] or sides.get(unit.side, unit.side) for id_, unit in roster.items()}
    for more in (formations, {id_: id_ for id_ in roster}):
        often = Counter(found.values())
        found = {id_: f"{roster[id_].name} ({more[id_]})" if often[name] > 1 else name for id_, name in found.items()}
    return found


def all_pieces(game: LoadedGame, layout: ModuleLayout, counter: int) -> PieceKit:
    """Every piece, numbered in the order of the folder's tables."""
    numbers = map(str, count(1))
    called = names_of(game.roster, {side.id: side.name for side in game.about.sides})
    sides = {side.id: side.name for side in game.about.sides}
    units = {
        id_: PaletteSlot(
            id_, called[id_], gpid := next(numbers), tuple(_unit(unit, layout, called[id_], sides, gpid)), _group(unit, sides)
        )
        for id_, unit in game.roster.items()
    }
    markers = [_marker(mark.title, image_name("mark", mark.id), next(numbers), marker=mark.id) for mark in layout.mark]
    markers += [_marker(f"Control {name}", image_name("control", id_), next(numbers), control=id_) for id_, name in sides.items()]
    markers.append(_marker("Marker", "marker.png", next(numbers), marker="plain"))
    chits = {cup.title: tuple(_chits(game, cup, numbers)) for cup in layout.cup}
    prototypes = {"Unit": definition([*_unit_prototype(layout, numbers, counter), basic("", "")])}
    prototypes |= {
        name: definition([*_own_flag(layout, id_, name, numbers), _send_off(name), basic("", "")]) for id_, name in sides.items()
    }
    for cup in layout.cup:
        prototypes[f"Chit of {cup.title}"] = definition([*_chit_prototype(cup), basic("", "")])
    return PieceKit(units, tuple(markers), chits, prototypes, int(next(numbers)))


def _group(unit: Unit, sides: Mapping[str, str]) -> str:
    return sides.get(unit.side, unit.side)


def _unit(unit: Unit, layout: ModuleLayout, name: str, sides: Mapping[str, str], gpid: str) -> Iterator[Trait]:
    yield "prototype;Unit", ""
    yield f"prototype;{sides.get(unit.side, unit.side)}", ""
    for switch in layout.switch:
        image = image_name("layer", switch.layer)
        yield switched(switch.key, switch.layer, image, switch.title.lower(), command=switch.title), "-1"
    if unit.steps > 1:
        yield steps(unit), "1"
    for modes in layout.modes:
        if modes.trait in unit.traits:
            yield modes_of(unit, modes), "1"
    yield marks(unit=unit.id, side=unit.side, kind=unit.kind, formation=unit.formation)
    yield basic(image_of(unit.id, 0), name, gpid)


def _unit_prototype(layout: ModuleLayout, numbers: Iterator[str], counter: int) -> Iterator[Trait]:
    """What every unit can do. Reports stand outermost: they tell what the traits inside have made of the piece."""
    keys = ["F", "A", "T", *(each.key for each in layout.switch), *(each.key for each in layout.modes)]
    yield _report("".join(dict.fromkeys(keys)), "$location$: $oldPieceName$ -> $newPieceName$", "flips and marks"), "-1"
    yield _report("E", "$newPieceName$ is eliminated", "eliminations"), "-1"
    for mark in layout.mark:
        if mark.key is not None:
            yield _report(mark.key, f"$location$: $newPieceName$ is marked: {mark.title.lower()}", mark.id), "-1"
            yield _placing(mark, next(numbers)), ""
    for letter, name, image, said in (("A", "Attack", "attack.png", "attacks"), ("T", "Target", "target.png", "attacked")):
        yield switched(letter, name, image, said), "-1"
    yield made("footprint;", key=ctrl("W"), command="Movement trail"), "false;;0;false"
    half = counter // 2
    moved = made(
        "markmoved;",
        image="moved.png",
        x=half - 6,
        y=-half - 2,
        command="Moved",
        key=ctrl("M"),
        mark_command="",
        unmark_command="",
    )
    yield moved, "false"


def _report(letters: str, message: str, about: str) -> str:
    return made("report;", keys=tuple(ctrl(letter) for letter in letters), message=message, description=about)


def _placing(mark: MarkLook, gpid: str) -> str:
    placed = _marker(mark.title, image_name("mark", mark.id), gpid, marker=mark.id)
    return _placed(placed, mark.title, mark.key or "", mark.id)


def _own_flag(layout: ModuleLayout, side: str, name: str, numbers: Iterator[str]) -> Iterator[Trait]:
    """A key that shows who holds the hex in which a unit stands."""
    if layout.control_key is not None:
        flag = _marker(f"Control {name}", image_name("control", side), next(numbers), control=side)
        yield _report(layout.control_key, f"$location$: {name} control", "control"), "-1"
        yield _placed(flag, "Control", layout.control_key, "control"), ""


def _placed(marker: PaletteSlot, command: str, key: str, about: str) -> str:
    return made(
        "placemark;",
        command=command,
        key=ctrl(key),
        marker=marker.definition,
        description=about,
        gpid=marker.gpid,
        placement=2,
    )


def _send_off(side: str) -> Trait:
    """Units that are eliminated go to the box of their side."""
    sent = made(
        "sendto;",
        command="Eliminate",
        key=ctrl("E"),
        map=MAP,
        board=BOARD,
        x_step="0",
        y_step="0",
        description="to the box of the eliminated",
        destination="Z",
        zone=off_map(side),
    )
    return sent, ";;"


def _marker(title: str, image: str, gpid: str, **marked: str) -> PaletteSlot:
    traits = (
        (_report("D", "$newPieceName$ is removed", "removals"), "-1"),
        (made("delete;", command="Remove"), ""),
        (made("clone;", command="Another one"), ""),
        marks(**marked),
        basic(image, title, gpid),
    )
    return PaletteSlot(next(iter(marked.values())), title, gpid, traits, "Markers")


def _chits(game: LoadedGame, cup: Cup, numbers: Iterator[str]) -> Iterator[Chit]:
    chart = game.game.charts.get(cup.chart)
    for id_, row in chart.rows.items() if isinstance(chart, PlainChart) else ():
        unit = row.get("hq", "")
        name = cup.names.get(id_) or (game.roster[unit].name if unit in game.roster else styles.titled(id_))
        gpid = next(numbers)
        side = row.get("side", "")
        traits = (
            (f"prototype;Chit of {cup.title}", ""),
            marks(chit=id_, side=side, kind=row.get("kind", "")),
            basic(image_name("chit", id_), f"{name} chit", gpid),
        )
        turn = row.get("turn", "")
        yield Chit(PaletteSlot(id_, f"{name} chit", gpid, traits, cup.title), int(turn) if turn.isdecimal() else 1, side, unit)


def _chit_prototype(cup: Cup) -> Iterator[Trait]:
    back = made(
        "return;",
        command=f"Back to the {cup.title.lower()}",
        key=ctrl("R"),
        deck=cup.title,
        ask_deck=False,
        deck_name=cup.title,
    )
    yield back, ""
    yield f"obs;{ctrl('P')};chit-back.png;Face down;B;Chit;side:;Peek;;false;;", "null;"
