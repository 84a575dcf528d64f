"""How each player's dice fell, said as honestly as so many rolls allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.audit.chance import counts_tail, holm, mean_tail, rolls_needed
from adjudicator.audit.model import DiceTotal, RollLine

SOMEBODY = "somebody"

MOST_FACES = 100
"""Dice with more faces stand in the register alone: no game makes enough such rolls to say anything about them."""

FEWEST_ROLLS = 20
"""Fewer are not put to a test at all: a test that can hardly fail only blunts the others when all are corrected."""

LEVEL = 0.05

_INTERVAL = 1.96  # standard deviations, for nineteen times in twenty
_UNSEEN = 0.005

SHIFT = 1 / 50
"""The bias worth finding, as a part of the way from the lowest face to the highest: a tenth of a pip on a d6."""


@dataclass(frozen=True, slots=True)
class _Tested:
    mean: float
    counts: float
    exact: bool


def fairness(rolls: Iterable[RollLine]) -> tuple[DiceTotal, ...]:
    """The totals of each player and kind of die, by name, then faces.

    What counts is what stood in the game: a roll undone is left out, its repetition counts. So whoever rolls again
    until it suits stands out here, though every single roll was fair.
    """
    counts: dict[tuple[str, int], list[int]] = {}
    for roll in rolls:
        if countable(roll) and roll.faces is not None:
            of_die = counts.setdefault((roll.player or SOMEBODY, roll.faces), [0] * roll.faces)
            for result in roll.results:
                of_die[result - 1] += 1
    return of_counts({key: counts[key] for key in sorted(counts)})


def countable(roll: RollLine) -> bool:
    """Whether the roll counts towards a total: VASSAL made it, it stands, and its dice and faces are known."""
    if roll.undone or roll.claimed or roll.faces is None or not 2 <= roll.faces <= MOST_FACES:
        return False
    return bool(roll.results) and all(1 <= result <= roll.faces for result in roll.results)


def of_counts(counts: Mapping[tuple[str, int], Sequence[int]]) -> tuple[DiceTotal, ...]:
    tested = {key: _test(of_die) for key, of_die in counts.items()}
    looked_at = [key for key, of_die in counts.items() if sum(of_die) >= FEWEST_ROLLS]
    adjusted = holm([chance for key in looked_at for chance in (tested[key].mean, tested[key].counts)])
    pairs = {key: (adjusted[2 * place], adjusted[2 * place + 1]) for place, key in enumerate(looked_at)}
    return tuple(
        _total(player, faces, of_die, tested[player, faces], pairs.get((player, faces)), len(adjusted))
        for (player, faces), of_die in counts.items()
    )


def _test(counts: Sequence[int]) -> _Tested:
    total = sum(face * count for face, count in enumerate(counts, 1))
    uneven, exact = counts_tail(counts)
    return _Tested(mean_tail(len(counts), sum(counts), total), uneven, exact)


def _total(
    player: str, faces: int, counts: Sequence[int], tested: _Tested, adjusted: tuple[float, float] | None, tests: int
) -> DiceTotal:
    rolls = sum(counts)
    mean = sum(face * count for face, count in enumerate(counts, 1)) / rolls
    missing = rolls_needed(faces, (faces - 1) * SHIFT) - rolls
    more = missing if missing > 0 else None
    owned = f"{plural_rolls(rolls)} of {player}'s d{faces}"
    if adjusted is None:
        sentence = f"{owned}: too few to tell anything."
    elif min(tested.mean, tested.counts) >= LEVEL:
        sentence = f"{owned}: nothing unusual. {_strength(faces, more)}"
    else:
        sentence = owned + _oddity(counts, mean, tested, adjusted, tests)
    return DiceTotal(
        player=player,
        faces=faces,
        counts=tuple(counts),
        mean=mean,
        expected=(faces + 1) / 2,
        p_mean=tested.mean,
        p_counts=tested.counts,
        more_rolls=more,
        sentence=sentence,
        tests=0 if adjusted is None else tests,
        p_mean_adjusted=1.0 if adjusted is None else adjusted[0],
        p_counts_adjusted=1.0 if adjusted is None else adjusted[1],
        counts_exact=tested.exact,
        luck="" if adjusted is None else _luck(faces, rolls, mean),
    )


def _luck(faces: int, rolls: int, mean: float) -> str:
    """What came of it for the player: no more than luck as long as it stays within the interval."""
    off = mean - (faces + 1) / 2
    reach = _INTERVAL * math.sqrt((faces * faces - 1) / 12 / rolls)
    where = "in the middle" if abs(off) < _UNSEEN else f"{abs(off):.2f} {'above' if off > 0 else 'below'} the middle"
    return f"On average {where}; so many fair dice stay within {reach:.2f} of it nineteen times in twenty."


def _oddity(counts: Sequence[int], mean: float, tested: _Tested, adjusted: tuple[float, float], tests: int) -> str:
    by_mean = tested.mean <= tested.counts
    chance, overall = (tested.mean, adjusted[0]) if by_mean else (tested.counts, adjusted[1])
    what = _by_mean(len(counts), mean) if by_mean else _by_counts(counts)
    odds = f"{what} Fair dice stray this far {once_in(chance)}"
    if overall >= LEVEL:
        return f"{odds}; among {tests} tests one like it turns up {once_in(overall)}: nothing unusual."
    return (
        f"{odds}, and among {tests} tests one this striking turns up {once_in(overall)}. "
        "Look at how these rolls came about before you think ill of anyone: the numbers alone prove nothing."
    )


def _by_mean(faces: int, mean: float) -> str:
    return f" average {mean:.2f}, where fair dice average {number((faces + 1) / 2)}."


def _by_counts(counts: Sequence[int]) -> str:
    fair = sum(counts) / len(counts)
    face = max(range(len(counts)), key=lambda place: abs(counts[place] - fair))
    return f" are uneven, most of all the {face + 1}: it fell {times(counts[face])}, where about {fair:.0f} are expected."


def _strength(faces: int, more: int | None) -> str:
    biased = number((faces + 1) / 2 + (faces - 1) * SHIFT)
    if more is None:
        return f"That is enough to show a die that averages {biased} four times in five."
    return f"A die that averages {biased} would need about {rounded(more)} more rolls to show."


def once_in(chance: float) -> str:
    """A chance as a player would say it."""
    if chance >= 0.5:
        return "more often than not"
    if chance < 1e-6:
        return "less than one time in a million"
    return f"about one time in {rounded(1 / chance)}"


def rounded(value: float) -> str:
    """A number to two significant digits, with thousands marked."""
    whole = max(1, round(value))
    unit = 10 ** max(0, int(math.log10(whole)) - 1)
    return f"{round(whole / unit) * unit:,}"


def number(value: float) -> str:
    """A mean with as many decimals as it needs, at most two."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def plural_rolls(count: int) -> str:
    return f"{count:,} {'roll' if count == 1 else 'rolls'}"
