"""`adjudicate rule GAME`: what became of every section of a rulebook, and which rules, cases and rulings stand behind it."""

from __future__ import annotations

import importlib
import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, cast

import click

from adjudicator.cli.console import say, write_lines
from adjudicator.cli.options import about_games, catalogued
from adjudicator.exitcodes import ExitCode
from adjudicator.games.as_data import Data, tell_coverage, tell_defect, tell_game, tell_rule, tell_section
from adjudicator.games.coverage import ShownCase, coverage, showings
from adjudicator.games.errors import GameChoiceError, GameError, GameFolderError, instead
from adjudicator.games.find import games
from adjudicator.games.lists import memory_lines, tell_memories, tell_units, unit_lines
from adjudicator.games.loaded import LoadedGame
from adjudicator.games.loader import load
from adjudicator.words import plain, plural

SCHEMA = "adjudicate/rules/1"
_CASES = "adjudicator.cases"
_WIDTH = 100
_MOST_CASES = 12


@click.command(name="rules")
@click.argument("game", required=False)
@click.argument("name", metavar="[SECTION|RULE-ID]", required=False)
@about_games
@catalogued
def command(
    game: str | None,
    name: str | None,
    catalogue: bool,
    covering: bool,
    defects: bool,
    listed: str | None,
    rulings: tuple[str, ...],
    options: tuple[str, ...],
    overlays: tuple[str, ...],
    form: str,
) -> int:
    """Say what became of every section of GAME's rulebook; of one section, or one rule, everything there is to say.

    GAME is a short name or a folder; without it, the games are listed. With --coverage the exit code is 1 if the game or
    its cases are not whole.
    """
    if catalogue:
        return tell_shared_rules(" ".join(filter(None, (game, name))), form)
    if game is None:
        return _list_games()
    if covering and name is not None:
        raise click.UsageError("--coverage looks at a whole game; leave out either it or the section")
    loaded = _loaded(game, rulings, options, overlays)
    if listed is not None:
        return _list(loaded, listed, form)
    results = _results(loaded) if covering or name is not None else None
    document = _document(loaded, name, results, covering=covering, defects=defects)
    if form == "json":
        write_lines(json.dumps(document, ensure_ascii=False, indent=1).splitlines(), "json")
    else:
        write_lines(_lines(document, loaded, single=name is not None))
    whole = document["coverage"]["whole"] if "coverage" in document else True
    return ExitCode.OK if whole else ExitCode.ILLEGAL


def _list(game: LoadedGame, what: str, form: str) -> int:
    """Its units or its memories: one line each."""
    found, lines = (tell_units(game), unit_lines) if what == "units" else (tell_memories(game), memory_lines)
    if form == "json":
        write_lines(
            json.dumps({"schema": SCHEMA, "game": tell_game(game), what: found}, ensure_ascii=False, indent=1).splitlines(),
            "json",
        )
    else:
        write_lines(lines(found))
    return ExitCode.OK


def tell_shared_rules(asked: str, form: str) -> int:
    """All of them, or those that have to do with a word."""
    from adjudicator.games.rule_catalogue import catalogue_lines, tell_catalogue

    found = tell_catalogue(asked)
    if not found:
        raise click.UsageError(f"no question and no shared rule speaks of {plain(asked)}; without a word all are listed")
    if form == "json":
        write_lines(json.dumps({"schema": SCHEMA, "catalogue": found}, ensure_ascii=False, indent=1).splitlines(), "json")
    else:
        write_lines(catalogue_lines(found))
    return ExitCode.OK


def _list_games() -> int:
    worst = ExitCode.OK
    for slug, folder in games().items():
        try:
            loaded = load(folder)
            say(f"{slug:24}{loaded.title}{_standing(loaded)}")
        except (GameError, GameFolderError) as error:
            found = len(error.errors) if isinstance(error, GameFolderError) else 1
            say(f"{slug:24}cannot be used: {plural(found, 'fault')} (see `adjudicate rule {slug}`)")
            worst = ExitCode.UNREADABLE
    return worst


def _standing(game: LoadedGame) -> str:
    """Whether a game can be relied on as a whole."""
    if game.about.covers:
        return " (part of its rulebook only)"
    return " (in the making)" if game.about.in_the_making else ""


