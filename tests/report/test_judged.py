"""The page of judged files: what is on it, in which order, harmless and of bounded size; and the reports for programs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from lxml import etree

from adjudicator.audit.catalogue import catalogue
from adjudicator.report.html.explained import render_step
from adjudicator.report.html.judged import render_judgement
from adjudicator.report.html.shell import asset
from adjudicator.report.judged_runs import runs
from adjudicator.report.judgement import ActionExplained, Judgement, RuleSaid, StepExplained
from adjudicator.report.junit import render_junit_runs
from adjudicator.report.sarif import render_sarif_runs
from adjudicator.report.words import UNSAFE, line
from adjudicator.verdict import Verdict
from tests.report import judgements
from tests.report.pages import Element, read_page
from tests.report.sample import BREAKOUT, EVIL, SCRIPT

TAGS = """html head meta title style body header main section footer h1 h2 h3 h4 p ul ol li dl dt dd a b em small span bdi code
    details summary
    div table thead tbody tr th td figure figcaption svg g path rect text desc defs pattern"""
ATTRIBUTES = """lang charset http-equiv content name id class href role scope tabindex title aria-label aria-labelledby
    aria-hidden data-label width height viewbox x y rx d fill transform patternunits
    textlength lengthadjust"""


def step() -> StepExplained:
    wrong = RuleSaid("cost", ("6.1",), Verdict.ILLEGAL, SCRIPT, judgements.finding("x", 1).rows, (BREAKOUT,), judgements.RULINGS)
    right = RuleSaid("other", (), Verdict.LEGAL, SCRIPT)
    actions = (
        ActionExplained(f"5 Pz moves {SCRIPT}", Verdict.ILLEGAL, (right, wrong), judgements.picture()),
        ActionExplained("a chit is drawn", Verdict.LEGAL, (right,)),
    )
    return StepExplained("adjudicate 1", EVIL, 3, judgements.GAME, actions)


PAGES = {
    "rich": lambda: render_judgement(judgements.rich()),
    "alone": lambda: render_judgement(replace(judgements.rich(), files=judgements.rich().files[:1], audits=())),
    "empty": lambda: render_judgement(Judgement("adjudicate 1", ())),
    "step": lambda: render_step(step()),
}


@pytest.fixture(params=sorted(PAGES))
def text(request: pytest.FixtureRequest) -> str:
    return PAGES[request.param]()


@pytest.fixture(scope="module")
def page() -> Element:
    return read_page(render_judgement(judgements.rich()))


def classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def cards(page: Element) -> list[Element]:
    return [each for each in page.all("li") if "verdict-card" in classes(each)]


def test_hostile_words_stay_words(text: str) -> None:
    for element in read_page(text).all():
        if element.tag:
            assert element.tag in TAGS.split()
            assert element.attributes.keys() <= set(ATTRIBUTES.split())
            assert (element.attributes.get("href") or "#").startswith("#")
            assert re.fullmatch(r"url\(#p-[a-z-]+\)", element.attributes.get("fill") or "url(#p-x)")


def test_every_link_leads_somewhere_and_every_name_is_given_once(text: str) -> None:
    page = read_page(text)
    ids = [element.get("id") for element in page.all() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    named = [link.get("href")[1:] for link in page.all("a")]
    named += [name for each in page.all() if "aria-labelledby" in each.attributes for name in each.get("aria-labelledby").split()]
    named += [each.get("fill")[5:-1] for each in page.all() if "fill" in each.attributes]
    assert set(named) <= set(ids)


def test_the_policy_allows_this_style_and_no_script(text: str) -> None:
    policy = next(meta.get("content") for meta in read_page(text).all("meta") if "http-equiv" in meta.attributes)
    style = text.partition("<style>")[2].partition("</style>")[0]
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
    assert text.index("Content-Security-Policy") < text.index("<style>")


def test_nothing_is_asked_for_from_outside(text: str) -> None:
    markup = re.sub(r">[^<]*<", "><", text)
    for word in ("http:", "https:", "//", "src=", "style=", "onclick", "<link", "<img", "<script"):
        assert word not in markup
    assert "url(" not in asset("judged.css")
    assert "@import" not in asset("judged.css")


def test_no_character_steers_the_browser(text: str) -> None:
    assert {mark for mark in text if mark != "\n" and unicodedata.category(mark) in UNSAFE} == set()


def test_headings_never_skip_a_rank(text: str) -> None:
    ranks = [int(heading.tag[1]) for heading in read_page(text).all("h1", "h2", "h3", "h4")]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(ranks))


def test_drawings_have_names(text: str) -> None:
    for drawing in read_page(text).all("svg"):
        if drawing.attributes.get("aria-hidden") != "true":
            assert drawing.get("role") == "img"
            assert next(iter(drawing.all("title"))).words().strip()
    for scroller in read_page(text).all("div"):
        if "tabindex" in scroller.attributes:
            assert scroller.get("aria-label")


def test_every_finding_is_there_with_its_sections_and_arithmetic(page: Element) -> None:
    told = sorted(next(iter(card.all("h4"))).words() for card in cards(page))
    found = [finding for file in judgements.rich().files for finding in file.findings]
    assert told == sorted(line(finding.message, 600) for finding in found)
    for card in cards(page):
        if "illegal" in classes(card) and "6.1" in card.words():
            assert [cell.words() for cell in card.all("td")][:3] == ["4", f"allowance {SCRIPT}", "6.1"]


def test_root_causes_come_first_then_what_is_open_then_what_follows(page: Element) -> None:
    evil = next(section for section in page.all("section") if section.attributes.get("id") == "file-1")
    order = [classes(card)[1:] for card in cards(evil)]
    assert order == [["illegal"], ["illegal"], ["undecided"], ["illegal", "follows-only"]]
    groups = [heading.words() for heading in evil.all("h3") if "group" in classes(heading)]
    assert groups == ["What is wrong", "What is undecided", "What only follows from an illegal action before it"]


def test_what_follows_leads_to_its_cause(page: Element) -> None:
    follower = next(card for card in cards(page) if "follows-only" in classes(card))
    (link,) = [link for link in follower.all("a") if link.words() == "step 3"]
    cause = next(card for card in cards(page) if card.attributes.get("id") == link.get("href")[1:])
    assert "at step 3" in cause.words()


def test_what_is_undecided_is_asked_in_the_summary(page: Element) -> None:
    (asked,) = [each for each in page.all("div") if "questions" in classes(each)]
    assert "terrain 0714 would help to decide step 7" in asked.words()


def test_the_summary_says_what_was_judged_and_the_verdict(page: Element) -> None:
    banners = [each for each in page.all("div") if "banner" in classes(each)]
    verdicts = [next(each for each in banner.all("p") if "verdict" in classes(each)).words() for banner in banners]
    assert verdicts == ["Not legal", "Not legal", "All legal", "Not judged"]
    assert "8 actions judged: 5 legal, 2 illegal, 1 undecided." in banners[0].words()
    chips = [item.words() for each in page.all("ul") if "tallies" in classes(each) for item in each.all("li")]
    assert chips == ["7 moves 2 illegal, 1 undecided", "1 phase", "3 moves"]


def test_findings_of_one_action_share_their_picture(page: Element) -> None:
    figures = [figure for figure in page.all("figure") if "hexes" in classes(figure)]
    assert len(figures) == 3
    again = next(card for card in cards(page) if "the same action" in card.words())
    assert [link.get("href") for link in again.all("a") if "picture" in link.words()] == ["#hexes-1"]


def test_the_key_explains_what_is_drawn_and_nothing_else(page: Element) -> None:
    (key,) = [each for each in page.all("ul") if "key" in classes(each)]
    words = [item.words().strip() for item in key.all("li")]
    assert {"Clear", "Town", "River major", "Rail", "Enemy zone of control", "Blue unit"} <= set(words)
    assert "Forest" not in words


def test_rules_are_told_in_the_games_own_words(page: Element) -> None:
    rules = next(section for section in page.all("section") if section.attributes.get("id") == "rules-cited")
    assert "Each step costs points." in rules.words()


def test_a_page_with_two_hundred_findings_stays_small() -> None:
    text = render_judgement(judgements.many(200, hexes=19))
    assert len(text.encode()) < 3_000_000
    shown = cards(read_page(text))
    assert sum(any("hexes" in classes(figure) for figure in card.all("figure")) for card in shown) == len(shown) == 200


def test_what_there_is_no_room_for_is_said() -> None:
    text = render_judgement(judgements.many(900, hexes=120))
    assert len(text.encode()) < 3_000_000
    shown = cards(read_page(text))
    drawn = sum(any("hexes" in classes(figure) for figure in card.all("figure")) for card in shown)
    without = sum("No room for its picture" in card.words() for card in shown)
    assert drawn > 30
    assert len(shown) == drawn + without < 900
    assert f"{900 - len(shown):,} more findings would make this page too large" in text


def test_the_page_is_the_same_every_time() -> None:
    once = judgements.rich()
    assert render_judgement(once) == render_judgement(once)


def test_one_step_shows_every_rule_and_what_is_wrong_first() -> None:
    page = read_page(render_step(step()))
    first = next(section for section in page.all("section") if section.attributes.get("id") == "action-1")
    assert [classes(card)[1] for card in cards(first)] == ["illegal", "legal"]
    assert any("hexes" in classes(figure) for figure in first.all("figure"))


# --- for programs --------------------------------------------------------------------------------------------------------------


def test_each_game_is_a_run_with_its_own_rules() -> None:
    document = json.loads(render_sarif_runs(runs(judgements.rich(), catalogue())))
    judged, audited = document["runs"]
    assert [rule["id"] for rule in judged["tool"]["driver"]["rules"]] == ["a-game/cost"]
    assert {result["ruleId"] for result in judged["results"]} == {"a-game/cost"}
    assert len(judged["results"]) == 5
    assert {rule["id"] for rule in audited["tool"]["driver"]["rules"]} >= set(catalogue())
    assert judged["invocations"][0]["executionSuccessful"] is False
    needed = [result["properties"].get("needs") for result in judged["results"]]
    assert ["terrain 0714", SCRIPT] in needed


def test_suites_have_cases_for_the_rules_of_their_game_alone() -> None:
    root = etree.fromstring(render_junit_runs(runs(judgements.rich(), catalogue()), "check").encode())
    suites = {suite.get("name"): suite for suite in root}
    assert [suite.get("id") for suite in root] == [str(number) for number in range(len(suites))]
    assert [case.get("name") for case in suites["legal.vlog"].findall("testcase")] == ["a-game/cost"]
    assert suites["legal.vlog"].get("failures") == "0"
    evil = next(suite for name, suite in suites.items() if name is not None and name.startswith("evil"))
    assert evil.get("failures") == "1"
    failure = evil.find("testcase/failure")
    assert failure is not None
    (decided,) = (each for each in (failure.text or "").splitlines() if "Would be decided by: " in each)
    assert "terrain 0714" in decided


def test_files_that_could_not_be_read_are_told_even_if_no_other_was() -> None:
    alone = Judgement("adjudicate 1", (), problems=judgements.rich().problems)
    assert json.loads(render_sarif_runs(runs(alone, {})))["runs"][0]["invocations"][0]["executionSuccessful"] is False
    assert "could not be judged" in render_judgement(alone)
    document = etree.fromstring(render_junit_runs(runs(alone, {})).encode())
    assert document.find("testsuite/testcase/error") is not None
