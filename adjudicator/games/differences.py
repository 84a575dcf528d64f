"""What differs between two games: what an edition says of itself, and what the rules, charts and counters of both show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import model_validator

from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart

from .as_data import in_words
from .edition import of_sections
from .errors import GameFolderError, GameReferenceError, GameValueError, instead
from .files import Faults, checked, read_toml
from .loaded import LoadedGame, RuleInGame
from .models import Text, _Model

FILE = "differences.toml"
_SHOWN = 6  # cells of a chart that are told
_LONG = 200  # letters of a parameter that are told in full


class ToldDifference(_Model):
    """One thing in which an edition differs from the other, or in which one might think that it does."""

    id: Text
    topic: Text
    kind: Literal["number", "rule", "left out", "same"]
    here: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    says: Text
    other: Text
    case: str = ""  # `file: name`, of this edition
    other_case: str = ""  # of the other
    unshown: str = ""  # why no case shows it

    @model_validator(mode="after")
    def _shown(self) -> ToldDifference:
        if bool(self.case or self.other_case) == bool(self.unshown):
            raise ValueError("a difference is shown by a case, or says why none can; name one of case, other_case and unshown")
        if self.kind == "same" and self.case:
            raise ValueError("what is the same is shown by a case of the other edition; name it as other_case")
        return self


class DifferencesFile(_Model):
    difference: tuple[ToldDifference, ...] = ()


def stated(game: LoadedGame, other: LoadedGame) -> tuple[ToldDifference, ...]:
    """What an edition says of how it differs. GameFolderError if it names sections that there are not."""
    faults: Faults = []
    source = read_toml(game.folder, FILE, faults, needed=False)
    whole = None if source is None else checked(DifferencesFile, source.data, source.name, source, faults)
    found = whole.difference if whole is not None else ()
    seen: set[str] = set()
    for number, each in enumerate(found):
        line = None if source is None else source.line("difference", number)
        for field, sections, known in (("here", each.here, game.sections), ("there", each.there, other.sections)):
            for section in (section for section in sections if section not in known):
                message, remedy = f"the rulebook has no section {section}", instead(section, known)
                faults.append(GameReferenceError(message, file=FILE, line=line, field=f"{each.id}.{field}", remedy=remedy))
        if each.id in seen:
            message = f"two differences are called {each.id}"
            faults.append(GameValueError(message, file=FILE, line=line, field="id", remedy="give the second another id"))
        seen.add(each.id)
    if faults:
        raise GameFolderError(game.slug, faults)
    return found


@dataclass(frozen=True, slots=True)
class RuleDiffers:
    """A rule that one of two games has, or that both have otherwise."""

    id: str
    title: str
    here: tuple[str, ...]  # the sections that it rests on; none where there is no such rule
    there: tuple[str, ...]
    changes: tuple[str, ...] = ()  # what it is told otherwise, in words


def rules_that_differ(game: LoadedGame, other: LoadedGame) -> Iterator[RuleDiffers]:
    """The rules in force that are not the same in both: by the question they answer, and what they are told."""
    mine, theirs = _in_force(game), _in_force(other)
    for id_, rule in mine.items():
        old = theirs.get(id_)
        if old is None:
            yield RuleDiffers(id_, _title(game, rule), rule.entry.cite, ())
        elif changes := tuple(_changes(rule, old)):
            yield RuleDiffers(id_, _title(game, rule), rule.entry.cite, old.entry.cite, changes)
    for id_, rule in theirs.items():
        if id_ not in mine:
            yield RuleDiffers(id_, _title(other, rule), (), rule.entry.cite)


def _in_force(game: LoadedGame) -> Mapping[str, RuleInGame]:
    return {rule.id: rule for rule in game.rules if rule.binding is not None and not rule.entry.stands_in}


def _title(game: LoadedGame, rule: RuleInGame) -> str:
    return rule.entry.title or game.registry.rules[rule.entry.use].summary


def _changes(rule: RuleInGame, old: RuleInGame) -> Iterator[str]:
    if rule.made is None or old.made is None:
        return
    if rule.entry.use != old.entry.use:
        yield f"another rule: {rule.entry.use}, not {old.entry.use}"
        return
    for name, value in rule.made.values.items():
        before = old.made.values.get(name)
        if value != before and not of_sections(rule.made.rule.hints.get(name)):
            yield f"{name.replace('_', ' ')}: {_told(value, before)}"
    if dict(rule.entry.when) != dict(old.entry.when) or rule.entry.on != old.entry.on:
        yield f"for {in_words(dict(rule.entry.when)) or 'everybody'}, not {in_words(dict(old.entry.when)) or 'everybody'}"


def _told(value: object, before: object) -> str:
    """What a rule is told, and what it was: of long tables only which lines differ."""
    said, was = _said(value), _said(before)
    if isinstance(value, Mapping) and isinstance(before, Mapping) and len(said) + len(was) > _LONG:
        lines = sorted(str(key) for key in {*value, *before} if value.get(key) != before.get(key))
        return f"{', '.join(lines)} differ{'s' if len(lines) == 1 else ''}"
    return f"{said}, not {was}"


def _said(value: object) -> str:
    if value is None or value in ("", (), frozenset(), {}):
        return "nothing"
    return in_words(sorted(value) if isinstance(value, frozenset) else value)


# --- charts, counters, sections


def charts_that_differ(game: LoadedGame, other: LoadedGame) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The charts that are not the same, with the first cells that differ."""
    mine, theirs = game.game.charts, other.game.charts
    for name in sorted({*mine, *theirs}):
        if name not in mine or name not in theirs:
            yield name, (f"only in {(game if name in mine else other).slug}",)
        elif cells := tuple(_cells_that_differ(mine[name], theirs[name])):
            yield name, cells


