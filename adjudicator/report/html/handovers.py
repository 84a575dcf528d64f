"""Which file follows from which: drawn, and said in a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.audit.model import HandOver, Handover
from adjudicator.report.html.graph import columns, generations
from adjudicator.report.html.markup import Subject, apart, file_anchor, left_out, text
from adjudicator.report.links import link_sentence, link_words
from adjudicator.report.view import hand_overs as shown_hand_overs
from adjudicator.report.view import tally
from adjudicator.report.words import line, plural, tally_words
from adjudicator.report.wrapping import columns as width_of
from adjudicator.verdict import Severity

MOST_FILES = 300
MOST_ROWS = 3_000
BOX_WIDTH = 236
BOX_HEIGHT = 46
ACROSS = BOX_WIDTH + 84
DOWN = BOX_HEIGHT + 46
MARGIN = 12
AROUND = 56
LONGEST_NAME = 27


@dataclass(frozen=True, slots=True)
class _Box:
    x: int
    y: int


def hand_overs(subject: Subject) -> str:
    """The whole part; nothing if there is only one file."""
    links = shown_hand_overs(subject.report)
    names = list(dict.fromkeys((*(file.name for file in subject.report.files), *_linked(links))))
    names.sort(key=lambda name: subject.file_numbers.get(name, len(subject.file_numbers) + 1))
    if len(names) < 2:
        return ""
    linked = set(_linked(links))
    drawn = [name for name in names if name in linked]
    if not drawn:
        return "<p>None of these files follows from another.</p>\n"
    if len(drawn) > MOST_FILES:
        return f"<p>{len(drawn):,} files are too many to draw; the table has them.</p>\n{_table(subject, names, links)}"
    return _drawing(subject, drawn, links) + _table(subject, names, links)


def _linked(links: tuple[HandOver, ...]) -> Iterator[str]:
    for link in links:
        yield from (link.earlier, link.later)


def _drawing(subject: Subject, names: list[str], links: tuple[HandOver, ...]) -> str:
    found = {view.name: tally(entry.finding for entry in view.entries) for view in subject.files}
    edges = [(link.earlier, link.later) for link in links if link.earlier != link.later]
    level = generations(names, edges)
    column = columns(names, edges, level)
    boxes = {name: _Box(MARGIN + column[name] * ACROSS, MARGIN + level[name] * DOWN) for name in names}
    width = max(box.x for box in boxes.values()) + BOX_WIDTH + 170
    height = max(box.y for box in boxes.values()) + BOX_HEIGHT + MARGIN
    return "".join(
        (
            '<div class="scroll" role="region" aria-label="Drawing of the hand-overs" tabindex="0">\n'
            f'<svg class="graph" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="group" '
            'aria-labelledby="graph-title graph-desc">\n'
            '<title id="graph-title">Which file follows from which</title>\n'
            '<desc id="graph-desc">The table below says the same in words.</desc>\n'
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" '
            'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>\n',
            *(_edge(link, boxes) for link in links if link.earlier != link.later),
            *(_box(subject, name, boxes[name], found.get(name, {})) for name in names),
            *(_edge_words(link, boxes) for link in links if link.link is not Handover.EXACT),
            "</svg></div>\n",
        )
    )


def _edge(link: HandOver, boxes: Mapping[str, _Box]) -> str:
    start, end = boxes[link.earlier], boxes[link.later]
    if _is_next(start, end):
        x1, y1, x2, y2 = start.x + BOX_WIDTH // 2, start.y + BOX_HEIGHT, end.x + BOX_WIDTH // 2, end.y
        half = (y1 + y2) // 2
        path = f"M{x1} {y1}C{x1} {half} {x2} {half} {x2} {y2 - 1}"
    else:
        x1, y1, x2, y2 = start.x + BOX_WIDTH, start.y + BOX_HEIGHT // 2, end.x + BOX_WIDTH, end.y + BOX_HEIGHT // 2
        out = max(x1, x2) + AROUND
        path = f"M{x1} {y1}C{out} {y1} {out} {y2} {x2 + 1} {y2}"
    tip = f"{line(link.earlier)} to {line(link.later)}: {link_words(link)}"
    return f'<g class="edge {link.link.value}"><title>{text(tip)}</title><path d="{path}" marker-end="url(#tip)"/></g>\n'


def _edge_words(link: HandOver, boxes: Mapping[str, _Box]) -> str:
    """What kind of edge it is: at its tip, where no other edge is, or where it passes by others; on top of everything."""
    start, end = boxes[link.earlier], boxes[link.later]
    if _is_next(start, end):
        return f'<text class="kind" x="{end.x + BOX_WIDTH // 2}" y="{end.y - 15}">{text(link_words(link))}</text>\n'
    x = max(start.x, end.x) + BOX_WIDTH + AROUND * 3 // 4
    return (
        f'<text class="kind beside" x="{x + 5}" y="{(start.y + end.y + BOX_HEIGHT) // 2 + 4}">{text(link_words(link))}</text>\n'
    )


def _is_next(start: _Box, end: _Box) -> bool:
    """Whether nothing stands between the two; else the edge goes around, on the right."""
    return end.y - start.y == DOWN


def _box(subject: Subject, name: str, box: _Box, found: Mapping[Severity, int]) -> str:
    file = subject.known.get(name)
    worst = max(found, key=lambda severity: severity.rank, default=None)
    serious: dict[Severity, int] = {severity: count for severity, count in found.items() if severity is not Severity.NOTE}
    facts = [] if file is None else [plural(file.steps, "step") if file.steps else file.kind]
    if file is None:
        facts.append("not here")
    if serious:
        facts.append(tally_words(serious))
    shape = (
        f'<title>{text(name)}</title><rect x="{box.x}" y="{box.y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="name" x="{box.x + 12}" y="{box.y + 19}">{text(shortened(name))}</text>'
        f'<text x="{box.x + 12}" y="{box.y + 36}">{text(", ".join(facts))}</text>'
    )
    kind = f"node {worst.value if worst else ''}".strip()
    if file is None:
        return f'<g class="{kind} missing">{shape}</g>\n'
    return f'<a class="{kind}" href="#{file_anchor(subject, name)}">{shape}</a>\n'


def shortened(name: str) -> str:
    """A name that fits its box. The middle goes first: files of a series differ at the end."""
    whole = line(name)
    if width_of(whole) <= LONGEST_NAME:
        return whole
    head, tail = whole[:LONGEST_NAME], whole[-LONGEST_NAME:]
    while width_of(head) > LONGEST_NAME * 3 // 5 - 1:
        head = head[:-1]
    while width_of(tail) > LONGEST_NAME * 2 // 5:
        tail = tail[1:]
    return f"{head}…{tail}"


def _table(subject: Subject, names: list[str], links: tuple[HandOver, ...]) -> str:
    place = {name: number for number, name in enumerate(names)}
    ordered = sorted(links, key=lambda link: place[link.later])
    rows = [_row(subject, link) for link in ordered[:MOST_ROWS]]
    later = {link.later for link in links}
    rows += [
        f'<tr><th scope="row">{_name(subject, name)}</th><td data-label="Follows from">none of these files</td>'
        '<td data-label="How"></td></tr>\n'
        for name in names
        if name not in later
    ][:MOST_ROWS]
    return (
        '<div class="scroll"><table class="cards"><thead><tr><th scope="col">File</th><th scope="col">Follows from</th>'
        f'<th scope="col">How</th></tr></thead>\n<tbody>{"".join(rows)}</tbody></table></div>\n'
        f"{left_out(max(0, len(ordered) - MOST_ROWS), 'hand-overs')}"
    )


def _row(subject: Subject, link: HandOver) -> str:
    odd = "" if link.link is Handover.EXACT else ' class="odd"'
    return (
        f'<tr{odd}><th scope="row">{_name(subject, link.later)}</th>'
        f'<td data-label="Follows from">{_name(subject, link.earlier)}</td>'
        f'<td data-label="How">{link_sentence(link)}</td></tr>\n'
    )


def _name(subject: Subject, name: str) -> str:
    return f'<a href="#{file_anchor(subject, name)}">{apart(name, 200)}</a>' if name in subject.known else apart(name, 200)
