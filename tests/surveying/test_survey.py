"""A module of a player's own: drafted, judged without facts, and judged with the facts that the reports asked for."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from adjudicator import factname
from adjudicator.cli import main
from adjudicator.engine.hexes import side
from adjudicator.engine.units import Unit
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.surveys import Survey, read_survey, surveys_in
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.facts import Known
from adjudicator.games import GameFolderError, LoadedGame, load
from adjudicator.library.shelf import HOME
from adjudicator.surveying.draft import drafted
from adjudicator.verdict import Verdict
from tests.correct.turns import Built
from tests.support import ROOT
from vassal_bridge.saved import read_saved

LOG = ROOT / "logs" / "koenigsberg-rg" / "turn1-too-far.vlog"


@pytest.fixture(scope="module")
def surveyed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey of our own module as if it were somebody else's: its pieces are told by name, and nothing it prints is known."""
    folder = tmp_path_factory.mktemp("survey") / "mine"
    with pytest.raises(SystemExit) as ended:
        main(["survey", "koenigsberg-rg", str(built.path), "-o", str(folder), "--no-map"])
    assert not ended.value.code
    binding = (folder / "binding.toml").read_text("utf-8")
    for part in ("units", "chits", "markers"):  # what our own module marks its pieces with
        heading = f"[module.{part}]"
        binding = (
            binding.replace(heading, f'{heading}\nmarker = "none"', 1)
            if heading in binding
            else (f'{binding}\n{heading}\nmarker = "none"\n')
        )
    (folder / "binding.toml").write_text(binding, "utf-8")
    return folder


def judged(built: Built, surveys: Iterable[Survey], facts: Iterable[Path] = ()) -> JudgedFile:
    history = read_history(read_saved(LOG), built.module)
    return judge_file(history, Choices(surveys=tuple(surveys), facts=tuple(facts)))


def test_every_unit_of_our_own_module_is_told_by_its_name(built: Built) -> None:
    loaded = load("koenigsberg-rg")
    draft = drafted(loaded, built.module, ())
    assert sorted(draft.gpids.values()) == sorted(loaded.roster)
    assert (draft.unsure, draft.missing) == ({}, ())
    assert sorted(draft.drawn.values()) == sorted(draft.chits)
    assert draft.maps == {"Main Map": draft.hexes}
    assert (draft.layers.step, draft.layers.levels, draft.layers.fighting) == (
        "Step",
        (),
        {"attacks": "Attack", "attacked": "Target"},
    )


def test_a_survey_tells_units_by_names_and_numbers_as_our_binding_does_by_marks(built: Built, surveyed: Path) -> None:
    ours, theirs = judged(built, ()).end, judged(built, [read_survey(surveyed)]).end
    assert ours is not None
    assert theirs is not None
    assert {unit.id: standing for unit, standing in theirs.state.units} == {unit.id: each for unit, each in ours.state.units}


def test_on_a_module_that_nobody_surveyed_further_nothing_is_illegal(built: Built, surveyed: Path) -> None:
    found = judged(built, [read_survey(surveyed)])
    assert found.worst is Verdict.UNDECIDED


def test_stating_everything_that_our_own_module_shows_leads_to_the_same_verdicts(
    built: Built, surveyed: Path, tmp_path: Path
) -> None:
    facts = tmp_path / "facts.csv"
    _answer(facts, _all_of_map(load("koenigsberg-rg")) + _all_else(load("koenigsberg-rg")), load("koenigsberg-rg"))
    found, ours = judged(built, [read_survey(surveyed)], [facts]), judged(built, ())
    assert [each.action for each in found.played] == [each.action for each in ours.played]
    assert [(each.check, each.where.step) for each in found.findings] == [(each.check, each.where.step) for each in ours.findings]


def test_nobody_is_accused_by_what_was_read_off_a_picture_and_nobody_confirmed(
    built: Built, surveyed: Path, tmp_path: Path
) -> None:
    whole, ground, rest = load("koenigsberg-rg"), tmp_path / "facts-map.csv", tmp_path / "facts.csv"
    _answer(ground, _all_of_map(whole), whole, note="read off the picture: as it is, 99 %")
    _answer(rest, _all_else(whole), whole)
    asked = judged(built, [read_survey(surveyed)], [ground, rest])
    assert asked.worst is Verdict.UNDECIDED
    assert {each.where.step for each in asked.findings} == {21}
    assert "koenigsberg-rg/allowance" in {each.check for each in asked.findings}
    assert any("nobody is accused by that" in note for note in asked.notes)
    _answer(ground, _all_of_map(whole), whole, note="")  # as a player does who has looked the lines over
    assert judged(built, [read_survey(surveyed)], [ground, rest]).worst is Verdict.ILLEGAL


