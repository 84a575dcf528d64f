"""Judging cases, and comparing what was found with what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.engine.actions import Action, Attack, Fire, Mark, Move, Phase, Supply
from adjudicator.engine.kinds import hexes
from adjudicator.engine.state import Standing
from adjudicator.games import GameError, GameFolderError, LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Ruled
from adjudicator.rules.players import active_in
from adjudicator.rules.position import JudgedPosition, judge_position
from adjudicator.rules.recording import called
from adjudicator.rules.rulings import AS_STATED, action_with_rulings, position_with_rulings
from adjudicator.rules.table import Table
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict

from .acts import Act, Expects, Look
from .asking import answers
from .build import Builder, Built
from .claims import refuted, with_some_die
from .errors import CaseError, Fault
from .model import Placed
from .notation import Expected, sections_missing
from .reading import Document, read_cases
from .setting import Setting, Shelf


@dataclass(frozen=True, slots=True, eq=False)
class CaseStep:
    """One action of a case, or a look at its position: what was expected, what was said, and where the two part."""

    before: Table
    action: Action | None  # None: the position by itself
    expected: tuple[Expected, ...] | None  # None: it was not looked at
    judged: Judged | JudgedPosition
    problems: tuple[str, ...]
    answers: tuple[str, ...] = ()  # to what was only asked
    called: frozenset[str] = frozenset()  # the rules that were asked on the way, whether they had anything to say or not

    @property
    def text(self) -> str:
        return "the position" if self.action is None else said(self.before, self.action)


@dataclass(frozen=True, slots=True, eq=False)
class CaseResult:
    """How a case came out."""

    file: str
    line: int
    name: str
    sections: tuple[str, ...]
    steps: tuple[CaseStep, ...]  # the look at the position first, if there was one
    standing: tuple[str, ...] = ()  # what is wrong with the position at the end
    faults: tuple[Fault, ...] = ()  # why it could not be judged at all

    @property
    def ok(self) -> bool:
        return not self.problems and not self.faults

    @property
    def problems(self) -> tuple[str, ...]:
        several = len(self.steps) > 1
        looks = sum(step.action is None for step in self.steps)
        named = [
            ("the position" if step.action is None else f"action {at}", step) for at, step in enumerate(self.steps, 1 - looks)
        ]
        found = [f"{name}: {each}" if several else each for name, step in named for each in step.problems]
        return (*found, *self.standing)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that its actions name."""
        return tuple(hex for step in self.steps if step.action is not None for hex in hexes(step.action))

    @property
    def findings(self) -> tuple[Ruled, ...]:
        return tuple(each for step in self.steps for each in step.judged.findings)

    @property
    def verdicts(self) -> frozenset[Verdict]:
        """What its actions turned out to be, those that were only to set the stage left out."""
        return frozenset(step.judged.verdict for step in self.steps if step.expected is not None)


def run(document: Document, index: int, setting: Setting, *, naming: bool = True) -> CaseResult:
    """Judge one case of a file. CaseError if it cannot be set up.

    Its findings name the rulings on which they rest, for which it is judged again under every other reading; without `naming`
    only where the case says something of that.
    """
    case = document.cases.case[index]
    built = Builder(document, index, setting).build()
    steps = tuple(_steps(document, index, built, naming))
    done = steps[-1].action if steps else None
    last = steps[-1].before if steps else built.table
    if done is not None and built.after and not steps[-1].answers:
        last = apply(last, done)
    looked = tuple(_looked(built, case.position, naming))
    line = document.lines.of(("case", index))
    return CaseResult(document.file, line, case.name, case.section, (*looked, *steps), tuple(_standing(last, built.after)))


