"""Small pictures of positions, drawn from coordinates alone."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.audit.model import Arrow, Diagram, ReportedSpot
from adjudicator.finding import Finding
from adjudicator.report.html.markup import Subject, apart, left_out, text, within
from adjudicator.report.words import line, plural

BUDGET = 1_500_000
MOST_SPOTS = 60
MOST_ARROWS = 40
MOST_NAMES = 20

WIDEST = 900
TALLEST = 640
SMALLEST = 220
APART = 66
SQUARE = 30
MARGIN = 48
LONGEST_LABEL = 11
LOOKS = 4
"""So many sides have a look of their own: filled, hollow, round, dashed. Colour only helps."""


class Diagrams:
    """The diagrams of a report; each is drawn once, beside the first finding it belongs to or at the end."""

    def __init__(self, subject: Subject) -> None:
        self._diagrams = dict(enumerate(subject.report.diagrams, 1))
        self._at: defaultdict[tuple[str, int | None], list[int]] = defaultdict(list)
        for number, diagram in self._diagrams.items():
            self._at[diagram.file, diagram.step].append(number)
        self._drawn: set[int] = set()
        self._left = BUDGET

    def beside(self, finding: Finding) -> str:
        """The diagrams of the finding's very place if they were not drawn yet, else links to them."""
        where = finding.where
        return "".join(self._once(number, finding.message) for number in self._at.get((where.file, where.step), ()))

    def _once(self, number: int, said: str) -> str:
        if number in self._drawn:
            if self._diagrams[number].step is None:
                return ""  # of the whole file: most that concerns the file has nothing to do with it
            title = text(self._diagrams[number].title, 120)
            return f'<p class="also"><a href="#diagram-{number}">Picture: {title}</a></p>\n'
        if self._left <= 0 or not self._diagrams[number].spots:
            return ""
        self._drawn.add(number)
        drawn = draw(self._diagrams[number], number, said)
        self._left -= len(drawn.encode())
        return drawn

    def rest(self) -> str:
        """Whatever belongs to no finding that was shown."""
        waiting = [number for number in self._diagrams if number not in self._drawn]
        drawn = (draw(self._diagrams[number], number) for number in waiting)
        kept, left = within(self._left, drawn, len(waiting)) if self._left > 0 else ([], len(waiting))
        return f'{left_out(left, "pictures")}<div class="plots">{"".join(kept)}</div>\n' if waiting else ""


@dataclass(frozen=True, slots=True)
class _Scale:
    """From places on a map to places in the picture."""

    left: int
    top: int
    factor: float
    width: int
    height: int

    def at(self, x: int, y: int) -> tuple[float, float]:
        return round(MARGIN + (x - self.left) * self.factor, 1), round(MARGIN + (y - self.top) * self.factor, 1)


def draw(diagram: Diagram, number: int, said: str = "") -> str:
    """One picture with its words, but for those that stand above it already."""
    spots = sorted(diagram.spots, key=lambda spot: not spot.flagged)[:MOST_SPOTS]
    arrows = diagram.arrows[:MOST_ARROWS]
    places = [(spot.x, spot.y) for spot in spots]
    for arrow in arrows:
        places += [(arrow.from_x, arrow.from_y), (arrow.to_x, arrow.to_y)]
    if not places:
        return ""
    scale = _scale(places)
    sides = list(dict.fromkeys(spot.side for spot in diagram.spots if spot.side))
    label = f"diagram-{number}-title diagram-{number}-desc"
    return "".join(
        (
            f'<figure class="diagram" id="diagram-{number}"><figcaption>',
            "" if diagram.title == said else apart(diagram.title, 300),
            f" <small>{apart(diagram.map, 80)}</small></figcaption>\n",
            f'<div class="scroll" role="region" aria-label="Picture of a position" tabindex="0">\n'
            f'<svg class="position" width="{scale.width}" height="{scale.height}" '
            f'viewBox="0 0 {scale.width} {scale.height}" role="img" aria-labelledby="{label}">\n'
            f'<title id="diagram-{number}-title">{text(diagram.title, 300)}</title>'
            f'<desc id="diagram-{number}-desc">{_description(spots, arrows)}</desc>\n'
            f'<defs><marker id="tip-{number}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="10" markerHeight="10" '
            'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>\n',
            *(_arrow(arrow, scale, number) for arrow in arrows),
            *_spots(spots, sides, scale),
            *(_arrow_words(arrow, scale) for arrow in arrows),
            "</svg></div>\n",
            _legend(sides),
            _contents(spots, len(diagram.spots) - len(spots)),
            left_out(len(diagram.arrows) - len(arrows), "arrows"),
            "</figure>\n",
        )
    )


def _scale(places: Sequence[tuple[int, int]]) -> _Scale:
    """As large as keeps the nearest two places apart, as small as the whole picture must be."""
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    wide, tall = max(right - left, 1), max(bottom - top, 1)
    distinct = sorted(set(places))
    nearest = min((math.dist(one, other) for place, one in enumerate(distinct) for other in distinct[place + 1 :]), default=1.0)
    factor = min(APART / nearest, WIDEST / wide, TALLEST / tall)
    return _Scale(
        left=left,
        top=top,
        factor=factor,
        width=max(SMALLEST, round((right - left) * factor) + 2 * MARGIN),
        height=round((bottom - top) * factor) + 2 * MARGIN,
    )


