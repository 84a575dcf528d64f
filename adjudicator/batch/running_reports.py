"""Telling of many files as they come, in the forms of `adjudicate batch`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import TOOL
from adjudicator.finding import Finding, Problem
from adjudicator.games import load
from adjudicator.referee.judgements import game_for_reports
from adjudicator.referee.running_reports import TextTelling
from adjudicator.report.json_report import dumps, fields
from adjudicator.report.judged_json import as_json
from adjudicator.report.judged_runs import runs
from adjudicator.report.judgement import FileJudgement, JudgedGame, Judgement
from adjudicator.report.junit import junit_lines
from adjudicator.report.look import BOLD, FAINT, PLAIN, TextLook
from adjudicator.report.record import GameRecord, Record
from adjudicator.report.sarif import render_sarif_runs
from adjudicator.report.sums import Sums, standing
from adjudicator.report.view import entries
from adjudicator.report.words import line, step_words
from adjudicator.words import plural

from .run import Told

Form: TypeAlias = Literal["text", "jsonl", "junit", "sarif", "html"]
FORMS: tuple[Form, ...] = ("text", "jsonl", "junit", "sarif", "html")
VERSION = 1
_RANKED = 8  # rows of a table


class BatchTeller(Protocol):
    """What `add`, `game` and `end` give is written in that order."""

    def add(self, told: Told) -> str: ...

    def game(self, record: GameRecord) -> str: ...

    def end(self, sums: Sums) -> Iterator[str]: ...


class TextTeller:
    """As `check` tells of many files, and tables of what there is most of."""

    def __init__(self, look: TextLook = PLAIN, *, quiet: bool = False, audit: bool = False) -> None:
        self._look, self._quiet, self._audit = look, quiet, audit
        self._telling = TextTelling(look, several=True, quiet=quiet)
        self._games = 0
        self._apart = True  # is what was said last followed by an empty line?

    def add(self, told: Told) -> str:
        text = self._telling.tell(self._lines(told.record))
        self._apart = text.endswith("\n\n") if text else self._apart
        return text

    def _lines(self, record: Record) -> Iterator[str]:
        if record.told is not None:
            yield from self._telling.judged(record.told)
        elif record.not_judged is not None:
            yield from self._telling.unjudged(record.name, record.not_judged)
        else:
            yield from self._telling.unread(Problem(record.name, record.problem))
        if self._audit or record.told is None:
            yield from self._audited(record)

    def _audited(self, record: Record) -> Iterator[str]:
        found = [each for each in record.audit if each.severity.rank]
        if found and record.told is not None:
            yield from self._look.wrapped(f"{record.name}, audited:", rest="  ")
        yield from self._found(found, record.name)

    def _found(self, found: Sequence[Finding], of: str = "") -> Iterator[str]:
        for each in found:
            file = f"{line(each.where.file)}, " if each.where.file != of else ""
            words = f"{each.severity.value}  {file}{step_words(each.where)}: {each.message} [{each.check}]"
            yield from self._look.wrapped(words, "  ", "    ")
        if found:
            yield ""

    def game(self, record: GameRecord) -> str:
        """A line for each, and what there is to ask about."""
        found = [each for each in record.findings if each.severity.rank]
        if self._quiet and not found and not record.problem:
            return ""
        heading = [] if self._games else [*([] if self._apart else [""]), self._look.paint("Games", BOLD)]
        self._games += 1
        lines = self._look.wrapped(game_words(record), rest="  ")
        text = "".join(f"{each}\n" for each in (*heading, *lines, *self._found(found)))
        self._apart = text.endswith("\n\n")
        return text

    def end(self, sums: Sums) -> Iterator[str]:
        lines = [self._telling.end(()).rstrip("\n")] if sums.all > 1 else []
        if self._games and not self._apart:
            lines.insert(0, "")
        if sums.excused:
            lines.append(f"findings that the baseline has already are left out: of {plural(sums.excused, 'file')}")
        if sums.remembered:
            lines.append(self._look.paint(f"{plural(sums.remembered, 'result')} known from before", FAINT))
        for title, counted in sums.tables().items() if sums.all > 1 else ():
            if title.startswith("To look") and not self._audit:
                continue
            lines += ["", self._look.paint(title, BOLD)]
            width = max(len(f"{count:,}") for _, count in counted)
            for label, count in counted[:_RANKED]:
                lines += self._look.wrapped(label, f"  {count:>{width},}  ", " " * (width + 4))
            if len(counted) > _RANKED:
                lines.append(f"  and {len(counted) - _RANKED:,} more")
        yield "".join(f"{line}\n" for line in lines)


class LinesTeller:
    """For programs: a line of JSON for each file, and one for all. docs/schema/batch.schema.json says what is in it."""

    def add(self, told: Told) -> str:
        return _line(file_document(told))

    def game(self, record: GameRecord) -> str:
        return _line(game_document(record))

    def end(self, sums: Sums) -> Iterator[str]:
        yield _line(
            {
                "kind": "all",
                "files": dict(sorted(sums.files.items())),
                "rules": dict(sorted(sums.rules.items())),
                "players": dict(sorted(sums.players.items())),
                "questions": dict(sorted(sums.questions.items())),
                "audit": dict(sorted(sums.audit.items())),
                "dice": [
                    {"player": player, "faces": faces, "counts": counts} for (player, faces), counts in sorted(sums.dice.items())
                ],
            }
        )


def file_document(told: Told) -> dict[str, Any]:
    """One file for programs: no time and nothing of the machine is in it, so that the same files make the same lines."""
    record = told.record
    about = record.about
    return {
        "kind": "file",
        "format": "adjudicate batch",
        "version": VERSION,
        "file": record.name,
        "sha256": None if about is None else about.sha256,
        "standing": standing(record),
        "problem": record.problem or None,
        "module": None if about is None else about.module,
        "saved": None if about is None else about.saved_utc,
        "players": [] if about is None else [{"name": each.name, "side": each.side} for each in about.players],
        "judged": None if record.told is None else as_json(record.told, record.game, standing(record)),
        "ids": [each.id for each in entries(record.findings)],
        "not_judged": None if record.not_judged is None else fields(record.not_judged),
        "audit": [{"id": each.id, **fields(each.finding)} for each in entries(record.audit)],
        "dice": [{"player": each.player, "faces": each.faces, "counts": list(each.counts)} for each in record.dice],
        "notes": list(record.notes),
    }


def game_document(record: GameRecord) -> dict[str, Any]:
    """One game for programs: what the audit of its files together finds that none of them shows by itself."""
    return {
        "kind": "game",
        "name": record.name,
        "outcome": record.outcome,
        "problem": record.problem or None,
        "module": record.module,
        "players": [{"name": each.name, "side": each.side} for each in record.players],
        "files": list(record.files),
        "opening": record.opening,
        "closing": record.closing,
        "hand_overs": [fields(each) for each in record.links],
        "audit": [{"id": each.id, **fields(each.finding)} for each in entries(record.findings)],
    }


def game_words(record: GameRecord) -> str:
    """`Anna – Ben: 12 files: 1 warning`."""
    return f"{line(record.name)}: {record.problem or record.state}"


class DocumentTeller:
    """A report for build servers or code hosts, which is one document: plain values are gathered, and written at the end."""

    def __init__(self, form: Literal["sarif", "junit"], *, audit: bool = False) -> None:
        self._form, self._audit = form, audit
        self._files: list[FileJudgement] = []
        self._audited: list[Record] = []
        self._problems: list[Problem] = []
        self._games: dict[str, JudgedGame] = {}
        self._between: list[Finding] = []

    def game(self, record: GameRecord) -> str:
        if record.problem:
            self._problems.append(Problem(record.name, record.problem))
        if self._audit:
            self._between += record.findings
        return ""

    def add(self, told: Told) -> str:
        record = told.record
        if record.about is None:
            self._problems.append(Problem(record.name, record.problem))
            return ""
        if record.told is not None:
            game = self._games.get(record.game)
            if game is None:
                game = self._games[record.game] = game_for_reports(load(record.game))
            left_at = record.told.left_at
            self._files.append(FileJudgement(record.about, game, record.findings, tallies=record.tallies, left_at=left_at))
        if record.told is None or self._audit:
            self._audited.append(record)
        return ""

    def end(self, sums: Sums) -> Iterator[str]:
        audited = tuple(_audits(self._audited, self._between))
        told = runs(Judgement(TOOL, tuple(self._files), audited, tuple(self._problems)), catalogue())
        if self._form == "sarif":
            yield render_sarif_runs(told)
        else:
            yield from junit_lines(told, "batch")


def _audits(records: Sequence[Record], between: Sequence[Finding]) -> Iterator[AuditReport]:
    """The audits of all files as one report: thousands would say thousands of times what each check is."""
    files = tuple(record.about for record in records if record.about is not None)
    found = (*(finding for record in records for finding in record.audit), *between)
    if files:
        yield AuditReport(TOOL, files, tuple(each.name for each in files), (), (), (), (), found)


def _line(document: dict[str, Any]) -> str:
    return json.dumps(json.loads(dumps(document)), ensure_ascii=True, separators=(",", ":")) + "\n"
