"""Positions drawn as text."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest

from adjudicator.cases.build import Builder
from adjudicator.cases.draw import draw
from adjudicator.cases.setting import Setting
from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Grid

from .making import document, setting


def picture(body: str, at: Setting | None = None, ring: int = 1) -> str:
    whole = document(body + 'actions = [{ phase = "combat" }]\n')
    return "\n".join(draw(Builder(whole, 0, at or setting()).build().table, ring=ring))


def text(picture: str) -> str:
    return dedent(picture).strip("\n")


def test_hexes_show_their_number_terrain_and_units_and_what_lies_between_them() -> None:
    assert picture(
        "units = ['21@0505', 'hq@0505', 'e1@0606/0 disrupted']\n"
        "terrain = { 0506 = 'forest town', 0606 = 'marsh', 0507 = '?' }\n"
        "hexsides = { '0505/0506' = 'river', '0506/0605' = 'stream', '0506/0507' = '?' }\n"
        "levels = { 0506 = 2 }\nroads = '0505-0506-0606'\n",
        ring=0,
    ) == text(
        r"""
          _________
         /0505     \
        /           \_________
        \ 21 hq     /0605     \
         \~~~~~~~~~/           \
         /0506 L2  =           /
        / fore town =_________/
        \           /0606     \
         \?????????/ marsh     \
         /0507     \ [e1]      /
        / ?         \_________/
        \           /
         \_________/
        turn 1
        hexsides: ~ river, = stream, ? unknown
        road: 0505-0506-0606
        0505  21 (Red infantry, attack 3, defence 4, movement 4)
        0505  hq (Red infantry, movement 6, hq)
        0606  e1 (Blue infantry, attack 2, defence 2, movement 4): disrupted
        """.replace("\n        ", "\n")
    )


def test_a_ring_of_hexes_lies_around_those_in_use() -> None:
    numbers = set(picture("units = ['21@0505']\n").split("\nturn")[0].replace("\\", " ").replace("/", " ").split())
    assert {each for each in numbers if each.isdigit() and len(each) == 4} == {
        "0404",
        "0405",
        "0504",
        "0505",
        "0506",
        "0604",
        "0605",
    }


def test_what_does_not_fit_is_counted_and_listed_below() -> None:
    drawn = picture("units = ['a-longer-name:21@0505', 'b:21@0505', 'c:21@0505', 'another:21@0505', 'e1@0505']\n", ring=0)
    assert [line[1:-1].strip() for line in drawn.splitlines()[2:4]] == ["a-longe +4", ""]
    assert drawn.count("\n0505  ") == 5
    several = picture("units = ['21@0505', 'hq@0505', 'e1@0505', 'c:21@0505', 'd:21@0505', 'e:21@0505']\n", ring=0)
    assert [line[1:-1].strip() for line in several.splitlines()[2:4]] == ["21 hq c d", "e [e1]"]


def test_below_stands_all_that_the_picture_cannot_show() -> None:
    below = picture(
        "units = ['21@0505/1 out of supply, ?disrupted', {id='z', side='blue', attack='?', traits='?hq', at='airfield'}]\n"
        "phase = 'movement'\nactive = 'red'\nturn = 3\nnotes = { commanded = ['hq', '21'], released = '?', "
        "'line of sight 0101/0102' = true }\n"
        "hexsides = { '0505/0506' = 'river>0505' }\ncontrol = { 0505 = 'blue' }\n"
        "names = { 0505 = 'Mill End' }\ntags = { 0505 = 'vp' }\n",
        ring=0,
    ).split("\nturn 3")[1]
    assert below.splitlines() == [
        ", movement phase of the Red player",
        "commanded: 21, hq",
        "line of sight 0101/0102: yes",
        "released: unknown",
        "hexsides: ~ river",
        "river 0505/0506 protects 0505",
        "0505: named Mill End, vp, controlled by Blue",
        "0505  21 (Red infantry, attack 1, defence 4, movement 4): 1 step lost, out of supply, disrupted?",
        "airfield  z (Blue infantry, attack ?, hq?)",
    ]


NORTH_UP = r"""
     _________
    /0102     \
   /           \_________
   \           /0202     \
    \~~~~~~~~~/           \
    /0101     \           /
   /           \_________/
   \ 21        /0201     \
    \_________/           \
              \ [e1]      /
               \_________/
   """
TURNED = r"""
                _________
               /0201     \
     _________/           \_________
    /0301     \ [e1]      /0101     \
   /           \_________/           \
   \           /0202     \ 21        /
    \_________/           \~~~~~~~~~/
              \           /0102     \
               \_________/           \
                         \           /
                          \_________/
   """


@pytest.mark.parametrize(
    ("bearings", "columns", "expected", "north"),
    [
        ((0, 90), (1, 2), NORTH_UP, None),
        ((180, 270), (1, 3), TURNED, None),
        ((90, 180), (1, 3), TURNED, "north is to the right"),
        ((270, 0), (1, 3), TURNED, "north is to the left"),
    ],
)
def test_a_map_lies_as_it_is_printed(
    bearings: tuple[float, float], columns: tuple[int, int], expected: str, north: str | None
) -> None:
    """Maps whose rows lie across are turned, and the text says where north is."""
    grid = Grid(columns, (1, 2), "odd", *bearings)
    drawn = picture(
        "units = ['21@0101', 'e1@0201']\nhexsides = { '0101/0102' = 'river' }\n", replace(setting(), board=Board(grid))
    )
    shown, below = drawn.split("\nturn 1\n")
    assert shown.rstrip() == text(expected).rstrip()
    assert below.splitlines()[0] == (north or "hexsides: ~ river")


def test_no_line_ends_in_blanks_and_an_empty_position_draws_nothing() -> None:
    assert [line for line in picture("units = ['21@0505']\n").splitlines() if line != line.rstrip()] == []
    assert picture("units = []\n") == "turn 1"


def test_hexes_far_apart_stand_below_each_other_without_the_empty_map_between_them() -> None:
    """Reserves at the other end of the map once put a hundred and fifty empty rows into a picture."""
    drawn = picture("units = ['21@0101', 'e1@0115']\n", ring=0).splitlines()
    rows = [line.strip() for line in drawn]
    assert "..." in rows
    assert rows[rows.index("...") - 1] == rows[rows.index("...") + 1] == ""
    assert sum(row == "" for row in rows) <= 3
    assert any("0101" in row for row in rows[: rows.index("...")])
    assert any("0115" in row for row in rows[rows.index("...") :])
    near = picture("units = ['21@0101', 'e1@0103']\n", ring=0).splitlines()
    assert "..." not in near
