"""Samples made: played, spoilt, written as files of our module, and judged."""

from __future__ import annotations

import contextlib
import io
import os
import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from unittest.mock import patch

from adjudicator.cli import main as adjudicate
from adjudicator.correct.corrected import OriginalFile, write_corrected
from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.library.shelf import HOME
from adjudicator.verdict import Verdict
from tools.mutate.fates import rule_of
from tools.mutate.logs import Bench
from tools.mutate.planting import Saboteur
from tools.mutate.workshops import WORKSHOPS
from tools.selfplay.desk import Desk
from tools.selfplay.logs import write_game
from vassal_bridge.saved import read_saved

from .page import page
from .recipes import Corrected, Planted, Played, Report, Sample, Samples, Saved, reports

SEEDS, WHIMS = 40, 8  # games that are tried, and moods of the saboteur in each


def make(samples: Samples, bench: Bench, folder: Path) -> Iterator[str]:
    """All files of the samples; what to print of each."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(page(samples), "utf-8", newline="\n")
    for each in samples.every:
        if not isinstance(each, Corrected):
            said = _made(each, bench, folder / each.file)
            yield f"{each.file}: {(folder / each.file).stat().st_size // 1000} kB, {said}"
    yield from tell(samples, bench.file, folder)


def tell(samples: Samples, module: Path, folder: Path) -> Iterator[str]:
    """What is said of the files that are there; what to print of each text."""
    for report in reports(samples):
        text = said_of(report, module, folder, folder)
        (folder / report.file).write_text(text, "utf-8", newline="\n")
        yield f"{report.file}: {text.count(chr(10))} lines"


def said_of(report: Report, module: Path, folder: Path, made: Path) -> str:
    """What the program prints of a sample in a folder; a save that it writes goes to `made`."""
    command, file, *more = report.arguments
    target = [] if report.makes is None else ["-o", str(made / report.makes)]
    arguments = [command, str(folder / file), *more, *target, "-m", str(module)]
    printed = io.StringIO()
    with (
        tempfile.TemporaryDirectory() as empty,
        patch.dict(os.environ, {HOME: empty}),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        adjudicate(arguments)
    return printed.getvalue()


def _made(sample: Sample, bench: Bench, target: Path) -> str:
    match sample:
        case Played():
            return _played(sample, bench, target)
        case Planted() | Saved():
            return _spoilt(sample, bench, target)
        case Corrected():
            raise ValueError("fix makes these")


def _played(sample: Played, bench: Bench, target: Path) -> str:
    desk = Desk(bench.loaded, bench.loaded.table(sample.scenario), random.Random(sample.seed))
    _play(bench, desk, sample.turns, sample.busy)
    _written(sample, bench, desk, sample.seed, target)
    judged = bench.judged(target)
    wrong = [each for each in judged.findings if sample.habit is None or each.verdict is Verdict.ILLEGAL]
    if wrong:  # of those who say nothing something may be left open
        raise LookupError(f"{sample.name} should be legal: {wrong[0].message}")
    read = [each.step for each in judged.played if each.reading]
    return f"{len(judged.played)} actions, {len(judged.findings)} undecided; read from what followed: steps {read}"


def _spoilt(sample: Planted | Saved, bench: Bench, target: Path) -> str:
    """The first game of those tried in which the violation is all that is found, but for what may follow from it."""
    usual = next(each for each in WORKSHOPS[bench.loaded.slug].kinds if each.name == sample.kind)
    kind = replace(usual, turns=sample.turns, busy=sample.busy)
    for seed, whim in product(range(sample.seed, sample.seed + SEEDS), range(WHIMS)):
        table, whims = bench.loaded.table(sample.scenario), random.Random(f"{kind.name} {seed} {whim}")
        desk = Saboteur(bench.loaded, table, random.Random(seed), kind=kind, whims=whims)
        _play(bench, desk, kind.turns, kind.busy)
        if desk.planted is None:
            continue
        if isinstance(sample, Planted):
            _written(sample, bench, desk, seed, target)
        else:
            _stopped(sample, bench, desk, seed, target)
        judged = bench.judged(target)
        follows = isinstance(sample, Planted) and sample.follows
        found = [each for each in judged.findings if each.root or not follows]
        meant = isinstance(sample, Saved) or any(rule_of(each) in kind.rules for each in found)
        if meant and [each.verdict for each in found] == [Verdict.ILLEGAL]:
            return f"game {seed}, step {found[0].where.step}: {found[0].message}"
    raise LookupError(f"no game tried makes {sample.name}")


def _play(bench: Bench, desk: Desk, turns: int, busy: float) -> None:
    for number in range(1, turns + 1):
        WORKSHOPS[bench.loaded.slug].turn(desk, number, busy=busy)
        if desk.over:
            break


def _written(sample: Played | Planted, bench: Bench, desk: Desk, seed: int, target: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / target.name
        write_game(
            bench.loaded,
            bench.file,
            desk.plays,
            desk.table,
            path,
            scenario=sample.scenario,
            seed=seed,
            habit=sample.habit,
        )
        target.write_bytes(path.read_bytes())


def _stopped(sample: Saved, bench: Bench, desk: Saboteur, seed: int, target: Path) -> None:
    """The position right after the violation."""
    _, last = desk.planted or (0, 0)
    after = desk.plays[last + 1].before if last + 1 < len(desk.plays) else desk.table
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / f"{sample.name}.vlog"
        write_game(bench.loaded, bench.file, desk.plays[: last + 1], after, log, scenario=sample.scenario, seed=seed)
        history = read_history(read_saved(log), bench.module)
        judged = judge_file(history, Choices())
        if judged.binding is None:
            raise LookupError(f"{bench.file.name} is of no game known here")
        write_corrected(OriginalFile(log, history, bench.loaded, judged.binding, bench.module), (), target)
