"""From judged files to what reports are made from: plain values, with pictures where a report shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import TOOL, audit, audited_file
from adjudicator.engine.actions import KINDS
from adjudicator.engine.kinds import acting
from adjudicator.explain.judging import Grounds, JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.finding import Finding, Problem
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.picturing import Picture, of_opinion, of_played
from adjudicator.picturing.build import shared_by_findings
from adjudicator.picturing.journeys import journey
from adjudicator.report.html.explained import render_step
from adjudicator.report.html.judged import render_judgement
from adjudicator.report.judged import ToldFinding, path_words
from adjudicator.report.judged_runs import check_info, runs
from adjudicator.report.judgement import (
    ActionExplained,
    ActionTold,
    FileJudgement,
    JudgedGame,
    Judgement,
    RuleSaid,
    Section,
    StepExplained,
    Tally,
)
from adjudicator.report.junit import render_junit_runs
from adjudicator.report.sarif import render_sarif_runs
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict

from .gist import Gist
from .results import Checked
from .way_of_move import way_of
from .wherever import Answer


class PageTelling:
    """A page, or a report for programs that know other checkers: plain values are gathered, and written at the end."""

    def __init__(self, form: Literal["html", "sarif", "junit"]) -> None:
        self._form = form
        self._files: list[FileJudgement] = []
        self._audits: list[AuditReport] = []
        self._problems: list[Problem] = []
        self._games: dict[str, JudgedGame] = {}

    def add(self, each: Gist | Problem) -> str:
        if isinstance(each, Problem):
            self._problems.append(each)
            return ""
        if each.audit is not None:
            self._audits.append(each.audit)
        judgement = each.judgement
        if judgement is not None and judgement.game is not None:  # of each game one is enough for all files
            judgement = replace(judgement, game=self._games.setdefault(judgement.game.slug, judgement.game))
        if judgement is not None:
            self._files.append(judgement)
        return ""

    def end(self, notes: Sequence[str]) -> str:
        told = Judgement(TOOL, tuple(self._files), tuple(self._audits), tuple(self._problems), tuple(notes))
        match self._form:
            case "html":
                return render_judgement(told)
            case "sarif":
                return render_sarif_runs(runs(told, catalogue()))
            case "junit":
                return render_junit_runs(runs(told, catalogue()), "check")


def of_file(checked: Checked, *, pictures: bool) -> tuple[FileJudgement, AuditReport | None]:
    """One file; of a game that is not known here what an audit says of it."""
    if checked.judged.game is None:
        audited = audit([checked.history])
        file = FileJudgement(audited_file(checked.history), None, audited.findings, not_judged=checked.not_judged)
        return file, audited
    return _file(checked, checked.judged.game, pictures=pictures), None


def _file(checked: Checked, game: LoadedGame, *, pictures: bool) -> FileJudgement:
    judged = checked.judged
    return FileJudgement(
        file=audited_file(checked.history),
        game=game_for_reports(game),
        findings=tuple(_in_a_sentence(judged)) if pictures else judged.findings,
        pictures=tuple(_pictures(judged.grounds)) if pictures else (),
        tallies=tuple(tallies(judged.played, _doubted(judged))),
        notes=judged.notes,
        actions=tuple(_told(checked)) if pictures else (),
        left_at=judged.left_at,
    )


def _in_a_sentence(judged: JudgedFile) -> Iterator[Finding]:
    """As the text says it: of a move that goes too far the sum."""
    for finding, grounds in zip(judged.findings, judged.grounds, strict=True):
        yield replace(finding, message=ToldFinding(finding, way_of(finding, grounds)).sentence)


def _told(checked: Checked) -> Iterator[ActionTold]:
    """Every action, with its way and points and what it was held against."""
    game, judged = checked.judged.game, checked.judged
    doubted = _doubted(judged)
    if game is None:
        return
    sides = {side.id: side.name for side in game.about.sides}
    for each in judged.played:
        state = each.before.state
        units = acting(each.action)
        side = each.before.unit(units[0]).side if units else state.active
        yield ActionTold(
            each.step,
            state.turn,
            state.phase,
            sides.get(side, side),
            said(each.before, each.action),
            Verdict.UNDECIDED if id(each.judged) in doubted else each.judged.verdict,
            _proof(each),
        )


def _proof(each: Played) -> str:
    way = journey(each.before, each.action, each.judged.ruled)
    cites = list(dict.fromkeys(section for ruled in each.judged.ruled for section in ruled.cite))
    told = [] if way is None else [f"{way.mode} movement, {way.has} points: {path_words(way)}"]
    told += [f"rules {', '.join(cites)}"] if cites else []
    told += ["by what nobody has confirmed"] if each.unconfirmed else []
    return "; ".join(told)


def _doubted(judged: JudgedFile) -> frozenset[int]:
    """Actions of which a finding was left undecided after all, for a counter that nobody knows."""
    pairs = zip(judged.findings, judged.grounds, strict=True)
    doubted = {
        id(g.judged) for finding, g in pairs if finding.verdict is Verdict.UNDECIDED and g.ruled.verdict is Verdict.ILLEGAL
    }
    sure = {
        id(g.judged) for finding, g in zip(judged.findings, judged.grounds, strict=True) if finding.verdict is Verdict.ILLEGAL
    }
    return frozenset(doubted - sure)


def _pictures(grounds: Sequence[Grounds]) -> list[Picture | None]:
    """One for each finding; those of one action share it, unless each is about a unit of its own."""
    made: dict[int, Picture | None] = {}
    found: list[Picture | None] = []
    for each in grounds:
        if each.judged is None:
            found.append(of_opinion(each.table, each.ruled))
        elif not shared_by_findings(each.judged.action):
            found.append(of_played(each.table, each.judged, each.ruled))
        else:
            if id(each.judged) not in made:
                made[id(each.judged)] = of_played(each.table, each.judged)
            found.append(made[id(each.judged)] or of_opinion(each.table, each.ruled))
    return found


def tallies(played: Sequence[Played], doubted: Collection[int] = ()) -> list[Tally]:
    """In the order in which the kinds are listed, not the one in which they happened."""
    counted = Counter(
        (type(each.action), Verdict.UNDECIDED if id(each.judged) in doubted else each.judged.verdict) for each in played
    )
    there = {kind for kind, _ in counted}
    return [
        Tally(*kind.counted, *(counted[kind, verdict] for verdict in (Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED)))
        for kind in KINDS.values()
        if kind in there
    ]


def game_for_reports(loaded: LoadedGame) -> JudgedGame:
    """A game with its rules and sections in a few words each."""
    checks = {}
    rules: dict[str, str] = {}
    for each in loaded.rules:
        if each.binding is None:
            continue
        name = f"{loaded.slug}/{each.entry.id}"
        title = each.entry.title or loaded.registry.rules[each.entry.use].summary
        rules[name] = title
        if each.binding.slots[0].startswith("check."):
            checks[name] = check_info(name, title, each.entry.cite, loaded.registry.asked(each.binding.slots))
    sections = {each.id: Section(each.id, each.title, each.paraphrase) for each in loaded.rulebook}
    sides = {side.id: side.name for side in loaded.about.sides}
    return JudgedGame(loaded.slug, loaded.title, checks, rules, sections, sides)


def step_page(file: str, loaded: LoadedGame, step: int, played: Sequence[Played]) -> str:
    """One step with everything that was said of its actions, as a page."""
    actions = tuple(_explained(loaded, each) for each in played)
    return render_step(StepExplained(TOOL, file, step, game_for_reports(loaded), actions))


def answer_page(answer: Answer) -> str:
    """What was asked about a unit, as a page with a picture."""
    game = answer.checked.judged.game
    if game is None:
        raise ValueError("nothing can be asked about a file of no game")
    about = RuleSaid("", (), answer.tone, "; ".join(answer.notes), answer.rows)
    told = ActionExplained(answer.said, answer.tone, (about,), answer.picture, answer.headline)
    return render_step(StepExplained(TOOL, answer.checked.file, answer.step, game_for_reports(game), (told,), "One unit"))


def _explained(loaded: LoadedGame, played: Played) -> ActionExplained:
    rules = tuple(
        RuleSaid(
            each.rule,
            each.cite,
            each.verdict,
            each.opinion.message,
            each.opinion.rows,
            printed(each.opinion.truth.needs),
            told_rulings(loaded, each),
        )
        for each in played.judged.ruled
    )
    return ActionExplained(
        said(played.before, played.action), played.judged.verdict, rules, of_played(played.before, played.judged)
    )
