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
from .binding import Choice, bound, bound_anew, check_names, entered
from .checks import RULEBOOK
from .errors import GameChoiceError, GameFolderError, GameReferenceError, GameValueError, instead, without_echoes
from .files import Faults, Toml, checked, is_file, read_toml
from .find import GAME_FILE, locate
from .loaded import LoadedGame, RuleInGame
from .models import DefectEntry, DefectsFile, GameEntry, OverlayFile, RulebookFile, SectionEntry
from .own import registry_of
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
    about = _about(folder, faults)
    if about is None:
        raise GameFolderError(folder.name, faults)
    named = about.overlays if overlays is None else tuple(dict.fromkeys(overlays))
    laid = _overlays(folder, named, faults, asked=overlays is not None)
    files = _files(folder, laid, faults)

    def renamed(name: str) -> str:
        return files.get(name, name)

    sections = _sections(folder, laid, faults)
    defects = _defects(folder, sections, faults)
    own = {defect.id: defect.ruling for defect in defects.values()}
    choice = Choice({**own, **_asked(about, defects, rulings or {}, faults)}, _options(about, options, faults))
    registry = registry_of(folder, faults)
    wanted = entered(_rule_files(folder, renamed, faults), laid, faults)
    check_names(wanted, about, sections, defects, faults)
    rules = bound(wanted, registry, choice, faults)
    board = read_board(folder, about, renamed, faults)
    roster = read_roster(folder, about, renamed, faults)
    charts = read_charts(folder, renamed, files, faults)
    if board is None:
        raise GameFolderError(about.slug, without_echoes(faults))
    arrivals = read_arrivals(folder, board, roster, about, renamed, faults)
    table = read_table(folder, renamed("arrivals.csv"), faults) if arrivals else None
    scenarios = read_scenarios(folder, about, board, roster, sections, renamed, faults)
    checks.look_over_game(about, sections, faults)
    checks.look_over_memories(about, registry, faults)
    every: dict[str, tuple[Chart, Source]] = charts if table is None else {"arrivals": table, **charts}
    if scenarios:
        every["set-up"] = read_set_ups(folder, scenarios, renamed)
    plain = {name: chart for name, (chart, _) in every.items()}
    bindings = tuple(each.binding for each in rules if each.binding is not None)
    words = vocabulary(about, board, roster, plain, scenarios, sections, (way for each in rules for way in each.ways))
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
        named,
        tuple(checks.gaps(rules, sections, defects, registry)),
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


def _rule_files(folder: Path, renamed: Callable[[str], str], faults: Faults) -> list[Toml]:
    """The bindings: rules.toml, and for a long rulebook a file for each part of it in rules/."""
    parts = sorted(path.relative_to(folder).as_posix() for path in (folder / "rules").glob("*.toml"))
    whole = [checks.RULES] if not parts or (folder / checks.RULES).exists() else []
    found = [read_toml(folder, renamed(name), faults) for name in (*whole, *parts)]
    return [file for file in found if file is not None]


def _about(folder: Path, faults: Faults) -> GameEntry | None:
    found = read_toml(folder, GAME_FILE, faults)
    return None if found is None else checked(GameEntry, found.data, found.name, found, faults)


def _overlays(folder: Path, names: Collection[str], faults: Faults, *, asked: bool) -> list[tuple[Toml, OverlayFile]]:
    there = {path.stem for path in (folder / "overlays").glob("*.toml")}
    found = []
    for name in names:
        if name not in there:
            kind, where = (GameChoiceError, folder.name) if asked else (GameReferenceError, GAME_FILE)
            faults.append(kind(f"there is no overlay {name}", file=where, field="overlays", remedy=instead(name, there)))
            continue
        source = read_toml(folder, f"overlays/{name}.toml", faults)
        overlay = None if source is None else checked(OverlayFile, source.data, source.name, source, faults)
        if source is not None and overlay is not None:
            found.append((source, overlay))
    return found


def _files(folder: Path, overlays: list[tuple[Toml, OverlayFile]], faults: Faults) -> dict[str, str]:
    """The files that overlays put in the place of others, or add as charts."""
    found: dict[str, str] = {}
    for source, overlay in overlays:
        for old, new in overlay.files.items():
            wrong = [name for name in (old, new) if Path(name).is_absolute() or ".." in Path(name).parts]
            wrong += [
                name for name in (old, new) if not is_file(folder / name) and (name == new or not name.startswith("charts/"))
            ]
            if wrong:
                line = source.line("files", old)
                remedy = "name files as they are called in the folder of the game"
                message = f"the game has no file {wrong[0]}"
                faults.append(GameReferenceError(message, file=source.name, line=line, field="files", remedy=remedy))
            else:
                found[old] = new
    return found


def _sections(folder: Path, overlays: list[tuple[Toml, OverlayFile]], faults: Faults) -> dict[str, SectionEntry]:
    """The sections of the rulebook, with those of errata in the place of the ones they correct."""
    source = read_toml(folder, RULEBOOK, faults)
    whole = None if source is None else checked(RulebookFile, source.data, source.name, source, faults)
    found: dict[str, SectionEntry] = {}
    for number, section in enumerate(whole.section if whole is not None else ()):
        if section.id in found and source is not None:
            line = source.line("section", number, "id")
            remedy = 'give the second an id that says where it stands, such as "4.1@6"'
            message = f"two sections have the id {section.id}"
            faults.append(GameValueError(message, file=source.name, line=line, field="id", remedy=remedy))
        found[section.id] = section
    return found | {section.id: section for _, overlay in overlays for section in overlay.section}


def _defects(folder: Path, sections: Mapping[str, SectionEntry], faults: Faults) -> dict[str, DefectEntry]:
    source = read_toml(folder, checks.DEFECTS, faults, needed=False)
    whole = None if source is None else checked(DefectsFile, source.data, source.name, source, faults)
    found: dict[str, DefectEntry] = {}
    for number, defect in enumerate(whole.defect if whole is not None else ()):
        name = source.name if source is not None else ""
        line = None if source is None else source.line("defect", number, "id")
        if defect.id in found:
            message = f"two defects are called {defect.id}"
            faults.append(GameValueError(message, file=name, line=line, field="id", remedy="number them anew"))
        for section in (section for section in defect.sections if section not in sections):
            at = None if source is None else source.line("defect", number, "sections")
            message = f"the rulebook has no section {section}"
            remedy = instead(section, sections.keys())
            faults.append(
                GameReferenceError(message, file=name, line=at, field=f"{defect.id}.sections", remedy=remedy, of=RULEBOOK)
            )
        found[defect.id] = defect
    return found


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
        faults.append(GameChoiceError(message, file=game.slug, field=f"ruling {key}={reading}", remedy=remedy))
    return taken


def _options(game: GameEntry, asked: Collection[str] | None, faults: Faults) -> frozenset[str]:
    known = [option.id for option in game.options]
    if asked is None:
        return frozenset(option.id for option in game.options if option.default)
    for option in (option for option in asked if option not in known):
        message = f"no option is called {option}"
        faults.append(GameChoiceError(message, file=game.slug, field="options", remedy=instead(option, known)))
    return frozenset(asked)
