"""Counters that declare: laid on a hex they ask who attacks it, and write the note for it into the chat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from PIL import Image

from adjudicator.evidence.companion import DECLARE
from adjudicator.games import LoadedGame
from vassal_bridge.sequence import encode

from .counters import lettered
from .layers import image_name, made
from .pieces import PaletteSlot, PieceKit, Trait, basic, marks, names_of
from .xml import MODULE, WIDGET, Element, element

_ALT = 520
_NAMES = 60  # in one menu: more are parted


def picture_of(name: str) -> str:
    return image_name("companion", name.strip("[]"))


def pictures(pieces: Sequence[PaletteSlot], size: int) -> Iterator[tuple[str, Image.Image]]:
    """What counters of the companion look like, by the names of their pictures."""
    shown = {picture_of(piece.name if piece.name != DECLARE else piece.id): piece for piece in pieces}
    for name, piece in shown.items():
        words = (piece.id if piece.name == DECLARE else piece.name).strip("[]").title()
        yield name, lettered(words, size, "#f4e58c" if piece.name == DECLARE else "#ffffff", "#000000")


def window(pieces: Sequence[PaletteSlot], title: str, size: int) -> Element:
    """A window of its own with these counters, by their groups."""
    groups = dict.fromkeys(piece.group for piece in pieces)
    panels = (
        element(
            WIDGET + "PanelWidget",
            *(
                element(WIDGET + "PieceSlot", text=each.definition, entryName=each.name, gpid=each.gpid, height=size, width=size)
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
        element(WIDGET + "TabWidget", *panels, entryName=title),
        defaultWidth=0,
        hidden=False,
        hotkey="",
        icon="",
        name=title,
        scale=1.0,
        text_=title,
        tooltip="Markers and declarations for the judge",
    )


def verbs(game: LoadedGame) -> Iterator[tuple[str, str]]:
    """What can be declared of a hex, and the note for it."""
    words = game.about.words
    yield "attack", "!attack $Hex$ with $With$$On$"
    if words is not None and "barrage" in words.fires:
        yield "barrage", "!barrage $Hex$ with $With$$On$"
    if words is not None and "bombardment" in words.attacks:
        yield "bombard", "!bombard $Hex$$On$"


def built_in(game: LoadedGame, pieces: PieceKit) -> list[PaletteSlot]:
    """Those of a module of our own, numbered behind its pieces; units are called as in chat."""
    names = names_of(game.roster, {side.id: side.name for side in game.about.sides})
    return list(declarations(game, names, map(str, count(pieces.next_gpid))))


def declarations(game: LoadedGame, names: Mapping[str, str], gpids: Iterator[str]) -> Iterator[PaletteSlot]:
    """A marker for each: laid on the hex that is attacked it knows the hex, asks who attacks, and says it in chat."""
    for verb, note in verbs(game):
        gpid = next(gpids)
        yield PaletteSlot(verb, DECLARE, gpid, tuple(_declaration(game, verb, note, names, gpid)), "Declare")


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
    yield basic(picture_of(verb), DECLARE, gpid)


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
