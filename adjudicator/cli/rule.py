"""`adjudicate rule`: what a finding's rule, a section, a ruling, a check or a word is about."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.complete import complete_rule
from adjudicator.cli.console import look, say, write_out
from adjudicator.cli.options import about_games, catalogued, coloured
from adjudicator.games.find import GAME_FILE, games, home
from adjudicator.games.lookup import Pages
from adjudicator.report.look import TextLook


@click.command(name="rule")
@click.argument("words", nargs=-1, metavar="[GAME] [ANYTHING]", shell_complete=complete_rule)
@about_games
@catalogued
@coloured
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], form: str, catalogue: bool, color: str, **how: Any) -> int:
    """Explain ANYTHING that has to do with rules: what it says, why, an example that is right, one that is wrong, how to mend it.

    ANYTHING is the id of a finding (koenigsberg-rg/allowance, or allowance), a section (5.1), a ruling (D26), a check of an audit
    (dice/undone-other), or a word such as retreat. GAME alone lists its sections and what became of each; with --units its
    units; nothing, the games.
    """
    if catalogue:
        tell = importlib.import_module("adjudicator.cli.rules").tell_shared_rules
        return int(tell(" ".join(words), form))
    pages = _game(words[0]) if words else None
    asked = " ".join(words[1:] if pages is not None else words)
    more = form == "json" or any(how.values())
    if pages is None and "/" in asked:
        slug, _, rest = asked.partition("/")
        if slug in games():
            pages, asked = Pages(slug, games()[slug]), rest
    if pages is not None and not asked and not more and _stands_alone(pages):
        made = importlib.import_module("adjudicator.cli.rule_pages")
        write_out("".join(f"{line}\n" for line in made.listing(pages)))
        return 0
    if pages is None and any(how.values()):
        raise click.UsageError(f"these options are about one game; name it first: {', '.join(games())}")
    if not words or (pages is not None and (more or not asked)):
        full = importlib.import_module("adjudicator.cli.rules").command
        game = None if pages is None else (pages.slug if _is_ours(pages) else str(pages.folder))
        code: int = context.invoke(full, game=game, name=asked or None, form=form, **how)
        if not words:
            say()
            say("adjudicate rule GAME lists its sections, adjudicate rule WORD looks everywhere. Checks of an audit:")
            _list_checks()
        return code
    found = list(_everything(asked, pages, look(color)))
    if not found:
        raise click.UsageError(_not_found(asked, pages))
    for number, lines in enumerate(found):
        if number:
            say()
        write_out("".join(f"{line}\n" for line in lines))
    return 0


def _stands_alone(pages: Pages) -> bool:
    """Whether the tables of a game tell all of its sections, so that it need not be loaded to list them."""
    return _is_ours(pages) and not any(pages.about.get(each) for each in ("edition_of", "covers", "in_the_making"))


def _is_ours(pages: Pages) -> bool:
    """Whether it is a game that came with the program, and not a folder of somebody's that is called alike, such as a copy."""
    return games().get(pages.slug) == pages.folder


def _game(word: str) -> Pages | None:
    """The game that a word names: its short name, or a folder."""
    known = games()
    if word in known:
        return Pages(word, known[word])
    for folder in (Path(word), home() / word):
        if (folder / GAME_FILE).is_file():
            return Pages(str(Pages("", folder).about.get("slug", folder.name)), folder)
    return None


def _list_checks() -> None:
    from adjudicator.audit.catalogue import catalogue

    for info in catalogue().values():
        say(f"  {info.id:26}{info.severity.value:9}{info.title}")


def _everything(asked: str, pages: Pages | None, looks: TextLook) -> Iterator[list[str]]:
    """What exactly that is called; else where the word stands."""
    from adjudicator.cli import rule_pages as made

    every = [pages] if pages is not None else [Pages(slug, folder) for slug, folder in games().items()]
    exact = [lines for each in every for lines in made.called(each, asked, looks, inherited=pages is not None)]
    if pages is None:
        exact += made.check(asked, looks)
    if exact:
        yield from exact
        return
    for each in every:
        yield from made.speaking_of(each, asked, looks)
    if pages is None:
        yield from made.checks_speaking_of(asked, looks)


def _not_found(asked: str, pages: Pages | None) -> str:
    every = [pages] if pages is not None else [Pages(slug, folder) for slug, folder in games().items()]
    known = {id_ for each in every for entry in (*each.rules, *each.sections, *each.defects) for id_ in entry.ids}
    if pages is None:
        from adjudicator.audit.catalogue import catalogue

        known |= set(catalogue())
    near = difflib.get_close_matches(asked, known, n=3, cutoff=0.6)
    where = "" if pages is None else f" in {pages.slug}"
    return f"nothing is called {asked}{where}, and no rule speaks of it" + (
        f"; did you mean {' or '.join(near)}?" if near else ""
    )
