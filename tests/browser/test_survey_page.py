"""The page of a survey in a real browser: nothing is asked of anybody, and what is answered is saved."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import factname
from adjudicator.games import load
from adjudicator.surveying.draft import BindingDraft
from adjudicator.surveying.matching import Matching
from adjudicator.surveying.page import page_of
from adjudicator.surveying.shown import Shown
from tests.browser.driver import driver, needs_browser, tab
from tests.modulezips import zipped
from vassal_bridge.archive import open_archive

np = pytest.importorskip("numpy")


def made(folder: Path) -> Path:
    from adjudicator.surveying.picture.reading import MapReading, SeenOnMap

    out = io.BytesIO()
    Image.new("RGB", (30, 30), (200, 30, 30)).save(out, "PNG")
    archive = open_archive(zipped(folder / "m.vmod", {"buildFile.xml": b"<a/>", "images/c.png": out.getvalue()}))
    reading = MapReading(
        seen=[
            SeenOnMap(factname.terrain("0714"), frozenset({"forest"}), 0.4),
            SeenOnMap(factname.terrain("0715"), frozenset({"clear"}), 0.99),
        ],
        picture=np.full((300, 400, 3), 220, dtype=np.uint8),
        places={"0714": (100.0, 100.0), "0715": (200.0, 100.0)},
    )
    units = Matching(doubtful={"7": (("de-21", 0.6), ("de-28", 0.3))}, bound={"8": ("de-50", 0.97)}, missing=("de-21", "de-28"))
    pieces = {gpid: Shown(gpid, "</script><b>21", pictures=("c.png",)) for gpid in ("7", "8")}
    page = folder / "survey.html"
    draft = BindingDraft("<Mine> & more", pieces=pieces, units=units)
    page.write_text(page_of(draft, load("koenigsberg-rg"), archive, reading), "utf-8")
    return page


@needs_browser
def test_what_is_answered_is_saved_and_nobody_is_asked_for_anything(tmp_path: Path) -> None:
    page = made(tmp_path)
    with driver() as address, tab(address) as window:
        window.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
        window.open(page)
        assert window.complaints() == []
        assert window.run("return document.querySelectorAll('#facts tr').length") == 1, "the doubtful one"
        assert window.run("return document.querySelector('#unbound img').naturalWidth") > 0
        window.click("#facts td:last-child button")
        window.run("const s = document.querySelector('#unbound select'); s.value = 'de-28'; s.onchange()")
        window.run("document.getElementById('over').onclick({offsetX: 205, offsetY: 104})")
        window.run("const f = document.querySelector('#picked input'); f.value = 'marsh'; f.onchange()")
        assert window.run(
            "return [...document.querySelectorAll('#groups tr')].map((each) => each.innerText.trim().split(/\\s+/).join(' '))"
        ) == [
            "terrain: clear 1 are so 0 are so",
            "terrain: forest 0 are so 1 are so",
        ]
        window.click("#groups tr:first-child td:nth-child(2) button")  # 0715 has been answered by itself: that stands
        window.run("document.querySelector('#groups input').click()")
        window.click("#unbound tr:last-child td:last-child button")
        window.click("#save")
        saved = tmp_path / "answers.json"
        for _ in range(100):
            if saved.exists() and saved.stat().st_size:
                break
            time.sleep(0.05)
        answers = json.loads(saved.read_text("utf-8"))
        assert answers["facts"] == {"terrain 0714": "forest", "terrain 0715": "marsh"}
        assert answers["units"] == {"7": "de-28", "8": "de-50"}
        assert window.complaints() == []


def test_the_page_allows_nothing_but_its_own_script_and_pictures(tmp_path: Path) -> None:
    text = made(tmp_path).read_text("utf-8")
    assert "default-src 'none'" in text
    assert "img-src data:" in text
    assert "http://" not in text
    assert "https://" not in text
    assert text.count("</script>") == 2
    assert "<Mine>" not in text
