"""What many files come to, as a page: plots and the table of games."""

from __future__ import annotations

import re

from adjudicator.report.html.barchart import bar_chart
from adjudicator.report.html.season import GameShown, game_table


def test_bars_begin_where_the_longest_label_ends_and_stay_inside_the_picture() -> None:
    def bars(*counted: tuple[str, int]) -> list[tuple[float, float]]:
        found = re.findall(r'<rect class="bar" x="([\d.]+)" y="\d+" width="([\d.]+)"', bar_chart("x", counted))
        return [(float(at), float(width)) for at, width in found]

    short, long = bars(("2025-01", 8), ("2026-11", 0)), bars(("a" * 300, 3), ("b", 1))
    assert short[0][0] < 70 < long[0][0]
    assert all(at + width < 720 for at, width in (*short, *long))
    assert short[0][1] > 8 * short[1][1]


def test_games_of_the_same_people_are_told_apart_by_their_modules() -> None:
    table = game_table([GameShown("Ada – Bob", module, "2 files", False, ()) for module in ("Seelow 1.0", "Berlin <2>")])
    assert "Seelow 1.0" in table
    assert "Berlin &lt;2&gt;" in table