def _spots(spots: Sequence[ReportedSpot], sides: Sequence[str], scale: _Scale) -> Iterator[str]:
    """Flagged ones last, so that they lie on top; counters of one place fanned out a little."""
    seen: Counter[tuple[int, int]] = Counter()
    for spot in reversed(spots):
        x, y = scale.at(spot.x, spot.y)
        shift = 7 * min(seen[spot.x, spot.y], 5)
        seen[spot.x, spot.y] += 1
        yield _spot(spot, sides, x + shift, y - shift)


def _spot(spot: ReportedSpot, sides: Sequence[str], x: float, y: float) -> str:
    half = SQUARE / 2
    look = sides.index(spot.side) % LOOKS if spot.side else LOOKS
    radius = half if look == 2 else 3
    square = f'x="{x - half:g}" y="{y - half:g}" width="{SQUARE}" height="{SQUARE}" rx="{radius:g}"'
    flag = (
        f'<rect class="ring" x="{x - half - 5:g}" y="{y - half - 5:g}" width="{SQUARE + 10}" height="{SQUARE + 10}" '
        f'rx="6"/><text class="bang" x="{x + half + 10:g}" y="{y - half + 4:g}">!</text>'
        if spot.flagged
        else ""
    )
    count = f'<text class="count" x="{x:g}" y="{y + 5:g}">{len(spot.names):,}</text>' if len(spot.names) > 1 else ""
    name = text(spot.names[0], LONGEST_LABEL) if spot.names else "empty"
    return (
        f'<g class="spot look-{look}"><title>{text(_words(spot))}</title>{flag}<rect class="counter" {square}/>{count}'
        f'<text class="name" x="{x:g}" y="{y + half + 17:g}">{name}</text></g>\n'
    )


def _words(spot: ReportedSpot) -> str:
    names = ", ".join(spot.names[:MOST_NAMES]) or "nothing"
    more = f" and {len(spot.names) - MOST_NAMES:,} more" if len(spot.names) > MOST_NAMES else ""
    side = f" ({spot.side})" if spot.side else ""
    return f"{_place(spot)}: {names}{more}{side}"


def _place(spot: ReportedSpot) -> str:
    return spot.location or f"x {spot.x}, y {spot.y}"


def _arrow(arrow: Arrow, scale: _Scale, number: int) -> str:
    """From edge to edge of the squares it joins."""
    x1, y1 = scale.at(arrow.from_x, arrow.from_y)
    x2, y2 = scale.at(arrow.to_x, arrow.to_y)
    long = math.hypot(x2 - x1, y2 - y1)
    if long < 1:
        return ""
    short = min(SQUARE * 0.75, long / 3)
    dx, dy = (x2 - x1) / long * short, (y2 - y1) / long * short
    return (
        f'<g class="arrow"><title>{text(arrow.label, 200)}</title>'
        f'<line x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 - dx:.1f}" y2="{y2 - dy:.1f}" '
        f'marker-end="url(#tip-{number})"/></g>\n'
    )


def _arrow_words(arrow: Arrow, scale: _Scale) -> str:
    """Apart from the arrow, so that no counter hides them."""
    x1, y1 = scale.at(arrow.from_x, arrow.from_y)
    x2, y2 = scale.at(arrow.to_x, arrow.to_y)
    return f'<text class="moves" x="{(x1 + x2) / 2:.1f}" y="{(y1 + y2) / 2 - 6:.1f}">{text(arrow.label, 24)}</text>\n'


def _description(spots: Sequence[ReportedSpot], arrows: Sequence[Arrow]) -> str:
    flagged = sum(spot.flagged for spot in spots)
    parts = [plural(len(spots), "place")]
    parts += [f"{flagged} flagged"] if flagged else []
    parts += [plural(len(arrows), "move")] if arrows else []
    return f"{', '.join(parts)}. The list below names the counters."


def _legend(sides: Sequence[str]) -> str:
    if len(sides) < 2:
        return ""
    items = "".join(
        f'<li><svg class="position" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">'
        f'<g class="look-{place % LOOKS}"><rect class="counter" x="2" y="2" width="14" height="14" '
        f'rx="{7 if place % LOOKS == 2 else 2}"/></g></svg> {apart(side, 60)}</li>'
        for place, side in enumerate(sides[: 2 * LOOKS])
    )
    return f'<ul class="legend">{items}</ul>\n'


def _contents(spots: Sequence[ReportedSpot], more: int) -> str:
    items = "".join(f"<li>{'<b>Flagged:</b> ' if spot.flagged else ''}{apart(line(_words(spot)))}</li>" for spot in spots)
    return f"<details><summary>Counters in this picture</summary><ul>{items}</ul>{left_out(max(0, more), 'places')}</details>\n"
