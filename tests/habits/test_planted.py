"""A violation that was planted is still there after clumsy hands have written it, and the truth says in which steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.engine.actions import Move
from adjudicator.evidence.histories import read_history
from adjudicator.games import load
from tests.correct.turns import Built
from tools.habits.manifest import planted_steps
from tools.habits.planted import kinds_of, rewritten
from tools.habits.rates import rates_of
from tools.mutate.logs import mutants
from tools.mutate.workshops import WORKSHOPS
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved


@pytest.mark.parametrize(("slug", "kind"), [("koenigsberg-rg", "one hex too far"), ("seelow-kustrin", "one hex too far")])
def test_a_move_too_far_is_dragged_in_the_steps_of_the_violation(
    slug: str, kind: str, built: Built, seelow_file: Path, tmp_path: Path
) -> None:
    module = tmp_path / f"{slug}.vmod"
    module.write_bytes((built.path if slug == "koenigsberg-rg" else seelow_file).read_bytes())
    loaded, (sort,) = load(slug), kinds_of(WORKSHOPS[slug], kind)
    mutant = next(iter(mutants(loaded, WORKSHOPS[slug], sort, 1, 1)))
    script, path = rewritten(loaded, module, mutant, rates_of("threefold"))
    first, last = planted_steps(script)
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))["planted"]
    assert truth == {"kind": kind, "rules": sorted(sort.rules), "first": first, "last": last}
    begin, end = mutant.desk.planted or (0, 0)
    moves = [play.action for play in mutant.desk.plays[begin : end + 1] if isinstance(play.action, Move)]
    history = read_history(read_saved(path), Module.read(open_archive(module)))
    went = {
        (dict(change.counter.markers).get("unit"), change.counter.spot.location)
        for event in history.events
        if first <= event.step <= last
        for change in event.changes
        if change.went
    }
    assert moves
    assert all((unit, move.to) in went for move in moves for unit in move.units)
    assert first > 0
    assert not any(event.broken for event in history.events)


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(SystemExit, match="no kind"):
        kinds_of(WORKSHOPS["seelow-kustrin"], "teleport")
