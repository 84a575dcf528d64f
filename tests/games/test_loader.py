"""A game folder is read as it stands: what is stated, by whom, and what is not known."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Feature
from adjudicator.engine.charts import Cost, ResultsChart, TerrainChart
from adjudicator.engine.charts import PlainChart as Chart
from adjudicator.engine.state import Standing
from adjudicator.facts import Known, Source, Unknown
from adjudicator.games import GameError, GameFolderError, load
from adjudicator.games.errors import GameChoiceError
from adjudicator.games.files import lines_of
from adjudicator.games.find import games, locate
from adjudicator.rules.judge import judge
from adjudicator.rules.shared import SHARED
from adjudicator.rules.zoc import ZocEffect
from adjudicator.verdict import Verdict
from tests.support import named

from .tiny import FILES, RULES, spoilt, write

RULEBOOK_ONLY = frozenset({Source.RULEBOOK})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "tiny")


def test_a_whole_game_has_no_gaps(folder: Path) -> None:
    game = load(folder)
    assert game.gaps == ()
    assert (game.slug, game.title, game.game.sides) == ("tiny", "A tiny game", ("red", "blue"))
    assert game.game.side_name("red") == "The Reds"
    assert [section.id for section in game.rulebook] == ["1.1", "1.2", "2.1"]


def test_a_game_file_or_a_path_as_text_leads_to_the_folder(folder: Path) -> None:
    assert locate(folder / "game.toml") == folder
    assert locate(str(folder)) == folder


def test_every_folder_with_a_game_file_that_came_with_the_program_is_found() -> None:
    for slug, path in games().items():
        assert locate(slug) == path
        assert path.name == slug


def test_an_installed_package_has_its_games_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    monkeypatch.setattr("adjudicator.games.find._PACKAGE", package)
    write(tmp_path / "modules" / "tiny")
    assert games() == {"tiny": tmp_path / "modules" / "tiny"}  # a checkout
    write(package / "_modules" / "tiny")
    write(package / "_modules" / "_template")
    (package / "_modules" / "notes").mkdir()
    assert games() == {"tiny": package / "_modules" / "tiny"}
    assert locate("tiny") == package / "_modules" / "tiny"
    assert locate("_template") == package / "_modules" / "_template"
    with pytest.raises(GameChoiceError, match=r"tini: no game is called so; did you mean tiny\?"):
        locate("tini")


@pytest.mark.parametrize("name", ["nowhere", "", "../nowhere", "x" * 5000, "a\0b"])
def test_a_game_that_is_not_there_is_one_sentence(name: str) -> None:
    with pytest.raises(GameChoiceError, match=r"no game is called so|has no game\.toml"):
        load(name)


# --- the map


def test_hexes_carry_terrain_names_levels_tags_and_who_says_so(folder: Path) -> None:
    board = load(folder).board
    assert board.terrain("0202") == Known(frozenset({"forest", "town"}), Source.RULEBOOK)
    assert board.terrain("0101") == Known(frozenset({"clear"}), Source.RECONSTRUCTION)
    assert board.names == {"0202": "Middle"}
    assert board.tagged("vp") == ("0201", "0202", "0203")
    assert board.areas == {"entry-W": {"0101", "0102"}}
    assert (board.level("0301"), board.level("0101")) == (Known(2, Source.RECONSTRUCTION), Known(1, Source.RULEBOOK))


def test_rows_about_one_hexside_are_one_fact_of_the_weakest_source(folder: Path) -> None:
    board = load(folder).board
    both = frozenset({Feature("river"), Feature("line", "0101")})
    assert board.features("0102", "0101") == Known(both, Source.RECONSTRUCTION)
    assert board.features("0203", "0202") == Unknown(named("hexside 0202/0203"))
    assert board.routes("0101", "0102") == Known(frozenset({"road"}), Source.RULEBOOK)
    assert board.routes("0102", "0103") == Unknown(named("route 0102/0103"))
    assert board.routes("0201", "0202") == Known(frozenset(), Source.RULEBOOK)


def test_hexes_without_a_row_are_off_the_map_unless_the_game_says_otherwise(tmp_path: Path) -> None:
    few = "hex,terrain,source\n0101,clear,rulebook\n0202,,rulebook\n"
    bare = {
        "map_hexsides_csv": None,
        "map_routes_csv": None,
        "map_areas_csv": None,
        "scenarios_war_toml": None,
        "arrivals_csv": None,
    }
    holes = load(write(tmp_path / "a", map_hexes_csv=few, **bare)).board
    assert holes.grid.all() == ("0101", "0202")
    assert holes.terrain("0202") == Unknown(named("terrain 0202"))
    for words, found in (
        ("unknown", Unknown(named("terrain 0303"))),
        ("clear hills", Known(frozenset({"clear", "hills"}), Source.RULEBOOK)),
    ):
        text = FILES["game.toml"].replace("rows_grow", f'unlisted = "{words}"\nrows_grow')
        whole = load(write(tmp_path / words, game_toml=text, map_hexes_csv=few, **bare)).board
        assert len(whole.grid.all()) == 12
        assert whole.terrain("0303") == found


def test_a_game_without_a_map_knows_nothing_of_its_hexes(tmp_path: Path) -> None:
    gone = {f"map_{name}_csv": None for name in ("hexes", "hexsides", "routes", "areas")}
    text = FILES["game.toml"].replace('not_listed = "rulebook"\n', "")
    board = load(write(tmp_path, game_toml=text, scenarios_war_toml=None, arrivals_csv=None, **gone)).board
    assert len(board.grid.all()) == 12
    assert board.terrain("0101") == Unknown(named("terrain 0101"))
    assert board.routes("0101", "0102") == Unknown(named("route 0101/0102"))


# --- counters and charts


def test_ratings_know_their_source_and_the_later_sides_of_a_counter(folder: Path) -> None:
    roster = load(folder).roster
    first = roster["r-1"]
    assert (first.steps, first.name, first.kind) == (2, "1", "infantry")
    assert first.rating("attack") == Known(4, Source.RULEBOOK)  # stated
    assert first.rating("defence") == Known(5, Source.RECONSTRUCTION)
    assert first.rating("attack", 1) == Known(2, Source.RECONSTRUCTION)
    assert first.rating("defence", 1) == Unknown(named("defence of r-1 reduced"))  # its cell is empty
    assert first.rating("movement", 1) == Known(3, Source.RECONSTRUCTION)  # it has no column of its own
    assert roster["b-1"].traits == {"mechanized", "optional"}
    assert roster["r-hq"].rating("attack") == Unknown(named("attack of r-hq"))
    assert roster["r-hq"].rating("movement") == Known(5, Source.RULEBOOK)


def test_charts_are_read_by_their_headings(folder: Path) -> None:
    game = load(folder).game
    terrain, crt, weather = game.chart("terrain", TerrainChart), game.chart("crt", ResultsChart), game.chart("weather", Chart)
    assert terrain is not None
    assert crt is not None
    assert weather is not None
    assert terrain.cost("forest", "foot") == Cost(2)
    assert terrain.cost("river", "foot") == Cost(1, extra=True, stop=True)
    assert terrain.cost("road", "foot") == terrain.cost("road", "wheels") == Cost(0.5)
    forest, river = terrain.rows["forest"], terrain.rows["river"]
    assert (forest.shift, forest.attack, forest.cite, river.attack, river.where) == (-1, 0.5, ("1.1", "1.2"), 0, "hexside")
    assert crt.columns == ("1-1", "2-1")
    assert [crt.look_up(die, "2-1") for die in (1, 2, 3)] == ["AR", "AR", "DR"]
    assert weather.cell(2, "sky") == "rain"
    arrivals = game.chart("arrivals", Chart)
    assert arrivals is not None
    assert arrivals.cell("b-1", "entry") == "W"


def test_what_only_untrusted_sources_state_is_unknown(folder: Path) -> None:
    game = load(folder, trust=RULEBOOK_ONLY)
    assert game.board.terrain("0101") == Unknown(named("terrain 0101"))
    assert game.board.terrain("0202") == Known(frozenset({"forest", "town"}), Source.RULEBOOK)
    assert game.board.features("0101", "0102") == Unknown(named("hexside 0101/0102"))
    assert game.roster["r-1"].rating("attack") == Known(4, Source.RULEBOOK)
    assert game.roster["r-1"].rating("defence") == Unknown(named("defence of r-1"))
    assert set(game.game.charts) == {"terrain", "weather", "arrivals", "set-up"}
    weather = game.game.chart("weather", Chart)
    assert weather is not None
    assert [weather.cell(1, "sky"), weather.cell(1, "mud"), weather.cell(2, "sky")] == ["clear", "", ""]  # only `stated` cells


def test_a_unit_may_arrive_in_more_than_one_way(tmp_path: Path) -> None:
    twice = FILES["arrivals.csv"] + "b-1,3,0101,,rulebook,\n"
    game = load(write(tmp_path, arrivals_csv=twice))
    arrivals = game.game.chart("arrivals", Chart)
    assert arrivals is not None
    assert {key: row["turn"] for key, row in arrivals.rows.items()} == {"b-1": "2", "b-1 (2)": "3"}
    assert [line.entry for line in game.arrivals] == ["W", "0101"]


def test_a_spreadsheets_byte_order_mark_and_line_ends_do_no_harm(tmp_path: Path) -> None:
    text = "\ufeff" + FILES["units.csv"].replace("\n", "\r\n")
    folder = write(tmp_path)
    (folder / "units.csv").write_bytes(text.encode())
    assert load(folder).roster["r-1"].name == "1"


# --- scenarios


def test_a_scenario_sets_up_units_boxes_marks_and_control(folder: Path) -> None:
    table = load(folder).table("war")
    assert table.standing("r-1") == Standing("0202", 1, frozenset({"out of supply", "tired"}))
    assert table.place_of("r-hq") == "reserve"
    assert table.standing("b-1") is None
    assert (table.state.turn, table.state.phase, table.state.active) == (2, "red-move", "red")
    assert table.state.control == {"0101": "red", "0102": "red", "0403": "red"}
    assert table.known("weather") == "snow"


def test_without_a_scenario_the_table_is_bare_but_knows_every_unit(folder: Path) -> None:
    table = load(folder).table()
    assert list(table.state.units) == []
    assert table.unit("b-1").kind == "tank"


def test_a_scenario_that_is_not_there_is_named_with_those_that_are(folder: Path) -> None:
    with pytest.raises(GameChoiceError, match="no scenario is called wor; did you mean war"):
        load(folder).table("wor")


# --- rules, readings, options, overlays


def test_the_reading_taken_decides_which_rule_is_in_force(folder: Path) -> None:
    own, other = load(folder), load(folder, rulings={"tiny/D1": "entering"})
    assert own.rulings == {"D1": "both"}
    for game, effect in ((own, ZocEffect(enter=2, leave=2)), (other, ZocEffect(enter=2, leave=0))):
        binding = game.game.rules.one("zoc.movement", side="red")
        assert binding(game.table(), game.roster["r-1"]) == effect


def test_rulings_of_other_games_do_not_matter(folder: Path) -> None:
    assert load(folder, rulings={"huge/D9": "x"}).rulings == {"D1": "both"}


def test_a_games_own_rule_judges_and_leaves_the_shared_rules_as_they_were(folder: Path) -> None:
    before = set(SHARED.rules), set(SHARED.slots)
    game = load(folder, options=["fog"])
    assert (set(SHARED.rules), set(SHARED.slots)) == before
    assert "own.weather" in game.registry.slots
    table = game.table("war")
    assert judge(table, Move(("r-1",), "0102")).verdict is Verdict.LEGAL
    game = load(spoilt(folder, "scenarios/war.toml", "first_turn = 2", "first_turn = 1"), options=["fog"])
    (finding,) = judge(game.table("war"), Move(("r-1",), "0102")).findings
    assert (finding.rule, finding.cite, finding.opinion.message) == ("not-first", ("2.1",), "1 moved on turn 1")


def test_one_rule_judges_several_actions_under_one_name_or_under_one_for_each(folder: Path) -> None:
    own = FILES["rules.py"].replace('@rule("check.move")', "@rule(on=(Move, Retreat))").replace("Move,", "Move, Retreat,", 1)

    def judged(old: str, new: str, *ids: str) -> list[tuple[str, ...]]:
        spoilt(folder, "rules.toml", old, new)
        (folder / "rules.py").write_text(own, encoding="utf-8")
        rules = load(folder, options=["fog"]).game.rules
        assert [rule.id for rule in rules.all if rule.rule.name.startswith("own.")] == [*ids]
        return [tuple(rule.id for rule in rules.many(slot)) for slot in ("check.move", "check.retreat")]

    fog, named = 'option = "fog"', 'id = "not-first"'
    assert judged(fog, fog, "not-first") == [("not-first",), ("not-first",)]
    assert judged(fog, fog + '\non = "retreat"', "not-first") == [(), ("not-first",)]
    table = 'id = { move = "not-first", retreat = "no-way-back" }'
    assert judged(named, table, "not-first", "no-way-back") == [("not-first",), ("no-way-back",)]


def test_the_rooms_in_the_public_module_are_filled() -> None:
    from adjudicator import api

    assert api.zoc.controlled is not None
    assert all(hasattr(api.movement, room) for room in ("search", "modes", "ground"))


def test_an_option_that_is_not_in_force_takes_its_rules_away(folder: Path) -> None:
    game = load(folder)
    assert game.game.options == frozenset()
    assert game.game.rules.many("check.move") == ()
    rule = game.rule("not-first")
    assert rule is not None
    assert rule.binding is None


def test_the_same_source_is_imported_once_and_a_changed_one_anew(folder: Path) -> None:
    def function_of() -> object:
        return load(folder).registry.rules["own.not_on_the_first_turn"].function

    first = function_of()
    assert function_of() is first
    spoilt(folder, "rules.py", "moved on turn", "went on turn")
    assert function_of() is not first


def test_an_overlay_replaces_rules_sections_and_files(folder: Path) -> None:
    game = load(folder, overlays=["second"])
    assert [each.id for each in game.rules] == ["zoc-who", "zoc-price", "not-first"]
    assert game.rule("zoc-cost") is None
    assert game.sections["2.1"].title == "The first turn, corrected"
    crt = game.game.chart("crt", ResultsChart)
    assert crt is not None
    assert crt.rows[3] == ("AE", "DE")
    assert game.overlays == ("second",)


def test_a_game_may_have_an_overlay_in_force_by_itself(tmp_path: Path) -> None:
    text = FILES["game.toml"].replace("turns = 3", 'turns = 3\noverlays = ["second"]')
    folder = write(tmp_path, game_toml=text)
    assert load(folder).rule("zoc-price") is not None
    assert load(folder, overlays=[]).rule("zoc-price") is None


def test_rules_know_the_lines_they_stand_in(folder: Path) -> None:
    lines = RULES.splitlines()
    for each in load(folder).rules:
        assert each.line is not None
        assert lines[each.line - 1] == "[[rule]]"
        assert lines[each.line] == f'id = "{each.id}"'


def test_a_long_rulebooks_rules_may_stand_in_several_files(tmp_path: Path) -> None:
    first, second = RULES.partition('\n[[rule]]\nid = "not-first"')[::2]
    folder = write(tmp_path, rules_toml=first)
    (folder / "rules").mkdir()
    (folder / "rules" / "turns.toml").write_text(f'[[rule]]\nid = "not-first"{second}')
    whole = load(folder)
    assert [(each.file, each.id) for each in whole.rules][-2:] == [("rules.toml", "zoc-cost"), ("rules/turns.toml", "not-first")]
    (folder / "rules.toml").rename(folder / "rules" / "a.toml")
    assert [each.id for each in load(folder).rules] == [each.id for each in whole.rules]


def test_lines_are_found_through_long_texts_lists_and_tables() -> None:
    text = (
        '''a.b = """
