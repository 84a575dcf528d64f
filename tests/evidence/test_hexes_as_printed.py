"""What players call a hex is what their map prints in it; judged is the hex of the game."""

from __future__ import annotations

from adjudicator.evidence.as_printed import hexes_as_in_the_game
from adjudicator.evidence.binding import HexNumbering
from adjudicator.games import load
from tests.explain.histories import BINDING, Log


def said(chat: str, *numbering: HexNumbering) -> str:
    game = load("koenigsberg-rg")
    history = Log().step(chat=chat).history()
    told = hexes_as_in_the_game(game, BINDING.model_copy(update={"numbering": numbering}), history)
    return told.events[0].chat[0]


def test_a_hex_named_with_the_row_first_is_that_hex_of_the_game() -> None:
    boards = (HexNumbering(reads="East {row}.{column}"), HexNumbering(reads="West {row}.{column}"))
    assert said("<Ada> - !attack 11.08 with 8 Pz on 3-1", *boards) == "<Ada> - !attack 0811 with 8 Pz on 3-1"
    assert said("<Ada> - !path 8 Pz 1108 1208", *boards) == "<Ada> - !path 8 Pz 0811 0812"


def test_a_hex_counted_from_elsewhere_is_that_hex_of_the_game_and_no_other_number_is_touched() -> None:
    pole = HexNumbering(reads="Pole {column}{row}", column=-20, row=-7)
    assert said("<Ada> - !attack 2818 with 1281/60, 8 Pz on 12-10", pole) == "<Ada> - !attack 0811 with 1281/60, 8 Pz on 12-10"
    assert said("<Ada> - !attack 9999 with 8 Pz", pole) == "<Ada> - !attack 9999 with 8 Pz"


def test_where_hexes_are_numbered_as_in_the_game_nothing_is_read_otherwise() -> None:
    assert said("<Ada> - !attack 0811 with 8 Pz") == "<Ada> - !attack 0811 with 8 Pz"


def test_where_two_boards_count_differently_and_nobody_said_which_nothing_is_supposed() -> None:
    boards = (HexNumbering(reads="A {column}{row}"), HexNumbering(reads="B {column}{row}", column=10))
    assert said("<Ada> - !attack 0811 with 8 Pz", *boards) == "<Ada> - !attack 0811 with 8 Pz"


def test_columns_by_letters_are_counted_as_vassal_counts_them_and_understood_in_chat() -> None:
    map_ = HexNumbering(reads="{column}{row}", column=1, letters="column")
    assert [map_.hex_called(name) for name in ("B07", "Z12", "AA12", "BB12")] == ["0207", "2612", "2712", "2812"]
    assert map_.hex_called("1207") is None
    assert map_.hex_numbered("B", "07") == "0207"
    said = "!attack BB12 with II/5 Pz, 4 AA"
    assert [found.groups() for found in map_.spoken.finditer(said)] == [("BB", "12")]
