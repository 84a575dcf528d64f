"""Units by the names that players use: as printed on the counter, as the game calls them, or their id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias
from unicodedata import normalize

from .units import Unit

ByName: TypeAlias = Mapping[str, tuple[str, ...]]


def called(units: Iterable[Unit], name: str) -> tuple[str, ...]:
    """Those that bear the name; if none does, those that the game calls so, then headquarters that are called so for short."""
    wanted = plain(name)
    return next((found for bearing in by_name(units) if (found := bearing.get(wanted))), ())


def by_name(units: Iterable[Unit]) -> tuple[ByName, ByName, ByName]:
    """Who bears which name; whom the game calls by which; which headquarters are called so for short."""
    own: dict[str, tuple[str, ...]] = {}
    also: dict[str, tuple[str, ...]] = {}
    short: dict[str, tuple[str, ...]] = {}
    for unit in units:
        for name in names_of(unit):
            own[name] = (*own.get(name, ()), unit.id)
        for name in names_of(replace(unit, name=unit.also)) if unit.also else ():
            also[name] = (*also.get(name, ()), unit.id)
        if unit.leads:
            name = plain(unit.name.removesuffix(" HQ"))
            short[name] = (*short.get(name, ()), unit.id)
    return own, also, short


def names_of(unit: Unit) -> frozenset[str]:
    """Its name, its id, and the name with the formation or the side behind it, as modules write those that several bear."""
    return _names(unit.id, unit.name, unit.formation.rpartition("/")[2] or unit.side)


@lru_cache(maxsize=4096)
def _names(id_: str, name: str, formation: str) -> frozenset[str]:
    return frozenset(map(plain, (name, id_, id_.partition("-")[2], f"{name} {formation}")))


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """As people compare names: without case, accents, spaces and signs."""
    return "".join(character for character in normalize("NFD", name.casefold()) if character.isalnum())
