"""The truth about a foreign module: the right binding, every fact, and all of it once more for programs that measure."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator import factname
from adjudicator.evidence.binding import binding_for
from adjudicator.facts import Known
from adjudicator.games import LoadedGame, games
from adjudicator.modulebuild.layout import read_layout

from .buildfile import module_name
from .controls import dice_of, die_name, phases_of
from .making import Made
from .pieces import STATE, STEP, Kit, marks_of, states
from .recipes import Recipe
from .wording import MARKS, SIDES

ANY = "other"  # what the binding calls dice that are for nothing in particular


def write_truth(made: Made, folder: Path) -> None:
    """The file `truth.json` and the survey `truth`."""
    survey = folder / "truth"
    survey.mkdir(parents=True, exist_ok=True)
    (survey / "binding.toml").write_text("\n".join(binding_lines(made)) + "\n", encoding="utf-8")
    facts = dict(facts_of(made.game, survey))
    with (survey / "facts.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("fact", "value"))
        table.writerows(facts.items())
    (folder / "truth.json").write_text(json.dumps(as_data(made, facts), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


# --- the binding


def binding(made: Made) -> dict[str, Any]:
    """As the binding has it, by tables."""
    game, recipe, kit = made.game, made.recipe, made.kit
    words = MARKS[recipe.language]
    found: dict[str, Any] = {
        "": {
            "modules": [module_name(game, recipe)],
            "maps": [recipe.map_name],
            "nothing_gpids": [piece.gpid for piece in kit.pieces.values() if _means_nothing(piece.means, game)],
        },
        "numbering": list(_numbering(made)),
        "units": _units(recipe),
        "units.gpids": {piece.gpid: piece.means[5:] for piece in kit.pieces.values() if piece.means.startswith("unit ")},
        "units.losses": {piece.gpid: piece.losses for piece in kit.pieces.values() if piece.losses},
        "markers.gpids": _of(kit, "mark ", marks_of(game)),
        "markers.control_gpids": _of(kit, "control ", game.about.side_ids),
        "markers.layers": _layers(made, words),
        "markers.off": {words["move mode"]: "fire mode"} if _has_modes(game) and recipe.marks == "layers" else {},
        "chits": _cup(made),
        "chits.gpids": {piece.gpid: piece.means[5:] for piece in kit.pieces.values() if piece.means.startswith("chit ")},
        "boxes": {made.plan.places[box.name].title: box.id for box in game.about.boxes},
        "areas": _areas(game),
        "dice": _dice(game, recipe),
        "phases": {entry: list(those) if len(those) > 1 else "".join(those) for entry, those in phases_of(game, recipe)},
        "sides": {SIDES[recipe.language].get(side.id, side.name): side.id for side in game.about.sides},
    }
    return {name: table for name, table in found.items() if table}


def _numbering(made: Made) -> Iterator[dict[str, Any]]:
    """What is to be added to the module's columns and rows, where they are not those of the game."""
    recipe = made.recipe
    if not recipe.row_first and not any(recipe.added):
        return
    number = f"{{row}}{recipe.separator}{{column}}" if recipe.row_first else f"{{column}}{recipe.separator}{{row}}"
    said = recipe.zone.replace("$gridLocation$", recipe.location.replace("$gridLocation$", number))
    for name in sorted({said.replace("$name$", part.name) for part in made.plan.parts}):
        lettered = {"letters": "column"} if recipe.letters else {}
        yield {"reads": name, "column": -recipe.added[0], "row": -recipe.added[1], **lettered}


def _cup(made: Made) -> dict[str, str]:
    cups = read_layout(made.game).cup
    return {"deck": made.plan.places[cups[0].title].title} if cups else {}


def _units(recipe: Recipe) -> dict[str, Any]:
    words = MARKS[recipe.language]
    found: dict[str, Any] = {"attacks": words["attack"], "attacked": words["target"]} if recipe.attack else {}
    if recipe.steps != "replace":
        found |= {"layer": STEP[recipe.steps]}
    if recipe.steps == "late layer":
        found |= {"levels": [0, 0, 1]}
    if recipe.steps == "switch":
        found |= {"levels": [1]}
    return found


def _of(kit: Kit, word: str, known: Any) -> dict[str, str]:
    found = (piece for piece in kit.pieces.values() if piece.means.startswith(word))
    return {piece.gpid: piece.means.removeprefix(word) for piece in found if piece.means.removeprefix(word) in known}


def _means_nothing(means: str, game: LoadedGame) -> bool:
    return means.startswith("mark ") and means.removeprefix("mark ") not in marks_of(game)


def _has_modes(game: LoadedGame) -> bool:
    return "move mode" in marks_of(game)


