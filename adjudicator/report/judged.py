"""Judged files in words for a terminal: what is wrong, whose it is, the sum, and how to mend it, in ten seconds of reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from adjudicator.factname import FactName, printed
from adjudicator.finding import Finding, Row, RulingTold, Unconfirmed
from adjudicator.picturing.model import Journey, Leg
from adjudicator.verdict import Verdict

from .look import BOLD, FAINT, PLAIN, SHADES, TextLook
from .words import plural

_WORD = {Verdict.ILLEGAL: "ILLEGAL", Verdict.UNDECIDED: "undecided", Verdict.LEGAL: "legal", None: "undecided"}
_IN = " " * 4
_NAMED = 12  # facts in the text about one finding
_ROOM = 160  # characters of arithmetic in a line or two
_ASKED = 4  # open questions of a file
_LEGS = 6  # runs of hexes in a path before it is cut short


@dataclass(frozen=True, slots=True)
class ToldFinding:
    """A finding with the way of the move that it is about, and how it could be mended."""

    finding: Finding
    journey: Journey | None = None
    mend: str = ""

    @property
    def sentence(self) -> str:
        """What is wrong: of a move that goes too far the sum."""
        finding, way = self.finding, self.journey
        if not self.sums or way is None:
            return finding.message
        return f"{way.unit} has {way.has} points and needs {way.needs} to go from {way.start} to {way.legs[-1].hex}"

    @property
    def sums(self) -> bool:
        """Is it about the points of its way, and nothing else?"""
        way, rows = self.journey, self.finding.rows
        return way is not None and way.too_far and bool(rows) and rows[-1].value == way.needs


@dataclass(frozen=True, slots=True)
class ToldFile:
    """A judged file as a report tells of it. A position by itself has no actions: `legal` is None."""

    file: str
    game: str
    findings: tuple[ToldFinding, ...]
    legal: int | None
    notes: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)  # by id, as players call them
    strange: int = 0  # counters on the map that no binding knows
    left_at: int | None = None  # the step from which on not all was judged
    unconfirmed: Unconfirmed | None = None  # None: nothing rests on what nobody has confirmed
    question: str = ""  # on which most hangs, and what an answer looks like

    @property
    def verdict(self) -> Verdict:
        """Legal is only what was judged to its end."""
        if self.count(Verdict.ILLEGAL):
            return Verdict.ILLEGAL
        return Verdict.UNDECIDED if self.findings or self.left_at is not None else Verdict.LEGAL

    def count(self, verdict: Verdict) -> int:
        return sum(each.finding.verdict is verdict for each in self.findings)


def lines_of(told: ToldFile, look: TextLook = PLAIN) -> Iterator[str]:
    """What is wrong with a file, finding by finding, and how many actions were legal. Root causes first."""
    for number, line in enumerate(look.wrapped(f"{told.file}: {told.game}", rest="  ")):
        yield look.paint(line, BOLD) if not number else line
    for note in told.notes:
        yield from (look.paint(line, FAINT) for line in look.wrapped(f"note: {note}", "  "))
    for each in told.findings:
        if each.finding.root:
            yield from _finding(each, told, look)
    following = [each for each in told.findings if not each.finding.root]
    if following:
        yield from look.wrapped("What only follows from an illegal action before it:", "  ")
    for each in following:
        yield from _finding(each, told, look)
    found = [each.finding for each in told.findings]
    said = [] if told.legal is None else [f"{plural(told.legal, 'action')} legal"]
    said += _counted("illegal", [finding for finding in found if finding.verdict is Verdict.ILLEGAL])
    said += _counted("undecided", [finding for finding in found if finding.verdict is Verdict.UNDECIDED])
    worst = next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if told.count(each)), Verdict.LEGAL)
    for line in look.wrapped(", ".join(said) or "nothing is wrong with the position", "  "):
        yield look.paint(line, SHADES[worst])
    yield from _questions(told, look)


def asked(findings: Iterable[Finding]) -> Counter[FactName]:
    """The facts that lack, each with how many findings hang on it."""
    return Counter(fact for finding in findings for fact in sorted(finding.needs, key=str))


def _questions(file: ToldFile, look: TextLook) -> Iterator[str]:
    """What most hangs on, and how to answer it."""
    every = asked(each.finding for each in file.findings)
    if every:
        most = every.most_common(_ASKED)
        told = ", ".join(f"{fact} ({count})" if count > 1 else str(fact) for fact, count in most)
        more = f" and {len(every) - _ASKED} more" if len(every) > _ASKED else ""
        first, _ = most[0]
        yield from look.wrapped(f"open: {told}{more}", "  ", "    ")
        yield from look.wrapped(f"to answer: --tell '{first}: ...', or --ask FILE for a table of all questions", "  ", "    ")
        yield from look.wrapped(file.question, "  ", "    ")


def _counted(word: str, findings: Sequence[Finding]) -> Iterator[str]:
    """`3 illegal (1 of them only follows)`."""
    following = sum(not finding.root for finding in findings)
    verb = "follows" if following == 1 else "follow"
    if findings:
        yield f"{len(findings)} {word}" + (f" ({following} of them only {verb})" if following else "")


def when_and_who(finding: Finding, sides: Mapping[str, str]) -> str:
    """`turn 1, movement, Soviet, by Ada, step 21`: what a player looks it up by."""
    side = sides.get(finding.side or "", finding.side or "")
    parts = (
        "" if finding.turn is None else f"turn {finding.turn}",
        finding.phase or "",
        side,
        f"by {finding.player}" if finding.player else "",
        "position" if finding.where.step is None else f"step {finding.where.step:,}",
    )
    return ", ".join(part for part in parts if part)


def _finding(each: ToldFinding, told: ToldFile, look: TextLook) -> Iterator[str]:
    finding = each.finding
    word, shade = _WORD[finding.verdict], SHADES[Verdict.UNDECIDED if finding.verdict is None else finding.verdict]
    first, *others = look.wrapped(when_and_who(finding, told.sides), f"  {word}  ", _IN)
    yield first.replace(word, look.paint(word, shade), 1)
    yield from others
    yield from look.wrapped(each.sentence, _IN)
    yield from _arithmetic(each, look)
    if finding.needs:
        yield from look.wrapped(f"would be decided by: {named(printed(finding.needs))}", _IN)
    for why in finding.rests_on:
        yield from look.wrapped(f"hangs on {why}", _IN)
    if not finding.root and finding.also:
        yield f"{_IN}follows from step {finding.also[0].step}"
    for ruling in finding.rulings:
        yield from look.wrapped(ruling_words(ruling), _IN)
    mend = finding.fix or each.mend
    if mend:
        yield from look.wrapped(f"to mend it: {mend}", _IN)
    cited = f": {', '.join(finding.cite)}" if finding.cite else ""
    name = f"[{finding.check}]{cited}"
    indent = _IN if len(_IN) + len(name.split()[0]) <= look.width else ""  # whoever copies it wants it whole
    yield from (look.paint(line, FAINT) for line in look.wrapped(name, indent, _IN))


def ruling_words(ruling: RulingTold) -> str:
    """In one sentence: what it rests on, and how to have it read otherwise."""
    return "; ".join(sentence.rstrip(".") for sentence in ruling.sentences)


def _arithmetic(each: ToldFinding, look: TextLook) -> Iterator[str]:
    if look.rows:
        yield from row_lines(each.finding.rows, look, _IN)
    elif each.journey is not None and each.sums:
        yield from look.wrapped(f"path: {path_words(each.journey)}", _IN)
    elif each.finding.rows:
        yield from look.wrapped(in_short(each.finding.rows), _IN)


def row_lines(rows: Sequence[Row], look: TextLook, indent: str) -> Iterator[str]:
    """The arithmetic row by row, with its sections."""
    width = max((len(row.value) for row in rows), default=0)
    for row in rows:
        cite = f" ({', '.join(row.cite)})" if row.cite else ""
        yield from look.wrapped(f"{row.reason}{cite}", f"{indent}{row.value:>{width}}  ", indent + " " * (width + 2))


def in_short(rows: Sequence[Row]) -> str:
    """The arithmetic in a line or two; what does not fit is told by -v."""
    told: list[str] = []
    for row in rows:
        told.append(f"{row.value} {row.reason}")
        if sum(map(len, told)) > _ROOM and row is not rows[-1]:
            return "; ".join(told) + f"; and {plural(len(rows) - len(told), 'more row')} (-v)"
    return "; ".join(told)


def path_words(way: Journey) -> str:
    """`0741, 8 hexes of 1 to 0734 (8), 0733 3 (11); it could have stopped at 0734`: runs of hexes that cost the same are one."""
    runs = [list(run) for _, run in groupby(way.legs, key=lambda leg: (leg.step, leg.over))]
    told = [way.start, *(_run(run) for run in (runs if len(runs) <= _LEGS else [*runs[: _LEGS - 2], *runs[-1:]]))]
    if len(runs) > _LEGS:
        told.insert(-1, "…")
    end = ""
    if way.too_far:
        end = f"; it could have stopped at {way.last_stop}" if way.last_stop else "; it had no points for any of it"
    return ", ".join(told) + end


def _run(run: Sequence[Leg]) -> str:
    last, step = run[-1], run[-1].step.removeprefix("+")
    total = f" ({last.total})" if last.total else ""
    return f"{last.label} {step}{total}" if len(run) == 1 else f"{len(run)} hexes of {step} to {last.label}{total}"


def named(needs: Sequence[str]) -> str:
    """What lacks; of very much, on a map that nobody knows, the first few. `check --ask` writes all of it."""
    more = len(needs) - _NAMED
    return ", ".join(needs[:_NAMED]) + (f" and {more} more" if more > 0 else "")
