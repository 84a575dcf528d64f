"""The pieces of a foreign module: what each is called, its number, its traits, and how it shows what our own pieces show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.counters import ratings
from adjudicator.modulebuild.layers import ctrl, image_name, made
from adjudicator.modulebuild.layout import read_layout
from adjudicator.modulebuild.pieces import Trait, definition, written
from adjudicator.modulebuild.pieces import marks as constants
from adjudicator.modulebuild.xml import MODULE, WIDGET
from vassal_bridge.sequence import encode

from .naming import names_for, place_name
from .recipes import Recipe
from .wording import MARKS, REDUCED, SIDES, STRANGERS

_OFF = "-1"
PIECES = {"en": "Counters", "de": "Steine", "es": "Fichas", "pl": "Żetony"}
STEP = {"layer": "Strength", "late layer": "Face", "switch": "Reverse"}
STATE = "Estado"
BLANK = "blank.png"
_BACK = "Flip"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a piece of ours shows: how many steps are lost, its marks, whether it attacks, is attacked, has moved."""

    losses: int = 0
    marks: frozenset[str] = frozenset()
    attack: bool = False
    target: bool = False
    moved: bool = False
    mask: str = "null;"


@dataclass(frozen=True, slots=True)
class ForeignPiece:
    """One piece that the module has. `means` is what ours is: `unit su-31a-34`, `mark isolated`, `control german`, `chit X`."""

    means: str
    losses: int
    name: str
    gpid: str
    group: str
    image: str
    traits: tuple[Trait, ...] = field(repr=False)  # as in the palette: with prototypes
    whole: bool = True  # has it a place of its own in a palette?


@dataclass(frozen=True)
class Kit:
    """Every piece, by what it means and its lost steps."""

    game: LoadedGame
    recipe: Recipe
    pieces: Mapping[tuple[str, int], ForeignPiece]
    names: Mapping[str, str]  # of units
    prototypes: Mapping[str, str]
    next_gpid: int
    on_layers: frozenset[str]  # marks that are layers of units, and no pieces

    def piece(self, means: str, losses: int = 0) -> ForeignPiece:
        return self.pieces[means, losses if self.recipe.steps == "replace" else 0]

    def written(self, means: str, shown: Shown) -> tuple[ForeignPiece, str, list[str]]:
        """The piece that shows something: itself, its type, and the states of its traits but the innermost, which holds the
        place."""
        piece = self.piece(means, shown.losses)
        traits = list(_expanded(piece, self.recipe, self.game, shown))
        return piece, written(traits)[0], [state for _, state in traits[:-1]]


def kit_for(game: LoadedGame, recipe: Recipe) -> Kit:
    numbers = map(str, count(11))
    layout = read_layout(game)
    names = names_for(game.roster, recipe.naming, recipe.language, twins=recipe.twins)
    on_layers = frozenset(_laid(game)) if recipe.marks != "pieces" else frozenset()
    found: dict[tuple[str, int], ForeignPiece] = {}
    for unit in _shuffled(game):
        for piece in _of_unit(unit, names[unit.id], game, recipe, numbers):
            found[piece.means, piece.losses] = piece
    words = MARKS[recipe.language]
    for mark in layout.mark:
        if mark.id not in on_layers:
            name = words.get(mark.id, mark.title)
            found[f"mark {mark.id}", 0] = _marker(f"mark {mark.id}", name, next(numbers), recipe)
    for side in game.about.sides:
        name = f"{words['control']} {SIDES[recipe.language].get(side.id, side.name)}"
        found[f"control {side.id}", 0] = _marker(f"control {side.id}", name, next(numbers), recipe)
    found["mark plain", 0] = _marker("mark plain", "?", next(numbers), recipe)
    for index, name in enumerate(STRANGERS[recipe.language] if recipe.strangers else ()):
        found[f"mark stranger {index}", 0] = _marker(f"mark stranger {index}", name, next(numbers), recipe)
    for cup in layout.cup:
        for piece in _chits(game, recipe, names, cup.title, cup.chart, cup.names, numbers):
            found[piece.means, 0] = piece
    prototypes = {_prototype(recipe): definition([*_common(recipe, Shown()), (made("piece;"), "null;0;0;;0")])}
    return Kit(game, recipe, found, names, prototypes, int(next(numbers)), on_layers)