def _layers(made: Made, words: Mapping[str, str]) -> dict[str, list[str]]:
    recipe, game = made.recipe, made.game
    found = {words[mark]: [mark] for mark in sorted(made.kit.on_layers)}
    if recipe.marks == "levels":
        found = {STATE: list(states(game))} if len(states(game)) > 1 else {}
    if "disrupted" in marks_of(game):
        found |= {words["disrupted"]: ["disrupted"]} if recipe.marks == "layers" else {"Status": ["", "disrupted"]}
    if _has_modes(game):
        found |= {words["move mode"]: ["move mode"]} if recipe.marks == "layers" else {"Gun": ["move mode", "fire mode"]}
    return found


def _areas(game: LoadedGame) -> dict[str, list[str]]:
    return {"frisches-haff": ["ship"]} if "frisches-haff" in game.board.areas else {}


def _dice(game: LoadedGame, recipe: Recipe) -> dict[str, str]:
    if recipe.one_die:
        return {name: ANY for name, _ in dice_of(game, recipe)}
    ours = _our_dice(game)
    found = ((f"{dice.name} {dice.count}d{dice.sides}") for dice in read_layout(game).dice)
    return {die_name(name, recipe): ours[name] for name in found if name in ours}


def _our_dice(game: LoadedGame) -> Mapping[str, str]:
    ours = binding_for(games()[game.slug], read_layout(game).module)
    return {} if ours is None else ours.dice


def binding_lines(made: Made) -> Iterator[str]:
    yield from toml_lines(made.game.slug, binding(made))


def toml_lines(slug: str, tables: Mapping[str, Any]) -> Iterator[str]:
    """A binding as its file has it."""
    yield f"game = {_said(slug)}"
    for name, table in tables.items():
        for each in table if isinstance(table, list) else [table]:
            yield ""
            yield f"[[module.{name}]]" if each is not table else f"[module.{name}]" if name else "[[module]]"
            yield from (f"{_key(key)} = {_said(value)}" for key, value in each.items())


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else _said(key)


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)  # what TOML has in common with JSON


# --- facts


def facts_of(game: LoadedGame, folder: Path | None = None) -> Iterator[tuple[str, str]]:
    """All that map, counters and charts show, as a player would write it down; charts as files beside it."""
    board = game.board
    for hex in board.grid.all():
        yield str(factname.terrain(hex)), " ".join(sorted(_value(board.terrain(hex))))
        if board.level_of:
            yield str(factname.level(hex)), str(_value(board.level(hex)))
        for other in board.grid.neighbours(hex):
            if hex < other:
                features = sorted(_value(board.features(hex, other)))
                said = " ".join(f"{each.kind}:{each.protects}" if each.protects else each.kind for each in features)
                yield str(factname.hexside(hex, other)), said or "none"
                yield str(factname.route(hex, other)), " ".join(sorted(_value(board.routes(hex, other)))) or "none"
    for area, hexes in sorted(board.areas.items()):
        yield str(factname.area(area)), " ".join(sorted(hexes))
    for unit in game.roster.values():
        for losses, ratings in enumerate(unit.ratings):
            for name, fact in ratings.items():
                if isinstance(fact, Known):
                    yield str(factname.rating(name, unit.id, str(losses))), str(fact.value)
        for trait in sorted(unit.doubtful):
            yield str(factname.trait(unit.id, trait)), "yes" if trait in unit.traits else "no"
    yield from _charts(game, folder)


def _charts(game: LoadedGame, folder: Path | None) -> Iterator[tuple[str, str]]:
    for name in sorted(game.game.charts):
        source = f"charts/{name}.csv"
        found = next((path for path in game.files.all() if path.as_posix().endswith(source)), None)
        if found is not None:
            if folder is not None:
                (folder / f"{name}.csv").write_bytes(found.read_bytes())
            yield str(factname.chart(name)), f"{name}.csv"


def _value(fact: Any) -> Any:
    if not isinstance(fact, Known):
        raise TypeError(f"our own map does not say {fact}")
    return fact.value


def as_data(made: Made, facts: Mapping[str, str]) -> dict[str, Any]:
    """The truth for who measures: what each piece is, where each hex lies, what runs along each hexside."""
    game, plan, kit = made.game, made.plan, made.kit
    return {
        "game": game.slug,
        "recipe": made.recipe.name,
        "about": made.recipe.about,
        "module": module_name(game, made.recipe),
        "map": made.recipe.map_name,
        "sideways": plan.land.sheet.sideways,
        "hex_size": made.recipe.hex,
        "boards": [{"name": part.name, "from": part.left, "to": part.right} for part in plan.parts],
        "hexes": {hex: list(point) for hex, point in plan.hexes.items()},
        "pieces": {
            piece.gpid: {"means": piece.means, "losses": piece.losses, "name": piece.name} for piece in kit.pieces.values()
        },
        "binding": binding(made),
        "facts": dict(facts),
    }
