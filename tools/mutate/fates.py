"""What became of a violation: was it found, by which rule and where, and what else was found?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from adjudicator.finding import Finding
from adjudicator.verdict import Verdict

from .planting import Kind

Fate = Literal["found", "other rule", "other step", "undecided", "missed"]
FATES: tuple[Fate, ...] = ("found", "other rule", "other step", "undecided", "missed")


def fate(kind: Kind, steps: tuple[int, int], findings: Iterable[Finding]) -> tuple[Fate, list[Finding]]:
    """What became of a violation in these steps, and the root findings that are not it."""
    roots = [each for each in findings if each.root]
    there = [each for each in roots if steps[0] <= (each.where.step or 0) <= steps[1]]
    wrong = [each for each in there if each.verdict is Verdict.ILLEGAL]
    expected = [each for each in roots if rule_of(each) in kind.rules]
    hits = [each for each in wrong if each in expected]
    rest = [each for each in roots if each not in hits]
    if hits:
        return "found", rest
    if wrong:
        return "other rule", [each for each in rest if each not in wrong]
    late = [each for each in expected if each.verdict is Verdict.ILLEGAL]
    if late:
        return "other step", [each for each in rest if each not in late]
    unsure = there or expected
    return ("undecided" if unsure else "missed"), [each for each in rest if each not in unsure]


def rule_of(finding: Finding) -> str:
    return finding.check.rpartition("/")[2]
