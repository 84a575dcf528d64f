"""What a player wants to know of a file in ten seconds: the verdict, root causes, what nobody has said, how much was judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from adjudicator.factname import printed
from adjudicator.finding import Finding
from adjudicator.report.html.markup import apart, text
from adjudicator.report.html.verdicts import anchor_of
from adjudicator.report.judgement import FileJudgement, Tally
from adjudicator.report.words import listed, plural
from adjudicator.verdict import Severity, Verdict

_MOST_LINKS = 12
_MOST_FACTS = 12


@dataclass(frozen=True, slots=True)
class BannerPart:
    """A file with its place on the page, and the findings in the order in which they are told."""

    number: int
    about: FileJudgement
    wrong: tuple[int, ...]
    open: tuple[int, ...]
    following: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        return (*self.wrong, *self.open, *self.following)

    def finding(self, index: int) -> Finding:
        return self.about.findings[index]


def part_of(number: int, file: FileJudgement) -> BannerPart:
    """Root causes first, then what hangs on a fact, then what only follows."""
    indices = range(len(file.findings))
    roots = [index for index in indices if file.findings[index].root]
    sure = [index for index in roots if _illegal(file.findings[index])]
    return BannerPart(
        number,
        file,
        tuple(sure),
        tuple(index for index in roots if index not in set(sure)),
        tuple(index for index in indices if not file.findings[index].root),
    )


def _illegal(finding: Finding) -> bool:
    return finding.verdict is Verdict.ILLEGAL or (finding.verdict is None and finding.severity is Severity.ERROR)


def banner(part: BannerPart, shown: Set[int]) -> str:
    return "".join(
        (
            f'<div class="banner {shade(part)}">\n<p class="verdict">{text(verdict(part))}</p>\n<p>{text(found(part))}</p>\n',
            _links(part, part.wrong, shown, "roots"),
            _following(part),
            "</div>\n",
            _questions(part),
            _tallies(part.about.tallies),
            "".join(f'<p class="note">Note: {apart(note)}</p>\n' for note in part.about.notes),
        )
    )


def shade(part: BannerPart) -> str:
    return "audited" if part.about.verdict is None else part.about.verdict.value


def verdict(part: BannerPart) -> str:
    file = part.about
    match file.verdict:
        case None:
            return "Not judged"
        case Verdict.LEGAL:
            return "All legal" if file.tallies else "Nothing is wrong with the position"
        case Verdict.ILLEGAL:
            return "Not legal"
        case Verdict.UNDECIDED:
            return "Undecided"


def found(part: BannerPart) -> str:
    file = part.about
    if file.game is None:
        worse = sum(finding.severity is not Severity.NOTE for finding in file.findings)
        why = "no game known here is bound to its module" if file.not_judged is None else file.not_judged.why
        todo = "" if file.not_judged is None else "".join(f" {each}." for each in file.not_judged.todo)
        return f"{why[:1].upper()}{why[1:]}.{todo} Audited without rules: {plural(worse, 'thing')} to look at."
    if not file.tallies:
        words = [plural(len(part.wrong), "thing") + " wrong"] if part.wrong else []
        words += [plural(len(part.open), "thing") + " undecided"] if part.open else []
        return f"{listed(words)}." if words else "Every unit and marker may stand where it stands."
    every = sum(tally.all for tally in file.tallies)
    judged = "judged" if file.left_at is None else f"judged, not all from step {file.left_at} on"
    legal = sum(tally.legal for tally in file.tallies)
    if legal == every:
        besides = [f"{len(part.wrong):,} illegal"] if part.wrong else []
        besides += [f"{len(part.open):,} undecided"] if part.open else []
        told = f"all legal; besides {listed(besides)}" if besides else "nothing found"
        return f"{plural(every, 'action')} {judged}, {told}."
    illegal, undecided = (sum(getattr(tally, word) for tally in file.tallies) for word in ("illegal", "undecided"))
    words = [f"{illegal:,} illegal"] if illegal else []
    words += [f"{undecided:,} undecided"] if undecided else []
    return f"{plural(every, 'action')} {judged}: {legal:,} legal, {', '.join(words)}."


def _links(part: BannerPart, indices: Sequence[int], shown: Set[int], look: str) -> str:
    if not indices:
        return ""
    items = []
    for index in indices[:_MOST_LINKS]:
        finding = part.finding(index)
        step = "position" if finding.where.step is None else f"step {finding.where.step:,}"
        word = f'<a href="#{anchor_of(part.number, index)}">{step}</a>' if index in shown else step
        items.append(f"<li>{word} {apart(finding.message, 200)}</li>")
    more = len(indices) - _MOST_LINKS
    items += [f"<li>and {more:,} more</li>"] if more > 0 else []
    return f'<ul class="{look}">{"".join(items)}</ul>\n'


def _following(part: BannerPart) -> str:
    if not part.following:
        return ""
    count = len(part.following)
    return f'<p class="follows">{plural(count, "more finding")} only {"follows" if count == 1 else "follow"} from that.</p>\n'


def _questions(part: BannerPart) -> str:
    """What is undecided, by the fact that would decide it: the questions to ask the players."""
    asked: defaultdict[str, list[int]] = defaultdict(list)
    for index in part.open:
        for need in printed(part.finding(index).needs):
            asked[need].append(index)
    if not asked:
        return ""
    often = sorted(asked.items(), key=lambda each: (-len(each[1]), each[0]))
    items = "".join(
        f"<li><b>{apart(fact, 120)}</b> would help to decide {_steps(part, indices)}</li>"
        for fact, indices in often[:_MOST_FACTS]
    )
    more = f"<li>and {len(often) - _MOST_FACTS:,} more facts</li>" if len(often) > _MOST_FACTS else ""
    return f'<div class="questions"><h3>What nobody has said</h3>\n<ul>{items}{more}</ul></div>\n'


def _steps(part: BannerPart, indices: Sequence[int]) -> str:
    steps = list(dict.fromkeys(part.finding(index).where.step for index in indices))
    if steps == [None]:
        return "the position"
    named = [f"{step:,}" for step in steps[:_MOST_LINKS] if step is not None]
    more = len(steps) - len(named)
    return f"step{'s' * (len(steps) > 1)} {listed([*named, *([f'{more:,} more'] if more else [])])}"


def _tallies(tallies: Sequence[Tally]) -> str:
    """How many actions of which kind were judged; those with something wrong stand out."""
    if not tallies:
        return ""
    return f'<ul class="tallies" aria-label="What was judged">{"".join(map(_chip, tallies))}</ul>\n'


def _chip(tally: Tally) -> str:
    found = [f"{tally.illegal:,} illegal"] if tally.illegal else []
    found += [f"{tally.undecided:,} undecided"] if tally.undecided else []
    look = "illegal" if tally.illegal else "undecided" if tally.undecided else "legal"
    more = f" <em>{', '.join(found)}</em>" if found else ""
    words = tally.one if tally.all == 1 else tally.many
    return f'<li class="{look}"><b>{tally.all:,}</b> {text(words, 60)}{more}</li>'