def _shuffled(game: LoadedGame) -> Iterable[Unit]:
    """Publishers sort their counters by formation and name, not as our tables do."""
    return sorted(game.roster.values(), key=lambda unit: (unit.side, unit.formation[::-1], unit.name[::-1], unit.id))


def _laid(game: LoadedGame) -> Iterator[str]:
    """Marks that our module has as pieces which lie on units."""
    yield from (mark.id for mark in read_layout(game).mark if mark.id in ("out of supply", "isolated"))


def marks_of(game: LoadedGame) -> frozenset[str]:
    """All that units can be marked as in the game."""
    return frozenset(game.about.words.marks) if game.about.words is not None else frozenset()


def _prototype(recipe: Recipe) -> str:
    return {"en": "Ground", "de": "Einheit", "es": "Unidad", "pl": "Jednostka"}[recipe.language]


def _common(recipe: Recipe, shown: Shown) -> Iterator[Trait]:
    if recipe.moved:
        yield made("markmoved;", image="moved.png", command="Moved", key=ctrl("M")), str(shown.moved).lower()
    if recipe.attack:
        words = MARKS[recipe.language]
        for letter, name, on in (("A", words["attack"], shown.attack), ("T", words["target"], shown.target)):
            yield _switch(letter, name, image_name("mark", name), name.lower(), "1" if on else _OFF)


def _switch(letter: str, name: str, image: str, said: str, state: str) -> Trait:
    kind = made(
        "emb2;",
        activate_command=name,
        activate_letters="",
        activate_key=ctrl(letter),
        images=(image,),
        level_names=(f"+ ({said})",),
        name=name,
        always_active=False,
    )
    return kind, state


def _levels(letter: str, name: str, images: Sequence[str], said: Sequence[str], level: int) -> Trait:
    kind = made(
        "emb2;",
        activate_command="",
        activate_letters="",
        activate_key="",
        increase_command=name,
        increase_key=ctrl(letter),
        images=tuple(images),
        level_names=tuple(f"+ ({word})" if word else "" for word in said),
        loop=True,
        name=name,
        always_active=True,
    )
    return kind, str(level)


def _own(unit: Unit, losses: int, game: LoadedGame, recipe: Recipe, shown: Shown) -> Iterator[Trait]:
    """The layers of a unit and what is written on it, outermost first."""
    words = MARKS[recipe.language]
    for letter, mark in (("S", "out of supply"), ("I", "isolated")) if recipe.marks == "layers" else ():
        if mark in set(_laid(game)):
            on = "1" if mark in shown.marks else _OFF
            yield _switch(letter, words[mark], image_name("mark", words[mark]), words[mark].lower(), on)
    if recipe.marks == "levels":
        yield from _state(game, shown)
    if "disrupted" in marks_of(game) and not unit.flies:
        yield _disrupted(recipe, shown)
    if {"fire mode", "move mode"} <= marks_of(game) and "artillery" in unit.traits:
        yield _mode(unit, recipe, shown)
    if unit.steps > 1 and recipe.steps != "replace":
        yield _steps(unit, recipe, shown)
    if recipe.numbers == "label":
        label = made(
            "label;", key="", command="", name_format="$pieceName$", font_size=9, vertical_position="b", property="Strength"
        )
        yield label, _strengths(unit, game, losses)
    if recipe.numbers == "markers":
        yield constants(Nation=SIDES[recipe.language].get(unit.side, unit.side), **_as_markers(unit, game))


def states(game: LoadedGame) -> Sequence[str]:
    """What the levels of the one layer mean, from the first on."""
    return ("", *_laid(game))


