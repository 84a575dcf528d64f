"""Telling of judged files as they come: what can be said at once is said at once, and nothing is kept that no report needs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.correct.model import Plan
from adjudicator.evidence.history import History
from adjudicator.finding import Problem
from adjudicator.games.questions import answer, question
from adjudicator.report.forms import Form
from adjudicator.report.judged import ToldFile, ToldFinding, asked, lines_of
from adjudicator.report.judged_json import as_json
from adjudicator.report.look import BOLD, PLAIN, SHADES, TextLook
from adjudicator.verdict import Verdict
from adjudicator.words import plain, plural

from .gist import Gist
from .results import Checked
from .way_of_move import way_of

if TYPE_CHECKING:
    from adjudicator.report.judgement import NotJudged


class Teller(Protocol):
    """A report in the making: what `add` and `end` give is printed in that order."""

    def add(self, each: Gist | Problem) -> str: ...

    def end(self, notes: Sequence[str]) -> str: ...


def telling(form: Form, look: TextLook = PLAIN, *, several: bool = False, quiet: bool = False) -> Teller:
    """`several`: what is in order takes one line; `quiet`: none."""
    if form == "text":
        return TextTelling(look, several=several, quiet=quiet)
    if form == "json":
        return JsonTelling()
    if form == "md":
        from .letter import LetterTelling

        return LetterTelling()
    from .judgements import PageTelling

    return PageTelling(form)


def told_file(checked: Checked) -> ToldFile:
    """A file with its findings, the ways of the moves that they are about, and how each could be mended."""
    judged, game = checked.judged, checked.judged.game
    if game is None:
        raise ValueError("a file of no game has no findings by its rules")
    mends = mended_by(checked)
    findings = []
    for finding, grounds in zip(judged.findings, judged.grounds, strict=True):
        way = way_of(finding, grounds)
        findings.append(ToldFinding(finding, way, mends.get((finding.where.step, finding.check), "")))
    who = checked.players
    sides = {side.id: f"{side.name} ({who[side.id]})" if side.id in who else side.name for side in game.about.sides}
    about = checked.legal, checked.notes, sides, judged.strange, judged.left_at
    first = next((fact for fact, _ in asked(judged.findings).most_common(1)), None)
    most = "" if first is None else f"{question(first, game)} Write {answer(first, game)}."
    return ToldFile(checked.file, game.title, tuple(findings), *about, unconfirmed=judged.unconfirmed, question=most)


def mended_by(checked: Checked) -> Mapping[tuple[int | None, str], str]:
    """By step and check: what `fix` would do."""
    planned = plan_of(checked)
    slug = checked.game
    found: dict[tuple[int | None, str], str] = {}
    for each in (*planned.made, *planned.offered):
        how = "" if each.safe else ", with --apply suggested"
        told = f"{each.name}: {each.before} -> {each.after} (adjudicate fix{how})"
        found.setdefault((each.step, f"{slug}/{each.rule}"), told)
    return found


def plan_of(checked: Checked) -> Plan:
    """What `fix` would do with a file; nothing, where nothing is illegal."""
    if not any(finding.verdict is Verdict.ILLEGAL for finding in checked.findings):
        return Plan()
    from adjudicator.correct.positions import plan

    return plan(checked.judged, "safe")


class TextTelling:
    """For a terminal: each file as soon as it is judged, and at the end what they come to together."""

    def __init__(self, look: TextLook, *, several: bool = False, quiet: bool = False) -> None:
        self._look, self._several, self._quiet = look, several, quiet
        self._count: Counter[str] = Counter()

    def add(self, each: Gist | Problem) -> str:
        return self.tell(self._lines(each))

    def tell(self, lines: Iterator[str]) -> str:
        """What one file comes to."""
        self._count["files"] += 1
        return "".join(f"{line}\n" for line in lines)

    def _lines(self, each: Gist | Problem) -> Iterator[str]:
        if isinstance(each, Problem):
            yield from self.unread(each)
        elif each.told is not None:
            yield from self.judged(each.told)
        elif each.not_judged is not None:
            yield from self.unjudged(each.file, each.not_judged)
            if not self._quiet:
                yield from map(plain, each.audited)
                yield ""

    def unread(self, problem: Problem) -> Iterator[str]:
        self._count["unread"] += 1
        first, *others = self._look.wrapped(f"{problem.file}: {problem.message}", rest="  ")
        yield self._look.paint(first, SHADES[Verdict.ILLEGAL])
        yield from others
        yield ""

    def unjudged(self, file: str, why: NotJudged) -> Iterator[str]:
        """That there is no verdict on a file, and what can be done about it."""
        look = self._look
        self._count["unjudged"] += 1
        for line in look.wrapped(f"{file}: NOT JUDGED: {why.why}", rest="  "):
            yield look.paint(line, SHADES[Verdict.UNDECIDED])
        if self._quiet:
            return
        for todo in why.todo:
            yield from look.wrapped(todo, "  ", "    ")
        yield ""

    def judged(self, told: ToldFile) -> Iterator[str]:
        look = self._look
        self._tally(told)
        if told.verdict is not Verdict.LEGAL or not (self._several or self._quiet):
            yield from lines_of(told, look)
            yield ""
        elif not self._quiet:
            actions = "position" if told.legal is None else plural(told.legal, "action")
            strange = f"; {plural(told.strange, 'counter')} unknown to me" if told.strange else ""
            doubted = len(told.unconfirmed.steps) if told.unconfirmed is not None else 0
            strange += f"; {doubted:,} by what nobody has confirmed" if doubted else ""
            for line in look.wrapped(f"{told.file}: legal, {actions} ({told.game}){strange}", rest="  "):
                yield look.paint(line, SHADES[Verdict.LEGAL])

    def _tally(self, told: ToldFile) -> None:
        self._count[told.verdict.value] += 1
        self._count["illegal actions"] += told.count(Verdict.ILLEGAL)
        self._count["mended"] += any(each.mend for each in told.findings)

    def end(self, notes: Sequence[str]) -> str:
        count = self._count
        if count["files"] < 2:
            return ""
        illegal = f"{count['illegal']} with {plural(count['illegal actions'], 'illegal action')}" if count["illegal"] else ""
        told = [
            f"{count['legal']} legal" if count["legal"] else "",
            illegal,
            f"{count['undecided']} undecided" if count["undecided"] else "",
            f"{count['unjudged']} not judged" if count["unjudged"] else "",
            f"{count['unread']} could not be read or judged" if count["unread"] else "",
        ]
        total = f"{plural(count['files'], 'file')}: {', '.join(part for part in told if part)}"
        if count["mended"]:
            total += f"; `adjudicate fix` can put {count['mended']} right"
        return "\n".join(self._look.paint(line, BOLD) for line in self._look.wrapped(total)) + "\n"


def audited(history: History) -> list[str]:
    """What can be said of a file without rules."""
    from adjudicator.audit.run import audit  # most files have a game, and need not wait for all this
    from adjudicator.report import render

    return render(audit([history]), "text").rstrip("\n").split("\n")


class JsonTelling:
    """For programs: one document, made of plain values."""

    def __init__(self) -> None:
        self._files: list[dict[str, Any]] = []
        self._problems: list[dict[str, str]] = []

    def add(self, each: Gist | Problem) -> str:
        if isinstance(each, Problem):
            self._problems.append({"file": each.file, "message": each.message})
        elif each.told is not None and each.verdict is not None:
            self._files.append(as_json(each.told, each.game, each.verdict.value))
        elif each.not_judged is not None:
            todo = list(each.not_judged.todo)
            self._files.append({"file": each.file, "judged": False, "game": None, "why": each.not_judged.why, "todo": todo})
        return ""

    def end(self, notes: Sequence[str]) -> str:
        document = {
            "format": "adjudicate check",
            "version": 2,
            "files": self._files,
            "problems": self._problems,
            "notes": list(notes),
        }
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
