"""Editions: what is the same is written once and cited twice, and nothing is in force, or left out, by oversight."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.cases import run_all
from adjudicator.engine.charts import ResultsChart
from adjudicator.facts import Known, Source
from adjudicator.games import GameFolderError, LoadedGame, load
from adjudicator.rules.zoc import ZocEffect

from .tiny import write

GAME = 'slug = "tiny-2"\ntitle = "A tiny game, second edition"\nedition_of = "tiny"\n'
RULEBOOK = """\
[same]
A = "1.1"
B = "2.1"

[[section]]
id = "C"
printed = "C"
title = "What zones cost here"
disposition = "enforced"
counterpart = ["1.2"]
paraphrase = "Three points to enter, none to leave."
never_undecided = true
reason = "it is always known"
"""
RULES = """\
[[rule]]
instead_of = "zoc-cost"
with = { enter = 3 }
leave_out = ["leave"]
"""
DEFECTS = '[settled]\nD1 = { reading = "both", why = "C says so." }\n'


def edition(tmp_path: Path, base: Mapping[str, str] | None = None, **files: str | None) -> Path:
    """A second edition beside the tiny game, with some of its files told otherwise; None leaves one out."""
    write(tmp_path / "tiny", **(base or {}))
    folder = tmp_path / "tiny-2"
    texts: dict[str, str | None] = {"game.toml": GAME, "rulebook.toml": RULEBOOK, "rules.toml": RULES, "defects.toml": DEFECTS}
    for name, text in {**texts, **{key.replace("__", "/").replace("_", "."): text for key, text in files.items()}}.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def effect(game: LoadedGame) -> ZocEffect:
    found: ZocEffect = game.game.rules.one("zoc.movement", side="red")(game.table(), game.roster["r-1"])
    return found


def faults(folder: Path) -> str:
    with pytest.raises(GameFolderError) as caught:
        load(folder)
    return str(caught.value)


def test_an_edition_says_only_what_differs(tmp_path: Path) -> None:
    game = load(edition(tmp_path))
    assert (game.slug, game.edition_of) == ("tiny-2", "tiny")
    assert effect(game) == ZocEffect(leave=0, enter=3)
    assert effect(load(tmp_path / "tiny")) == ZocEffect(enter=2, leave=2)
    assert game.roster["r-1"].name == "1"
    assert game.about.ratings == ("attack", "defence", "movement")


def test_the_rules_of_the_other_edition_are_cited_by_the_sections_of_this_one(tmp_path: Path) -> None:
    game = load(edition(tmp_path))
    cited = {rule.id: rule.entry.cite for rule in game.rules}
    assert cited == {"zoc-who": ("A",), "zoc-cost": ("C", "B"), "not-first": ("B",)}
    assert list(game.sections) == ["A", "B", "C"]
    assert game.sections["A"].title == "Who has a zone"
    assert game.scenarios["war"].about.cite == ("B",)
    assert [option.section for option in game.about.options] == ["B"]


def test_what_another_rulebook_states_is_a_reconstruction_here(tmp_path: Path) -> None:
    game = load(edition(tmp_path))
    ground = game.board.terrain("0102")
    assert isinstance(ground, Known)
    assert ground.source is Source.RECONSTRUCTION
    theirs = load(tmp_path / "tiny").board.terrain("0102")
    assert isinstance(theirs, Known)
    assert theirs.source is Source.RULEBOOK
    assert game.roster["r-1"].ratings[0]["attack"].source is Source.RECONSTRUCTION  # type: ignore[union-attr]


def test_tables_may_differ_in_some_rows_or_altogether(tmp_path: Path) -> None:
    units = "id,name,side,kind,traits,steps,attack,defence,movement,reduced_attack,reduced_defence,stated,source,note\n"
    rows = "r-1,One,red,infantry,,2,9,5,3,2,,,rulebook,\nb-1,,,,,,,,,,,,,\n"
    crt = "die,1-1,9-1,source\n1-6,AE,DE,rulebook\n"
    arrivals = "unit,turn,entry,cite,source,note\nr-1,2,W,B,rulebook,\n"
    folder = edition(tmp_path, units_changes_csv=units + rows, charts__crt_csv=crt, arrivals_csv=arrivals)
    game = load(folder)
    assert game.roster["r-1"].name == "One"
    assert set(game.roster) == {"r-1", "r-hq"}
    assert game.roster["r-hq"].side == "red"
    chart = game.game.chart("crt", ResultsChart)
    assert chart is not None
    assert chart.columns == ("1-1", "9-1")


def test_a_rule_that_no_section_here_speaks_of_is_a_fault(tmp_path: Path) -> None:
    rulebook = RULEBOOK.replace('A = "1.1"\n', "")
    said = faults(edition(tmp_path, rulebook_toml=rulebook))
    assert "tiny's rule zoc-who rests on nothing that this rulebook says" in said
    assert "drop it" in said


def test_it_may_be_dropped_but_then_its_question_has_no_answer(tmp_path: Path) -> None:
    rulebook = RULEBOOK.replace('A = "1.1"\n', "")
    said = faults(edition(tmp_path, rulebook_toml=rulebook, rules_toml='drop = ["zoc-who"]\n' + RULES))
    assert "no rule answers zoc.exerts" in said


def test_a_question_with_two_answers_is_a_fault(tmp_path: Path) -> None:
    again = '\n[[rule]]\nid = "zoc-again"\nuse = "zoc.rigid"\ncite = ["C"]\n'
    assert "which zoc-cost (line" in faults(edition(tmp_path, rules_toml=RULES + again))


@pytest.mark.parametrize(
    ("defects", "message"),
    [
        (None, "D1 of tiny is neither settled nor left open"),
        ('same = ["D1"]\n' + DEFECTS, "D1 of tiny is both open and settled"),
        ('[settled]\nD1 = { reading = "both", why = "x" }\nD9 = { reading = "both", why = "x" }\n', "tiny has no defect D9"),
        ('[settled]\nD1 = { reading = "neither", why = "x" }\n', "D1 has no reading neither"),
    ],
)
def test_every_doubt_of_the_other_edition_is_settled_or_left_open(tmp_path: Path, defects: str | None, message: str) -> None:
    assert message in faults(edition(tmp_path, defects_toml=defects))


def test_a_settled_doubt_is_no_switch_any_more(tmp_path: Path) -> None:
    game = load(edition(tmp_path, rules_toml=None, defects_toml=DEFECTS.replace("both", "entering")))
    assert game.rulings == {}
    assert effect(game) == ZocEffect(leave=0, enter=2)
    with pytest.raises(GameFolderError, match="no defect is called D1"):
        load(game.folder, rulings={"D1": "both"})


def test_a_doubt_left_open_is_one_here_too_and_may_be_told_anew(tmp_path: Path) -> None:
    told = '[[defect]]\nid = "D1"\nwhy = "C is silent."\n'
    game = load(edition(tmp_path, rules_toml=None, defects_toml=told))
    assert game.defects["D1"].sections == ("C",)
    assert game.defects["D1"].why == "C is silent."
    assert effect(load(game.folder, rulings={"D1": "entering"})) == ZocEffect(leave=0, enter=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game_toml": GAME.replace('"tiny"\n', '"nowhere"\n')}, "no game is called so"),
        ({"game_toml": GAME.replace('edition_of = "tiny"', 'edition_of = "tiny-2"')}, "edition of itself"),
        ({"rulebook_toml": RULEBOOK.replace('A = "1.1"', 'A = "7.7"')}, "the other edition has no section 7.7"),
        ({"rulebook_toml": RULEBOOK.replace('["1.2"]', '["7.7"]')}, "the other edition has no section 7.7"),
        ({"rules_toml": RULES.replace("zoc-cost", "zoc-price")}, "no rule is called zoc-price"),
        ({"rules_toml": RULES.replace('["leave"]', '["leaf"]')}, "zoc-cost has no parameter leaf to leave out"),
        ({"rules_toml": RULES.replace("enter = 3", "enter = -")}, "is not TOML"),
    ],
)
def test_what_is_wrong_with_an_edition_is_told(tmp_path: Path, change: dict[str, str | None], message: str) -> None:
    assert message in faults(edition(tmp_path, None, **change))


def test_what_is_wrong_with_the_other_edition_is_told_as_of_it(tmp_path: Path) -> None:
    said = faults(edition(tmp_path, {"rules_toml": "[[rule]]\n"}))
    assert "tiny/rules.toml, line 1" in said


# --- an erratum of five lines

ERRATUM = """\
title = "Erratum of next year"
source = "the publisher's page"
section = [{ id = "E1", printed = "E1", title = "Horse", disposition = "enforced", paraphrase = "Entering costs all it has." }]
rule = [{ instead_of = "zoc-stop", use = "zoc.additive_cost", id = "zoc-stop", with = { enter = 9 }, cite = ["E1"] }]
drop = []
"""
CASE = """\
game = "{game}"

