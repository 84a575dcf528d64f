"""What the referee gives back: plain to look at in a terminal or a notebook, with everything behind it for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.evidence.gather import Gathered, ReadFile
from adjudicator.evidence.history import History
from adjudicator.explain.board import LookedInto
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.finding import Finding, Problem
from adjudicator.report.forms import Form, ToTell
from adjudicator.report.look import PLAIN, TextLook
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from adjudicator.words import plural
from vassal_bridge.module import Module

if TYPE_CHECKING:
    from adjudicator.correct.model import Apply, Plan
    from adjudicator.report.judgement import NotJudged


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """One file, with what the rules of its game say of it."""

    judged: JudgedFile
    history: History  # what the file shows, step by step
    path: Path
    module: Module | None
    remarks: tuple[str, ...] = ()  # about modules: which was taken, and what is odd about it
    not_judged: NotJudged | None = None  # why there is no verdict
    module_path: Path | None = None  # None: no module was found, or it is one of ours, which needs no file
    players: Mapping[str, str] = field(default_factory=dict)  # by side, for reports

    def let_go(self) -> None:
        """Nothing more is asked about its positions: what was worked out for them goes, which holds on to them."""
        for each in self.judged.played:
            each.before.state.let_go()

    @property
    def file(self) -> str:
        return self.judged.file

    @property
    def judged_by_rules(self) -> bool:
        """False for a file of a game that nobody has taught us: then there is no verdict, only an audit."""
        return self.judged.game is not None

    @property
    def modules(self) -> tuple[Path, ...]:
        """The module files that were used."""
        return () if self.module_path is None else (self.module_path,)

    @property
    def game(self) -> str | None:
        """The game's short name."""
        return None if self.judged.game is None else self.judged.game.slug

    @property
    def verdict(self) -> Verdict | None:
        return self.judged.worst if self.judged_by_rules else None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is illegal or undecided, in the order of play."""
        return self.judged.findings

    @property
    def actions(self) -> tuple[Played, ...]:
        """Every action that the log comes to, legal or not."""
        return self.judged.played

    @property
    def legal(self) -> int | None:
        """How many actions were legal; None for a position by itself."""
        if not self.judged.is_log:
            return None
        return sum(played.judged.verdict is Verdict.LEGAL for played in self.judged.played)

    @property
    def end(self) -> Table | None:
        """The position at the end, as the rules see it."""
        return self.judged.end

    @property
    def notes(self) -> tuple[str, ...]:
        return self.judged.notes

    def _alone(self) -> CheckedFiles:
        gathered = Gathered()
        gathered.take(ReadFile(self.file, self.path, self.history, self.module, self.module_path))
        return CheckedFiles((self,), gathered)

    def report(self, form: Form = "text", look: TextLook = PLAIN) -> str:
        return self._alone().report(form, look)

    def __str__(self) -> str:
        return self.report().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.file}: {_summary(self)}>"

    def _repr_html_(self) -> str:
        return in_a_frame(self.report("html"))


def _summary(checked: Checked) -> str:
    if not checked.judged_by_rules:
        return "no rules known"
    found = [each.verdict for each in checked.findings]
    illegal, undecided = found.count(Verdict.ILLEGAL), found.count(Verdict.UNDECIDED)
    told = [] if checked.legal is None else [f"{checked.legal:,} legal"]
    return ", ".join([*told, *([f"{illegal} illegal"] if illegal else []), *([f"{undecided} undecided"] if undecided else [])])


@dataclass(frozen=True, slots=True, eq=False)
class CheckedFiles:
    """Many files, and what became of each."""

    files: tuple[Checked, ...]
    gathered: Gathered

    @property
    def problems(self) -> Sequence[Problem]:
        """Files that could not be judged, and why."""
        return self.gathered.problems

    @property
    def notes(self) -> Sequence[str]:
        """What the reader should know about modules."""
        return self.gathered.notes

    @property
    def modules(self) -> tuple[Path, ...]:
        """The module files that were used."""
        return tuple(self.gathered.modules.values())

    @property
    def verdict(self) -> Verdict | None:
        """The worst there is; None if that is that something was not judged at all."""
        found = {each.verdict for each in self.files}
        return next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED, None) if each in found), Verdict.LEGAL)

    def report(self, form: Form = "text", look: TextLook = PLAIN) -> str:
        """The report on all of them in one of the forms."""
        from .gist import gist
        from .running_reports import telling

        told = telling(form, look, several=len(self.files) + len(self.problems) > 1)
        files = (told.add(gist(each, ToTell(form))) for each in self.files)
        return "".join((*files, *map(told.add, self.problems))) + told.end(self.notes)

    def __repr__(self) -> str:
        unread = f", {len(self.problems)} not judged" if self.problems else ""
        worst = "not judged" if self.verdict is None else self.verdict.value
        return f"<{type(self).__name__}: {plural(len(self.files), 'file')}, worst {worst}{unread}>"

    def _repr_html_(self) -> str:
        return in_a_frame(self.report("html"))


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """What was played at one step of a log, and what every rule says of it."""

    checked: Checked
    step: int
    actions: tuple[Played, ...]

    @property
    def verdict(self) -> Verdict:
        found = {each.judged.verdict for each in self.actions}
        return next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if each in found), Verdict.LEGAL)

    @property
    def readings(self) -> tuple[LookedInto, ...]:
        """What was looked into at this step: how it was read, and how else it might have been."""
        return tuple(each for each in self.checked.judged.looked_into if each.about(self.step))

    def report(self, form: str = "text", look: TextLook = PLAIN, *, drawn: bool = False) -> str:
        """In words, with the position around it drawn if that is wanted; or as a page with a picture."""
        game = self.checked.judged.game
        if game is None:
            return ""
        if form == "html":
            from .judgements import step_page

            return step_page(self.checked.file, game, self.step, self.actions)
        from .plain import explained, read_so

        if form == "json":
            from .for_programs import step_document

            return step_document(self.checked.file, game, self.step, self.actions, self.readings)
        lines = [line for each in self.actions for line in explained(game, each, look, drawn=drawn)]
        return "\n".join((*lines, *(line for each in self.readings for line in read_so(each, look)))) + "\n"

    def __str__(self) -> str:
        return self.report().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.checked.file} step {self.step}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        return in_a_frame(self.report("html"))


@dataclass(frozen=True, slots=True, eq=False)
class Fix:
    """What would put a file right, and writing it. The file itself is never changed."""

    checked: Checked
    apply: Apply
    plan: Plan
    modules: tuple[Path, ...] = ()  # those that were named: never written onto

    def write(self, target: str | Path) -> None:
        """The position at the end with the corrections done, as a save that VASSAL opens."""
        from adjudicator.correct.corrected import OriginalFile, write_corrected

        judged = self.checked.judged
        if judged.game is not None and judged.binding is not None:
            source = OriginalFile(self.checked.path, self.checked.history, judged.game, judged.binding, self.checked.module)
            write_corrected(source, self.plan.made, Path(target), self.modules)

    def annotate(self, target: str | Path) -> int:
        """The log with the verdict of each action at its step; how many were written."""
        from adjudicator.correct.annotate import annotated_log
        from adjudicator.correct.verdicts import verdicts

        return annotated_log(self.checked.path, verdicts(self.checked.judged), Path(target), self.modules)

    def report(self, form: str = "text", look: TextLook = PLAIN, *, written: bool = False) -> str:
        if form == "json":
            from .for_programs import fix_document

            return fix_document(self, written=written)
        from .plain import fix_lines

        return "\n".join(fix_lines(self, look, written=written)) + "\n"

    def __str__(self) -> str:
        return self.report().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.checked.file}: {plural(len(self.plan.made), 'correction')}>"


def in_a_frame(page: str) -> str:
    """A page as part of another one: neither's styles touch the other's."""
    return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: 36em; border: 0"></iframe>'
