"""Reports for a terminal and for programs: what was checked, one step explained, what would put a file right."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cases.draw import draw
from adjudicator.correct.model import Apply, Correction
from adjudicator.engine.kinds import hexes
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.report.judged import named
from adjudicator.report.wrapping import wrap
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict
from adjudicator.words import plural

from .results import Fix

_INDENT = " " * 6


def explained(game: LoadedGame, played: Played, *, drawn: bool) -> Iterator[str]:
    """Rule by rule, with the arithmetic."""
    yield f"{said(played.before, played.action)}: {played.judged.verdict.value}"
    if played.reading:
        yield f"  {played.reading}"
    for ruled in played.judged.ruled:
        opinion = ruled.opinion
        cited = f" ({', '.join(ruled.cite)})" if ruled.cite else ""
        message = f": {opinion.message}" if opinion.message and not opinion.truth.yes else ""
        yield f"  {ruled.verdict.value:<9} {ruled.rule}{cited}{message}"
        width = max((len(row.value) for row in opinion.rows), default=0)
        for row in opinion.rows:
            cite = f" ({', '.join(row.cite)})" if row.cite else ""
            yield f"            {row.value:>{width}}  {row.reason}{cite}"
        if opinion.truth.needs:
            yield f"            would be decided by: {named(printed(opinion.truth.needs))}"
        for ruling in told_rulings(game, ruled):
            yield from (f"            {sentence}" for sentence in ruling.sentences)
    if drawn:
        yield ""
        yield from (f"  {line}".rstrip() for line in draw(played.before, hexes(played.action)))


def fix_lines(fix: Fix, *, written: bool) -> Iterator[str]:
    """What is put right, what could be, and what is left to the players."""
    found, planned, apply = fix.checked.judged, fix.plan, fix.apply
    title = "" if found.game is None else found.game.title
    yield f"{found.file}: {title}"
    slug = "" if found.game is None else found.game.slug
    if planned.made:
        done = "Put right" if written else "Would be put right with -o"
        yield f"  {done}, in this order: units and losses as they were played, then the markers of what this makes"
    for number, each in enumerate(planned.made, start=1):
        yield from _correction(f"{number:>3}.", each, slug)
    if planned.offered:
        yield f"  Not done ({_how(apply)}):"
    for each in planned.offered:
        yield from _correction("-", each, slug)
    if planned.left:
        yield "  For the players to put right:"
    for left in planned.left:
        where = "position" if left.step is None else f"step {left.step}"
        yield from wrap(f"- {where}: {left.what}; {left.why}", "     ", _INDENT + " ")
    undecided = sum(finding.verdict is Verdict.UNDECIDED for finding in found.findings)
    if undecided:
        yield f"  {plural(undecided, 'finding')} undecided: nothing is changed for {'it' if undecided == 1 else 'them'}"
    if not (planned.made or planned.offered or planned.left):
        yield "  Nothing illegal was found that would have to be put right"


def _how(apply: Apply) -> str:
    return "only markers were asked for" if apply == "markers" else "--apply suggested does it"


def _correction(mark: str, each: Correction, slug: str) -> Iterator[str]:
    kind = "safe" if each.safe else "suggested"
    yield f"{mark:>6} {each.name}: {each.before} -> {each.after} ({kind})"
    cited = f" ({', '.join(each.cite)})" if each.cite else ""
    yield from wrap(f"step {each.step}: {each.why}{cited} [{slug}/{each.rule}]", _INDENT + " ", _INDENT + " ")
    yield from wrap(f"{kind}: {each.reason}", _INDENT + " ", _INDENT + " ")
