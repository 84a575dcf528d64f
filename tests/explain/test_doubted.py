"""Nobody is accused of what hangs on how something near it was taken; what is wrong by itself stays so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from adjudicator import factname
from adjudicator.engine.actions import Move
from adjudicator.explain.board import Played
from adjudicator.explain.doubted import MANY, NEAR, NEAR_CLICKS, doubted
from adjudicator.explain.scene import Supposed
from adjudicator.explain.turns import play
from adjudicator.factname import FactName
from adjudicator.games import load
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .seelow import PHASES, binding, log, piece, played

TANKS, PANZER, RIFLE = "su-11t-20", "de-20pg-8-1", "su-47g-137"
SHOT = 3  # the step of its die


def with_guesses(given: Log, *supposed: Supposed) -> tuple[Played, ...]:
    """The actions of a log in which something was taken otherwise."""
    actions, loaded = list(played(given).played), SimpleNamespace(scenarios={})
    events = given.history().events
    scene = SimpleNamespace(played=actions, supposed=supposed, tried=frozenset(), events=events, loaded=loaded, binding=binding())
    return doubted(scene)  # type: ignore[arg-type]


def asked(*supposed: Supposed) -> tuple[Played, ...]:
    """Those of a fire that was counted wrong."""
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/8 Pz total 9").step(roll=("Antitank fire 1d6", 6))
    return with_guesses(given, *supposed)


def found(actions: Iterable[Played]) -> list[tuple[int, Verdict]]:
    return [(each.step, each.judged.verdict) for each in actions if each.judged.findings]


def test_a_wrong_sum_is_wrong_where_all_is_as_it_seems() -> None:
    assert found(asked()) == [(SHOT, Verdict.ILLEGAL)]


@pytest.mark.parametrize(
    ("steps", "clicks", "verdict"),
    [
        ({SHOT + NEAR}, False, Verdict.UNDECIDED),
        ({SHOT + NEAR + 1}, False, Verdict.ILLEGAL),
        ({2, 40}, False, Verdict.UNDECIDED),
        ({SHOT + NEAR_CLICKS}, True, Verdict.UNDECIDED),
        ({SHOT + NEAR_CLICKS + 1}, True, Verdict.ILLEGAL),
    ],
)
def test_near_something_that_was_taken_otherwise_it_is_a_question(steps: set[int], clicks: bool, verdict: Verdict) -> None:
    assert found(asked(Supposed(frozenset(steps), "so it was", clicks=clicks))) == [(SHOT, verdict)]


@pytest.mark.parametrize(("clicks", "asks"), [(False, factname.fire_in("3")), (True, factname.phase())])
def test_the_question_says_what_it_hangs_on_and_what_would_tell(clicks: bool, asks: FactName) -> None:
    actions = asked(Supposed(frozenset((2, 3)), "the note of step 2 was for the die of step 3", clicks=clicks))
    [opinion] = [ruled.opinion for each in actions for ruled in each.judged.findings]
    assert opinion.message.endswith(", if the note of step 2 was for the die of step 3")
    assert opinion.truth.needs == {asks}


def test_who_goes_too_far_in_the_phase_in_which_he_moves_has_gone_too_far_whatever_was_rolled() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), piece(RIFLE, "2507"), phase="first movement")
    actions = with_guesses(given.step(piece(RIFLE, "1907")), Supposed(frozenset((2,)), "the die was for combat"))
    assert found(actions) == [(2, Verdict.ILLEGAL)]


@pytest.mark.parametrize(("many", "verdict"), [(MANY, Verdict.UNDECIDED), (MANY - 1, Verdict.ILLEGAL)])
def test_where_many_move_in_a_phase_in_which_nobody_does_the_counter_was_forgotten(many: int, verdict: Verdict) -> None:
    units = [f"de-{name}-{number}" for name in ("20pg-8", "25pg-5") for number in (1, 2, 3)][:many]
    given = log(*(piece(unit, f"{20 + at}07") for at, unit in enumerate(units)), phase="rally")
    for at, unit in enumerate(units):
        given.step(piece(unit, f"{20 + at}06"))
    given.step(turn=f"Turn 3: {PHASES['turn renewal']}")
    assert {each.judged.verdict for each in with_guesses(given) if isinstance(each.action, Move)} == {verdict}


@pytest.mark.parametrize(
    ("to", "clicked", "clicks", "verdict"),
    [
        ("1907", True, False, Verdict.ILLEGAL),
        ("2307", True, False, Verdict.UNDECIDED),  # so far somebody may have gone back from a combat
        ("1907", False, False, Verdict.UNDECIDED),
        ("1907", True, True, Verdict.UNDECIDED),
    ],
)
def test_who_goes_far_in_a_later_phase_than_a_die_did_not_do_so_because_of_it(
    to: str, clicked: bool, clicks: bool, verdict: Verdict
) -> None:
    given = log(piece(RIFLE, "2507"), piece(PANZER, "2012"), phase="second movement").step(piece(PANZER, "2011"))
    given.step(turn=f"Turn 3: {PHASES['rally']}") if clicked else given.step(chat="well")
    given.step(piece(RIFLE, to)).step(turn=f"Turn 3: {PHASES['turn renewal']}")
    actions = with_guesses(given, Supposed(frozenset((2,)), "the die was for combat", clicks=clicks))
    assert (4, verdict) in found(actions)


def koenigsberg_log(given: Log, opening: str) -> list[tuple[int, Verdict, str]]:
    history = replace(given.history(), opening=opening)
    actions = play(load("koenigsberg-rg"), BINDING, history).played
    return [(each.step, found.verdict, found.opinion.message) for each in actions for found in each.judged.findings]


def test_what_a_log_begins_with_may_have_been_led_to_before_it() -> None:
    given = Log(counter("de-hq-9", "1111"), counter("de-56", "1010")).step("de-hq-9").step(chat="so it goes")
    ((_, verdict, message),) = koenigsberg_log(given, "Turn 3, Movement")
    assert verdict is Verdict.UNDECIDED
    assert message.endswith("without cause, if nothing before the log led to it")


def marked_last(*after: str) -> list[Verdict]:
    """Markers are taken up from a unit that needs one, perhaps before something else."""
    given = Log(counter("de-21", "3030", supply=2)).step(counter("de-21", "3030"))
    for line in after:
        given.step(chat=line)
    return [verdict for _, verdict, _ in koenigsberg_log(given, "Turn 3, Supply")]


def test_a_marker_laid_wrongly_is_wrong_also_at_the_end_of_a_log() -> None:
    given = Log(counter("de-21", "3030")).step(counter("de-21", "3030", supply=2))
    assert Verdict.ILLEGAL in [verdict for _, verdict, _ in koenigsberg_log(given, "Turn 3, Supply")]
