"""Parameters of rules are what pydantic would have made of them, and what does not fit is said in its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from adjudicator.games import games, load
from adjudicator.rules.registry import Rule

HINTS = (
    int,
    float,
    bool,
    str,
    frozenset[str],
    frozenset[int],
    list[str],
    Sequence[str],
    tuple[str, ...],
    Mapping[str, int],
    Mapping[str, float],
    Mapping[str, list[str]],
    Mapping[str, str] | None,
    int | Literal["all"],
    float | Literal["north", "east"],
    int | str,
    Literal["lowest", "highest"],
)
SCALARS = st.one_of(
    st.integers(-5, 5), st.floats(allow_nan=False), st.booleans(), st.sampled_from(["all", "north", "lowest", "3", ""])
)
VALUES = st.one_of(
    SCALARS, st.none(), st.lists(SCALARS, max_size=3), st.dictionaries(st.text(max_size=2), SCALARS | st.lists(SCALARS))
)


def same(first: object, second: object) -> bool:
    """Equal, and of the same types all the way down."""
    if type(first) is not type(second) or first != second:
        return False
    if isinstance(first, dict) and isinstance(second, dict):
        return list(first) == list(second) and all(same(first[key], second[key]) for key in first)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return all(same(a, b) for a, b in zip(first, second, strict=True))
    if isinstance(first, frozenset) and isinstance(second, frozenset):
        return sorted(map(repr, first)) == sorted(map(repr, second))
    return True


@given(st.sampled_from(HINTS), VALUES)
def test_what_is_taken_is_what_pydantic_makes_of_it(hint: Any, value: Any) -> None:
    try:
        found = msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return
    assert same(found, TypeAdapter(hint).validate_python(value))


@pytest.mark.parametrize("game", games())
def test_every_rule_of_a_game_has_the_values_that_pydantic_gives_it(game: str) -> None:
    loaded = load(game)
    for each in loaded.rules:
        rule = loaded.registry.rules[each.entry.use]
        checked = rule.parameters.model_validate(dict(each.entry.given))
        found = rule.values(each.entry.given)
        assert all(same(value, getattr(checked, name)) for name, value in found.items()), each.id
        assert found.keys() == type(checked).model_fields.keys()


def given_to(*, points: int, kinds: frozenset[str] = frozenset(), how: Literal["here", "there"] = "here") -> None:
    """A rule."""


@pytest.mark.parametrize(
    "wrong",
    [{}, {"points": "four"}, {"points": 2, "stray": 1}, {"points": 2, "kinds": "hq"}, {"points": 2, "how": "elsewhere"}],
)
def test_what_does_not_fit_is_refused_in_the_words_of_pydantic(wrong: Mapping[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Rule("given_to", ("slot",), given_to).values(wrong)


def test_what_is_left_out_has_its_default_and_a_list_becomes_a_set() -> None:
    found = Rule("given_to", ("slot",), given_to).values({"points": 2, "kinds": ["hq", "hq"]})
    assert found == {"points": 2, "kinds": frozenset({"hq"}), "how": "here"}


def test_types_that_no_value_can_be_checked_against_are_told() -> None:
    def either(*, names: list[str] | frozenset[str]) -> None:
        """A rule."""

    with pytest.raises(TypeError, match="union"):
        Rule("either", ("slot",), either).checkable()
