"""A game folder as a whole: every file read, every name looked up, everything wrong told at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.engine.charts import Chart
from adjudicator.engine.memory import Lifetime
from adjudicator.facts import Source
from adjudicator.rules.registry import Bindings, Registry
from adjudicator.rules.table import Game

from . import checks
from .binding import Choice, bound, bound_anew, check_names
from .errors import GameChoiceError, GameFolderError, instead, without_echoes
from .files import Faults
from .find import locate
from .layers import layer_of
from .loaded import LoadedGame, RuleInGame
from .models import DefectEntry, GameEntry
from .setup import read_arrivals, read_scenarios
from .tables import read_charts, read_set_ups, read_table, trusting
from .vocabulary import vocabulary
from .world import read_board, read_roster

ALL = frozenset(Source)


def load(
    game: str | Path,
    *,
    trust: frozenset[Source] = ALL,
    options: Collection[str] | None = None,
    rulings: Mapping[str, str] | None = None,
    overlays: Collection[str] | None = None,
) -> LoadedGame:
    """A game by its short name or its folder. Raises `GameError`, or `GameFolderError` with everything that is wrong.

    What only sources outside `trust` state is unknown. Options are the optional rules in force (None: as the game says),
    rulings the readings of defects that differ from the game's own (`D4` or `game/D4`), overlays the editions and errata.
    """
    folder = locate(game)
    faults: Faults = []
    texts = layer_of(folder, faults, overlays)
    if texts is None:
        raise GameFolderError(folder.name, faults)
    about, files, home = texts.about, texts.files, texts.folder

    def renamed(name: str) -> str:
        return files.get(name, name)

    sections, defects, registry, wanted = texts.sections, texts.defects, texts.registry, texts.rules
    own = {defect.id: defect.ruling for defect in defects.values()}
    choice = Choice({**own, **_asked(about, defects, rulings or {}, faults)}, _options(about, options, faults))
    check_names(wanted, about, sections, defects, faults)
    rules = bound(wanted, registry, choice, faults)
    board = read_board(home, about, renamed, faults)
    roster = read_roster(home, about, renamed, faults)
    charts = read_charts(home, renamed, files, faults)
    if board is None:
        raise GameFolderError(about.slug, without_echoes(faults))
    arrivals = read_arrivals(home, board, roster, about, renamed, faults)
    table = read_table(home, renamed("arrivals.csv"), faults) if arrivals else None
    scenarios = read_scenarios(home, about, board, roster, sections, renamed, faults)
    checks.look_over_game(about, sections, faults)
    checks.look_over_memories(about, registry, faults)
    every: dict[str, tuple[Chart, Source]] = charts if table is None else {"arrivals": table, **charts}
    if scenarios:
        every["set-up"] = read_set_ups(home, scenarios, renamed)
    plain = {name: chart for name, (chart, _) in every.items()}
    bindings = tuple(each.binding for each in rules if each.binding is not None)
    words = vocabulary(about, board, roster, plain, scenarios, sections, (way for each in rules for way in each.ways))
    checks.look_over_roles(about, words, faults)
    checks.look_over_parameters(rules, words, faults)
    if not faults:  # otherwise what looks unbound may only be misspelled
        checks.look_over_slots(wanted, registry, about, defects, choice, faults)
    if faults:
        raise GameFolderError(about.slug, without_echoes(faults))
    played = Game(
        about.slug,
        about.title,
        about.side_ids,
        Bindings(bindings),
        {name: kept for name, (chart, said) in every.items() if (kept := trusting(chart, said, trust)) is not None},
        {side.id: side.name for side in about.sides},
        frozenset(box.id for box in about.boxes if box.left_map),
        choice.options,
        choice.rulings,
        trust,
        registry.memories,
        {name: Lifetime[word.upper()] for name, word in about.memories.items()},
        {defect.id: defect.offered for defect in defects.values()},
        _under(rules, registry, choice),
    )
    return LoadedGame(
        folder,
        about,
        played,
        board.trusting(trust),
        {id_: unit.trusting(trust) for id_, unit in roster.items()},
        scenarios,
        sections,
        defects,
        rules,
        registry,
        words,
        arrivals,
        texts.overlays,
        tuple(checks.gaps(rules, sections, defects, registry, () if texts.behind is None else texts.behind.registry.rules)),
        home,
        None if texts.behind is None else texts.behind.about.slug,
    )


def _under(rules: tuple[RuleInGame, ...], registry: Registry, choice: Choice) -> Callable[[Mapping[str, str]], Bindings]:
    """The rules under other rulings: each set is made once."""
    made: dict[frozenset[tuple[str, str]], Bindings] = {}

    def under(rulings: Mapping[str, str]) -> Bindings:
        key = frozenset(rulings.items())
        if key not in made:
            anew = bound_anew(rules, registry, Choice(rulings, choice.options))
            made[key] = Bindings(tuple(each.binding for each in anew if each.binding is not None))
        return made[key]

    return under


def read_otherwise(loaded: LoadedGame, rulings: Mapping[str, str]) -> LoadedGame:
    """A loaded game with other readings taken. GameFolderError if one of them cannot be."""
    faults: Faults = []
    chosen = {**loaded.rulings, **_asked(loaded.about, loaded.defects, rulings, faults)}
    if faults:
        raise GameFolderError(loaded.slug, faults)
    rules = bound_anew(loaded.rules, loaded.registry, Choice(chosen, loaded.game.options))
    return replace(loaded, game=loaded.game.under(chosen), rules=rules)


def _asked(game: GameEntry, defects: Mapping[str, DefectEntry], asked: Mapping[str, str], faults: Faults) -> dict[str, str]:
    """The readings that somebody asks for, by defect."""
    taken: dict[str, str] = {}
    for key, reading in asked.items():
        slug, slash, defect = key.rpartition("/")
        if slash and slug != game.slug:
            continue  # of another game: a batch may name the rulings of all it holds
        if defect not in defects:
            message, remedy = f"no defect is called {defect}", instead(defect, defects.keys())
        elif reading in defects[defect].offered:
            taken[defect] = reading
            continue
        elif reading in defects[defect].keys:
            message, remedy = f"{defect}={reading} cannot be played", defects[defect].unbuilt(reading)
        else:
            message, remedy = f"{defect} has no reading {reading}", instead(reading, defects[defect].offered)
        faults.append(GameChoiceError(message, file=game.slug, field="rulings", remedy=remedy))
    return taken


def _options(game: GameEntry, asked: Collection[str] | None, faults: Faults) -> frozenset[str]:
    known = [option.id for option in game.options]
    if asked is None:
        return frozenset(option.id for option in game.options if option.default)
    for option in (option for option in asked if option not in known):
        message = f"no option is called {option}"
        faults.append(GameChoiceError(message, file=game.slug, field="options", remedy=instead(option, known)))
    return frozenset(asked)
