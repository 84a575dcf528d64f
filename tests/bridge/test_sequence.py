"""The sequence encoding must do what VASSAL's does, with all its quirks: the table holds VASSAL's own answers."""

from __future__ import annotations

import pytest

from tests.bridge.model import states_of, tokens_of, types_of
from vassal_bridge.errors import LimitError
from vassal_bridge.sequence import (
    decode,
    encode,
    join_by_depth,
    nested_join,
    nested_split,
    quote,
    split_by_depth,
    split_raw,
    unquote,
)

# delimiter, tokens, encoded by VASSAL 3.7.26, decoded by VASSAL 3.7.26
VECTORS: list[tuple[str, list[str], str, list[str]]] = [
    (",", ["a", "b"], "a,b", ["a", "b"]),
    (",", ["éa", ""], "éa,", ["éa", ""]),
    ("/", ["/"], "\\/", ["/"]),
    ("\t", ["\t", "b"], "\\\t\tb", ["\t", "b"]),
    (",", [",, "], "\\,\\, ", [",, "]),
    ("/", ["/,/ '", "\x1b", ""], "\\/,\\/ '/\x1b/", ["/,/ '", "\x1b", ""]),
    (";", ["\t\\"], "\t\\", ["\t\\"]),
    ("\x1b", ["/\\,"], "/\\,", ["/\\,"]),
    (";", ["\\", "a"], "'\\';a", ["\\", "a"]),
    ("/", ["\\\x1b\x1b"], "'\\\x1b\x1b'", ["\\\x1b\x1b"]),
    ("/", ["\\", "", "", ""], "'\\'///", ["\\", "", "", ""]),
    ("|", ["\\", "", "|"], "'\\'||\\|", ["\\", "", "|"]),
    ("\t", ["\\,;,;", ""], "'\\,;,;'\t", ["\\,;,;", ""]),
    ("\x1b", ["'"], "'''", ["'"]),
    ("|", ["bé ", "''"], "bé |''''", ["bé ", "''"]),
    ("|", ["'a\x1b", ""], "'a\x1b|", ["'a\x1b", ""]),
    (":", ["\t ;", "', "], "\t ;:', ", ["\t ;", "', "]),
    ("\t", ["'\t;\ta"], "'\\\t;\\\ta", ["'\t;\ta"]),
    ("\x1b", ["\x1b", "\x1béé", "", ""], "\\\x1b\x1b\\\x1béé\x1b\x1b", ["\x1b", "\x1béé", "", ""]),
    ("/", ["/", "\\\x1b", "", "/\x1bé"], "\\//'\\\x1b'//\\/\x1bé", ["/", "\\\x1b", "", "/\x1bé"]),
    (";", ["b\\éb'", "\\\\"], "b\\éb';'\\\\'", ["b\\éb'", "\\\\"]),
    # tokens that end in a backslash, which VASSAL itself does not bring back
    ("|", ["'\\", "\t"], "'\\|\t", ["'|\t"]),
    ("/", ["b \\", " "], "b \\/ ", ["b / "]),
    ("\x1b", ["\t \\", "\t"], "\t \\\x1b\t", ["\t \x1b\t"]),
    (";", ["b\x1b\\", "", ""], "b\x1b\\;;", ["b\x1b;", ""]),
    ("/", ["\x1b", "a\\", "é"], "\x1b/a\\/é", ["\x1b", "a/é"]),
    (",", ["a,\\", "b"], "a\\,\\,b", ["a,,b"]),
    ("/", ["b\\", "\\é"], "b\\/'\\é'", ["b/'\\é'"]),
    (":", ["éé\\", "'"], "éé\\:'''", ["éé:'''"]),
    ("\t", [";\x1b;\t\\", ""], ";\x1b;\\\t\\\t", [";\x1b;\t\t"]),
    (",", [" ,\\", "\\"], " \\,\\,'\\'", [" ,,'\\'"]),
    ("/", [" b\t", " \\", "//"], " b\t/ \\/\\/\\/", [" b\t", " ///"]),
]


@pytest.mark.parametrize(("delimiter", "tokens", "encoded", "decoded"), VECTORS)
def test_vassal_writes_and_reads_these_tokens_so(delimiter: str, tokens: list[str], encoded: str, decoded: list[str]) -> None:
    assert encode(tokens, delimiter) == encoded
    assert decode(encoded, delimiter) == decoded
    assert tokens_of(encoded, delimiter) == decoded  # the slow model that other tests lean on
    assert delimiter.join(split_raw(encoded, delimiter)) == encoded


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        (";", ["", ""]),
        (";;", ["", "", ""]),
        ("a;", ["a", ""]),
        ("'abc'", ["abc"]),  # typed by hand: apostrophes are lost
        ("''abc''", ["'abc'"]),
        ("'", ["'"]),
        ("''", [""]),
        ("'a;b'", ["'a", "b'"]),  # apostrophes protect nothing
        ("'a\\;b'", ["a;b"]),
        ("\\;", [";"]),
        ("\\\\;", ["\\;"]),  # only the backslash next to the delimiter counts
        ("\\;;\\;", [";", ";"]),
        ("a\\", ["a\\"]),
        ("\\a;b", ["\\a", "b"]),
        ("\\;\\;\\;", [";;;"]),
    ],
)
def test_texts_no_encoder_wrote_read_as_in_vassal(text: str, tokens: list[str]) -> None:
    assert decode(text, ";") == tokens
    assert tokens_of(text, ";") == tokens