def run_document(document: Document, setting_of: Callable[[str], Setting], *, naming: bool = True) -> Iterator[CaseResult]:
    """Judge every case of a file; `setting_of` finds a game by the name a case gives, or by none. One that cannot be set up
    has faults, and does not stop the others."""
    broken: set[str] = set()  # games that cannot be loaded: told once, not for each of their cases
    for index, case in enumerate(document.cases.case):
        named = case.game or document.cases.game
        line = document.lines.of(("case", index))
        if named in broken:
            continue
        if index in document.faulty:
            yield CaseResult(document.file, line, case.name, (), (), (), document.faulty[index])
            continue
        try:
            yield run(document, index, setting_of(named), naming=naming)
        except CaseError as error:
            yield CaseResult(document.file, line, case.name, case.section, (), (), error.faults)
        except (GameError, GameFolderError) as error:
            broken.add(named)
            fault = Fault(f"the game of its cases cannot be loaded: {error}", file=document.file)
            yield CaseResult(document.file, line, "", (), (), (), (fault,))


def run_file(
    path: Path, setting_of: Callable[[str], Setting], name: str | None = None, *, naming: bool = True
) -> list[CaseResult]:
    """Judge the cases of a file. One that cannot be read is a single result with its faults."""
    try:
        document = read_cases(path, name)
    except CaseError as error:
        return [CaseResult(name or path.name, 0, "", (), (), (), error.faults)]
    return list(run_document(document, setting_of, naming=naming))


def run_own(loaded: LoadedGame) -> list[CaseResult]:
    """Judge the cases in a game's own folder, to see whether they come out as they say."""
    shelf = Shelf()
    own = shelf.around(loaded)

    def setting(game: str) -> Setting:
        return shelf.setting(game) if game and game != loaded.slug else own

    found: list[CaseResult] = []
    for path in loaded.cases():
        found += run_file(path, setting, path.relative_to(loaded.folder).as_posix(), naming=False)
    return found


def _looked(built: Built, look: Look | None, naming: bool) -> Iterator[CaseStep]:
    if look is not None:
        judged = judge_position(built.table, built.set_up)
        asked = called(built.table.game)
        if naming or look.rests_on:
            judged = position_with_rulings(built.table, judged, built.set_up, legal=bool(look.rests_on))
        yield CaseStep(built.table, None, look.expect, judged, tuple(_problems(look, judged)), (), asked)


def _steps(document: Document, index: int, built: Built, naming: bool) -> Iterator[CaseStep]:
    table, acts, unplayed = built.table, document.cases.case[index].actions, AS_STATED
    last_named = max((number for number, act in enumerate(acts) if naming or act.rests_on), default=-1)
    for number, (act, action) in enumerate(zip(acts, built.actions, strict=True)):
        slip = _slip(table, action)
        if slip is not None:
            raise CaseError([document.fault(*slip, "case", index, "actions", number)])
        if act.ask:
            said_of = tuple(answers(table, action, act.ask))
            yield CaseStep(table, action, None, Judged(action, ()), tuple(_answered(act, said_of)), said_of, called(table.game))
            continue
        action = _as_meant(table, act, action)
        judged = judge(table, action)
        after = apply(table, action) if number + 1 < len(acts) else table
        asked = called(table.game)
        if naming or act.rests_on:
            judged = action_with_rulings(table, judged, unplayed, legal=bool(act.rests_on))
        wrong = (*_problems(act, judged), *refuted(table, action, act))
        yield CaseStep(table, action, act.expect, judged, wrong, (), asked)
        if number < last_named:
            unplayed = unplayed.after(table, action)
        table = after


def _as_meant(table: Table, act: Act, action: Action) -> Action:
    """With what the case leaves to the game: a die that gives the result, and whose phase it is."""
    if act.any_die and isinstance(action, Attack | Fire):
        return with_some_die(table, action)
    if isinstance(action, Phase) and not action.active:
        return replace(action, active=active_in(table, action.phase))
    return action


def _slip(table: Table, action: Action) -> tuple[str, str] | None:
    """What cannot be meant, with a remedy: no rule could judge it."""
    if isinstance(action, Supply | Mark):
        marked = [unit for unit, _ in action.states] if isinstance(action, Supply) else [action.subject]
        absent = next((unit for unit in marked if unit not in table.grid and table.standing(unit) is None), None)
        return None if absent is None else (f"{absent} is not in play and can carry no marker", "place it first")
    if isinstance(action, Move) and action.path is not None:
        for unit in action.units:
            at = table.place_of(unit)
            if at != action.path[0]:
                stands = "not in play" if at is None else f"at {at}"
                return f"the path begins in {action.path[0]}, but {unit} is {stands}", "begin it where the unit stands"
    return None


