"""A record of an audit: everything its result rests on, chained by hashes, so that two referees can prove they saw the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SCHEMA = "adjudicate/record/1"


def make_record(report: Mapping[str, Any], modules: Mapping[str, str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a report (in its JSON form), the modules used (name to SHA-256) and the options that bear on the result."""
    links = [
        {"tool": report["tool"]},
        {"options": dict(options)},
        *({"module": name, "sha256": digest} for name, digest in sorted(modules.items())),
        *(
            {"file": file["name"], "sha256": file["sha256"]}
            for file in sorted(report["files"], key=lambda one: (str(one["sha256"]), str(one["name"])))
        ),
        *({"finding": finding} for finding in report["findings"]),
        *({"problem": problem} for problem in sorted(report["problems"], key=lambda one: json.dumps(one, sort_keys=True))),
    ]
    return {"schema": SCHEMA, "links": _chained(links)}


def _chained(links: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    chain = hashlib.sha256(SCHEMA.encode()).hexdigest()
    chained = []
    for link in links:
        chain = _next(chain, link)
        chained.append({**link, "chain": chain})
    return chained


def _next(chain: str, link: Mapping[str, Any]) -> str:
    text = json.dumps({key: value for key, value in link.items() if key != "chain"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{chain} {text}".encode()).hexdigest()


def is_whole(record: Mapping[str, Any]) -> bool:
    """Whether a record was not changed since it was written: every link's hash follows from the one before."""
    links = record.get("links")
    if record.get("schema") != SCHEMA or not isinstance(links, list) or not all(isinstance(link, dict) for link in links):
        return False
    if not all(isinstance(link.get("finding", {}), dict) for link in links):
        return False
    return [link.get("chain") for link in links] == [link["chain"] for link in _chained(links)]


def compare(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Where a new record of the same files differs from an old one, in words; nothing if they say the same."""
    if [link["chain"] for link in then["links"]] == [link["chain"] for link in now["links"]]:
        return []
    said: list[str] = []
    for kind, what in (("tool", "program"), ("options", "options")):
        old, new = _first(then, kind), _first(now, kind)
        if old != new:
            said.append(f"another {what}: {_short(old)} then, {_short(new)} now")
    for kind in ("module", "file"):
        old_hashes, new_hashes = _hashes(then, kind), _hashes(now, kind)
        said += [
            f"{kind} {name} was there then and is not now" for digest, name in old_hashes.items() if digest not in new_hashes
        ]
        said += [f"{kind} {name} was not there then" for digest, name in new_hashes.items() if digest not in old_hashes]
    old_findings, new_findings = _findings(then), _findings(now)
    said += [f"found then, not now: {text}" for key, text in old_findings.items() if key not in new_findings]
    said += [f"found now, not then: {text}" for key, text in new_findings.items() if key not in old_findings]
    return said or ["the same findings, in another order or with other details"]


def _first(record: Mapping[str, Any], kind: str) -> Any:
    return next((link[kind] for link in record["links"] if kind in link), None)


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _hashes(record: Mapping[str, Any], kind: str) -> dict[str, str]:
    return {str(link["sha256"]): str(link[kind]) for link in record["links"] if kind in link and "sha256" in link}


def _findings(record: Mapping[str, Any]) -> dict[str, str]:
    found: Sequence[Mapping[str, Any]] = [link["finding"] for link in record["links"] if "finding" in link]
    return {str(one.get("id")): f"{one.get('check')}: {one.get('message')}" for one in found}
