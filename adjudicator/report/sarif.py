"""The report as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditReport
from adjudicator.finding import Finding, Where
from adjudicator.report.json_report import Plain, dumps, plain
from adjudicator.report.view import TimelineEntry, by_file, file_names
from adjudicator.report.words import clean, line, place_words
from adjudicator.verdict import Severity

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "adjudicateFinding/v1"

LEVELS = {Severity.NOTE: "note", Severity.WARNING: "warning", Severity.ERROR: "error"}


def render_sarif(report: AuditReport, checks: Mapping[str, CheckInfo]) -> str:
    """One run with every check as a rule and every finding as a result."""
    return render_sarif_runs([(report, checks)])


def render_sarif_runs(reports: Iterable[tuple[AuditReport, Mapping[str, CheckInfo]]]) -> str:
    """Several reports in one document, a run each: they have other checks."""
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report, checks) for report, checks in reports]})


def _run(report: AuditReport, checks: Mapping[str, CheckInfo]) -> Plain:
    rules = _rules(report, checks)
    artifacts, places = _artifacts(report)
    numbers = {check: index for index, check in enumerate(rules)}
    name, _, version = line(report.tool).rpartition(" ")
    driver: dict[str, Plain] = {"name": name or version, "rules": list(rules.values())}
    if name:
        driver["version"] = version
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": artifacts,
        "invocations": [_invocation(report, places)],
        "results": [_result(entry, numbers, places) for file in by_file(report) for entry in file.entries],
    }


def _rules(report: AuditReport, checks: Mapping[str, CheckInfo]) -> dict[str, Plain]:
    rules: dict[str, Plain] = {check: _rule(info) for check, info in checks.items()}
    for check in sorted({line(finding.check) for finding in report.findings} - rules.keys()):
        rules[check] = {"id": check, "shortDescription": {"text": check or "unnamed check"}}
    return rules


def _rule(info: CheckInfo) -> Plain:
    parts = {
        "Why": info.why,
        "Example": info.example,
        "How to read it": info.reading,
        "How to do without it": info.silence,
    }
    return {
        "id": info.id,
        "name": info.title,
        "shortDescription": {"text": info.title},
        "fullDescription": {"text": info.what},
        "help": {"text": "\n\n".join(f"{title}: {text}" for title, text in parts.items() if text) or info.what},
        "defaultConfiguration": {"level": LEVELS[info.severity]},
    }


def _artifacts(report: AuditReport) -> tuple[list[Plain], dict[str, int]]:
    """The files, and where in the list each stands. Names that differ in unprintable characters alone may share a place."""
    known = {file.name: file for file in report.files}
    artifacts: list[Plain] = []
    places: dict[str, int] = {}
    for name in file_names(report):
        artifact: dict[str, Plain] = {"location": {"uri": uri(name)}, "roles": ["analysisTarget"]}
        if name in known:
            artifact["hashes"] = {"sha-256": known[name].sha256}
            artifact["properties"] = {"kind": known[name].kind, "steps": known[name].steps}
        if artifact not in artifacts:
            artifacts.append(artifact)
        places[name] = artifacts.index(artifact)
    return artifacts, places


def _invocation(report: AuditReport, places: Mapping[str, int]) -> Plain:
    notifications: list[Plain] = [
        {"level": "error", "message": {"text": line(problem.message)}, "locations": [_location(Where(problem.file), places)]}
        for problem in report.problems
    ]
    return {"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}


def _result(entry: TimelineEntry, numbers: Mapping[str, int], places: Mapping[str, int]) -> Plain:
    finding = entry.finding
    result: dict[str, Plain] = {
        "ruleId": line(finding.check),
        "ruleIndex": numbers[line(finding.check)],
        "level": LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [_location(finding.where, places)],
        "partialFingerprints": {FINGERPRINT: entry.id},
        "properties": _properties(finding),
    }
    if finding.also:
        result["relatedLocations"] = [
            {"id": number} | _location(where, places) | {"message": {"text": place_words(where)}}
            for number, where in enumerate(finding.also, 1)
        ]
    return result


def _message(finding: Finding) -> str:
    """The finding and its evidence. `[words](target)` would become a link to wherever a file's author liked."""
    texts = [line(finding.message), *(f"{line(row.value)}: {line(row.reason)}" for row in finding.rows)]
    return ("\n".join(texts) if any(texts) else line(finding.check)).replace("](", "\\](")


def _properties(finding: Finding) -> dict[str, Plain]:
    """What SARIF has no place for, as far as there is any."""
    names = ("player", "pieces", "hexes", "cite", "rests_on", "rulings", "needs", "fix", "verdict")
    properties = {name: plain(getattr(finding, name)) for name in names if getattr(finding, name) not in (None, ())}
    properties["follows_only"] = not finding.root
    if finding.where.entry is not None:
        properties["entry"] = finding.where.entry
    if finding.where.offset is not None:
        properties["offset"] = finding.where.offset
    return properties


def _location(where: Where, places: Mapping[str, int]) -> dict[str, Plain]:
    artifact: dict[str, Plain] = {"uri": uri(where.file)}
    if where.file in places:
        artifact["index"] = places[where.file]
    location: dict[str, Plain] = {"physicalLocation": {"artifactLocation": artifact}}
    if where.step is not None:
        step = f"step {where.step}"
        location["logicalLocations"] = [
            {"name": step, "fullyQualifiedName": f"{line(where.file)}::{step}", "kind": "step"},
        ]
    return location


def uri(name: str) -> str:
    """A file's name as a relative reference; an absolute path as a file's address."""
    quoted = quote(clean(name))
    return f"file://{quoted}" if quoted.startswith("/") else quoted
