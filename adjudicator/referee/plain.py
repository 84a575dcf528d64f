"""Reports for a terminal and for programs: what was checked, one step explained, what would put a file right."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cases.draw import neighbourhood
from adjudicator.correct.model import Apply, Correction
from adjudicator.engine.kinds import acting, hexes
from adjudicator.explain.board import LookedInto
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.picturing.journeys import journey
from adjudicator.picturing.model import Journey
from adjudicator.report.judged import named, path_words, row_lines, ruling_words
from adjudicator.report.look import SHADES, TextLook
from adjudicator.report.wrapping import wrap
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict
from adjudicator.words import plain, plural

from .results import Fix

_INDENT = " " * 6
_RULE = " " * 12


def explained(game: LoadedGame, played: Played, look: TextLook, *, drawn: bool) -> Iterator[str]:
    """Rule by rule, with the arithmetic; of a move the way and its points, also where they suffice."""
    verdict = played.judged.verdict
    for line in look.wrapped(f"{said(played.before, played.action)}: {verdict.value}", rest="  "):
        yield look.paint(line, SHADES[verdict])
    if played.reading:
        yield from look.wrapped(played.reading, "  ")
    way = journey(played.before, played.action, played.judged.ruled)
    if way is not None:
        yield from look.wrapped(f"{way.mode} movement, {way.has} points, path: {path_words(way)}", "  ", "    ")
    for ruled in played.judged.ruled:
        yield from _ruled(game, ruled, look)
    if drawn:
        yield ""
        yield from (f"  {line}".rstrip() for line in picture(played, way, look.width - 2))


def read_so(looked_into: LookedInto, look: TextLook) -> Iterator[str]:
    """How steps were read in which something came out wrong at first, and what is wrong with the next best readings."""
    first, last = looked_into.first, looked_into.last
    steps = f"Steps {first} to {last} were" if last > first else f"Step {first} was"
    yield from look.wrapped(f"{steps} read in several ways. The one taken supposes {looked_into.supposes}.", rest="  ")
    for each in looked_into.others:
        yield from look.wrapped(f"- {each.supposes}; then {each.wrong}", "  ", "    ")


def picture(played: Played, way: Journey | None, width: int) -> Iterator[str]:
    """The hexes around an action as text, with what is in them."""
    table = played.before
    named = hexes(played.action)
    starts = [table.place_of(unit) for unit in acting(played.action)]
    about = [*(each for each in starts if each), *(leg.hex for leg in (way.legs if way is not None else ())), *named]
    for line in map(plain, neighbourhood(table, about, width)):
        yield from (line,) if len(line) <= width else wrap(line, rest="    ", width=width)


def _ruled(game: LoadedGame, ruled: Ruled, look: TextLook) -> Iterator[str]:
    opinion = ruled.opinion
    cited = f" ({', '.join(ruled.cite)})" if ruled.cite else ""
    message = f": {opinion.message}" if opinion.message and not opinion.truth.yes else ""
    word = f"{ruled.verdict.value:<9}"
    first, *others = look.wrapped(f"{ruled.rule}{cited}{message}", f"  {word} ", _RULE)
    yield first.replace(word, look.paint(word, SHADES[ruled.verdict]), 1)
    yield from others
    yield from row_lines(opinion.rows, look, _RULE)
    if opinion.truth.needs:
        yield from look.wrapped(f"would be decided by: {named(printed(opinion.truth.needs))}", _RULE)
    for ruling in told_rulings(game, ruled):
        yield from look.wrapped(ruling_words(ruling), _RULE)


def fix_lines(fix: Fix, look: TextLook, *, written: bool) -> Iterator[str]:
    """What is put right, what could be, and what is left to the players."""
    found, planned, apply = fix.checked.judged, fix.plan, fix.apply
    title = "" if found.game is None else found.game.title
    yield from look.wrapped(f"{found.file}: {title}", rest="  ")
    slug = "" if found.game is None else found.game.slug
    if planned.made:
        done = "Put right" if written else "Would be put right with -o"
        order = ", in this order: units and losses as they were played, then the markers of what this makes"
        yield from look.wrapped(f"{done}{order if len(planned.made) > 1 else ''}:", "  ", "    ")
    for number, each in enumerate(planned.made, start=1):
        yield from _correction(f"{number:>3}.", each, slug, look)
    if planned.offered:
        yield f"  Not done ({_how(apply)}):"
    for each in planned.offered:
        yield from _correction("-", each, slug, look)
    if planned.left:
        yield "  For the players to put right:"
    for left in planned.left:
        where = "position" if left.step is None else f"step {left.step}"
        yield from look.wrapped(f"- {where}: {left.what}; {left.why}", "     ", _INDENT + " ")
    undecided = sum(finding.verdict is Verdict.UNDECIDED for finding in found.findings)
    if undecided:
        yield f"  {plural(undecided, 'finding')} undecided: nothing is changed for {'it' if undecided == 1 else 'them'}"
    if not (planned.made or planned.offered or planned.left):
        yield "  Nothing illegal was found that would have to be put right"


def _how(apply: Apply) -> str:
    return "only markers were asked for" if apply == "markers" else "--apply suggested does it"


def _correction(mark: str, each: Correction, slug: str, look: TextLook) -> Iterator[str]:
    kind = "safe" if each.safe else "suggested"
    shade = SHADES[Verdict.LEGAL if each.safe else Verdict.UNDECIDED]
    for line in look.wrapped(f"{each.name}: {each.before} -> {each.after} ({kind})", f"{mark:>6} ", _INDENT + " "):
        yield look.paint(line, shade)
    cited = f" ({', '.join(each.cite)})" if each.cite else ""
    yield from look.wrapped(f"step {each.step}: {each.why}{cited} [{slug}/{each.rule}]", _INDENT + " ", _INDENT + " ")
    yield from look.wrapped(f"{kind}: {each.reason}", _INDENT + " ", _INDENT + " ")
