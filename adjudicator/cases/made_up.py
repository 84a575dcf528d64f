"""Units of a case: the game's own, changed ones, and those made up on the spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator import factname
from adjudicator.engine.terms import Term
from adjudicator.engine.units import Unit
from adjudicator.facts import Fact, Known, Unknown

from .model import Pattern, Placed

if TYPE_CHECKING:
    from .build import Builder

Ratings = Mapping[str, Fact[int]]


def unit_of(builder: Builder, placed: Placed, *path: str | int) -> Unit:
    """The unit that a case places."""
    patterns, roster = builder.document.cases.unit, builder.setting.roster
    like = placed.like or (placed.id if placed.id in roster or placed.id in patterns else "")
    base = _base(builder, like, (), *path)
    if base is None and not placed.side:
        known = [*roster, *patterns]
        remedy = builder.near(placed.id, known, 'make it up: { id = "…", side = "…", at = "…" }, or say whom it is like')
        builder.fail(f"the game has no unit {placed.id}", remedy, *path)
    return _shaped(builder, placed, placed.id, base, *path)


def _base(builder: Builder, like: str, seen: tuple[str, ...], *path: str | int) -> Unit | None:
    patterns, roster = builder.document.cases.unit, builder.setting.roster
    if not like:
        return None
    if like in seen:
        builder.fail(f"the pattern {like} is like itself", "let one of them be made up in full", *path)
    pattern = patterns.get(like)
    if pattern is not None:
        base = _base(builder, pattern.like, (*seen, like), *path)
        if base is None and not pattern.side:
            builder.fail(f"the pattern {like} says no side", f'add side = "{builder.setting.game.sides[0]}" to it', *path)
        return _shaped(builder, pattern, like, base, *path)
    if like not in roster:
        builder.fail(
            f"the game has no unit {like}, nor the file a pattern of that name",
            builder.near(like, [*roster, *patterns], "write [unit.NAME] for a pattern"),
            *path,
        )
    return roster[like]


def _shaped(builder: Builder, pattern: Pattern, id_: str, base: Unit | None, *path: str | int) -> Unit:
    """A pattern's changes to what it is like."""
    if base is not None and base.id == id_ and not (pattern.model_fields_set - {"id", "like", "at", "losses", "marks"}):
        return base
    builder.word((pattern.side,), Term.SIDE, path=path)
    builder.word((*pattern.ratings, *(pattern.reduced or {})), Term.RATING, path=path)
    builder.word((pattern.kind,), Term.KIND, path=path)
    builder.word((pattern.size or "",), Term.SIZE, path=path)
    builder.word((pattern.formation or "",), Term.FORMATION, path=path)
    builder.word((trait.removeprefix("?") for trait in pattern.traits or ()), Term.TRAIT, path=path)
    about = {key: value for key in ("size", "formation") if (value := getattr(pattern, key)) is not None}
    if pattern.kind:
        about["kind"] = pattern.kind
    unit = base if base is not None else Unit(id_, pattern.name or id_, pattern.side, roles=builder.setting.roles)
    # A counter of the game keeps its name; one like a nameless pattern is called by its id.
    name = pattern.name or (base.name if base is not None and base.name != base.id else id_)
    unit = replace(unit, id=id_, name=name, side=pattern.side or unit.side, ratings=_ratings(pattern, base), **about)
    unit = replace(unit, ratings=tuple(_named(unit, losses, side) for losses, side in enumerate(unit.ratings)))
    if pattern.traits is not None:
        sure = frozenset(trait for trait in pattern.traits if not trait.startswith("?"))
        unit = replace(unit, traits=sure, doubtful=frozenset(trait[1:] for trait in pattern.traits if trait.startswith("?")))
    return unit


def _named(unit: Unit, losses: int, side: Ratings) -> Ratings:
    """Ratings nobody knows, under the names by which they can be supplied for this unit."""
    return {name: Unknown(unit.key(name, losses)) if isinstance(fact, Unknown) else fact for name, fact in side.items()}


def _ratings(pattern: Pattern, base: Unit | None) -> tuple[Ratings, ...]:
    """Ratings for each step: those of what the unit is like, changed as the pattern says."""
    before: list[Ratings] = list(base.ratings) if base is not None else [{}]
    full = _changed(before[0], pattern.ratings)
    # A number that a later side has in common with the first changes there too.
    later = [
        _changed(side, {name: value for name, value in pattern.ratings.items() if side.get(name) == before[0].get(name)})
        for side in before[1:]
    ]
    if pattern.reduced is not None:
        later = [_changed(later[0] if later else full, pattern.reduced), *later[1:]]
    steps = pattern.steps or 1 + len(later)
    while len(later) < steps - 1:
        later.append(later[-1] if later else full)
    return (full, *later[: steps - 1])


def _changed(before: Ratings, given: Mapping[str, int | str]) -> Ratings:
    unknown = {name: Unknown(factname.rating(name, "", "0")) for name in given}  # of a unit that has no name yet
    return {**before, **unknown, **{name: Known(value) for name, value in given.items() if isinstance(value, int)}}
