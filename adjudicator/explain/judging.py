"""Files judged by the rules of their game: which game it is, the position, every action of a log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from adjudicator.facts import Source, Unknown
from adjudicator.finding import Finding, Unconfirmed, Where
from adjudicator.games import LoadedGame, games, locate
from adjudicator.games.as_data import told_rulings
from adjudicator.games.errors import GameError
from adjudicator.games.once import LoadedGames
from adjudicator.games.stated_facts import StatedFact, read_facts, telling, with_facts
from adjudicator.rules.opinion import Judged, Ruled
from adjudicator.rules.position import judge_position
from adjudicator.rules.rulings import naming_rulings, position_with_rulings
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.rules.table import Table
from adjudicator.rules.words import said
from adjudicator.verdict import Severity, Verdict

from ..evidence.as_printed import as_printed, hexes_as_in_the_game
from ..evidence.binding import BindingEntry, binding_for
from ..evidence.companion import with_companion, with_declarations
from ..evidence.history import History
from ..evidence.positions import read_pieces
from ..evidence.surveys import Survey
from .board import LookedInto, PlayedGame
from .causes import Traced, traced
from .turns import Played, play
from .unconfirmed import only_supposed, unaccused, unconfirmed_in

DECISIVE = frozenset((Source.RULEBOOK, Source.PRINTED, Source.PLAYER))


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user decided about how to judge."""

    game: str | None = None  # None: find out
    assume: Collection[Source] = ()  # sources that shall decide though they would not
    options: Collection[str] | None = None
    rulings: Mapping[str, str] | None = None
    surveys: Sequence[Survey] = ()  # of modules that are not ours
    facts: Sequence[Path] = ()  # tables of what players state: what their maps, counters and charts show, what was played
    tell: Sequence[str] = ()  # the same, one by one
    set_up: str | None = None  # the scenario as whose set-up saves are judged, and what logs begin with
    foreign: bool = False  # judge a module of ours as one that prints we do not know what
    games: LoadedGames = field(default_factory=LoadedGames, repr=False, compare=False)  # those that were loaded so far


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """What a finding was made from, for those who show more of it."""

    table: Table  # before the action
    ruled: Ruled
    judged: Judged | None = None  # None: it is about a position by itself


@dataclass(frozen=True, slots=True, eq=False)
class JudgedFile:
    """A file with everything that the rules say of it. No game: no module of ours is what it was played on."""

    file: str
    game: LoadedGame | None
    binding: BindingEntry | None
    played: tuple[Played, ...] = ()
    end: Table | None = None
    is_log: bool = True
    lacks_module: bool = False  # without it nobody knows which hex a piece is in, so nothing was judged
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    grounds: tuple[Grounds, ...] = ()  # of each of the findings
    who: Mapping[int, str] = field(default_factory=dict)  # by step
    left_at: int | None = None  # the step of a log from which on not all was judged
    looked_into: tuple[LookedInto, ...] = ()  # steps of a log that were read in several ways
    strange: int = 0  # counters on the map that no binding knows
    unconfirmed: Unconfirmed | None = None  # what verdicts on it rest on though nobody has looked; None: all was confirmed

    @property
    def worst(self) -> Verdict:
        found = {finding.verdict for finding in self.findings}
        if Verdict.ILLEGAL in found:
            return Verdict.ILLEGAL
        return Verdict.UNDECIDED if Verdict.UNDECIDED in found or self.left_at is not None else Verdict.LEGAL


def knows_game(history: History, choices: Choices) -> bool:
    """Is a game bound to the module that a file was played on? That is quick to say: no game is loaded for it."""
    return bound_game(history.module, choices) is not None


