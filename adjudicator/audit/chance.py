"""How often fair dice would do this. Exact where that can be had; what is an approximation is named so."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

EXACT_WORK = 10_000_000
"""The spread over the faces is counted out while faces times rolls cubed stay under this: 118 rolls of a d6, 79 of a d20."""

LEAST_APPROXIMATE = 1e-4
"""An approximated chance is never given as less: so far out the approximation would overstate the case."""

LEAST_SUMMED = 1e-12
"""Where rounding begins to show in a sum of floats near one."""

INTEGER_ROLLS = 42
"""Below so many rolls the distribution of the sum is counted out in integers; from here on it is summed in floats."""

NEGLIGIBLE = 1e-20
SMALL_STEP = 1e-14


def mean_tail(faces: int, rolls: int, total: int) -> float:
    """How often the sum of so many fair dice lies as far from its middle as this total does, or farther.

    The sum of fair dice is distributed alike on both sides of its middle, so one distance says both tails.
    """
    twice = abs(2 * total - rolls * (faces + 1))
    if twice <= 1:
        return 1.0
    if rolls < INTEGER_ROLLS:
        return _tail_by_counting(faces, rolls, twice)
    return _tail_by_inversion(faces, rolls, twice)


def _tail_by_counting(faces: int, rolls: int, twice: int) -> float:
    ways = [1]
    for _ in range(rolls):
        wider = []
        window = 0
        for place in range(len(ways) + faces - 1):
            window += ways[place] if place < len(ways) else 0
            window -= ways[place - faces] if place >= faces else 0
            wider.append(window)
        ways = wider
    middle = rolls * (faces - 1)
    far = sum(count for place, count in enumerate(ways) if abs(2 * place - middle) >= twice)
    return float(Fraction(far, faces**rolls))


def _tail_by_inversion(faces: int, rolls: int, twice: int) -> float:
    """The same by a discrete Fourier inversion, which is exact but for rounding (about 1e-12) and takes few terms.

    The characteristic function of one die is a Dirichlet kernel over its faces; its power belongs to the sum. Summing it
    against the kernel of all places nearer than the given one leaves the probability of being nearer. Past its first
    zero the function of a die never exceeds 1/3 in size, so with this many rolls the rest may be dropped once a term
    is negligible.
    """
    places = rolls * (faces - 1) + 1
    nearer = twice - 1
    terms = [float(nearer)]
    for index in range(1, places // 2 + 1):
        half = math.pi * index / places
        die = math.sin(faces * half) / (faces * math.sin(half))
        power = die**rolls
        if abs(power) < NEGLIGIBLE:
            break
        weight = 1.0 if 2 * index == places else 2.0
        terms.append(weight * power * math.sin(nearer * half) / math.sin(half))
    return min(1.0, max(LEAST_SUMMED, 1.0 - math.fsum(terms) / places))


def counts_tail(counts: Sequence[int]) -> tuple[float, bool]:
    """How often fair dice fall as unevenly as these counts or more so, and whether that is exact.

    Uneven is measured as Pearson did: by the sum of squared distances from equal counts. While that is affordable every
    way to fall is counted; a spread far outside all reason is taken as a somewhat lesser one, which can only raise
    the chance. Beyond, a gamma distribution stands in (see `counts_tail_near`).
    """
    rolls = sum(counts)
    faces = len(counts)
    if rolls == 0 or faces < 2:
        return 1.0, True
    if faces == 2:
        return mean_tail(faces, rolls, rolls + counts[1]), True
    squares = sum(count * count for count in counts)
    if faces * rolls**3 <= EXACT_WORK:
        absurd = faces - 1 + 8 * math.sqrt(2 * (faces - 1)) + 20
        return counts_tail_exact(faces, rolls, min(squares, math.ceil((absurd + rolls) * rolls / faces))), True
    return max(LEAST_APPROXIMATE, counts_tail_near(faces, rolls, squares)), False


def counts_tail_exact(faces: int, rolls: int, squares: int) -> float:
    """How often the squares of the counts sum to this or more, by counting the ways that stay below it.

    Face by face: how many ways lead to so many rolls used and such a sum. A way is dropped once even the most
    even rest would bring it to the given sum.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for left in range(faces - 1, -1, -1):
        longer: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (used, so_far), count in ways.items():
            rest = rolls - used
            for here in range(rest + 1) if left else (rest,):
                reached = so_far + here * here
                if reached >= squares:
                    break
                if reached + _most_even(rest - here, left) < squares:
                    longer[used + here, reached] += count * math.comb(rest, here)
        ways = longer
    return float(1 - Fraction(sum(ways.values()), faces**rolls))


def _most_even(rolls: int, faces: int) -> int:
    """The least sum of squares that so many rolls can give on so many faces."""
    if not faces:
        return 0
    each, over = divmod(rolls, faces)
    return (faces - over) * each * each + over * (each + 1) ** 2


def counts_tail_near(faces: int, rolls: int, squares: int) -> float:
    """The same by a gamma distribution with the true mean, variance and skewness.

    Chi-square itself has only the mean right and, for dice with many faces, calls fair rolls suspicious too soon. The sum of
    squares is twice the number of pairs of rolls that show the same face, plus the number of rolls; pairs are
    pairwise independent and only triangles of pairs are not, which gives the three moments in closed form. The
    tests measure it against the exact count: within a tenth down to one in a hundred, a quarter down to one in a thousand.
    """
    same = 1 / faces
    pairs = math.comb(rolls, 2)
    variance = pairs * same * (1 - same)
    third = variance * (1 - 2 * same) + 6 * math.comb(rolls, 3) * same * same * (1 - same)
    shape = 4 * variance**3 / third**2
    matching = (squares - rolls - 1) / 2  # half a pair less: the count is whole, the gamma distribution is not
    return gamma_tail(shape, shape + (matching - pairs * same) / math.sqrt(variance) * math.sqrt(shape))


def gamma_tail(shape: float, value: float) -> float:
    """The upper tail of the gamma distribution: its series below the middle, its continued fraction above."""
    if value <= 0:
        return 1.0
    scale = math.exp(shape * math.log(value) - value - math.lgamma(shape))
    if value < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * SMALL_STEP:
            step += 1
            term *= value / step
            total += term
        return 1.0 - scale * total
    # Lentz's way of evaluating a continued fraction from the front: two ratios of successive parts, until they cancel.
    bottom = value + 1 - shape
    above, below = math.inf, 1 / bottom
    fraction = below
    change = 0.0
    part = 0
    while abs(change - 1) > SMALL_STEP:
        part += 1
        top = part * (shape - part)
        bottom += 2
        below = 1 / (bottom + top * below)
        above = bottom + top / above
        change = above * below
        fraction *= change
    return scale * fraction


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Each chance corrected for all of them having been looked at (Holm's step-down method), in the order given."""
    adjusted = [1.0] * len(chances)
    worst = 0.0
    for rank, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[index]))
        adjusted[index] = worst
    return tuple(adjusted)


def rolls_needed(faces: int, shift: float, power: float = 0.8, level: float = 0.05) -> int:
    """How many rolls show dice whose mean is off by `shift` with this power, in a two-sided test at this level.

    By the normal approximation, which at the hundreds of rolls this gives is good to a few rolls.
    """
    spread = math.sqrt((faces * faces - 1) / 12)
    normal = NormalDist()
    return math.ceil(((normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * spread / shift) ** 2)
