"""Boxes, phases and dice in other words and languages."""

from __future__ import annotations

import pytest

from adjudicator.games import load
from adjudicator.surveying.lexicon import alike, tokens, values_in, without_values
from adjudicator.surveying.likening import liken


@pytest.mark.parametrize(
    ("said", "phase"),
    [
        ("Bewegungsphase", "movement"),
        ("Fase de combate", "combat"),
        ("Zaopatrzenie", "supply"),
        ("Refuerzos", "reinforcement"),
        ("Supply phase", "supply"),
    ],
)
def test_phases_are_known_in_four_languages(said: str, phase: str) -> None:
    targets = {each.id: (each.id, each.name) for each in load("koenigsberg-rg").about.phases}
    assert liken([said], targets).bound == {said: phase}


def test_what_fits_two_is_asked_and_what_fits_nothing_is_left_alone() -> None:
    targets = {"first": ("Air return",), "second": ("Air refit",), "far": ("Combat",)}
    found = liken(["Air", "Lunch"], targets)
    assert found.bound == {}
    assert set(found.doubtful["Air"]) == {"first", "second"}
    assert "Lunch" not in found.doubtful


def test_a_name_comes_apart_into_words_of_the_trade() -> None:
    assert tokens("5th Guards Tank Army") == ("5", "guards", "tank", "army")
    assert tokens("5. GTA") == ("5", "guards", "tank", "army")
    assert tokens("8 Pz/II") == ("8", "tank", "r2")
    assert alike("r2", "2") > 0
    assert alike("muncheberg", "mun") > 0
    assert alike("34", "35") == 0
    assert values_in("5 PzD 6-5-4") == (6, 5, 4)
    assert tokens(without_values("5 PzD 6-5-4")) == ("5", "tank", "division")
