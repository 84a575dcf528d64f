"""What is read where picture and other maps of the game agree, where they do not, and where these are of another land."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from adjudicator.engine.hexes import side  # noqa: E402
from adjudicator.games import load  # noqa: E402
from adjudicator.surveying.picture.continuing import ends_of, going_on  # noqa: E402
from adjudicator.surveying.picture.deciding import Decided, decided, values_of  # noqa: E402
from adjudicator.surveying.picture.facing import facing  # noqa: E402
from adjudicator.surveying.picture.telling import Inked, telling  # noqa: E402

RIVER, NOTHING = frozenset({"river"}), frozenset[str]()
LINE = 0.9


def read(shown: list[float], elsewhere: list[frozenset[str]]) -> tuple[Decided, list[str]]:
    """`shown`: how much each place looks like a river."""
    values = values_of(elsewhere, [None] * len(elsewhere))
    found = decided({"river": np.array(shown)}, values, np.full(len(shown), -1))
    return found, [" ".join(values.words[each]) or "none" for each in found.chosen]


PLAIN = ([6.0] * 30 + [-6.0] * 70, [RIVER] * 30 + [NOTHING] * 70)


def test_what_other_maps_have_makes_surer_what_the_picture_shows() -> None:
    found, words = read([*PLAIN[0], 2.0], [*PLAIN[1], RIVER])
    alone, _ = read([*PLAIN[0], 2.0], [*PLAIN[1], NOTHING])
    assert words[-1] == "river"
    assert found.sure[-1] >= LINE
    assert alone.sure[-1] < LINE, "other maps have none there: somebody must look"


@pytest.mark.parametrize("looks", [-5.0, -2.0])
def test_what_the_picture_does_not_show_is_not_taken_from_other_maps(looks: float) -> None:
    found, words = read([*PLAIN[0], looks], [*PLAIN[1], RIVER])
    assert words[-1] == "none" or found.sure[-1] == 0.0
    assert found.sure[-1] < LINE


def test_maps_of_another_land_are_not_heard() -> None:
    shown, elsewhere = PLAIN
    shuffled = elsewhere[50:] + elsewhere[:50]
    found, words = read(shown, shuffled)
    assert not found.trusted
    assert read(*PLAIN)[0].trusted
    assert words == ["river"] * 30 + ["none"] * 70


def test_a_gap_in_a_line_is_likelier_than_a_piece_by_itself() -> None:
    board = load("seelow-kustrin").board
    sides = sorted({side(hex, other) for hex in board.grid.all() for other in board.grid.neighbours(hex)})
    there = np.array([("river" in {each.kind for each in getattr(board.features(*each), "value", ())}) for each in sides])
    ends = ends_of("hexside", sides, board)
    telling_ = going_on(there, ends)
    assert telling_[there].mean() > 1.5
    assert telling_[~there].mean() < -0.5
    inner = next(place for place in np.flatnonzero(there) if telling_[place] == telling_[there].max())
    there[inner] = False
    assert going_on(there, ends)[inner] > 1.0


def test_the_colour_that_tells_is_found_and_only_in_the_half_that_was_not_learned_from() -> None:
    chance = np.random.default_rng(1)
    classes = (np.arange(400) % 5 == 0).astype(int)
    colours = chance.integers(0, 4, (400, 9, 7))
    colours[classes == 1, :, 3] = 4
    seen = telling(Inked(colours, 6, True), classes)[:, 0]
    assert seen[classes == 1].min() > seen[classes == 0].max()
    wrong = classes.copy()
    wrong[1] = 1
    as_others = telling(Inked(colours, 6, True), wrong)[1, 0]
    assert as_others < seen[classes == 1].min(), "a wrong label would show itself"


def test_which_hex_a_line_protects_is_told_by_its_teeth() -> None:
    chance = np.random.default_rng(2)
    first = np.arange(120) % 3 == 0
    colours = chance.integers(0, 4, (120, 15, 19))
    colours[:, :, 9] = 5  # the line itself
    colours[first, ::3, 12:15] = 4
    colours[~first, ::3, 4:7] = 4
    known = [int(each) for each in ~first]
    known[7] = 1 - known[7]
    found = facing(Inked(colours, 6, True), known, [-1] * 120)
    assert found is not None
    right = found.chosen == ~first
    assert (right & (found.sure >= LINE)).sum() > 110
    assert right[7] or found.sure[7] < LINE
    assert facing(Inked(colours, 6, True), [-1] * 120, [-1] * 120) is None
