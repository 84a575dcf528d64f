"""What differs between two positions, in words: the gravest first."""

from __future__ import annotations

from adjudicator.evidence.history import Counter, Named
from adjudicator.finding import MapMark, Row

Pair = tuple[Counter | None, Counter | None]

_UNSEEN, _MADE, _GONE, _PLACE, _LEVEL, _VALUE, _TRIFLE = range(7)


def differences(old: dict[str, Counter], new: dict[str, Counter]) -> tuple[Pair, ...]:
    """The pieces that a player would see to differ, with how they were and are; those first whose change helps most."""
    keys = [key for key, counter in old.items() if (after := new.get(key)) is None or after.seen != counter.seen]
    keys += [key for key in new if key not in old]
    pairs = [(old.get(key), new.get(key)) for key in keys]
    return tuple(sorted(pairs, key=weight))


def weight(pair: Pair) -> int:
    """How grave a difference is; the gravest least."""
    old, new = pair
    if old is None or new is None:
        return _GONE
    if (old.mask and old.mask != new.mask) or (old.hidden and old.hidden != new.hidden) or old.is_deck:
        return _UNSEEN
    if old.make != new.make or old.markers != new.markers:
        return _MADE
    if _elsewhere(old, new):
        return _PLACE
    if old.levels != new.levels:
        return _LEVEL
    return _VALUE if old.values != new.values else _TRIFLE


def grave(pair: Pair) -> bool:
    """Whether it bears on the game: where a piece is, what it is, what it shows."""
    return weight(pair) < _TRIFLE


def restacked(old: dict[str, Counter], new: dict[str, Counter]) -> int:
    """How many pieces lie at another height although nothing else of them changed."""
    return sum(
        counter.seen == after.seen and counter.height != after.height and counter.spot.deck is None
        for key, counter in old.items()
        if (after := new.get(key)) is not None
    )


def row_of(pair: Pair) -> Row:
    """One differing piece in words: the name, and what is otherwise."""
    old, new = pair
    if new is None:
        return Row(old.called if old else "", f"was at {old.spot if old else ''}, is gone")
    if old is None:
        return Row(new.called, f"was not there, is at {new.spot}")
    return Row(new.called, "; ".join(_said(old, new)) or "its state differs")


def _said(old: Counter, new: Counter) -> list[str]:
    if old.is_deck and new.is_deck and not _elsewhere(old, new):
        return ["its cards lie in another order, or are others"]
    said: list[str] = []
    if _elsewhere(old, new):
        said.append(f"was at {old.spot}, is at {new.spot}")
    if old.make != new.make:
        said.append("is made otherwise")
    said += [
        f"{name or 'layer'} showed {a}, shows {b}" for (name, a), (_, b) in zip(old.levels, new.levels, strict=False) if a != b
    ]
    for what, before, after in (("printed", old.markers, new.markers), ("", old.values, new.values)):
        said += _named(what, _numbered(before), _numbered(after))
    for what, one, other in (
        ("moved mark", old.moved, new.moved),
        ("facing", old.facing, new.facing),
        ("mask", old.mask, new.mask),
        ("hidden by", old.hidden, new.hidden),
    ):
        if one != other:
            said.append(f"{what} was {_word(one)}, is {_word(other)}")
    return said


def _named(what: str, before: dict[str, str], after: dict[str, str]) -> list[str]:
    names = dict.fromkeys((*before, *after))
    return [
        f"{what} {name} was {before.get(name, 'none')}, is {after.get(name, 'none')}".strip()
        for name in names
        if before.get(name) != after.get(name)
    ]


def _numbered(pairs: Named) -> dict[str, str]:
    """By name; of several of one name, such as labels, the second and further ones with a number."""
    found: dict[str, str] = {}
    for name, value in pairs:
        number = 1
        key = name
        while key in found:
            number += 1
            key = f"{name} {number}"
        found[key] = value
    return found


def _elsewhere(old: Counter, new: Counter) -> bool:
    return (old.spot.map, old.spot.x, old.spot.y, old.spot.deck) != (new.spot.map, new.spot.x, new.spot.y, new.spot.deck)


def _word(value: bool | int | str | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "set" if value else "not set"
    return str(value)


def mark_of(pair: Pair) -> MapMark | None:
    old, new = pair
    if new is None or new.spot.map is None:
        return None
    moved = old is not None and old.spot.map == new.spot.map and (old.spot.x, old.spot.y) != (new.spot.x, new.spot.y)
    return MapMark(
        new.spot.map,
        new.spot.x,
        new.spot.y,
        new.called,
        old.spot.x if moved and old else None,
        old.spot.y if moved and old else None,
    )
