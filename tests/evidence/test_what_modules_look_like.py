"""What publishers' modules look like can be said in a binding: reduced sides, marks, chits and places of every make."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.unit_names import called
from adjudicator.evidence.as_printed import as_printed
from adjudicator.evidence.binding import (
    BindingEntry,
    ChitPieces,
    HexNumbering,
    MarkerPieces,
    UnitPieces,
    chit_of,
    control_of,
    losses_of,
    mark_of,
    means_nothing,
    own_marks,
    phases_shown,
    place_of,
    unit_of,
)
from adjudicator.evidence.history import Counter, History, PieceSpot
from adjudicator.evidence.notation import note_in
from adjudicator.games import LoadedGame, load


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("seelow-kustrin")


def bound(units: UnitPieces | None = None, **more: object) -> BindingEntry:
    said = {"modules": ("Theirs",), "maps": ("Mapa",), "units": units or UnitPieces(), **more}
    return BindingEntry.model_validate(said)


def counter(gpid: str, *levels: tuple[str, int], printed: str = "") -> Counter:
    spot = PieceSpot("Mapa", 0, 0, "Casilla 23.08", None)
    return Counter(gpid, printed, printed, "make", spot, levels=levels, gpid=gpid)


@pytest.mark.parametrize(("level", "lost"), [(1, 0), (2, 0), (3, 1)])
def test_the_reduced_side_may_be_any_level_of_a_layer(level: int, lost: int) -> None:
    binding = bound(UnitPieces(layer="Face", levels=(0, 0, 1)))
    assert losses_of(binding, counter("1", ("Face", level))) == lost


@pytest.mark.parametrize(("level", "lost"), [(-1, 0), (1, 1)])
def test_the_reduced_side_may_be_a_layer_that_is_on(level: int, lost: int) -> None:
    binding = bound(UnitPieces(layer="Reverse", levels=(1,)))
    assert losses_of(binding, counter("1", ("Reverse", level))) == lost


def test_the_reduced_side_may_be_another_piece() -> None:
    binding = bound(UnitPieces(gpids={"7": "de-kuestrin", "8": "de-kuestrin"}, losses={"8": 1}))
    assert [(unit_of(binding, counter(id_)), losses_of(binding, counter(id_))) for id_ in ("7", "8")] == [
        ("de-kuestrin", None),
        ("de-kuestrin", 1),
    ]


def test_a_layer_that_is_off_may_be_a_mode_of_guns() -> None:
    binding = bound(markers=MarkerPieces(layers={"Limbered": ("move mode",)}, off={"Limbered": "fire mode"}))
    assert own_marks(binding, counter("1", ("Limbered", -1))) == {"fire mode"}
    assert own_marks(binding, counter("1", ("Limbered", 1))) == {"move mode"}
    assert own_marks(binding, counter("1")) == frozenset()
    assert binding.markers.marks == {"move mode", "fire mode"}


def test_markers_chits_and_flags_of_one_name_are_told_by_their_numbers() -> None:
    markers = MarkerPieces(gpids={"5": "disrupted"}, control_gpids={"6": "german"})
    binding = bound(markers=markers, chits=ChitPieces(gpids={"9": "chit-x"}), nothing_gpids=("3",))
    assert mark_of(binding, counter("5", printed="?")) == "disrupted"
    assert control_of(binding, counter("6", printed="?")) == "german"
    assert chit_of(binding, counter("9", printed="?")) == "chit-x"
    assert not means_nothing(binding, counter("3", printed="?"))
    assert means_nothing(binding, counter("4", printed="?"))


@pytest.mark.parametrize("location", ["Casilla 23.08", "hex 23-08", "2308 (Alt Tucheband)", "West 2308", "23,08"])
def test_a_hex_is_told_by_its_number_in_any_dress(game: LoadedGame, location: str) -> None:
    assert place_of(bound(), PieceSpot("Mapa", 0, 0, location, None), game.board.grid) == "2308"


def test_a_module_may_count_its_hexes_otherwise(game: LoadedGame) -> None:
    binding = bound(numbering=(HexNumbering(reads="B {row}.{column}", column=9, row=-1),))
    assert place_of(binding, PieceSpot("Mapa", 0, 0, "B 09.14", None), game.board.grid) == "2308"
    assert place_of(binding, PieceSpot("Mapa", 0, 0, "B 99.99", None), game.board.grid) is None


def test_one_entry_of_the_turn_counter_may_stand_for_several_phases_or_none() -> None:
    binding = bound(phases={"Fight": ("first combat", "first antitank fire"), "Upkeep": "", "Rally": "rally"})
    shown = [phases_shown(binding, text) for text in ("Turn 2, Fight", "Turn 2, Upkeep", "Turn 2, Rally", "Turn 2, Talk")]
    assert shown == [("first combat", "first antitank fire"), (), ("rally",), None]


def test_units_are_called_as_on_their_counters_and_still_as_in_the_game(game: LoadedGame) -> None:
    binding = bound(UnitPieces(gpids={"7": "su-11t-20", "8": "su-11t-20"}, losses={"8": 1}))
    pieces = [counter("8", printed="20th Tank (reduced)"), counter("7", printed="20th Tank")]
    start = {each.id: each for each in pieces}
    history = History("x.vlog", "", True, "3.7", "Theirs", "1", None, (), start, (), start)
    named = as_printed(game, binding, history)
    assert named.roster["su-11t-20"].name == "20th Tank"
    assert [called(named.roster.values(), name) for name in ("20th tank", "20/11 T")] == [("su-11t-20",)] * 2
    assert called(named.roster.values(), "36/11 T") == ("su-11t-36",)
    marked = replace(history, start={"x": replace(pieces[0], gpid="", markers=(("unit", "su-11t-20"),))})
    assert as_printed(game, bound(), marked) is game


def test_notes_may_write_hexes_as_a_map_prints_them() -> None:
    note = note_in("!path 57 Gds/172 Gds 25.07-24.07.")
    assert note is not None
    assert note.path() == ("2507", "2407")
    attack = note_in("!attack 23.08 with 34 on 3-1")
    assert attack is not None
    assert (attack.hexes, attack.names, attack.column) == (("2308",), ("34",), "3-1")
