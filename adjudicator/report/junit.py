"""The report as JUnit XML: a suite per file, a case per check, so that a build server shows an audit like tests.

Two schemas are common, the one of Ant and the one of Jenkins, and what is written here is valid by both: they agree on a
failure at most once a case, and on output only for a whole suite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditedFile, AuditReport
from adjudicator.factname import printed
from adjudicator.finding import Finding, Problem
from adjudicator.report.view import FileView, by_file
from adjudicator.report.words import line, plural, step_words
from adjudicator.verdict import Severity

READ = "read"
"""The case that fails where a file could not be judged."""

NOBODY_KNOWS_WHEN = "1970-01-01T00:00:00"
"""A suite must have a time. That of the audit would make each run's report another; the file's own is used if it has one."""


def render_junit(report: AuditReport, checks: Mapping[str, CheckInfo]) -> str:
    """All suites in one document."""
    return render_junit_runs([(report, checks)])


def render_junit_runs(reports: Iterable[tuple[AuditReport, Mapping[str, CheckInfo]]], package: str = "audit") -> str:
    """The suites of several reports in one document: each has cases for its own checks alone."""
    return "".join(junit_lines(reports, package))


def junit_lines(reports: Iterable[tuple[AuditReport, Mapping[str, CheckInfo]]], package: str) -> Iterator[str]:
    """The same line by line: each file has a case for every check, and thousands of files would fill the memory."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield "<testsuites>\n"
    first = 0
    for report, checks in reports:
        suites = by_file(report)
        yield from (f"{each}\n" for each in _suites(report, checks, suites, first, package))
        first += len(suites)
    yield "</testsuites>\n"


def _suites(
    report: AuditReport, checks: Mapping[str, CheckInfo], files: Sequence[FileView], first: int, package: str
) -> Iterable[str]:
    every = sorted({*checks, *(finding.check for finding in report.findings)})
    known = {file.name: file for file in report.files}
    problems: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in report.problems:
        problems[problem.file].append(problem)
    for number, file in enumerate(files, first):
        yield from _suite(number, file, known.get(file.name), problems[file.name], every, package)


def _suite(
    number: int, file: FileView, facts: AuditedFile | None, problems: list[Problem], every: Iterable[str], package: str
) -> Iterable[str]:
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    notes: list[Finding] = []
    for entry in file.entries:
        if entry.finding.severity is Severity.NOTE:
            notes.append(entry.finding)
        else:
            found[entry.finding.check].append(entry.finding)
    judged = list(every) if facts or not problems else list(found)
    name = _token(file.name) or "(no file)"
    counts = {
        "tests": len(judged) + len(problems),
        "failures": len(found),
        "errors": len(problems),
        "skipped": 0,
        "time": 0,
        "id": number,
    }
    texts = {"name": name, "package": package, "hostname": "localhost", "timestamp": _time(facts)}
    yield f"<testsuite{_attributes(texts | {key: str(count) for key, count in counts.items()})}>"
    yield "<properties>"
    for key, text in _facts(facts):
        yield f"<property{_attributes({'name': key, 'value': line(text)})}/>"
    yield "</properties>"
    for problem in problems:
        error = _attributes({"type": "unreadable", "message": line(problem.message)})
        yield f"<testcase{_case(READ, name)}><error{error}>{escape(line(problem.message))}</error></testcase>"
    for check in judged:
        case = _case(_token(check) or "(unnamed check)", name)
        yield f"<testcase{case}>{_failure(found[check])}</testcase>" if check in found else f"<testcase{case}/>"
    yield f"<system-out>{escape(_texts(notes))}</system-out>"
    yield "<system-err></system-err>"
    yield "</testsuite>"


def _case(check: str, file: str) -> str:
    return _attributes({"classname": file, "name": check, "time": "0"})


def _failure(findings: list[Finding]) -> str:
    worst = max(findings, key=lambda finding: finding.severity.rank)
    message = line(worst.message) if len(findings) == 1 else f"{plural(len(findings), 'finding')}, first: {line(worst.message)}"
    return f"<failure{_attributes({'type': worst.severity.value, 'message': message})}>{escape(_texts(findings))}</failure>"


def _texts(findings: Iterable[Finding]) -> str:
    """The findings as lines, each with its evidence under it."""
    lines = []
    for finding in findings:
        lines.append(f"{step_words(finding.where)}: {finding.severity.value} [{line(finding.check)}] {line(finding.message)}")
        lines += [f"  {line(row.value)}: {line(row.reason)}" for row in finding.rows]
        if finding.needs:
            lines.append(f"  Would be decided by: {line(', '.join(printed(finding.needs)))}")
        if finding.fix:
            lines.append(f"  To do: {line(finding.fix)}")
    return "\n".join(lines)


def _facts(facts: AuditedFile | None) -> Iterable[tuple[str, str]]:
    if facts is None:
        return
    yield "sha256", facts.sha256
    yield "kind", facts.kind
    yield "steps", str(facts.steps)
    for key, value in (("vassal", facts.vassal), ("module", facts.module), ("module-version", facts.module_version)):
        if value is not None:
            yield key, value


def _time(facts: AuditedFile | None) -> str:
    if facts is None or facts.saved_utc is None:
        return NOBODY_KNOWS_WHEN
    try:
        time = datetime.fromisoformat(facts.saved_utc)
        utc = time.astimezone(UTC) if time.tzinfo else time
    except (ValueError, OverflowError):
        return NOBODY_KNOWS_WHEN
    return utc.strftime("%Y-%m-%dT%H:%M:%S").rjust(len(NOBODY_KNOWS_WHEN), "0")


def _token(text: str) -> str:
    return line(text).strip()


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())
