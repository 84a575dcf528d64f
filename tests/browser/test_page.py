"""The page in a real browser: what it does, what it asks for, how it fits."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.audit.model import AuditReport
from adjudicator.report import render
from tests.browser.driver import Tab, driver, needs_browser, tab
from tests.report import sample

pytestmark = needs_browser

SHOWN = "return Array.from(document.querySelectorAll('.findings > li')).filter((card) => !card.hidden).length"
FINDINGS = len(sample.rich().findings)


def page(folder: Path, report: AuditReport) -> Path:
    path = folder / "report.html"
    path.write_text(render(report, "html", checks=sample.CHECKS), "utf-8")
    return path


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page(tmp_path_factory.mktemp("rich"), sample.rich())


@pytest.fixture(scope="module")
def running() -> Iterator[str]:
    with driver() as address:
        yield address


@pytest.fixture(scope="module")
def window(running: str) -> Iterator[Tab]:
    with tab(running) as opened:
        yield opened


@pytest.fixture
def opened(window: Tab, rich: Path) -> Tab:
    """The rich report as it looks when just opened."""
    window.tell("Page.navigate", url="about:blank")
    window.open(rich)
    return window


@pytest.mark.parametrize("report", [sample.rich(), sample.clean(), sample.empty()], ids=["rich", "clean", "empty"])
def test_the_browser_has_nothing_to_complain_of(window: Tab, tmp_path: Path, report: AuditReport) -> None:
    window.complaints()
    window.open(page(tmp_path, report))
    assert window.run("return document.readyState") == "complete"
    assert window.complaints() == []


def test_hostile_words_did_nothing(opened: Tab) -> None:
    assert opened.run("return document.images.length + document.scripts.length") == 1
    assert opened.run("return document.title") == "Audit of 8 files: 5 errors, 9 warnings, 16 notes"


def test_nothing_is_asked_for(opened: Tab) -> None:
    assert opened.run("return performance.getEntriesByType('resource').map((entry) => entry.name)") == []


@pytest.mark.parametrize(
    "attack",
    [
        "const script = document.createElement('script'); script.textContent = 'window.owned = 1'; document.body.append(script)",
        "document.body.insertAdjacentHTML('beforeend', '<p onclick=\"window.owned = 1\" id=trap>'); trap.click()",
        "const image = new Image(); image.src = 'https://example.invalid/x.png'; document.body.append(image)",
    ],
    ids=["script", "handler", "image"],
)
def test_the_policy_holds_even_if_something_slipped_through(opened: Tab, attack: str) -> None:
    opened.complaints()
    opened.run(attack)
    opened.run("return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    assert opened.run("return window.owned ?? null") is None
    assert any("Content Security Policy" in complaint for complaint in opened.complaints())


def test_everything_is_shown_at_first(opened: Tab) -> None:
    assert opened.run(SHOWN) == FINDINGS
    assert opened.run("return document.getElementById('shown').textContent") == f"{FINDINGS} of {FINDINGS} shown"


@pytest.mark.parametrize(
    ("name", "option", "expected"),
    [
        ("severity", "Error", 5),
        ("check", "dice/claimed", 4),
        ("player", "Bob", 5),
        ("player", "nobody named", 2),
        ("file", sample.TAMPERED, 4),
    ],
)
def test_a_choice_leaves_what_fits_it(opened: Tab, name: str, option: str, expected: int) -> None:
    opened.type(f"select[name={name}]", option)
    assert opened.run(SHOWN) == expected
    assert opened.run("return document.getElementById('shown').textContent") == f"{expected} of {FINDINGS} shown"
    opened.click("button[type=reset]")
    opened.run("return new Promise((done) => setTimeout(done, 20))")
    assert opened.run(SHOWN) == FINDINGS


def test_choices_and_text_narrow_down_together(opened: Tab) -> None:
    opened.type("input[name=text]", "PALETTE")
    assert opened.run(SHOWN) == 8
    opened.type("select[name=file]", sample.RED)
    assert opened.run(SHOWN) == 0
    assert opened.run("return document.getElementById('none-left').checkVisibility()") is True


def test_the_enter_key_sends_nothing_anywhere(opened: Tab) -> None:
    before = opened.run("return location.href")
    opened.type("input[name=text]", "palette\ue007")
    assert opened.run("return location.href") == before
    assert opened.run(SHOWN) == 8


def test_a_count_in_the_summary_leads_to_its_findings(opened: Tab) -> None:
    opened.click("a[data-severity=warning]")
    assert opened.run(SHOWN) == 9
    assert opened.run("return document.querySelector('select[name=severity]').value") == "warning"


def test_a_link_unfolds_the_step_it_leads_to(opened: Tab) -> None:
    step = "s4-9"
    assert opened.run("return document.getElementById(arguments[0]).checkVisibility()", step) is False
    opened.run("document.querySelector(`.card a[href='#${arguments[0]}']`).click()", step)
    opened.run("return new Promise((done) => setTimeout(done, 50))")
    assert opened.run("return document.getElementById(arguments[0]).checkVisibility()", step) is True


def test_a_link_to_a_finding_that_is_filtered_away_brings_it_back(opened: Tab) -> None:
    opened.type("select[name=severity]", "Note")
    opened.run("location.hash = document.querySelector('.card.error').id")
    opened.run("return new Promise((done) => setTimeout(done, 50))")
    assert opened.run("return document.querySelector('.card.error').checkVisibility()") is True


def test_quiet_steps_can_be_hidden(opened: Tab) -> None:
    opened.run("document.querySelectorAll('#timeline details').forEach((fold) => { fold.open = true })")
    visible = "return Array.from(document.querySelectorAll('.steps li')).filter((step) => step.checkVisibility()).length"
    every = opened.run(visible)
    opened.click("#busy")
    assert every == len(sample.rich().steps)
    assert 0 < opened.run(visible) < every


def test_the_keyboard_reaches_everything_that_can_be_used(opened: Tab) -> None:
    unreachable = opened.run(
        "return Array.from(document.querySelectorAll('a[href], select, input, button, summary, [tabindex]'))"
        ".filter((element) => element.checkVisibility())"
        ".filter((element) => { element.focus(); return document.activeElement !== element })"
        ".map((element) => element.outerHTML.slice(0, 120))"
    )
    assert unreachable == []


def test_without_scripts_everything_is_there_but_the_filters(running: str, rich: Path) -> None:
    with tab(running, scripts=False) as plain:
        plain.open(rich)
        assert plain.run(SHOWN) == FINDINGS
        assert plain.run("return document.getElementById('filters').checkVisibility()") is False
        assert plain.run("return document.getElementById('busy-choice').checkVisibility()") is False
        plain.run("document.querySelector('#timeline summary').click()")
        assert plain.run("return document.querySelector('#timeline details').open") is True


@pytest.mark.parametrize("width", [320, 360, 768, 1_100])
def test_the_page_is_as_wide_as_the_screen(running: str, rich: Path, width: int) -> None:
    with tab(running, width=width, height=700) as phone:
        phone.open(rich)
        phone.run("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
        assert phone.run("return [document.documentElement.scrollWidth, window.innerWidth]") == [width, width]


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 24, 28)")])
def test_light_and_dark_follow_the_reader(opened: Tab, scheme: str, ground: str) -> None:
    opened.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    assert opened.run("return getComputedStyle(document.body).backgroundColor") == ground
    opened.tell("Emulation.setEmulatedMedia", features=[])


def test_on_paper_the_evidence_is_open_and_the_filters_are_gone(opened: Tab) -> None:
    printed = base64.b64decode(opened.tell("Page.printToPDF")["data"])
    assert printed.startswith(b"%PDF")
    assert 5 < len(re.findall(rb"/Type\s*/Page\b", printed)) < 40
    assert opened.run("return Array.from(document.querySelectorAll('details.evidence')).every((fold) => fold.open)") is True
    opened.tell("Emulation.setEmulatedMedia", media="print")
    assert opened.run("return document.getElementById('filters').checkVisibility()") is False
    opened.tell("Emulation.setEmulatedMedia", media="")


def test_a_long_campaign_can_still_be_filtered(window: Tab, tmp_path: Path) -> None:
    report = sample.large()
    window.open(page(tmp_path, report))
    shown = window.run(
        "const choice = document.querySelector('select[name=severity]');"
        "choice.value = 'error'; choice.dispatchEvent(new Event('input', { bubbles: true }));"
        "document.body.getBoundingClientRect();"
        "return document.getElementById('shown').textContent"
    )
    errors = sum(finding.severity.value == "error" for finding in report.findings)
    assert shown.startswith(f"{errors} of ")
    window.tell("Page.navigate", url="about:blank")
