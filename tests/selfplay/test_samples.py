"""The samples in logs/: everything that is said of them is said beside them, and each shows what it is meant to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import load
from tests.support import ROOT
from tools.mutate.logs import Bench
from tools.mutate.workshops import WORKSHOPS
from tools.samples.every import EVERY
from tools.samples.making import make, said_of
from tools.samples.page import page
from tools.samples.recipes import Planted, Played, Report, Sample, Samples, Saved, reports
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

LARGEST = 1_200_000  # bytes of all samples of a game
REPORTS = [(game, report) for game, samples in EVERY.items() for report in reports(samples)]
JUDGED = [(game, each) for game, samples in EVERY.items() for each in samples.every]


def folder_of(game: str) -> Path:
    return ROOT / "logs" / game


@pytest.fixture(scope="session")
def modules(module_file: Path, older_file: Path, seelow_file: Path, vob_file: Path) -> dict[str, Path]:
    files = {"koenigsberg-rg": module_file, "koenigsberg-3cg": older_file, "seelow-kustrin": seelow_file}
    return {**files, "vistula-oder-berlin": vob_file}


@pytest.mark.parametrize(("game", "report"), REPORTS, ids=lambda each: each if isinstance(each, str) else each.file)
def test_what_is_said_of_a_sample_stands_beside_it(game: str, report: Report, modules: dict[str, Path], tmp_path: Path) -> None:
    stored = (folder_of(game) / report.file).read_text("utf-8")
    assert said_of(report, modules[game], folder_of(game), tmp_path) == stored
    if report.makes is not None:
        assert read_saved(tmp_path / report.makes).entries == read_saved(folder_of(game) / report.makes).entries


@pytest.mark.parametrize(("game", "sample"), JUDGED, ids=lambda each: each if isinstance(each, str) else each.name)
def test_a_sample_shows_what_it_is_meant_to_and_nothing_else(game: str, sample: Sample) -> None:
    """As the report beside it says, which is held true above."""
    text = (folder_of(game) / f"{sample.name}.txt").read_text("utf-8")
    roots, _, following = text.partition("What only follows")
    illegal = roots.count(" ILLEGAL ")
    if isinstance(sample, Planted):
        (kind,) = (each for each in WORKSHOPS[game].kinds if each.name == sample.kind)
        assert any(f"[{game}/{rule}]" in roots for rule in kind.rules)
        assert sample.follows or not following
    assert illegal == isinstance(sample, Planted | Saved)
    assert " undecided" not in text or (isinstance(sample, Played) and sample.habit == "all")


@pytest.mark.parametrize("samples", EVERY.values(), ids=EVERY)
def test_a_folder_holds_the_samples_and_no_more_and_its_page_lists_them(samples: Samples) -> None:
    folder = folder_of(samples.game)
    told = {"README.md", *(each.file for each in samples.every), *(each.file for each in reports(samples))}
    assert {each.name for each in folder.iterdir()} == told
    assert (folder / "README.md").read_text("utf-8") == page(samples)
    assert sum(each.stat().st_size for each in folder.iterdir()) < LARGEST


def test_a_sample_made_again_is_the_same_to_the_byte(seelow_file: Path, tmp_path: Path) -> None:
    loaded = load("seelow-kustrin")
    module = Module.read(open_archive(seelow_file))
    wanted = {"turn1", "turn1-too-far", "turn1-too-far-corrected"}
    few = Samples(loaded.slug, "Some", [each for each in EVERY[loaded.slug].every if each.name in wanted])
    made = [tmp_path / "once", tmp_path / "again"]
    for folder in made:
        list(make(few, Bench(loaded, tmp_path, seelow_file, module), folder))
    first, second = ({each.name: each.read_bytes() for each in folder.iterdir()} for folder in made)
    assert first == second
    assert len(first) == len(wanted) + len(list(reports(few))) + 1
