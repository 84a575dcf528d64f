"""The best assignment, and what each pair of it is worth, against trying every way."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.surveying.assignment import assign

Scores = dict[tuple[int, str], float]
SCORES = st.dictionaries(
    st.tuples(st.integers(0, 3), st.sampled_from("abcd")), st.integers(-2, 6).map(lambda number: number / 2), max_size=12
)


def best(scores: Scores, forbidden: tuple[int, str] | None = None) -> float:
    @cache
    def rest(one: int, taken: frozenset[str]) -> float:
        if one > 3:
            return 0.0
        found = rest(one + 1, taken)
        for (other, column), score in scores.items():
            if other == one and column not in taken and score > 0 and (other, column) != forbidden:
                found = max(found, score + rest(one + 1, taken | {column}))
        return found

    return rest(0, frozenset())


@given(SCORES)
def test_no_other_way_gives_more_and_each_margin_is_what_its_pair_is_worth(scores: Scores) -> None:
    pairs = assign(scores)
    whole = best(scores)
    assert sum(pair.score for pair in pairs) == whole
    assert len({pair.one for pair in pairs}) == len({pair.other for pair in pairs}) == len(pairs)
    for pair in pairs:
        assert abs(whole - best(scores, (pair.one, pair.other)) - pair.margin) < 1e-9
