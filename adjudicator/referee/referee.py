"""One way of judging files: the game, the module, the readings of the rulebook, and what players say of their own copy."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.evidence.binding_words import look_over
from adjudicator.evidence.gather import LOOKS_KEPT, MODULES_KEPT, Gathered, ReadFile, Warm, Watch, one_by_one
from adjudicator.evidence.history import History
from adjudicator.evidence.surveys import read_survey, surveys_in
from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import Choices, JudgedFile, bound_game, judge_file, knows_game
from adjudicator.explain.turns import MOST_READ
from adjudicator.facts import Source
from adjudicator.finding import Problem
from adjudicator.games import LoadedGame, load, locate
from adjudicator.games.once import LoadedGames
from adjudicator.library.shelf import default_library, home
from adjudicator.rules.table import Table
from vassal_bridge.saved import SavedGame

from .ours import our_module
from .results import Checked, CheckedFiles, Explained, Fix
from .strangers import strangers_in, without_guessing
from .unjudged import other_module, without_rules
from .which_unit import hex_called, unit_called

if TYPE_CHECKING:
    from adjudicator.correct.model import Apply

    from .wherever import Answer

File: TypeAlias = str | Path


class CannotJudgeError(Exception):
    """A file of which nothing can be said: it cannot be read, its module is not at hand, or no rules are known for it."""

    exit = ExitCode.UNREADABLE

    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file, self.why = file, why


class NotJudgedError(CannotJudgeError):
    """No rules are known for it, so there is nothing to be said by them."""

    exit = ExitCode.UNDECIDED


class NoSuchStepError(CannotJudgeError):
    """It is asked about a step at which nothing was played."""

    exit = ExitCode.USAGE


@dataclass(frozen=True, kw_only=True)
class Referee:
    """Judges saves and logs. Everything may be left out: the module of a file says which game it is."""

    game: File | None = None  # a game's short name or folder; None: by the module
    modules: Sequence[File] = ()  # module files beside those in the library and beside the logs
    surveys: Sequence[File] = ()  # folders that bind modules of your own
    facts: Sequence[File] = ()  # tables of what your map, counters and charts show, and of what was played
    tell: Sequence[str] = ()  # such facts one by one: "attackers of 2308 at step 40: 43G, 11 T"
    rulings: Mapping[str, str] | None = None  # defects of a rulebook read otherwise: {"koenigsberg-rg/D4": "other"}
    options: Collection[str] | None = None  # optional rules in force; None: as the game says
    assume_reconstruction: bool = False  # let our reconstruction decide also on modules that print their own map
    players: Mapping[str, str] | None = None  # who plays which side, for reports: {"german": "Ada"}
    set_up: str | None = None  # the scenario as whose set-up saves are judged, and what logs begin with
    any_version: bool = False  # judge also on another version of the module than the one a file was played on

    @cached_property
    def _games(self) -> LoadedGames:
        """A referee reads a game once."""
        return LoadedGames()

    def check(self, file: File, *, whole: bool = True) -> Checked:
        """Judge one file. Raises CannotJudgeError where nothing can be said of it, GameError where the choices are wrong.

        Of a log too long to be judged whole the rest is read only if the `whole` history is wanted.
        """
        files = self.check_all([file], whole=whole)
        for problem in files.problems:
            raise CannotJudgeError(problem.file, problem.message)
        return files.files[0]

    def check_all(self, files: Sequence[File], watch: Watch | None = None, *, whole: bool = True) -> CheckedFiles:
        """Judge many files. One that cannot be read is among the problems and stops none of the others."""
        gathered = Gathered()
        checked = []
        for each in self.check_each(files, watch, gathered, whole=whole):
            if isinstance(each, Checked):
                gathered.take(ReadFile(each.file, each.path, each.history, each.module, each.module_path))
                checked.append(each)
        return CheckedFiles(tuple(checked), gathered)

    def check_each(
        self,
        files: Sequence[File],
        watch: Watch | None = None,
        gathered: Gathered | None = None,
        warm: Warm | None = None,
        called: Sequence[str] | None = None,
        *,
        whole: bool = True,
    ) -> Iterator[Checked | Problem]:
        """Judge file after file; each can be forgotten before the next one is read. Notes and problems gather in `gathered`;
        `warm` is what earlier calls left, as long as no module changes; `called` is what reports call the files. Not `whole`: of
        a log that is too long to be judged whole, what is far beyond that is not read either, and its history ends there.
        """
        gathered = Gathered() if gathered is None else gathered
        warm = Warm(most=MODULES_KEPT, looks=LOOKS_KEPT) if warm is None else warm
        choices = self._choices()
        if choices.game is not None:
            locate(choices.game)  # who asks for a game that is not there is told so before anything is read
        given = [Path(module) for module in self.modules]
        ours = partial(our_module, load=self._games.load)
        looked_over: set[tuple[Path, str | None]] = set()

        def most(saved: SavedGame) -> int | None:
            return None if whole or bound_game(saved.metadata.module_name, choices) is None else MOST_READ

        told = 0
        paths = [Path(file) for file in files]
        for read in one_by_one(paths, given, default_library(), gathered, watch, ours, warm, most, called):
            if isinstance(read, Problem):
                yield read
                continue
            _look_over(choices, read.history, looked_over)
            checked = self._judged(read, choices, tuple(gathered.notes[told:]))
            told = len(gathered.notes)
            if isinstance(checked, Problem):
                gathered.problems.append(checked)
            yield checked

    def _judged(self, read: ReadFile, choices: Choices, remarks: tuple[str, ...]) -> Checked | Problem:
        history = read.history
        if read.module is not None and knows_game(history, choices):
            wrong = other_module(history, read.module, any_version=self.any_version)
            if wrong is not None:
                return Problem(read.label, wrong)
        judged = judge_file(history, choices, with_module=read.module is not None)
        if judged.lacks_module:
            return Problem(read.label, _without_module(judged))
        unjudged = None if judged.game is not None else without_rules(history, choices.game)
        strangers = strangers_in(history, judged)
        if strangers is not None:
            judged = without_guessing(judged, strangers)
        return Checked(judged, history, read.path, read.module, remarks, unjudged, read.module_path, dict(self.players or {}))

    def explain(self, file: File, step: int) -> Explained:
        """What was played at one step, and what every rule says of it."""
        checked = self._with_rules(file, whole=False)
        found = tuple(each for each in checked.actions if each.step == step)
        if not found:
            near = min((each.step for each in checked.actions), key=lambda other: abs(other - step), default=None)
            more = "" if near is None else f"; the nearest step with one is {near}"
            more += "".join(f". {each.message}" for each in checked.findings if each.where.step == step)
            raise NoSuchStepError(checked.file, f"no action of the game is complete at step {step}{more}")
        return Explained(checked, step, found)

    def moves(self, file: File, unit: str, *, whenever: bool = False, step: int | None = None, to: str | None = None) -> Answer:
        """The hexes a unit may move to from where it stands, and what it takes; or whether it may go `to` one of them.

        `unit` is a name as on the counter, or the game's own name of it. `step`: not at the end of the file but before what was
        played at that step. `whenever`: not now, but when it is its turn to move and it is under command. Raises LookupError for
        a unit that is not in play, or a name that several have.
        """
        from .wherever import (
            knowing_strangers,
            reachable_by,
            why_there,
        )  # only here, as in what follows: few ask, and pictures take long to load

        checked, table, id_ = self._asked(file, unit, step)
        if to is None:
            return knowing_strangers(reachable_by(checked, table, id_, step, whenever=whenever))
        return knowing_strangers(why_there(checked, table, id_, hex_called(table, to), step, whenever=whenever))

    def retreats(self, file: File, unit: str, *, step: int | None = None, length: int = 0) -> Answer:
        """Where a unit may retreat to: after its combat at a step or later, or `length` hexes from where it stands."""
        from .wherever import knowing_strangers, may_retreat

        checked, table, id_ = self._asked(file, unit, step)
        return knowing_strangers(may_retreat(checked, table, id_, step, length))

    def supply(self, file: File, unit: str, *, step: int | None = None) -> Answer:
        """Whether a unit has a line of supply, and by which hexes, or what is in the way."""
        from .wherever import knowing_strangers, supplied_by

        checked, table, id_ = self._asked(file, unit, step)
        return knowing_strangers(supplied_by(checked, table, id_, step))

    def _asked(self, file: File, unit: str, step: int | None) -> tuple[Checked, Table, str]:
        from .wherever import moment

        checked = self._with_rules(file, whole=False)
        last = max((event.step for event in checked.history.events), default=0) + checked.history.unread
        if step is not None and not 0 <= step <= last:
            raise NoSuchStepError(checked.file, f"it has no step {step}; the last is {last}")
        left_at = checked.judged.left_at
        if left_at is not None and (step is None or step > left_at):
            raise NotJudgedError(checked.file, f"not all was judged from step {left_at} on, so ask before that: --step {left_at}")
        table = moment(checked, None, step)
        if table is None:
            raise NotJudgedError(checked.file, "nothing is known of its end")
        id_ = unit_called(table, unit)
        return checked, moment(checked, id_, step) or table, id_

    def fix(self, file: File, apply: Apply = "safe") -> Fix:
        """What would put a file right: corrections with their reasons, to be written as a save, and the log annotated."""
        from adjudicator.correct.positions import plan

        checked = self._with_rules(file, whole=False)
        return Fix(checked, apply, plan(checked.judged, apply), (*map(Path, self.modules), *checked.modules))

    def game_of(self, name: File) -> LoadedGame:
        """A game with its rules, sections and units, under the rulings and options of this referee."""
        return load(name, options=self.options, rulings=self.rulings)

    def _with_rules(self, file: File, *, whole: bool = True) -> Checked:
        checked = self.check(file, whole=whole)
        if checked.not_judged is not None:
            raise NotJudgedError(checked.file, "; ".join((checked.not_judged.why, *checked.not_judged.todo)))
        return checked

    def _choices(self) -> Choices:
        return Choices(
            None if self.game is None else str(self.game),
            (Source.RECONSTRUCTION,) if self.assume_reconstruction else (),
            self.options or None,
            dict(self.rulings) if self.rulings else None,
            (*(read_survey(Path(each)) for each in self.surveys), *surveys_in(home())),
            tuple(Path(each) for each in self.facts),
            self.tell,
            self.set_up,
            games=self._games,
        )


def _look_over(choices: Choices, history: History, done: set[tuple[Path, str | None]]) -> None:
    """A survey that is used for a file names nothing that its game has not: it would be passed over in silence."""
    for survey in choices.surveys:
        binding = survey.binding(history.module)
        if binding is not None and (survey.folder, history.module) not in done:
            done.add((survey.folder, history.module))
            look_over(survey.folder, survey.modules.index(binding), binding, choices.games.load(locate(survey.game)))


def _without_module(judged: JudgedFile) -> str:
    if judged.game is None or judged.binding is None:
        return "its module was not found"
    name = judged.binding.modules[0]
    ours = f", or make it: adjudicate module build {judged.game.slug} -o FILE.vmod" if judged.binding.prints != "nothing" else ""
    return f"its module, {name}, was not found, and without it nobody knows the hexes; give it with -m{ours}"