[[case]]
name = "Into a zone of control"
units = ["r-foot@0202", "v-watch@0301"]
actions = [{{ move = "r-foot", to = "0201" }}]
"""


def judged(folder: Path) -> tuple[str, tuple[str, ...]]:
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "one.toml").write_text(CASE.format(game=folder.as_posix()), encoding="utf-8")
    (result,) = [each for each in run_all(load(folder)) if each.name == "Into a zone of control"]
    (step,) = result.steps
    return step.judged.verdict.value, tuple(section for each in step.judged.findings for section in each.cite)


def test_an_erratum_of_five_lines_changes_a_verdict_and_its_citation(tmp_path: Path) -> None:
    assert len(ERRATUM.splitlines()) == 5
    plain, corrected = tmp_path / "plain", tmp_path / "corrected"
    for folder, overlays in ((plain, ""), (corrected, 'overlays = ["erratum"]\n')):
        (folder / "overlays").mkdir(parents=True)
        (folder / "overlays" / "erratum.toml").write_text(ERRATUM, encoding="utf-8")
        text = f'slug = "{folder.name}"\ntitle = "The Ford"\nedition_of = "_template"\n{overlays}'
        (folder / "game.toml").write_text(text, encoding="utf-8")
    assert judged(plain) == ("legal", ())
    verdict, cited = judged(corrected)
    assert verdict == "illegal"
    assert "3.1" in cited
    assert load(corrected).rule("zoc-stop").entry.cite == ("E1",)  # type: ignore[union-attr]
