"""A case fails for every way in which what is found can differ from what is expected, and for nothing else."""

from __future__ import annotations

import pytest

from .making import result

FAR = "units = ['21@0505']\nactions = [{ move = '21', to = '0510'%s }]\n"
NEAR = "units = ['21@0505']\nactions = [{ move = '21', to = '0509'%s }]\n"
OPEN = "terrain = { 0506='?' }\nunits = ['21@0505']\nunknown = 'movement of 21'\nactions = [{ move = '21', to = '0506'%s }]\n"
NEEDS = "movement of 21, terrain 0506"
TOO_FAR = "illegal allowance 2.3: 21 cannot move from 0505 to 0510: it would have to spend more points than it has"


@pytest.mark.parametrize(
    ("case", "expect"),
    [
        (NEAR, ""),
        (NEAR, ", expect = 'legal'"),
        (NEAR, ", expect = []"),
        (FAR, ", expect = 'illegal allowance'"),
        (FAR, ", expect = 'illegal allowance 2.3'"),
        (FAR, ", expect = 'illegal allowance 2.3 for 21'"),
        (FAR, ", expect = 'any'"),
        (FAR, ", expect = 'any', rows = ['movement allowance of 21', '5 needed'], says = 'cannot move from 0505'"),
        (OPEN, f", expect = 'undecided allowance needs {NEEDS}'"),
        (OPEN, ", expect = 'undecided allowance 2.3 needs terrain 0506,movement of 21'"),
        (OPEN, f", expect = 'undecided allowance 2.1 needs {NEEDS}'"),
    ],
)
def test_what_is_as_expected_is_well(case: str, expect: str) -> None:
    found = result(case % expect)
    assert found.problems == ()
    assert found.ok


@pytest.mark.parametrize(
    ("case", "expect", "problem"),
    [
        (FAR, "", f"not expected: {TOO_FAR}"),
        (FAR, "'illegal stack 3.1'", "expected illegal stack 3.1, but nothing of the kind was found"),
        (FAR, "'illegal allowance 2.4'", f"expected illegal allowance 2.4, found {TOO_FAR}"),
        (FAR, "'illegal allowance 2.3 2.4'", f"expected illegal allowance 2.3 2.4, found {TOO_FAR}"),
        (FAR, "'illegal allowance for 22'", f"expected illegal allowance for 22, found {TOO_FAR}"),
        (FAR, "'undecided allowance needs terrain 0506'", f"expected undecided allowance needs terrain 0506, found {TOO_FAR}"),
        (NEAR, "'illegal allowance'", "expected illegal allowance, but nothing of the kind was found"),
        (
            FAR,
            "['illegal allowance', 'illegal allowance']",
            "expected illegal allowance, but nothing of the kind was found",
        ),
        (OPEN, "'undecided allowance needs terrain 0506'", "expected undecided allowance needs terrain 0506, found undecided"),
        (
            OPEN,
            f"'undecided allowance needs {NEEDS}, terrain 0507'",
            f"terrain 0507, found undecided allowance 2.3 2.1 needs {NEEDS}: ",
        ),
        (OPEN, "'illegal allowance'", "expected illegal allowance, found undecided allowance"),
        (OPEN, "", f"not expected: undecided allowance 2.3 2.1 needs {NEEDS}: whether"),
        (FAR, "'any', rows = '6 needed'", "no line of the arithmetic has '6 needed': 4 movement allowance of 21; "),
        (FAR, "'any', says = 'zone'", "no finding says 'zone': 21 cannot move"),
        (NEAR, "'legal', says = 'zone'", "no finding says 'zone': there is none"),
        (FAR, "'any', rests_on = 'D4'", "nothing rests on D4: there is none"),
    ],
)
def test_what_is_not_as_expected_is_told(case: str, expect: str, problem: str) -> None:
    found = result(case % (f", expect = {expect}" if expect else ""))
    assert not found.ok
    assert problem in found.problems[0]


def test_an_unexpected_finding_beside_an_expected_one_fails() -> None:
    found = result("units = ['21@0505']\nactions = [{ move = ['21', '21'], to = '0510', expect = 'illegal allowance 2.3' }]\n")
    assert found.problems == (f"not expected: {TOO_FAR}",)


def test_a_broad_expectation_does_not_take_the_finding_of_a_narrow_one() -> None:
    found = result(
        "units = ['21@0505', 'b:21@0506']\n"
        "actions = [{ move = ['21', 'b'], to = '0512', expect = ['illegal allowance', 'illegal allowance for 21'] }]\n"
    )
    assert found.ok


def test_later_actions_are_judged_on_what_earlier_ones_did() -> None:
    found = result(
        "units = ['21@0505']\nafter = ['21@0512']\n"
        "actions = [\n { move = '21', to = '0507' },\n { move = '21', to = '0512' },\n]\n"
    )
    assert [problem.partition(":")[0] for problem in found.problems] == ["action 2"]
    assert [step.before.place_of("21") for step in found.steps] == ["0505", "0507"]


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("21@0506/1", ()),
        ("21@0507/1", ("at the end expected 21@0507/1, found 21@0506/1",)),
        ("21@0506", ("at the end expected 21@0506, found 21@0506/1",)),
        ("21@0506/1 disrupted, ?isolated", ("at the end expected 21@0506/1 disrupted, ?isolated, found 21@0506/1",)),
        ("21@-", ("at the end expected 21@-, found 21@0506/1",)),
        ("hq@-", ()),
        ("nobody@0101", ("at the end expected nobody@0101, found nobody@-",)),
    ],
)
def test_the_position_at_the_end_is_compared(after: str, told: tuple[str, ...]) -> None:
    found = result(
        "units = ['21@0505']\nactions = [{ move = '21', to = '0506' }, { lose = '21', expect = 'any' }]\n"
        f"after = ['{after}']\n"
    )
    assert found.problems == told


def test_what_the_rules_said_can_be_asked_of_a_result() -> None:
    found = result(FAR % ", expect = 'illegal allowance'")
    assert [each.rule for each in found.findings] == ["allowance"]
    assert {each.rule for step in found.steps for each in step.judged.ruled} == {"allowance", "stack-move"}
    assert [verdict.value for verdict in found.verdicts] == ["illegal"]
    assert result(FAR % ", expect = 'any'").verdicts == frozenset()
