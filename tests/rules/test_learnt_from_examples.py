"""What the printed examples taught the shared rules, each in a position of its own."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Attack, Draw, Fire, Lose, Remove, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.facts import Unknown
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named

from . import tables_combat as combats
from . import tables_fire as fires
from .tables import table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, needs, only, play, use, verdict

CHITS = chart("id side front kind turn hq", "c1 red North command 1 -", "c2 red North command 1 -", "boom red North action 1 -")
TURNS = chart("turn north", "1 1", "2 2")
IN_TIME = use("bombardments.in_time", purpose="barrage", limits={"North": "north"})


def cup(turn: int, *drawn: str) -> Table:
    made = table(rules=only(IN_TIME), charts={"chits": CHITS, "turns": TURNS}, turn=turn)
    return play(made, *(Draw(chit) for chit in drawn))


@pytest.mark.parametrize(
    ("turn", "drawn", "right"),
    [
        (1, ("boom",), LEGAL),
        (1, ("c1", "boom"), ILLEGAL),
        (2, ("c1", "boom"), LEGAL),
        (2, ("c1", "c2", "boom"), ILLEGAL),
        (1, (), LEGAL),
    ],
)
def test_a_barrage_drawn_after_the_last_command_chit_of_its_front_is_not_rolled(
    turn: int, drawn: tuple[str, ...], right: Verdict
) -> None:
    assert verdict(cup(turn, *drawn), Roll("barrage North", (3,))) is right


def test_a_barrage_of_nobody_in_particular_and_other_dice_are_not_looked_at() -> None:
    for purpose in ("barrage South", "barrage", "event North"):
        assert verdict(cup(1, "c1", "boom"), Roll(purpose, (3,))) is LEGAL


def test_a_limit_that_nobody_stated_leaves_the_barrage_open() -> None:
    assert verdict(cup(3, "c1", "boom"), Roll("barrage North", (3,))) is UNDECIDED
    assert needs(cup(3, "c1", "boom"), Roll("barrage North", (3,))) == {"north of 3 in turns"}


@pytest.mark.parametrize(("freely", "right"), [(True, LEGAL), (False, ILLEGAL)])
def test_another_unit_of_the_sort_may_be_withdrawn_freely_only_where_the_game_says_so(freely: bool, right: Verdict) -> None:
    listed = chart("unit turn", "a 3")
    lines = (use("supply.line"), use("supply.places", hexes={"2010"}))
    rule: Binding = use("leaving.withdrawn_as_listed", freely=freely)
    mine = ((unit("a", attack=3, movement=4), "0101"), (unit("j", attack=2, movement=4), "0606"))
    more = ((unit("k", attack=2, movement=4), "0607"),)
    at = table(*mine, *more, rules=only(rule, *lines), turn=3, charts={"withdrawals": listed})
    assert verdict(at, Remove("j", "withdrawal")) is right
    assert verdict(play(at, Remove("j", "withdrawal")), Remove("k", "withdrawal")) is ILLEGAL  # one for one


def test_steps_that_the_defender_pays_for_retreating_are_none_of_the_attackers_losses() -> None:
    attacker = unit("a", attack=8, defence=4, movement=4, reduced={"attack": 4})
    watch = unit("w", attack=2, defence=2, movement=4)
    defender = unit("d", "blue", attack=2, defence=2, movement=4, reduced={"attack": 1})
    placed = ((attacker, combats.SOUTH), (watch, "1008"), (defender, combats.TARGET))
    at = table(*placed, rules=combats.KG, charts=combats.CHARTS, phase="combat")
    at = play(at, Attack(("a",), combats.TARGET, result="Dr"), Retreat(("d",), combats.NORTH))
    assert combats.verdict(at, Lose("blue", ("d",), "retreat"), "losses") is LEGAL
    for because in ("combat", "retreat"):
        assert combats.verdict(at, Lose("red", ("a",), because), "losses") is ILLEGAL


SIGHT = Binding("sight", fires.SIGHT.rule, ("8.22",), {"symbols": ["woods"], "covered": {"2-1-1 next": "blocks"}}, {})


def seen(target: str, light: str | Unknown = "day") -> tuple[Verdict, tuple[str, ...]]:
    """A gun that nobody sees from, and a scout on a hill with woods before it: what is said of a shot."""
    gun = unit("gun", "red", combat=5, antitank=0, morale=3, movement=0, range=20, traits="artillery")
    scout, enemy = (unit(name, side, combat=2, antitank=1, morale=4, movement=4) for name, side in (("s", "red"), ("e", "blue")))
    on = fires.ground({"1006": "woods"}, levels={"1005": 2})
    placed = ((gun, Standing("3001", marks=frozenset({"fire mode"}))), (scout, "1005"), (enemy, target))
    at = fires.table(*placed, on=on, rules=fires.changed(sight=SIGHT), light=light)
    (found,) = [each for each in judge(at, Fire(("gun",), target, fires.BARRAGE)).ruled if each.rule == "spotted"]
    return found.verdict, found.cite


def test_a_target_that_is_hidden_and_not_too_far_cites_the_line_of_sight() -> None:
    assert seen("1007") == (ILLEGAL, ("8.19", "8.22"))
    assert seen("1015") == (ILLEGAL, ("8.19",))
    assert seen("1006") == (LEGAL, ("8.19",))
    assert seen("1007", Unknown(named("light")))[0] is ILLEGAL
