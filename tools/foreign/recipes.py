"""What foreign modules differ in, and some that are made: each a recipe of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "de", "es", "pl"]
Naming: TypeAlias = Literal["short", "words", "slashed", "spanish", "army first", "polish", "number last"]
Boxes: TypeAlias = Literal["zones", "regions", "map"]
Steps: TypeAlias = Literal["layer", "late layer", "switch", "replace"]
Marks: TypeAlias = Literal["pieces", "layers", "levels"]  # levels: of one layer
Numbers: TypeAlias = Literal["drawn", "label", "markers"]
Counter: TypeAlias = Literal["phases", "players", "merged", "turns", "none"]  # players: whose it is, then what is done
Ground: TypeAlias = Literal["flat", "textured", "blobs", "signs", "patches", "screens"]  # signs: woods and marshes are only signs


@dataclass(frozen=True, slots=True)
class Art:
    """How the map is drawn. Colours are by the word of the terrain, else by what that is like."""

    ground: Ground = "flat"
    double: bool = False  # are rivers two thin banks, with nothing but ground between them?
    unprinted: int = 0  # of so many hexes one has no number
    splines: bool = False  # rivers and roads bend freely, rather than from corner to corner
    palette: str = "meadow"
    outline: str = "#8a8a78"  # of the hexes; empty for none
    numbers: Literal["top", "bottom", "centre", "left", "right", "none"] = "top"  # left and right: in upper corners
    routes: Literal["plain", "cased"] = "plain"
    wander: float = 0.0  # by how much more, in hexes, rivers stray from hexsides and roads from the middle of them
    italics: bool = False  # is the print slanted, with a rim of paper around it?
    regions: bool = False  # are there names in great letters over whole regions?
    plates: int = 0  # pixels by which the plates of the colours miss each other
    folds: int = 0
    names: float = 0.2  # the height of printed names, in hexes
    grain: int = 0  # noise of a scan
    blur: float = 0.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)  # what a scanner makes of red, green and blue
    turned: float = 0.0  # degrees by which the sheet lay askew
    shifted: tuple[int, int] = (0, 0)  # pixels by which the grid misses the picture
    light: int = 0  # how much darker one corner of the sheet is than the middle, of 255
    jpeg: int = 0  # the quality; 0 for a PNG


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to make a module of a game."""

    name: str
    about: str
    language: Language = "en"
    naming: Naming = "words"
    map_name: str = "Main Board"
    hex: int = 72
    turn: int = 0  # which of the four ways the sheet lies: odd ones have a sideways grid
    margin: tuple[int, int] = (40, 40)
    separator: str = ""
    location: str = "$gridLocation$"  # what the grid makes of the number
    zone: str = "$gridLocation$"  # what the zone of the land, called as its board, makes of that
    added: tuple[int, int] = (0, 0)  # to the game's columns and rows
    row_first: bool = False
    letters: bool = False  # are columns called A, B, C?
    boards: int = 1
    boxes: Boxes = "zones"
    steps: Steps = "layer"
    marks: Marks = "pieces"
    attack: bool = False  # has it marks for attackers and targets?
    numbers: Numbers = "drawn"
    slanted: bool = False  # are the strengths on counters in italics, in two corners?
    remnants: bool = False  # have the other sides names of their own?
    twins: bool = False  # are counters that print the same called the same?
    one_die: bool = True
    counter: Counter = "phases"
    idle: bool = False  # has the turn counter entries that are no phase of the game?
    strangers: bool = False  # are there counters of a variant, which are none of the game's?
    levels_named: bool = True  # do layers say what their levels are?
    moved: bool = True
    image: str = "Map"
    art: Art = field(default_factory=Art)


