"""A foreign module whole: board, counters, set-ups; checked by reading it back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.games import LoadedGame
from adjudicator.modulebuild.board import counter_of, plan_of
from adjudicator.modulebuild.buildxml import set_up_file
from adjudicator.modulebuild.images import png
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.pieces import all_pieces
from adjudicator.modulebuild.setup import set_up
from adjudicator.modulebuild.xml import document
from vassal_bridge.archive import open_archive
from vassal_bridge.compose import moduledata
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved
from vassal_bridge.write import pack, write_bytes

from .buildfile import VASSAL, VERSION, build_file, module_name
from .counters import pictures
from .drawing import draw, draw_display, saved
from .land import Plan, plan_for
from .pieces import Kit, kit_for
from .recipes import Recipe
from .transplant import Transplant, atlas_for

MODULE_FILE = "module.vmod"


@dataclass(frozen=True)
class Made:
    """A foreign module, and everything it takes to play on it."""

    game: LoadedGame
    recipe: Recipe
    plan: Plan
    kit: Kit
    module: Module
    path: Path

    def transplant(self, log: Path, target: Path) -> None:
        Transplant(self.game, self.plan, self.kit, atlas_for(self.game, self.plan, self.module), read_saved(log)).write(target)


def make(game: LoadedGame, recipe: Recipe, folder: Path, seed: int = 1) -> Made:
    """Write the module into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    plan, kit = plan_for(game, recipe), kit_for(game, recipe)
    contents, boards = _board_pictures(game, plan, seed)
    contents |= {f"images/{name}": png(image) for name, image in pictures(kit)}
    scenarios = {name: (scenario.about.title, set_up_file(name)) for name, scenario in game.scenarios.items()}
    build = document(build_file(game, plan, kit, boards, list(scenarios.values())))
    contents |= {"buildFile.xml": build, "moduledata": moduledata(_about(game, recipe))}
    target = folder / MODULE_FILE
    write_bytes(target, pack(None, dict(sorted(contents.items()))))
    made = Made(game, recipe, plan, kit, Module.read(open_archive(target)), target)
    contents |= dict(_set_ups(made))
    write_bytes(target, pack(None, dict(sorted(contents.items()))))
    made = Made(game, recipe, plan, kit, Module.read(open_archive(target)), target)
    check(made)
    return made


def made_before(game: LoadedGame, recipe: Recipe, folder: Path) -> Made:
    """A module that was made into a folder."""
    path = folder / MODULE_FILE
    return Made(game, recipe, plan_for(game, recipe), kit_for(game, recipe), Module.read(open_archive(path)), path)


def _about(game: LoadedGame, recipe: Recipe) -> MetaData:
    return MetaData(VASSAL, None, None, module_name(game, recipe), VERSION)


def _board_pictures(game: LoadedGame, plan: Plan, seed: int) -> tuple[dict[str, bytes], list[str]]:
    sheet = draw(game, plan, seed)
    contents: dict[str, bytes] = {}
    names: list[str] = []
    for part in plan.parts:
        data, ending = saved(sheet.crop((part.left, 0, part.right, plan.high)), plan.recipe.art)
        name = f"{plan.recipe.image}{'' if len(plan.parts) == 1 else '-' + part.name}.{ending}"
        contents[f"images/{name}"] = data
        names.append(name)
    if plan.display is not None:
        contents["images/display.png"] = png(draw_display(plan))
    return contents, names


def _set_ups(made: Made) -> Iterator[tuple[str, bytes]]:
    """The set-ups of our module, taken over."""
    game = made.game
    layout = read_layout(game)
    sheet = sheet_of(game, layout)
    places, pieces = plan_of(game, layout, sheet).places, all_pieces(game, layout, counter_of(sheet.size))
    with tempfile.TemporaryDirectory() as folder:
        for name, scenario in game.scenarios.items():
            ours, theirs = Path(folder, f"{name}.vsav"), Path(folder, f"{name}-there.vsav")
            ours.write_bytes(set_up(game, layout, sheet, places, pieces, scenario))
            made.transplant(ours, theirs)
            yield set_up_file(name), theirs.read_bytes()


def check(made: Made) -> None:
    """Every hex and box is called as it should be, or the truth about the module would be none."""
    if made.module.problems:
        raise ValueError(f"the module would not be whole: {made.module.problems[0]}")
    atlas = atlas_for(made.game, made.plan, made.module)
    land = made.module.map(made.recipe.map_name)
    boxes = made.module.map(made.plan.beside)
    if land is None or boxes is None:
        raise ValueError("the module has no map")
    for hex, point in made.plan.hexes.items():
        if land.location(*point) != atlas.said(hex):
            raise ValueError(f"hex {hex} is called {land.location(*point)}, not {atlas.said(hex)}")
    for title, place in made.plan.places.items():
        if boxes.location(*made.plan.centre_of(title)) != place.title:
            raise ValueError(f"box {title} is called {boxes.location(*made.plan.centre_of(title))}, not {place.title}")
