"""Whatever the tokens, whatever the text: reading agrees with VASSAL's, and nothing is lost on the way back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridge.model import entries_of, leaves_of, states_of, tokens_of, types_of
from vassal_bridge.errors import EditError, TextError
from vassal_bridge.obfuscation import Disguise, Form, uncover
from vassal_bridge.sequence import (
    decode,
    encode,
    nested_join,
    nested_split,
    split_raw,
    unquote,
)
from vassal_bridge.tree import Entry, Leaf, join_entries, split_entries

DELIMITERS = st.sampled_from(";,/|:\t\x1b")
TEXTS = st.text(max_size=40)
NASTY = st.text(alphabet=";\\'a", max_size=24)
NASTY_TABS = st.text(alphabet="\t\\'a", max_size=24)
NASTY_TREES = st.text(alphabet="\x1b\x1b\\\\'a", max_size=24)

modest = settings(deadline=None, max_examples=300)
fewer = settings(deadline=None, max_examples=150)


@modest
@given(st.lists(st.one_of(NASTY, TEXTS)), DELIMITERS)
def test_tokens_come_back_unless_one_ends_in_a_backslash(tokens: list[str], delimiter: str) -> None:
    encoded = encode(tokens, delimiter)
    if not tokens:
        assert encoded is None
    elif not any(token.endswith("\\") and token[0] != "\\" for token in tokens[:-1]):
        assert decode(encoded, delimiter) == tokens
    else:
        assert len(decode(encoded, delimiter)) < len(tokens)


@modest
@given(st.one_of(NASTY, TEXTS), DELIMITERS)
def test_any_text_reads_as_vassal_reads_it_and_its_raw_tokens_give_it_back(text: str, delimiter: str) -> None:
    raw = split_raw(text, delimiter)
    assert delimiter.join(raw) == text
    assert decode(text, delimiter) == [unquote(token, delimiter) for token in raw] == tokens_of(text, delimiter)


@modest
@given(NASTY_TABS, st.integers(1, 6))
def test_any_text_comes_apart_into_traits_as_in_vassal(text: str, count: int) -> None:
    assert nested_split(text, "\t") == types_of(text)
    assert nested_split(text, "\t", count) == states_of(text, count)


@modest
@given(st.lists(st.one_of(st.text(alphabet="\t\\'a", max_size=6), st.text(max_size=6)), min_size=1, max_size=8))
def test_any_chain_of_traits_is_written_as_vassal_nests_it(traits: list[str]) -> None:
    text = traits[-1]
    for trait in reversed(traits[:-1]):
        text = encode([trait, text], "\t") or ""
    assert nested_join(traits, "\t") == text
    assert nested_split(text, "\t", len(traits)) == states_of(text, len(traits))
    if not any(trait.endswith("\\") and trait[0] != "\\" for trait in traits):
        assert nested_split(text, "\t", len(traits)) == traits


@fewer
@given(st.lists(st.text(alphabet="ab;é", max_size=4), min_size=1, max_size=60))
def test_plain_traits_come_back_however_many(traits: list[str]) -> None:
    text = nested_join(traits, "\t")
    assert nested_split(text, "\t") == nested_split(text, "\t", len(traits)) == traits


@modest
@given(NASTY_TREES)
def test_any_text_is_a_tree_of_the_commands_vassal_would_execute(text: str) -> None:
    entries = split_entries(text)
    assert join_entries(entries) == text
    assert [list(entry.texts()) for entry in entries] == entries_of(text)
    assert [[leaf.text for leaf in entry.leaves()] for entry in entries] == entries_of(text)
    long = "p" * 20_000 + "\x1b" + text  # few separators for its length: read another way
    assert [list(entry.texts()) for entry in split_entries(long)[1:]] == entries_of(text)
    assert join_entries(split_entries(long)) == long


LEAF_TEXTS = st.one_of(
    st.text(alphabet="a\\'", max_size=4), st.text(alphabet=st.characters(exclude_characters="\x1b"), max_size=6)
)


@modest
@given(st.lists(st.tuples(LEAF_TEXTS, st.integers(1, 5)), min_size=1, max_size=8), LEAF_TEXTS)
def test_an_entry_made_of_leaves_reads_back_as_these_or_is_refused(parts: list[tuple[str, int]], changed: str) -> None:
    leaves = [Leaf(text, depth if index else 0) for index, (text, depth) in enumerate(parts)]
    try:
        entry = Entry.of(leaves)
    except EditError:
        assert any("'" in leaf.text or "\\" in leaf.text for leaf in leaves)
        return
    assert entry.leaves() == leaves
    assert leaves_of(tokens_of(entry.raw, "\x1b")[0]) == [leaf.text for leaf in leaves]
    place = len(leaves) // 2
    try:
        edited = entry.with_leaf(place, changed)
    except EditError:
        assert "'" in changed or "\\" in changed or "'" in entry.raw or "\\" in entry.raw
        return
    assert edited.leaves() == [*leaves[:place], Leaf(changed, leaves[place].depth), *leaves[place + 1 :]]


@fewer
@given(st.lists(st.tuples(st.text(alphabet="ab'\\\t;", max_size=5), st.integers(0, 3)), min_size=1, max_size=10))
def test_a_tree_that_vassal_encodes_reads_as_its_commands(shape: list[tuple[str, int]]) -> None:
    """Built from the inside outwards as VASSAL does: every command with its sub-commands becomes one token of its parent."""
    text, commands = shape[0][0], [shape[0][0]]
    for command, siblings in shape[1:]:
        text = encode([command, *[f"s{number}" for number in range(siblings)], text], "\x1b") or ""
        commands = [command, *[f"s{number}" for number in range(siblings)], *commands]
    if any(mark in command for command in commands for mark in ("\\", "'")):
        assert [leaf for entry in split_entries(text) for leaf in entry.texts()] == [
            leaf for entry in entries_of(text) for leaf in entry
        ]
    else:
        assert [leaf for entry in split_entries(text) for leaf in entry.texts()] == commands


@fewer
@given(st.text(max_size=60), st.sampled_from(list(Form)), st.integers(0, 255))
def test_any_text_in_any_disguise_comes_back(text: str, form: Form, key: int) -> None:
    disguise = Disguise(form, 0 if form is Form.PLAIN else key)
    data = disguise.apply(text)
    if form is Form.PLAIN and data.startswith((b"!VCSK", b"VOBS")):
        return
    found_text, found = uncover(data)
    assert found_text == text
    assert found.apply(found_text) == data


@fewer
@given(st.binary(max_size=40), st.sampled_from([b"", b"!VCSK", b"VOBS", b"!VCSK0a"]))
def test_any_bytes_are_text_with_a_way_back_or_a_text_error(tail: bytes, start: bytes) -> None:
    data = start + tail
    try:
        text, disguise = uncover(data)
    except TextError:
        return
    again = disguise.apply(text)
    assert again == data or (data.startswith(b"!VCSK") and again.lower() == data.lower())
