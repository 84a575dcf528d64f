"""Set-ups in zones."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Place
from adjudicator.engine.charts import table_of
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Source
from adjudicator.rules.judge import judge
from adjudicator.rules.position import judge_position
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, board, table, unit

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
ROWS = [
    {"unit": "front", "area": "line", "least": "0", "most": "0", "source": "rulebook"},
    {"unit": "rear", "area": "line", "least": "2", "most": "4", "source": "rulebook"},
    {"unit": "hq", "area": "0510", "least": "0", "most": "0", "source": "rulebook"},
]
CHARTS = {"zones": table_of(ROWS, Source.RULEBOOK)}
RULES = (
    *BASICS,
    bind("set-up", "deployment.as_listed", "13", chart="zones", not_kinds=["column", "air"]),
    bind("put", "deployment.put_in_its_zone", "13", chart="zones", why="set-up"),
    bind("columns", "deployment.beside_headquarters", "13", kinds=["column"], numbers={"red": 1}),
    bind("boxes", "deployment.within_boxes", "13", boxes={"air": ["air"]}),
)
FRONT, REAR, HQ = unit("front", attack=1), unit("rear", attack=1, reduced={"attack": 0}), unit("hq", traits="hq")
OTHER, COLUMN, WING = unit("other", attack=1), unit("lc", kind="column"), unit("wing", kind="air")
HELD = {"0512": "red", "0613": "blue"}


def _standing(where: str | Standing) -> Standing:
    return Standing(where) if isinstance(where, str) else where


def at(*placed: tuple[Unit, str] | tuple[Unit, Standing], **more: Any) -> Table:
    on = board().changed(areas={"line": frozenset({"0810", "0811", "0812"})})
    everybody = (FRONT, REAR, HQ, OTHER, COLUMN, WING)
    there = {each.id: where for each, where in placed}
    standing = [(each, _standing(there[each.id])) for each in everybody if each.id in there]
    return table(*standing, on=on, rules=RULES, charts=CHARTS, control=HELD, **more)


def verdicts(*placed: tuple[Unit, str] | tuple[Unit, Standing]) -> dict[str, Verdict]:
    game = at(*placed)
    return {each.opinion.units[0]: each.verdict for each in judge_position(game, game).ruled if each.rule == "set-up"}


def test_units_begin_on_the_line_behind_it_or_in_their_hex() -> None:
    assert verdicts((FRONT, "0811"), (REAR, "0512"), (HQ, "0510")) == {"front": LEGAL, "rear": LEGAL, "hq": LEGAL}
    assert verdicts((FRONT, "0911"), (REAR, "0811"), (HQ, "0511")) == {"front": ILLEGAL, "rear": ILLEGAL, "hq": ILLEGAL}
    assert verdicts((REAR, "0312"))["rear"] is ILLEGAL  # five hexes away


def test_behind_the_line_the_ground_is_their_own() -> None:
    assert verdicts((REAR, "0613"))["rear"] is ILLEGAL
    assert verdicts((REAR, "0611"))["rear"] is UNDECIDED


def test_all_are_there_at_full_strength_and_nobody_else() -> None:
    assert verdicts((REAR, Standing("0512", 1)), (OTHER, "0810"))["rear"] is ILLEGAL
    assert verdicts((OTHER, "0810"))["other"] is ILLEGAL


def test_a_line_that_nobody_vouches_for_leaves_it_open() -> None:
    game = at((FRONT, "0911"), (REAR, "0512"), (HQ, "0510"))
    doubtful = Table(game.game, game.board.changed(areas={}), game.state)
    object.__setattr__(doubtful.board, "doubtful_areas", frozenset({"line"}))
    found = {each.opinion.units[0]: each.verdict for each in judge_position(doubtful, doubtful).ruled if each.rule == "set-up"}
    assert found == {"front": UNDECIDED, "rear": UNDECIDED, "hq": LEGAL}


def test_a_position_in_the_middle_of_a_game_is_no_set_up() -> None:
    assert not [each for each in judge_position(at((OTHER, "0810"))).ruled if each.rule in ("set-up", "columns", "boxes")]


def test_counters_are_put_down_in_their_zones() -> None:
    game = at((FRONT, "box"), (OTHER, "box"))
    said = {(name, to): judge(game, Place(name, to, "set-up")).verdict for name in ("front", "other") for to in ("0810", "0910")}
    assert said == {
        ("front", "0810"): LEGAL,
        ("front", "0910"): ILLEGAL,
        ("other", "0810"): ILLEGAL,
        ("other", "0910"): ILLEGAL,
    }
    assert judge(game, Place("other", "0910")).verdict is LEGAL


def test_columns_begin_beside_headquarters_and_aircraft_in_their_box() -> None:
    def found(*placed: tuple[Unit, str]) -> set[str]:
        game = at((HQ, "0510"), *placed)
        ruled = judge_position(game, game).ruled
        return {each.rule for each in ruled if each.verdict is ILLEGAL and each.rule in ("columns", "boxes")}

    assert found((COLUMN, "0511"), (WING, "air")) == set()
    assert found((COLUMN, "0513")) == {"columns"}
    assert found((WING, "0510")) == {"boxes"}
