"""Every check of the catalogue finds what it is for, at its step, and is silent about the same game played honestly."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.catalogue import catalogue
from tests.audit import sly_scenarios
from tests.audit.scenarios import SCENARIOS, Scenario

assert sly_scenarios  # imported for the scenarios that it adds


def test_every_check_of_the_catalogue_is_proven() -> None:
    assert set(catalogue()) == {scenario.check for scenario in SCENARIOS}


def test_no_check_is_described_by_the_word_that_most_people_have_for_a_password() -> None:
    """SARIF prints these texts; the id of a real player is `password`, and whoever looks for it in a report shall not find it."""
    texts = [text for one in catalogue().values() for text in (one.title, one.what, one.why, one.example, one.reading, one.ask)]
    assert [text for text in texts if text and "password" in text.lower()] == []


@pytest.fixture(params=SCENARIOS, ids=lambda one: f"{one.check}:{one.build.__name__}")
def scenario(request: pytest.FixtureRequest) -> Scenario:
    found: Scenario = request.param
    return found


def test_the_offence_is_found_at_its_step(scenario: Scenario, tmp_path: Path) -> None:
    found = [one for one in scenario.report(tmp_path, offence=True).findings if one.check == scenario.check]
    assert [(one.where.file, one.where.step, one.severity) for one in found] == [(*scenario.where, scenario.severity)]


def test_its_twin_is_not_accused(scenario: Scenario, tmp_path: Path) -> None:
    report = scenario.report(tmp_path, offence=False)
    assert [one.message for one in report.findings if one.check == scenario.check] == []
    assert [one.message for one in report.findings if one.severity.rank > 0] == []


def test_nothing_else_is_said_above_a_note(scenario: Scenario, tmp_path: Path) -> None:
    """The offence alone is what differs from the twin."""
    together = {  # offences that are two at once
        "dice/undone": {"undo/plain"},
        "undo/after-information": {"dice/undone"},
        "secrecy/unmasked": {"people/switched"},
    }
    report = scenario.report(tmp_path, offence=True)
    others = {one.check for one in report.findings if one.severity.rank > 0} - {scenario.check}
    assert others <= together.get(scenario.check, set())


def test_no_finding_is_worse_than_its_check_says(scenario: Scenario, tmp_path: Path) -> None:
    for one in scenario.report(tmp_path, offence=True).findings:
        assert one.severity.rank <= catalogue()[one.check].severity.rank
