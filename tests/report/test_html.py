"""The page: nothing in it but what was meant to be, everything in it reachable, and all of it small enough."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings

from adjudicator.audit.model import AuditReport
from adjudicator.finding import Finding, Where
from adjudicator.report import render
from adjudicator.report.html import diagrams, dice, findings, handovers, timeline
from adjudicator.report.html.shell import asset
from adjudicator.report.words import UNSAFE, line
from tests.report import sample
from tests.report.pages import Element, read_page
from tests.report.strategies import reports

TAGS = """html head meta title style body script header nav main section footer h1 h2 h3 p ul ol li dl dt dd a b small span bdi br
    code form label select option input button output details summary table thead tbody tr th td figure figcaption div
    svg g path rect line text desc defs marker"""
ATTRIBUTES = """lang charset http-equiv content name id class href role value type for hidden open scope tabindex autocomplete
    aria-label aria-labelledby aria-live aria-hidden data-severity data-check data-player data-file data-label
    width height viewbox x y x1 y1 x2 y2 rx d marker-end refx refy markerwidth markerheight markerunits orient"""


def html(report: AuditReport) -> str:
    return render(report, "html", checks=sample.CHECKS)


@pytest.fixture(scope="module")
def text() -> str:
    return html(sample.rich())


@pytest.fixture(scope="module")
def page(text: str) -> Element:
    return read_page(text)


def check_harmless(page: Element) -> None:
    """Nothing of a file's words has become markup, and no markup asks for anything from outside."""
    for element in page.all():
        if element.tag:
            assert element.tag in TAGS.split()
            assert element.attributes.keys() <= set(ATTRIBUTES.split())
    assert len(list(page.all("script"))) == 1
    assert len(list(page.all("style"))) == 1
    assert [link.get("href")[0] for link in page.all("a")] == ["#"] * len(list(page.all("a")))
    assert {element.get("marker-end") for element in page.all() if "marker-end" in element.attributes} <= {
        f"url(#{marker.get('id')})" for marker in page.all("marker")
    }


def test_hostile_words_stay_words(page: Element) -> None:
    check_harmless(page)


@pytest.mark.parametrize("report", [sample.empty(), sample.clean()], ids=["empty", "clean"])
def test_small_audits_make_whole_pages(report: AuditReport) -> None:
    page = read_page(html(report))
    check_harmless(page)
    assert "Nothing was found." in page.words()


@settings(max_examples=60, deadline=None)
@given(reports)
def test_any_report_makes_a_harmless_page_with_unbroken_links(report: AuditReport) -> None:
    page = read_page(html(report))
    check_harmless(page)
    check_links(page)


def check_links(page: Element) -> None:
    ids = [element.get("id") for element in page.all() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    named = [link.get("href")[1:] for link in page.all("a")]
    named += [
        name
        for element in page.all()
        if "aria-labelledby" in element.attributes
        for name in element.get("aria-labelledby").split()
    ]
    assert set(named) <= set(ids)


def test_every_link_leads_somewhere_and_every_name_is_given_once(page: Element) -> None:
    check_links(page)


def test_every_finding_is_there_in_full(page: Element) -> None:
    cards = [element for element in page.all("li") if "data-severity" in element.attributes]
    report = sample.rich()
    assert len(cards) == len(report.findings)
    told = sorted(next(iter(card.all("h3"))).words() for card in cards)
    assert told == sorted(line(finding.message, 600) for finding in report.findings)


def test_the_worst_comes_first_and_what_follows_from_others_later(page: Element) -> None:
    cards = [element for element in page.all("li") if "data-severity" in element.attributes]
    order = [("error", "warning", "note").index(card.get("data-severity")) for card in cards]
    assert order == sorted(order)
    warnings = [card.words() for card in cards if card.get("data-severity") == "warning"]
    assert "Follows from an earlier finding." in warnings[-1]


def test_nothing_needs_a_script_to_be_seen(page: Element) -> None:
    hidden = [element.get("id") for element in page.all() if "hidden" in element.attributes]
    assert sorted(hidden) == ["busy-choice", "filters", "none-left"]


def test_evidence_lies_open_where_something_may_be_wrong(page: Element) -> None:
    for card in page.all("li"):
        for evidence in card.all("details"):
            if evidence.attributes.get("class") == "evidence":
                assert ("open" in evidence.attributes) == (card.get("data-severity") != "note")


def test_the_policy_allows_this_script_and_style_alone(text: str, page: Element) -> None:
    policy = next(meta.get("content") for meta in page.all("meta") if "http-equiv" in meta.attributes)

    def hashed(tag: str) -> str:
        content = text.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
        return base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()

    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashed('style')}'; script-src 'sha256-{hashed('script')}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_the_policy_stands_before_what_it_governs(text: str) -> None:
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script>")


