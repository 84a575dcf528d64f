"""Whatever a case states of a position is so on the table that it is judged on."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.cases.build import Builder
from adjudicator.cases.setting import Setting
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.charts import PlainChart, table_of
from adjudicator.engine.deeds import ATTACKED, FIRED_AT
from adjudicator.engine.state import Standing
from adjudicator.facts import Known, Unknown
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.morale import FAILURES
from adjudicator.rules.table import Table
from tests.rules.tables import table
from tests.support import named

from .making import HEAD, UNITS, document, setting

DONE = 'actions = [{ phase = "combat" }]\n'


def built(body: str, at: Setting | None = None, head: str = HEAD) -> Table:
    return Builder(document(body + DONE, head), 0, at or setting()).build().table


def test_units_stand_as_they_are_written() -> None:
    at = built("units = ['21@0505/1 out of supply, ?disrupted', 'e1@0606', {id='hq', at='airfield', marks='used'}]\n")
    assert at.standing("21") == Standing("0505", 1, frozenset({"out of supply"}), frozenset({"disrupted"}))
    assert at.standing("e1") == Standing("0606")
    assert at.standing("hq") == Standing("airfield", 0, frozenset({"used"}))
    assert at.unit("21") is UNITS["21"]


def test_the_units_of_the_game_that_are_not_placed_are_known_but_not_in_play() -> None:
    at = built("units = ['21@0505', 'e1@-']\n")
    assert at.standing("hq") is None
    assert at.standing("e1") is None
    assert at.unit("hq").name == "hq"


def test_a_unit_can_be_made_up_on_the_spot() -> None:
    unit = built(
        "units = [{ id='x', name='X', side='blue', kind='tank', size='corps', formation='A', traits='fast ?hq', attack=5,\n"
        "movement='?', reduced={attack=2}, at='0505' }]\n".replace("\n", " ")
        + "\n"
    ).unit("x")
    assert (unit.name, unit.side, unit.kind, unit.size, unit.formation) == ("X", "blue", "tank", "corps", "A")
    assert unit.traits == {"fast"}
    assert unit.doubtful == {"hq"}
    assert [unit.rating("attack", losses) for losses in (0, 1)] == [Known(5), Known(2)]
    assert [unit.rating("movement", losses) for losses in (0, 1)] == [
        Unknown(named("movement of x")),
        Unknown(named("movement of x reduced")),
    ]


def test_a_unit_of_the_game_can_be_changed() -> None:
    unit = built("units = [{ id='21', attack=9, traits='', at='0505' }]\n").unit("21")
    assert [unit.rating("attack", losses) for losses in (0, 1)] == [Known(9), Known(1)]
    assert unit.rating("defence") == Known(4)


def test_another_unit_can_be_like_one_of_the_game_or_of_the_file() -> None:
    pattern = "[unit.rifle]\nside = 'blue'\nattack = 2\nsteps = 3\n[unit.guards]\nlike = 'rifle'\nattack = 4\nname = 'Guards'\n"
    at = built("units = ['a:21@0505', 'b:rifle@0606', 'c:guards@0607', 'rifle@0608']\n", head=pattern + HEAD)
    assert [at.unit(id_).name for id_ in ("a", "b", "c", "rifle")] == ["a", "b", "Guards", "rifle"]
    assert [at.unit(id_).rating("attack") for id_ in ("a", "b", "c")] == [Known(3), Known(2), Known(4)]
    assert [at.unit(id_).side for id_ in ("a", "b", "c")] == ["red", "blue", "blue"]
    assert at.unit("c").rating("attack", 2) == Known(4)


def test_the_map_is_blank_or_unknown_or_the_games() -> None:
    own = replace(setting(), board=Board(setting().board.grid, terrain_of={"0505": Known(frozenset({"forest"}))}))
    assert built("", own).board.terrain("0505") == Known(frozenset({"clear"}))
    assert built("map = 'game'\n", own).board.terrain("0505") == Known(frozenset({"forest"}))
    assert built("map = 'unknown'\n", own).board.terrain("0505") == Unknown(named("terrain 0505"))
    assert built("scenario = 'all'\n", replace(own, scenarios=("all",), start=lambda name: table())).board is own.board
    assert built("", own, head="map = 'game'\n" + HEAD).board.terrain("0505") == Known(frozenset({"forest"}))


def test_what_a_case_puts_on_the_map_is_there() -> None:
    board = built(
        "terrain = { 0505='forest town', 0506='?' }\n"
        "hexsides = { '0505/0506'='river stream>0506', '0506/0507'='?' }\n"
        "roads = ['0505-0506-0507', '0606-0607']\n"
        "levels = { 0505=3, 0506='?' }\n"
        "names = { 0505='Mill End' }\n"
        "tags = { 0505='vp source' }\n"
        "areas = { wood=['0505', '0506'] }\n"
    ).board
    assert board.terrain("0505") == Known(frozenset({"forest", "town"}))
    assert board.terrain("0506") == Unknown(named("terrain 0506"))
    assert board.features("0505", "0506") == Known(frozenset({Feature("river"), Feature("stream", "0506")}))
    assert board.features("0506", "0507") == Unknown(named("hexside 0506/0507"))
    assert [board.routes(a, b) for a, b in (("0505", "0506"), ("0507", "0506"), ("0606", "0607"))] == [
        Known(frozenset({"road"}))
    ] * 3
    assert board.routes("0507", "0508") == Known(frozenset())
    assert (board.level("0505"), board.level("0506")) == (Known(3), Unknown(named("level 0506")))
    assert board.label("0505") == "0505 (Mill End)"
    assert board.tagged("source") == ("0505",)
    assert board.areas["wood"] == {"0505", "0506"}


def test_turn_phase_control_and_notes_are_as_written() -> None:
    state = built(
        "units = ['21@0505']\nturn = 4\nphase = 'combat'\nactive = 'blue'\ncontrol = { 0505='red' }\nlight = 'night'\n"
        "notes = { commanded=['21'], released='?', drawn=['c'] }\nchits = ['a', 'b']\n"
        "done = ['attacked 21', 'target of barrage 0606', ['failed', 'morale', '21', '0505', 'barrage']]\n"
        "boxes = { airfield = ['hq'] }\n"
    ).state
    assert (state.turn, state.phase, state.active, state.control) == (4, "combat", "blue", {"0505": "red"})
    remembered = {name: each.fact for name, each in state.memories.items()}
    assert remembered["light"] == Known("night")
    assert remembered["commanded"] == Known(frozenset({"21"}))
    assert remembered["released"] == Unknown(named("released"))
    assert (remembered["drawn"], remembered["chit"]) == (Known(("a", "b")), Known("b"))
    assert state.has(ATTACKED, "21").yes
    assert state.those(FIRED_AT["barrage"]) == {"0606"}
    assert state.those(FAILURES["morale"]) == {("21", "0505", "barrage")}
    assert state.standing("hq") == Standing("airfield")


def test_facts_can_be_forgotten_under_the_names_under_which_they_are_asked_for() -> None:
    at = built(
        "units = ['21@0505 disrupted', 'e1@0606']\nterrain = { 0505='forest' }\n"
        "unknown = ['terrain 0505', 'level 0506', 'hexside 0506/0505', 'route 0505/0506', 'chart terrain', 'note light',\n"
        "'attack of 21', 'defence of 21 reduced', 'is e1 hq', '21 is disrupted', '21 is out of supply']\n"
    )
    assert at.board.terrain("0505") == Unknown(named("terrain 0505"))
    assert at.board.level("0506") == Unknown(named("level 0506"))
    assert at.board.features("0505", "0506") == Unknown(named("hexside 0505/0506"))
    assert at.board.routes("0505", "0506") == Unknown(named("route 0505/0506"))
    assert at.game.charts == {}
    assert at.state.recall(LIGHT) == Unknown(named("light"))
    assert at.unit("21").rating("attack") == Unknown(named("attack of 21"))
    assert at.unit("21").rating("attack", 1) == Known(1)
    assert at.unit("21").rating("defence", 1) == Unknown(named("defence of 21 reduced"))
    assert at.unit("e1").has("hq").open
    assert at.standing("21") == Standing("0505", 0, frozenset(), frozenset({"disrupted", "out of supply"}))


def test_a_cell_of_a_chart_can_be_forgotten() -> None:
    turns = table_of([{"turn": "1", "limit": "3"}, {"turn": "2", "limit": "4"}])
    own = replace(setting(), game=replace(setting().game, charts={"turns": turns}))
    charts = built("unknown = 'limit of 2 in turns'\n", own).game.charts
    assert isinstance(charts["turns"], PlainChart)
    assert [charts["turns"].cell(turn, "limit") for turn in (1, 2)] == ["3", ""]


def test_a_scenario_is_where_a_case_begins() -> None:
    begun = table((UNITS["21"], "0505"), (UNITS["e1"], "0606"), turn=3, active="red")
    own = replace(setting(), scenarios=("all",), start=lambda name: begun)
    at = built("scenario = 'all'\nunits = ['21@0707', 'hq@0101', 'e1@-']\nactive = 'blue'\n", own)
    assert [at.place_of(id_) for id_ in ("21", "hq", "e1")] == ["0707", "0101", None]
    assert (at.state.turn, at.state.active) == (3, "blue")


def test_options_and_rulings_are_those_of_the_case() -> None:
    at = built("options = ['fog']\nrulings = { D1 = 'other' }\n")
    assert at.game.options == {"fog"}
    assert at.game.rulings == {"D1": "other"}


def test_what_was_worked_out_for_one_case_is_not_taken_for_another() -> None:
    """Boards and forces keep what was worked out about them; a case that forgets a chart must not find it there."""
    same = setting()
    first, second = built("units = ['21@0505']\n", same), built("units = ['21@0505']\nunknown = 'chart terrain'\n", same)
    assert first.board is built("", same).board
    assert second.board is not first.board
    assert second.force("red") is not first.force("red")
