"""Do the cases of a game show what its rulebook says: each enforced section obeyed, broken and, where a fact can lack, open?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from adjudicator.rules.opinion import Judged
from adjudicator.rules.position import JudgedPosition
from adjudicator.verdict import Verdict

from .loaded import LoadedGame

VERDICTS = (Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED)


class JudgedStep(Protocol):
    """One action of a case, or a look at its position."""

    @property
    def judged(self) -> Judged | JudgedPosition: ...

    @property
    def called(self) -> Collection[str]: ...  # the rules that were asked on the way


class ShownCase(Protocol):
    """One case after it was judged."""

    @property
    def file(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def ok(self) -> bool: ...

    @property
    def sections(self) -> Sequence[str]: ...  # those it says that it is about

    @property
    def steps(self) -> Sequence[JudgedStep]: ...


@dataclass(frozen=True, slots=True)
class Showing:
    """A case that shows a rule or a section at work."""

    file: str
    case: str
    rule: str
    section: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Covered:
    """An enforced section, and the verdicts that no case shows for it."""

    section: str
    title: str
    missing: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What cases show of a game."""

    sections: tuple[Covered, ...]  # every enforced one
    calls: Mapping[str, int]  # rule in force -> in how many cases it is called
    failed: tuple[str, ...]  # cases that do not come out as they say; they show nothing

    @property
    def unseen_rules(self) -> tuple[str, ...]:
        return tuple(rule for rule, cases in self.calls.items() if not cases)

    @property
    def missing(self) -> tuple[Covered, ...]:
        return tuple(each for each in self.sections if each.missing)

    @property
    def whole(self) -> bool:
        return not (self.missing or self.unseen_rules or self.failed)


def showings(results: Iterable[ShownCase]) -> tuple[Showing, ...]:
    """Every rule and section that cases show, in what came out as it should.

    A rule that speaks shows the sections it cites and those of the arithmetic behind it; one that was only asked on the way
    shows itself. A case that is legal throughout shows the sections it is about obeyed, whichever rules looked at them.
    """
    found: dict[Showing, None] = {}
    for result in (result for result in results if result.ok):
        judged = [step.judged for step in result.steps]
        for step in result.steps:
            for rule in sorted(step.called):
                found[Showing(result.file, result.name, rule, "", step.judged.verdict)] = None
        for ruled in (ruled for each in judged for ruled in each.ruled):
            behind = (section for row in ruled.opinion.rows for section in row.cite)
            for section in dict.fromkeys((*ruled.cite, *behind)):
                found[Showing(result.file, result.name, ruled.rule, section, ruled.verdict)] = None
        if judged and all(each.verdict is Verdict.LEGAL for each in judged):
            for section in result.sections:
                found[Showing(result.file, result.name, "", section, Verdict.LEGAL)] = None
    return tuple(found)


def coverage(game: LoadedGame, results: Sequence[ShownCase]) -> Coverage:
    """What the cases show of a game, and what they do not."""
    shown = showings(results)
    verdicts: dict[str, set[Verdict]] = {section: set() for section in game.sections}
    for each in shown:
        verdicts.setdefault(each.section, set()).add(each.verdict)
    sections = []
    for section in game.rulebook:
        if section.disposition == "enforced":
            wanted = VERDICTS[:2] if section.never_undecided else VERDICTS
            missing = tuple(verdict for verdict in wanted if verdict not in verdicts[section.id])
            sections.append(Covered(section.id, section.title, missing))
    cases = Counter(rule for rule, _ in {(each.rule, (each.file, each.case)) for each in shown})
    calls = {each.id: cases[each.id] for each in game.rules if each.binding is not None and not each.entry.stands_in}
    failed = tuple(f"{result.file}: {result.name}" for result in results if not result.ok)
    return Coverage(tuple(sections), calls, failed)
