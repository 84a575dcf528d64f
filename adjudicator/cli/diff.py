"""`adjudicate diff`: what differs between two games, or two editions of one, section by section."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import click

from adjudicator.cli.console import write_lines
from adjudicator.exitcodes import ExitCode
from adjudicator.games.differences import (
    ToldDifference,
    charts_that_differ,
    rules_that_differ,
    sections_alone,
    stated,
    units_that_differ,
)
from adjudicator.games.errors import GameChoiceError
from adjudicator.games.loaded import LoadedGame
from adjudicator.games.loader import load
from adjudicator.words import plain

SCHEMA = "adjudicate/diff/1"
_WIDTH = 100


@click.command(name="diff")
@click.argument("one", metavar="GAME1")
@click.argument("two", metavar="GAME2")
@click.option("--section", help="Only what touches this section, of either game.")
@click.option("--all", "everything", is_flag=True, help="Also what one might take for a difference and is none.")
@click.option("--rules", "with_rules", is_flag=True, help="Also every rule, chart and counter that is not the same.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
def command(one: str, two: str, section: str | None, everything: bool, with_rules: bool, form: str) -> int:
    """Say what differs between GAME1 and GAME2: short names or folders.

    If one is an edition of the other, the differences are told in words, by section; --rules adds what was compared by the
    program. Of two games that are no editions of each other only that can be told.
    """
    mine, theirs = _loaded(one), _loaded(two)
    if mine.edition_of != theirs.slug and theirs.edition_of == mine.slug:
        mine, theirs = theirs, mine
    told = stated(mine, theirs) if mine.edition_of == theirs.slug else ()
    wanted = [each for each in told if _touches(each, section) and (everything or each.kind != "same")]
    document = _document(mine, theirs, wanted, compared=with_rules or not told, section=section)
    if form == "json":
        write_lines(json.dumps(document, ensure_ascii=False, indent=1).splitlines(), "json")
    else:
        write_lines(_lines(document))
    return ExitCode.OK


def _loaded(game: str) -> LoadedGame:
    try:
        return load(game)
    except GameChoiceError as error:
        raise click.BadParameter(plain(str(error)), param_hint="GAME") from None


def _touches(each: ToldDifference, section: str | None) -> bool:
    return section is None or section in (*each.here, *each.there)


def _document(
    game: LoadedGame, other: LoadedGame, told: list[ToldDifference], *, compared: bool, section: str | None
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "games": [{"slug": each.slug, "title": each.title} for each in (game, other)],
        "differences": [each.model_dump(exclude_defaults=True) for each in told],
    }
    if compared:
        rules = rules_that_differ(game, other)
        found["rules"] = [
            {"id": r.id, "title": r.title, "here": list(r.here), "there": list(r.there), "changes": list(r.changes)}
            for r in rules
            if section is None or section in (*r.here, *r.there)
        ]
        if section is None:
            found["charts"] = {name: list(cells) for name, cells in charts_that_differ(game, other)}
            found["units"] = list(units_that_differ(game, other))
            found["only"] = dict(zip((game.slug, other.slug), map(list, sections_alone(game, other)), strict=True))
    return found


# --- for people


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    game, other = document["games"]
    yield f"{game['title']} ({game['slug']})"
    yield f"and {other['title']} ({other['slug']})"
    for each in document["differences"]:
        where = f"{', '.join(each.get('here', ())) or 'nothing'} / {', '.join(each.get('there', ())) or 'nothing'}"
        yield ""
        yield f"{each['topic']} ({where})" + (": the same" if each["kind"] == "same" else "")
        yield from _wrapped(f"{game['slug']}: {each['says']}")
        yield from _wrapped(f"{other['slug']}: {each['other']}")
    if not document["differences"] and "rules" not in document:
        yield "Nothing differs that anybody has told."
    if "rules" in document:
        yield from _compared(document, game["slug"], other["slug"])


def _compared(document: Mapping[str, Any], game: str, other: str) -> Iterator[str]:
    yield ""
    yield f"Rules that differ: {len(document['rules'])}"
    for each in document["rules"]:
        who = "" if each["here"] and each["there"] else f" (only {game if each['here'] else other})"
        where = ", ".join(each["here"] or each["there"])
        yield from _wrapped(f"{each['id']}{who} ({where}): {'; '.join(each['changes']) or each['title']}")
    for name, cells in document.get("charts", {}).items():
        yield from _wrapped(f"chart {name}: {'; '.join(cells)}")
    for said in document.get("units", ()):
        yield from _wrapped(said)
    for slug, sections in document.get("only", {}).items():
        if sections:
            yield from _wrapped(f"only in {slug}: {', '.join(sections)}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