def _state(game: LoadedGame, shown: Shown) -> Iterator[Trait]:
    """One layer for all that a unit may be in, with words of another language."""
    every, words = states(game), {"": "", **MARKS["es"]}
    level = next((at for at, mark in enumerate(every) if mark and mark in shown.marks), 0)
    pictures_ = [image_name("mark", MARKS["en"][mark]) if mark else "" for mark in every]
    if len(every) > 1:
        yield _levels("E", STATE, pictures_, [words[mark].lower() for mark in every], level + 1)


def _disrupted(recipe: Recipe, shown: Shown) -> Trait:
    name = MARKS[recipe.language]["disrupted"]
    image, on = image_name("mark", name), "disrupted" in shown.marks
    if recipe.marks == "layers":
        return _switch("D", name, image, name.lower(), "1" if on else _OFF)
    return _levels("D", "Status", ("", image), ("", name.lower()), 2 if on else 1)


def _mode(unit: Unit, recipe: Recipe, shown: Shown) -> Trait:
    words = MARKS[recipe.language]
    moves = "move mode" in shown.marks
    image = image_name("mark", words["move mode"])
    if recipe.marks == "layers":
        return _switch("O", words["move mode"], image, words["move mode"].lower(), "1" if moves else _OFF)
    return _levels("O", "Gun", (image, ""), (words["move mode"].lower(), words["fire mode"].lower()), 1 if moves else 2)


def _steps(unit: Unit, recipe: Recipe, shown: Shown) -> Trait:
    name, said = STEP[recipe.steps], REDUCED[recipe.language] if recipe.levels_named else ""
    faces = [picture_of(unit, losses) for losses in range(1, unit.steps)]
    if recipe.steps == "layer":
        return _levels("F", name, ("", *faces), ("", *(said for _ in faces)), shown.losses + 1)
    if recipe.steps == "late layer":
        return _levels("F", name, (BLANK, "", *faces), ("unknown", "", *(said for _ in faces)), shown.losses + 2)
    kind = made(
        "emb2;",
        activate_command=_BACK,
        activate_letters="",
        activate_key=ctrl("F"),
        images=tuple(faces),
        level_names=tuple(f"+ ({said})" if said else "" for _ in faces),
        name=name,
        always_active=False,
    )
    return kind, str(shown.losses) if shown.losses else _OFF


def picture_of(unit: Unit, losses: int) -> str:
    return image_name("unit", f"{unit.id}-{losses}" if losses else unit.id)


def numbers_of(unit: Unit, game: LoadedGame) -> tuple[str, ...]:
    """The ratings that stand in the row at the foot of a counter."""
    shown = tuple(name for name in game.about.ratings[:4] if name != "command")
    return ("command", "movement") if unit.has("hq").yes else shown


def _strengths(unit: Unit, game: LoadedGame, losses: int) -> str:
    return ratings(unit, numbers_of(unit, game), losses)


def _as_markers(unit: Unit, game: LoadedGame) -> dict[str, str]:
    found: dict[str, str] = {}
    for losses in range(unit.steps):
        for name, value in zip(numbers_of(unit, game), _strengths(unit, game, losses).split("-"), strict=False):
            found[f"{name.capitalize()}{losses or ''}"] = value
    return found


def _expanded(piece: ForeignPiece, recipe: Recipe, game: LoadedGame, shown: Shown) -> Iterator[Trait]:
    """All traits of a piece on the table, with their states."""
    kind, _, id_ = piece.means.partition(" ")
    if kind != "unit":
        yield from ((type_, shown.mask if type_.startswith("obs;") else state) for type_, state in piece.traits)
        return
    yield from _common(recipe, shown)
    own = tuple(_own(game.roster[id_], piece.losses, game, recipe, shown))
    yield from own
    yield from piece.traits[1 + len(own) :]


