"""What a game's texts say before its tables are read: its own, over those of the game whose edition it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.rules.registry import Registry
from adjudicator.rules.shared import SHARED

from . import edition
from .binding import Entered, entered
from .checks import DEFECTS, RULEBOOK, RULES
from .errors import GameChoiceError, GameError, GameReferenceError, GameValueError, instead
from .files import Faults, Toml, checked, is_file, read_toml
from .find import GAME_FILE, locate
from .folders import GameFolder
from .models import DefectEntry, DefectsFile, GameEntry, OverlayFile, RulebookFile, SectionEntry
from .own import registry_of

_DEEPEST = 8  # editions of editions


@dataclass(frozen=True, slots=True)
class GameLayer:
    """A game as its texts have it."""

    folder: GameFolder
    about: GameEntry
    said: Mapping[str, Any]  # game.toml, with what the other edition says
    files: Mapping[str, str]  # those that overlays put in the place of others
    sections: Mapping[str, SectionEntry]
    defects: Mapping[str, DefectEntry]
    rules: tuple[Entered, ...]
    registry: Registry
    overlays: tuple[str, ...]
    behind: GameLayer | None = None


def layer_of(folder: Path, faults: Faults, overlays: Collection[str] | None = None, deep: int = 0) -> GameLayer | None:
    """The texts of a game's folder; None if nothing can be made of them."""
    source = read_toml(folder, GAME_FILE, faults)
    if source is None:
        return None
    behind: GameLayer | None = None
    if source.data.get("edition_of"):
        behind = _behind(folder, source, faults, deep)
        if behind is None:
            return None
    where = GameFolder(folder)
    if behind is not None:
        where = GameFolder(folder, behind.folder, *edition.pairs_in(folder, behind.sections, faults))
    said = source.data if behind is None else edition.about(source.data, behind.said, where)
    about = checked(GameEntry, said, source.name, source, faults)
    if about is None:
        return None
    named = about.overlays if overlays is None else tuple(dict.fromkeys(overlays))
    laid = _overlays(folder, named, faults, asked=overlays is not None)
    files = {**(behind.files if behind is not None else {}), **_files(where, laid, faults)}
    registry = registry_of(folder, faults, SHARED if behind is None else behind.registry)
    sections = _sections(where, behind, laid, faults)
    settled: Mapping[str, str] = {}
    if behind is None:
        defects = _defects(where, sections, faults)
    else:
        defects, settled = edition.defects(where, behind.about.slug, behind.defects, faults)
    _look_over(defects, sections, where, faults)
    own = _rule_files(folder, files, faults, needed=behind is None)
    theirs = None if behind is None else edition.carried(behind.rules, where, settled, registry)
    rules = entered(own, laid, faults, theirs)
    if behind is not None:
        edition.look_over(rules, behind.about.slug, faults)
    return GameLayer(where, about, said, files, sections, defects, rules, registry, named, behind)


def _behind(folder: Path, source: Toml, faults: Faults, deep: int) -> GameLayer | None:
    """The game whose edition it is. It is looked for beside the folder, and among the games that there are."""
    name, line = str(source.data["edition_of"]), source.line("edition_of")
    try:
        beside = folder.parent / name
        where = beside if Path(name).name == name and is_file(beside / GAME_FILE) else locate(name)
        if where.resolve() == folder.resolve() or deep > _DEEPEST:
            message = "it is an edition of itself"
            raise GameChoiceError(message, file=name, remedy="name the game that it differs from")
    except GameChoiceError as error:
        faults.append(GameReferenceError(error.message, file=source.name, line=line, field="edition_of", remedy=error.remedy))
        return None
    found: Faults = []
    layer = layer_of(where, found, None, deep + 1)
    faults += [_of_another(error, name) for error in found]
    return layer


def _of_another(error: GameError, game: str) -> GameError:
    return GameValueError(error.message, file=f"{game}/{error.file}", line=error.line, field=error.field, remedy=error.remedy)


def _rule_files(folder: Path, renamed: Mapping[str, str], faults: Faults, *, needed: bool) -> list[Toml]:
    """The bindings: rules.toml, and for a long rulebook a file for each part of it in rules/."""
    parts = sorted(path.relative_to(folder).as_posix() for path in (folder / "rules").glob("*.toml"))
    whole = [RULES] if (needed and not parts) or (folder / RULES).exists() else []
    found = [read_toml(folder, renamed.get(name, name), faults) for name in (*whole, *parts)]
    return [file for file in found if file is not None]


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