def test_what_is_legal_only_by_what_nobody_has_looked_at_is_told_to_be_so(built: Built, surveyed: Path, tmp_path: Path) -> None:
    whole, ground, rest = load("koenigsberg-rg"), tmp_path / "facts-map.csv", tmp_path / "facts.csv"
    _answer(ground, _all_of_map(whole), whole, note="read off the picture: as it is, 99 %")
    _answer(rest, _all_else(whole), whole)
    read_off = judged(built, [read_survey(surveyed)], [ground, rest])
    assert read_off.unconfirmed is not None
    assert 0.99 < read_off.unconfirmed.facts / len(_all_of_map(whole)) < 1  # but for what the rulebook states
    assert read_off.unconfirmed.steps
    legal = [each.step for each in read_off.played if each.judged.verdict is Verdict.LEGAL]
    assert set(read_off.unconfirmed.steps) <= set(legal)
    assert read_off.unconfirmed.steps == tuple(each.step for each in read_off.played if each.unconfirmed)
    (note,) = (note for note in read_off.notes if "facts were read off the picture of the map" in note and "legal" in note)
    assert note.startswith(f"{len(read_off.unconfirmed.steps)} of {len(legal)} legal actions rest")
    _answer(ground, _all_of_map(whole), whole, note="")
    confirmed = judged(built, [read_survey(surveyed)], [ground, rest]).unconfirmed
    assert confirmed is None or not (confirmed.facts or confirmed.asked)


def test_what_a_unit_does_whose_counter_was_matched_with_doubt_is_told_until_somebody_confirms_it(
    built: Built, surveyed: Path, tmp_path: Path
) -> None:
    doubted, rest = tmp_path / "survey", tmp_path / "facts.csv"
    shutil.copytree(surveyed, doubted)
    whole = load("koenigsberg-rg")
    _answer(rest, _all_of_map(whole) + _all_else(whole), whole)
    binding = doubted / "binding.toml"
    text = re.sub(r"(; drafted \S+, )\d+ %", r"\g<1>99 %", binding.read_text("utf-8"))
    text = re.sub(r"(; drafted (?:su-3bf-43g|de-10), )\d+ %", r"\g<1>96 %", text)
    binding.write_text(text, encoding="utf-8")
    found = judged(built, [read_survey(doubted)], [rest])
    assert found.unconfirmed is not None
    assert found.unconfirmed.units[1:] == ("43G",)
    assert 24 in found.unconfirmed.steps  # the move of 10
    assert found.worst is Verdict.UNDECIDED  # 43G goes too far at step 21, if it is 43G
    assert any("the counter taken for 43G" in why for each in found.findings for why in each.rests_on)
    binding.write_text(re.sub(r"; drafted \S+, 96 %", "", text), encoding="utf-8")  # as the page writes it
    sure = judged(built, [read_survey(doubted)], [rest])
    assert sure.unconfirmed is None
    assert sure.worst is Verdict.ILLEGAL


def _all_of_map(whole: LoadedGame) -> list[str]:
    hexes = sorted(whole.board.grid.all())
    sides = {side(hex, other) for hex in hexes for other in whole.board.grid.neighbours(hex)}
    over = [str(name(*at)) for at in sorted(sides) for name in (factname.hexside, factname.route)]
    return [*(f"terrain {hex}" for hex in hexes), *over]


def _all_else(whole: LoadedGame) -> list[str]:
    units = whole.roster.values()
    ratings = [str(unit.key(name, losses)) for unit in units for losses, one in enumerate(unit.ratings) for name in one]
    return [*ratings, *(f"chart {name}" for name in ("bombardment", "chits", "crt", "terrain", "turns"))]


