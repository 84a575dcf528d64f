"""Does the referee find what players do wrong, where they do it, and nothing else?

Games are played at the desk of a saboteur, who plants one violation of a kind in each; the game is written as a VASSAL log of our
module and judged as `adjudicate check` does. A violation is found if a rule that forbids it is found broken at its own step, as a
root cause. Whatever else is found as a root cause is a false accusation.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from adjudicator.engine.actions import Attack, Phase
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.finding import Finding
from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild.pack import write_module
from adjudicator.verdict import Verdict
from tools.selfplay.chronicle import Told
from tools.selfplay.logs import write_game
from tools.selfplay.strip import Habit
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

from .fates import FATES, Fate, fate, rule_of
from .fixes import Fixed, fixed
from .planting import Kind, Saboteur

GAMES = 100  # that are played without a chance to plant a violation before its kind is given up


@dataclass(frozen=True, slots=True)
class Workshop:
    """A game whose logs can be spoilt."""

    scenarios: Sequence[str]  # played in turn
    turn: Callable[..., None]  # plays a turn at a desk: desk, number, busy
    kinds: Sequence[Kind]

    def only(self, scenario: str) -> Workshop:
        """The same with games of one scenario."""
        if scenario not in self.scenarios:
            raise SystemExit(f"no scenario {scenario}, only {', '.join(self.scenarios)}")
        return replace(self, scenarios=(scenario,), kinds=[kind for kind in self.kinds if self.of(kind, (scenario,))])

    def of(self, kind: Kind, scenarios: Sequence[str] | None = None) -> Sequence[str]:
        """The scenarios in which a kind can be planted."""
        return [each for each in scenarios or self.scenarios if not kind.scenarios or each in kind.scenarios]


@dataclass(frozen=True, slots=True, eq=False)
class Mutant:
    """A game with a violation in it, as it was played."""

    kind: Kind
    seed: int
    desk: Saboteur
    scenario: str


@dataclass(slots=True)
class Line:
    """What became of the mutants of one kind."""

    kind: Kind
    planted: int = 0
    fates: Counter[Fate] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)  # root findings that are not the violation
    fixes: list[Fixed] = field(default_factory=list)

    @property
    def well(self) -> bool:
        return self.planted > 0 and self.fates["found"] == self.planted and not self.elsewhere


# --- planting -------------------------------------------------------------------------------------------------------------------


def mutants(
    loaded: LoadedGame,
    workshop: Workshop,
    kind: Kind,
    seed: int,
    number: int,
    *,
    vain: Counter[str] | None = None,
    games: int = GAMES,
) -> Iterator[Mutant]:
    """So many games with a violation of a kind, as far as there is a chance to plant it; `vain`: what came of other tries."""
    made, idle, game = 0, 0, seed
    scenarios = workshop.of(kind)
    while made < number and idle < games:
        scenario = scenarios[game % len(scenarios)]
        desk = _game(loaded, workshop, kind, game, scenario)
        if desk.planted is not None:
            yield Mutant(kind, game, desk, scenario)
            made, idle = made + 1, 0
        else:
            idle += 1
        game += 1
        if vain is not None:
            vain.update(desk.judged_so)


def _game(loaded: LoadedGame, workshop: Workshop, kind: Kind, seed: int, scenario: str) -> Saboteur:
    whims = random.Random(f"{kind.name} {seed}")
    desk = Saboteur(loaded, loaded.table(scenario), random.Random(seed), kind=kind, whims=whims)
    for number in range(1, kind.turns + 1):
        workshop.turn(desk, number, busy=kind.busy)
        if desk.over:
            break
    return desk


# --- judging --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything it takes to write logs and to judge them."""

    loaded: LoadedGame
    folder: Path
    file: Path
    module: Module
    habit: Habit | None = None
    fix: bool = False
    album: Album = field(default_factory=Album)  # pieces look the same in all logs of a module

    def written(self, mutant: Mutant) -> tuple[Path, tuple[int, int]]:
        """The log of a mutant, and the steps that are the violation."""
        desk = mutant.desk
        path = self.folder / f"{mutant.kind.name.replace(' ', '-')}-{mutant.seed}.vlog"
        told = write_game(
            self.loaded,
            self.file,
            desk.plays,
            desk.table,
            path,
            scenario=mutant.scenario,
            seed=mutant.seed,
            habit=self.habit,
        )
        first, last = desk.planted or (0, 0)
        return path, (told.told[first].first, told.told[shows(told.told, last)].last)

    def judged(self, path: Path) -> JudgedFile:
        return judge_file(read_history(read_saved(path), self.module, self.album), Choices())


def bench(loaded: LoadedGame, folder: Path | None, module: Path | None, habit: Habit | None, fix: bool) -> Bench:
    """The module is built if none is given."""
    where = folder or Path(tempfile.mkdtemp(prefix="mutants-"))
    where.mkdir(parents=True, exist_ok=True)
    file = module or where / f"{loaded.slug}.vmod"
    if module is None:
        write_module(loaded, file)
    return Bench(loaded, where, file, Module.read(open_archive(file)), habit, fix)


