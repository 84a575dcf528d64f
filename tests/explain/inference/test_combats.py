"""Combats that nobody announced: which one it was shows in what followed, and where it does not, nobody is accused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from adjudicator.engine.actions import Action, Advance, Attack, Lose, Retreat, Support
from adjudicator.engine.deeds import ATTACKED
from adjudicator.evidence.history import Counter
from adjudicator.explain import turns
from adjudicator.explain.board import Played
from adjudicator.explain.inference.marked import carried_later
from adjudicator.explain.inference.search import Reading, Search
from adjudicator.explain.judging import DECISIVE
from adjudicator.explain.turns import play
from adjudicator.games import LoadedGame, load
from adjudicator.games.stated_facts import NOTHING_TOLD, read_facts, telling
from adjudicator.verdict import Verdict

from ..histories import BINDING, Log, counter
from ..test_turns import koenigsberg

GUARDS, HOME, BASE = "su-2bf-3g", "luftwaffe", "refit"
WITH_AIR = BINDING.model_copy(update={"boxes": {"Luftwaffe": HOME, "Refit": BASE}})


@cache
def unprinted() -> LoadedGame:
    """The game on a module that does not show our facts."""
    return load("koenigsberg-rg", trust=DECISIVE)


def played(log: Log, loaded: LoadedGame | None = None) -> tuple[Played, ...]:
    return play(loaded or koenigsberg(), WITH_AIR, log.history()).played


def actions(log: Log) -> list[Action]:
    return [each.action for each in played(log)]


def verdicts(log: Log, loaded: LoadedGame | None = None) -> list[Verdict]:
    return [each.judged.verdict for each in played(log, loaded)]


def needs(log: Log, loaded: LoadedGame | None = None) -> set[str]:
    return {str(need) for each in played(log, loaded) for one in each.judged.findings for need in one.opinion.truth.needs}


def two_against_one(die: int) -> Log:
    """21 and 28 stand next to the Guards; 4 and 3 against 4."""
    log = Log(counter("de-21", "1233"), counter("de-28", "1234"), counter(GUARDS, "1334"))
    return log.step(roll=("Combat", die))


def one_against_one(die: int) -> Log:
    return Log(counter("de-21", "1233"), counter(GUARDS, "1334")).step(roll=("Combat", die))


def test_the_only_attack_that_explains_a_retreat_is_recognised() -> None:
    log = one_against_one(6).step(counter(GUARDS, "1335")).step(counter("de-21", "1334"))
    assert actions(log) == [
        Attack(("de-21",), "1334", die=6),
        Retreat((GUARDS,), "1335"),
        Advance(("de-21",), "1334"),
    ]
    assert set(verdicts(log)) == {Verdict.LEGAL}


def test_a_combat_is_recognised_though_somebody_else_went_where_he_may_not_meanwhile() -> None:
    start = counter("de-21", "1233"), counter("de-28", "1031"), counter(GUARDS, "1334")
    log = Log(*start).step(roll=("Combat", 6)).step(counter(GUARDS, "1335")).step(counter("de-28", "1032"))
    assert actions(log)[:2] == [Attack(("de-21",), "1334", die=6), Retreat((GUARDS,), "1335")]


def test_a_recognised_combat_says_that_it_was_only_read_so() -> None:
    (attack, _) = played(one_against_one(6).step(counter(GUARDS, "1335")))
    assert "read as the attack of 21 on 1334" in attack.reading
    assert "as no other does" in attack.reading


def test_an_announced_combat_needs_no_reading() -> None:
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334")).step(chat="!attack 1334 with 21").step(roll=("Combat", 4))
    assert [each.reading for each in played(log)] == [""]


def test_only_attackers_whose_result_fits_what_followed_are_taken() -> None:
    """21 alone has 1-1 and nothing happens on a 4; 28 alone has 1-2 and loses a step."""
    log = two_against_one(4).step(counter("de-28", "1234", level=2))
    attack = actions(log)[0]
    assert isinstance(attack, Attack)
    assert attack.attackers == ("de-28",)
    assert set(verdicts(log)) == {Verdict.LEGAL}


def test_of_several_legal_readings_one_is_taken_and_others_are_mentioned() -> None:
    (attack,) = played(two_against_one(4))
    assert attack.judged.verdict is Verdict.LEGAL
    assert "so would others" in attack.reading


def test_whoever_only_may_have_attacked_may_attack_again() -> None:
    """Nothing followed, so 21 need not have been in it."""
    log = two_against_one(4).step(chat="!attack 1334 with 21").step(roll=("Combat", 4))
    assert verdicts(log) == [Verdict.LEGAL, Verdict.LEGAL]


def test_whoever_advanced_has_attacked() -> None:
    log = two_against_one(6).step(counter(GUARDS, "1433")).step(counter("de-21", "1334"))
    end = play(koenigsberg(), WITH_AIR, log.history()).end
    assert end.state.has(ATTACKED, "de-21").yes
    assert not end.state.has(ATTACKED, "de-28").yes


def test_losses_that_no_attack_explains_are_illegal() -> None:
    log = two_against_one(4).step(counter(GUARDS, "1334", level=2))
    assert verdicts(log) == [Verdict.LEGAL, Verdict.ILLEGAL]
    assert [each.rule for one in played(log) for each in one.judged.findings] == ["losses-due"]


def test_losses_that_no_attack_explains_are_open_where_strengths_are_not_known() -> None:
    log = two_against_one(4).step(counter(GUARDS, "1334", level=2))
    assert Verdict.ILLEGAL not in verdicts(log, unprinted())
    assert "attackers of 1334" in needs(log, unprinted())


def test_losses_with_nobody_near_who_could_have_caused_them_are_a_question() -> None:
    log = Log(counter("de-21", "1031"), counter(GUARDS, "1334")).step(roll=("Combat", 4)).step(counter(GUARDS, "1334", level=2))
    assert set(verdicts(log)) == {Verdict.UNDECIDED}
    assert "combat of step 1" in needs(log)


def test_a_named_hex_is_the_one_attacked() -> None:
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334"), counter("su-2bf-2g", "1232")).step(chat="!attack 1334")
    (attack,) = actions(log.step(roll=("Combat", 4)))
    assert isinstance(attack, Attack)
    assert (attack.target, attack.attackers) == ("1334", ("de-21",))


def test_aircraft_that_land_afterwards_have_helped() -> None:
    """1-1 with two columns more is 3-1: on a 6 the Guards go two hexes."""
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334"), counter("de-air", "nowhere"))
    log.step(counter("de-air", "1334")).step(roll=("Combat", 4)).step(counter(GUARDS, "1335")).step(counter("de-air", "1334"))
    attack = next(each for each in actions(log) if isinstance(each, Attack))
    assert [each.unit for each in attack.support] == ["de-air"]
    assert attack.support[0] in (Support("de-air", "normal"), Support("de-air", "full"))


def test_a_combat_without_any_trace_is_legal_if_one_can_have_been_fought() -> None:
    assert verdicts(one_against_one(4)) == [Verdict.LEGAL]


def test_a_retreat_after_a_bombardment_tells_its_target() -> None:
    binding = WITH_AIR.model_copy(update={"dice": {"Shells": "bombardment"}})
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334")).step(roll=("Shells", 5)).step(counter(GUARDS, "1434"))
    game = play(koenigsberg(), binding, log.history())
    assert [each.action for each in game.played if isinstance(each.action, Attack)] == [
        Attack((), "1334", die=5, kind="bombardment")
    ]
    assert Verdict.ILLEGAL not in {each.judged.verdict for each in game.played}


def test_what_no_bombardment_explains_is_a_question() -> None:
    binding = WITH_AIR.model_copy(update={"dice": {"Shells": "bombardment"}})
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334")).step(roll=("Shells", 2)).step(counter(GUARDS, "1334", level=2))
    game = play(koenigsberg(), binding, log.history())
    assert {each.judged.verdict for each in game.played} == {Verdict.UNDECIDED}


@pytest.mark.parametrize("button", ["bombardment", "combat"])
def test_a_bombardment_that_somebody_tells_of_is_taken_whatever_the_button_says(button: str) -> None:
    """The question for the combat of a step can be answered by what a die of either kind was thrown for."""
    binding = WITH_AIR.model_copy(update={"dice": {"Shells": button}})
    log = Log(counter("de-21", "1031"), counter(GUARDS, "1334")).step(roll=("Shells", 4)).step(counter(GUARDS, "1334", level=2))

    def asked(*tell: str) -> tuple[tuple[Played, ...], set[str]]:
        told = telling(read_facts([], tell, koenigsberg()))
        found = play(koenigsberg(), binding, log.history(), told).played
        return found, {str(need) for each in found for one in each.judged.findings for need in one.opinion.truth.needs}

    questions = {need for need in asked()[1] if need.startswith(("combat of", "attackers of"))}
    assert questions
    found, left = asked("combat of step 1: bombardment of 1334: D1")
    attack = next(each.action for each in found if isinstance(each.action, Attack))
    assert attack == Attack((), "1334", die=4, result="D1", kind="bombardment")
    assert not left & questions


def test_a_bombardment_that_did_nothing_leaves_the_moves_after_it_moves() -> None:
    binding = WITH_AIR.model_copy(update={"dice": {"Shells": "bombardment"}})
    log = Log(counter("de-21", "1233"), counter(GUARDS, "2334")).step(roll=("Shells", 1)).step(counter("de-21", "1238"))
    assert [type(each.action).__name__ for each in play(koenigsberg(), binding, log.history()).played] == ["Move"]


def test_a_second_combat_starts_from_where_the_first_left_them() -> None:
    log = one_against_one(6).step(counter(GUARDS, "1335")).step(roll=("Combat", 4))
    assert Verdict.ILLEGAL not in verdicts(log)
    assert Lose("soviet", (GUARDS,)) not in actions(log)


def test_while_losses_are_due_no_other_combat_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """None would be legal, whoever fought: going through all of them takes long and tells nothing."""
    looked: list[str] = []
    readings = Search.readings

    def noted(search: Search, side: str, target: str, *, wide: bool = False) -> Iterator[Reading]:
        looked.append(target)
        return readings(search, side, target, wide=wide)

    monkeypatch.setattr(Search, "readings", noted)
    start = counter("de-21", "1233"), counter("de-28", "1234"), counter(GUARDS, "1334"), counter("su-2bf-1g", "1434")
    log = Log(*start).step(chat="<Anna> - !attack 1334 with 21, 28").step(roll=("Combat", 6)).step(roll=("Combat", 4))
    assert Verdict.ILLEGAL not in verdicts(log)
    assert not looked


def marked(unit: str, place: str, layer: str) -> Counter:
    """A unit with the mark of an attacker or of one that is attacked."""
    plain = counter(unit, place)
    return replace(plain, levels=(*plain.levels, (layer, 1)))


def test_marks_on_the_units_say_who_attacks() -> None:
    log = Log(counter("de-21", "1233"), marked("de-28", "1234", "Attack"), counter(GUARDS, "1334")).step(roll=("Combat", 5))
    attack = played(log)[0]
    assert isinstance(attack.action, Attack)
    assert attack.action.attackers == ("de-28",)
    assert "as the marks on the units say" in attack.reading


@pytest.mark.parametrize(("aimed", "other"), [("1334", "1333"), ("1333", "1334")])
def test_of_two_hexes_the_one_with_the_mark_is_attacked(aimed: str, other: str) -> None:
    log = Log(marked("de-21", "1233", "Attack"), counter(GUARDS, other), marked("su-2bf-1g", aimed, "Target"))
    attack = actions(log.step(roll=("Combat", 4)))[0]
    assert isinstance(attack, Attack)
    assert attack.target == aimed


def test_marks_left_over_from_before_are_no_fault() -> None:
    """28 is still marked, but it was 21 that lost a step."""
    log = Log(counter("de-21", "1233"), marked("de-28", "1234", "Attack"), counter(GUARDS, "1334"))
    log.step(roll=("Combat", 3)).step(counter("de-21", "1233", level=2))
    attack = actions(log)[0]
    assert isinstance(attack, Attack)
    assert "de-21" in attack.attackers
    assert set(verdicts(log)) == {Verdict.LEGAL}


def test_units_marked_for_this_combat_are_its_attackers_also_where_that_is_wrong() -> None:
    """28 alone would have lost a step on a 4; together with 21, who is marked too, it does not."""
    log = Log(counter("de-21", "1233"), counter("de-28", "1234"), counter(GUARDS, "1334"))
    log.step(marked("de-21", "1233", "Attack")).step(marked("de-28", "1234", "Attack")).step(marked(GUARDS, "1334", "Target"))
    log.step(roll=("Combat", 4)).step(replace(marked("de-28", "1234", "Attack"), levels=(("step", 2), ("Attack", 1))))
    attack = actions(log)[0]
    assert isinstance(attack, Attack)
    assert set(attack.attackers) == {"de-21", "de-28"}
    assert verdicts(log) == [Verdict.LEGAL, Verdict.ILLEGAL]


def home_of_aircraft(*, lands: bool) -> Log:
    """21 has 1-1 against the Guards, who retreat on a 4 only if an aircraft helped."""
    log = Log(counter("de-21", "1233"), counter(GUARDS, "1334"), counter("de-air", "Luftwaffe"))
    log.step(roll=("Combat", 4)).step(counter(GUARDS, "1335"))
    return log.step(chat="!phase supply").step(counter("de-air", "Refit")) if lands else log


def test_an_aircraft_that_nobody_moved_did_not_fly() -> None:
    assert "illegal" in {verdict.value for verdict in verdicts(home_of_aircraft(lands=False))}
    attack = next(each for each in actions(home_of_aircraft(lands=False)) if isinstance(each, Attack))
    assert not attack.support


def test_an_aircraft_may_land_when_all_is_over() -> None:
    attack = next(each for each in actions(home_of_aircraft(lands=True)) if isinstance(each, Attack))
    assert [each.unit for each in attack.support] == ["de-air"]


def test_aircraft_that_cannot_have_flown_there_landed_for_something_else() -> None:
    """Between a die that nobody announced and the next click one aircraft flies, and another is made ready again."""
    boxes = BINDING.model_copy(update={"boxes": {"4th Air Army": "air-army-4", "Refit": BASE, "Grounded": "grounded"}})
    counters = counter("de-21", "1233"), counter("su-48a-42", "1334"), counter("su-hq-48a", "1435")
    flies, waits = "su-air-4aa-1", "su-air-4aa-2"
    log = Log(*counters, counter(flies, "4th Air Army"), counter(waits, "Grounded"), counter("chit-su-48a", "Cup"))
    log.step(turn="Turn 1: Combat").step(counter("chit-su-48a", "drawn"))
    log.step(counter(flies, "1233")).step(roll=("Combat", 3)).step(counter(flies, "Refit")).step(counter(waits, "Refit"))
    attack = next(each.action for each in play(koenigsberg(), boxes, log.history()).played if isinstance(each.action, Attack))
    assert [each.unit for each in attack.support] == [flies]


def test_an_aircraft_that_is_announced_for_a_later_combat_landed_after_that_one() -> None:
    """Announced before the die or for the same combat after it, it may well have flown in this one."""

    def helped(said: str) -> bool:
        log = Log(counter("de-21", "1233"), counter(GUARDS, "1334"), counter("de-air", "Luftwaffe"))
        log.step(roll=("Combat", 4)).step(counter(GUARDS, "1335")).step(chat="!phase supply").step(chat=said)
        attack = next(each for each in actions(log.step(counter("de-air", "Refit"))) if isinstance(each, Attack))
        return bool(attack.support)

    assert not helped("!attack 1435 with 28, Luftwaffe full")
    assert helped("!attack 1435 with 28")


def test_aircraft_put_on_the_map_once_something_else_is_rolled_for_have_not_flown_before() -> None:
    """Those that land without having been put anywhere have."""
    log = Log(counter("su-air-18aa", "Base"), counter("su-air-3aa", "Base"), counter("de-21", "1233"))
    log.step(roll=("Combat", 3)).step(roll=("Combat", 4)).step(counter("su-air-18aa", "1234")).step(
        counter("su-air-3aa", "Refit")
    )
    history = log.history()
    scene = turns._begin(koenigsberg(), WITH_AIR, history, NOTHING_TOLD, timeless=False)
    assert carried_later(scene, 1) == {"su-air-3aa"}
    assert carried_later(scene, 2) == {"su-air-18aa", "su-air-3aa"}  # put there late for the die before
