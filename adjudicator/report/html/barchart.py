"""Bars that lie: how many there are of each of some things, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.report.html.markup import text

MOST = 20
_WIDTH, _ROW = 720, 22
_ROOM = 50  # letters of a label
_LETTER = 6.6  # how wide one is


def bar_chart(title: str, counted: Sequence[tuple[str, int]], unit: str = "") -> str:
    """The most of them; how many were left out is said below."""
    shown = counted[:MOST]
    if not shown:
        return ""
    highest = max(count for _, count in shown)
    start = round(8 + _LETTER * min(_ROOM, max(len(label) for label, _ in shown)))
    long = _WIDTH - start - 70
    rows = []
    for place, (label, count) in enumerate(shown):
        width = max(1.0, round(long * count / highest, 1)) if highest else 1.0
        top = place * _ROW
        rows.append(
            f'<text class="named" x="{start - 8}" y="{top + 15}">{text(label, _ROOM)}</text>'
            f'<rect class="bar" x="{start}" y="{top + 3}" width="{width}" height="{_ROW - 6}">'
            f"<title>{text(label)}: {count:,}{unit}</title></rect>"
            f'<text class="count" x="{start + width + 6}" y="{top + 15}">{count:,}{unit}</text>\n'
        )
    more = f"<p><small>and {len(counted) - MOST:,} more</small></p>\n" if len(counted) > MOST else ""
    return (
        f'<figure class="chart"><svg class="lying" viewBox="0 0 {_WIDTH} {len(shown) * _ROW}" role="img">'
        f"<title>{text(title)}</title>\n{''.join(rows)}</svg>{more}</figure>\n"
    )
