"""How right a survey of a foreign module is: its binding, and the facts that it read off the map, against the truth."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator import factname
from adjudicator.evidence.binding import BindingEntry
from adjudicator.evidence.surveys import read_survey

SHOWN = ("terrain", "level", "hexside", "route")  # what a map shows


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many things so many are stated, and of these so many are right."""

    what: str
    every: int
    stated: int
    right: int
    wrong: tuple[str, ...] = ()

    def __str__(self) -> str:
        stated = 100 * self.stated / self.every if self.every else 100.0
        right = 100 * self.right / self.stated if self.stated else 100.0
        shares = f"{stated:6.1f} in a hundred stated, of these {right:6.2f} right"
        return f"{self.what.ljust(10)} {shares}; {len(self.wrong)} wrong of {self.every:,}"


def scored(folder: Path, survey: Path) -> Iterator[Share]:
    """`folder`: of the foreign module, with its truth; `survey`: what was made of it."""
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    found = read_survey(survey)
    binding = next((each for each in found.modules if truth["module"] in each.modules), None)
    if binding is None:
        raise SystemExit(f"{survey} does not bind {truth['module']}")
    yield from _bound(truth["binding"], binding)
    yield from _facts(truth["facts"], found.facts)


def _bound(truth: Mapping[str, Any], binding: BindingEntry) -> Iterator[Share]:
    """Each table of the binding. Units and chits by number; what a piece is called by name counts as well."""
    tables: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
        ("units", "units.gpids", binding.units.gpids),
        ("losses", "units.losses", binding.units.losses),
        ("chits", "chits.gpids", binding.chits.gpids),
        ("marks", "markers.gpids", binding.markers.gpids),
        ("boxes", "boxes", binding.boxes),
        ("dice", "dice", binding.dice),
        ("phases", "phases", {name: _listed(said) for name, said in binding.phases.items()}),
    )
    for what, name, said in tables:
        right = {key: _listed(value) for key, value in truth.get(name, {}).items()}
        told = {key: _listed(value) for key, value in said.items() if key in right}
        beyond = [f"{key} = {value}" for key, value in said.items() if key not in right] if what in ("units", "chits") else []
        wrong = [f"{key} = {value}, not {right[key]}" for key, value in told.items() if not _holds(value, right[key])]
        yield Share(what, len(right), len(told), len(told) - len(wrong), (*wrong, *beyond))


def _holds(said: Any, right: Any) -> bool:
    """Is it said rightly? Who leaves open more phases than there are says nothing wrong."""
    return said == right or (isinstance(said, tuple) and set(right if isinstance(right, tuple) else (right,)) <= set(said))


def _listed(value: Any) -> Any:
    """One thing by itself, several in their order."""
    if not isinstance(value, list | tuple):
        return value
    return value[0] if len(value) == 1 else tuple(value)


def _facts(truth: Mapping[str, str], tables: tuple[Path, ...]) -> Iterator[Share]:
    stated: dict[str, str] = {}
    for table in tables:
        with table.open(encoding="utf-8", newline="") as file:
            stated |= {row["fact"]: row["value"] for row in csv.DictReader(file) if row.get("value")}
    kinds = {fact: factname.read(fact).kind for fact in truth}
    for kind in SHOWN:
        every = {fact: value for fact, value in truth.items() if kinds[fact] == kind}
        told = {fact: stated[fact] for fact in every if fact in stated}
        other = (fact for fact, value in told.items() if set(value.split()) != set(every[fact].split()))
        wrong = tuple(f"{fact}: {told[fact]}, not {every[fact]}" for fact in other)
        if every:
            yield Share(kind, len(every), len(told), len(told) - len(wrong), wrong)
