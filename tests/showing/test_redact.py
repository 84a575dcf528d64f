"""What a player's id looks like when it goes out: it does not."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator.privacy import MOST_IDS, SECRETIVE, Redactor, public_words, secrets_in_command, secrets_in_trait
from vassal_bridge.commands import Logged, parse_command
from vassal_bridge.errors import LimitError
from vassal_bridge.fields import SECRET, FieldLayout
from vassal_bridge.secret import HIDDEN, Secret
from vassal_bridge.traits import SPECS, TraitSpec, trait_reader
from vassal_bridge.traits.concealment import OWNER


def redactor(*ids: str, public: tuple[str, ...] = ()) -> Redactor:
    return Redactor(map(Secret, ids), public)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("anna-pw", "(hidden)"),
        ("belongs to anna-pw.", "belongs to (hidden)."),
        ("Owner_anna-pw_2", "Owner_(hidden)_2"),
        ("anna-pw anna-pw", "(hidden) (hidden)"),
        ("<anna-pw>: hallo", "<(hidden)>: hallo"),
        ("rkinney's password!", "(hidden)!"),
        ("joanna-pwx", "joanna-pwx"),  # a part of a longer word is another word
        ("4anna-pw", "4(hidden)"),  # property sheets put a figure before a name
        ("12345", "12345"),
        ("a234b", "a(hidden)b"),
        ("ANNA-PW", "ANNA-PW"),  # VASSAL tells capitals apart
        ("nothing", "nothing"),
        ("", ""),
    ],
)
def test_ids_are_taken_out_as_whole_words(text: str, expected: str) -> None:
    assert redactor("anna-pw", "rkinney's password", "234").clean(text) == expected


def test_of_two_ids_that_start_alike_both_are_taken_out_whole() -> None:
    assert redactor("v0", "v0 x", "v0 xy").clean("v0 xy, v0 x, v0") == "(hidden), (hidden), (hidden)"


def test_an_id_is_found_in_the_escapes_of_html() -> None:
    assert (
        redactor("a<b&'c'").clean("is a&lt;b&amp;'c' or a&lt;b&amp;&#x27;c&#x27; or a<b&'c'")
        == "is (hidden) or (hidden) or (hidden)"
    )


@pytest.mark.parametrize("word", ["Blue", "Anna", "", "x", "null", "nobody"])
def test_words_that_are_public_or_none_at_all_are_let_through(word: str) -> None:
    text = f"a {word} b {word}"
    assert redactor(word, public=("Blue", "Anna")).clean(text) == text


@pytest.mark.parametrize(
    "address",
    ["bob@example.org", "bob.b+vassal@mail.example.co.uk", "b_o-b%1@x.de", "bob@bücher.example", "BOB@EXAMPLE.ORG"],
)
def test_addresses_are_taken_out_wherever_they_stand(address: str) -> None:
    assert redactor().clean(f"mail <{address}>, please") == "mail <(hidden)>, please"


@pytest.mark.parametrize("text", ["@@-1", "3 @ 2.5", "a@b", "@x.y", "x@", "hex @0101.", "Field@Map"])
def test_what_only_has_the_sign_of_an_address_stays(text: str) -> None:
    assert redactor().clean(text) == text


@given(st.text(alphabet="ab-_ @.<", max_size=40), st.lists(st.text(alphabet="ab- ", min_size=2, max_size=5), max_size=4))
def test_no_id_stands_alone_in_a_cleaned_text(text: str, ids: list[str]) -> None:
    cleaned = f" {redactor(*ids).clean(text)} "
    for word in ids:
        for before in " _<.@":
            for behind in " _<.@":
                if word.strip(" ") == word:
                    assert before + word + behind not in cleaned


@given(st.text(), st.lists(st.text(min_size=2), max_size=4))
def test_a_text_without_any_id_or_address_stays_as_it_is(text: str, ids: list[str]) -> None:
    assume("@" not in text and not any(form in text for word in ids for form in (word, escape(word), escape(word, quote=False))))
    assert redactor(*ids).clean(text) == text


def test_a_file_with_more_ids_than_any_table_has_players_is_refused() -> None:
    with pytest.raises(LimitError, match="players' ids"):
        redactor(*(f"player{number}" for number in range(MOST_IDS + 1)))


def test_a_redactor_shows_nothing_of_what_it_hides() -> None:
    assert "anna" not in repr(redactor("anna-pw"))


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        ("PLAYER\tanna-pw\tAnna\tBlue", ["anna-pw"]),
        ("PYREMOVE\tanna-pw", ["anna-pw"]),
        ("M/1/Map/1/2/null/Map/1/2/null/anna-pw", ["anna-pw"]),
        ("M/1/Map/1/2/null/Map/1/2/null", []),
        ("PNOTE\tanna-pw\tmy plan", ["anna-pw"]),
        ("SNOTE\tname\tanna-pw\ttrue\ttext\tdate\thandle", ["anna-pw"]),
        ("UNMASK\tanna-pw\tbruno-pw", ["anna-pw", "bruno-pw"]),
        ("SEMAIL\tbob@example.org", ["bob@example.org"]),
        ("LOCKSPOTAB\ttab\tby\tsecret\tdate", ["secret"]),
        ("PRIV_CHAT/anna-pw/a word that is none", ["anna-pw"]),  # a message is no id: its words are everybody's
        ("NOTES\tanna-pw", []),
        ("CHATanna-pw", []),
    ],
)
def test_every_typed_field_with_an_id_is_known(raw: str, ids: list[str]) -> None:
    command = parse_command(raw)
    assert not isinstance(command, Logged)
    assert [found.reveal() for found in secrets_in_command(command)] == ids


@pytest.mark.parametrize(
    ("type_text", "state", "ids"),
    [
        ("hide;73,130;Hide;;player:", "anna-pw", ["anna-pw"]),
        ("hide;73,130;Hide;;player:", "null", []),
        ("obs;80,130;m.png;Mask;B;?;player:", "anna-pw;|1|bruno-pw", ["anna-pw", "bruno-pw"]),
        ("restrict;Blue;true;true;", "anna-pw", ["anna-pw"]),
    ],
)
def test_every_trait_that_names_a_player_is_known(type_text: str, state: str, ids: list[str]) -> None:
    trait = trait_reader().trait(type_text, state)
    assert trait.kind in SECRETIVE
    assert [found.reveal() for found in secrets_in_trait(trait)] == ids


def _holds_ids(layout: FieldLayout) -> bool:
    return layout.rest is SECRET or any(field.kind in (SECRET, OWNER) for field in layout)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.prefix)
def test_no_trait_with_an_id_in_its_state_is_left_out(spec: TraitSpec) -> None:
    assert _holds_ids(spec.layout_of_state(spec.default_state)) == (spec.prefix.rstrip(";") in SECRETIVE)
    if spec.default is not None:
        assert not _holds_ids(spec.layout_of_type(spec.default[len(spec.prefix) :]))


@pytest.mark.parametrize(
    ("type_text", "words"),
    [
        ("obs;80,130;m.png;Mask;B;?;sides:Blue:Red", ["Blue", "Red"]),
        ("hide;73,130;Hide;;sides:Blue", ["Blue"]),
        ("hide;73,130;Hide;;player:", []),
        ("restrict;Blue,Red;false;true;", ["Blue", "Red"]),
        ("mark;Side", []),
    ],
)
def test_the_sides_that_a_module_names_are_public(type_text: str, words: list[str]) -> None:
    assert list(public_words(trait_reader().trait(type_text, ""))) == words


def test_hidden_is_the_word_for_all_of_it() -> None:
    assert redactor("anna-pw").clean("anna-pw bob@example.org") == f"{HIDDEN} {HIDDEN}"
