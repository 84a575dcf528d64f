"""What was found already in an earlier run, and is not to be held against this one."""

from __future__ import annotations

import json
from pathlib import Path


class BaselineError(Exception):
    """The file is no report of an earlier run; its words are for the user."""


def read_baseline(path: Path) -> frozenset[str]:
    """The ids of all findings in a report that `adjudicate batch --format jsonl` or `sarif` wrote."""
    try:
        text = path.read_text("utf-8")
        found = set(_of_sarif(json.loads(text))) if text.lstrip().startswith("{\n") else set(_of_lines(text))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BaselineError(f"{path.name} is no report of `adjudicate batch` as jsonl or sarif") from None
    return frozenset(found)


def _of_lines(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines():
        each = json.loads(line)
        if each["kind"] in ("file", "game"):
            found += [str(id_) for id_ in each.get("ids", ())]
            found += [str(finding["id"]) for finding in each["audit"]]
        elif each["kind"] != "all":
            raise ValueError
    return found


def _of_sarif(document: dict[str, object]) -> list[str]:
    runs = document["runs"]
    if not isinstance(runs, list):
        raise TypeError
    return [str(result["partialFingerprints"]["adjudicateFinding/v1"]) for run in runs for result in run["results"]]
