"""Violations planted in self-played games, put on the table by clumsy hands: is each found where it is?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.finding import Finding
from adjudicator.games import LoadedGame
from adjudicator.verdict import Verdict
from tools.mutate.fates import FATES, Fate, fate, rule_of
from tools.mutate.logs import Mutant, Workshop, mutants
from tools.mutate.planting import Kind

from .judged import judge, nearest, word
from .manifest import planted_steps, truth_of, write_truth
from .rewrite import Script, game, rewrite, write


@dataclass(slots=True)
class Row:
    """What became of the violations of one kind."""

    kind: str
    planted: int = 0
    fates: Counter[Fate] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)  # verdicts of root findings that are not the violation


def kinds_of(workshop: Workshop, names: str) -> Sequence[Kind]:
    """The kinds named, with commas between them; or all."""
    known = {kind.name: kind for kind in workshop.kinds}
    wanted = list(known) if names == "all" else [name.strip() for name in names.split(",")]
    if not known.keys() >= set(wanted):
        raise SystemExit(f"no kind {names}, only {', '.join(known)}")
    return [known[name] for name in wanted]


def rewritten(loaded: LoadedGame, module: Path, mutant: Mutant, rates: Mapping[str, float]) -> tuple[Script, Path]:
    """A log with a violation in it, as clumsy hands write it, with its truth beside it."""
    desk, kind = mutant.desk, mutant.kind
    played = game(loaded, module, mutant.scenario, mutant.seed, desk.plays, desk.table, desk.planted)
    script = rewrite(played, rates)
    path = module.with_name(f"{kind.name.replace(' ', '-')}-{mutant.seed}.vlog")
    write(script, played, path)
    write_truth(truth_of(script, played, planted=(kind.name, kind.rules)), path.with_suffix(".json"))
    return script, path


def tried(
    loaded: LoadedGame, module: Path, workshop: Workshop, kind: Kind, rates: Mapping[str, float], *, seed: int, number: int
) -> tuple[Row, list[str]]:
    """The violations of one kind, and what to say of those that were not found, or not alone."""
    row, said = Row(kind.name), list[str]()
    for mutant in mutants(loaded, workshop, kind, seed, number):
        script, path = rewritten(loaded, module, mutant, rates)
        checked, _ = judge(path, module)
        steps = planted_steps(script)
        became, elsewhere = fate(kind, steps, [each for each in checked.findings if each.verdict is not None])
        row.planted += 1
        row.fates[became] += 1
        row.elsewhere.update(word(each) for each in elsewhere)
        if became != "found":
            said.append(f"{path.name}: {became}, steps {steps[0]} to {steps[1]}, near {nearest(script, steps[0])}")
        said += [_line(path, script, each) for each in elsewhere if each.verdict is Verdict.ILLEGAL]
    return row, said


def _line(path: Path, script: Script, each: Finding) -> str:
    step = each.where.step or 0
    return f"{path.name}: elsewhere, step {step}, near {nearest(script, step)}: {word(each)} {rule_of(each)}: {each.message}"


def lines(rows: Sequence[Row]) -> Iterator[str]:
    heads = ("planted", *FATES, "accused elsewhere", "undecided elsewhere")
    width = max((len(row.kind) for row in rows), default=4)
    yield "  ".join(("kind".ljust(width), *heads))
    total: Counter[str] = Counter()
    for row in rows:
        cells: Counter[str] = Counter({"planted": row.planted, **{str(each): row.fates[each] for each in FATES}})
        cells["accused elsewhere"] = row.elsewhere["illegal"]
        cells["undecided elsewhere"] = row.elsewhere["undecided"]
        total.update(cells)
        yield "  ".join((row.kind.ljust(width), *(str(cells[head]).rjust(len(head)) for head in heads)))
    yield "  ".join(("total".ljust(width), *(str(total[head]).rjust(len(head)) for head in heads)))
