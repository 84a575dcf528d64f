"""Counters that mean nothing are told and accuse nobody; bindings name nothing that their game has not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from adjudicator import factname
from adjudicator.engine.actions import Attack, Move
from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.evidence.binding_words import look_over
from adjudicator.games import GameFolderError, games, load
from adjudicator.library.shelf import HOME
from adjudicator.referee import Checked, Referee
from adjudicator.referee.gist import gist
from adjudicator.referee.running_reports import telling
from adjudicator.referee.strangers import Stay, Strangers, strangers_in, without_guessing
from adjudicator.report.forms import ToTell
from adjudicator.verdict import Verdict
from tests.correct.turns import Built, Turn
from tests.support import ROOT

TOO_FAR = ROOT / "logs" / "koenigsberg-rg" / "turn1-too-far.vlog"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME, str(tmp_path_factory.mktemp("home")))
        return Referee().check(TOO_FAR)


def ignorant(checked: Checked, *, nothing: tuple[str, ...] = ()) -> BindingEntry:
    """The binding of our module without a word on what chits are."""
    binding = checked.judged.binding
    assert binding is not None
    return binding.model_copy(update={"chits": binding.chits.model_copy(update={"marker": "no such"}), "nothing": nothing})


def test_on_our_own_module_every_counter_means_something(checked: Checked) -> None:
    assert strangers_in(checked.history, checked.judged) is None


def test_counters_that_no_binding_knows_are_counted_and_named(checked: Checked) -> None:
    judged = replace(checked.judged, binding=ignorant(checked))
    found = strangers_in(checked.history, judged)
    assert found is not None
    assert found.chits
    assert sum(found.names.values()) >= 23
    assert f"{sum(found.names.values())} counters on the map mean nothing to me: " in found.note
    declared = replace(checked.judged, binding=ignorant(checked, nothing=tuple(found.names)))
    assert strangers_in(checked.history, declared) is None


@pytest.mark.parametrize(("at", "verdict"), [("0733", Verdict.UNDECIDED), ("0735", Verdict.UNDECIDED), ("3030", Verdict.ILLEGAL)])
def test_nobody_is_accused_beside_a_counter_that_nobody_knows(checked: Checked, at: str, verdict: Verdict) -> None:
    judged = without_guessing(checked.judged, Strangers({"Partisans": 1}, {at: "Partisans"}))
    (finding,) = judged.findings
    assert finding.verdict is verdict
    assert any("Partisans" in each for each in finding.rests_on) == (verdict is Verdict.UNDECIDED)
    assert "1 counter on the map means nothing to me: Partisans" in judged.notes[-1]


@pytest.mark.parametrize(("attackers", "verdict"), [((), Verdict.UNDECIDED), (("de-21",), Verdict.ILLEGAL)])
def test_a_bombardment_that_any_counter_may_have_directed_accuses_nobody(
    checked: Checked, attackers: tuple[str, ...], verdict: Verdict
) -> None:
    (finding,), (grounds,) = checked.judged.findings, checked.judged.grounds
    assert grounds.judged is not None
    attack = Attack(attackers, "0733", kind="bombardment")
    about = replace(finding, units=(), hexes=("0733",), rows=())
    judged = replace(
        checked.judged, findings=(about,), grounds=(replace(grounds, judged=replace(grounds.judged, action=attack)),), played=()
    )
    assert [each.verdict for each in without_guessing(judged, Strangers({"Guns": 1}, {"3030": "Guns"})).findings] == [verdict]


def test_our_own_bindings_name_only_what_their_games_have() -> None:
    for folder in games().values():
        for number, binding in enumerate(bindings_in(folder)):
            look_over(folder, number, binding, load(folder))


@pytest.mark.parametrize(
    ("lines", "line", "about"),
    [
        ('[module.units.names]\n"21 Inf" = "de-211"', 8, "no unit is called de-211; did you mean de-21"),
        ('[module.boxes]\n"Refit" = "refitt"', 8, "is called refitt"),
        ('[module.phases]\n"Moving" = "movment"', 8, "no phase is called movment; did you mean movement?"),
        ('[module.sides]\nReds = "soviets"', 8, "no side is called soviets; did you mean soviet?"),
    ],
)
def test_a_survey_that_names_what_the_game_has_not_is_at_fault_with_its_line(
    tmp_path: Path, lines: str, line: int, about: str
) -> None:
    text = f'game = "koenigsberg-rg"\n\n[[module]]\nmodules = ["Mine"]\nmaps = ["Main Map"]\n\n{lines}\n'
    (tmp_path / "binding.toml").write_text(text, "utf-8")
    with pytest.raises(GameFolderError) as caught:
        look_over(tmp_path, 0, bindings_in(tmp_path)[0], load("koenigsberg-rg"))
    assert f"binding.toml, line {line}, " in str(caught.value)
    assert about in str(caught.value)


def test_a_move_into_the_hex_of_a_counter_that_nobody_knows_is_not_called_legal(checked: Checked) -> None:
    """It may be an enemy, or one too many."""
    played = next(each for each in checked.actions if isinstance(each.action, Move) and each.judged.verdict is Verdict.LEGAL)
    assert isinstance(played.action, Move)
    for since, until, doubted in ((-1, inf, True), (-1, played.step - 1, False), (played.step, inf, False)):
        stay = Stay("Partisans", played.action.to, since, until)
        judged = without_guessing(checked.judged, Strangers({"Partisans": 1}, {}, stays=(stay,)))
        again = next(each for each in judged.played if each.step == played.step and each.action == played.action)
        assert again.judged.verdict is (Verdict.UNDECIDED if doubted else Verdict.LEGAL)
        found = [each for each in judged.findings if each.where.step == played.step]
        assert [each.verdict for each in found] == [Verdict.UNDECIDED] * doubted
        assert len(judged.findings) == len(judged.grounds)
        for each in found:
            assert "Partisans stands in" in each.message
            assert any("what Partisans is" in why for why in each.rests_on)
            assert each.player


def test_where_strangers_stand_follows_them_through_the_log(checked: Checked) -> None:
    judged = replace(checked.judged, binding=without_units(checked))
    found = strangers_in(checked.history, judged)
    assert found is not None
    assert any(each.until != inf for each in found.stays), "nobody moved"
    for each in found.stays:
        assert each.since < each.until


def test_a_counter_that_a_player_says_means_nothing_is_no_stranger(checked: Checked) -> None:
    judged = replace(checked.judged, binding=ignorant(checked))
    found = strangers_in(checked.history, judged)
    assert found is not None
    assert judged.end is not None
    told = {factname.stranger(name): True for name in found.names}
    assert strangers_in(checked.history, replace(judged, end=replace(judged.end, told=told))) is None


def without_units(checked: Checked) -> BindingEntry:
    """The binding of our module without a word on what units are."""
    binding = checked.judged.binding
    assert binding is not None
    return binding.model_copy(update={"units": binding.units.model_copy(update={"marker": "no such"})})


# --- their own moves ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Checked]:
    """What a turn comes to, as a log."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return lambda turn, **how: Referee(**how).check(turn.write(tmp_path / "strange.vlog"))


