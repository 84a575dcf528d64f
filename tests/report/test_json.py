"""The report for programs, and its published schema."""

from __future__ import annotations

import dataclasses
import json
import unicodedata
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from adjudicator.audit import model
from adjudicator.audit.model import AuditReport
from adjudicator.finding import Finding, MapMark, Otherwise, Problem, Row, RulingTold, Where
from adjudicator.report import render
from adjudicator.report.view import finding_id
from adjudicator.report.words import UNSAFE
from adjudicator.verdict import Severity, Verdict
from tests.report import sample
from tests.report.strategies import reports
from tests.support import ROOT

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema" / "audit.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

RECORDS = {
    "participant": model.ReportedPlayer,
    "game": model.GameLine,
    "question": model.Question,
    "file": model.AuditedFile,
    "hand_over": model.HandOver,
    "step_line": model.StepLine,
    "roll": model.RollLine,
    "dice_total": model.DiceTotal,
    "spot": model.ReportedSpot,
    "arrow": model.Arrow,
    "diagram": model.Diagram,
    "where": Where,
    "row": Row,
    "mark": MapMark,
    "problem": Problem,
    "finding": Finding,
    "ruling": RulingTold,
    "otherwise": Otherwise,
}


def check(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    VALIDATOR.validate(document)
    assert {mark for mark in text if mark != "\n" and unicodedata.category(mark) in UNSAFE} == set()
    text.encode("utf-8")
    return document


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", RECORDS)
def test_the_schema_knows_every_field_and_no_other(name: str) -> None:
    fields = {field.name for field in dataclasses.fields(RECORDS[name])}
    if name == "finding":
        fields.add("id")
    described = SCHEMA["$defs"][name]
    assert set(described["properties"]) == fields == set(described["required"])
    assert described["additionalProperties"] is False


def test_the_schema_knows_every_part_of_the_report() -> None:
    parts = {field.name for field in dataclasses.fields(AuditReport)} | {"schema", "summary"}
    assert set(SCHEMA["properties"]) == parts == set(SCHEMA["required"])
    assert SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize(("name", "kind"), [("severity", Severity), ("verdict", Verdict), ("link", model.Handover)])
def test_the_schema_knows_every_value(name: str, kind: type[Severity] | type[Verdict] | type[model.Handover]) -> None:
    assert SCHEMA["$defs"][name]["enum"] == [value.value for value in kind]


@pytest.mark.parametrize("report", [sample.rich(), sample.clean(), sample.empty()], ids=["rich", "clean", "empty"])
def test_reports_fit_the_schema(report: AuditReport) -> None:
    document = check(render(report, "json"))
    assert document["schema"] == "adjudicate/audit/1"
    assert document["summary"]["files"] == len(report.files)


@settings(max_examples=60, deadline=None)
@given(reports)
def test_any_report_fits_the_schema(report: AuditReport) -> None:
    document = check(render(report, "json"))
    assert len(document["findings"]) == len(report.findings)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(schema="adjudicate/audit/2"),
        lambda document: document.update(password="secret"),
        lambda document: document["findings"][0].pop("id"),
        lambda document: document["findings"][0].update(severity="fatal"),
        lambda document: document["rolls"][0].update(repeats=["a.vlog"]),
        lambda document: document["dice"][0].update(p_mean=1.5),
        lambda document: document["files"][0].update(sha256="short"),
    ],
)
def test_the_schema_refuses_what_is_not_a_report(spoil: Any) -> None:
    document = json.loads(render(sample.rich(), "json"))
    spoil(document)
    assert not VALIDATOR.is_valid(document)


def test_content_survives_but_for_what_utf8_cannot_say() -> None:
    document = check(render(sample.rich(), "json"))
    messages = [finding["message"] for finding in document["findings"]]
    assert messages == [finding.message.replace("\udcff", "\ufffd") for finding in sample.rich().findings]


def test_the_same_audit_gives_the_same_text() -> None:
    assert render(sample.rich(), "json") == render(sample.rich(), "json")


def test_findings_keep_their_ids_whatever_is_found_beside_them() -> None:
    report = sample.rich()
    every = {(found["message"], found["id"]) for found in json.loads(render(report, "json"))["findings"]}
    fewer = dataclasses.replace(report, findings=report.findings[:1])
    (alone,) = json.loads(render(fewer, "json"))["findings"]
    assert (alone["message"], alone["id"]) in every


def test_an_id_is_for_ever() -> None:
    found = Finding("dice/again", "Two rolls.", Where("a.vlog", 3), pieces=("5 Pz",))
    assert finding_id(found) == "1d7a46f69523"
    assert finding_id(dataclasses.replace(found, severity=Severity.ERROR, rows=(Row("a", "b"),))) == "1d7a46f69523"


@pytest.mark.parametrize(
    "other",
    [
        {"check": "dice/claimed"},
        {"message": "Two rolls!"},
        {"where": Where("a.vlog", 4)},
        {"where": Where("b.vlog", 3)},
        {"pieces": ("5", "Pz")},
        {"pieces": ()},
    ],
)
def test_what_makes_a_finding_another_gives_another_id(other: dict[str, Any]) -> None:
    found = Finding("dice/again", "Two rolls.", Where("a.vlog", 3), pieces=("5 Pz",))
    assert finding_id(dataclasses.replace(found, **other)) != finding_id(found)


def test_twins_are_numbered() -> None:
    ids = [found["id"] for found in json.loads(render(sample.rich(), "json"))["findings"]]
    assert len(set(ids)) == len(ids)
    assert [id_ for id_ in ids if "-" in id_] == [f"{finding_id(sample.rich().findings[15])}-2"]


def test_a_number_that_json_cannot_say_is_no_report() -> None:
    total = dataclasses.replace(sample.rich().dice[0], mean=float("nan"))
    with pytest.raises(ValueError, match="JSON compliant"):
        render(dataclasses.replace(sample.rich(), dice=(total,)), "json")