def _answered(act: Expects, answered: tuple[str, ...]) -> Iterator[str]:
    for wanted in act.says:
        if not any(wanted in answer for answer in answered):
            yield f"no answer says {wanted!r}: {_listed(answered)}"


def _problems(act: Expects, judged: Judged | JudgedPosition) -> Iterator[str]:
    if act.expect is not None:
        yield from compare(act.expect, judged.findings)
    rows = [f"{row.value} {row.reason}" for each in judged.ruled for row in each.opinion.rows]
    for wanted in act.rows:
        if not any(wanted in row for row in rows):
            yield f"no line of the arithmetic has {wanted!r}: {_listed(rows)}"
    sentences = [each.opinion.message for each in judged.findings]
    for wanted in act.says:
        if not any(wanted in sentence for sentence in sentences):
            yield f"no finding says {wanted!r}: {_listed(sentences)}"
    rulings = {ruling.defect for each in judged.findings for ruling in each.rests_on}
    rulings |= {ruling.defect for ruling in judged.rests_on if not judged.findings}
    for wanted in act.rests_on:
        if wanted not in rulings:
            yield f"nothing rests on {wanted}: {_listed(sorted(rulings))}"


def _listed(texts: Iterable[str]) -> str:
    return "; ".join(texts) or "there is none"


def compare(expected: Iterable[Expected], found: Iterable[Ruled]) -> Iterator[str]:
    """Where expectation and findings part. Of both, each counts once."""
    left = list(found)
    lacking: list[Expected] = []
    # The most particular expectation chooses first, so that a broad one does not take its finding away.
    for each in sorted(expected, key=lambda one: (bool(one.unit), len(one.sections)), reverse=True):
        match = next((one for one in left if _fits(each, one)), None)
        if match is None:
            lacking.append(each)
        else:
            left.remove(match)
    for each in lacking:
        near = next((one for one in left if one.rule == each.rule), None)
        if near is None:
            yield f"expected {each}, but nothing of the kind was found"
        else:
            left.remove(near)
            yield f"expected {each}, found {told(near)}"
    for one in left:
        yield f"not expected: {told(one)}"


def _fits(expected: Expected, found: Ruled) -> bool:
    cited = (*found.cite, *(section for row in found.opinion.rows for section in row.cite))
    return (
        expected.verdict is found.verdict
        and expected.rule == found.rule
        and not sections_missing(expected.sections, cited)
        and (not expected.unit or expected.unit in found.opinion.units)
        and expected.needs == found.opinion.truth.needs
    )


def told(found: Ruled) -> str:
    """A finding in the words of a case, with its sentence."""
    needs = found.opinion.truth.needs
    return f"{Expected(found.verdict, found.rule, found.cite, '', needs)}: {found.opinion.message}"


def _standing(table: Table, after: Iterable[Placed]) -> Iterator[str]:
    for placed in after:
        stand = placed.stand
        sure = frozenset(mark for mark in stand.marks if not mark.startswith("?"))
        doubtful = frozenset(mark[1:] for mark in stand.marks if mark.startswith("?"))
        wanted = None if stand.at is None else Standing(stand.at, stand.losses, sure, doubtful)
        found = table.standing(placed.id) if any(placed.id in force.units for force in table.state.forces.values()) else None
        if wanted != found:
            yield f"at the end expected {_stands(placed.id, wanted)}, found {_stands(placed.id, found)}"


def _stands(unit: str, standing: Standing | None) -> str:
    if standing is None:
        return f"{unit}@-"
    marks = ", ".join([*sorted(standing.marks), *(f"?{mark}" for mark in sorted(standing.doubtful))])
    losses = f"/{standing.losses}" if standing.losses else ""
    return f"{unit}@{standing.place}{losses} {marks}".rstrip()
