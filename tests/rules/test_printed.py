"""Cells of charts as facts: what is printed counts, what is only guessed at lacks, and hexes are found as charts call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator.engine.charts import Chart, ResultsChart, table_of
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Fact, Known, Source, Unknown, exactly
from adjudicator.rules import printed
from adjudicator.rules.table import Table
from tests.support import named, needed

from .tables import board, table

GUESS = "reconstruction"
CHARTS: Mapping[str, Chart] = {
    "turns": table_of(
        [
            {"turn": "1", "chits": "5", "weather": "mud", "stated": "", "source": "rulebook"},
            {"turn": "2", "chits": "6", "weather": "frost", "stated": "chits", "source": GUESS},
            {"turn": "3", "chits": "7", "weather": "snow", "stated": "", "source": GUESS},
            {"turn": "4", "chits": " ", "weather": "mud", "stated": "", "source": ""},
        ]
    ),
    "crt": ResultsChart(("1-1", "2-1"), {1: ("A1", "-"), 2: ("-", "D1")}),
}


def at(*, guesses: bool = False, rulebook: bool = True) -> Table:
    """A table at which guesses do not decide, unless the players say so."""
    found = table(charts=CHARTS)
    sources = {Source.PLAYER, Source.PRINTED} | ({Source.RECONSTRUCTION} if guesses else set())
    return Table(
        replace(found.game, trusted=frozenset(sources | ({Source.RULEBOOK} if rulebook else set()))), found.board, found.state
    )


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [
        ("1", "chits", Known("5")),
        ("2", "chits", Known("6")),  # the rulebook says this cell, whoever made up the rest
        ("2", "weather", Unknown(named("weather of 2 in turns"))),
        ("3", "weather", Unknown(named("weather of 3 in turns"))),
        ("4", "weather", Known("mud")),  # nobody is named: the player typed it in
        ("4", "chits", Unknown(named("chits of 4 in turns"))),  # empty
        ("5", "chits", Unknown(named("chits of 5 in turns"))),
        ("1", "tide", Unknown(named("tide of 1 in turns"))),
    ],
)
def test_a_cell_counts_if_somebody_vouches_for_it(row: str, column: str, value: Fact[str]) -> None:
    assert printed.cell(at(), "turns", row, column) == value


def test_guesses_count_where_the_players_take_them() -> None:
    assert printed.cell(at(guesses=True), "turns", "3", "weather") == Known("snow")
    assert printed.cell(at(), "moons", "3", "weather") == Unknown(named("chart moons"))


def test_numbers_in_cells_are_numbers_and_words_are_none() -> None:
    assert printed.count(at(), "turns", "1", "chits") == exactly(5)
    assert printed.count(at(), "turns", "1", "weather").needs == needed("weather of 1 in turns")
    assert printed.count(at(), "turns", "3", "chits").needs == needed("chits of 3 in turns")


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [("2", "2-1", "D1"), ("1", "2-1", "-"), ("2", "3-1", None), ("3", "2-1", None), ("two", "2-1", None)],
)
def test_results_are_read_from_the_table_and_not_beyond_it(row: str, column: str, value: str | None) -> None:
    key = f"{column} of {row} in crt"
    assert printed.cell(at(), "crt", row, column) == (Unknown(named(key)) if value is None else Known(value))


def test_rows_are_given_as_far_as_somebody_vouches_for_them() -> None:
    found = printed.lines(at(), "turns")
    assert found is not None
    assert [(row["turn"], row["chits"], row["weather"]) for row in found] == [
        ("1", "5", "mud"),
        ("2", "6", printed.UNSAID),
        ("4", " ", "mud"),
    ]
    unread = printed.lines(at(rulebook=False), "turns")  # nobody has the rulebook: what it states is not vouched for
    assert unread is not None
    assert [row["turn"] for row in unread] == ["4"]
    assert printed.lines(at(), "moons") is None


def test_rows_are_found_by_a_cell_or_by_the_first_one() -> None:
    everything = at(guesses=True)
    assert [row["turn"] for row in printed.lines(everything, "turns", "weather", "mud") or ()] == ["1", "4"]
    assert [row["turn"] for row in printed.lines(everything, "turns", "turn", "3") or ()] == ["3"]
    assert [row["turn"] for row in printed.lines(everything, "turns", "id", "2") or ()] == ["2"]


def test_rows_that_are_only_guessed_at_are_known_to_be_there() -> None:
    assert printed.guessed(at(), "turns")
    assert printed.guessed(at(), "turns", "weather", "snow")
    assert not printed.guessed(at(), "turns", "weather", "mud")
    assert not printed.guessed(at(guesses=True), "turns")
    assert not printed.guessed(at(), "moons")


@pytest.mark.parametrize(
    ("words", "hexes"),
    [
        ("0505", ["0505"]),
        ("0505 0707", ["0505", "0707"]),
        ("0301-0601", ["0301", "0401", "0501", "0601"]),
        ("0103-0106", ["0103", "0104", "0105", "0106"]),
        ("0301-0301", ["0301"]),
        ("bank", ["0909", "1010"]),
        ("east", ["1111"]),  # printed on the map as an entry
        ("{side}-edge", ["2002"]),
        ("bank 0101", ["0101", "0909", "1010"]),
    ],
)
def test_hexes_are_found_by_number_range_area_or_mark(words: str, hexes: list[Hex]) -> None:
    on = board().changed(
        areas={"bank": frozenset({"0909", "1010"}), "red-edge": frozenset({"2002"})}, tags={"1111": frozenset({"entry-east"})}
    )
    found = printed.hexes_called(table(on=on), words, "red")
    assert found is not None
    assert sorted(found) == hexes


@pytest.mark.parametrize("words", ["", "harbour", "0505 harbour", "0301-9901", "9901-0301", "0505-0606"])
def test_hexes_that_nobody_has_placed_are_not_known(words: str) -> None:
    assert printed.hexes_called(table(), words) is None