def _loaded(game: str, rulings: Sequence[str], options: Sequence[str], overlays: Sequence[str]) -> LoadedGame:
    """The game. What somebody asks for in vain is wrong usage; what is wrong with the folder is a file that cannot be read."""
    chosen: dict[str, str] = {}
    for ruling in rulings:
        defect, equals, reading = ruling.partition("=")
        if not (defect and equals and reading):
            raise click.BadParameter(f"{ruling} is not of the form DEFECT=READING, such as D4=other", param_hint="--ruling")
        chosen[defect] = reading
    try:
        found = load(game, rulings=chosen, options=options or None, overlays=overlays or None)
    except GameChoiceError as error:
        raise click.BadParameter(plain(str(error)), param_hint="GAME") from None
    except GameFolderError as error:
        if all(isinstance(each, GameChoiceError) for each in error.errors):
            raise click.UsageError(plain("; ".join(map(str, error.errors)))) from None
        raise
    for defect in chosen:
        slug, slash, _ = defect.rpartition("/")
        if slash and slug != found.slug:
            raise click.BadParameter(f"{defect} is not of {found.slug}", param_hint="--ruling")
    return found


def _results(game: LoadedGame) -> Sequence[ShownCase] | None:
    """The cases of the game, judged; None where the program has no runner for them."""
    try:
        module: Any = importlib.import_module("adjudicator.cases")
    except ModuleNotFoundError as error:
        if error.name != _CASES:
            raise
        return None
    return cast("Sequence[ShownCase]", tuple(module.run_all(game)))


def _document(game: LoadedGame, name: str | None, results: Sequence[ShownCase] | None, *, covering: bool, defects: bool) -> Data:
    shown = None if results is None else showings(results)
    document: Data = {"schema": SCHEMA, "game": tell_game(game)}
    sections, rules, registered = game.rulebook, game.rules, tuple(game.defects.values())
    if name is not None:
        name = name.removeprefix(f"{game.slug}/")
        sections = tuple(each for each in sections if name in (each.id, each.printed))
        rules = tuple(each for each in rules if each.id == name or any(section.id in each.entry.cite for section in sections))
        touched = {section.id for section in sections}
        resting = {defect for each in rules for defect in each.entry.defects}
        registered = tuple(
            each for each in registered if each.id == name or each.id in resting or not touched.isdisjoint(each.sections)
        )
        if not (sections or rules or registered):
            known = [*game.sections, *(each.id for each in game.rules), *game.defects]
            raise click.BadParameter(
                f"{game.slug} has no section, rule or defect {name}; {instead(name, known)}", param_hint="SECTION|RULE-ID"
            )
    document["sections"] = [tell_section(game, each, shown) for each in sections]
    document["rules"] = [tell_rule(game, each, shown) for each in rules]
    if defects or name is not None:
        document["defects"] = [tell_defect(game, each) for each in registered]
    if covering and results is not None:
        document["coverage"] = tell_coverage(game, coverage(game, results))
    elif covering:
        document["coverage"] = {"unavailable": "this program has no runner for cases", "whole": False}
    return document


# --- for people


def _lines(document: Data, game: LoadedGame, *, single: bool) -> Iterator[str]:
    about = document["game"]
    if single:
        yield from _details(document)
        return
    yield ", ".join(part for part in (about["title"], about["publisher"], about["edition"]) if part) + f" ({about['slug']})"
    if about["covers"]:
        yield from textwrap.wrap(f"Covered: {about['covers']}", _WIDTH, subsequent_indent="  ")
    yield ""
    if "defects" in document:
        yield from _blocks(_defect_lines(each) for each in document["defects"])
        if not document["defects"]:
            yield "No defect of the rulebook is registered."
        return
    if "coverage" in document:
        yield from _coverage_lines(document["coverage"], about["gaps"])
        return
    width = max((len(each["id"]) for each in document["sections"]), default=0) + 2
    for each in document["sections"]:
        rules = f"  [{', '.join(each['rules'])}]" if each["rules"] else ""
        yield f"{each['id']:{width}}{each['disposition']:12}{each['title']}{rules}"
    if about["gaps"]:
        yield ""
        yield f"Unfinished: {plural(len(about['gaps']), 'gap')}; --coverage lists them."


def _details(document: Data) -> Iterator[str]:
    cases = "cases" in document["sections"][0] if document["sections"] else False
    yield from _blocks(
        [
            *(_section_lines(each) for each in document["sections"]),
            *(_rule_lines(each, cases=not cases) for each in document["rules"]),
            *(_defect_lines(each) for each in document["defects"]),
        ]
    )