def _of_unit(unit: Unit, name: str, game: LoadedGame, recipe: Recipe, numbers: Iterator[str]) -> Iterator[ForeignPiece]:
    group = SIDES[recipe.language].get(unit.side, unit.side)
    means, prototype = f"unit {unit.id}", (f"prototype;{_prototype(recipe)}", "")
    sides = range(unit.steps) if recipe.steps == "replace" else range(1)
    gpids = [next(numbers) for _ in sides]
    called = [name if not losses else _reduced(name, recipe) for losses in sides]
    made_up: list[ForeignPiece] = []
    for losses in reversed(sides or range(1)):
        gpid = gpids[losses] if gpids else next(numbers)
        shown = Shown(losses)
        turned = tuple(_turned(losses, called, gpids, recipe, group, made_up))
        traits = (
            prototype,
            *_own(unit, losses, game, recipe, shown),
            *turned,
            (made("delete;", command="Delete"), ""),
            (made("piece;", image=picture_of(unit, losses), name=called[losses] if called else name), f"null;0;0;{gpid};0"),
        )
        whole = losses == 0 or not recipe.twins
        made_up.append(ForeignPiece(means, losses, called[losses] if called else name, gpid, group, "", traits, whole))
    yield from reversed(made_up)


def _reduced(name: str, recipe: Recipe) -> str:
    if recipe.remnants:
        return f"Remnant {name}"
    return f"{name} ({REDUCED[recipe.language]})" if not recipe.twins else name


def _turned(
    losses: int,
    called: Sequence[str],
    gpids: Sequence[str],
    recipe: Recipe,
    group: str,
    smaller: Sequence[ForeignPiece],
) -> Iterator[Trait]:
    """Replace With Other: the other side of the counter is a piece of its own, told whole or by its place in the palette."""
    if recipe.steps != "replace" or len(gpids) < 2:
        return
    other = losses + 1 if losses + 1 < len(gpids) else 0
    if other and recipe.twins:
        marker, gpid = definition(smaller[-1].traits), gpids[other]
    else:
        marker, gpid = path_to(recipe, group, called[other]), ""
    yield made("replace;", command=_BACK, key=ctrl("F"), marker=marker, gpid=gpid, match=False, placement=2), ""


def path_to(recipe: Recipe, group: str, name: str) -> str:
    """How VASSAL names a piece of the palettes."""
    window = PIECES[recipe.language]
    parts = (
        (f"{MODULE}PieceWindow", window),
        (f"{WIDGET}TabWidget", window),
        (f"{WIDGET}PanelWidget", group),
        (f"{WIDGET}PieceSlot", name),
    )
    return encode([encode([tag, called], ":") or "" for tag, called in parts], "/") or ""


def _marker(means: str, name: str, gpid: str, recipe: Recipe) -> ForeignPiece:
    image = image_name("mark", means)
    traits = (
        (made("delete;", command="Remove"), ""),
        (made("clone;", command="Copy"), ""),
        (made("piece;", image=image, name=name), f"null;0;0;{gpid};0"),
    )
    return ForeignPiece(means, 0, name, gpid, "Markers", image, traits)


def _chits(
    game: LoadedGame,
    recipe: Recipe,
    names: Mapping[str, str],
    cup: str,
    chart: str,
    called: Mapping[str, str],
    numbers: Iterator[str],
) -> Iterator[ForeignPiece]:
    deck = place_name(cup, recipe.language)
    for id_, row in getattr(game.game.charts.get(chart), "rows", {}).items():
        hq = row.get("hq", "")
        gpid = next(numbers)
        name = names.get(hq) or called.get(id_) or id_.replace("-", " ").title()
        image = image_name("chit", id_)
        back = made("return;", command=deck, key=ctrl("R"), deck=deck, ask_deck=False, deck_name=deck)
        traits = (
            (back, ""),
            (f"obs;{ctrl('P')};chit-back.png;Face down;B;Chit;side:;Peek;;false;;", "null;"),
            (made("piece;", image=image, name=name), f"null;0;0;{gpid};0"),
        )
        yield ForeignPiece(f"chit {id_}", 0, name, gpid, cup, image, traits)