def test_where_a_counter_went_that_nobody_knows_is_left_open(built: Built, judge: Callable[..., Checked]) -> None:
    def turn() -> Turn:
        begun = Turn(built).say("!phase movement").stranger("Partisans", "2525")
        return begun.drag("Partisans", "2425").drag("Partisans", "2325").say("done")

    checked = judge(turn())
    assert checked.verdict is Verdict.UNDECIDED
    (found,) = checked.findings
    assert found.message == "Partisans went from 2525 to 2325, and whether it may hangs on what it is"
    assert found.check == "koenigsberg-rg/allowance"
    assert (found.where.step, found.phase, found.turn) == (4, "movement", 1)
    assert [str(each) for each in found.needs] == ["what Partisans means"]
    assert judge(turn(), tell=["what Partisans means: nothing"]).verdict is Verdict.LEGAL


def test_who_stands_still_or_is_put_down_leaves_nothing_open_but_is_told(built: Built, judge: Callable[..., Checked]) -> None:
    checked = judge(Turn(built).say("!phase movement").stranger("Partisans", "2525").say("hm"))
    assert checked.verdict is Verdict.LEGAL
    assert checked.judged.strange == 1
    assert "1 counter on the map means nothing to me: Partisans" in checked.notes[-1]
    several = telling("text", several=True)
    assert "; 1 counter unknown to me" in " ".join(several.add(gist(checked, ToTell())).split())


def test_what_goes_along_with_a_unit_is_taken_for_a_marker_on_it(built: Built, judge: Callable[..., Checked]) -> None:
    begun = Turn(built).say("!phase reinforcement").stranger("Mud", built_at(built, "de-21"))
    checked = judge(begun.drag_together(("de-21", "Mud"), "1234").say("done"))
    assert not [each for each in checked.findings if "Mud went" in each.message]
    begun = Turn(built).say("!phase reinforcement").stranger("Mud", built_at(built, "de-21"))
    checked = judge(begun.drag("de-21", "1234").drag("Mud", "1234").say("done"))
    assert [each.message for each in checked.findings if "Mud went" in each.message]


def test_an_answer_says_with_whom_it_does_not_reckon(built: Built, tmp_path: Path) -> None:
    file = Turn(built).say("!phase movement").stranger("Partisans", "2525").write(tmp_path / "strange.vlog")
    assert "not reckoned with: 1 counter on the map that means nothing to me" in str(Referee().moves(file, "de-21"))
    assert "not reckoned with" not in str(Referee().moves(TOO_FAR, "de-21"))


def built_at(built: Built, unit: str) -> str:
    return built.standings(built.set_up)[unit].place
