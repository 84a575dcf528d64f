"""Command: ranges around water, formations and independents, chits that reach further, and units not yet released."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Activate, Attack, Draw, Move, Phase
from adjudicator.engine.charts import Chart, table_of
from adjudicator.engine.deeds import DRAWN
from adjudicator.engine.hexes import Hex
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Unknown, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.chits import DRAWS_SHOWN
from adjudicator.rules.command.reach import Reach, authority, range_of
from adjudicator.rules.command.use import RELEASED, orders
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named

from .tables import BASICS, bind, board, table, unit

CHITS: dict[str, Chart] = {
    "chits": table_of(
        [
            {"id": "own", "side": "red", "front": "", "kind": "command", "hq": "HQ"},
            {"id": "group", "side": "red", "front": "", "kind": "hgm", "hq": ""},
        ]
    )
}
RANGE = bind("range", "command.range", "4.2.4", blocked_terrain=["lake"], blocked_features=["water"])
BOND = bind("bond", "command.formations", "4.2.1", fronts=["1F", "2F"])
LIMIT = bind("independents", "command.independents", "4.2.1", number=2, by_headquarters={"7 Pz HQ": 5})
ANYWHERE = bind("group-chit", "command.anywhere", "4.1.3", kinds=["hgm"], number=2)
CHECKS = (
    bind("activation", "command.reaches_its_units", "4.2.1"),
    bind("moves", "command.under_command", "4.2.6", on=("move",)),
    bind("attacks", "command.under_command", "4.2.6", on=("attack",)),
    bind("orders", "command.remember", "4.2.6"),
)
RULES = (BASICS[0], *BASICS[2:4], RANGE, BOND, LIMIT, ANYWHERE, *CHECKS)


def hq(name: str = "HQ", formation: str = "9 Corps", command: int | None = 4) -> Unit:
    return unit(name, attack=0, movement=5, command=command, formation=formation, traits="hq")


def own(name: str, formation: str = "9 Corps", **more: Any) -> Unit:
    return unit(name, attack=3, movement=4, formation=formation, **more)


def independent(name: str, formation: str = "", **more: Any) -> Unit:
    return own(name, formation, traits="independent", **more)


def at(*placed: tuple[Unit, str], rules: tuple[Binding, ...] = RULES, chit: str = "own", **state: Any) -> Table:
    found = table(*placed, rules=rules, charts=CHITS, **state)
    return remembering(found, chit=chit) if chit else found


def activated(*placed: tuple[Unit, str], leader: str = "HQ", chit: str = "own", **more: Any) -> Table:
    return apply(at(*placed, chit=chit, **more), Activate(leader))


def attack(*units: str) -> Attack:
    return Attack(units, "2020")


def first(said: Judged) -> str:
    return said.findings[0].opinion.message


# --- range -------------------------------------------------------------------------------------------------------------------


def reach(
    terrain: dict[str, str] | None = None, sides: dict[str, str] | None = None, command: int | None = 4, **given_: Any
) -> Reach:
    here = table((hq(command=command), "0505"), on=board(terrain, sides))
    parameters: dict[str, Any] = {"blocked_terrain": frozenset({"lake"}), "blocked_features": frozenset({"water"}), **given_}
    found = range_of(here, here.unit("HQ"), **parameters)
    assert found is not None
    return found


@pytest.mark.parametrize(("hex", "within"), [("0505", True), ("0509", True), ("0510", False), ("0905", True), ("1005", False)])
def test_the_range_is_counted_in_hexes_from_the_headquarters(hex: Hex, within: bool) -> None:
    assert reach().at(hex) == (YES if within else NO)


def test_the_range_goes_around_water_and_not_through_it() -> None:
    lake = {f"{column:02}07": "lake" for column in (4, 5, 6)} | {"0406": "lake", "0606": "lake"}
    assert reach().at("0508").yes
    assert reach(lake, command=3).at("0508").no
    assert reach(lake, command=8).at("0508").yes
    assert reach({**lake, "0507": "?"}, command=3).at("0508") == unsure(named("terrain 0507"))


def test_each_reading_of_the_unbridged_river_can_be_bound() -> None:
    grid = board().grid
    island = grid.within("0506", 1)
    far = {f"{hex}/{near}": "river" for hex in island for near in grid.neighbours(hex) if near not in island}
    inside = reach(sides=far, command=6)
    assert inside.at("0510").yes
    blocked = reach(sides=far, command=6, blocked_features=frozenset({"water", "river"}))
    assert (blocked.at("0507"), blocked.at("0508"), blocked.at("0509")) == (YES, NO, NO)
    one = reach(sides=far, command=6, ends_across=frozenset({"river"}))
    assert (one.at("0507"), one.at("0508"), one.at("0509")) == (YES, YES, NO)


def test_a_road_carries_the_range_across_a_river_if_it_bridges_it() -> None:
    around = {f"0505/{near}": "river" for near in board().grid.neighbours("0505")}
    here = table((hq(), "0505"), on=board(sides=around, roads="0505-0506"))
    open_ = range_of(here, here.unit("HQ"), ends_across=frozenset({"river"}), bridged_by=frozenset({"road"}))
    closed = range_of(here, here.unit("HQ"), ends_across=frozenset({"river"}))
    assert open_ is not None
    assert closed is not None
    assert (open_.at("0507"), closed.at("0507"), closed.at("0504")) == (YES, NO, YES)


def test_an_unknown_range_decides_only_where_it_matters() -> None:
    found = reach(command=None)
    assert found.at("0505").yes
    assert found.at("0508") == unsure(named("command of HQ"))
    assert found.at("0520").no


# --- who ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "legal"),
    [
        ((own("a"), own("b"), own("c")), True),  # its own, as many as there are
        ((independent("a"), independent("b")), True),
        ((independent("a"), independent("b"), independent("c")), False),
        ((independent("a"), independent("b"), own("c")), True),
        ((own("a", "26 Corps"),), False),  # another formation
        (
            (own("a", "9 Corps", traits="independent"), independent("b"), independent("c")),
            True,
        ),  # in two minds: counts as its own
        ((own("a", "GD", traits="independent"), independent("b"), independent("c")), False),  # in two minds: here an independent
        ((hq("26 HQ", "26 Corps"),), False),  # headquarters activate no others
    ],
)
def test_a_headquarters_activates_its_own_and_two_independents(called: tuple[Unit, ...], legal: bool) -> None:
    here = at((hq(), "0505"), *((each, "0506") for each in called))
    said = judge(here, Activate("HQ", tuple(each.id for each in called)))
    assert said.verdict is (Verdict.LEGAL if legal else Verdict.ILLEGAL)


def test_one_headquarters_has_five_independents_and_none_of_its_own() -> None:
    units = [(independent(f"i{index}"), "0506") for index in range(6)]
    here = at((hq("7 Pz HQ", "7 Panzer Corps"), "0505"), *units)
    assert judge(here, Activate("7 Pz HQ", tuple(f"i{index}" for index in range(5)))).verdict is Verdict.LEGAL
    six = judge(here, Activate("7 Pz HQ", tuple(f"i{index}" for index in range(6))))
    assert six.verdict is Verdict.ILLEGAL
    assert [row.value for row in six.findings[0].opinion.rows] == ["6", "5"]


def test_units_of_the_other_front_are_never_activated() -> None:
    here = at(
        (hq("HQ", "1F/5 Army"), "0505"),
        (independent("i1", "1F"), "0506"),
        (independent("i2", "2F"), "0506"),
        (own("o", "2F/5 Army"), "0506"),
    )
    assert judge(here, Activate("HQ", ("i1",))).verdict is Verdict.LEGAL
    for other in ("i2", "o"):
        assert judge(here, Activate("HQ", (other,))).verdict is Verdict.ILLEGAL


def test_other_traits_can_count_as_independent() -> None:
    wider = bind("bond", "command.formations", independent=["independent", "garrison"])
    for rules, verdict in ((RULES, Verdict.ILLEGAL), ((*(each for each in RULES if each.id != "bond"), wider), Verdict.LEGAL)):
        here = at((hq(), "0505"), (own("fort", "", traits="garrison"), "0506"), rules=rules)
        assert judge(here, Activate("HQ", ("fort",))).verdict is verdict


def test_orphans_count_as_independents_only_where_the_game_says_so() -> None:
    lost = hq("26 HQ", "26 Corps")
    orphans = bind("bond", "command.formations", orphans=True)
    for rules, verdict in ((RULES, Verdict.ILLEGAL), ((*(each for each in RULES if each.id != "bond"), orphans), Verdict.LEGAL)):
        here = at((hq(), "0505"), (own("a", "26 Corps"), "0506"), (lost, "0101"), rules=rules)
        gone = here.after(here.state.with_standing("26 HQ", None))
        assert judge(gone, Activate("HQ", ("a",))).verdict is verdict
        assert judge(here, Activate("HQ", ("a",))).verdict is Verdict.ILLEGAL


def test_a_doubtful_trait_and_an_unknown_range_are_named() -> None:
    doubtful = own("d", "", doubtful="independent")
    here = at((hq(), "0505"), (doubtful, "0506"))
    assert judge(here, Activate("HQ", ("d",))).findings[0].opinion.truth == unsure(named("is d independent"))
    vague = at((hq(command=None), "0505"), (own("a"), "0508"))
    assert judge(vague, Activate("HQ", ("a",))).findings[0].opinion.truth == unsure(named("command of HQ"))


# --- what they do ------------------------------------------------------------------------------------------------------------


def test_only_units_on_the_list_move_and_attack_when_there_is_one() -> None:
    here = apply(at((hq(), "0505"), (own("a"), "0506"), (own("b"), "0506")), Activate("HQ", ("a",)))
    assert judge(here, attack("a")).verdict is Verdict.LEGAL
    assert judge(here, attack("b")).verdict is Verdict.ILLEGAL
    moved = [each for each in judge(here, Move(("HQ",), "0506")).ruled if each.rule == "moves"]
    assert [each.verdict for each in moved] == [Verdict.LEGAL]


def test_the_range_counts_at_the_moment_of_activation() -> None:
    here = activated((hq(), "0505"), (own("a"), "0509"), (own("b"), "0510"))
    gone = apply(here, Move(("HQ",), "0501"))
    assert judge(gone, attack("a")).verdict is Verdict.LEGAL
    near = apply(here, Move(("HQ",), "0508"))
    refused = judge(near, attack("b"))
    assert refused.verdict is Verdict.ILLEGAL
    assert first(refused) == "b at 0510 was out of the range of HQ when that was activated"
    assert [row.value for row in refused.findings[0].opinion.rows] == ["5", "4"]


def test_independents_are_counted_over_moves_and_attacks_and_phases() -> None:
    here = activated((hq(), "0505"), *((independent(f"i{index}"), "0506") for index in range(3)))
    here = apply(here, Move(("i0",), "0507"))
    here = apply(apply(here, Phase("combat", "red")), attack("i0"))
    assert judge(here, attack("i1")).verdict is Verdict.LEGAL
    full = apply(here, attack("i1"))
    assert orders(full).attacked == {"i0", "i1"}
    refused = judge(full, attack("i2"))
    assert refused.verdict is Verdict.ILLEGAL
    assert first(refused) == "i0, i1 and i2 cannot all be activated by HQ as independents"
    again = apply(full, Activate("HQ"))
    assert judge(again, attack("i2")).verdict is Verdict.LEGAL


def test_without_an_active_headquarters_nobody_knows_except_outside_the_phases_of_command() -> None:
    here = at((own("a"), "0506"))
    assert judge(here, attack("a")).findings[0].opinion.truth == unsure(named("active headquarters"))
    phased = tuple(
        bind("attacks", "command.under_command", on=("attack",), phases=["command"]) if each.id == "attacks" else each
        for each in RULES
    )
    assert judge(at((own("a"), "0506"), rules=phased, phase="reinforcement"), attack("a")).verdict is Verdict.LEGAL
    assert judge(here, Attack(("a",), "2020", kind="bombardment")).verdict is Verdict.LEGAL


@pytest.mark.parametrize(("drawn", "verdict"), [((), Verdict.UNDECIDED), (("own",), Verdict.LEGAL)])
def test_who_is_in_command_before_the_first_chit_is_asked_where_every_chit_is_seen(
    drawn: tuple[str, ...], verdict: Verdict
) -> None:
    here = activated((hq(), "0505"), (own("a"), "0506"))
    shown = here.after(here.state.remember(DRAWS_SHOWN, True).remember(DRAWN, drawn))
    assert judge(shown, Move(("a",), "0507")).verdict is verdict
    assert judge(here, Move(("a",), "0507")).verdict is Verdict.LEGAL


def test_the_group_chit_lets_two_independents_move_anywhere_but_not_attack() -> None:
    units = [(independent(f"i{index}"), "1505") for index in range(3)]
    here = activated((hq(), "0505"), *units, (own("o"), "1505"), chit="group")
    moves = [each for each in judge(here, Move(("i0", "i1"), "1506")).ruled if each.rule == "moves"]
    assert {each.verdict for each in moves} == {Verdict.LEGAL}
    three = [each for each in judge(here, Move(("i0", "i1", "i2"), "1506")).ruled if each.rule == "moves"]
    assert three[-1].verdict is Verdict.ILLEGAL
    assert judge(here, attack("i0")).verdict is Verdict.ILLEGAL
    assert "may not attack" in first(judge(here, attack("i0")))
    assert judge(apply(here, Move(("i0",), "1506")), attack("i0")).verdict is Verdict.ILLEGAL
    far = [each for each in judge(here, Move(("o",), "1506")).ruled if each.rule == "moves"]
    assert far[0].verdict is Verdict.ILLEGAL  # of the formation, but no independent


def test_the_units_of_the_group_chit_come_on_top_or_within_as_the_ruling_has_it() -> None:
    near = [(independent(f"n{index}"), "0506") for index in range(2)]
    far = [(independent(f"f{index}"), "1505") for index in range(2)]
    within = tuple(
        bind("group-chit", "command.anywhere", kinds=["hgm"], number=2, within=True) if each.id == "group-chit" else each
        for each in RULES
    )
    for rules, verdict in ((RULES, Verdict.LEGAL), (within, Verdict.ILLEGAL)):
        here = at((hq(), "0505"), *near, *far, rules=rules, chit="group")
        assert judge(here, Activate("HQ", ("n0", "n1", "f0", "f1"))).verdict is verdict


def test_an_unknown_chit_leaves_open_what_only_the_group_chit_allows() -> None:
    here = activated((hq(), "0505"), (independent("i"), "1505"), chit="")
    (said,) = (each for each in judge(here, Move(("i",), "1506")).ruled if each.rule == "moves" and each.opinion.units == ("i",))
    assert said.opinion.truth == unsure(named("chit drawn"))
    assert judge(here, attack("i")).verdict is Verdict.ILLEGAL


def test_a_chit_the_charts_do_not_tell_of_is_named_as_what_lacks() -> None:
    strange = activated((hq(), "0505"), (independent("i"), "1505"), chit="strange")
    (said,) = (each for each in judge(strange, Move(("i",), "1506")).ruled if each.rule == "moves")
    assert said.opinion.truth == unsure(named("chit strange"))
    bare = table((hq(), "0505"), (independent("i"), "1505"), rules=RULES)
    bare = apply(remembering(bare, chit="group"), Activate("HQ"))
    (said,) = (each for each in judge(bare, Move(("i",), "1506")).ruled if each.rule == "moves")
    assert said.opinion.truth == unsure(named("chart chits"))


def test_a_headquarters_off_the_map_commands_nobody_and_units_off_it_are_not_commanded() -> None:
    away = activated((hq(), "box"), (own("a"), "0506"))
    assert first(judge(away, attack("a"))) == "HQ is not on the map and commands nobody"
    here = activated((hq(), "0505"), (own("a"), "box"))
    assert first(judge(here, attack("a"))) == "a was not on the map when HQ was activated"


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["own", "two minds", "independent"]), st.booleans(), st.booleans()), min_size=1, max_size=7
    ),
    st.booleans(),
)
def test_units_are_judged_together_as_some_assignment_allows(units: list[tuple[str, bool, bool]], group: bool) -> None:
    """(what it is, in range, attacks): by trying which units are activated as what."""
    made = {
        "own": lambda name: own(name),
        "two minds": lambda name: own(name, traits="independent"),
        "independent": lambda name: independent(name),
    }
    placed = [(made[kind](f"u{index}"), "0506" if near else "1505") for index, (kind, near, _) in enumerate(units)]
    here = at((hq(), "0505"), *placed, chit="group" if group else "own")
    of = authority(here, "HQ")
    calls = {index: of.call(f"u{index}") for index in range(len(units))}
    movers = [calls[index] for index, each in enumerate(units) if not each[2]]
    attackers = [calls[index] for index, each in enumerate(units) if each[2]]
    alone = all(of.alone(call, attacks=False).yes for call in movers) and all(
        of.alone(call, attacks=True).yes for call in attackers
    )
    said = alone and of.together(movers, attackers).truth.yes
    everybody = range(len(units))
    extra = 2 if group else 0
    expected = any(
        all(_fits(units[index], index in regular, index in anywhere) for index in everybody)
        for size in range(3)
        for regular in combinations(everybody, size)
        for more in range(extra + 1)
        for anywhere in combinations(everybody, more)
    )
    assert said is expected


def _fits(each: tuple[str, bool, bool], regular: bool, anywhere: bool) -> bool:
    kind, near, attacks = each
    alone = kind != "own"
    return (near and kind != "independent") or (regular and near and alone) or (anywhere and alone and not attacks)


def test_in_turn_three_the_first_five_headquarters_drawn_are_activated_and_the_sixth_is_not() -> None:
    """2.3 of the Spanish Königsberg, with the rule of `chits`."""
    charts: dict[str, Chart] = {
        "chits": table_of([{"id": f"c{n}", "side": "red", "front": "", "kind": "command", "hq": f"HQ{n}"} for n in range(6)]),
        "turns": table_of([{"turn": "3", "limit": "5"}]),
    }
    limit = bind("limit", "chits.within_limit", "2.3", limits={"red": "limit"})
    here = table(*((hq(f"HQ{n}", f"{n} Corps"), "0505") for n in range(6)), rules=(limit,), charts=charts, turn=3)
    verdicts = []
    for n in range(6):
        here = apply(here, Draw(f"c{n}"))
        verdicts.append(judge(here, Activate(f"HQ{n}")).verdict)
        here = apply(here, Activate(f"HQ{n}"))
    assert verdicts == [Verdict.LEGAL] * 5 + [Verdict.ILLEGAL]


# --- not yet released --------------------------------------------------------------------------------------------------------

HELD = (
    RANGE,
    bind("held", "command.held", "11.5", headquarters=["HQ"], until_turn=6, points="vp", points_of="blue", at_least=2),
    bind("released", "command.released_by_attack", "11.5", headquarters=["HQ"]),
)


def held(**state: Any) -> Table:
    on = board().changed(tags={"1010": frozenset({"vp"}), "1111": frozenset({"vp"}), "1212": frozenset({"vp"})})
    units = ((hq(), "0505"), (own("a"), "0506"), (independent("i"), "0506"), (unit("e", "blue", attack=3), "0504"))
    here = table(*units, on=on, rules=(BASICS[0], *BASICS[2:4], *HELD), **state)
    return remembering(here, released=frozenset())


def test_a_held_headquarters_stays_and_its_units_stay_in_range() -> None:
    assert judge(held(), Move(("HQ",), "0506")).verdict is Verdict.ILLEGAL
    assert judge(held(), Move(("a",), "0509")).verdict is Verdict.LEGAL
    refused = judge(held(), Move(("a",), "0510"))
    assert refused.verdict is Verdict.ILLEGAL
    assert refused.findings[0].opinion.fix == "put a back to 0506"
    assert judge(held(), Move(("i",), "0510")).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        ({"turn": 5}, False),
        ({"turn": 6}, True),
        ({"control": {"1010": "blue"}}, False),
        ({"control": {"1010": "blue", "1111": "blue"}}, True),
        ({"control": {"1010": "blue", "1111": "red"}}, False),
    ],
)
def test_turn_and_points_release(state: dict[str, Any], legal: bool) -> None:
    assert judge(held(**state), Move(("HQ",), "0506")).verdict is (Verdict.LEGAL if legal else Verdict.ILLEGAL)


def test_an_attack_on_the_headquarters_releases_it_and_an_unstated_history_decides() -> None:
    here = held()
    assert judge(apply(here, Attack(("e",), "0506")), Move(("HQ",), "0506")).verdict is Verdict.ILLEGAL
    assert judge(apply(here, Attack(("e",), "0505")), Move(("HQ",), "0506")).verdict is Verdict.LEGAL
    unstated = here.after(here.state.without(RELEASED))
    assert judge(unstated, Move(("HQ",), "0506")).findings[0].opinion.truth == unsure(named("released"))
    assert judge(apply(unstated, Attack(("e",), "0505")), Move(("HQ",), "0506")).verdict is Verdict.LEGAL
    vague = remembering(here, released=Unknown(named("was HQ attacked")))
    assert judge(vague, Move(("HQ",), "0506")).findings[0].opinion.truth == unsure(named("was HQ attacked"))
