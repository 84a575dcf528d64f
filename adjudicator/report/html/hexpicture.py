"""A picture of a part of the map as inline SVG: layer upon layer, and small, for a report may hold hundreds."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Set

from adjudicator.picturing.model import HEX, Cell, Picture, PictureCounter, PictureLine, PictureTrack, Point, Strike
from adjudicator.report.html.hexkinds import CASED, filled, grounds, side_shape, way_shape
from adjudicator.report.html.markup import apart, text

_WIDE, _HALF, _QUARTER = 58, HEX // 2, 29  # from the middle of a hex to its corners and sides
_SCALE = 0.86  # pixels for a hundredth of a hex
_SMALL = 0.62  # where the picture is wider than a page, and is pushed to and fro
_WIDEST = 1_200
_MARGIN = 10
_MOST_BOXES = 3
_MOST_NAMES = 12
_LONGEST_NAME = 13
_SIZES = ((11, "least"), (9, "tiny"), (6, "small"))  # of names longer than so many letters


def draw(picture: Picture, number: int) -> str:
    """The picture with its caption."""
    width, height = _size(picture)
    full = {counter.hex for counter in picture.counters}
    held = frozenset(cell.at for cell in picture.cells if cell.hex in full)
    layers = (
        *_ground(picture),
        *_lines(picture),
        *_roles(picture),
        *(_track(track, held) for track in picture.tracks),
        *_labels(picture),
        *_counters(picture),
        *(_strike(strike) for strike in picture.strikes),
        *(each for track in picture.tracks for each in _stops(track, held)),
        _north(picture, width),
    )
    box = f"{-_MARGIN} {-_MARGIN} {width} {height}"
    wide, scale = (" wide", _SMALL) if width > _WIDEST else ("", _SCALE)
    verdict = "" if picture.verdict is None else f" {picture.verdict.value}"
    name = f"hexes-{number}"
    return "".join(
        (
            f'<figure class="hexes{wide}" id="{name}"><div class="scroll" role="region" aria-label="Map" tabindex="0">'
            f'<svg class="hexmap{verdict}" width="{round(width * scale)}" height="{round(height * scale)}" viewBox="{box}" '
            f'role="img" aria-labelledby="{name}-title {name}-desc">\n',
            f'<title id="{name}-title">{text(picture.title, 200)}</title>',
            f'<desc id="{name}-desc">{text(_described(picture), 500)}</desc>\n',
            *layers,
            "</svg></div>\n<figcaption>",
            *(f"<p>{apart(note, 300)}</p>" for note in picture.notes),
            "</figcaption></figure>\n",
        )
    )


def _size(picture: Picture) -> tuple[int, int]:
    across, down = (_HALF, _WIDE) if picture.sideways else (_WIDE, _HALF)
    xs, ys = [cell.at[0] for cell in picture.cells], [cell.at[1] for cell in picture.cells]
    return max(xs) + across + 2 * _MARGIN, max(ys) + down + 2 * _MARGIN


def _described(picture: Picture) -> str:
    stops = "; ".join(stop.said for track in picture.tracks for stop in track.stops)
    return ". ".join(part for part in (*picture.notes, stops) if part) or f"{len(picture.cells)} hexes of the map"


def _outline(at: Point, sideways: bool) -> str:
    x, y = at
    if sideways:
        return f"M{x} {y - _WIDE}l{_HALF} {_QUARTER}v{_WIDE}l-{_HALF} {_QUARTER}-{_HALF}-{_QUARTER}v-{_WIDE}z"
    return f"M{x - _WIDE} {y}l{_QUARTER}-{_HALF}h{_WIDE}l{_QUARTER} {_HALF}-{_QUARTER} {_HALF}h-{_WIDE}z"


def _ground(picture: Picture) -> Iterator[str]:
    """Hexes of a kind are one shape: a picture has many hexes and few kinds."""
    areas: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
    for cell in picture.cells:
        outline = _outline(cell.at, picture.sideways)
        ground, settled = grounds(cell.terrain)
        areas[0, "ground", ground].append(outline)
        if settled:
            areas[1, "settlement", settled].append(outline)
        if cell.zone:
            areas[2, "zone", cell.zone].append(outline)
    for (_, layer, shape), outlines in sorted(areas.items()):
        look = f'class="zone {shape}" fill="url(#p-zone-{shape})"' if layer == "zone" else filled(layer, shape)
        yield f'<path {look} d="{"".join(outlines)}"/>\n'


_ORDER = ("lake", "stream", "river", "track", "road", "motorway", "rail", "brink", "works")


def _lines(picture: Picture) -> Iterator[str]:
    drawn: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for layer, lines, shape_of in (("hexside", picture.hexsides, side_shape), ("route", picture.routes, way_shape)):
        for line in lines:
            begin, end = _drawn_in(line)
            drawn[layer, shape_of(line.kind)].append(f"M{begin[0]} {begin[1]}L{end[0]} {end[1]}")
    for (layer, shape), parts in sorted(drawn.items(), key=lambda each: _ORDER.index(each[0][1])):
        joined = "".join(dict.fromkeys(parts))
        if shape in CASED:
            yield f'<path class="{layer} {shape} under" d="{joined}"/>'
        yield f'<path class="{layer} {shape}" d="{joined}"/>\n'


def _drawn_in(line: PictureLine) -> tuple[Point, Point]:
    """A line of defence stands a little within the hex that it protects."""
    if line.towards is None:
        return line.begin, line.end
    middle = ((line.begin[0] + line.end[0]) / 2, (line.begin[1] + line.end[1]) / 2)
    x, y = (round((line.towards[axis] - middle[axis]) * 0.12) for axis in (0, 1))
    return (line.begin[0] + x, line.begin[1] + y), (line.end[0] + x, line.end[1] + y)


def _roles(picture: Picture) -> Iterator[str]:
    """Where it began, went, could have gone: outlines, the most important last."""
    rank = ("about", "source", "blocking", "reach", "allowed", "start", "target", "goal")
    marked = sorted((cell for cell in picture.cells if cell.role), key=lambda cell: rank.index(cell.role))
    yield from (f'<path class="role {cell.role}" d="{_outline(cell.at, picture.sideways)}"/>\n' for cell in marked)


def _labels(picture: Picture) -> Iterator[str]:
    yield '<g class="number">'
    yield from (f'<text x="{cell.at[0]}" y="{cell.at[1] - 31}">{text(cell.hex, 8)}</text>' for cell in picture.cells)
    yield '</g>\n<g class="place">'
    named = (cell for cell in picture.cells if cell.name)
    yield from (f'<text x="{cell.at[0]}" y="{cell.at[1] + 45}">{text(cell.name, 16)}</text>' for cell in named)
    yield "</g>\n"


def _counters(picture: Picture) -> Iterator[str]:
    stacks: defaultdict[str, list[PictureCounter]] = defaultdict(list)
    for counter in picture.counters:
        stacks[counter.hex].append(counter)
    for cell in picture.cells:
        if cell.hex in stacks:
            yield _stack(cell, sorted(stacks[cell.hex], key=lambda counter: (not counter.coming, not counter.part)))


def _stack(cell: Cell, stack: list[PictureCounter]) -> str:
    """Up to three boxes, and how many more units there are. All are named where the pointer rests."""
    shown = stack[:_MOST_BOXES]
    tall = {1: 34, 2: 28}.get(len(shown), 18)
    top = cell.at[1] + 6 - (len(shown) * (tall + 2) - 2) // 2
    names = ", ".join(_said(counter) for counter in stack[:_MOST_NAMES])
    more = len(stack) - len(shown)
    rest = f'<text class="more" x="{cell.at[0] + 42}" y="{cell.at[1] + 8}">+{more}</text>' if more > 0 else ""
    boxes = "".join(_box(counter, cell.at[0], top + place * (tall + 2), tall) for place, counter in enumerate(shown))
    return f"<g><title>{text(f'{cell.hex}: {names}', 400)}</title>{boxes}{rest}</g>\n"


def _said(counter: PictureCounter) -> str:
    state = (*counter.marks, *(("reduced",) if counter.reduced else ()), *(("comes here",) if counter.coming else ()))
    return counter.name + (f" ({', '.join(state)})" if state else "")


def _box(counter: PictureCounter, x: int, top: int, tall: int) -> str:
    wide = 68
    look = f"box side-{counter.side % 4}" + (f" {counter.part}" if counter.part else "") + (" coming" if counter.coming else "")
    rect = f'<rect x="{x - wide // 2}" y="{top}" width="{wide}" height="{tall}" rx="4"/>'
    size = next((name for limit, name in _SIZES if len(counter.name) > limit), "")
    small = f' class="{size}"' if size else ""
    if len(counter.name) > _LONGEST_NAME - 2:  # whatever the letters, they are fitted into the box
        small += f' textLength="{wide - 6}" lengthAdjust="spacingAndGlyphs"'
    name = f"{text(counter.name, _LONGEST_NAME)}</text>"
    if tall < 25 or not counter.ratings:
        return f'<g class="{look}">{rect}<text{small} x="{x}" y="{top + tall // 2 + 5}">{name}</g>'
    ratings = "ratings" if len(counter.ratings) < 11 else "least"
    struck = f'<path d="M{x - 30} {top + 4}v{tall - 8}"/>' if counter.reduced else ""
    return (
        f'<g class="{look}">{rect}{struck}<text{small} x="{x}" y="{top + tall // 2}">{name}'
        f'<text class="{ratings}" x="{x}" y="{top + tall - 4}">{text(counter.ratings, 15)}</text></g>'
    )


def _track(track: PictureTrack, held: Set[Point]) -> str:
    """The path, with its tip a little before the middle of the last hex, or at its side if units stand there."""
    *_, before, last = track.points
    short = 38 if last in held else 16
    points = [*track.points[:-1], _towards(last, before, short + 8)]
    way = "M" + "L".join(f"{x} {y}" for x, y in points)
    return f'<g class="track {track.course}"><path class="halo" d="{way}"/><path d="{way}"/>{_tip(before, last, short, 16)}</g>\n'


def _strike(strike: Strike) -> str:
    begin, end = _towards(strike.begin, strike.end, 32), _towards(strike.end, strike.begin, 46)
    way = f"M{begin[0]} {begin[1]}L{end[0]} {end[1]}"
    return f'<g class="strike"><path class="halo" d="{way}"/><path d="{way}"/>{_tip(strike.begin, strike.end, 32, 18)}</g>\n'


def _towards(frm: Point, to: Point, far: float) -> Point:
    long = math.dist(frm, to) or 1
    return round(frm[0] + (to[0] - frm[0]) * far / long), round(frm[1] + (to[1] - frm[1]) * far / long)


def _tip(frm: Point, to: Point, short: float, long: float) -> str:
    """The head of an arrow that ends so far short of a point."""
    tip, foot = _towards(to, frm, short), _towards(to, frm, short + long)
    x, y = tip[0] - foot[0], tip[1] - foot[1]
    left, right = (foot[0] - y // 2, foot[1] + x // 2), (foot[0] + y // 2, foot[1] - x // 2)
    return f'<path class="tip" d="M{tip[0]} {tip[1]}L{left[0]} {left[1]}L{right[0]} {right[1]}z"/>'


def _stops(track: PictureTrack, held: Set[Point]) -> Iterator[str]:
    """What has been spent by then, in each hex entered (left of the counters there); red once it is more than there was."""
    for at, stop in zip(track.points[1:], track.stops, strict=False):
        x, y = (at[0] - 47, at[1] + 6) if at in held else at
        wide = max(22, 9 * len(stop.total) + 10)
        over = " over" if stop.over else ""
        yield (
            f'<g class="stop{over}"><title>{text(stop.said, 200)}</title>'
            f'<rect x="{x - wide // 2}" y="{y - 11}" width="{wide}" height="22" rx="11"/>'
            f'<text x="{x}" y="{y + 5}">{text(stop.total, 12)}</text></g>\n'
        )


def _north(picture: Picture, width: int) -> str:
    return (
        f'<g class="north" transform="translate({width - 2 * _MARGIN - 12} 16) rotate({picture.north:g})">'
        '<path d="M0-18l7 22-7-5-7 5z"/></g>\n'
    )
