"""What the reports share: cleaning, wrapping, words, the layout of the graph, and the choice of a format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.model import AuditReport, HandOver, Handover
from adjudicator.finding import Where
from adjudicator.report import FORMATS, render
from adjudicator.report.html.graph import columns as graph_columns
from adjudicator.report.html.graph import generations
from adjudicator.report.html.handovers import LONGEST_NAME, shortened
from adjudicator.report.links import link_sentence, link_words
from adjudicator.report.view import by_file, file_names
from adjudicator.report.words import clean, line, listed, place_words, plural, tally_words
from adjudicator.report.wrapping import columns, fold, pad, wrap
from adjudicator.verdict import Severity
from tests.report import sample


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="there are text, json, sarif, junit, html"):
        render(sample.clean(), "pdf")


@pytest.mark.parametrize("form", FORMATS)
def test_checks_are_explained_from_the_catalogue_unless_given(form: str) -> None:
    assert render(sample.rich(), form) == render(sample.rich(), form, checks=catalogue())


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain", "plain"),
        ("Übung 第二 חטיבה 🎲", "Übung 第二 חטיבה 🎲"),
        ("a\x1b[31mb\x00c\x7fd\x9be", "a�[31mb�c�d�e"),
        ("txt\u202egol\u2066x\u200by", "txt�gol�x�y"),
        ("a\udcffb\ue000c\uffffd", "a�b�c�d"),
        ("one\ntwo\r\nthree\tfour", "one\ntwo\nthree\tfour"),
    ],
)
def test_what_could_steer_is_replaced_visibly(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("one\r\n  two\u2028three\x0bfour\xa0five", None, "one two three four five"),
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("abcd efgh", 6, "abcd…"),
        (" " * 50 + "x", 6, "…"),
        ("x" * 1_000_000, 4, "xxx…"),
    ],
)
def test_one_line_is_one_line(text: str, limit: int | None, shown: str) -> None:
    assert line(text, limit).strip() == shown


@given(st.text(st.characters(exclude_categories=())), st.integers(2, 50))
def test_a_line_is_never_longer_than_allowed(text: str, limit: int) -> None:
    assert len(line(text, limit)) <= limit
    assert len(line(text, limit).splitlines()) <= 1


@given(st.text(), st.integers(30, 60))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    lines = wrap(text, "first ", "    ", width)
    assert all(columns(written) <= width for written in lines)
    told = "".join(lines)[len("first ") :]
    assert "".join(told.split()) == "".join(text.split())


def test_wrapping_counts_wide_and_combining_characters_as_a_terminal_does() -> None:
    assert columns("第二") == 4
    assert columns("e\u0301") == 1
    assert wrap("第二第二 第二", width=8) == ["第二第二", "第二"]
    assert pad("第", 4) == "第  "


@given(st.lists(st.text("ab1ö", min_size=1, max_size=12), max_size=9), st.integers(0, 50), st.integers(24, 60))
def test_folding_loses_no_word_tears_none_and_fits(words: list[str], indent: int, width: int) -> None:
    line = " " * indent + "  ".join(words)
    folded = list(fold(line, width))
    assert " ".join(folded).split() == line.split()
    if words:
        assert all(columns(each) <= width for each in folded)
    if len(line) <= width:
        assert folded == [line]


def test_colours_take_no_columns_when_a_line_is_folded() -> None:
    line = "\x1b[1;31mILLEGAL\x1b[0m at last"
    assert list(fold(line, 15)) == [line]
    assert list(fold(line, 12)) == ["\x1b[1;31mILLEGAL\x1b[0m at", "  last"]


def test_wrapping_nothing_gives_the_beginning() -> None:
    assert wrap("", "first", "rest") == ["first"]


@pytest.mark.parametrize(("items", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_lists_read_as_sentences(items: list[str], words: str) -> None:
    assert listed(items) == words


def test_counts_read_as_sentences() -> None:
    assert plural(1, "step") == "1 step"
    assert plural(1_473, "step") == "1,473 steps"
    assert plural(2, "entry", "entries") == "2 entries"
    assert tally_words({Severity.NOTE: 2, Severity.ERROR: 1}) == "1 error, 2 notes"
    assert tally_words({}) == "no findings"
    assert place_words(Where("a.vlog", 1_200)) == "a.vlog, step 1,200"
    assert place_words(Where("a.vlog")) == "a.vlog"


@pytest.mark.parametrize(
    ("link", "words", "sentence"),
    [
        (HandOver("a", "b", Handover.EXACT), "exact", "exactly where"),
        (HandOver("a", "b", Handover.IMPERFECT, 3), "3 differences", "but with 3 differences."),
        (HandOver("a", "b", Handover.IMPERFECT), "not exact", "differences that no player sees"),
        (HandOver("a", "b", Handover.FORK), "fork", "as other logs do"),
        (HandOver("a", "b", Handover.FORK, 1), "fork, 1 difference", "but with 1 difference, as other logs do"),
        (HandOver("a", "b", Handover.RESTART, at_step=4), "restart after step 4", "after its step 4"),
        (HandOver("a", "b", Handover.RESTART), "restart", "in the middle of its steps"),
    ],
)
def test_each_kind_of_hand_over_has_its_words(link: HandOver, words: str, sentence: str) -> None:
    assert link_words(link) == words
    assert sentence in link_sentence(link)


def test_every_file_that_anything_is_said_of_is_listed_once() -> None:
    names = file_names(sample.rich())
    assert len(set(names)) == len(names)
    assert names[:3] == (sample.START, sample.BLUE, sample.RED)
    assert {sample.BROKEN, "attachment.zip", sample.EVIL} <= set(names)
    assert sum(len(view.entries) for view in by_file(sample.rich())) == len(sample.rich().findings)


def test_the_order_of_an_unknown_file_does_not_invent_it() -> None:
    assert "gone" not in file_names(AuditReport("t", (), ("gone",), (), (), (), (), ()))


def layout(names: str, *edges: str) -> dict[str, tuple[int, int]]:
    """Where single-letter files stand, as (column, generation)."""
    pairs = [(edge[0], edge[1]) for edge in edges]
    level = generations(list(names), pairs)
    column = graph_columns(list(names), pairs, level)
    return {name: (column[name], level[name]) for name in names}


def test_a_line_of_files_goes_straight_down() -> None:
    assert layout("abc", "ab", "bc") == {"a": (0, 0), "b": (0, 1), "c": (0, 2)}


def test_the_longer_branch_goes_straight_on() -> None:
    assert layout("abcd", "ab", "ac", "cd") == {"a": (0, 0), "b": (1, 1), "c": (0, 1), "d": (0, 2)}


def test_a_file_stands_below_the_last_of_those_it_follows() -> None:
    assert layout("abc", "ab", "bc", "ac")["c"] == (0, 2)


def test_lower_branches_stand_nearer() -> None:
    places = layout("abcdxyz", "ab", "bc", "cd", "ax", "by", "xz")
    assert places["y"] == (1, 2)
    assert places["x"] == (2, 1)
    assert places["z"] == (2, 2)


def test_unrelated_games_stand_side_by_side() -> None:
    assert layout("abxy", "ab", "xy") == {"a": (0, 0), "b": (0, 1), "x": (1, 0), "y": (1, 1)}


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")).filter(lambda pair: pair[0] != pair[1]), max_size=20
    )
)
def test_no_two_files_stand_in_one_place_even_in_circles(edges: list[tuple[str, str]]) -> None:
    places = layout("abcdefgh", *(earlier + later for earlier, later in edges))
    assert len(set(places.values())) == 8


@pytest.mark.parametrize(
    "name",
    ["short.vlog", "a very long name of a file of the second campaign turn 31.vlog", "第二十一装甲師団の第百二十五連隊.vlog"],
)
def test_names_fit_their_boxes_and_keep_their_ends(name: str) -> None:
    assert columns(shortened(name)) <= LONGEST_NAME
    assert shortened(name).endswith(".vlog")
    assert shortened(name)[:2] == name[:2]