def shows(told: Sequence[Told], index: int) -> int:
    """The action with which this one shows: players do not click to a phase that the counter shows already."""
    silent = isinstance(told[index].action, Phase) and told[index].last == told[index - 1].last
    if not silent:
        return index
    later = (at for at in range(index + 1, len(told)) if isinstance(told[at].action, Phase | Attack))
    return next((at for at in later if told[at].last > told[index].last), index)


# --- the table ------------------------------------------------------------------------------------------------------------------


def tried(
    bench_: Bench, workshop: Workshop, kind: Kind, *, seed: int = 1, number: int = 1, shown: int = 1, games: int = GAMES
) -> tuple[Line, list[str]]:
    """The mutants of one kind, and what to print of those that did not come out."""
    line, said, vain = Line(kind), list[str](), Counter[str]()
    for mutant in mutants(bench_.loaded, workshop, kind, seed, number, vain=vain, games=games):
        path, steps = bench_.written(mutant)
        judged = bench_.judged(path)
        became, elsewhere = fate(kind, steps, judged.findings)
        line.planted += 1
        line.fates[became] += 1
        line.elsewhere.update(f"{_verdict(each)} {rule_of(each)}" for each in elsewhere)
        problems = [] if became == "found" and not elsewhere else list(_told(mutant, path, steps, became, judged))
        if bench_.fix:
            line.fixes.append(fixed(path, judged, bench_.file, bench_.module))
            problems += [f"{path.name}: {problem}" for problem in line.fixes[-1].problems]
        said += problems[: 12 if shown > 0 else 0]
        shown -= bool(problems)
    if line.planted < number:
        said.append(f"{kind.name}: planted {line.planted} times; what came of other tries: {dict(vain.most_common(8))}")
    return line, said


def _told(mutant: Mutant, path: Path, steps: tuple[int, int], became: Fate, judged: JudgedFile) -> Iterator[str]:
    desk = mutant.desk
    first, last = desk.planted or (0, 0)
    yield f"{path.name}: {became}; planted in steps {steps[0]} to {steps[1]}"
    for play in desk.plays[first : last + 1]:
        yield f"    planted: {play.action}"
    for each in judged.findings:
        cause = "" if each.root else f" (follows from step {each.also[0].step})"
        yield f"    step {each.where.step}: {_verdict(each)} {rule_of(each)}: {each.message}{cause}"


def _verdict(finding: Finding) -> str:
    return "" if finding.verdict is None else finding.verdict.value


def table(lines: Sequence[Line], *, fix: bool) -> Iterator[str]:
    width = max((len(line.kind.name) for line in lines), default=4)
    heads = ["planted", *FATES, "elsewhere"] + (["fixed", "to players", "still there"] if fix else [])
    yield "  ".join(("kind".ljust(width), *heads))
    total: Counter[str] = Counter()
    for line in lines:
        row: Mapping[str, int] = {
            "planted": line.planted,
            **{each: line.fates[each] for each in FATES},
            "elsewhere": sum(line.elsewhere.values()),
            "fixed": sum(each.made > 0 for each in line.fixes),
            "to players": sum(each.made == 0 for each in line.fixes),
            "still there": sum(bool(each.problems) for each in line.fixes),
        }
        total.update(row)
        more = f"  {dict(line.elsewhere)}" if line.elsewhere else ""
        yield "  ".join((line.kind.name.ljust(width), *(str(row[head]).rjust(len(head)) for head in heads))) + more
    yield "  ".join(("total".ljust(width), *(str(total[head]).rjust(len(head)) for head in heads)))


def run(
    slug: str,
    workshop: Workshop,
    *,
    each: int,
    names: Sequence[str] = (),
    scenario: str | None = None,
    seed: int = 1,
    folder: Path | None = None,
    module: Path | None = None,
    habit: Habit | None = None,
    fix: bool = False,
    shown: int = 2,
) -> int:
    """Plant and judge; 0 if everything was found at its step and nothing else was."""
    workshop = workshop if scenario is None else workshop.only(scenario)
    kinds = [kind for kind in workshop.kinds if not names or kind.name in names]
    unknown = set(names) - {kind.name for kind in kinds}
    if unknown:
        raise SystemExit(f"no kinds of violation: {', '.join(sorted(unknown))}")
    loaded = load(slug)
    tools = bench(loaded, folder, module, habit, fix)
    lines: list[Line] = []
    start = time.process_time()
    for kind in kinds:
        line, said = tried(tools, workshop, kind, seed=seed, number=each, shown=shown)
        lines.append(line)
        print(f"{kind.name}: {line.planted} planted, {line.fates['found']} found", file=sys.stderr, flush=True)
        for problem in said:
            print(problem, flush=True)
    for text in table(lines, fix=fix):
        print(text)
    print(f"{sum(line.planted for line in lines)} mutants of {len(lines)} kinds in {time.process_time() - start:.0f} s of CPU")
    corrected = all(not fixed_.problems for line in lines for fixed_ in line.fixes)
    return 0 if corrected and all(_passes(line, habit) for line in lines) else 1


def _passes(line: Line, habit: Habit | None) -> bool:
    """Of logs without notes only what is found elsewhere counts: much is undecided without them."""
    if habit is None:
        return line.well
    return not any(name.startswith(Verdict.ILLEGAL.value) for name in line.elsewhere)
