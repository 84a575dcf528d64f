"""What a shell offers when somebody presses Tab: games, units, steps, rules, rulings and options, read from the games' tables.

Each reads as little as it can: whoever presses Tab does not wait.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from adjudicator.games.find import games

_ID = re.compile(r'^id\s*=\s*"([^"]+)"', re.MULTILINE)


def complete_game(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _fitting(((slug, "") for slug in games()), begun)


def complete_ruling(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """`koenigsberg-rg/D4=other`: readings that are not the game's own."""
    return _fitting(_rulings(context), begun)


def _rulings(context: click.Context) -> Iterator[tuple[str, str]]:
    for slug, folder in _meant(context):
        for defect in _toml(folder / "defects.toml").get("defect", ()):
            for reading in defect.get("reading", ()):
                if reading.get("key") != defect.get("ruling") and not reading.get("unbuilt"):
                    yield f"{slug}/{defect['id']}={reading['key']}", str(defect.get("title", ""))


def complete_option(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    found = (
        (str(each.get("id", "")), str(each.get("title", "")))
        for _, folder in _meant(context)
        for each in _toml(folder / "game.toml").get("options", ())
        if isinstance(each, dict)
    )
    return _fitting(found, begun)


def complete_rule(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Games, and the rules, sections and defects of each behind a slash; the checks of an audit."""
    return _fitting(_rules(begun), begun)


def _rules(begun: str) -> Iterator[tuple[str, str]]:
    for slug, folder in games().items():
        yield f"{slug}/", ""
        if begun.startswith(f"{slug}/"):
            for file in [folder / "rules.toml", *sorted((folder / "rules").glob("*.toml"))]:
                if file.is_file():
                    yield from ((f"{slug}/{id_}", "") for id_ in _ID.findall(file.read_text(encoding="utf-8")))
            yield from ((f"{slug}/{id_}", "") for id_ in _ID.findall(_text(folder / "rulebook.toml")))
            yield from ((f"{slug}/{id_}", "") for id_ in _ID.findall(_text(folder / "defects.toml")))
    if "/" in begun or not begun:
        from adjudicator.audit.catalogue import catalogue

        yield from ((info.id, info.title) for info in catalogue().values())


def complete_unit(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Units whose counters lie in the file that was named, by name or by id, as was begun; where that says nothing, those of the
    game that was named, or of all, by id."""
    file = context.params.get("file")
    there = _there(context, Path(file)) if file is not None else []
    if not there:
        return _fitting(((row["id"], row.get("name", "")) for _, folder in _meant(context) for row in _units(folder)), begun)
    begun = begun.casefold()
    by_name = {word: f"{row['id']}, {row.get('side', '')}" for word, row in there if word.casefold().startswith(begun)}
    by_id = {row["id"]: f"{row.get('name', '')}, {row.get('side', '')}" for word, row in there if word not in by_name}
    return _fitting(by_name.items(), "") + _fitting(by_id.items(), begun)


def _there(context: click.Context, file: Path) -> list[tuple[str, Mapping[str, str]]]:
    from adjudicator.cli.units_there import units_there

    project = {} if context.params.get("no_project") else _toml(file.parent / "adjudicate.toml")
    surveys = (*(context.params.get("surveys") or ()), *(file.parent / str(each) for each in project.get("survey", ())))
    return units_there(file, {slug: _units(folder) for slug, folder in _meant(context)}, [Path(each) for each in surveys])


def _units(folder: Path) -> list[dict[str, str]]:
    return [row for row in csv.DictReader(_text(folder / "units.csv").splitlines()) if row.get("id")]


def _meant(context: click.Context) -> list[tuple[str, Path]]:
    named = context.params.get("game")
    return [(slug, folder) for slug, folder in games().items() if named in (None, "auto", slug)]


def _fitting(found: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word, help=said or None) for word, said in dict(found).items() if word.startswith(begun)]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(path))
    except ValueError:
        return {}