def test_nothing_is_not_one_empty_token() -> None:
    assert encode([], ";") is None
    assert encode([""], ";") == ""
    assert encode([None], ";") == ""
    assert encode([None, "a", None], ";") == ";a;"
    assert decode(None, ";") == []


@pytest.mark.parametrize("token", ["", "a", "'", "''", "'a'", "\\", "\\a", "a;b", ";", "\\;", "'\\;'", ";'"])
def test_a_quoted_token_reads_back(token: str) -> None:
    assert unquote(quote(token, ";"), ";") == token


def test_a_token_that_holds_its_own_delimiter_keeps_it_through_many_levels() -> None:
    token = "a;b"
    for _ in range(20):
        token = encode([token, "x"], ";") or ""
    for _ in range(20):
        token, other = decode(token, ";")
        assert other == "x"
    assert token == "a;b"


NESTED: list[tuple[str, list[str]]] = [
    ("", [""]),
    ("a", ["a"]),
    ("a\tb", ["a", "b"]),
    ("a\t", ["a", ""]),
    ("\t", ["", ""]),
    ("a\tb\\\tc", ["a", "b", "c"]),
    ("a\tb\\\tc\\\\\td", ["a", "b", "c", "d"]),
    ("a\\\tx\tb\\\\\ty\\\tc", ["a\tx", "b\ty", "c"]),  # tabs of the traits' own
    ("a\tb\tc", ["a", "b"]),  # a third token is not looked at
    ("a\t'b'", ["a", "b"]),
    ("'a'\tb", ["a", "b"]),
    ("'\\a'\tb", ["\\a", "b"]),
    ("a\t'\\b\\\tc'", ["a", "\\b", "c"]),
    ("a\t'\\b\\\t'\\\\c''", ["a", "\\b", "\\\\c"]),
    ("a\\b\tc", ["a\\b", "c"]),
    ("a\\\tb", ["a\tb"]),
]


@pytest.mark.parametrize(("text", "types"), NESTED)
def test_types_of_traits_come_apart_as_in_vassal(text: str, types: list[str]) -> None:
    assert nested_split(text, "\t") == types
    assert types_of(text) == types


@pytest.mark.parametrize(
    ("text", "count", "states"),
    [
        ("a", 1, ["a"]),
        ("a\tb", 1, ["a\tb"]),  # the basic piece gets the rest as it is
        ("a\tb", 2, ["a", "b"]),
        ("a\tb\\\tc", 2, ["a", "b\tc"]),
        ("a\tb\\\tc", 3, ["a", "b", "c"]),
        ("a\tb\\\tc", 4, ["a", "b", "c"]),  # too few states
        ("a\t'b'", 2, ["a", "b"]),
        ("'a'\tb", 1, ["'a'\tb"]),
        ("a\tb\tc", 2, ["a", "b"]),
        ("\t\\\t", 3, ["", "", ""]),
        ("a\t'\\b'", 2, ["a", "\\b"]),
        ("a\t'x'\\\t'y'", 3, ["a", "x'", "'y"]),  # apostrophes that look like one pair go as one pair
        ("a\t'x'\\\ty'", 3, ["a", "x'", "y"]),
    ],
)
def test_states_of_traits_come_apart_as_in_vassal(text: str, count: int, states: list[str]) -> None:
    assert nested_split(text, "\t", count) == states
    assert states_of(text, count) == states


def test_traits_join_to_what_splits_into_them() -> None:
    assert nested_join([], "\t") == ""
    assert nested_join(["a"], "\t") == "a"
    assert nested_join(["a", "b", "c"], "\t") == "a\tb\\\tc"
    assert nested_join(["\\a", "b"], "\t") == "'\\a'\tb"
    assert nested_join(["a", "\\b", "c"], "\t") == "a\t'\\b'\\\tc"
    assert nested_join(["a", "\\b", "c'"], "\t") == "a\t''\\b'\\\tc''"


@pytest.mark.parametrize("depth", [1, 2, 19, 353, 512])
def test_a_piece_of_very_many_traits_comes_apart_and_together(depth: int) -> None:
    traits = [f"t{index};a;b" for index in range(depth)]
    text = nested_join(traits, "\t")
    assert nested_split(text, "\t") == traits
    assert nested_split(text, "\t", depth) == traits
    assert nested_join(nested_split(text, "\t"), "\t") == text


@pytest.mark.parametrize("trait", ["t", "'t", "\\t"])
def test_more_traits_than_any_piece_has_are_refused(trait: str) -> None:
    text = nested_join([trait] * 400, "\t")
    assert len(nested_split(text, "\t")) == 400
    with pytest.raises(LimitError):
        nested_split(text, "\t", limit=399 - 1)


def test_a_tree_comes_apart_into_leaves_and_depths() -> None:
    parts = ["a", "b\\", "c\\\\", "d", "", "e\\"]
    leaves, depths = split_by_depth(parts)
    assert list(leaves) == ["a", "b", "c", "d", "", "e\\"]
    assert list(depths) == [0, 1, 2, 0, 0]
    assert join_by_depth(leaves, depths, ";") == "a;b\\;c\\\\;d;;e\\"
