"""How the words of a map look in a picture: quiet grounds, settlements, and lines, each kind told apart without its colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.picturing.model import Picture
from adjudicator.report.html.markup import apart

_GROUNDS = {
    **dict.fromkeys(("clear", "plain", "open"), "clear"),
    **dict.fromkeys(("forest", "wood", "woods"), "forest"),
    **dict.fromkeys(("marsh", "swamp", "bog"), "marsh"),
    **dict.fromkeys(("rough", "hill", "hills", "mountain"), "rough"),
    **dict.fromkeys(("sea", "lagoon", "lake", "water"), "water"),
}
_SETTLEMENTS = {"village": "village", "town": "town", "city": "city", "fortress": "city"}
_SIDES = {
    **dict.fromkeys(("stream", "canal", "river-minor", "minor-river"), "stream"),
    **dict.fromkeys(("river", "river-major", "major-river"), "river"),
    **dict.fromkeys(("water", "lake"), "lake"),
}
_WAYS = {
    "road": "road",
    **dict.fromkeys(("autobahn", "motorway", "highway"), "motorway"),
    **dict.fromkeys(("rail", "railway", "railroad"), "rail"),
}
CASED = ("motorway", "rail")  # a wider line below, and the line upon it
UNKNOWN, OTHER = "unknown", "other"

# What is drawn over the plain colour of a ground, in a square of so many hundredths of a hex.
_PATTERNS: Mapping[str, tuple[int, str]] = {
    "forest": (26, "M5 12l4-8 4 8zM18 25l4-8 4 8z"),
    "marsh": (26, "M3 8h9M5 11h5M16 21h9M18 24h5"),
    "rough": (28, "M3 12l5-6 5 6M17 26l5-6 5 6"),
    "water": (30, "M2 9q4-4 8 0t8 0M12 24q4-4 8 0t8 0"),
    "village": (34, "M15 15h6v6h-6z"),
    "town": (20, "M3 3h6v6h-6zM13 12h5v5h-5z"),
    "city": (13, "M2 2h7v7h-7z"),
    UNKNOWN: (16, "M0 16L16 0"),
    "zone-sure": (12, "M0 12L12 0"),
    "zone-perhaps": (12, "M0 12L6 6"),
}


_LAYERS = ("ground", "settlement", "hexside", "route")
_ZONES = {"sure": "enemy zone of control", "perhaps": "perhaps in an enemy zone of control"}
_ROLES = {
    "start": "where it began",
    "goal": "where it went (red if illegal)",
    "target": "attacked",
    "allowed": "where it may go",
    "reach": "within its reach",
    "blocking": "in the way",
    "source": "end of a line of supply",
    "about": "what it is about",
}


@dataclass(frozen=True, slots=True)
class HexLook:
    """A kind of thing in the key: what it is drawn as, and its name on this map."""

    layer: str  # `ground`, `settlement`, `hexside`, `route`
    shape: str
    word: str


def grounds(terrain: tuple[str, ...] | None) -> tuple[str, str]:
    """The ground of a hex and the settlement upon it, if there is one."""
    if terrain is None:
        return UNKNOWN, ""
    settled = next((_SETTLEMENTS[word] for word in terrain if word in _SETTLEMENTS), "")
    bare = [word for word in terrain if word not in _SETTLEMENTS]
    kinds = [_GROUNDS.get(word, OTHER) for word in bare]
    return next((kind for kind in kinds if kind != "clear"), "clear"), settled


def side_shape(kind: str) -> str:
    if kind in _SIDES:
        return _SIDES[kind]
    if "river" in kind:
        return "river"
    return "works" if any(word in kind for word in ("line", "wall", "works", "trench")) else "brink"


def way_shape(kind: str) -> str:
    return _WAYS.get(kind, "track")


def definitions() -> str:
    """The patterns, once for a page."""
    made = "".join(
        f'<pattern id="p-{name}" class="p-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<rect width="{size}" height="{size}"/><path d="{drawn}"/></pattern>'
        for name, (size, drawn) in _PATTERNS.items()
    )
    return f'<svg class="definitions" width="0" height="0" aria-hidden="true"><defs>{made}</defs></svg>\n'


def filled(layer: str, shape: str) -> str:
    """The class of an area and, where it has a pattern, what it is filled with."""
    pattern = f' fill="url(#p-{shape})"' if shape in _PATTERNS else ""
    return f'class="{layer} {shape}"{pattern}'


def key(pictures: Sequence[Picture]) -> str:
    """What the things on a page's pictures mean: those that are there."""
    cells = [cell for picture in pictures for cell in picture.cells]
    roles, zones = {cell.role for cell in cells}, {cell.zone for cell in cells}
    items = [_item(_swatch(look), look.word.replace("-", " ")) for look in _looks(pictures)]
    items += [
        _item(f'<path class="zone {zone}" fill="url(#p-zone-{zone})" d="M2 2h36v20h-36z"/>', words)
        for zone, words in _ZONES.items()
        if zone in zones
    ]
    items += [_item(f'<path class="role {role}" d="M5 4h30v16h-30z"/>', words) for role, words in _ROLES.items() if role in roles]
    sides = dict.fromkeys((number, side) for picture in pictures for number, side in enumerate(picture.sides))
    items += [
        _item(f'<g class="box side-{number % 4}"><rect x="3" y="3" width="34" height="18" rx="3"/></g>', f"{side} unit")
        for number, side in sides
    ]
    return f'<ul class="key">{"".join(items)}</ul>\n' if pictures else ""


def _looks(pictures: Sequence[Picture]) -> list[HexLook]:
    found: set[HexLook] = set()
    for picture in pictures:
        found |= {look for cell in picture.cells for look in _of_ground(cell.terrain)}
        found |= {HexLook("hexside", side_shape(line.kind), line.kind) for line in picture.hexsides}
        found |= {HexLook("route", way_shape(line.kind), line.kind) for line in picture.routes}
    return sorted(found, key=lambda look: (_LAYERS.index(look.layer), look.shape, look.word))


def _of_ground(terrain: tuple[str, ...] | None) -> Iterator[HexLook]:
    if terrain is None:
        yield HexLook("ground", UNKNOWN, "not known")
    for word in terrain or ():
        if word in _SETTLEMENTS:
            yield HexLook("settlement", _SETTLEMENTS[word], word)
        else:
            yield HexLook("ground", _GROUNDS.get(word, OTHER), word)


def _item(drawn: str, words: str) -> str:
    picture = f'<svg class="hexmap" width="40" height="24" viewBox="0 0 40 24" aria-hidden="true">{drawn}</svg>'
    return f"<li>{picture} {apart(words[:1].upper() + words[1:], 60)}</li>"


def _swatch(look: HexLook) -> str:
    if look.layer in ("ground", "settlement"):
        under = '<path class="ground clear" d="M0 0h40v24h-40z"/>' if look.layer == "settlement" else ""
        return f'{under}<path {filled(look.layer, look.shape)} d="M0 0h40v24h-40z"/>'
    line = f'<path class="{look.layer} {look.shape}" d="M4 12h32"/>'
    if look.shape in CASED:
        line = f'<path class="{look.layer} {look.shape} under" d="M4 12h32"/>{line}'
    return f'<path class="ground clear" d="M0 0h40v24h-40z"/>{line}'
