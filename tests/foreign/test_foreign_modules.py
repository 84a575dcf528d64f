"""A foreign module has every unit once, every hex where its picture has it, and the truth about itself as a survey that loads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.evidence.binding import binding_for
from adjudicator.evidence.binding_words import look_over
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.positions import read_pieces
from adjudicator.evidence.surveys import read_survey
from adjudicator.games import games, load
from adjudicator.games.stated_facts import read_facts
from adjudicator.modulebuild.geometry import own_module
from adjudicator.showing.inspection import inspected
from tools.foreign.making import Made
from tools.foreign.naming import names_for
from tools.foreign.recipes import RECIPES, Recipe
from tools.foreign.score import scored
from vassal_bridge.archive import open_archive
from vassal_bridge.saved import read_saved

from .conftest import SLUG, folder_of

LOGS = Path(__file__).parents[2] / "logs" / SLUG
SHOWN = ("cartografia", "flank")  # other pieces and regions; layers and a sideways grid
Foreign = Callable[[str], Made]


@pytest.mark.parametrize("recipe", SHOWN)
def test_its_truth_is_a_survey_without_a_fault(foreign: Foreign, recipe: str) -> None:
    made = foreign(recipe)
    game = load(SLUG)
    survey = read_survey(folder_of(made) / "truth")
    (binding,) = survey.modules
    look_over(survey.folder, 0, binding, game)
    assert len(read_facts(survey.facts, (), game)) > 2000
    bound = set(binding.units.gpids.values())
    assert bound == set(game.roster)


@pytest.mark.parametrize("recipe", SHOWN)
def test_its_set_up_is_that_of_the_game(foreign: Foreign, recipe: str, tmp_path: Path) -> None:
    made, game = foreign(recipe), load(SLUG)
    (binding,) = read_survey(folder_of(made) / "truth").modules
    for name, scenario in game.scenarios.items():
        save = tmp_path / f"{name}.vsav"
        save.write_bytes(open_archive(made.path).read(f"set-up-{name}.vsav"))
        history = read_history(read_saved(save), made.module)
        read = read_pieces(game, binding, history.start.values())
        assert not read.twice
        on_map = {id_: each for id_, each in read.standings.items() if each.place in game.board.grid}
        assert on_map == {id_: each for id_, each in scenario.standings.items() if each.place in game.board.grid}


@pytest.mark.parametrize("recipe", SHOWN)
def test_a_log_ends_there_as_it_ends_on_our_module(foreign: Foreign, recipe: str, tmp_path: Path) -> None:
    made, game = foreign(recipe), load(SLUG)
    (binding,) = read_survey(folder_of(made) / "truth").modules
    log = LOGS / "turn1-retreat.vlog"
    made.transplant(log, tmp_path / log.name)
    there = read_history(read_saved(tmp_path / log.name), made.module)
    assert not [problem for event in there.events for problem in event.broken]
    here = read_history(read_saved(log), own_module(game))
    ours = binding_for(games()[SLUG], here.module)
    assert ours is not None
    assert len(there.events) == len(here.events)
    assert read_pieces(game, binding, there.end.values()).standings == read_pieces(game, ours, here.end.values()).standings


def test_the_truth_for_programs_says_where_each_hex_is(foreign: Foreign) -> None:
    made = foreign("flank")
    told = json.loads((folder_of(made) / "truth.json").read_text("utf-8"))
    land = made.module.map(told["map"])
    assert land is not None
    assert told["sideways"]
    assert all(land.location(*told["hexes"][hex]) == f"{hex[:2]}.{hex[2:]}" for hex in ("1001", "2308", "3617"))


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda recipe: recipe.name)
def test_no_two_units_have_one_name_unless_the_recipe_wants_twins(recipe: Recipe) -> None:
    for slug in ("koenigsberg-rg", SLUG):
        names = list(names_for(load(slug).roster, recipe.naming, recipe.language, twins=recipe.twins).values())
        assert recipe.twins or len(names) == len(set(names))
        assert all(names)


def test_inspection_tells_the_game_and_what_lacks(foreign: Foreign) -> None:
    found = inspected(foreign("cartografia").module, ())
    assert found.game is not None
    assert (found.game.slug, found.ours) == (SLUG, False)
    assert found.game.units_share > 0.9
    assert {each.what for each in found.lacks} >= {"dice", "turns"}
    assert all(each.now <= each.then for each in found.scores)


def test_the_truth_scores_full_and_a_wrong_line_is_counted(foreign: Foreign, tmp_path: Path) -> None:
    folder = folder_of(foreign("cartografia"))
    assert all(share.stated == share.every == share.right for share in scored(folder, folder / "truth"))
    lines = (folder / "truth" / "binding.toml").read_text("utf-8").replace('"11" = "de-kuestrin"', '"11" = "su-zhukov"')
    (tmp_path / "binding.toml").write_text(lines, "utf-8")
    (tmp_path / "facts.csv").write_text("fact,value\nterrain 1001,woods\nterrain 1002,clear\n", "utf-8")
    shares = {share.what: share for share in scored(folder, tmp_path)}
    assert shares["units"].wrong == ("11 = su-zhukov, not de-kuestrin",)
    assert (shares["terrain"].stated, shares["terrain"].right) == (2, 1)
    assert shares["route"].stated == 0
