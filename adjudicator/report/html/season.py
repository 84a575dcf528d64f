"""Many judged files as pages: what they come to, in plots, and a table that leads to the report on each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.audit.fairness import of_counts
from adjudicator.report.html.barchart import bar_chart
from adjudicator.report.html.dice import EXPLANATION, figure
from adjudicator.report.html.markup import apart, text
from adjudicator.report.html.shell import asset, sections, whole_page
from adjudicator.report.sums import WORDS, Sums
from adjudicator.report.words import plural

ROWS = 1_000
"""Files in one table; more of them stand on pages of their own."""

_MOST_DICE = 40


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file in the table."""

    name: str
    standing: str
    found: str  # in a few words
    link: str = ""  # to its report; empty: there is none


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game of which there are several files."""

    name: str
    module: str
    state: str
    dishonest: bool
    asked: tuple[str, ...]  # what there is to ask about


def game_table(games: Sequence[GameShown]) -> str:
    """The games, with what their files show together and none of them by itself."""
    rows = "".join(
        f'<tr><th scope="row">{apart(each.name, 200)}<br><small>{text(each.module, 80)}</small></th>'
        f'<td data-label="Files" class="{"standing-illegal" if each.dishonest else ""}">{text(each.state, 200)}</td>'
        f'<td data-label="To ask about">{"<br>".join(text(one, 300) for one in each.asked)}</td></tr>\n'
        for each in games
    )
    head = '<thead><tr><th scope="col">Game</th><th scope="col">Files</th><th scope="col">To ask about</th></tr></thead>'
    return f'<div class="scroll"><table class="cards">{head}\n<tbody>{rows}</tbody></table></div>\n' if games else ""


def file_table(lines: Iterable[FileLine]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_linked(each)}</th>'
        f'<td data-label="Verdict" class="standing-{each.standing}">{WORDS[each.standing]}</td>'
        f'<td data-label="Found">{text(each.found, 200)}</td></tr>\n'
        for each in lines
    )
    return (
        '<div class="scroll"><table class="cards"><thead><tr><th scope="col">File</th><th scope="col">Verdict</th>'
        f'<th scope="col">Found</th></tr></thead>\n<tbody>{rows}</tbody></table></div>\n'
    )


def _linked(each: FileLine) -> str:
    name = apart(each.name, 200)
    return f'<a href="{each.link}">{name}</a>' if each.link else name


def season_page(
    tool: str, sums: Sums, table: str, others: Sequence[tuple[str, str]], notes: Sequence[str] = (), games: str = ""
) -> str:
    """The first page. `others`: links and words of pages with the table's parts, where it is long."""
    links = "".join(f'<li><a href="{link}">{text(words)}</a></li>' for link, words in others)
    charts = {title: bar_chart(title, counted) for title, counted in sums.tables().items()}
    told = "".join(f"<li><b>{sums.files[each]:,}</b> {word}</li>" for each, word in WORDS.items() if sums.files[each])
    return _page(
        tool,
        f"{plural(sums.all, 'file')} judged",
        f'<ul class="sums">{told}</ul>\n'
        + sections(
            {
                **charts,
                "Games": games,
                "Dice": fair_dice(sums.dice),
                "Files": table + (f"<ul>{links}</ul>\n" if links else ""),
                "Notes": "".join(f'<p class="note">{apart(note)}</p>\n' for note in notes),
            }
        ),
    )


def table_page(tool: str, title: str, table: str) -> str:
    """A part of a long table."""
    return _page(tool, title, f'<p><a href="index.html">What all files come to</a></p>\n{table}')


def _page(tool: str, title: str, main: str) -> str:
    return whole_page(
        title=text(title),
        header=f"<h1>{text(title)}</h1>\n",
        main=main,
        footer=f"Made by {text(tool)}.",
        style=asset("style.css") + asset("season.css"),
    )


def fair_dice(dice: Mapping[tuple[str, int], Sequence[int]]) -> str:
    """Of those who rolled most: whether fair dice look so."""
    most = sorted((item for item in dice.items() if sum(item[1])), key=lambda item: (-sum(item[1]), item[0]))
    totals = of_counts(dict(most))
    tested = sorted((each for each in totals if each.tests), key=lambda one: min(one.p_mean_adjusted, one.p_counts_adjusted))
    if not tested:
        return ""
    more = f"<p><small>and {len(tested) - _MOST_DICE:,} more</small></p>\n" if len(tested) > _MOST_DICE else ""
    return f'{EXPLANATION}<div class="plots">\n{"".join(map(figure, tested[:_MOST_DICE]))}</div>\n{more}'