def _cells_that_differ(chart: Chart, other: Chart) -> Iterator[str]:
    cells, others = dict(_cells(chart)), dict(_cells(other))
    different = [at for at in {**cells, **others} if cells.get(at, "") != others.get(at, "")]
    for at in different[:_SHOWN]:
        yield f"{' '.join(at)}: {cells.get(at) or 'nothing'}, not {others.get(at) or 'nothing'}"
    if len(different) > _SHOWN:
        yield f"and {len(different) - _SHOWN} more"


def _cells(chart: Chart) -> Iterator[tuple[tuple[str, ...], str]]:
    about = ("source", "cite", "note", "stated", "section")
    if isinstance(chart, PlainChart):
        yield from (
            ((key, name), cell) for key, row in chart.rows.items() for name, cell in row.items() if name not in about and cell
        )
    elif isinstance(chart, ResultsChart):
        yield from (
            ((str(die), column), cell) for die, row in chart.rows.items() for column, cell in zip(chart.columns, row, strict=True)
        )
    elif isinstance(chart, TerrainChart):
        for name, terrain in chart.rows.items():
            yield from (((name, column), str(cost)) for column, cost in terrain.costs.items())
            yield (name, "shift"), str(terrain.shift or "")
            yield (name, "attack"), str(terrain.attack)


def units_that_differ(game: LoadedGame, other: LoadedGame) -> Iterator[str]:
    """The counters that are not the same."""
    for id_ in sorted({*game.roster, *other.roster}):
        mine, theirs = game.roster.get(id_), other.roster.get(id_)
        if mine is None or theirs is None:
            there = mine or theirs
            yield f"{there.name if there is not None else id_} is only in {(game if mine is not None else other).slug}"
        elif mine.traits != theirs.traits:
            less, more = " ".join(sorted(theirs.traits - mine.traits)), " ".join(sorted(mine.traits - theirs.traits))
            yield f"{mine.name} is {' and '.join(filter(None, (less and f'not {less}', more)))}"
        elif [_ratings(each) for each in mine.ratings] != [_ratings(each) for each in theirs.ratings]:
            yield f"{mine.name} has other ratings"


def _ratings(side: Mapping[str, object]) -> Mapping[str, object]:
    return {name: getattr(fact, "value", None) for name, fact in side.items()}


def sections_alone(game: LoadedGame, other: LoadedGame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sections here that stand in the place of none there, and sections there that none here stands for."""
    stood_for = {section for each in game.sections.values() for section in each.counterpart}
    if game.edition_of != other.slug or not stood_for:
        return (), ()
    mine = tuple(each.id for each in game.rulebook if not each.counterpart and each.disposition == "enforced")
    return mine, tuple(each.id for each in other.rulebook if each.id not in stood_for and each.disposition == "enforced")
