"""Legal play of people who put aside, click late, talk of dice and say nothing: nobody is accused of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest

from adjudicator.engine.actions import Attack, Move, Phase, Remove, Replace, Roll
from adjudicator.evidence.observations import observed
from adjudicator.explain.throws import Throws
from adjudicator.explain.turns import play
from adjudicator.games import load

from .histories import BINDING, Log, counter
from .seelow import PHASES, actions, faults, log, piece, played

TANKS, PANZER = "su-11t-20", "de-20pg-8-1"
RIFLE, PANZERGRENADIERS = "su-47g-137", "de-20pg-76-1"
AT, MORALE, COMBAT = (f"{name} 1d6" for name in ("Antitank fire", "Morale check", "Combat"))


def clicked(given: Log, *phases: str) -> Log:
    for phase in phases:
        given.step(turn=f"Turn 3: {PHASES[phase]}")
    return given


def illegal(given: Log) -> list[tuple[int, str]]:
    return [(step, rule) for step, verdict, rule in faults(given) if verdict == "illegal"]


def test_who_was_put_aside_to_where_he_goes_later_goes_later() -> None:
    given = log(piece(RIFLE, "2507"), piece("su-47g-140", "2609"), phase="second movement")
    given.step(piece(RIFLE, "2506")).step(piece(RIFLE, "2507")).step(piece("su-47g-140", "2608")).step(piece(RIFLE, "2506"))
    assert [each.units for each in actions(given) if isinstance(each, Move)] == [("su-47g-140",), (RIFLE,)]


def test_who_leaves_with_a_unit_that_failed_is_no_second_check() -> None:
    given = log(piece(TANKS, "2310"), piece("su-11t-65", "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/8 Pz").step(roll=(AT, 1)).step(roll=(MORALE, 6)).step(piece(TANKS, "2312"))
    given.step(piece(TANKS, "2312", disrupted=True)).step(piece("su-11t-65", "2313"))
    assert [each for each in actions(given) if isinstance(each, Roll)] == [Roll("morale", (6,), unit=TANKS)]


def owed(*dice: int) -> list[tuple[int, str]]:
    """Two fire at one of two that stand together, one has not fired yet, and another enemy stands near."""
    enemies = piece("de-502-2", "2310"), piece("de-502-1", "2310"), piece(PANZER, "2409")
    riflemen = zip(("su-295-1040", "su-295-1042", RIFLE, "su-47g-140"), ("2309", "2311", "2410", "2408"), strict=True)
    given = log(*enemies, *(piece(each, at) for each, at in riflemen), phase="first antitank fire")
    given.step(chat="!fire II/502 SS with 1040/295, 1042/295")
    for die in dice:
        given.step(roll=(AT, die))
    return illegal(clicked(given, "first combat"))


def test_who_was_owed_a_fire_may_have_been_fired_at_by_a_die_that_nobody_announced() -> None:
    assert "antitank-owed" in {rule for _, rule in owed(6)}
    assert "antitank-owed" not in {rule for _, rule in owed(6, 6)}


def test_clicks_that_catch_up_amid_a_combat_end_nothing() -> None:
    given = log(piece(RIFLE, "2307"), piece(PANZERGRENADIERS, "2308"), phase="first defensive antitank fire")
    given.step(chat="!attack 2308 with 137 Gd/47 Gd").step(roll=(COMBAT, 6))
    clicked(given, "first antitank fire", "first combat").step(piece(RIFLE, "2307", lost=1))
    given.step(piece(RIFLE, "2305", lost=1)).step(piece(RIFLE, "2305", lost=1, disrupted=True))
    assert illegal(given) == []


def test_a_number_in_talk_long_before_was_none_of_the_die_that_it_is_about() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), piece("su-11t-36", "2608"), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/8 Pz").step(roll=(AT, 1)).step(chat="!morale 20/11 T")
    given.step(chat="<Ada> - you rolled a 6 last time").step(roll=(MORALE, 1))
    for _ in range(45):
        given.step(chat="<Ada> - well")
    clicked(given, "first antitank fire", "first combat")
    assert illegal(given) == []


def test_who_announces_clicks_and_rolls_has_announced() -> None:
    given = log(piece(RIFLE, "2307"), piece(PANZERGRENADIERS, "2308"), phase="first antitank fire")
    given.step(chat="!attack 2308 with 137 Gd/47 Gd")
    game = played(clicked(given, "first combat").step(roll=(COMBAT, 3)))
    assert game.played[-1].action == Attack((RIFLE,), "2308", die=3)
    assert game.looked_into == ()  # it is plain


def test_who_is_dragged_along_with_one_whose_path_is_named_goes_that_way() -> None:
    along = "su-47g-140"
    given = log(piece(RIFLE, "2507"), piece(along, "2507"), phase="second movement").step(
        chat="!path 137 Gd/47 Gd 2507-2407-2406"
    )
    moves = actions(given.step(piece(RIFLE, "2406"), piece(along, "2406")))
    assert {each.path for each in moves if isinstance(each, Move)} == {("2507", "2407", "2406")}


def test_what_is_done_after_the_first_click_of_a_log_followed_from_no_combat_before_it() -> None:
    given = log(piece(RIFLE, "2507"), phase="first barrage")
    assert illegal(clicked(given, "first movement").step(piece(RIFLE, "1907"))) == [(3, "allowance")]


def test_two_headquarters_taken_off_one_after_the_other_leave_in_the_phase_that_begins_by_the_first() -> None:
    given = Log(counter("su-hq-31a", "0238"), counter("su-hq-11ga", "0343"), counter("de-21", "1233", level=2))
    given.step("su-hq-31a").step("su-hq-11ga").step(counter("de-21", "1233"))
    read = play(load("koenigsberg-3cg"), BINDING, replace(given.history(), opening="Turn 2, Air units"))
    done = [(each.before.state.phase, type(each.action)) for each in read.played if not isinstance(each.action, Phase)]
    assert done == [("reinforcement", Remove), ("reinforcement", Remove), ("replacement", Replace)]


@pytest.mark.parametrize("said", ["!attack 2309 w 137 Gd and 140", "!angriff 2309 mit 137, 140 Gd"])
def test_units_may_be_called_by_how_their_names_begin(said: str) -> None:
    given = log(piece(RIFLE, "2310"), piece("su-47g-140", "2410"), piece(PANZERGRENADIERS, "2309"), phase="first combat")
    given.step(chat=said).step(roll=(COMBAT, 4))
    assert [each.attackers for each in actions(given) if isinstance(each, Attack)] == [(RIFLE, "su-47g-140")]


@pytest.mark.parametrize(
    ("said", "unmet"),
    [
        (("!roll bombardment 2BF", "!roll bombardment 3BF"), 1),
        (("!roll bombardment 2BF", "3", "!roll bombardment 3BF"), 0),
        (("!roll bombardment 2BF", "!roll bombardment 2BF"), 0),  # said again
    ],
)
def test_who_announces_dice_and_throws_none_for_them_has_said_it_for_nothing(said: Sequence[str], unmet: int) -> None:
    """Else dice that were one too few are taken for thrown by mistake, and those of another unit for the ones that lack."""
    bound = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    given = Log()
    for each in said:
        given.step(roll=("Shells", int(each))) if each.isdigit() else given.step(chat=each)
    throws = Throws(SimpleNamespace(table=None, loaded=load("koenigsberg-rg")))  # type: ignore[arg-type]
    for heard in observed(bound, given.history()):
        list(throws.told(heard))
    assert (throws.unmet(), throws.waiting()) == (unmet, 1)


def test_a_phase_that_began_because_of_what_was_done_begins_once_though_the_clicks_to_it_come_over_the_end_of_a_turn() -> None:
    """Else what failed checks ask for is asked before it can be done."""
    given = log(piece("su-kag-4", "2709"), piece("de-mun-2-1", "2206"), piece(RIFLE, "2306"), phase="rally", turn=2)
    given.step(chat="<Ada> - !barrage 2206 with 4 KAG").step(roll=("Barrage 1d6", 6)).step(turn="Turn 2: Turn renewal")
    given.step(turn="Turn 3: First player: barrage").step(chat="<Ada> - !morale I/2 Mün").step(roll=(MORALE, 1))
    begun = [each.phase for each in actions(clicked(given, "first movement")) if isinstance(each, Phase)]
    assert begun == ["first barrage", "first movement"]