def _blocks(blocks: Any) -> Iterator[str]:
    for number, block in enumerate(blocks):
        if number:
            yield ""
        yield from block


def _section_lines(section: Data) -> Iterator[str]:
    printed = "" if section["printed"] == section["id"] else f", printed {section['printed']}"
    yield f"{section['id']}  {section['title']} ({section['disposition']}{printed})"
    yield from _wrapped(section["paraphrase"])
    for need in section["needs"]:
        yield from _wrapped(f"Needs {need}.")
    if not section["rules"] and section["disposition"] == "enforced":
        yield "  No rule cites it yet."
    yield from _case_lines(section)


def _rule_lines(rule: Data, *, cases: bool) -> Iterator[str]:
    yield f"Rule {rule['id']}" + ("" if rule["in_force"] else " (not in force)")
    yield from _wrapped(rule["title"])
    yield f"  It is {rule['use']}, which answers: {rule['question']}"
    for name, value in rule["with"].items():
        yield from _wrapped(f"{name.replace('_', ' ')}: {value}", "    ")
    for key, value in rule["when"].items():
        yield f"  For {key} {value}."
    for condition in rule["only"]:
        yield f"  Only {condition}."
    if rule["rests_on"]:
        yield f"  Readings of {', '.join(rule['rests_on'])} make a difference to it."
    yield f"  Sections {', '.join(rule['cite'])}" if rule["cite"] else "  It cites no section."
    if rule["source"]:
        yield f"  Source: {rule['source']}"
    if cases:
        yield from _case_lines(rule)


def _case_lines(told: Data) -> Iterator[str]:
    if told.get("calls", 0) > len(told.get("cases", ())):
        yield f"  Called in {plural(told['calls'], 'case')}, of which it has something to say in:"
    elif told.get("cases"):
        yield "  Cases:"
    if told.get("cases"):
        telling = sorted(told["cases"], key=lambda case: case["shows"] == ["legal"])  # what was wrong says more about a rule
        chosen = {(case["file"], case["case"]) for case in telling[:_MOST_CASES]}
        for case in told["cases"]:
            if (case["file"], case["case"]) in chosen:
                yield f"    {case['file']}: {case['case']} ({', '.join(case['shows'])})"
        if len(telling) > _MOST_CASES:
            yield f"    and {len(telling) - _MOST_CASES} more: --format json names them all"
    elif "cases" in told and told.get("disposition", "enforced") == "enforced":
        yield "  No case shows it yet."


def _defect_lines(defect: Data) -> Iterator[str]:
    yield f"{defect['id']}  {defect['title']} ({', '.join(defect['sections'])})"
    yield from _wrapped(defect["problem"])
    for reading in defect["readings"]:
        if reading["key"] == defect["ruling"]:
            yield from _wrapped(f"Taken: {reading['key']}. {reading['text']}")
    if defect["ruling"] == defect["own_ruling"]:
        yield from _wrapped(f"Why: {defect['why']}")
    else:
        yield f"  (By your choice; the game's own reading is {defect['own_ruling']}.)"
    for reading in defect["readings"]:
        if reading["unbuilt"]:
            yield from _wrapped(f"Not offered: {reading['text']} {reading['unbuilt']}")
        elif reading["key"] != defect["ruling"]:
            yield from _wrapped(f"Otherwise {reading['choose']}: {reading['text']}")
    if defect["rules"]:
        yield from _wrapped(f"Rules that differ under it: {', '.join(dict.fromkeys(defect['rules']))}.")


def _coverage_lines(found: Data, gaps: Sequence[str]) -> Iterator[str]:
    if "unavailable" in found:
        yield f"The cases were not judged: {found['unavailable']}."
    else:
        yield f"{found['shown']} of {plural(found['enforced'], 'enforced section')} shown by cases."
    for each in found.get("missing", ()):
        yield f"  {each['section']} ({each['title']}): no case shows it {_listed(each['verdicts'])}"
    for rule in found.get("unseen_rules", ()):
        yield f"  rule {rule}: no case calls it"
    for case in found.get("failed", ()):
        yield f"  {case}: does not come out as it says"
    for gap in gaps:
        yield f"  {gap}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    one_line = " ".join(text.split())
    return textwrap.wrap(one_line, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