def judge_file(history: History, choices: Choices, *, with_module: bool = True) -> JudgedFile:
    """Judge one file. GameError or GameFolderError if the game asked for is not there or cannot be loaded.

    `with_module` says whether its module was at hand when its history was read: places have no names without it.
    """
    found = _game_of(history, choices)
    if found is None:
        return JudgedFile(history.file, None, None)
    loaded, binding, stated = found
    loaded = as_printed(loaded, binding, history)
    if not with_module:
        return JudgedFile(history.file, loaded, binding, is_log=history.is_log, lacks_module=True)
    pieces = read_pieces(loaded, binding, history.start.values())
    game = play(loaded, binding, hexes_as_in_the_game(loaded, binding, history), telling(stated, history.file))
    game, unnamed = _naming_rulings(unaccused(game, loaded, binding))
    unconfirmed = unconfirmed_in(game, loaded, binding)
    notes = tuple(f"{name} says it is a unit of {loaded.title}, which has no such" for name in dict.fromkeys(pieces.strangers))
    notes += tuple(f"several pieces say they are {loaded.roster[unit].name}" for unit in dict.fromkeys(pieces.twice))
    notes += (*_readings(game.played), *_left_out(game, unnamed))
    legal = sum(each.judged.verdict is Verdict.LEGAL for each in game.played)
    notes += () if unconfirmed is None else tuple(unconfirmed.told(legal))
    notes += (f"only a part of its rulebook is at hand. {loaded.about.covers}",) if loaded.about.covers else ()
    who: dict[int, str] = {}
    start = _set_up(loaded, choices.set_up)
    if history.is_log:
        causes = tuple(traced(game.played))
        who = {event.step: str(event.person) for event in history.events if event.person is not None}
        told = ((_finding(history, loaded, found, who), found.played) for found in causes)
        findings = tuple(only_supposed(finding, played, binding, loaded) for finding, played in told)
        grounds = tuple(Grounds(found.played.before, found.ruled, found.played.judged) for found in causes)
    else:
        findings = grounds = ()
    if start is not None or not history.is_log:
        at = game.start if history.is_log else game.end
        at = at if loaded.confirmed is None else replace(at, board=loaded.confirmed)
        wrong = position_with_rulings(at, judge_position(at, start), start).findings
        findings = (*(_of_position(history.file, loaded, at, each) for each in wrong), *findings)
        grounds = (*(Grounds(at, each) for each in wrong), *grounds)
    shown = JudgedFile(history.file, loaded, binding, game.played, game.end, history.is_log, left_at=game.left_at)
    shown = replace(shown, looked_into=game.looked_into, unconfirmed=unconfirmed)
    return replace(shown, findings=findings, notes=notes, grounds=grounds, who=who)


def _set_up(loaded: LoadedGame, scenario: str | None) -> Table | None:
    """The set-up of a scenario, if somebody says that a position should be one of it."""
    if scenario is not None and scenario not in loaded.scenarios:
        known = ", ".join(sorted(loaded.scenarios)) or "none"
        raise GameError(f"there is no scenario {scenario!r}; there are: {known}", file=loaded.slug)
    return None if scenario is None else loaded.table(scenario)


def _naming_rulings(game: PlayedGame) -> tuple[PlayedGame, int | None]:
    """The log with findings that say on which rulings they rest, and the step from which on they do not, if there is too much."""
    named = tuple(naming_rulings((each.before, each.judged) for each in game.played))
    pairs = tuple(zip(game.played, named, strict=True))
    unnamed = next((each.step for each, judged in pairs if judged is None and each.judged.findings), None)
    played = tuple(each if judged is None else replace(each, judged=judged) for each, judged in pairs)
    return replace(game, played=played), unnamed


def _left_out(game: PlayedGame, unnamed: int | None) -> Iterator[str]:
    """What was not looked into, for there is more of it than in any game that is played."""
    if game.left_at is not None:
        why = "the log is too long, or too much in it is illegal or may be meant in many ways"
        yield f"not all was judged from step {game.left_at} on: {why}"
    if unnamed is not None:
        yield f"from step {unnamed} on nobody looked on which rulings of the rulebook findings rest: there are too many of them"


def _readings(played: Sequence[Played]) -> tuple[str, ...]:
    """That some combats were read from what followed, and where to see as which."""
    steps = [each.step for each in played if each.reading]
    if not steps:
        return ()
    many = f"{len(steps)} combats that nobody announced were" if len(steps) > 1 else "one combat that nobody announced was"
    return (f"{many} read from what followed; `explain --step {steps[0]}` says as what",)