[[x]]
c = 1
""" # " [
d = [
  "]", # [[
  { e = 1 },
]
[t."u v"]
f = 'it'''
        + """'s'
[[x]]
[[x]]
g = 1
[x.y]
h = 1
[[x.z]]
i = '''
j = 1
'''
[[x.z]]
k = "\\\\"
l = "\\""
"""
    )
    found = lines_of(text.replace("'it's'", '"it\'s"'))
    assert found == {
        ("a", "b"): 1,
        ("d",): 5,
        ("t", "u v"): 9,
        ("t", "u v", "f"): 10,
        ("x", 0): 11,
        ("x", 1): 12,
        ("x", 1, "g"): 13,
        ("x", 1, "y"): 14,
        ("x", 1, "y", "h"): 15,
        ("x", 1, "z", 0): 16,
        ("x", 1, "z", 0, "i"): 17,
        ("x", 1, "z", 1): 20,
        ("x", 1, "z", 1, "k"): 21,
        ("x", 1, "z", 1, "l"): 22,
    }


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from([name for name in FILES if not name.endswith(".py")]), data=st.data())
def test_no_damage_to_a_file_ends_in_anything_but_sentences(tmp_path: Path, name: str, data: st.DataObject) -> None:
    text = FILES[name].encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    middle = data.draw(
        st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b"[[", b"{", b"\n", b",", b"-1", b"9" * 5000, b"\x1b[2J"]))
    )
    folder = write(tmp_path)
    (folder / name).write_bytes(text[:start] + middle + text[end:])
    said = "whole"
    try:
        load(folder, overlays=["second"])
    except (GameError, GameFolderError) as error:
        said = str(error)
    (folder / name).write_bytes(text)
    assert said.strip()
    assert "\x1b" not in said


def test_no_private_module_is_left_behind_by_rules_that_fail(tmp_path: Path) -> None:
    before = set(sys.modules)
    with pytest.raises(GameFolderError):
        load(write(tmp_path, rules_py="raise ValueError('no')"))
    assert {name for name in set(sys.modules) - before if name.startswith("adjudicator_game_")} == set()
