"""What was found over time, as a page."""

from __future__ import annotations

from adjudicator.report.html.barchart import bar_chart
from adjudicator.report.html.markup import left_out, text
from adjudicator.report.html.season import FileLine, fair_dice, file_table
from adjudicator.report.html.shell import asset, sections, whole_page
from adjudicator.report.past import Past
from adjudicator.report.sums import ranked
from adjudicator.report.words import plural

_ROWS = 2_000


def past_page(tool: str, past: Past) -> str:
    """The youngest file first."""
    rows = [FileLine(f"{each.at[:10]} {each.name}", each.standing, each.found) for each in reversed(past.files)]
    by_month = {
        "Illegal, by month": [(each.month, each.illegal) for each in past.months],
        "Undecided, by month": [(each.month, each.undecided) for each in past.months],
        "Files, by month": [(each.month, each.files) for each in past.months],
    }
    charts = {title: bar_chart(title, counted[-20:]) for title, counted in by_month.items() if any(count for _, count in counted)}
    return whole_page(
        title=text(past.title),
        header=f"<h1>{text(past.title)}</h1>\n<p>{plural(len(past.files), 'file')}</p>\n",
        main=sections(
            {
                **charts,
                "Illegal, by rule": bar_chart("Illegal, by rule", ranked(past.rules)),
                "Illegal, by player": bar_chart("Illegal, by player", ranked(past.players)),
                "Dice": fair_dice(past.dice),
                "Files": file_table(rows[:_ROWS]) + left_out(max(0, len(rows) - _ROWS), "files"),
            }
        ),
        footer=f"Made by {text(tool)}.",
        style=asset("style.css") + asset("season.css"),
    )
