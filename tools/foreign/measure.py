"""How well logs on foreign modules are judged while the evening goes on: with nothing, half and all of the binding and the facts.

What our own module says of the same log is held to be right. A finding that is illegal at a step where it has none is false; a
violation counts as found where it is a root finding of the same rule at the same step, or illegal at least.
"""

from __future__ import annotations

import csv
import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator import Referee
from adjudicator.evidence.binding import BINDING_FILE
from adjudicator.referee import Checked
from adjudicator.verdict import Verdict

from .making import MODULE_FILE
from .truth import toml_lines

SHARES = ("nothing", "half", "all")
_KEPT = frozenset({"modules", "maps", "numbering"})  # without which a binding is none


@dataclass(slots=True)
class Stage:
    """What came of all logs with so much of the binding and of the facts."""

    bound: str
    facts: str
    logs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)  # of actions
    false: list[str] = field(default_factory=list)
    expected: int = 0
    found: int = 0
    asked: list[str] = field(default_factory=list)  # logs with a violation that is not found, of which something is asked
    passed: list[str] = field(default_factory=list)  # logs with a violation of which all is said to be legal

    def line(self) -> str:
        legal, open_ = self.verdicts[Verdict.LEGAL.value], self.verdicts[Verdict.UNDECIDED.value]
        found = f"{self.found} of {self.expected}"
        cells = (self.bound, self.facts, self.logs, legal, open_, len(self.false), found, len(self.asked), len(self.passed))
        return "  ".join(str(cell).rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


HEADS = ("bound", "facts", "logs", "legal", "undecided", "false illegal", "found", "asked", "said legal though not")
WIDTHS = tuple(max(8, len(head)) for head in HEADS)


@dataclass(frozen=True, slots=True)
class Right:
    """What our own module says of a log: the illegal root findings, by step."""

    wrong: Mapping[int, frozenset[str]]


def right_of(logs: Sequence[Path]) -> dict[str, Right]:
    checked = Referee().check_all(logs)
    return {each.path.name: Right(_wrong(each)) for each in checked.files}


def _wrong(checked: Checked) -> dict[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = {}
    for each in checked.findings:
        if each.verdict is Verdict.ILLEGAL:
            step = each.where.step or 0
            found[step] = found.get(step, frozenset()) | {each.check}
    return found


def measured(
    folder: Path, logs: Sequence[Path], right: Mapping[str, Right], work: Path, bound: Sequence[str], facts: Sequence[str]
) -> Iterator[Stage]:
    """All stages of one foreign module; `logs` are those that lie on it."""
    for share in bound:
        for known in facts:
            stage = Stage(share, known)
            survey = work / f"{share}-{known}"
            written(folder / "truth", survey, share, known)
            files = Referee(modules=[folder / MODULE_FILE], surveys=[survey]).check_all(logs)
            for problem in files.problems:
                raise SystemExit(f"{problem.file}: {problem.message}")
            for each in files.files:
                _counted(stage, each, right[each.path.name])
            yield stage


def _counted(stage: Stage, checked: Checked, right: Right) -> None:
    stage.logs += 1
    stage.verdicts.update(each.judged.verdict.value for each in checked.actions)
    name = checked.path.name
    for each in checked.findings:
        step = each.where.step or 0
        if each.verdict is Verdict.ILLEGAL and step not in right.wrong:
            stage.false.append(f"{name} step {step}: {each.check.rpartition('/')[2]}: {each.message}")
    here = _wrong(checked)
    stage.expected += len(right.wrong)
    stage.found += sum(step in here for step in right.wrong)
    missed = sorted(set(right.wrong) - set(here))
    if right.wrong and checked.judged.worst is Verdict.LEGAL:
        stage.passed.append(f"{name}: nothing is said of step {', '.join(map(str, missed))}")
    elif missed:
        about = [each for each in checked.findings if each.where.step in missed]
        said = "; ".join(f"step {each.where.step}: {each.message}" for each in about)
        stage.asked.append(f"{name}: not found at step {', '.join(map(str, missed))}; {said or 'something else is asked'}")


def written(truth: Path, target: Path, bound: str, facts: str) -> None:
    """A survey with a part of the truth. The same part each time."""
    target.mkdir(parents=True, exist_ok=True)
    dice = random.Random("half")
    whole = tomllib.loads((truth / BINDING_FILE).read_text("utf-8"))
    (module,) = whole["module"]
    (target / BINDING_FILE).write_text("\n".join(toml_lines(whole["game"], _part(module, bound, dice))) + "\n", encoding="utf-8")
    with (truth / "facts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    kept = [row for row in rows[1:] if facts == "all" or (facts == "half" and dice.random() < 0.5)]
    with (target / "facts.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([rows[0], *kept])
    for chart in truth.glob("*.csv"):
        if chart.name != "facts.csv":
            (target / chart.name).write_bytes(chart.read_bytes())


def _part(module: Mapping[str, Any], bound: str, dice: random.Random) -> dict[str, Any]:
    """The tables of a binding with so much of them."""
    plain = {name: value for name, value in module.items() if not isinstance(value, dict) and name != "numbering"}
    tables: dict[str, Any] = {"": {name: value for name, value in plain.items() if name in _KEPT or bound == "all"}}
    tables |= {"numbering": module["numbering"]} if "numbering" in module else {}
    for name, value in module.items():
        if not isinstance(value, dict):
            continue
        plain = {key: each for key, each in value.items() if not isinstance(each, dict)}
        inner = {f"{name}.{key}": each for key, each in value.items() if isinstance(each, dict)}
        for table, lines in {name: plain, **inner}.items():
            if lines and bound != "nothing":
                tables[table] = {key: each for key, each in lines.items() if bound == "all" or dice.random() < 0.5}
    return tables
