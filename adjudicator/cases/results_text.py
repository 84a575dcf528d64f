"""Results of cases as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.factname import printed
from adjudicator.rules.opinion import Ruled

from .draw import draw
from .runner import CaseResult, CaseStep, told

_INDENT = " " * 10
OK, FAILED, FAULT = "  ok      ", "  failed  ", "  fault   "  # how the line of a case begins


def lines_of(results: Iterable[CaseResult], *, pictures: bool = False, explain: bool = False) -> Iterator[str]:
    """A line for each case, and what is wrong with it; below, how many came out as expected."""
    ok = failed = unread = 0
    file = None
    for result in results:
        if result.file != file:
            file = result.file
            yield f"{file}:"
        if result.faults:
            unread += 1
            if result.name:
                yield f"{FAULT}{result.name}"
            yield from (f"{_INDENT if result.name else '  '}{fault}" for fault in result.faults)
            continue
        ok, failed = (ok + 1, failed) if result.ok else (ok, failed + 1)
        sections = f" ({', '.join(result.sections)})" if result.sections else ""
        yield f"{OK if result.ok else FAILED}{result.name}{sections}" + ("" if result.ok else f", line {result.line}")
        yield from (f"{_INDENT}{problem}" for problem in result.problems)
        if pictures and result.steps:
            yield ""
            yield from (f"    {line}".rstrip() for line in draw(result.steps[0].before, result.hexes))
            yield ""
        yield from (f"{_INDENT}{answer}" for step in result.steps for answer in step.answers)
        if explain:
            yield from _explained(result)
    yield total(ok, failed, unread)


def total(ok: int, failed: int, unread: int) -> str:
    """`12 cases: 11 ok, 1 failed`."""
    count = ok + failed + unread
    parts = [f"{ok} ok"] + [f"{failed} failed"] * bool(failed) + [f"{unread} could not be judged"] * bool(unread)
    return f"{count} case{'s' * (count != 1)}: {', '.join(parts)}"


def _explained(result: CaseResult) -> Iterator[str]:
    for step in result.steps:
        if step.answers:
            continue
        yield f"{_INDENT}{step.text}: {step.judged.verdict.value}"
        for each in step.judged.ruled:
            opinion = each.opinion
            if opinion.truth.yes and not opinion.rows:
                continue
            head = told(each) if not opinion.truth.yes else f"legal {' '.join((each.rule, *each.cite))}"
            yield f"{_INDENT}  {head}"
            width = max((len(row.value) for row in opinion.rows), default=0)
            for row in opinion.rows:
                cited = f" ({', '.join(row.cite)})" if row.cite else ""
                yield f"{_INDENT}    {row.value:>{width}}  {row.reason}{cited}"
            for ruling in each.rests_on:
                switches = " or ".join(f"{ruling.defect}={key}" for key in ruling.readings)
                yield f"{_INDENT}    rests on {ruling.defect}; it would come out otherwise with rulings {switches}"
            if opinion.fix:
                yield f"{_INDENT}    to mend it: {opinion.fix}"


def as_json(results: Iterable[CaseResult], *, pictures: bool = False) -> dict[str, Any]:
    """Everything, for programs."""
    cases = [_case(result, pictures) for result in results]
    return {"format": "adjudicate case", "version": 1, "ok": all(case["ok"] for case in cases), "cases": cases}


def _case(result: CaseResult, pictures: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "file": result.file,
        "line": result.line,
        "name": result.name,
        "sections": list(result.sections),
        "ok": result.ok,
        "problems": list(result.problems),
        "faults": [
            {"line": fault.line, "field": fault.field, "message": fault.message, "remedy": fault.remedy}
            for fault in result.faults
        ],
        "actions": [_step(step) for step in result.steps if step.action is not None],
    }
    look = next((step for step in result.steps if step.action is None), None)
    if look is not None:
        found["position"] = _step(look)
    if pictures and result.steps:
        found["picture"] = list(draw(result.steps[0].before, result.hexes))
    return found


def _step(step: CaseStep) -> dict[str, Any]:
    return {
        **({} if step.action is None else {"action": step.text}),
        "verdict": step.judged.verdict.value,
        "expected": None if step.expected is None else [str(each) for each in step.expected],
        "opinions": [_opinion(each) for each in step.judged.ruled],
        "problems": list(step.problems),
        **({"answers": list(step.answers)} if step.answers else {}),
    }


def _opinion(each: Ruled) -> dict[str, Any]:
    opinion = each.opinion
    return {
        "verdict": each.verdict.value,
        "rule": each.rule,
        "cite": list(each.cite),
        "message": "" if opinion.truth.yes else opinion.message,
        "needs": list(printed(opinion.truth.needs)),
        "rows": [{"value": row.value, "reason": row.reason, "cite": list(row.cite)} for row in opinion.rows],
        "units": list(opinion.units),
        "hexes": list(opinion.hexes),
        "rests_on": [ruling.defect for ruling in each.rests_on],
        "fix": opinion.fix,
    }
