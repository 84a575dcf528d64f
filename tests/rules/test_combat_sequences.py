"""Whatever players do in a combat, in whatever order, is judged and applied, and with all facts known nothing is undecided."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Action, Advance, Attack, Lose, Phase, Retreat
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import GRID, board, table, unit
from .tables_combat import CHARTS, KG, LADDER, NORTH, SOUTH, SOUTH_EAST, TARGET

NAMES = {"red": ("a", "b", "m", "hq"), "blue": ("d", "e", "bhq")}
PLACES = {"a": SOUTH, "b": SOUTH_EAST, "m": SOUTH, "hq": SOUTH, "d": TARGET, "e": TARGET, "bhq": NORTH}
EVERYBODY = tuple(PLACES)
NEAR = st.sampled_from(GRID.within(TARGET, 2))
SOME = st.lists(st.sampled_from(EVERYBODY), min_size=1, max_size=3, unique=True).map(tuple)
OF_ONE_SIDE = st.sampled_from(["red", "blue"]).flatmap(
    lambda side: st.lists(st.sampled_from(NAMES[side]), min_size=1, max_size=3, unique=True).map(tuple)
)


@st.composite
def actions(draw: st.DrawFn, known: bool) -> Action:
    column = st.sampled_from(LADDER) if known else st.none() | st.sampled_from([*LADDER, "odd"])
    die = st.integers(1, 6) if known else st.none() | st.integers(1, 6)
    result = st.sampled_from(["D1r", "Dr2", "A1", "A1*/Dr", "D2", "-"]) if known else st.none() | st.sampled_from(["D1r2", "?"])
    choices: list[st.SearchStrategy[Any]] = [
        st.builds(Attack, OF_ONE_SIDE, NEAR, column=column, die=die, result=result),
        st.builds(Lose, st.sampled_from(["red", "blue"]), SOME, st.sampled_from(["combat", "retreat"])),
        st.builds(Retreat, OF_ONE_SIDE, NEAR, length=st.integers(1, 2)),
        st.builds(Advance, OF_ONE_SIDE, NEAR),
        st.builds(Phase, st.sampled_from(["combat", "supply"])),
    ]
    action: Action = draw(st.one_of(*choices))
    return action


def game(hidden: bool) -> Table:
    def piece(name: str, side: str, **more: Any) -> Unit:
        ratings = {"attack": 6, "defence": 3, "movement": 4, "reduced": {"attack": 2, "defence": 1}, **more}
        return unit(name, side, **ratings)

    units = {
        "a": piece("a", "red", attack=None if hidden else 6),
        "b": piece("b", "red"),
        "m": piece("m", "red", **({"doubtful": "mechanized"} if hidden else {"traits": "mechanized"})),
        "hq": piece("hq", "red", attack=0, defence=0, reduced=None, traits="hq"),
        "d": piece("d", "blue", defence=None if hidden else 5),
        "e": piece("e", "blue"),
        "bhq": piece("bhq", "blue", attack=0, defence=0, reduced=None, traits="hq"),
    }
    on = board({TARGET: "?" if hidden else "village", "1008": "?" if hidden else "forest"}, {f"{TARGET}/{SOUTH}": "river-minor"})
    return table(*((units[name], place) for name, place in PLACES.items()), on=on, rules=KG, charts=CHARTS)


def in_play(at: Table, action: Action) -> bool:
    """Players act with units that are there."""
    units = action.attackers if isinstance(action, Attack) else getattr(action, "units", getattr(action, "steps", ()))
    return all(at.standing(unit) is not None for unit in units)


@settings(deadline=None, max_examples=60)
@given(st.lists(actions(known=False), max_size=6))
def test_any_order_of_actions_is_judged_and_applied_with_facts_lacking(played: list[Action]) -> None:
    at = game(hidden=True)
    for action in played:
        if in_play(at, action):
            for ruled in judge(at, action).ruled:
                opinion = ruled.opinion
                assert opinion.truth.yes or opinion.message
                assert not opinion.truth.open or opinion.truth.needs
            at = apply(at, action)


@settings(deadline=None, max_examples=60)
@given(st.lists(actions(known=True), max_size=6))
def test_nothing_is_undecided_where_everything_is_known(played: list[Action]) -> None:
    at = game(hidden=False)
    fought = False
    for action in played:
        if in_play(at, action):
            if fought or isinstance(action, Attack | Phase):
                lacking = {need for ruled in judge(at, action).ruled for need in ruled.opinion.truth.needs}
                # Players may leave open how a stack went, and whether one that is gone had retreated.
                assert not {
                    need for need in lacking if need.kind not in ("path", "retreat path", "defender retreated", "who lost")
                }
                assert judge(at, action).verdict is not Verdict.UNDECIDED or lacking
            fought = fought or isinstance(action, Attack)
            at = apply(at, action)
