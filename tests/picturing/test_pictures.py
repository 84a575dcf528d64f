"""Pictures as values: what they must show, where things lie, and that they stay small."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.actions import Action, Draw, Mark, Move, Place, Supply
from adjudicator.engine.hexes import Grid
from adjudicator.games import load
from adjudicator.modulebuild import layout
from adjudicator.picturing import Picture, of_opinion, of_played
from adjudicator.picturing.ground import paper_for, sheet_of
from adjudicator.picturing.model import HEX, Cell
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import BASICS, GRID, bind, board, table, unit

INFANTRY = unit("1", attack=3, movement=4)
ENEMY = unit("9", "blue", attack=4, movement=4)


def picture(at: Table, action: Action) -> Picture:
    found = of_played(at, judge(at, action))
    assert found is not None
    return found


def cell(of: Picture, hex: str) -> Cell:
    return next(each for each in of.cells if each.hex == hex)


def totals(of: Picture) -> list[tuple[str, bool]]:
    return [(stop.total, stop.over) for stop in of.tracks[0].stops]


def test_a_path_that_costs_too_much_is_red_from_where_the_points_end() -> None:
    drawn = picture(table((INFANTRY, "0505"), (ENEMY, "0509")), Move(("1",), "0508"))
    assert drawn.verdict is Verdict.ILLEGAL
    assert totals(drawn) == [("1", False), ("2", False), ("5", True)]
    assert drawn.notes == ("the cheapest path, regular movement: needs 5 points, has 4",)
    assert [cell(drawn, hex).role for hex in ("0505", "0508", "0506")] == ["start", "goal", "reach"]


def test_a_legal_move_shows_its_path_too() -> None:
    drawn = picture(table((INFANTRY, "0505")), Move(("1",), "0507"))
    assert drawn.verdict is Verdict.LEGAL
    assert totals(drawn) == [("1", False), ("2", False)]
    assert [(each.hex, each.coming) for each in drawn.counters] == [("0505", False), ("0507", True)]


def test_a_step_of_which_not_even_is_known_whether_it_is_open_is_marked_as_a_question() -> None:
    drawn = picture(table((INFANTRY, "0505"), on=board({"0506": "?"})), Move(("1",), "0506", path=("0505", "0506")))
    assert drawn.verdict is Verdict.UNDECIDED
    assert totals(drawn) == [("0?", False)]
    assert cell(drawn, "0506").terrain is None


def test_where_no_path_leads_the_move_is_shown_as_unclear() -> None:
    island = dict.fromkeys(GRID.neighbours("0505"), "lake")
    fixed = unit("1", attack=3, movement=0)
    drawn = picture(table((fixed, "0505"), on=board(island)), Move(("1",), "1010"))
    assert drawn.verdict is Verdict.ILLEGAL
    assert [track.course for track in drawn.tracks] in (["unclear"], ["move"])
    assert {"0505", "1010"} <= {each.hex for each in drawn.cells}


def test_enemies_in_the_way_are_said_at_their_hex() -> None:
    rules = (*BASICS, bind("no-enemy", "search.overrun", "6.3", only=["hq"], rating="attack"))
    ring = {f"{hex}": "lake" for hex in GRID.neighbours("0505") if hex != "0506"}
    drawn = picture(table((INFANTRY, "0505"), (ENEMY, "0506"), rules=rules, on=board(ring)), Move(("1",), "0507"))
    assert drawn.verdict is Verdict.ILLEGAL
    assert "may not go there" in drawn.tracks[0].stops[0].said
    assert drawn.tracks[0].stops[0].over


def test_zones_of_control_are_those_of_the_enemy_of_who_moves() -> None:
    drawn = picture(table((INFANTRY, "0505"), (ENEMY, "0508")), Move(("1",), "0507"))
    marked = {each.hex for each in drawn.cells if each.zone}
    assert marked == set(GRID.neighbours("0508")) & {each.hex for each in drawn.cells}
    perhaps = unit("9", "blue", movement=4)
    unknown = picture(table((INFANTRY, "0505"), (perhaps, "0508")), Move(("1",), "0507"))
    assert {each.zone for each in unknown.cells} == {"", "perhaps"}


def test_zones_of_control_that_a_friend_takes_away_are_not_shown_where_they_do_not_count() -> None:
    lifted = bind("lifted", "zoc.friends_negate", "5.5", purposes=["supply"])
    at = table((INFANTRY, "0505"), (ENEMY, "0506"), rules=(*SUPPLY, lifted))
    assert cell(picture(at, Supply((("1", "in supply"),))), "0505").zone == ""
    assert cell(picture(at, Move(("1",), "0504")), "0505").zone == "sure"


def test_counters_say_what_is_printed_and_what_nobody_knows() -> None:
    reduced = unit("1", attack=6, defence=4, movement=5, reduced={"attack": 3})
    drawn = picture(table((reduced, "0505"), (unit("9", "blue", attack=None, movement=3), "0606")), Move(("1",), "0506"))
    printed = {each.name: each.ratings for each in drawn.counters}
    assert printed == {"1": "6-4-5", "9": "3"}


def test_what_takes_place_nowhere_has_no_picture() -> None:
    at = table((INFANTRY, "0505"))
    assert of_played(at, judge(at, Draw("a chit"))) is None
    assert of_played(at, judge(at, Move(("1",), "a box"))) is not None
    away = table((INFANTRY, "a box"))
    assert of_played(away, judge(away, Move(("1",), "another box"))) is None


@pytest.mark.parametrize("action", [Place("1", "0707"), Mark("0707", "control"), Mark("1", "disrupted")])
def test_other_actions_show_where_they_take_place(action: Action) -> None:
    drawn = picture(table((INFANTRY, "0505")), action)
    assert any(each.role for each in drawn.cells)


def test_a_finding_about_a_position_shows_its_hex() -> None:
    at = table((INFANTRY, "0505"))
    ruled = judge(at, Move(("1",), "1515")).findings[0]
    found = of_opinion(at, ruled)
    assert found is not None
    assert cell(found, "0505").role == "about"


def test_a_picture_is_the_same_every_time() -> None:
    at = table((INFANTRY, "0505"), (ENEMY, "0508"), (unit("2", attack=1, movement=2), "0505"))
    assert picture(at, Move(("1",), "0507")) == picture(at, Move(("1",), "0507"))


def test_a_path_across_the_whole_map_stays_a_strip() -> None:
    large = Grid(columns=(1, 60), rows=(1, 60), shifted="even", rows_grow=180, columns_grow=90)
    fast = unit("1", attack=3, movement=300)
    drawn = picture(table((fast, "0101"), on=board(grid=large)), Move(("1",), "6060"))
    assert 60 < len(drawn.cells) <= 240
    assert {"0101", "6060"} <= {each.hex for each in drawn.cells}
    assert len(drawn.tracks) == 1


# --- geometry ----------------------------------------------------------------------------------------------------------------

TURNS = st.sampled_from([(0, 90), (0, 270), (180, 90), (180, 270), (90, 180), (90, 0), (270, 0), (22.5, 292.5)])


@given(TURNS, st.sampled_from(["odd", "even"]))
def test_hexes_lie_as_on_the_printed_map(turn: tuple[float, float], shifted: str) -> None:
    """Neighbours are one hex apart, and the way to each is (nearly) the one that it has on the map."""
    grid = Grid(
        columns=(1, 9), rows=(1, 9), shifted="odd" if shifted == "odd" else "even", rows_grow=turn[0], columns_grow=turn[1]
    )
    paper = paper_for(grid, grid.all())
    for hex in ("0404", "0505", "0405"):
        x, y = paper.at(hex)
        for direction in range(6):
            near = grid.neighbour(hex, direction)
            assert near is not None
            over, down = paper.at(near)[0] - x, paper.at(near)[1] - y
            assert abs(math.hypot(over, down) - HEX) < 2
            bearing = math.degrees(math.atan2(over, -down)) % 360
            wanted = (grid.bearing(direction) + paper.sheet.north()) % 360
            assert abs((bearing - wanted + 180) % 360 - 180) < 2


@pytest.mark.parametrize("slug", ["koenigsberg-rg", "seelow-kustrin"])
def test_our_games_lie_as_their_maps_do(slug: str) -> None:
    """A picture is read beside the map of our module."""
    game = load(slug)
    drawn, printed = sheet_of(game.board.grid), layout.sheet_of(game, layout.read_layout(game))
    assert (drawn.rows_run, drawn.columns_run) == (printed.rows_run, printed.columns_run)


def test_a_river_lies_between_its_two_hexes() -> None:
    on = board(sides={"0505/0506": "river", "0605/0606": "stream"}, roads="0505-0506-0507")
    drawn = picture(table((INFANTRY, "0505"), on=on), Move(("1",), "0506"))
    (line,) = [each for each in drawn.hexsides if each.kind == "river"]
    a, b = cell(drawn, "0505").at, cell(drawn, "0506").at
    for end in (line.begin, line.end):
        assert abs(math.dist(end, a) - math.dist(end, b)) < 3
    assert {frozenset((each.begin, each.end)) for each in drawn.routes} >= {frozenset((a, b))}


def test_each_stop_is_at_a_hex_of_its_path() -> None:
    drawn = picture(table((INFANTRY, "0505")), Move(("1",), "0508"))
    (track,) = drawn.tracks
    assert [stop.at for stop in track.stops] == list(track.points[1:])
    assert all(abs(math.dist(a, b) - HEX) < 2 for a, b in pairwise(track.points))


# --- supply ------------------------------------------------------------------------------------------------------------------

SUPPLY = (
    *BASICS,
    bind("line", "supply.line", "10.1"),
    bind("ends", "supply.places", "10.2", hexes=["0501"]),
    bind("markers", "supply.markers_right", "10.3"),
)


def test_a_unit_in_supply_is_shown_with_its_line() -> None:
    at = table((INFANTRY, "0505"), rules=SUPPLY)
    drawn = picture(at, Supply((("1", "out of supply"),)))
    assert drawn.verdict is Verdict.ILLEGAL
    assert [(track.course, len(track.points)) for track in drawn.tracks] == [("line", 5)]
    assert cell(drawn, "0501").role == "source"


def test_a_unit_cut_off_is_shown_with_what_stops_it() -> None:
    enemies = [(unit(f"b{hex}", "blue", attack=1, movement=1), hex) for hex in GRID.ring("0505", 2)]
    at = table((INFANTRY, "0505"), *enemies, rules=SUPPLY)
    drawn = picture(at, Supply((("1", "in supply"),)))
    assert drawn.verdict is Verdict.ILLEGAL
    assert drawn.tracks == ()
    blocking = {each.hex for each in drawn.cells if each.role == "blocking"}
    assert blocking
    assert blocking <= set(GRID.ring("0505", 1)) | set(GRID.ring("0505", 2))


def test_a_finding_of_a_supply_check_shows_its_own_unit_alone() -> None:
    far = unit("2", attack=3, movement=4)
    at = table((INFANTRY, "0505"), (far, "1818"), rules=SUPPLY)
    judged = judge(at, Supply((("1", "out of supply"), ("2", "out of supply"))))
    for ruled, hex, name in zip(judged.findings, ("0505", "1818"), ("1", "2"), strict=True):
        drawn = of_played(at, judged, ruled)
        assert drawn is not None
        assert cell(drawn, hex).role == "about"
        assert [each.name for each in drawn.counters if each.part == "acting"] == [name]
        assert len(drawn.tracks) == 1
