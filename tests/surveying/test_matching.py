"""Counters named as other publishers name them: which unit each is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame, load
from adjudicator.surveying.matching import Evidence, match
from adjudicator.surveying.shown import Shown, TurningLayer

SIZES = {"corps": "K", "division": "D", "brigade": "Br", "regiment": "R", "battalion": "Btl", "company": "Kp"}
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5"}


def turned_round(unit: Unit) -> str:
    """8 Pz/II for II/8 Pz; PzD 5 for 5 Pz."""
    front, stroke, behind = unit.name.partition("/")
    return f"{behind}/{front}" if stroke else " ".join(reversed(front.split()))


def in_german(unit: Unit) -> str:
    front, stroke, behind = unit.name.removesuffix(" HQ").partition("/")
    named = f"{front.removesuffix('G')}.Gd" if front.endswith("G") and front[:-1].isdigit() else front
    size = "Stab" if unit.has("hq").yes else SIZES.get(unit.size, "")
    return f"{named} {size}{stroke}{behind}"


def by_number(unit: Unit) -> str:
    """The number alone, with the regiment before it."""
    front, _, behind = unit.name.partition("/")
    return f"{behind} {ROMAN.get(front, front)}".strip()


def counters(loaded: LoadedGame, called: Callable[[Unit], str], sides: Mapping[str, str]) -> dict[str, Shown]:
    found = {}
    for number, unit in enumerate(loaded.roster.values()):
        formation = unit.formation.rpartition("/")[2]
        found[unit.id] = Shown(
            str(1000 + number),
            called(unit),
            (sides[unit.side], "Counters"),
            texts=(formation,),
            turning=(TurningLayer("Flip", 2),) if unit.steps > 1 else (),
            prototypes=(f"{unit.side[:2]} {unit.kind}",),
            markers=(("Belongs to", formation),),
            make=f"{unit.id} {number}",
        )
    return found


@pytest.mark.parametrize("game", ["koenigsberg-rg", "seelow-kustrin"])
@pytest.mark.parametrize(
    ("called", "german", "soviet"),
    [(turned_round, "Germans", "Russians"), (in_german, "Deutsche", "Sowjetische Einheiten"), (by_number, "Niemcy", "ZSRR")],
)
def test_units_are_told_in_other_words_and_none_wrongly(
    game: str, called: Callable[[Unit], str], german: str, soviet: str
) -> None:
    loaded = load(game)
    pieces = counters(loaded, called, {"german": german, "soviet": soviet})
    sides = {side.id: (side.id, side.name) for side in loaded.about.sides}
    found = match(loaded.roster, sides, [*pieces.values(), Shown("1", "Control"), Shown("2", "Turn")], Evidence())
    right = {piece.gpid: id_ for id_, piece in pieces.items()}
    assert {gpid: unit for gpid, (unit, _) in found.bound.items() if right.get(gpid) != unit} == {}
    assert len(found.bound) >= 0.97 * len(right)
    assert {"1", "2"} <= set(found.strangers)


def test_two_that_nothing_tells_apart_are_left_to_the_player() -> None:
    units = {id_: Unit(id_, "34", "soviet") for id_ in ("one", "other")}
    found = match(units, {"soviet": ("soviet",)}, [Shown("5", "34", make="a"), Shown("6", "34", make="b")], Evidence())
    assert not found.bound
    assert {gpid: {unit for unit, _ in ranked} for gpid, ranked in found.doubtful.items()} == {
        "5": {"one", "other"},
        "6": {"one", "other"},
    }


def test_where_they_stand_at_start_tells_them_apart() -> None:
    units = {id_: Unit(id_, name, "soviet") for id_, name in [("one", "34"), ("other", "34"), ("third", "35"), ("fourth", "36")]}
    standings = {id_: frozenset((hex,)) for id_, hex in zip(units, ("0101", "0909", "0202", "0303"), strict=True)}
    pieces = [Shown(str(at), units[id_].name, make=id_) for at, id_ in enumerate(units)]
    starts = ({str(at): standings[id_] for at, id_ in enumerate(units)},)
    found = match(units, {"soviet": ("soviet",)}, pieces, Evidence(starts=starts, standings=standings))
    assert {gpid: unit for gpid, (unit, _) in found.bound.items()} == {str(at): id_ for at, id_ in enumerate(units)}


def test_other_sides_and_copies_are_no_units_of_their_own() -> None:
    units = {"one": Unit("one", "5 Pz", "german", kind="tank", size="division"), "far": Unit("far", "9 Pz", "german")}
    pieces = [
        Shown("1", "5 PzD", make="5", turns_into=("2",)),
        Shown("2", "5 PzD", make="5r", turns_into=("1",), where=("Reduced",)),
        Shown("3", "5 PzD", make="5", turns_into=("2",), at_start=True),
        Shown("4", "9 PzD", make="9"),
        Shown("5", "9 PzD (reduced)", make="9r"),
    ]
    found = match(units, {"german": ("german",)}, pieces, Evidence())
    assert {gpid: unit for gpid, (unit, _) in found.bound.items()} == {"1": "one", "3": "one", "4": "far"}
    assert {gpid: losses for gpid, (_, losses) in found.reduced.items()} == {"2": 1, "5": 1}


def test_what_the_player_said_is_taken_from_all_others() -> None:
    units = {id_: Unit(id_, "34", "soviet") for id_ in ("one", "other")}
    pieces = [Shown("5", "34", make="a"), Shown("6", "34", make="b")]
    found = match(units, {"soviet": ("soviet",)}, pieces, Evidence(settled={"5": "other"}))
    assert found.bound["5"] == ("other", 1.0)
    assert [unit for unit, _ in found.doubtful.get("6", (found.bound.get("6", ("", 0)),))] == ["one"]