def _files(folder: GameFolder, overlays: list[tuple[Toml, OverlayFile]], faults: Faults) -> dict[str, str]:
    """The files that overlays put in the place of others, or add as charts."""
    found: dict[str, str] = {}
    for source, overlay in overlays:
        for old, new in overlay.files.items():
            wrong = [name for name in (old, new) if Path(name).is_absolute() or ".." in Path(name).parts]
            wrong += [
                name for name in (old, new) if not is_file(folder.path(name)) and (name == new or not name.startswith("charts/"))
            ]
            if wrong:
                line = source.line("files", old)
                remedy = "name files as they are called in the folder of the game"
                message = f"the game has no file {wrong[0]}"
                faults.append(GameReferenceError(message, file=source.name, line=line, field="files", remedy=remedy))
            else:
                found[old] = new
    return found


def _sections(
    folder: GameFolder, behind: GameLayer | None, overlays: list[tuple[Toml, OverlayFile]], faults: Faults
) -> dict[str, SectionEntry]:
    """The sections of the rulebook, with those of errata in the place of the ones they correct."""
    errata = {section.id: section for _, overlay in overlays for section in overlay.section}
    if behind is not None and folder.same_text:
        return {**behind.sections, **errata}
    source = read_toml(folder.own, RULEBOOK, faults)
    whole = None if source is None else checked(RulebookFile, source.data, source.name, source, faults)
    found: dict[str, SectionEntry] = {}
    for number, section in enumerate(whole.section if whole is not None else ()):
        if section.id in found and source is not None:
            line = source.line("section", number, "id")
            remedy = 'give the second an id that says where it stands, such as "4.1@6"'
            message = f"two sections have the id {section.id}"
            faults.append(GameValueError(message, file=source.name, line=line, field="id", remedy=remedy))
        found[section.id] = section
    if whole is not None and source is not None and (whole.same or behind is not None):
        found = _with_same(found, whole, source, behind, faults)
    return found | errata


def _with_same(
    found: dict[str, SectionEntry], whole: RulebookFile, source: Toml, behind: GameLayer | None, faults: Faults
) -> dict[str, SectionEntry]:
    """The sections that say what some of the other edition say, among those that do not, in the order of their numbers."""
    theirs = {} if behind is None else behind.sections
    for id_, counterpart in whole.same.items():
        strays = [each for each in counterpart if each not in theirs]
        if strays or not counterpart or id_ in found:
            name = strays[0] if strays else id_
            message = f"{id_} stands twice" if id_ in found else f"the other edition has no section {name}"
            line, remedy = source.line("same", id_), instead(name, theirs)
            faults.append(GameReferenceError(message, file=source.name, line=line, field=f"same.{id_}", remedy=remedy))
            continue
        printed = id_.partition("@")[0]
        changed = {"id": id_, "printed": printed, "counterpart": counterpart}
        found[id_] = theirs[counterpart[0]].model_copy(update=changed)
    return dict(sorted(found.items(), key=lambda item: _by_number(item[0])))


def _by_number(id_: str) -> tuple[tuple[int, str], ...]:
    """4.10 comes after 4.9, 4.2a after 4.2; what has no number comes last."""
    parts = re.findall(r"(\d+)?([^\d.]*)\.?", id_)
    return tuple((int(number) if number else 10_000, letters) for number, letters in parts if number or letters)


def _defects(folder: GameFolder, sections: Mapping[str, SectionEntry], faults: Faults) -> dict[str, DefectEntry]:
    source = read_toml(folder.own, DEFECTS, faults, needed=False)
    whole = None if source is None else checked(DefectsFile, source.data, source.name, source, faults)
    found: dict[str, DefectEntry] = {}
    for number, given in enumerate(whole.defect if whole is not None else ()):
        defect = None if source is None else checked(DefectEntry, given, source.name, source, faults, ("defect", number))
        if defect is None or source is None:
            continue
        if defect.id in found:
            message, line = f"two defects are called {defect.id}", source.line("defect", number, "id")
            faults.append(GameValueError(message, file=source.name, line=line, field="id", remedy="number them anew"))
        found[defect.id] = defect
    return found


def _look_over(
    defects: Mapping[str, DefectEntry], sections: Mapping[str, SectionEntry], folder: GameFolder, faults: Faults
) -> None:
    """Every section that a defect names is there."""
    strays = [(defect.id, section) for defect in defects.values() for section in defect.sections if section not in sections]
    source = read_toml(folder.own, DEFECTS, [], needed=False) if strays else None  # for the lines in which they stand
    at = {} if source is None else {str(one.get("id")): number for number, one in enumerate(source.data.get("defect", ()))}
    for id_, section in strays:
        line = None if source is None or id_ not in at else source.line("defect", at[id_], "sections")
        message, remedy = f"the rulebook has no section {section}", instead(section, sections.keys())
        faults.append(GameReferenceError(message, file=DEFECTS, line=line, field=f"{id_}.sections", remedy=remedy, of=RULEBOOK))
