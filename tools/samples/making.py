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
from adjudicator.correct.corrected import Source, write_corrected
from adjudicator.library import HOME
from adjudicator.reading.histories import read_history
from adjudicator.reading.play.judging import Choices, JudgedFile, judge_file
from adjudicator.rules.position import judge_position
from adjudicator.verdict import Verdict
from tools.mutate.fates import rule_of
from tools.mutate.logs import Bench, Mutant
from tools.mutate.planting import Kind, Saboteur
from tools.mutate.workshops import WORKSHOPS
from tools.selfplay.desk import Desk
from tools.selfplay.logs import write_game
from vassal_bridge.saved import read_saved

from .recipes import Corrected, Ended, Planted, Played, Report, Sample, Samples, reports

SEEDS, WHIMS = 40, 8  # games that are tried, and moods of the saboteur in each


def make(samples: Samples, bench: Bench, folder: Path) -> Iterator[str]:
    """All files of the samples; what to print of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in samples.every:
        if not isinstance(each, Corrected):
            said = _made(each, samples, bench, folder)
            yield f"{each.file}: {(folder / each.file).stat().st_size // 1000} kB, {said}"
    for report in reports(samples):
        text = said_of(report, bench.file, folder, folder)
        (folder / report.file).write_text(text, "utf-8", newline="\n")
        yield f"{report.file}: {text.count(chr(10))} lines"


def said_of(report: Report, module: Path, folder: Path, made: Path) -> str:
    """What the program prints of a sample in a folder; a save that it writes goes to `made`."""
    command, file, *more = report.arguments
    target = [] if report.makes is None else ["-o", str(made / report.makes)]
    arguments = [command, str(folder / file), *more, *target, "-m", str(module)]
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as empty, patch.dict(os.environ, {HOME: empty}):
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit):
            adjudicate(arguments)
    return printed.getvalue()


def _made(sample: Sample, samples: Samples, bench: Bench, folder: Path) -> str:
    target = folder / sample.file
    match sample:
        case Played():
            return _played(sample, bench, target)
        case Planted():
            return _planted(sample, bench, target)
        case Ended():
            return _ended(folder / samples.file_of(sample.of), bench, target)
        case Corrected():
            raise ValueError("fix makes these")


def _played(sample: Played, bench: Bench, target: Path) -> str:
    desk = Desk(bench.loaded, bench.loaded.table(sample.scenario), random.Random(sample.seed))
    _play(bench, desk, sample.turns, sample.busy)
    judged = _written(sample, bench, desk, sample.seed, target)
    if judged.findings:
        raise LookupError(f"{sample.name} should be legal: {judged.findings[0].message}")
    return f"{len(judged.played)} actions, readings at {[each.step for each in judged.played if each.reading]}"


def _planted(sample: Planted, bench: Bench, target: Path) -> str:
    """The first game of those tried in which the violation is the only thing that is found."""
    found = next(each for each in WORKSHOPS[bench.loaded.slug].kinds if each.name == sample.kind)
    kind = replace(found, turns=sample.turns, busy=sample.busy)
    for seed, whim in product(range(sample.seed, sample.seed + SEEDS), range(WHIMS)):
        desk = _spoilt(kind, bench, sample, seed, whim)
        if desk.planted is not None:
            mutant = Mutant(kind, seed, desk, sample.scenario)
            judged = _written(sample, bench, desk, seed, target)
            if _only(judged, kind) and (not sample.lasting or _wrong_at_the_end(judged)):
                steps = bench.written(mutant)[1]
                return f"seed {seed}, steps {steps}: {judged.findings[0].message}"
    raise LookupError(f"no game tried makes {sample.name}")


def _spoilt(kind: Kind, bench: Bench, sample: Planted, seed: int, whim: int) -> Saboteur:
    table, whims = bench.loaded.table(sample.scenario), random.Random(f"{kind.name} {seed} {whim}")
    desk = Saboteur(bench.loaded, table, random.Random(seed), kind=kind, whims=whims)
    _play(bench, desk, kind.turns, kind.busy)
    return desk


def _play(bench: Bench, desk: Desk, turns: int, busy: float) -> None:
    for number in range(1, turns + 1):
        WORKSHOPS[bench.loaded.slug].turn(desk, number, busy=busy)
        if desk.over:
            break


def _written(sample: Played | Planted, bench: Bench, desk: Desk, seed: int, target: Path) -> JudgedFile:
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
    return bench.judged(target)


def _only(judged: JudgedFile, kind: Kind) -> bool:
    """Is a violation of this kind all that is wrong?"""
    if len(judged.findings) != 1:
        return False
    (found,) = judged.findings
    return found.root and found.verdict is Verdict.ILLEGAL and rule_of(found) in kind.rules


def _wrong_at_the_end(judged: JudgedFile) -> bool:
    return judged.end is not None and len(judge_position(judged.end).findings) == 1


def _ended(log: Path, bench: Bench, target: Path) -> str:
    history = read_history(read_saved(log), bench.module)
    judged = judge_file(history, Choices())
    if judged.game is None or judged.binding is None:
        raise LookupError(f"{log.name} is of no game known here")
    write_corrected(Source(log, history, judged.game, judged.binding, bench.module), (), target)
    findings = bench.judged(target).findings
    if len(findings) != 1:
        raise LookupError(f"{target.name} should have one thing wrong, and has {len(findings)}")
    return findings[0].message
