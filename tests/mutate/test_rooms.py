"""Which tests should notice a changed number, and whether they are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutate.rooms import HOUSES, ROOT, of_rooms


@pytest.mark.parametrize("name", HOUSES)
def test_a_test_that_should_notice_a_change_is_gone(name: str) -> None:
    """Else the tests end with an error, which would count as noticing whatever is changed."""
    house = HOUSES[name]
    assert [test for test in house.tests if not (ROOT / test).exists()] == []


def test_a_room_of_the_reader_is_tried_first_by_the_tests_that_are_called_like_it() -> None:
    house, explain = HOUSES["reader"], ROOT / "adjudicator" / "explain"
    assert (explain, explain / "search.py") in house.files()
    first = Path(house.tests_of(explain, explain / "search.py")[0])
    assert first == ROOT / "tests" / "explain" / "test_search.py"


def test_only_the_rooms_that_were_named_are_changed() -> None:
    assert [name for name, _ in of_rooms(HOUSES["reader"], ["nearby.py"])] == ["nearby.py"]
    (_, mutants), *_ = of_rooms(HOUSES["reader"], ["nearby.py"])
    assert any(mutant.change == "3 -> 4" for mutant, _ in mutants)
