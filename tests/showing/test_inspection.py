"""What is said of a module before anybody surveys it: of which game it may be, and what it is good for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.games import load
from adjudicator.modulebuild.geometry import own_module
from adjudicator.showing.inspection import Inspection, inspected, lines
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.module.dice import DiceButton, Face, SymbolicDie

SKIRMISH = Path(__file__).parents[2] / "logs" / "skirmish" / "skirmish.vmod"


def scores(inspection: Inspection) -> dict[str, tuple[int, int]]:
    return {each.capability: (each.now, each.then) for each in inspection.scores}


def of(path: Path, game: str | None = None) -> Inspection:
    return inspected(Module.read(open_archive(path)), (), game)


def test_a_module_of_no_game_of_ours_can_be_audited_and_no_more() -> None:
    found = of(SKIRMISH)
    assert found.game is None
    assert scores(found) == {"audit": (10, 10), "moves": (0, 0), "combat": (0, 0), "supply": (0, 0), "dice": (0, 0)}
    said = list(lines(found, "skirmish.vmod"))
    assert said[1] == "  game: none of ours by its name, its counters or its hexes"
    assert said[-1] == "  next: adjudicate audit LOG …"
    assert not found.lacks  # one button for all dice is enough to count them, and a companion is for games that we know


@pytest.mark.parametrize(("faces", "share"), [(("1", "2"), 0.5), (("hit", "miss"), 0.0)])
def test_pictures_of_dice_that_show_numbers_throw_numbers(faces: tuple[str, ...], share: float) -> None:
    die = SymbolicDie("red", "$result$", tuple(Face(text, 1) for text in faces))
    module = replace(Module.read(open_archive(SKIRMISH)), dice=(DiceButton("1d6", "symbols", "$name$", dice=(die,)),))
    found = inspected(module, ())
    assert [each.share for each in found.found if each.what == "dice"] == [share]
    assert [each.what for each in found.lacks] == ([] if share else ["dice"])


@pytest.mark.parametrize("slug", ["koenigsberg-rg", "seelow-kustrin"])
def test_our_own_modules_are_known_and_lack_nothing(slug: str) -> None:
    found = inspected(own_module(load(slug)), ())
    assert found.game is not None
    assert (found.game.slug, found.ours, found.lacks) == (slug, True, ())
    assert set(scores(found).values()) == {(10, 10)}


def test_a_game_that_its_owner_names_is_taken_for_that() -> None:
    found = of(SKIRMISH, "seelow-kustrin")
    assert found.game is not None
    assert found.game.slug == "seelow-kustrin"
    assert scores(found)["moves"] < (1, 10)
    assert "supply" not in scores(found)  # the game has none
    assert list(lines(found, "skirmish.vmod"))[-1] == "  next: adjudicate survey seelow-kustrin skirmish.vmod"
    assert list(lines(found, "my module.vmod"))[-1] == '  next: adjudicate survey seelow-kustrin "my module.vmod"'