_MADE = (
    Recipe(
        "broadsheet",
        "flat colours, straight rivers, English words, reduced sides as a layer, one die for everything",
        hex=68,
        attack=True,
        counter="merged",
        location="hex $gridLocation$",
        separator="-",
    ),
    Recipe(
        "cartografia",
        "textured noise, Spanish, `Casilla 12.34`, reduced sides as other pieces, boxes as regions of another map",
        language="es",
        naming="spanish",
        map_name="Mapa",
        hex=76,
        turn=2,
        margin=(63, 22),
        separator=".",
        location="Casilla $gridLocation$",
        boxes="regions",
        steps="replace",
        marks="pieces",
        numbers="label",
        twins=True,
        counter="turns",
        image="mapa",
        art=Art("textured", splines=True, palette="ochre", outline="#5f5440", numbers="bottom"),
    ),
    Recipe(
        "altpapier",
        "a scanned JPEG with blur, grain and a colour cast, slightly turned; German; an on/off layer for the reduced side",
        language="de",
        naming="short",
        map_name="Spielplan",
        hex=64,
        margin=(28, 71),
        steps="switch",
        marks="layers",
        numbers="markers",
        counter="phases",
        one_die=False,
        image="plan",
        art=Art(
            "textured",
            palette="paper",
            outline="#70685c",
            grain=9,
            blur=1.1,
            cast=(1.06, 1.0, 0.88),
            turned=0.25,
            shifted=(3, -2),
            jpeg=68,
        ),
    ),
    Recipe(
        "watercolour",
        "soft blobs and splines, two boards side by side, a layer whose first level is a blank, boxes on another map",
        naming="army first",
        map_name="Theater",
        hex=80,
        margin=(51, 33),
        boards=2,
        boxes="map",
        steps="late layer",
        marks="layers",
        numbers="drawn",
        counter="none",
        moved=False,
        art=Art("blobs", splines=True, palette="soft", outline="#c9c2ac", numbers="centre"),
    ),
    Recipe(
        "flank",
        "a sideways grid on a JPEG, names as `8 Pz/II`, strengths in labels, reduced sides as other pieces",
        naming="slashed",
        map_name="The Map",
        hex=70,
        turn=1,
        margin=(17, 90),
        separator=".",
        boxes="zones",
        steps="replace",
        marks="layers",
        attack=True,
        numbers="label",
        counter="merged",
        art=Art("blobs", palette="dark", outline="#3d4a3a", numbers="bottom", jpeg=82, shifted=(-2, 4), grain=4),
    ),
    Recipe(
        "photocopy",
        "a grey scan with strong grain on two boards, Spanish words, one entry of the turn counter for several phases",
        language="es",
        naming="words",
        map_name="Tablero",
        hex=66,
        turn=2,
        margin=(45, 45),
        location="$gridLocation$",
        boards=2,
        boxes="map",
        steps="switch",
        marks="pieces",
        numbers="markers",
        twins=True,
        counter="merged",
        art=Art(
            "flat",
            splines=True,
            palette="grey",
            outline="#4c4c4c",
            grain=14,
            blur=0.8,
            turned=-0.2,
            shifted=(2, 3),
            jpeg=60,
        ),
    ),
    Recipe(
        "depot",
        "boards called `East 12.34` with the row first; counters of a variant; housekeeping in the turn counter",
        naming="number last",
        map_name="Eastern Front",
        hex=62,
        margin=(33, 58),
        separator=".",
        boards=2,
        zone="$name$ $gridLocation$",
        row_first=True,
        boxes="regions",
        steps="layer",
        levels_named=False,
        strangers=True,
        idle=True,
        numbers="label",
        image="board",
        art=Art("signs", splines=True, palette="meadow", outline="", numbers="none", light=22),
    ),
    Recipe(
        "zaplecze",
        "Polish; hexes counted from elsewhere, `Pole 1234`; woods and marshes only as signs; an old JPEG with a dark corner",
        language="pl",
        naming="polish",
        map_name="Plansza",
        hex=72,
        turn=2,
        margin=(80, 25),
        location="Pole $gridLocation$",
        added=(20, 7),
        boxes="regions",
        steps="replace",
        marks="pieces",
        numbers="markers",
        counter="merged",
        idle=True,
        strangers=True,
        image="plansza",
        art=Art(
            "signs",
            palette="paper",
            outline="#8d8577",
            numbers="top",
            grain=7,
            blur=0.7,
            turned=-0.3,
            shifted=(-3, 2),
            light=34,
            jpeg=74,
        ),
    ),
    Recipe(
        "gross",
        "a sheet of 4,000 by 5,000 pixels and more, textured, German; steps as a layer whose first level is a blank, one die",
        language="de",
        naming="number last",
        map_name="Karte",
        hex=118,
        margin=(44, 61),
        steps="late layer",
        boxes="map",
        idle=True,
        image="karte",
        art=Art("textured", splines=True, palette="soft", outline="#9a9482", numbers="top", grain=5, jpeg=85),
    ),
    Recipe(
        "atelier",
        "hexes called `B07`, cut off at the rim; rivers as two thin banks, woods as stamps; a layer with Spanish levels",
        naming="number last",
        map_name="Operations Map",
        hex=70,
        margin=(-9, -7),
        added=(-1, 0),
        letters=True,
        boards=2,
        boxes="map",
        steps="replace",
        marks="levels",
        numbers="drawn",
        remnants=True,
        counter="players",
        image="ops",
        art=Art("signs", double=True, unprinted=3, palette="ochre", outline="#a59a80", numbers="bottom", jpeg=80, grain=3),
    ),
    Recipe(
        "lithograph",
        "uneven patches that mind no hexside, cased roads, chequered rails, slanted names with a rim; folded, scanned askew",
        naming="slashed",
        map_name="Strategic Map",
        hex=74,
        margin=(57, 38),
        steps="layer",
        marks="pieces",
        numbers="drawn",
        slanted=True,
        image="strategic",
        art=Art(
            "patches",
            splines=True,
            palette="print",
            outline="#9b9684",
            numbers="left",
            names=0.17,
            routes="cased",
            wander=0.05,
            italics=True,
            regions=True,
            folds=3,
            grain=5,
            blur=0.8,
            turned=0.6,
            light=18,
            jpeg=70,
        ),
    ),
    Recipe(
        "siebdruck",
        "four inks: woods as a screen of dots, marshes as dashes, blue outlines; plates that miss; a degree askew; German",
        language="de",
        naming="short",
        map_name="Lagekarte",
        hex=66,
        turn=2,
        margin=(35, 49),
        location="Feld $gridLocation$",
        steps="switch",
        marks="levels",
        numbers="drawn",
        counter="merged",
        idle=True,
        boxes="map",
        image="lage",
        art=Art(
            "screens",
            palette="inks",
            outline="#7fa8c9",
            numbers="right",
            wander=0.03,
            regions=True,
            plates=2,
            grain=4,
            blur=1.0,
            turned=-1.0,
            shifted=(2, -3),
            jpeg=55,
        ),
    ),
)

RECIPES: Mapping[str, Recipe] = {recipe.name: recipe for recipe in _MADE}
