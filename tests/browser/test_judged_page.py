"""The page of judged files in a real browser: nothing to complain of, pictures in sight, nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.report.html.judged import render_judgement
from adjudicator.report.judgement import FileJudgement, Judgement
from tests.browser.driver import driver, needs_browser, tab
from tests.report import judgements

pytestmark = needs_browser

CUT = (  # text of a unit that is wider than its box
    "return Array.from(document.querySelectorAll('.box')).filter((box) => Array.from(box.querySelectorAll('text')).some("
    "(text) => text.getBBox().width > box.querySelector('rect').getBBox().width + 1)).length"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judged") / "report.html"
    path.write_text(render_judgement(judgements.rich()), "utf-8")
    return path


@pytest.fixture(scope="module")
def running() -> Iterator[str]:
    with driver() as address:
        yield address


@pytest.mark.parametrize("width", [1_100, 400])
def test_a_page_fits_and_the_browser_has_nothing_to_complain_of(running: str, page: Path, width: int) -> None:
    with tab(running, width=width) as window:
        window.open(page)
        assert window.complaints() == []
        assert window.run("return performance.getEntriesByType('resource').length + document.scripts.length") == 0
        assert window.run("return document.documentElement.scrollWidth <= window.innerWidth")
        seen = (
            "return Array.from(document.querySelectorAll('figure svg')).every((map) => map.getBoundingClientRect().height > 100)"
        )
        assert window.run(seen)


def test_grounds_and_zones_are_filled_with_their_patterns(running: str, page: Path) -> None:
    """A style that says otherwise would win over what the picture says."""
    with tab(running) as window:
        window.open(page)
        for layer in ("settlement", "zone"):
            fill = f"return getComputedStyle(document.querySelector('figure .{layer}')).fill"
            assert "url(" in window.run(fill)
        assert window.run("return getComputedStyle(document.querySelector('figure .route')).fill") == "none"


def test_names_of_units_stay_within_their_boxes(running: str, tmp_path: Path) -> None:
    names = ("5 Pz", "2 HG", "31A HQ", "4 AA (3)", "Volkssturm 1", "137 Gd/47 Gd", "Großdeutschland-Brigade")
    path = tmp_path / "names.html"
    shown = judgements.picture("names", hexes=len(names), words=names)
    finding = judgements.finding("a.vlog", 1)
    judged = FileJudgement(judgements.file("a.vlog"), judgements.GAME, (finding,), (shown,))
    path.write_text(render_judgement(Judgement("adjudicate 1", (judged,))), "utf-8")
    with tab(running) as window:
        window.open(path)
        assert window.run(CUT) == 0