def test_nothing_is_asked_for_from_outside(text: str) -> None:
    markup = re.sub(r">[^<]*<", "><", text)
    for word in (
        "http:",
        "https:",
        "//",
        "src=",
        "@import",
        "url(http",
        "<link",
        "<img",
        "<iframe",
        "<base",
        "style=",
        "onclick",
    ):
        assert word not in markup.replace(asset("script.js"), "").replace(asset("style.css"), "")
    assert "@import" not in asset("style.css")
    assert "url(" not in asset("style.css")
    for word in ("fetch", "XMLHttp", "eval(", "innerHTML", "import(", "http"):
        assert word not in asset("script.js")


def test_no_character_steers_the_browser(text: str) -> None:
    assert {mark for mark in text if mark != "\n" and unicodedata.category(mark) in UNSAFE} == set()


def test_controls_have_labels_and_drawings_have_names(page: Element) -> None:
    labelled = {id(control) for label in page.all("label") for control in label.all("select", "input")}
    assert labelled == {id(control) for control in page.all("select", "input")}
    for drawing in page.all("svg"):
        if drawing.attributes.get("aria-hidden") != "true":
            assert drawing.attributes.get("role") in ("img", "group")
            assert next(iter(drawing.all("title"))).words().strip()
    for scroller in page.all("div"):
        if "tabindex" in scroller.attributes:
            assert scroller.get("role") == "region"
            assert scroller.get("aria-label")


def test_headings_never_skip_a_rank(page: Element) -> None:
    ranks = [int(heading.tag[1]) for heading in page.all("h1", "h2", "h3")]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(ranks))


def test_filters_offer_what_there_is(page: Element) -> None:
    report = sample.rich()
    offered = {select.get("name"): [option.words() for option in select.all("option")] for select in page.all("select")}
    assert offered["severity"] == ["any", "Error", "Warning", "Note"]
    assert len(offered["check"]) == 1 + len({finding.check for finding in report.findings})
    assert len(offered["player"]) == 1 + len({finding.player for finding in report.findings})
    assert offered["file"][1] == sample.BLUE
    values = {select.get("name"): {option.get("value") for option in select.all("option")} for select in page.all("select")}
    for card in page.all("li"):
        for name in ("severity", "check", "player", "file"):
            if f"data-{name}" in card.attributes:
                assert card.get(f"data-{name}") in values[name]


def test_every_roll_of_every_file_is_in_the_register(page: Element) -> None:
    register = [row for table in page.all("table") if "dense" in (table.attributes.get("class") or "") for row in table.all("tr")]
    files = len({roll.file for roll in sample.rich().rolls})
    assert len(register) == len(sample.rich().rolls) + files  # a heading each


def test_every_step_has_its_line_and_leads_to_its_findings(page: Element) -> None:
    report = sample.rich()
    lines = [element for element in page.all("li") if "value" in element.attributes]
    assert len(lines) == len(report.steps)
    marked = [link.words() for element in lines for link in element.all("a")]
    assert "1 error" in marked
    assert "2 notes" in marked


def test_untested_dice_are_named_but_not_drawn(page: Element) -> None:
    drawn = [drawing for drawing in page.all("svg") if drawing.attributes.get("class") == "bars"]
    assert len(drawn) == sum(total.tests > 0 for total in sample.rich().dice) == 3
    assert "12 kinds of dice with too few rolls to tell anything" in page.words()


