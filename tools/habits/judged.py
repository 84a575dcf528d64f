"""Rewritten logs judged as players judge them, and what stands nearest to what is found."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator import Referee
from adjudicator.finding import Finding
from adjudicator.referee import Checked
from adjudicator.verdict import Verdict

from .rewrite import Script

_NEAR = 6  # steps


@dataclass(slots=True)
class Tally:
    """Numbers over several logs."""

    logs: int = 0
    accused: int = 0  # logs with a root finding that is illegal
    actions: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)  # of actions
    roots: Counter[str] = field(default_factory=Counter)  # root findings by verdict
    rules: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)  # how often each habit showed
    near: dict[str, Counter[str]] = field(default_factory=dict)  # habit -> verdicts of root findings next to it
    seconds: list[float] = field(default_factory=list)

    def count(self, script: Script, checked: Checked, seconds: float) -> None:
        self.logs += 1
        self.seconds.append(seconds)
        self.shown.update(
            {
                *script.page.whole,
                *(habit for habit, _ in script.page.gone),
                *(habit for each in script.done for habit in each.deed.habits),
            }
        )
        self.actions += len(checked.actions)
        self.verdicts.update(each.judged.verdict.value for each in checked.actions)
        roots = [each for each in checked.findings if each.root and each.verdict is not None]
        self.accused += any(each.verdict is Verdict.ILLEGAL for each in roots)
        for each in roots:
            verdict = word(each)
            self.roots[verdict] += 1
            self.rules[f"{verdict} {each.check.rpartition('/')[2]}"] += 1
            self.near.setdefault(nearest(script, each.where.step or 0), Counter())[verdict] += 1

    def add(self, other: Tally) -> None:
        self.logs, self.accused, self.actions = self.logs + other.logs, self.accused + other.accused, self.actions + other.actions
        for mine, more in ((self.verdicts, other.verdicts), (self.roots, other.roots), (self.rules, other.rules)):
            mine.update(more)
        self.shown.update(other.shown)
        self.seconds += other.seconds
        for habit, found in other.near.items():
            self.near.setdefault(habit, Counter()).update(found)

    def lines(self) -> Iterator[str]:
        yield (
            f"{self.logs} logs, {self.actions} actions: {dict(self.verdicts)}; root findings {dict(self.roots)}; "
            f"logs accused: {self.accused}; seconds a log: {sum(self.seconds) / max(1, len(self.seconds)):.2f}, "
            f"slowest {max(self.seconds, default=0):.2f}"
        )
        for rule, count in self.rules.most_common():
            yield f"  {count:5} {rule}"
        width = max((len(name) for name in (*self.near, *self.shown)), default=5)
        yield f"  {'nearest habit'.ljust(width)}  logs with it  illegal  undecided"
        for name in sorted({*self.near, *self.shown}, key=lambda name: -sum(self.near.get(name, {}).values())):
            found = self.near.get(name, Counter[str]())
            yield f"  {name.ljust(width)}  {self.shown[name]:12}  {found['illegal']:7}  {found['undecided']:9}"


def judge(path: Path, module: Path) -> tuple[Checked, float]:
    start = time.perf_counter()
    checked = Referee(modules=[module]).check(path)
    return checked, time.perf_counter() - start


def nearest(script: Script, step: int) -> str:
    """The habit whose step stands nearest to a step, the one before it first."""
    shown = [(each.step, each.deed.habits[-1]) for each in script.done if each.step and each.deed.habits]
    shown += [(max(script.steps_of(action), default=0), habit) for habit, action in script.page.gone]
    near = min(shown, key=lambda found: (abs(step - found[0]), found[0] > step), default=None)
    return "none near" if near is None or abs(step - near[0]) > _NEAR else near[1]


def word(finding: Finding) -> str:
    return "" if finding.verdict is None else finding.verdict.value
