"""Findings of the rules as cards: the sentence, the sections, the arithmetic, what would decide, and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.factname import printed
from adjudicator.finding import Finding, Row, RulingTold
from adjudicator.picturing.model import Picture
from adjudicator.report.html.hexpicture import draw
from adjudicator.report.html.markup import apart, left_out, text
from adjudicator.report.judgement import JudgedGame
from adjudicator.verdict import Severity, Verdict

PICTURES = 2_200_000
"""Bytes of pictures on a page. What stands first has its picture first."""

MOST_ROWS = 60
MOST_NEEDS = 30

WORDS = {Verdict.ILLEGAL: "Illegal", Verdict.UNDECIDED: "Undecided", Verdict.LEGAL: "Legal"}


class Gallery:
    """The pictures of a page; each is drawn once, beside the first finding that it belongs to."""

    def __init__(self) -> None:
        self.drawn: list[Picture] = []
        self._numbers: dict[Picture, int] = {}
        self._left = PICTURES

    def beside(self, picture: Picture | None) -> str:
        if picture is None:
            return ""
        known = self._numbers.get(picture)
        if known is not None:
            return f'<p class="also"><a href="#hexes-{known}">The picture is above</a></p>\n'
        if self._left <= 0:
            return (
                '<p class="left-out">No room for its picture here: <code>adjudicate explain --format html</code> draws it.</p>\n'
            )
        number = self._numbers[picture] = len(self._numbers) + 1
        self.drawn.append(picture)
        made = draw(picture, number)
        self._left -= len(made.encode())
        return made


def anchor_of(file: int, index: int) -> str:
    return f"f{file}-{index}"


def card(finding: Finding, anchor: str, game: JudgedGame | None, picture: str, cause: str | None) -> str:
    """One finding. `cause` is the anchor of the finding that it only follows from, if that is on the page."""
    step = "the position" if finding.where.step is None else f"step {finding.where.step:,}"
    return "".join(
        (
            f'<li class="verdict-card {_class(finding)}" id="{anchor}">\n<p class="meta">{_badge(finding)} '
            f'<span class="step">{apart(_moment(finding, game), 120)}{step}</span>{sections_cited(finding.cite, game)}</p>\n',
            f'<h4>{apart(finding.message)}</h4>\n<div class="pair">\n<div class="words">\n',
            _follows(finding, cause),
            table(finding.rows),
            needed(printed(finding.needs)),
            f'<p class="fix"><b>To mend it:</b> {apart(finding.fix)}</p>\n' if finding.fix else "",
            resting(finding.rulings),
            "".join(f'<p class="rests">Hangs on {apart(why, 600)}</p>\n' for why in finding.rests_on),
            f'<p class="rule">{_rule(finding.check, game)}</p>\n</div>\n',
            picture,
            "</div></li>\n",
        )
    )


def _moment(finding: Finding, game: JudgedGame | None) -> str:
    """Turn, phase, side and player: what a reader looks it up by."""
    side = finding.side or ""
    parts = (
        "" if finding.turn is None else f"turn {finding.turn}",
        finding.phase or "",
        side if game is None else game.sides.get(side, side),
        finding.player or "",
    )
    return "".join(f"{part}, " for part in parts if part)


def resting(rulings: Sequence[RulingTold]) -> str:
    """The rulings on which it rests, each with how to choose another reading."""
    told = (sentence for ruling in rulings for sentence in ruling.sentences)
    return "".join(f'<p class="rests">{apart(sentence[0].upper() + sentence[1:], 600)}</p>\n' for sentence in told)


def _class(finding: Finding) -> str:
    if finding.verdict is not None:
        return finding.verdict.value + ("" if finding.root else " follows-only")
    return {Severity.ERROR: "illegal", Severity.WARNING: "undecided", Severity.NOTE: "legal"}[finding.severity]


def _badge(finding: Finding) -> str:
    """Without rules there is no verdict, only how much a finding asks of its reader."""
    words = finding.severity.value.capitalize() if finding.verdict is None else WORDS[finding.verdict]
    return f'<span class="badge">{words}</span>'


def sections_cited(cite: Sequence[str], game: JudgedGame | None) -> str:
    if not cite:
        return ""
    named = "".join(f" {_section(each, game)}" for each in cite)
    return f' <span class="sections"><span class="word">Rules</span>{named}</span>'


def _section(id_: str, game: JudgedGame | None) -> str:
    """A section by its number, as a link to what it says."""
    known = None if game is None else game.sections.get(id_)
    if game is None or known is None:
        return f'<span class="section">{text(id_, 40)}</span>'
    return f'<a class="section" href="#{_place(game, id_)}" title="{text(known.title, 120)}">{text(id_, 40)}</a>'


def _place(game: JudgedGame, id_: str) -> str:
    return text(f"rule-{game.slug}-{'-'.join(id_.split())}", 120)


def _follows(finding: Finding, cause: str | None) -> str:
    if finding.root or not finding.also:
        return ""
    words = f"step {finding.also[0].step}"
    said = f'<a href="#{cause}">{words}</a>' if cause is not None else words
    return f'<p class="follows">Only follows from what was illegal at {said}.</p>\n'


def _rule(check: str, game: JudgedGame | None) -> str:
    said = "" if game is None else game.rules.get(check, "")
    return f"<code>{text(check, 80)}</code>{f' {apart(said, 200)}' if said else ''}"


def table(rows: Sequence[Row]) -> str:
    """The arithmetic. The last row is what it comes to."""
    if not rows:
        return ""
    body = "".join(
        f'<tr><td class="value">{apart(row.value, 60)}</td><td>{apart(row.reason, 300)}</td>'
        f'<td class="cited">{text(", ".join(row.cite), 120)}</td></tr>\n'
        for row in rows[:MOST_ROWS]
    )
    return (
        '<div class="scroll"><table class="arithmetic"><thead><tr><th scope="col">Value</th><th scope="col">What for</th>'
        f'<th scope="col">Rules</th></tr></thead>\n<tbody>{body}</tbody></table></div>\n'
        f"{left_out(max(0, len(rows) - MOST_ROWS), 'rows')}"
    )


def needed(needs: Iterable[str]) -> str:
    facts = list(needs)
    if not facts:
        return ""
    items = "".join(f"<li>{apart(fact, 120)}</li>" for fact in facts[:MOST_NEEDS])
    more = f"<li>and {len(facts) - MOST_NEEDS:,} more</li>" if len(facts) > MOST_NEEDS else ""
    return f'<div class="needs"><p>Would be decided by</p><ul>{items}{more}</ul></div>\n'


def cited_sections(games: Iterable[JudgedGame], cited: Mapping[str, Iterable[str]]) -> str:
    """The sections that a page names, in our own words."""
    parts = []
    for game in games:
        known = [game.sections[id_] for id_ in sorted(set(cited.get(game.slug, ())), key=_by_number) if id_ in game.sections]
        if known:
            items = "".join(
                f'<dt id="{_place(game, each.id)}">{text(each.id, 40)}</dt>'
                f"<dd><b>{apart(each.title, 160)}</b> {apart(each.said, 600)}</dd>"
                for each in known
            )
            parts.append(f'<h3>{apart(game.title)}</h3>\n<dl class="rulebook">{items}</dl>\n')
    return "".join(parts)


def _by_number(id_: str) -> tuple[tuple[int, int, str], ...]:
    """9.5.4 before 9.10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in id_.split("."))
