"""Judged files for programs. docs/schema/check.schema.json says what is in it."""

from __future__ import annotations

from typing import Any

from adjudicator.factname import printed
from adjudicator.finding import RulingTold, Unconfirmed
from adjudicator.picturing.model import Journey

from .judged import ToldFile, ToldFinding


def as_json(told: ToldFile, slug: str, end: str) -> dict[str, Any]:
    """A judged file. `end` is the verdict on it."""
    return {
        "file": told.file,
        "judged": True,
        "game": slug,
        "verdict": end,
        "legal": told.legal,
        "notes": list(told.notes),
        "unconfirmed": None if told.unconfirmed is None else _unconfirmed(told.unconfirmed),
        "findings": [_finding(each) for each in told.findings],
    }


def _unconfirmed(rests: Unconfirmed) -> dict[str, Any]:
    return {"facts": rests.facts, "units": list(rests.units), "steps": list(rests.steps)}


def _finding(told: ToldFinding) -> dict[str, Any]:
    finding = told.finding
    return {
        "step": finding.where.step,
        "verdict": None if finding.verdict is None else finding.verdict.value,
        "rule": finding.check,
        "cite": list(finding.cite),
        "message": finding.message,
        "sentence": told.sentence,
        "turn": finding.turn,
        "phase": finding.phase,
        "side": finding.side,
        "player": finding.player,
        "units": list(finding.pieces),
        "unit_ids": list(finding.units),
        "hexes": list(finding.hexes),
        "path": None if told.journey is None else path_json(told.journey),
        "rows": [{"value": row.value, "reason": row.reason, "cite": list(row.cite)} for row in finding.rows],
        "needs": list(printed(finding.needs)),
        "hangs_on": list(finding.rests_on),
        "rests_on": [ruling.defect for ruling in finding.rulings],
        "rulings": [ruling_json(ruling) for ruling in finding.rulings],
        "fix": finding.fix or told.mend or None,
        "root": finding.root,
        "follows_from": None if finding.root or not finding.also else finding.also[0].step,
    }


def ruling_json(ruling: RulingTold) -> dict[str, Any]:
    return {
        "defect": ruling.defect,
        "title": ruling.title,
        "reading": ruling.reading,
        "text": ruling.text,
        "otherwise": [{"switch": each.switch, "text": each.text} for each in ruling.otherwise],
    }


def path_json(way: Journey) -> dict[str, Any]:
    return {
        "from": way.start,
        "mode": way.mode,
        "has": way.has,
        "needs": way.needs if way.legs else "0",
        "named": way.named,
        "could_stop_at": way.last_stop,
        "hexes": [{"hex": leg.hex, "step": leg.step, "total": leg.total, "over": leg.over} for leg in way.legs],
    }
