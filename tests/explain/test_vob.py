"""Announcements as players of Vistula-Oder-Berlin type them: who helps whom, and what kind of attack it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import (
    Action,
    Advance,
    Attack,
    Declare,
    Lose,
    Move,
    Phase,
    Place,
    Remove,
    Replace,
    Retreat,
    Supply,
    Support,
)
from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.evidence.history import Counter
from adjudicator.evidence.notation import note_in
from adjudicator.explain.differences import _reasons
from adjudicator.explain.fights import attack_of, helping
from adjudicator.explain.turns import play
from adjudicator.games import LoadedGame, load
from adjudicator.games.stated_facts import read_facts, telling
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .histories import MAP, Log, counter

KINDS = ("attack", "mobile attack", "second attack")


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("vistula-oder-berlin")


def in_phase(game: LoadedGame, phase: str, active: str) -> Table:
    table = game.table("red-storm")
    return table.after(replace(table.state, phase=phase, active=active))


def announced(table: Table, text: str) -> Attack:
    note = note_in(text)
    assert note is not None
    attack = attack_of(table, note, 3, KINDS)
    assert attack is not None
    return attack


def test_who_helps_is_told_by_the_rules_of_the_game(game: LoadedGame) -> None:
    assert helping(game.table("red-storm")) == {"air", "ship", "artillery", "column"}
    assert helping(load("seelow-kustrin").table("seelow")) == frozenset()


def test_artillery_columns_and_aircraft_help_and_do_not_attack(game: LoadedGame) -> None:
    table = in_phase(game, "allied combat", "allied")
    gun, column = "su-5r", "su-lc-1"
    names = ", ".join(table.unit(unit).name for unit in ("su-3gtk", gun, column, "su-air-1"))
    target = next(
        hex for hex in table.grid.neighbours(table.place_of("su-3gtk") or "") if table.enemies_on_the_ground("allied", hex)
    )
    attack = announced(table, f"!attack {target} with {names}, Luftwaffe 2")
    assert attack.attackers == ("su-3gtk",)
    assert attack.support == (Support(gun), Support(column), Support("su-air-1"))
    assert attack.defence == (Support("de-air-2"),)


@pytest.mark.parametrize(
    ("phase", "kind"), [("german movement", "mobile attack"), ("german combat", "attack")], ids=["moving", "fighting"]
)
def test_an_attack_is_of_the_kind_that_belongs_to_its_phase(game: LoadedGame, phase: str, kind: str) -> None:
    table = in_phase(game, phase, "german")
    unit, target = next(
        (unit, hex)
        for unit, standing in sorted(table.force("german").standings.items())
        if standing.place in table.grid and table.unit(unit).has("mobile").yes
        for hex in table.grid.neighbours(standing.place)
        if table.enemies_on_the_ground("german", hex)
    )
    assert announced(table, f"!attack {target} with {table.unit(unit).name}").kind == kind


def test_columns_come_as_columns_and_only_headquarters_return(game: LoadedGame) -> None:
    table = game.table("red-storm")
    found = {unit: _reasons(table, table.unit(unit)) for unit in ("su-lc-9", "su-hq-3bf", "su-18tk", "de-kriegsmarine")}
    assert found["su-lc-9"][0] == "column"
    assert "return" in found["su-hq-3bf"]
    assert found["su-18tk"] == ("reinforcement",)
    assert found["de-kriegsmarine"][0] == "Kriegsmarine"
    assert not any("set-up" in reasons for reasons in found.values())


# --- whole logs, made by hand


def log_binding(game: LoadedGame) -> BindingEntry:
    (ours,) = bindings_in(game.folder)
    return ours.model_copy(update={"maps": (MAP,)})


def piece(unit: str, place: str, *, lost: int = 0, attacks: bool = False, attacked: bool = False) -> Counter:
    levels = (("Step", 1 + lost), ("attack", int(attacks)), ("target", int(attacked)))
    return replace(counter(unit, place), levels=levels)


def read(game: LoadedGame, log: Log, phase: str, turn: int = 3) -> list[tuple[Verdict, Action]]:
    log.step(turn=f"Turn {turn}: {FOLLOWING[phase]}")
    history = replace(log.history(), opening=f"Turn {turn}: {phase}")
    return [(each.judged.verdict, each.action) for each in play(game, log_binding(game), history).played]


MOVING, ALLIED, GERMAN = "Allied: movement", "Allied: combat", "German: movement and mobile attacks"
FOLLOWING = {MOVING: ALLIED, ALLIED: GERMAN, GERMAN: "German: combat"}


def test_aircraft_that_nobody_mentioned_may_have_helped(game: LoadedGame) -> None:
    """At 1:1 a five takes a step of each; that the defender lost two says that a shift to the right helped."""
    start = [piece("su-air-1", "Air support"), piece("su-5g", "0402"), piece("de-549-vg", "0502")]
    log = Log(*start).step(roll=("Combat 1d6", 5)).step("de-549-vg", piece("su-5g", "0402", lost=1))
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert found[0][1] == Attack(("su-5g",), "0502", (Support("su-air-1"),), die=5)


def test_who_had_no_aircraft_had_no_help(game: LoadedGame) -> None:
    log = Log(piece("su-5g", "0402"), piece("de-549-vg", "0502"))
    found = read(game, log.step(roll=("Combat 1d6", 5)).step("de-549-vg", piece("su-5g", "0402", lost=1)), ALLIED)
    assert (Verdict.ILLEGAL, Lose("german", ("de-549-vg", "de-549-vg"))) in found


def test_a_column_that_is_gone_was_spent_for_the_combat(game: LoadedGame) -> None:
    start = [piece("su-lc-1", "0401"), piece("su-5g", "0402"), piece("de-549-vg", "0502")]
    log = Log(*start).step(roll=("Combat 1d6", 5)).step("de-549-vg", piece("su-5g", "0402", lost=1)).step("su-lc-1")
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert found[0][1] == Attack(("su-5g",), "0502", (Support("su-lc-1"),), die=5)


def test_a_mobile_attack_that_nobody_announced_is_one(game: LoadedGame) -> None:
    log = Log(piece("de-5-pz", "0502"), piece("su-5g", "0402")).step(roll=("Combat 1d6", 5))
    found = read(game, log.step(piece("de-5-pz", "0502", lost=1)), GERMAN)
    (attack,) = (action for _, action in found if isinstance(action, Attack))
    assert attack.kind == "mobile attack"
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}


def test_tanks_of_another_stack_beside_the_hex_keep_nobody_from_a_mobile_attack(game: LoadedGame) -> None:
    start = [piece("de-24-pz", "0605"), piece("de-hg-1", "0605"), piece("de-5-pz", "0403"), piece("su-72", "0404", lost=1)]
    log = Log(*start).step(piece("de-24-pz", "0504"), piece("de-hg-1", "0504")).step(roll=("Combat 1d6", 5)).step("su-72")
    found = read(game, log.step(piece("de-24-pz", "0404")), GERMAN)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    (attack,) = (action for _, action in found if isinstance(action, Attack))
    assert (attack.kind, set(attack.attackers)) == ("mobile attack", {"de-24-pz", "de-hg-1"})


def test_a_headquarters_attacked_alone_needs_no_die(game: LoadedGame) -> None:
    log = Log(piece("de-hq-4a", "0502"), piece("su-5g", "0402")).step(chat="!attack 0502 with 5 Gd").step("de-hq-4a")
    assert read(game, log, ALLIED)[:2] == [
        (Verdict.LEGAL, Attack(("su-5g",), "0502")),
        (Verdict.LEGAL, Remove("de-hq-4a")),
    ]


def test_without_a_die_it_is_no_combat_where_somebody_defends_himself(game: LoadedGame) -> None:
    start = (piece("de-hq-4a", "0502"), piece("de-549-vg", "0502"), piece("su-5g", "0402"))
    log = Log(*start).step(chat="!attack 0502 with 5 Gd").step("de-hq-4a")
    assert not any(isinstance(action, Attack) for _, action in read(game, log, ALLIED))


@pytest.mark.parametrize(("options", "verdict"), [(["defence-in-depth"], Verdict.LEGAL), ([], Verdict.ILLEGAL)])
def test_defence_in_depth_is_declared_instead_of_a_die(options: list[str], verdict: Verdict) -> None:
    game = load("vistula-oder-berlin", options=options)
    log = Log(piece("su-5g", "0402"), piece("de-549-vg", "0502"))
    log.step(chat="!attack 0502 with 5 Gd").step(chat="!declare defence in depth").step(piece("de-549-vg", "0503"))
    found = read(game, log.step(piece("su-5g", "0502")), ALLIED, turn=5)
    assert [action for _, action in found][:2] == [Attack(("su-5g",), "0502"), Declare("defence in depth")]
    assert found[2:4] == [(verdict, Retreat(("de-549-vg",), "0503")), (verdict, Advance(("su-5g",), "0502"))]


AIRCRAFT = [
    ("", 5, [piece("su-22", "2103", lost=1)], Verdict.LEGAL),
    ("", 6, ["su-22"], Verdict.LEGAL),
    ("", 6, [piece("su-22", "2103", lost=1), piece("su-106", "2103", lost=1)], Verdict.LEGAL),
    ("", 2, ["su-22"], Verdict.ILLEGAL),
    ("nobody says whom", 6, ["su-22"], Verdict.UNDECIDED),
]


@pytest.mark.parametrize(("silent", "die", "after", "verdict"), AIRCRAFT)
def test_steps_that_aircraft_take_of_those_who_move_are_known_by_their_die(
    silent: str, die: int, after: list[Counter | str], verdict: Verdict
) -> None:
    game = load("vistula-oder-berlin", options=["interdiction"])
    log = Log(piece("su-106", "2103"), piece("su-22", "2103"))
    log = log if silent else log.step(chat="!roll interdiction by one for 106")
    log.step(roll=("Interdiction by one 1d6", die))
    for each in after:
        log.step(each)
    found = read(game, log, MOVING)
    assert {said for said, action in found if isinstance(action, Lose | Remove)} == {verdict}


def test_where_aircraft_attack_nobody_who_moves_their_die_takes_no_step(game: LoadedGame) -> None:
    log = Log(piece("su-106", "2103"), piece("su-22", "2103")).step(chat="!roll interdiction by one for 106")
    found = read(game, log.step(roll=("Interdiction by one 1d6", 6)).step("su-22"), MOVING)
    assert Verdict.ILLEGAL in {said for said, action in found if isinstance(action, Lose | Remove)}


def test_who_left_may_have_moved_in_a_phase_that_nobody_clicked(game: LoadedGame) -> None:
    """The defender lost his step and is elsewhere afterwards; the counter shows his movement only later."""
    start = [piece("su-5g", "0402"), piece("de-5-pz", "0502"), piece("de-2-pzgr", "0603")]
    log = Log(*start).step(chat="!attack 0502 with 5 Gd").step(roll=("Combat 1d6", 6))
    log.step(piece("de-5-pz", "0502", lost=1), piece("su-5g", "0402", lost=1)).step(piece("de-5-pz", "0504", lost=1))
    found = read(game, log, ALLIED)
    assert any(isinstance(action, Move) and action.units == ("de-5-pz",) for _, action in found)
    assert not any(isinstance(action, Retreat) for _, action in found)


def test_who_got_steps_back_and_moved_on_did_both_in_their_phases_though_nobody_clicked_between(game: LoadedGame) -> None:
    """Another unit moved between the two, so that the movement phase had begun when the second was looked at."""
    log = Log(piece("su-hq-1bf", "1604"), piece("su-77", "1506", lost=1), piece("su-47", "1505"))
    log.step(piece("su-77", "1506")).step(piece("su-47", "1405")).step(piece("su-77", "1406"))
    log.step(turn="Turn 3: Allied: combat")
    history = replace(log.history(), opening="Turn 3: Reinforcements and replacements")
    found = play(game, log_binding(game), history).played
    assert [(type(each.action), each.judged.verdict) for each in found if not isinstance(each.action, Phase)] == [
        (Replace, Verdict.LEGAL),
        (Move, Verdict.LEGAL),
        (Move, Verdict.LEGAL),
    ]


def kinds_of_attacks(game: LoadedGame, log: Log, opening: str) -> list[tuple[str, str, Verdict]]:
    """Each attack with its kind, the phase in which it was made, and whether it was right."""
    history = replace(log.history(), opening=opening)
    found = play(game, log_binding(game), history).played
    attacks = [(each.action, each) for each in found if isinstance(each.action, Attack)]
    return [(action.kind, each.before.state.phase, each.judged.verdict) for action, each in attacks]


@pytest.mark.parametrize(
    ("attacker", "kind", "phase"),
    [("de-5-pz", "mobile attack", "german movement"), ("de-549-vg", "attack", "german combat")],
    ids=["mobile", "on foot"],
)
def test_where_nobody_clicks_who_attacks_tells_which_phase_has_begun(
    game: LoadedGame, attacker: str, kind: str, phase: str
) -> None:
    log = Log(piece(attacker, "0502"), piece("su-5g", "0402"), piece("su-22", "2103"), piece("de-72", "2104"))
    log.step(chat="!attack 2104 with 22 on 1-1").step(roll=("Combat 1d6", 6)).step("de-72", piece("su-22", "2103", lost=1))
    log.step(chat=f"!attack 0402 with {game.roster[attacker].name}").step(roll=("Combat 1d6", 1))
    found = kinds_of_attacks(game, log.step(attacker), "Turn 3: Allied: combat")
    assert [each[:2] for each in found] == [("attack", "allied combat"), (kind, phase)]


def test_an_attack_on_foot_tells_that_its_phase_has_begun_where_the_next_click_passes_over_it(game: LoadedGame) -> None:
    log = Log(piece("de-549-vg", "0502"), piece("su-5g", "0402")).step(chat="!attack 0402 with 549 VG")
    log.step(roll=("Combat 1d6", 1)).step("de-549-vg").step(turn="Turn 4: Allied: movement")
    found = kinds_of_attacks(game, log, f"Turn 3: {GERMAN}")
    assert [each[:2] for each in found] == [("attack", "german combat")]


def test_an_attack_on_foot_is_no_mobile_attack_where_the_counter_shows_every_phase(game: LoadedGame) -> None:
    others = [piece("de-349-vg", "0604"), piece("de-5-pz", "0703")]
    log = Log(piece("de-549-vg", "0502"), piece("su-5g", "0402"), *others).step(chat="!attack 0402 with 549 VG")
    log.step(roll=("Combat 1d6", 1)).step("de-549-vg").step(piece("de-349-vg", "0505")).step(piece("de-5-pz", "0905"))
    log.step(turn="Turn 3: German: combat")
    log.step(turn="Turn 3: End of turn: supply and victory").step(turn="Turn 4: Reinforcements and replacements")
    assert ("mobile attack", "german movement", Verdict.ILLEGAL) in kinds_of_attacks(game, log, f"Turn 3: {GERMAN}")


def test_a_column_that_was_put_aside_again_came_only_where_it_was_put_then(game: LoadedGame) -> None:
    start = [piece("su-hq-1bf", "1604"), piece("su-lc-9", "nowhere"), piece("su-hq-2bf", "1004")]
    log = Log(*start).step(piece("su-lc-9", "1004")).step(piece("su-lc-9", "nowhere")).step(piece("su-lc-9", "1604"))
    log.step(turn="Turn 3: Allied: movement")
    history = replace(log.history(), opening="Turn 3: Reinforcements and replacements")
    found = play(game, log_binding(game), history).played
    assert [each.action for each in found if not isinstance(each.action, Phase)] == [Place("su-lc-9", "1604", "column")]


def test_who_went_on_through_a_hex_need_not_have_attacked_it(game: LoadedGame) -> None:
    """Nobody announced the first combat; who went on through its hex, and is said to attack later, attacks once."""
    start = [piece("su-5g", "0402"), piece("su-3gtk", "0403"), piece("de-549-vg", "0502"), piece("de-349-vg", "0604")]
    log = Log(*start).step(roll=("Combat 1d6", 6)).step("de-549-vg", piece("su-5g", "0402", lost=1))
    log.step(piece("su-3gtk", "0503")).step(chat="!attack 0604 with 3 Gd TK").step(roll=("Combat 1d6", 1))
    found = kinds_of_attacks(game, log.step("su-3gtk"), f"Turn 3: {ALLIED}")
    assert len(found) == 2
    assert Verdict.ILLEGAL not in {each[2] for each in found}


def test_who_exploits_the_breach_of_a_combat_that_nobody_announced_moves_in_no_wrong_phase(game: LoadedGame) -> None:
    """All stand as they are set up: many may have attacked, and with any of them it is lawful."""
    table = game.table("red-storm")
    log = Log(*(piece(unit.id, each.place) for unit, each in table.state.units if each.place in table.grid))
    log.step(roll=("Combat 1d6", 1)).step("de-kw").step(piece("su-8gmk", "2005")).step(piece("su-9tk", "2005"))
    found = read(game, log, ALLIED, turn=1)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [each.units for _, each in found if isinstance(each, Advance)] == [("su-8gmk",), ("su-9tk",)]


def test_what_a_die_brought_may_be_done_after_an_attack_that_needs_none_was_announced(game: LoadedGame) -> None:
    start = [piece("su-5g", "0402"), piece("de-549-vg", "0502"), piece("su-22", "2103"), piece("de-hq-4pza", "2104")]
    log = Log(*start).step(chat="!attack 0502 with 5 Gd").step(roll=("Combat 1d6", 6)).step(chat="!attack 2104 with 22")
    log.step(piece("de-549-vg", "0502", lost=1)).step(piece("su-5g", "0402", lost=1)).step("de-hq-4pza")
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [type(action) for _, action in found][:5] == [Attack, Lose, Lose, Attack, Remove]


def test_a_headquarters_attacked_alone_may_be_taken_off_after_the_next_die(game: LoadedGame) -> None:
    start = [piece("su-5g", "0402"), piece("de-549-vg", "0502"), piece("su-22", "2103"), piece("de-hq-4pza", "2104")]
    log = Log(*start).step(chat="!attack 2104 with 22").step(chat="!attack 0502 with 5 Gd").step(roll=("Combat 1d6", 6))
    log.step("de-hq-4pza").step(piece("de-549-vg", "0502", lost=1)).step(piece("su-5g", "0402", lost=1))
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [type(action) for _, action in found][:5] == [Attack, Remove, Attack, Lose, Lose]


def test_the_second_of_two_dice_may_be_typed_before_what_the_first_brought_is_done(game: LoadedGame) -> None:
    start = [piece("su-5g", "0402"), piece("su-3gtk", "0402"), piece("de-549-vg", "0502"), piece("su-22", "2103")]
    log = Log(*start, piece("de-72", "2104")).step(chat="!attack 0502 with 5 Gd, 3 Gd TK")
    log.step(chat="!attack 2104 with 22").step(roll=("Combat 1d6", 6)).step(chat="<Anna> - un 6").step("de-549-vg")
    log.step(piece("su-5g", "0402", lost=1)).step(piece("su-3gtk", "0502")).step(piece("de-72", "2104", lost=1))
    found = read(game, log.step(piece("su-22", "2103", lost=1)), ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [action.attackers for _, action in found if isinstance(action, Attack)] == [("su-5g", "su-3gtk"), ("su-22",)]


def test_a_stack_that_is_only_nudged_does_not_put_off_what_became_of_its_units_before(game: LoadedGame) -> None:
    log = Log(piece("su-hq-1bf", "1604"), piece("su-77", "1506", lost=1), piece("su-47", "1505"))
    log.step(piece("su-77", "1506")).step(piece("su-47", "1405")).step(piece("su-77", "1507")).step(piece("su-77", "1506"))
    log.step(turn="Turn 3: Allied: combat")
    history = replace(log.history(), opening="Turn 3: Reinforcements and replacements")
    found = [each for each in play(game, log_binding(game), history).played if not isinstance(each.action, Phase)]
    assert [(type(each.action), each.judged.verdict) for each in found] == [(Replace, Verdict.LEGAL), (Move, Verdict.LEGAL)]


def test_an_attacker_who_went_on_in_another_direction_advanced_and_did_not_retreat(game: LoadedGame) -> None:
    start = [piece("su-12gtk", "1903"), piece("de-72", "2004"), piece("su-hq-1bf", "1604")]
    log = Log(*start).step(chat="!attack 2004 with 12 Gd TK").step(roll=("Combat 1d6", 6)).step("de-72")
    found = read(game, log.step(piece("su-12gtk", "1403", lost=1)), ALLIED)
    assert [(verdict, type(action)) for verdict, action in found if isinstance(action, Advance | Retreat)] == [
        (Verdict.ILLEGAL, Advance)
    ]


@pytest.mark.parametrize("whose", ["su-air-1", "de-air-1"])
def test_aircraft_laid_on_the_hex_and_put_back_into_their_box_neither_defend_it_nor_march(game: LoadedGame, whose: str) -> None:
    """At 1:1 a five takes a step of each, at 2:1 two of the defender, at 1:2 two of the attacker."""
    lost = {"su-air-1": (1, 2), "de-air-1": (2, 1)}[whose]
    start = [piece(whose, "Air support"), piece("su-5g", "0402"), piece("de-1", "0502")]
    log = Log(*start).step(piece(whose, "0502")).step(chat="!attack 0502 with 5 Gd").step(roll=("Combat 1d6", 5))
    log.step(*(["su-5g"] if lost[0] == 2 else [piece("su-5g", "0402", lost=1)]))
    log.step(*(["de-1"] if lost[1] == 2 else [piece("de-1", "0502", lost=1)])).step(piece(whose, "Air support"))
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    (attack,) = (action for _, action in found if isinstance(action, Attack))
    assert [each.unit for each in (*attack.support, *attack.defence)] == [whose]


def test_markers_of_supply_belong_to_the_phase_before_what_came_only_after_them(game: LoadedGame) -> None:
    """Nobody clicked between the supply check and the columns of the next turn."""
    laid = replace(counter("marker-1", "2104"), markers=(("marker", "out of supply"),))
    log = Log(piece("de-hq-3pza", "0106"), piece("de-72", "2104"), piece("de-lc-3", "nowhere"))
    log.step(laid).step(piece("de-lc-3", "0106")).step(turn="Turn 3: Beginning of the turn: dice of 11.2 to 12.6")
    log.step(turn="Turn 3: Reinforcements and replacements")
    history = replace(log.history(), opening="Turn 2: End of turn: supply and victory")
    found = play(game, log_binding(game), history).played
    acted = [(each.judged.verdict, each.action) for each in found if not isinstance(each.action, Phase)]
    assert acted == [
        (Verdict.LEGAL, Supply((("de-72", "out of supply"),))),
        (Verdict.LEGAL, Place("de-lc-3", "0106", "column")),
    ]


@pytest.mark.parametrize("where", ["0402", "0401"])
def test_a_column_that_stood_with_attackers_and_is_gone_was_spent_and_is_no_loss_of_theirs(game: LoadedGame, where: str) -> None:
    start = [piece("su-5g", "0402"), piece("su-8g", "0402"), piece("de-549-vg", "0502"), piece("su-lc-5", where)]
    log = Log(*start).step(chat="!attack 0502 with 5 Gd, 8 Gd, LC 5").step(roll=("Combat 1d6", 6))
    log.step("de-549-vg").step(piece("su-5g", "0402", lost=1)).step("su-lc-5")
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [action for _, action in found if isinstance(action, Remove)] == [Remove("su-lc-5")]
    assert [action.steps for _, action in found if isinstance(action, Lose)] == [("de-549-vg", "de-549-vg"), ("su-5g",)]


def test_columns_taken_off_before_a_late_click_are_no_duty_left_undone_by_who_marches_before_it(game: LoadedGame) -> None:
    start = [piece("su-5g", "0402"), piece("su-8g", "0402"), piece("de-549-vg", "0502")]
    log = Log(*start, piece("su-lc-1", "0401"), piece("su-lc-2", "0402"), piece("de-19-pz", "1608"))
    log.step(chat="!attack 0502 with 5 Gd, 8 Gd, LC 1, LC 2").step(roll=("Combat 1d6", 6)).step("de-549-vg")
    log.step(piece("su-5g", "0402", lost=1)).step("su-lc-1").step("su-lc-2").step(piece("de-19-pz", "1607"))
    found = read(game, log, ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert (Verdict.LEGAL, Move(("de-19-pz",), "1607")) in found


@pytest.mark.parametrize(("told", "verdict"), [((), Verdict.UNDECIDED), (("22",), Verdict.LEGAL), (("none",), Verdict.ILLEGAL)])
def test_a_headquarters_that_was_taken_off_alone_may_have_been_attacked_though_nobody_said_so(
    game: LoadedGame, told: tuple[str, ...], verdict: Verdict
) -> None:
    """Such an attack needs no die: who does not announce it leaves no other trace."""
    start = [piece("su-5g", "0402"), piece("de-549-vg", "0502"), piece("su-22", "2103"), piece("de-hq-4pza", "2104")]
    log = (
        Log(*start)
        .step(chat="<Ada> - !attack 0502 with 5 Gd")
        .step(roll=("Combat 1d6", 6))
        .step(piece("de-549-vg", "0502", lost=1))
    )
    log.step(piece("su-5g", "0402", lost=1)).step("de-hq-4pza").step(turn=f"Turn 3: {GERMAN}")
    answers = telling(read_facts([], [f"attackers of 2104: {each}" for each in told], game))
    history = replace(log.history(), opening=f"Turn 3: {ALLIED}")
    found = {each.judged.verdict for each in play(game, log_binding(game), history, answers).played}
    assert found == {Verdict.LEGAL, verdict}


def test_whom_aircraft_that_nobody_mentioned_may_have_stood_in_for_may_attack_elsewhere(game: LoadedGame) -> None:
    """5 Gd and 22 together have the odds that explain what followed; but so has 5 Gd with an air army."""
    start = [piece("su-air-1", "Air support"), piece("su-5g", "0402"), piece("su-22", "0402")]
    log = Log(*start, piece("de-549-vg", "0502"), piece("de-72", "0302")).step(roll=("Combat 1d6", 5))
    log.step("de-549-vg").step(piece("su-5g", "0402", lost=1)).step(chat="!attack 0302 with 22").step(roll=("Combat 1d6", 6))
    found = read(game, log.step(piece("de-72", "0302", lost=1)).step(piece("su-22", "0402", lost=1)), ALLIED)
    assert {verdict for verdict, _ in found} == {Verdict.LEGAL}
    assert [action.attackers for _, action in found if isinstance(action, Attack)] == [("su-5g", "su-22"), ("su-22",)]


def test_a_counter_that_comes_two_phases_late_and_shows_what_is_over_ends_no_combat(game: LoadedGame) -> None:
    start = [piece("su-5g", "0402"), piece("su-10tk", "0403"), piece("de-549-vg", "0502"), piece("su-22", "2103")]
    log = Log(*start, piece("de-72", "2104")).step(turn="Turn 3: Beginning of the turn: dice of 11.2 to 12.6")
    log.step(piece("su-10tk", "0203")).step(turn="Turn 3: Reinforcements and replacements")
    log.step(chat="!attack 0502 with 5 Gd").step(roll=("Combat 1d6", 6)).step(turn=f"Turn 3: {MOVING}")
    log.step(chat="!attack 2104 with 22").step(roll=("Combat 1d6", 6)).step(piece("de-549-vg", "0502", lost=1))
    log.step(piece("su-5g", "0402", lost=1)).step(piece("de-72", "2104", lost=1)).step(piece("su-22", "2103", lost=1))
    log.step(turn=f"Turn 3: {GERMAN}")
    history = replace(log.history(), opening="Turn 3: Beginning of the turn: dice of 11.2 to 12.6")
    found = play(game, log_binding(game), history).played
    assert Verdict.ILLEGAL not in {each.judged.verdict for each in found}
    assert {each.before.state.phase for each in found if isinstance(each.action, Attack)} == {"allied combat"}


def test_two_clicks_that_came_too_early_follow_the_one_to_the_phase_in_which_a_marker_was_still_laid(game: LoadedGame) -> None:
    """Nothing was done in that phase before them, so all three wait for what is done."""
    laid = replace(counter("marker-1", "2104"), markers=(("marker", "out of supply"),))
    log = Log(piece("de-hq-3pza", "0106"), piece("de-72", "2104"), piece("de-lc-3", "nowhere"))
    for phase in ("Turn 2: End of turn: supply and victory", "Turn 3: Beginning of the turn: dice of 11.2 to 12.6"):
        log.step(turn=phase)
    log.step(turn="Turn 3: Reinforcements and replacements").step(laid).step(piece("de-lc-3", "0106")).step(
        turn=f"Turn 3: {MOVING}"
    )
    found = play(game, log_binding(game), replace(log.history(), opening="Turn 2: German: combat")).played
    assert {each.judged.verdict for each in found} == {Verdict.LEGAL}
    assert [(type(each.action), each.before.state.phase) for each in found if not isinstance(each.action, Phase)] == [
        (Supply, "end"),
        (Place, "reinforcement"),
    ]
