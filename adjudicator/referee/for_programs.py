"""What `explain`, `fix` and `moves` say, for programs. docs/schema says what is in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from adjudicator.correct.model import Correction
from adjudicator.engine.kinds import acting, hexes
from adjudicator.explain.board import LookedInto
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.picturing.journeys import journey
from adjudicator.report.judged_json import path_json, ruling_json
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.words import said

from .results import Fix


def dumped(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def step_document(
    file: str, game: LoadedGame, step: int, played: Sequence[Played], looked_into: Sequence[LookedInto] = ()
) -> str:
    about = {"format": "adjudicate explain", "version": 1, "file": file, "game": game.slug, "step": step}
    actions = [_action(game, each) for each in played]
    return dumped({**about, "actions": actions, "readings": [_reading(each) for each in looked_into]})


def _reading(looked_into: LookedInto) -> dict[str, Any]:
    """Steps that were read in several ways: what is supposed, and what would be wrong with the next best."""
    others = [{"supposes": each.supposes, "wrong": each.wrong} for each in looked_into.others]
    return {"steps": [looked_into.first, looked_into.last], "supposes": looked_into.supposes, "others": others}


def _action(game: LoadedGame, played: Played) -> dict[str, Any]:
    way = journey(played.before, played.action, played.judged.ruled)
    state = played.before.state
    return {
        "said": said(played.before, played.action),
        "kind": type(played.action).__name__.lower(),
        "verdict": played.judged.verdict.value,
        "turn": state.turn,
        "phase": state.phase or None,
        "side": state.active or None,
        "units": [played.before.unit(each).name for each in acting(played.action)],
        "unit_ids": list(acting(played.action)),
        "hexes": list(hexes(played.action)),
        "path": None if way is None else path_json(way),
        "reading": played.reading or None,
        "rules": [_rule(game, each) for each in played.judged.ruled],
    }


def _rule(game: LoadedGame, ruled: Ruled) -> dict[str, Any]:
    opinion = ruled.opinion
    return {
        "rule": f"{game.slug}/{ruled.rule}",
        "cite": list(ruled.cite),
        "verdict": ruled.verdict.value,
        "message": opinion.message or None,
        "rows": [{"value": row.value, "reason": row.reason, "cite": list(row.cite)} for row in opinion.rows],
        "needs": list(printed(opinion.truth.needs)),
        "rulings": [ruling_json(each) for each in told_rulings(game, ruled)],
        "fix": opinion.fix,
    }


def fix_document(fix: Fix, *, written: bool) -> str:
    planned = fix.plan
    return dumped(
        {
            "format": "adjudicate fix",
            "version": 1,
            "file": fix.checked.file,
            "game": fix.checked.game,
            "apply": fix.apply,
            "written": written,
            "made": [_correction(each) for each in planned.made],
            "offered": [_correction(each) for each in planned.offered],
            "left": [{"step": each.step, "what": each.what, "why": each.why} for each in planned.left],
        }
    )


def _correction(each: Correction) -> dict[str, Any]:
    return {
        "step": each.step,
        "unit": each.name,
        "unit_id": each.unit,
        "kind": each.kind,
        "before": each.before,
        "after": each.after,
        "safe": each.safe,
        "rule": each.rule,
        "cite": list(each.cite),
        "why": each.why,
        "reason": each.reason,
    }
