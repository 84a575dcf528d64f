"""From judged files to what reports are made from: plain values, with pictures where a report shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.run import TOOL, audit, audited_file
from adjudicator.engine.actions import KINDS
from adjudicator.evidence.gather import Gathered
from adjudicator.evidence.history import History
from adjudicator.explain.judging import Grounds, JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.picturing import Picture, of_opinion, of_played
from adjudicator.picturing.build import shared_by_findings
from adjudicator.report.html.explained import render_step
from adjudicator.report.html.judged import render_judgement
from adjudicator.report.judgement import (
    ActionExplained,
    FileJudgement,
    JudgedGame,
    Judgement,
    RuleSaid,
    Section,
    StepExplained,
    Tally,
    check_info,
    runs,
)
from adjudicator.report.junit import render_junit_runs
from adjudicator.report.sarif import render_sarif_runs
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict


def written(judged: Sequence[JudgedFile], gathered: Gathered, form: Literal["html", "sarif", "junit"]) -> str:
    """The report as a page, or for programs that know other checkers."""
    told = judgement(judged, gathered, pictures=form == "html")
    match form:
        case "html":
            return render_judgement(told)
        case "sarif":
            return render_sarif_runs(runs(told, catalogue()))
        case "junit":
            return render_junit_runs(runs(told, catalogue()), "check")


def judgement(judged: Sequence[JudgedFile], gathered: Gathered, *, pictures: bool = False) -> Judgement:
    """The whole of it; pictures take time and are made where they are shown."""
    histories = {history.file: history for history in gathered.histories}
    audits = {each.file: audit([histories[each.file]]) for each in judged if each.game is None}
    games: dict[str, JudgedGame] = {}
    files = []
    for each in judged:
        history = histories[each.file]
        if each.game is None:
            files.append(FileJudgement(audited_file(history), None, audits[each.file].findings))
            continue
        game = games.get(each.game.slug)
        if game is None:
            game = games[each.game.slug] = game_for_reports(each.game)
        files.append(_file(each, game, history, pictures=pictures))
    return Judgement(TOOL, tuple(files), tuple(audits.values()), tuple(gathered.problems), tuple(gathered.notes))


def _file(judged: JudgedFile, game: JudgedGame, history: History, *, pictures: bool) -> FileJudgement:
    return FileJudgement(
        file=audited_file(history),
        game=game,
        findings=judged.findings,
        pictures=tuple(_pictures(judged.grounds)) if pictures else (),
        tallies=tuple(tallies(judged.played)),
        notes=judged.notes,
    )


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


def tallies(played: Sequence[Played]) -> list[Tally]:
    """In the order in which the kinds are listed, not the one in which they happened."""
    counted = Counter((type(each.action), each.judged.verdict) for each in played)
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
    return JudgedGame(loaded.slug, loaded.title, checks, rules, sections)


def step_page(file: str, loaded: LoadedGame, step: int, played: Sequence[Played]) -> str:
    """One step with everything that was said of its actions, as a page."""
    actions = tuple(_explained(loaded, each) for each in played)
    return render_step(StepExplained(TOOL, file, step, game_for_reports(loaded), actions))


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