def _game_of(history: History, choices: Choices) -> tuple[LoadedGame, BindingEntry, tuple[StatedFact, ...]] | None:
    """The game of a file, with the facts that may decide on it."""
    found = bound_game(history.module, choices)
    return None if found is None else _loaded(*found[:2], choices, found[2])


def bound_game(module: str | None, choices: Choices) -> tuple[Path, BindingEntry, Sequence[Path]] | None:
    """The folder of the game whose binding names a file's module, and the tables of facts that belong to it. A player's own
    come first."""
    wanted = None if choices.game is None else locate(choices.game)
    for survey in choices.surveys:
        folder, binding = locate(survey.game), survey.binding(module)
        if binding is not None and wanted in (None, folder):
            return folder, binding, (*survey.facts, *choices.facts)
    for folder in games().values() if wanted is None else [wanted]:
        binding = binding_for(folder, module)
        if binding is not None:
            return folder, binding, choices.facts
    return None


def _loaded(
    folder: Path, binding: BindingEntry, choices: Choices, facts: Sequence[Path]
) -> tuple[LoadedGame, BindingEntry, tuple[StatedFact, ...]]:
    every = frozenset(Source)
    ours = binding.prints == "reconstruction" and not choices.foreign
    trust = every if ours else DECISIVE | frozenset(choices.assume)
    loaded = choices.games.load(folder, trust=trust, options=choices.options, rulings=choices.rulings)
    if binding.prints == "nothing":
        binding = with_companion(binding, loaded)
    elif ours:
        binding = with_declarations(binding)
    if not facts and not choices.tell:
        return loaded, binding, ()
    stated = read_facts(facts, choices.tell, loaded if trust == every else choices.games.load(folder))
    return with_facts(loaded, stated), binding, stated


def _of_position(file: str, loaded: LoadedGame, table: Table, ruled: Ruled) -> Finding:
    opinion, state = ruled.opinion, table.state
    sides = {table.unit(unit).side for unit in opinion.units}
    return Finding(
        check=f"{loaded.slug}/{ruled.rule}",
        message=opinion.message,
        where=Where(file),
        severity=Severity.ERROR if ruled.verdict is Verdict.ILLEGAL else Severity.WARNING,
        verdict=ruled.verdict,
        side=sides.pop() if len(sides) == 1 else state.active or None,
        turn=None if isinstance(state.recall(TURN_KNOWN), Unknown) else state.turn,
        phase=state.phase or None,
        units=opinion.units,
        pieces=tuple(table.unit(unit).name for unit in opinion.units),
        hexes=opinion.hexes,
        cite=ruled.cite,
        rows=opinion.rows,
        rulings=told_rulings(loaded, ruled),
        needs=tuple(sorted(opinion.truth.needs, key=str)),
    )


def _finding(history: History, loaded: LoadedGame, found: Traced, who: Mapping[int, str]) -> Finding:
    """What is wrong with an action: as of a position, with where in the log, by whom, and what it follows from."""
    played = found.played
    of_position = _of_position(history.file, loaded, played.before, found.ruled)
    return replace(
        of_position,
        message=of_position.message or said(played.before, played.action),
        where=Where(history.file, played.step),
        player=who.get(played.step),
        fix=found.ruled.opinion.fix,
        also=() if found.cause is None else (Where(history.file, found.cause),),
        root=found.root,
    )


def finding_at(judged: JudgedFile, table: Table, step: int, ruled: Ruled, rests_on: tuple[str, ...] = ()) -> Finding:
    """A finding about a step of a file that was judged: for who knows more of the file than its rules do."""
    if judged.game is None:
        raise ValueError("a file that nobody judged has no findings")
    own = _of_position(judged.file, judged.game, table, ruled)
    return replace(own, where=Where(judged.file, step), player=judged.who.get(step), rests_on=rests_on)
