"""Another edition of a game: what is the same is written once, and cited by both.

The rulebook of an edition says of its sections which of the other one they stand for. With that, every rule, every doubt and
every phase of the other one is cited by the sections of this one. A rule that no section here speaks of is a fault: it is
replaced, or dropped, and never in force by oversight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from adjudicator.engine.terms import Term
from adjudicator.rules.registry import Registry

from .binding import Entered
from .checks import DEFECTS, RULEBOOK
from .errors import GameGapError, GameReferenceError, instead
from .files import Faults, Toml, checked, read_toml
from .folders import GameFolder
from .models import DefectEntry, DefectsFile, RulebookFile, RuleEntry


def pairs_in(folder: Path, theirs: Collection[str], faults: Faults) -> tuple[dict[str, tuple[str, ...]], bool]:
    """Which sections of an edition stand for each of the other one; and whether it has no text of its own."""
    source = read_toml(folder, RULEBOOK, [], needed=False)
    whole = None if source is None else checked(RulebookFile, source.data, source.name, source, [])
    if whole is None or source is None or not theirs:
        return {}, source is None
    found: dict[str, tuple[str, ...]] = {}
    stands_for = [(section.id, section.counterpart) for section in whole.section]
    for id_, counterpart in (*stands_for, *whole.same.items()):
        for other in counterpart:
            found[other] = (*found.get(other, ()), id_)
            if other not in theirs and id_ not in whole.same:
                at = next(at for at, section in enumerate(whole.section) if section.id == id_)
                message, line = f"the other edition has no section {other}", source.line("section", at, "counterpart")
                remedy = instead(other, theirs)
                faults.append(GameReferenceError(message, file=source.name, line=line, field=f"{id_}.counterpart", remedy=remedy))
    return found, False


def about(own: Mapping[str, Any], theirs: Mapping[str, Any], folder: GameFolder) -> dict[str, Any]:
    """game.toml with what the other edition says where this one says nothing."""
    kept = {key: value for key, value in theirs.items() if key not in ("overlays", "edition", "publisher", "in_the_making")}
    for key in ("phases", "options"):
        kept[key] = [_placed(each, folder) for each in kept.get(key, ())]
    words = {**theirs.get("words", {}), **own.get("words", {})}
    return {**kept, **own, **({"words": words} if words else {})}


def _placed(entry: Mapping[str, Any], folder: GameFolder) -> dict[str, Any]:
    cited = folder.cited([entry["section"]]) if entry.get("section") else ()
    return {**{key: value for key, value in entry.items() if key != "section"}, **({"section": cited[0]} if cited else {})}


# --- doubts


def defects(
    folder: GameFolder, game: str, theirs: Mapping[str, DefectEntry], faults: Faults
) -> tuple[dict[str, DefectEntry], dict[str, str]]:
    """The doubts of the other edition that this one leaves open, those that it tells anew, and its own; and which reading
    it takes of those that it settles. One of which it says nothing is a fault."""
    source = read_toml(folder.own, DEFECTS, faults, needed=False)
    whole = None if source is None else checked(DefectsFile, source.data, source.name, source, faults)
    if folder.same_text and (whole is None or source is None):
        return dict(theirs), {}
    whole, source = whole or DefectsFile(), source or Toml(DEFECTS, {}, "")
    found: dict[str, DefectEntry] = {}
    for id_, defect in theirs.items():
        if id_ in whole.same or (folder.same_text and id_ not in whole.settled):
            found[id_] = defect.model_copy(update={"sections": folder.cited(defect.sections)})
    for number, given in enumerate(whole.defect):
        old = theirs.get(str(given.get("id")))
        told = given if old is None else {**old.model_dump(), "sections": folder.cited(old.sections), **given}
        made = checked(DefectEntry, told, source.name, source, faults, ("defect", number))
        if made is not None:
            found[made.id] = made
    _look_over_settled(whole, source, theirs, found, game, faults)
    return found, {id_: each.reading for id_, each in whole.settled.items()}


def _look_over_settled(
    whole: DefectsFile,
    source: Toml,
    theirs: Mapping[str, DefectEntry],
    found: Mapping[str, DefectEntry],
    game: str,
    faults: Faults,
) -> None:
    for field, id_ in (*(("same", id_) for id_ in whole.same), *(("settled", id_) for id_ in whole.settled)):
        if id_ not in theirs:
            message, line = f"{game} has no defect {id_}", source.line(field)
            faults.append(GameReferenceError(message, file=DEFECTS, line=line, field=field, remedy=instead(id_, theirs)))
    for id_, each in whole.settled.items():
        if id_ in theirs and each.reading not in theirs[id_].keys:
            message, line = f"{id_} has no reading {each.reading}", source.line("settled", id_)
            remedy = instead(each.reading, theirs[id_].keys)
            faults.append(GameReferenceError(message, file=DEFECTS, line=line, field=f"settled.{id_}", remedy=remedy))
    for id_ in theirs:
        if (id_ in found) == (id_ in whole.settled):
            message = f"{id_} of {game} is {'both open and settled' if id_ in found else 'neither settled nor left open'}"
            remedy = "name it under same or settled, or tell it anew as a [[defect]]"
            faults.append(GameGapError(message, file=DEFECTS, field=id_, remedy=remedy))


# --- rules


def carried(rules: Iterable[Entered], folder: GameFolder, settled: Mapping[str, str], registry: Registry) -> tuple[Entered, ...]:
    """The rules of the other edition as this one has them: by its sections, and under the readings that it settles."""
    found = []
    for each in rules:
        entry = _settled(each.entry, settled)
        if entry is not None:
            found.append(replace(each, entry=_cited(entry, folder, registry), inherited=True))
    return tuple(found)


def _settled(entry: RuleEntry, settled: Mapping[str, str]) -> RuleEntry | None:
    """A rule without the doubts that are none here; None if it is for a reading that is not taken."""
    if any(settled.get(defect, entry.readings(defect)[0]) not in entry.readings(defect) for defect in entry.ruling):
        return None
    given, under = dict(entry.given), {}
    for name, differing in entry.under.items():
        defect, _, reading = name.partition("=")
        if defect not in settled:
            under[name] = differing
        elif settled[defect] == reading:
            given |= differing
    ruling = {defect: keys for defect, keys in entry.ruling.items() if defect not in settled}
    return entry.model_copy(update={"given": given, "under": under, "ruling": ruling})


def _cited(entry: RuleEntry, folder: GameFolder, registry: Registry) -> RuleEntry:
    rule = registry.rules.get(entry.use)
    hints: Mapping[str, Any] = {} if rule is None else rule.hints
    given = {name: _told(hints.get(name), value, folder) for name, value in entry.given.items()}
    under = {
        key: {name: _told(hints.get(name), value, folder) for name, value in each.items()} for key, each in entry.under.items()
    }
    return entry.model_copy(update={"cite": folder.cited(entry.cite), "given": given, "under": under})


def _told(hint: Any, value: Any, folder: GameFolder) -> Any:
    """A parameter whose texts, where they name sections, name those of this edition."""
    if hint is None or not of_sections(hint):
        return value
    if isinstance(value, Mapping):
        return {key: _told(hint, each, folder) for key, each in value.items()}
    if isinstance(value, Sequence | AbstractSet) and not isinstance(value, str):
        return list(folder.cited(value))
    return next(iter(folder.cited([value])), value)


def of_sections(hint: Any) -> bool:
    """Are the words of a parameter sections?"""
    if get_origin(hint) is Annotated:
        return Term.SECTION in hint.__metadata__
    return any(of_sections(each) for each in get_args(hint))


def look_over(rules: Iterable[Entered], game: str, faults: Faults) -> None:
    """What the other edition judges, and no section here speaks of, is not judged by oversight."""
    for each in rules:
        if each.inherited and not each.entry.cite:
            message = f"{game}'s rule {each.entry.id} rests on nothing that this rulebook says"
            remedy = "drop it, put another in its place, or name the section's counterpart in rulebook.toml"
            faults.append(GameGapError(message, file="rules.toml", field=each.entry.id, remedy=remedy))
