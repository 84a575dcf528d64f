"""Names of facts are printed in one place and read back in one place, without loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import factname
from adjudicator.factname import KINDS, FactKind, FactName, read

ABOUT = {
    "hex": st.from_regex(r"[0-9]{4}", fullmatch=True),
    "unit": st.sampled_from(("21", "de-21", "su-hq-19a", "v-watch")),
    "word": st.sampled_from(("attack", "crt", "limit_3bf", "7")),
    "words": st.sampled_from(("2308", "3", "second wave", "Soviet rail edge")),
    "place": st.sampled_from(("2308", "Tilsit", "8th mile")),
    "side": st.sampled_from(("Soviet", "german")),
    "group": st.sampled_from(("2BF", "3 Army")),
    "trait": st.sampled_from(("hq", "mechanized")),
    "mark": st.sampled_from(("out of supply", "disrupted")),
    "phase": st.sampled_from(("supply", "first movement")),
    "roll": st.sampled_from(("morale", "rally", "air return")),
    "losses": st.integers(0, 4).map(str),
}


@st.composite
def names(draw: st.DrawFn) -> FactName:
    kind = draw(st.sampled_from(sorted(KINDS.values(), key=lambda kind: kind.name)))
    return kind(*(draw(ABOUT[part]) for part in kind.parts))


@given(names())
def test_what_is_printed_is_read_back(name: FactName) -> None:
    assert read(str(name)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("terrain 0714", factname.terrain("0714")),
        ("hexside 0715/0714", FactName("hexside", ("0714", "0715"))),
        ("  attack   of de-21 reduced ", factname.rating("attack", "de-21", "1")),
        ("movement of de-21 after 2 losses", factname.rating("movement", "de-21", "2")),
        ("limit_3bf of 3 in turns", factname.cell("limit_3bf", "3", "turns")),
        ("is de-21 hq", factname.trait("de-21", "hq")),
        ("de-21 is out of supply", factname.mark("de-21", "out of supply")),
        ("20/11 T is disrupted", factname.mark("20/11 T", "disrupted")),
        ("result of the die", factname.die()),
        ("result of the die for su-air-3aa", factname.die_for("su-air-3aa")),
        ("mode of the move of de-21", factname.move_mode("de-21")),
        ("chit drawn", factname.chit_drawn()),
        ("chit de-9", factname.chit("de-9")),
        ("note bell", factname.memory("bell")),
        ("militia pool", factname.memory("militia pool")),
        ("note light", factname.light()),
    ],
)
def test_names_as_players_write_them(text: str, name: FactName) -> None:
    assert read(text) == name


def test_a_name_about_too_little_is_refused() -> None:
    with pytest.raises(ValueError, match="is about 1 things, not 0"):
        factname.terrain()


def test_every_kind_stands_under_its_own_name() -> None:
    assert all(isinstance(kind, FactKind) and KINDS[name] is kind for name, kind in KINDS.items())
    assert len({kind.form for kind in KINDS.values()}) == len(KINDS)
