"""A companion: a VASSAL extension of a player's own module that adds what a judge would miss, and changes nothing in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.evidence.companion import DECLARE, control_name, dice_of, mark_name, marks_of, phase_entry
from adjudicator.games import LoadedGame
from vassal_bridge.archive import open_archive
from vassal_bridge.compose import moduledata
from vassal_bridge.errors import WriteError
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.sequence import encode
from vassal_bridge.write import pack, write_bytes

from .buildxml import VASSAL, dice_button, turn_tracker
from .counters import lettered
from .images import png
from .layers import image_name, made
from .layout import DiceLook, layout_if_any
from .pieces import PaletteSlot, Trait, basic, marks
from .xml import MODULE, WIDGET, Element, document, element

ID = "adj"  # before the numbers of its pieces
VERSION = "1.0"
_WINDOW = "Companion"
_SIZE = 48
_ALT = 520
_NAMES = 60  # in one menu: more are parted


@dataclass(frozen=True, slots=True)
class Added:
    """What a companion adds."""

    dice: tuple[str, ...]
    counter: bool
    markers: tuple[str, ...]
    declarations: tuple[str, ...]
    names: int  # units that its menus name


def write_companion(
    game: LoadedGame,
    module: Module,
    names: Mapping[str, str],
    target: Path,
    inputs: Sequence[Path],
    *,
    counter: bool | None = None,
) -> Added:
    """Write the extension. `names`: what the counters of units are called in the module. `counter`: shall it have a turn counter?
    None: where the module has none."""
    with_counter = not module.turn_trackers if counter is None else counter
    dice = _dice(game, module)
    pieces = [*_markers(game), *_declaring(game, names)]
    parts = [*map(dice_button, dice), *(turn_tracker(game, phase_entry) if with_counter else ()), _window(pieces)]
    about = MetaData(VASSAL, None, None, module.name, module.version)
    contents = {
        "buildFile.xml": document(_root(game, module, parts, len(pieces) + 1)),
        "extensiondata": _extensiondata(game),
        "moduledata": moduledata(about),
    }
    contents |= {f"images/{name}": data for name, data in _pictures(pieces)}

    def check(written: Path) -> None:
        if not open_archive(written).read("buildFile.xml"):
            raise WriteError("the extension would be empty")

    write_bytes(target, pack(None, dict(sorted(contents.items()))), check=check, inputs=inputs)
    declared = tuple(dict.fromkeys(verb for verb, _ in _verbs(game)))
    return Added(
        tuple(_named(each) for each in dice), with_counter, tuple(each.name for each in _markers(game)), declared, len(names)
    )


def _root(game: LoadedGame, module: Module, parts: Sequence[Element], next_number: int) -> Element:
    return element(
        MODULE + "ModuleExtension",
        *(element(MODULE + "ExtensionElement", part, target="") for part in parts),
        anyModule=False,
        description=f"What a judge needs to know of {game.title}",
        extensionId=ID,
        module=module.name,
        moduleVersion=module.version,
        nextPieceSlotId=next_number,
        vassalVersion=VASSAL,
        version=VERSION,
    )


def _extensiondata(game: LoadedGame) -> bytes:
    text = f"What a judge needs to know of {game.slug}"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
        f"  <version>{VERSION}</version>\n  <extra1/>\n  <extra2/>\n  <VassalVersion>{VASSAL}</VassalVersion>\n"
        f"  <description>{text}</description>\n  <universal>false</universal>\n</data>\n"
    ).encode()


# --- dice


def _named(dice: DiceLook) -> str:
    return f"{dice.name} {dice.count}d{dice.sides}"


def _dice(game: LoadedGame, module: Module) -> list[DiceLook]:
    """A button for each purpose that the game knows, but those that the module has by the same name."""
    layout = layout_if_any(game)
    there = {each.name for each in module.dice}
    purposes = dice_of(game)
    return [each for each in layout.dice if _named(each) in purposes and _named(each) not in there]


# --- pieces


def _window(pieces: Sequence[PaletteSlot]) -> Element:
    groups = dict.fromkeys(piece.group for piece in pieces)
    panels = (
        element(
            WIDGET + "PanelWidget",
            *(
                element(
                    WIDGET + "PieceSlot", text=each.definition, entryName=each.name, gpid=each.gpid, height=_SIZE, width=_SIZE
                )
                for each in pieces
                if each.group == group
            ),
            entryName=group,
            fixed=True,
            nColumns=4,
            scale=1.0,
            vert=False,
        )
        for group in groups
    )
    return element(
        MODULE + "PieceWindow",
        element(WIDGET + "TabWidget", *panels, entryName=_WINDOW),
        defaultWidth=0,
        hidden=False,
        hotkey="",
        icon="",
        name=_WINDOW,
        scale=1.0,
        text_=_WINDOW,
        tooltip="Markers and declarations for the judge",
    )


def _markers(game: LoadedGame) -> Iterator[PaletteSlot]:
    named = [mark_name(mark) for mark in marks_of(game)] + [control_name(side) for side in game.about.side_ids]
    for number, name in enumerate(named, 1):
        yield PaletteSlot(name, name, f"{ID}:{number}", tuple(_marker(name, f"{ID}:{number}")), "Markers")


def _marker(name: str, gpid: str) -> Iterator[Trait]:
    yield made("delete;", command="Remove"), ""
    yield made("clone;", command="Another one"), ""
    yield basic(_image(name), name, gpid)


def _image(name: str) -> str:
    return image_name("companion", name.strip("[]"))


def _pictures(pieces: Sequence[PaletteSlot]) -> Iterator[tuple[str, bytes]]:
    shown = {_image(piece.name if piece.name != DECLARE else piece.id): piece for piece in pieces}
    for name, piece in shown.items():
        words = (piece.id if piece.name == DECLARE else piece.name).strip("[]").title()
        yield name, png(lettered(words, _SIZE, "#f4e58c" if piece.name == DECLARE else "#ffffff", "#000000"))


# --- declarations


def _verbs(game: LoadedGame) -> Iterator[tuple[str, str]]:
    """What can be declared of a hex, and the note for it."""
    words = game.about.words
    yield "attack", "!attack $Hex$ with $With$$On$"
    if words is not None and "barrage" in words.fires:
        yield "barrage", "!barrage $Hex$ with $With$$On$"
    if words is not None and "bombardment" in words.attacks:
        yield "bombard", "!bombard $Hex$$On$"


def _declaring(game: LoadedGame, names: Mapping[str, str]) -> Iterator[PaletteSlot]:
    """A marker for each: laid on the hex that is attacked it knows the hex, asks who attacks, and says it in chat."""
    first = sum(1 for _ in _markers(game)) + 1
    for number, (verb, note) in enumerate(_verbs(game), first):
        traits = tuple(_declaration(game, verb, note, names, f"{ID}:{number}"))
        yield PaletteSlot(verb, DECLARE, f"{ID}:{number}", traits, "Declare")


def _key(letter: str) -> str:
    return f"{ord(letter)},{_ALT}"


def _declaration(game: LoadedGame, verb: str, note: str, names: Mapping[str, str], gpid: str) -> Iterator[Trait]:
    said = made("report;", keys=(_key("R"),), message=note, description="the note")
    yield said, "-1"
    yield (
        made("macro;", name="declare", command=f"Declare: {verb}", key=_key("D"), action_keys=(_key("R"), _key("C"), _key("O"))),
        "",
    )
    lists = tuple(_lists(game, names))
    for number, (title, _) in enumerate(lists):
        keys = (_key(str(number)), _key("A"), _key("X"))
        yield made("macro;", name=title, command=f"Add {title} …", key=_key(chr(ord("E") + number)), action_keys=keys), ""
    appended = '{Choice=="" ? With : With=="" ? Choice : With+", "+Choice}'  # who closes the question adds nobody
    yield _property("With", (("", _key("A"), ("P", appended)), ("Start again", _key("C"), ("P", "")))), ""
    asked = tuple(("", _key(str(number)), ("E", "Who?", *units)) for number, (_, units) in enumerate(lists))
    yield _property("Choice", (*asked, ("", _key("X"), ("P", "")))), ""
    odds = (("On the column …", _key("U"), ("R", "On which column? such as: on 3-1")), ("", _key("O"), ("P", "")))
    yield _property("Odds", odds), ""
    yield made("calcProp;", name="On", expression='{Odds=="" ? "" : " "+Odds}'), ""
    yield made("calcProp;", name="Hex", expression='{LocationName.replaceAll("[^0-9]","")}'), ""
    yield marks(declares=verb)
    yield made("delete;", command="Remove"), ""
    yield basic(_image(verb), DECLARE, gpid)


def _property(name: str, commands: Sequence[tuple[str, str, tuple[str, ...]]]) -> str:
    """A dynamic property with its menu; a changer is a letter for its kind and what that takes."""
    told = (encode([menu, key, _changer(changer)], ":") or "" for menu, key, changer in commands)
    fields = [name, "false,0,100,false", encode(list(told), ",") or "", ""]
    return "PROP;" + (encode(fields, ";") or "")


def _changer(changer: tuple[str, ...]) -> str:
    kind, *values = changer
    if kind == "E":
        return encode([kind, values[0], encode(values[1:], ",")], ",") or ""
    return encode([kind, *values], ",") or ""


def _lists(game: LoadedGame, names: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The units of each side by their names, so many to a menu."""
    for side in game.about.sides:
        own = sorted({names.get(id_, unit.name) for id_, unit in game.roster.items() if unit.side == side.id})
        parts = [own[start : start + _NAMES] for start in range(0, len(own), _NAMES)]
        for part in parts:
            title = side.name if len(parts) == 1 else f"{side.name} {part[0]} to {part[-1]}"
            yield title, tuple(part)
