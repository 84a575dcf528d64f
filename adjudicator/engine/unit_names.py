"""Units by the names that players use: as printed on the counter, as the game calls them, or their id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from unicodedata import normalize

from .units import Unit


def called(units: Iterable[Unit], name: str) -> tuple[str, ...]:
    """Those that bear the name; if none does, those that the game calls so, then headquarters that are called so for short."""
    wanted, every = plain(name), list(units)
    found = tuple(unit.id for unit in every if wanted in names_of(unit))
    found = found or tuple(unit.id for unit in every if unit.also and wanted in names_of(replace(unit, name=unit.also)))
    return found or tuple(unit.id for unit in every if unit.leads and wanted == plain(unit.name.removesuffix(" HQ")))


def names_of(unit: Unit) -> frozenset[str]:
    """Its name, its id, and the name with the formation or the side behind it, as modules write those that several bear."""
    return _names(unit.id, unit.name, unit.formation.rpartition("/")[2] or unit.side)


@lru_cache(maxsize=4096)
def _names(id_: str, name: str, formation: str) -> frozenset[str]:
    return frozenset(map(plain, (name, id_, id_.partition("-")[2], f"{name} {formation}")))


def plain(name: str) -> str:
    """As people compare names: without case, accents, spaces and signs."""
    return "".join(character for character in normalize("NFD", name.casefold()) if character.isalnum())
