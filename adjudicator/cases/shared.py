"""The cases of a game, judged again by another edition of it: what is the same is shown by the same case.

An edition's `same-cases.toml` names those that come out otherwise, each with the difference that makes it so. All others must
come out alike, whatever sections are cited. Cases about a doubt, an option or a counter that it does not have are left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adjudicator.games import LoadedGame, load

from .errors import CaseError
from .model import Case
from .reading import Document, read_cases
from .runner import CaseResult, run, run_own
from .setting import Setting, Shelf

FILE = "same-cases.toml"


@dataclass(frozen=True, slots=True)
class Shared:
    """A case of the other edition under this one: the difference it shows, or none, and how it came out."""

    difference: str
    result: CaseResult


def listed(game: LoadedGame) -> Mapping[str, Mapping[str, str]]:
    """The cases that come out otherwise: by file and name, the difference."""
    path = game.folder / FILE
    if game.edition_of is None or not path.is_file():
        return {}
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(path.read_text(encoding="utf-8")).get("differs", {})
    return found


def run_all(game: LoadedGame) -> list[CaseResult]:
    """Judge all cases of a game, with those that it shares with the game whose edition it is, to see whether they come out."""
    return [*run_own(game), *(each.result for each in shared(game))]


def shared(game: LoadedGame, *, differing: bool = False) -> Iterator[Shared]:
    """The cases of the other edition: those that must come out alike, or those that are said not to."""
    setting = Shelf().around(game)
    for document, index, difference in documents(game):
        if bool(difference) == differing:
            yield Shared(difference, _run(document, index, setting))


def documents(game: LoadedGame) -> Iterator[tuple[Document, int, str]]:
    """Where each case of the other edition stands that can be judged by this one, and the difference that it is said to show."""
    if game.edition_of is None or not (game.folder / FILE).is_file():
        return
    other = load(game.files.behind.own if game.files.behind is not None else game.edition_of)
    otherwise = listed(game)
    for path in other.cases():
        name = path.relative_to(other.folder).as_posix()
        document = _told(read_cases(path, f"{other.slug}/{name}"), game)
        named = otherwise.get(path.stem, {})
        for index, case in enumerate(document.cases.case):
            if _applies(case, game, other):
                yield document, index, named.get(case.name, "")


def _run(document: Document, index: int, setting: Setting) -> CaseResult:
    case = document.cases.case[index]
    try:
        return run(document, index, setting, naming=False)
    except CaseError as error:
        return CaseResult(document.file, document.lines.of(("case", index)), case.name, case.section, (), (), error.faults)


def _applies(case: Case, game: LoadedGame, other: LoadedGame) -> bool:
    """Is it about nothing that this edition does not have?"""
    options = {option.id for option in game.about.options}
    offered = all(defect in game.defects and key in game.defects[defect].offered for defect, key in case.rulings.items())
    units = {placed.stand.like for placed in (*case.units, *case.after)} & other.roster.keys()
    return offered and options.issuperset(case.options or ()) and units <= game.roster.keys()


def _told(document: Document, game: LoadedGame) -> Document:
    """The cases with the sections of this edition, and without those that their findings cite in the other."""
    cases = tuple(_case(case, game) for case in document.cases.case)
    return Document(document.file, document.cases.model_copy(update={"case": cases}), document.lines)


def _case(case: Case, game: LoadedGame) -> Case:
    actions = tuple(
        act.model_copy(
            update={
                "expect": None if act.expect is None else tuple(replace(each, sections=()) for each in act.expect),
                "rests_on": tuple(defect for defect in act.rests_on if defect in game.defects),
            }
        )
        for act in case.actions
    )
    position = case.position
    if position is not None and position.expect is not None:
        left = tuple(defect for defect in position.rests_on if defect in game.defects)
        expected = tuple(replace(each, sections=()) for each in position.expect)
        position = position.model_copy(update={"expect": expected, "rests_on": left})
    return case.model_copy(update={"actions": actions, "position": position, "section": game.files.cited(case.section)})