def test_a_diagram_stands_beside_its_finding_or_at_the_end(page: Element) -> None:
    pictures = [figure for figure in page.all("figure") if figure.attributes.get("class") == "diagram"]
    assert [figure.get("id") for figure in pictures] == ["diagram-1", "diagram-2", "diagram-3"]
    first_card = next(element for element in page.all("li") if element.attributes.get("class") == "card error")
    assert [figure.get("id") for figure in first_card.all("figure")] == ["diagram-1"]
    positions = next(section for section in page.all("section") if section.get("id") == "positions")
    assert [figure.get("id") for figure in positions.all("figure")] == ["diagram-3"]


def test_a_diagram_keeps_its_places_in_proportion() -> None:
    scale = diagrams._scale([(0, 0), (100, 0), (400, 300)])
    (x1, y1), (x2, y2), (x3, y3) = scale.at(0, 0), scale.at(100, 0), scale.at(400, 300)
    assert (x2 - x1) * 4 == pytest.approx(x3 - x1, abs=0.5)
    assert (y3 - y1) / (x3 - x1) == pytest.approx(0.75, abs=0.01)
    assert y1 == y2
    assert scale.width <= diagrams.WIDEST + 2 * diagrams.MARGIN


def test_files_that_are_unknown_are_drawn_as_missing() -> None:
    report = sample.clean()
    handed = (*report.hand_overs, replace(report.hand_overs[0], earlier="gone.vlog", later=sample.BLUE))
    page = read_page(html(replace(report, hand_overs=handed)))
    missing = [group for group in page.all("g") if "missing" in (group.attributes.get("class") or "")]
    assert len(missing) == 1
    assert "gone.vlog" in missing[0].words()
    check_links(page)


def test_files_without_any_hand_over_are_said_to_have_none() -> None:
    assert "None of these files follows from another." in html(replace(sample.clean(), hand_overs=()))


@pytest.mark.parametrize(
    ("room", "limit", "value", "words"),
    [
        (findings, "BUDGET", 5_000, "more findings would make"),
        (timeline, "BUDGET", 3_000, "more steps would make"),
        (dice, "BUDGET", 3_000, "more rolls would make"),
        (diagrams, "BUDGET", 1, "more pictures would make"),
        (handovers, "MOST_FILES", 2, "files are too many to draw"),
        (findings, "MOST_ROWS", 2, "more rows of evidence would make"),
        (timeline, "CHAT_BUDGET", 10, "Chat is shown only in steps with dice"),
    ],
)
def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch, room: object, limit: str, value: int, words: str) -> None:
    monkeypatch.setattr(room, limit, value)
    page = read_page(html(sample.rich()))
    assert words in page.words()
    check_links(page)


def test_a_long_campaign_makes_a_page_that_can_be_mailed() -> None:
    report = sample.large()
    size = len(html(report).encode())
    assert size < 15_000_000
    assert len(report.steps) == 30_000


def test_the_longest_words_and_the_most_findings_stay_within_bounds() -> None:
    huge = "x" * 20_000
    many = tuple(Finding("a", huge, Where("a.vlog", number), player=huge, pieces=(huge,) * 5) for number in range(1_000))
    report = replace(sample.empty(), findings=many)
    assert len(html(report).encode()) < 8_000_000


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1, 2], ids=["light", "dark", "print"])
def test_colours_can_be_told_from_their_ground(scheme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", asset("style.css"), re.DOTALL)[scheme]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    pairs = [(ink, ground) for ink in ("ink", "faint", "link") for ground in ("paper", "panel")]
    pairs += [(kind, ground) for kind in ("error", "warning", "note") for ground in ("paper", f"{kind}-soft")]
    pairs += [("ink", "error-soft"), ("ink", "warning-soft"), ("ink", "note-soft"), ("on-counter", "counter")]
    for ink, ground in pairs:
        one, other = sorted((_luminance(colours[ink]), _luminance(colours[ground])))
        assert (other + 0.05) / (one + 0.05) >= 4.5, (ink, ground)
