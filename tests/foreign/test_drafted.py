"""What a survey makes of modules whose hexes are counted otherwise, with counters of a variant and entries that are no phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.games import load
from adjudicator.surveying.draft import BindingDraft, drafted
from adjudicator.surveying.numbering import counting_of
from adjudicator.surveying.phasing import phases_in
from tools.foreign.controls import phases_of
from tools.foreign.making import Made
from tools.foreign.recipes import RECIPES
from tools.foreign.truth import binding
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module

from .conftest import SLUG

Foreign = Callable[[str], Made]
OTHERWISE = ("depot", "zaplecze", "atelier")  # the row first on two boards; from elsewhere; by letters


def _drafted(made: Made) -> BindingDraft:
    return _of(made.path)


@cache
def _of(path: Path) -> BindingDraft:
    game, archive = load(SLUG), open_archive(path)
    return drafted(game, Module.read(archive), bindings_in(game.folder), archive)


@pytest.mark.parametrize("recipe", OTHERWISE)
def test_hexes_that_are_counted_otherwise_are_found_where_they_are(foreign: Foreign, recipe: str) -> None:
    made = foreign(recipe)
    draft = _drafted(made)
    found = {hex: (place.x, place.y) for hexes in draft.places.values() for hex, place in hexes.items()}
    assert found.keys() == made.plan.hexes.keys()
    spacing = made.recipe.hex
    assert all(max(abs(x - found[hex][0]), abs(y - found[hex][1])) < spacing / 3 for hex, (x, y) in made.plan.hexes.items())
    entry = BindingEntry(modules=("m",), maps=("m",), numbering=draft.numbering)
    names = {hex: made.plan.called(hex) for hex in found}
    read = {hex: [each.hex_called(name) for each in entry.numbering] for hex, name in names.items()}
    assert all(set(said) - {None} == {hex} for hex, said in read.items())


@pytest.mark.parametrize("recipe", OTHERWISE)
def test_no_counter_of_a_variant_is_taken_for_a_unit_and_nearly_all_units_are_found(foreign: Foreign, recipe: str) -> None:
    made = foreign(recipe)
    right = binding(made)["units.gpids"]
    found = _drafted(made).gpids
    assert {gpid: unit for gpid, unit in found.items() if right.get(gpid) != unit} == {}
    assert len(set(found.values())) >= 0.97 * len(set(right.values()))


@pytest.mark.parametrize("recipe", OTHERWISE)
def test_an_entry_that_is_no_phase_is_not_taken_for_one(foreign: Foreign, recipe: str) -> None:
    made = foreign(recipe)
    right = binding(made)["phases"]
    told = _drafted(made).words.phases
    assert told
    for entry, phases in told.items():
        meant = right[entry] if isinstance(right[entry], list) else [right[entry]]
        assert set(meant) <= set(phases), entry


def test_hexes_whose_numbers_do_not_fit_the_picture_are_not_bound(foreign: Foreign) -> None:
    """Numbers of the game on hexes that lie to each other otherwise are other hexes."""
    made = foreign("flank")
    grid = load(SLUG).board.grid
    assert counting_of(made.module, grid, None).places
    other = replace(grid, shifted="even" if grid.shifted == "odd" else "odd")
    assert not counting_of(made.module, other, None).places


def test_nobody_is_said_to_be_in_a_phase_where_one_entry_may_be_several_or_none() -> None:
    phases = [(name, name) for name in ("movement", "combat", "supply", "rally")]
    merged = phases_in(["Movement", "Combat", "Coffee"], phases)
    assert merged.sure == {"Movement": ("movement",), "Combat": ("combat", "supply", "rally")}
    assert merged.maybe == {"Coffee": ("supply", "rally")}
    each = phases_in(["Movement", "Combat", "Coffee", "Rally"], phases)
    assert each.sure["Coffee"] == ("supply",)  # one entry for each phase, in its order


@pytest.mark.parametrize("recipe", ["broadsheet", "photocopy", "zaplecze"])  # the last with entries that are no phase
def test_a_counter_with_five_entries_for_thirteen_phases_says_which_they_may_be(recipe: str) -> None:
    game = load("koenigsberg-rg")
    right = dict(phases_of(game, RECIPES[recipe]))
    read = phases_in(list(right), [(phase.id, phase.name) for phase in game.about.phases])
    assert len(read.sure) >= 3
    for entry, phases in (read.sure | read.maybe).items():
        assert set(right[entry]) <= set(phases), entry
    assert read.sure.keys() <= {entry for entry, phases in right.items() if phases}
