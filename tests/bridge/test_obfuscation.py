"""The disguise of a save: every form is read, and goes back in the dress it came in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vassal_bridge.errors import EditError, LimitError, TextError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.obfuscation import PLAIN, Disguise, Form, uncover

FORMS: list[tuple[bytes, str, Disguise]] = [
    (b"!VCSK00616263", "abc", Disguise(Form.HEX, 0x00)),
    (b"!VCSKff9e9d9c", "abc", Disguise(Form.HEX, 0xFF)),
    (b"!VCSKFF9E9D9C", "abc", Disguise(Form.HEX_CAPITALS, 0xFF)),
    (b"!VCSK0A6B6869", "abc", Disguise(Form.HEX_CAPITALS, 0x0A)),
    (b"!VCSK0aC3A9"[:7] + b"c9a3", "é", Disguise(Form.HEX, 0x0A)),
    (b"!VCSK7f", "", Disguise(Form.HEX, 0x7F)),
    (b"VOBS\x00abc", "abc", Disguise(Form.RAW, 0x00)),
    (b"VOBS\x01`cb", "abc", Disguise(Form.RAW, 0x01)),
    (b"VOBS\n", "", Disguise(Form.RAW, 0x0A)),
    (b"begin_save\x1bend_save", "begin_save\x1bend_save", PLAIN),
    ("täter".encode(), "täter", PLAIN),
    (b"", "", PLAIN),
    (b"!VCS", "!VCS", PLAIN),
    (b"VOBS", "VOBS", PLAIN),  # too short to hold a key
]


@pytest.mark.parametrize(("data", "text", "disguise"), FORMS)
def test_every_form_is_read_and_written_again(data: bytes, text: str, disguise: Disguise) -> None:
    assert uncover(data) == (text, disguise)
    assert disguise.apply(text) == data


def test_digits_of_both_sizes_are_read_and_come_back_small() -> None:
    text, disguise = uncover(b"!VCSKfF9e9D9c")
    assert (text, disguise) == ("abc", Disguise(Form.HEX, 0xFF))
    assert disguise.apply(text) == b"!VCSKff9e9d9c"


@pytest.mark.parametrize(
    ("data", "offset", "says"),
    [
        (b"!VCSK", 5, "inside its key"),
        (b"!VCSK0", 6, "inside its key"),
        (b"!VCSK0a6", 8, "odd number"),
        (b"!VCSK0a6b6869\n", 14, "odd number"),
        (b"!VCSK0a6b6869\r\n", 13, "not a hex digit"),
        (b"!VCSK0a6b 869", 9, "not a hex digit"),
        (b"!VCSKzz6b6869", 5, "not a hex digit"),
        (b"!VCSK0a6b\xff\xff", 9, "not a hex digit"),
        (b"!VCSK00c3", 0, "not UTF-8"),
        (b"!VCSK0061ff", 1, "not UTF-8"),
        (b"VOBS\x00\xff", 0, "not UTF-8"),
        (b"begin_save\xed\xa0\x80", 10, "not UTF-8"),  # half a surrogate pair
        (b"ab\xc0\x80", 2, "not UTF-8"),  # a zero written in two bytes
    ],
)
def test_what_is_no_text_is_refused_with_its_place(data: bytes, offset: int, says: str) -> None:
    with pytest.raises(TextError, match=says) as caught:
        uncover(data)
    assert caught.value.offset == offset
    assert caught.value.expected


def test_half_a_character_cannot_be_written() -> None:
    for form in Form:
        with pytest.raises(EditError) as caught:
            Disguise(form, 0).apply("ab\ud800")
        assert caught.value.offset == 2


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("a" * 100, True),
        ("ä" * 100, True),  # one byte each in memory, two in the file
        ("a" * 99 + "ä", True),
        ("a" * 50 + "€", False),
        ("a" * 49 + "€", True),
        ("a" * 25 + "😀", False),
        ("a" * 24 + "😀", True),
    ],
)
def test_a_text_is_measured_by_the_memory_it_takes(text: str, fits: bool) -> None:
    limits = replace(DEFAULT_LIMITS, text_bytes=100)
    data = text.encode()
    if fits:
        assert uncover(data, limits) == (text, PLAIN)
    else:
        with pytest.raises(LimitError, match="characters"):
            uncover(data, limits)