def _answer(path: Path, asked: Iterable[str], whole: LoadedGame, note: str = "") -> None:
    """What our own map, counters and charts show, as a player would write it down."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["fact", "value", "note"])
        for fact in asked:
            out.writerow([fact, _value(fact, whole, path.parent), note])


def _value(fact: str, whole: LoadedGame, folder: Path) -> str:
    kind, _, about = fact.partition(" ")
    board = whole.board
    if kind == "chart":
        chart = (whole.folder / "charts" / f"{about}.csv").read_text("utf-8")
        (folder / f"{about}.csv").write_text(chart.replace(",reconstruction", ",player"), "utf-8")
        return f"{about}.csv"
    if kind == "terrain":
        stated = board.terrain(about)
        words = sorted(stated.value) if isinstance(stated, Known) else []
    elif kind == "hexside":
        features = board.features(*about.split("/"))
        every = features.value if isinstance(features, Known) else ()
        words = [f"{each.kind}:{each.protects}" if each.protects else each.kind for each in sorted(every)]
    elif kind == "route":
        routes = board.routes(*about.split("/"))
        words = sorted(routes.value) if isinstance(routes, Known) else []
    else:
        return str(_rating(fact, whole.roster.values()))
    return " ".join(words) or "none"


def _rating(fact: str, units: Iterable[Unit]) -> int:
    printed = (
        (unit.key(name, losses), value)
        for unit in units
        for losses, side in enumerate(unit.ratings)
        for name, value in side.items()
    )
    found = next(value for key, value in printed if str(key) == fact)
    assert isinstance(found, Known)
    return found.value


def test_a_survey_kept_in_the_library_is_found_by_check(
    built: Built, surveyed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "library"))
    kept = tmp_path / "library" / "surveys" / "mine"
    kept.mkdir(parents=True)
    for path in surveyed.iterdir():
        (kept / path.name).write_bytes(path.read_bytes())
    assert [each.game for each in surveys_in(tmp_path / "library")] == ["koenigsberg-rg"]
    with pytest.raises(SystemExit) as ended:
        main(["check", str(LOG), "-m", str(built.path)])
    assert int(ended.value.code or 0) == 3, capsys.readouterr().out


def test_check_asks_for_the_facts_that_lack_and_takes_the_filled_table(
    built: Built, surveyed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "asked.csv"
    asking = ["check", str(LOG), "-m", str(built.path), "--survey", str(surveyed), "--ask", str(table)]
    with pytest.raises(SystemExit):
        main(asking)
    capsys.readouterr()
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert {row["value"] for row in rows} == {""}
    assert all(f"{LOG.name} step" in row["note"] for row in rows)
    before = table.read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(asking)
    assert int(ended.value.code or 0) == 2, "it might have held answers"
    assert table.read_bytes() == before
    with pytest.raises(SystemExit) as ended:
        main(["explain", str(LOG), "--step", "21", "-m", str(built.path), "--survey", str(surveyed), "--facts", str(table)])
    assert int(ended.value.code or 0) == 3


def test_a_survey_made_again_keeps_what_its_owner_wrote(built: Built, surveyed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    folder.mkdir()
    for path in surveyed.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    facts = (folder / "facts.csv").read_text("utf-8").replace("attack of de-21,,", "attack of de-21,7,")
    (folder / "facts.csv").write_text(facts, "utf-8")
    binding = (folder / "binding.toml").read_text("utf-8")
    line = next(each for each in binding.splitlines() if "drafted de-21," in each)
    swapped = binding.replace(line, line.replace('= "de-21"', '= "de-28"') + " but I know better")
    (folder / "binding.toml").write_text(swapped.replace("[module.dice]", '# mine\n[module.dice]\n"My die" = "other"'), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["survey", "koenigsberg-rg", str(built.path), "-o", str(folder), "--no-map"])
    assert not ended.value.code
    assert (folder / "facts.csv").read_text("utf-8") == facts
    (entry,) = read_survey(folder).modules
    assert entry.dice["My die"] == "other"
    number = line.split('"')[1]
    assert entry.units.gpids[number] == "de-28", "what the owner changed stays"
    assert list(entry.units.gpids.values()).count("de-28") == 1, "and no other piece is taken for that unit"
    assert "# mine" in (folder / "binding.toml").read_text("utf-8")
    again = (folder / "binding.toml").read_bytes()
    with pytest.raises(SystemExit):
        main(["survey", "koenigsberg-rg", str(built.path), "-o", str(folder), "--no-map"])
    assert (folder / "binding.toml").read_bytes() == again


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[module]]\nmodules = ["x"]\nmaps = ["m"]\n', "field"),
        ('game = "koenigsberg-rg"\n[[module]]\nmodules = ["x"]\nmaps = ["m"]\nprints = "reconstruction"\n', "prints"),
        ("game = \n", "is not TOML"),
    ],
)
def test_a_faulty_survey_says_what_is_wrong_with_it(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "binding.toml").write_text(text, "utf-8")
    with pytest.raises(GameFolderError) as found:
        read_survey(tmp_path)
    assert (said if said != "field" else "game") in str(found.value)
