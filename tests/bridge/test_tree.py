"""A saved game's text is a tree of commands: it comes apart as VASSAL takes it apart, and goes together again unchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bridge.model import entries_of
from vassal_bridge.commands import Chat, EmptyCommand, Logged
from vassal_bridge.errors import EditError, LimitError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.sequence import encode
from vassal_bridge.tree import Entry, Leaf, join_entries, split_entries

ESC = "\x1b"

# text with ; for the separator, entries as lists of (text, depth)
TREES: list[tuple[str, list[list[tuple[str, int]]]]] = [
    ("", [[("", 0)]]),
    ("a", [[("a", 0)]]),
    ("a;b", [[("a", 0)], [("b", 0)]]),
    ("a;;b", [[("a", 0)], [("", 0)], [("b", 0)]]),
    (";", [[("", 0)], [("", 0)]]),
    ("a;b\\;c", [[("a", 0)], [("b", 0), ("c", 1)]]),
    ("a\\;b\\;c;d", [[("a", 0), ("b", 1), ("c", 1)], [("d", 0)]]),
    ("a\\;b\\\\;c\\;d", [[("a", 0), ("b", 1), ("c", 2), ("d", 1)]]),
    ("a\\\\\\;b", [[("a", 0), ("b", 3)]]),  # levels nobody wrote
    ("\\;a", [[("", 0), ("a", 1)]]),
    ("a\\;", [[("a", 0), ("", 1)]]),
    ("\\", [[("\\", 0)]]),
    ("a;b\\", [[("a", 0)], [("b\\", 0)]]),
    ("'a'", [[("a", 0)]]),
    ("''a''", [[("a", 0)]]),  # VASSAL reads a token again as long as it changes
    ("'\\a'", [[("\\a", 0)]]),
    ("a;'b", [[("a", 0)], [("'b", 0)]]),
    ("a;'", [[("a", 0)], [("'", 0)]]),
    ("a;''", [[("a", 0)], [("", 0)]]),
    ("a\\;'b'", [[("a", 0), ("b", 1)]]),
    ("a\\;'\\b'", [[("a", 0), ("\\b", 1)]]),
    ("'a\\;b'", [[("a", 0), ("b", 1)]]),
    ("a;x'y;z'", [[("a", 0)], [("x'y", 0)], [("z'", 0)]]),
    ("+/1/a\\/b;-/1", [[("+/1/a\\/b", 0)], [("-/1", 0)]]),
    ("a\0;b\0\\;c", [[("a\0", 0)], [("b\0", 0), ("c", 1)]]),
]


@pytest.mark.parametrize(("shown", "tree"), TREES)
@pytest.mark.parametrize("before", ["", "p" * 20_000], ids=["dense", "sparse"])
def test_a_text_comes_apart_and_goes_together(shown: str, tree: list[list[tuple[str, int]]], before: str) -> None:
    text = shown.replace(";", ESC)
    if before:
        text, tree = before + ESC + text, [[(before, 0)], *tree]
    entries = split_entries(text)
    assert [[(leaf.text, leaf.depth) for leaf in entry.leaves()] for entry in entries] == tree
    assert [list(entry.texts()) for entry in entries] == [[text for text, _ in entry] for entry in tree]
    assert [list(entry.texts()) for entry in entries] == entries_of(text)
    assert join_entries(entries) == text
    assert [Entry.from_raw(entry.raw) for entry in entries] == entries


def test_an_entry_gives_its_commands() -> None:
    (entry,) = split_entries(f"LOG\tCHATa\\{ESC}LOG\tnull\\{ESC}")
    assert entry.commands() == [
        Logged("LOG\tCHATa", Chat("CHATa", "a")),
        Logged("LOG\tnull", EmptyCommand("null")),
        EmptyCommand(""),
    ]
    assert not entry.is_single
    assert Entry.single("CHATa").is_single


def test_what_vassal_writes_is_what_leaves_make() -> None:
    entry = Entry.of([Leaf("a", 0), Leaf("b", 1), Leaf("c", 2), Leaf("d", 1)])
    assert entry.raw == f"a\\{ESC}b\\\\{ESC}c\\{ESC}d"
    inner = encode(["b", "c"], ESC)
    assert entry.raw == encode([encode(["a", inner, "d"], ESC)], ESC)


@pytest.mark.parametrize("text", ["a", "", "'a", "a'", "\\a", "a\\", "'", "a'b'c", "-/1", "\0", "é", "\n"])
def test_a_command_of_its_own_reads_back(text: str) -> None:
    entry = Entry.single(text)
    assert list(entry.texts()) == [text]
    assert [list(part.texts()) for part in split_entries(f"x{ESC}{entry.raw}")] == [["x"], [text]]


@pytest.mark.parametrize(
    "leaves",
    [
        [],
        [Leaf("a", 1)],
        [Leaf("a", 0), Leaf("b", 0)],
        [Leaf("a", 0), Leaf("b", -1)],
        [Leaf(f"a{ESC}b", 0)],
        [Leaf("a", 0), Leaf(f"b\\{ESC}b", 1)],
        [Leaf("a\\", 0), Leaf("b", 1)],  # VASSAL would read one level more
        [Leaf("'a'", 0)],  # VASSAL would take the apostrophes
        [Leaf("''", 0)],
        [Leaf("a", 0), Leaf("'b'", 1)],
    ],
)
def test_leaves_that_vassal_would_read_otherwise_are_refused(leaves: list[Leaf]) -> None:
    with pytest.raises(EditError):
        Entry.of(leaves)


def test_one_command_changes_and_the_others_stay() -> None:
    (entry,) = split_entries(f"a\\{ESC}b\\\\{ESC}c")
    changed = entry.with_leaf(1, "B/\\x")
    assert [(leaf.text, leaf.depth) for leaf in changed.leaves()] == [("a", 0), ("B/\\x", 1), ("c", 2)]
    assert entry.raw == f"a\\{ESC}b\\\\{ESC}c"
    with pytest.raises(EditError):
        entry.with_leaf(1, "b\\")
    with pytest.raises(EditError):
        Entry.from_raw(f"a{ESC}b")


def test_nesting_and_number_of_commands_have_limits() -> None:
    limits = replace(DEFAULT_LIMITS, commands=10, nesting=4)
    assert len(split_entries(ESC * 9, limits)) == 10
    with pytest.raises(LimitError, match="commands"):
        split_entries(ESC * 10, limits)
    for quote in ("", "'"):
        (entry,) = split_entries(f"a\\\\\\\\{ESC}{quote}b", limits)
        assert len(entry.leaves(limits)) == 2
        for before in ("", f"x{ESC}", "x" * 5000 + ESC):
            with pytest.raises(LimitError, match="nested"):
                split_entries(f"{before}a\\\\\\\\\\{ESC}{quote}b", limits)
