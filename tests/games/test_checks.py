"""Each mistake in a game folder is one sentence with its file, its field and a remedy; all are told together."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from adjudicator.engine.actions import Move
from adjudicator.facts import NO, YES, Truth, unsure
from adjudicator.finding import Row
from adjudicator.games import GameError, GameFolderError, load
from adjudicator.games.coverage import coverage, showings
from adjudicator.rules.opinion import Judged, Opinion, Ruled
from adjudicator.verdict import Verdict
from tests.support import ROOT, named

from .tiny import FILES, spoilt, write

EARLY = "column,that,stands,nowhere\n"

Mistake: TypeAlias = tuple[str, str, str, int | None, str, str, str]

# by file: what is wrong, a passage, what takes its place -> line, field, part of the message, part of the remedy
MISTAKES: dict[str, tuple[Mistake, ...]] = {
    "game.toml": (
        ("a key misspelled", "publisher =", "publsher =", 3, "publsher", "nothing of", "publisher?"),
        ("a key missing", "title = \"A tiny game\"\n", "", None, "title", "is missing", "state it"),
        ("a word for a number", "rows = [1, 3]", 'rows = [1, "x"]', 21, "map.rows.1", "not a whole number", "digits"),
        ("one bound of two", "columns = [1, 4]", "columns = [1]", 20, "map.columns.1", "is missing", "first and"),
        ("not TOML", "turns = 3", "turns = = 3", 17, "", "is not TOML", "quotation marks"),
        ("directions askew", "columns_grow = 90", "columns_grow = 100", None, "map", "right angle", "compass"),
        ("a grid of one parity too many", '"even"', '"both"', 22, "map.shifted", "none of the", "'odd' or 'even'"),
        ("a phase of nobody", 'active = "red"', 'active = "read"', None, "phases.red-move.active", "no side", "red?"),
        ("an option of no section", '"2.1"', '"2.2"', None, "options.fog.section", "no section 2.2", "2.1"),
        ("two sides of one name", 'id = "blue"', 'id = "red"', None, "sides", "red stands twice", "id of its own"),
        ("a room that is none", "turns = 3", "turns = 3\nuses = [\"zok\"]", None, "uses", "no room", "zoc?"),
        ("an overlay that is none", "turns = 3", 'overlays = ["x"]', None, "overlays", "no overlay x", "second"),
        ("a capital in a name", 'slug = "tiny"', 'slug = "Tiny"', 1, "slug", "not written", "small letters"),
    ),
    "rules.toml": (
        ("a rule that is none", "zoc.by_rating", "zoc.by_ratings", 5, "zoc-who.use", "no rule", "by_rating?"),
        ("a parameter misspelled", "enter = 2, l", "entr = 2, l", 13, "zoc-cost.with.entr", "nothing", "enter?"),
        ("a parameter of a table", "enter = 2\n", "enter = \"two\"\n", 25, "zoc-cost.with.enter", "is not a number", "digits"),
        ("a parameter missing", 'rating = "attack", ', "", 6, "zoc-who.with.rating", "is missing", "state it"),
        ("a list for a text", 'cite = ["1.1"]', 'cite = "1.1"', 7, "cite", "'1.1' is not a list", "brackets"),
        ("a section unknown", 'cite = ["1.1"]', 'cite = ["1.3"]', 7, "zoc-who.cite", "no section 1.3", "mean 1."),
        ("a defect unknown", 'D1 = "both"', 'D2 = "both"', 16, "zoc-cost.ruling.D2", "no defect", "D1"),
        ("a reading unknown", 'D1 = "entering"', 'D1 = "enter"', 22, "zoc-cost.ruling.D1", "no reading enter", "entering?"),
        ("an option unknown", 'option = "fog"', 'option = "frog"', 31, "not-first.option", "no option", "fog?"),
        ("a side unknown", 'option = "fog"', 'when = { side = "rad" }', 31, "not-first.when.side", "no side", "red?"),
        ("a phase unknown", 'option = "fog"', 'when = { phase = "x" }', 31, "not-first.when.phase", "no phase", "end"),
        ("an action nobody makes", 'option = "fog"', 'on = "mvoe"', 31, "not-first.on", "does not look at mvoe", "move"),
        ("a name for no action", 'id = "not-first"', 'id = { mvoe = "a" }', 27, "a.on", "does not look at mvoe", "move"),
        ("a name that is none", 'id = "not-first"', "id = { move = 1 }", 28, "id", "not a text", "quotation"),
        ("no name at all", 'id = "not-first"', "id = {}", 28, "id", "not a text", "quotation"),
        ("a question unanswered", 'use = "zoc.by_rating"', 'use = "x.y"', 5, "zoc-who.use", "no rule", "there are"),
        ("a question answered twice", "\nruling = { D1 = \"entering\" }", "", 18, "zoc-cost", "same case", "tell the two"),
        ("a replacement of nothing", 'option = "fog"', 'instead_of = "x"', 31, "not-first.instead_of", "replace none", "overlay"),
    ),
    "rulebook.toml": (
        ("no disposition", "disposition = \"enforced\"\n", "", 1, "disposition", "is missing", "what became of it"),
        ("a made-up disposition", '"definition"', '"other"', 24, "disposition", "none of the", "'handling'"),
        ("needs without what", '"definition"', '"needs"', 20, "", "says what it needs", 'needs = ["..."]'),
        ("no reason", 'reason = "it is always known"', "", 11, "", "without a reason", "reason ="),
        ("one section twice", 'id = "1.2"', 'id = "1.1"', 12, "id", "two sections", "4.1@6"),
    ),
    "defects.toml": (
        ("a defect of no section", '["1.2"]', '["1.9"]', 4, "D1.sections", "no section 1.9", "mean 1."),
        ("a ruling of no reading", 'ruling = "both"', 'ruling = "bath"', 1, "", "none of its readings", "both, entering"),
        ("one reading", FILES["defects.toml"][-66:], "", 1, "reading", "has 1 entry", "at least 2"),
    ),
    "rules.py": (
        ("a rule for no slot", '@rule("check.move")', '@rule("check.mvoe")', 10, "not_on_the_first_turn", "asks", "check.move?"),
        ("rules that are no Python", "def not_on", "def not on", 11, "", "SyntaxError", "import"),
        ("rules that fail", "WEATHER =", "1 / 0\nWEATHER =", 7, "", "division by zero", "import"),
        ("rules that end the program", "WEATHER =", "raise SystemExit(3)\nWEATHER =", 7, "", "SystemExit: 3", "import"),
        ("rules that import what is not", "Slot, Table", "Slot, Tabel", 5, "", "'Tabel'", "import"),
        ("a parameter of no known type", "turn: int", "turn: Nowhere", 10, "not_on_the_first_turn", "be checked", "TOML"),
    ),
    "units.csv": (
        ("a column misspelled", "kind", "knd", 1, "knd", "no such column", "kind?"),
        ("a column missing", ",source,", ",sauce,", 1, "source", "the column is missing", "first line"),
        ("a column twice", "attack,", "id,", 1, "id", "stands twice", "delete one"),
        ("a column without a heading", "attack,", ",", 1, "", "column 7 has no heading", "first line"),
        ("a cell too many", "HQ,red", "HQ,,red", 3, "", "has 15 cells under 14 headings", "commas"),
        ("a quotation mark open", '"one, the first"', '"one, the first', 4, "", "is not CSV", "quotation mark"),
        ("a unit twice", "b-1,1", "r-1,1", 4, "id", "r-1 is the id of line 2 too", "id of its own"),
        ("a unit of nobody", "1,blue", "1,blu", 4, "side", "no side is called blu", "blue?"),
        ("a rating of letters", "4,5,3", "4,V,3", 2, "defence", "'V' is not a rating", "leave the cell empty"),
        ("a rating unknown", ",attack,r", ",atack,r", 2, "stated", "no rating is called atack", "attack?"),
        ("a source that is none", ",,rulebook,\nb", ",,me,\nb", 3, "source", "none of the", "'rulebook'"),
    ),
    "map/hexes.csv": (
        ("a hex off the map", "0403", "0503", 13, "hex", "0503 is not on the map", "correct the number"),
        ("a hex twice", "0403", "0402", 13, "hex", "a row already, in line 12", "one row"),
        ("a hex of three digits", "0403", "403", 13, "hex", "not written", "four digits"),
    ),
    "map/hexsides.csv": (
        ("hexes far apart", "0202,0203", "0202,0403", 4, "", "not neighbours", "share a hexside"),
        ("a pair the wrong way", "0202,0203", "0203,0202", 4, "", "wrong order", "smaller number first"),
        ("facing elsewhere", "line,0101", "line,0103", 3, "", "neither 0101 nor 0102", "protects"),
    ),
    "map/routes.csv": (
        ("a route off the map", "0101,0102", "0101,0909", 2, "b", "0909 is not on the map", "correct"),
    ),
    "map/areas.csv": (
        ("an area off the map", "0102", "0909", 3, "hex", "0909 is not on the map", "correct"),
    ),
    "charts/terrain.csv": (
        ("a cost of nothing", "forest,hex,2", "forest,hex,two", 3, "foot", "'two' is not a number of points", "correct"),
        ("a shift of letters", "-1,1/2", "left,1/2", 3, "shift", "not a number of columns", "write -1"),
        ("a terrain nowhere", "river,hexside", "river,side", 4, "where", "'side' is no kind", "hexside"),
        ("a terrain twice", "forest", "clear", 3, "feature", "clear has a row already", "first column"),
    ),
    "charts/crt.csv": (
        ("a result missing", "3,-,DR", "3,,DR", 3, "1-1", "is empty", "write the result"),
        ("a roll of letters", "3,-", "x,-", 3, "die", "'x' is no roll", "2-4"),
        ("a roll twice", "3,-", "2,-", 3, "die", "2 has a row already", "one row"),
        ("a chart of nobody", "DR,reconstruction", "DR,us", 3, "source", "'us' is no source", "rulebook"),
    ),
    "charts/weather.csv": (
        ("a row without a name", "2,rain", ",rain", 3, "turn", "is missing", "first column"),
    ),
    "scenarios/war.toml": (
        ("a scenario of another name", 'id = "war"', 'id = "peace"', 1, "id", "not the name", "name the file"),
        ("a scenario of no section", '["2.1"]', '["7"]', 5, "cite", "no section 7", "there are"),
        ("a scenario in no phase", '"red-move"', '"red-mov"', 6, "phase", "no phase", "red-move?"),
        ("a scenario of nobody", "\"red\"\nnotes", "\"rod\"\nnotes", 7, "active", "no side", "red?"),
        ("control by nobody", "{ red =", "{ rad =", 9, "control.rad", "no side", "red?"),
        ("control of nowhere", '"0403"', '"0909"', 9, "control.red", "no place is called 0909", "entry-W"),
    ),
    "scenarios/war.csv": (
        ("a unit that is none", "r-1", "r-2", 2, "unit", "no unit is called r-2", "r-1?"),
        ("a unit in two places", "r-hq", "r-1", 3, "unit", "r-1 is set up twice", "one place"),
        ("a place that is none", "reserve", "reserv", 3, "where", "no hex, box or area", "reserve?"),
        ("a unit off the map", "0202", "0909", 2, "where", "is called 0909", "not on the map"),
        ("a step too many", "reserve,full", "reserve,reduced", 3, "steps", "no step left", "units.csv"),
        ("steps in other words", "full", "whole", 3, "steps", "not written", "full, reduced"),
    ),
    "arrivals.csv": (
        ("an arrival of nobody", "b-1", "b-9", 2, "unit", "no unit is called b-9", "b-1?"),
        ("an arrival nowhere", "2,W", "2,Q", 2, "entry", "no hex, box or area is called Q", "reserve"),
        ("an arrival at no time", "2,W", "two,W", 2, "turn", "'two' is not a whole number", "digits"),
    ),
    "overlays/second.toml": (
        ("a replaced rule that is none", '"zoc-cost"', '"zoc-cots"', 12, "zoc-price.instead_of", "no rule", "zoc-cost?"),
        ("an erratum of nobody", 'source = "the', 'title2 = "the', 2, "title2", "nothing of", "title?"),
        ("a file that is none", "overlays/crt.csv", "overlays/x.csv", 5, "files", "overlays/x.csv", "name files"),
        ("a file elsewhere", "overlays/crt.csv", "../../crt.csv", 5, "files", "../../crt.csv", "name files"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "mistake"), [(name, each) for name, several in MISTAKES.items() for each in several])
def test_a_mistake_is_told_with_its_place_and_a_remedy(name: str, mistake: Mistake, tmp_path: Path) -> None:
    _, old, new, line, field, message, remedy = mistake
    with pytest.raises(GameFolderError) as caught:
        load(spoilt(tmp_path, name, old, new), overlays=["second"] if name.startswith("overlays/") else None)
    told = [(error.file, error.line, error.field) for error in caught.value.errors]
    assert told == [(name, line, field)], str(caught.value)
    (error,) = caught.value.errors
    assert message in error.message
    assert remedy in error.remedy
    assert "\n" not in str(error)


@pytest.mark.parametrize("name", ["game.toml", "rules.toml", "rulebook.toml"])
def test_a_file_that_every_game_has_is_missed(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "tiny")
    (folder / name).unlink()
    with pytest.raises(GameError if name == "game.toml" else GameFolderError, match=r"has no game\.toml|is missing"):
        load(folder)


@pytest.mark.parametrize("name", ["defects.toml", "rules.py", "units.csv", "arrivals.csv", "map/routes.csv", "charts/crt.csv"])
def test_a_file_that_a_game_can_do_without_is_not_missed(name: str, tmp_path: Path) -> None:
    rules = FILES["rules.toml"].partition('\n[[rule]]\nid = "zoc-cost"\ntitle')[0]
    rest = '\n[[rule]]\nid = "cost"\nuse = "zoc.additive_cost"\ncite = ["1.2"]\n'
    folder = write(tmp_path, rules_toml=rules + rest, scenarios_war_toml=None, arrivals_csv=None)
    (folder / name).unlink(missing_ok=True)
    assert load(folder).slug == "tiny"


@pytest.mark.parametrize("name", ["units.csv", "defects.toml", "rules.py"])
def test_bytes_that_are_no_text_are_told_with_their_line(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path)
    (folder / name).write_bytes(FILES[name].encode().replace(b"\n", b"\n\xff\xfe", 1))
    with pytest.raises(GameFolderError, match=f"{name}, line 2: is not UTF-8 text; save it as UTF-8"):
        load(folder)


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    folder = spoilt(tmp_path, "units.csv", "1,blue", "1,blu")
    (folder / "rules.toml").write_text(
        FILES["rules.toml"].replace("zoc.by_rating", "zoc.x").replace("enter = 2, l", "entr = 2, l")
    )
    (folder / "charts" / "crt.csv").write_text("die,1-1,source\nx,AE,rulebook\n")
    (folder / "map" / "areas.csv").write_text(EARLY)
    with pytest.raises(GameFolderError) as caught:
        load(folder, rulings={"D1": "none"}, options=["frog"])
    assert {error.file for error in caught.value.errors} == {"units.csv", "rules.toml", "charts/crt.csv", "map/areas.csv", "tiny"}
    assert str(caught.value).startswith(f"tiny has {len(caught.value.errors)} faults:\n")


def test_a_chart_that_a_rule_names_must_be_there_or_be_known_to_lack(tmp_path: Path) -> None:
    bound = '\n[[rule]]\nid = "t"\nuse = "ground.by_chart"\nwith = { column = "foot", chart = "%s" }\ncite = ["1.1"]\n'
    mode = '\n[[rule]]\nid = "m"\nuse = "modes.travel"\nwith = { name = "on foot" }\ncite = ["1.1"]\n'
    assert load(write(tmp_path / "a", rules_toml=FILES["rules.toml"] + mode + bound % "terrain")).gaps == ()
    wrong = FILES["rules.toml"] + mode + bound % "terain"
    with pytest.raises(GameFolderError, match=r"t\.with\.chart: the game has no chart terain; add charts/terain\.csv"):
        load(write(tmp_path / "b", rules_toml=wrong))
    known = FILES["game.toml"].replace("turns = 3", 'turns = 3\nunknown_charts = ["terain"]')
    assert load(write(tmp_path / "c", rules_toml=wrong, game_toml=known)).game.chart("terain", object) is None  # type: ignore[type-var]


def test_what_units_are_there_for_is_said_of_kinds_and_traits_that_there_are(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    shutil.copytree(ROOT / "modules" / "_template", folder)
    about = folder / "game.toml"
    about.write_text(about.read_text("utf-8") + '[roles]\nhelps = ["infanty"]\n', "utf-8")
    with pytest.raises(GameFolderError, match=r"roles\.helps: no kind of unit or trait is called infanty; did you mean infantry"):
        load(folder)


def test_hexes_and_areas_that_parameters_name_must_be_on_the_map(tmp_path: Path) -> None:
    bound = '\n[[rule]]\nid = "s"\nuse = "supply.places"\nwith = { %s }\ncite = ["1.1"]\n'
    load(write(tmp_path / "a", rules_toml=FILES["rules.toml"] + bound % 'hexes = ["0101"], areas = ["entry-W"]'))
    for number, (given, said) in enumerate(
        (
            ('hexes = ["0909"]', r"s\.with\.hexes: no hex is called 0909"),
            ('areas = ["entry-V"]', "no area is called entry-V; did you mean entry-W"),
        )
    ):
        with pytest.raises(GameFolderError, match=said):
            load(write(tmp_path / str(number), rules_toml=FILES["rules.toml"] + bound % given))


def test_a_rule_may_name_the_schedule_of_arrivals_as_a_chart(tmp_path: Path) -> None:
    bound = '\n[[rule]]\nid = "e"\nuse = "entry.due"\ncite = ["1.1"]\n'
    assert load(write(tmp_path / "a", rules_toml=FILES["rules.toml"] + bound)).rule("e") is not None
    with pytest.raises(GameFolderError, match="the game has no chart arrivals"):
        load(write(tmp_path / "b", rules_toml=FILES["rules.toml"] + bound, arrivals_csv=None))


def test_a_question_without_an_answer_for_one_side_is_told(tmp_path: Path) -> None:
    text = FILES["rules.toml"].replace('id = "zoc-who"', 'id = "zoc-who"\nwhen = { side = "red" }')
    with pytest.raises(GameFolderError, match=r"rules\.toml, zoc\.exerts: no rule answers zoc\.exerts for blue: Does a unit"):
        load(write(tmp_path, rules_toml=text))


def test_two_answers_for_two_sides_are_not_one_too_many(tmp_path: Path) -> None:
    one = '[[rule]]\nid = "who-%s"\nuse = "zoc.by_trait"\nwhen = { side = "%s" }\ncite = ["1.1"]\n'
    rest = FILES["rules.toml"].partition("[[rule]]\n")[2].partition("[[rule]]\n")[2]
    text = one % ("a", "red") + one % ("b", "blue") + "[[rule]]\n" + rest
    assert load(write(tmp_path, rules_toml=text)).gaps == ()
    with pytest.raises(GameFolderError, match=r"answers zoc\.exerts, which who-a"):
        load(write(tmp_path, rules_toml=text + one % ("c", "red")))


def test_a_gap_under_another_reading_or_option_is_told_too(tmp_path: Path) -> None:
    lacking = FILES["rules.toml"].replace('ruling = { D1 = "entering" }', 'option = "fog"\nruling = { D1 = "entering" }')
    with pytest.raises(GameFolderError, match=r"no rule answers zoc\.movement under D1=entering"):
        load(write(tmp_path, rules_toml=lacking))
    twice = FILES["rules.toml"] + '\n[[rule]]\nid = "more"\nuse = "zoc.rigid"\ncite = ["1.2"]\noption = "fog"\n'
    with pytest.raises(GameFolderError, match="for the same case with the option fog"):
        load(write(tmp_path, rules_toml=twice))


def test_rooms_that_a_game_says_it_uses_must_be_bound(tmp_path: Path) -> None:
    text = FILES["game.toml"].replace("turns = 3", 'turns = 3\nuses = ["stacking"]')
    with pytest.raises(GameFolderError, match=r"no rule answers stacking\.time: .*bind one of stacking\.looked_at"):
        load(write(tmp_path, game_toml=text))


# --- what is unfinished


def test_an_enforced_section_that_no_rule_cites_is_a_gap(tmp_path: Path) -> None:
    rulebook = FILES["rulebook.toml"] + FILES["rulebook.toml"].partition("\n\n")[0].replace("1.1", "3.1")
    (gap,) = load(write(tmp_path, rulebook_toml=rulebook)).gaps
    assert (gap.file, gap.field) == ("rulebook.toml", "3.1")
    assert gap.message == "section 3.1 (Who has a zone) is said to be enforced, and no rule cites it"


def test_a_rule_that_cites_nothing_is_a_gap(tmp_path: Path) -> None:
    (gap,) = load(spoilt(tmp_path, "rules.toml", 'cite = ["2.1"]', "cite = []")).gaps
    assert (gap.file, gap.line, gap.message) == ("rules.toml", 27, "not-first cites no section")


def test_a_rule_of_its_own_that_the_game_never_takes_up_is_a_gap(tmp_path: Path) -> None:
    rules = FILES["rules.toml"].partition('\n[[rule]]\nid = "not-first"')[0]
    (gap,) = load(write(tmp_path, rules_toml=rules)).gaps
    assert (gap.file, gap.line) == ("rules.py", 10)
    assert gap.message == "own.not_on_the_first_turn is a rule that the game never takes up"


# --- what the cases show


@dataclass(frozen=True)
class Step:
    judged: Judged
    called: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    name: str
    steps: tuple[Step, ...]
    sections: tuple[str, ...] = ()
    ok: bool = True
    file: str = "cases/a.toml"


def case(
    name: str, truth: Truth, rule: str = "zoc-who", *cite: str, behind: str = "", ok: bool = True, about: str = ""
) -> Result:
    rows = (Row("+2", "a zone", (behind,)),) if behind else ()
    ruled = Ruled(rule, cite or ("1.1",), Opinion(truth, rows=rows))
    return Result(name, (Step(Judged(Move(("r-1",), "0101"), (ruled,)), (rule,)),), tuple(about.split()), ok)


def test_an_enforced_section_needs_a_case_of_each_verdict(tmp_path: Path) -> None:
    game = load(write(tmp_path))
    nothing = coverage(game, [])
    assert [(each.section, each.missing) for each in nothing.missing] == [
        ("1.1", (Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED)),
        ("1.2", (Verdict.LEGAL, Verdict.ILLEGAL)),  # never undecided
    ]
    assert nothing.unseen_rules == ("zoc-who", "zoc-cost")
    some = [case("a", YES, behind="1.2"), case("b", NO)]
    found = coverage(game, some)
    assert [(each.section, each.missing) for each in found.missing] == [
        ("1.1", (Verdict.UNDECIDED,)),
        ("1.2", (Verdict.ILLEGAL,)),
    ]
    assert found.calls == {"zoc-who": 2, "zoc-cost": 0}
    assert found.unseen_rules == ("zoc-cost",)
    whole = coverage(game, [*some, case("c", unsure(named("terrain 0101"))), case("d", NO, "zoc-cost", "1.2")])
    assert whole.missing == ()
    assert whole.whole
    assert whole.calls == {"zoc-who": 3, "zoc-cost": 1}


def test_a_case_that_fails_shows_nothing(tmp_path: Path) -> None:
    found = coverage(load(write(tmp_path)), [case("a", YES, ok=False)])
    assert found.failed == ("cases/a.toml: a",)
    assert Verdict.LEGAL in found.missing[0].missing
    assert not found.whole


def test_a_legal_case_shows_the_sections_it_is_about_and_an_illegal_one_only_those_it_breaks() -> None:
    assert [(each.section, each.verdict) for each in showings([case("a", YES, about="1.2")]) if each.section] == [
        ("1.1", Verdict.LEGAL),
        ("1.2", Verdict.LEGAL),
    ]
    (only,) = [each for each in showings([case("a", NO, about="1.2")]) if each.section]
    assert (only.section, only.verdict) == ("1.1", Verdict.ILLEGAL)
