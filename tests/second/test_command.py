"""Whom a headquarters of Königsberg can activate, 2.1.4 and 4.2 to 4.2.5: its own and independents, counted hex by hex."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.rules.command.reach import authority
from tests.second.koenigsberg import WATER, between, ground_units, is_hq, land, neighbours, table, terrain
from tests.second.sheets import Row, Who, some
from tests.support import examples

INDEPENDENT = {"independent", "garrison", "volkssturm"}


def within(start: str, most: int) -> set[str]:
    """4.2.5: neither through water nor over it; rivers, enemies and supply do not matter."""
    seen = ring = {start}
    for _ in range(most):
        ring = {
            to
            for hex in ring
            for to in neighbours(hex)
            if to not in seen and not terrain(to) & WATER and "water" not in between(hex, to)
        }
        seen = seen | ring
    return seen


def front(row: Row) -> str:
    """2.1.4: armies are of a Soviet front, and so are some independents."""
    first = row["formation"].split("/")[0]
    return first if first in ("2BF", "3BF") else ""


def bond(headquarters: Row, unit: Row) -> tuple[bool, bool]:
    """4.2.1, 4.2.2: is it one of its own, and could it be activated as an independent?"""
    if is_hq(unit) or front(unit) != front(headquarters):
        return False, False
    own = bool(unit["formation"]) and unit["formation"] == headquarters["formation"]
    return own, bool(INDEPENDENT & {unit["kind"], *unit["traits"].split()})


@st.composite
def commands(draw: st.DrawFn) -> tuple[Who, list[Who]]:
    side = draw(st.sampled_from(["german", "soviet"]))
    leader = draw(st.sampled_from([row for row in ground_units(side) if is_hq(row) and row["command"]]))
    start = draw(st.sampled_from(land()))
    near = sorted(within(start, int(leader["command"]) + 1) | set(neighbours(start)))
    over_water = sorted({far for hex in near for far in neighbours(hex) if not terrain(far) & WATER} - set(near))
    places = [hex for hex in near if not terrain(hex) & WATER] + 2 * over_water
    own = [row for row in ground_units(side) if row["formation"] and row["formation"] == leader["formation"] and not is_hq(row)]
    others = [row for row in ground_units(side) if not is_hq(row) and row not in own]
    assume(places)
    units = draw(some(own + others[:: max(1, len(others) // 12)], places, [""], 6))
    return (leader, start, False, ""), units


@settings(max_examples=examples(40))
@given(commands())
def test_whom_a_headquarters_activates_is_whom_the_rulebook_lets_it(command: tuple[Who, list[Who]]) -> None:
    leader, units = command
    of = authority(table([leader, *units], "command", leader[0]["side"]), leader[0]["id"])
    assert of.limit == (2 if leader[0]["side"] == "soviet" else 5 if leader[0]["id"] == "de-hq-7pz" else 3)
    reach = within(leader[1], int(leader[0]["command"]))
    for row, at, *_ in units:
        call, (own, independent) = of.call(row["id"]), bond(leader[0], row)
        assert (call.own.yes, call.own.no) == (own and at in reach, not (own and at in reach)), (row["id"], at)
        may = (own or independent) and at in reach
        assert (call.regular.yes, call.regular.no) == (may, not may), (row["id"], at)
