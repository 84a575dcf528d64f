"""A companion: a VASSAL extension of a player's own module that adds what a judge would miss, and changes nothing in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from adjudicator.evidence.companion import control_name, dice_of, mark_name, marks_of, phase_entry
from adjudicator.games import LoadedGame
from vassal_bridge.archive import open_archive
from vassal_bridge.compose import moduledata
from vassal_bridge.errors import WriteError
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.write import pack, write_bytes

from .buildxml import VASSAL, dice_button, turn_tracker
from .declaring import declarations, picture_of, pictures, verbs, window
from .images import png
from .layers import made
from .layout import DiceLook, layout_if_any
from .pieces import PaletteSlot, Trait, basic
from .xml import MODULE, Element, document, element

ID = "adj"  # before the numbers of its pieces
VERSION = "1.0"
_WINDOW = "Companion"
_SIZE = 48


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
    marks_ = list(_markers(game))
    pieces = [*marks_, *declarations(game, names, (f"{ID}:{number}" for number in count(len(marks_) + 1)))]
    parts = [*map(dice_button, dice), *(turn_tracker(game, phase_entry) if with_counter else ()), window(pieces, _WINDOW, _SIZE)]
    about = MetaData(VASSAL, None, None, module.name, module.version)
    contents = {
        "buildFile.xml": document(_root(game, module, parts, len(pieces) + 1)),
        "extensiondata": _extensiondata(game),
        "moduledata": moduledata(about),
    }
    contents |= {f"images/{name}": png(image) for name, image in pictures(pieces, _SIZE)}

    def check(written: Path) -> None:
        if not open_archive(written).read("buildFile.xml"):
            raise WriteError("the extension would be empty")

    write_bytes(target, pack(None, dict(sorted(contents.items()))), check=check, inputs=inputs)
    declared = tuple(dict.fromkeys(verb for verb, _ in verbs(game)))
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


def _markers(game: LoadedGame) -> Iterator[PaletteSlot]:
    named = [mark_name(mark) for mark in marks_of(game)] + [control_name(side) for side in game.about.side_ids]
    for number, name in enumerate(named, 1):
        yield PaletteSlot(name, name, f"{ID}:{number}", tuple(_marker(name, f"{ID}:{number}")), "Markers")


def _marker(name: str, gpid: str) -> Iterator[Trait]:
    yield made("delete;", command="Remove"), ""
    yield made("clone;", command="Another one"), ""
    yield basic(picture_of(name), name, gpid)
