"""A game's rules as a document: what programs read, and what `adjudicate rule` prints from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from adjudicator.facts import points
from adjudicator.finding import Otherwise, RulingTold
from adjudicator.rules.opinion import RestsOn, Ruled

from .coverage import Coverage, Showing
from .loaded import LoadedGame, RuleInGame
from .models import DefectEntry, ReadingEntry, SectionEntry

Data: TypeAlias = dict[str, Any]


def tell_game(game: LoadedGame) -> Data:
    about = game.about
    return {
        "slug": about.slug,
        "title": about.title,
        "publisher": about.publisher,
        "covers": about.covers,
        "edition_of": game.edition_of or "",
        "edition": about.edition,
        "language": about.language,
        "overlays": list(game.overlays),
        "options": {option.id: option.id in game.game.options for option in about.options},
        "rulings": dict(game.rulings),
        "gaps": [str(gap) for gap in game.gaps],
    }


def tell_section(game: LoadedGame, section: SectionEntry, shown: Sequence[Showing] | None) -> Data:
    """One section. `shown` are the cases that show it; None if nobody ran them."""
    told: Data = {
        "id": section.id,
        "printed": section.printed,
        "title": section.title,
        "disposition": section.disposition,
        "paraphrase": section.paraphrase,
        "needs": list(section.needs),
        "rules": list(dict.fromkeys(each.id for each in game.rules_of(section.id))),
        "defects": [defect.id for defect in game.defects.values() if section.id in defect.sections],
    }
    if shown is not None:
        told["cases"] = _cases(each for each in shown if each.section == section.id)
    return told


def tell_rule(game: LoadedGame, rule: RuleInGame, shown: Sequence[Showing] | None) -> Data:
    entry = rule.entry
    known = game.registry.rules[entry.use]
    slots = known.slots if rule.binding is None else rule.binding.slots
    told: Data = {
        "id": entry.id,
        "title": entry.title or known.summary,
        "use": entry.use,
        "slots": list(slots),
        "question": game.registry.asked(slots),
        "with": {name: in_words(value) for name, value in entry.given.items()},
        "cite": list(entry.cite),
        "when": dict(entry.when),
        "rests_on": list(entry.defects),
        "only": _conditions(entry.ruling, entry.option, entry.without_option),
        "in_force": rule.binding is not None,
        "file": rule.file,
        "line": rule.line,
        "source": entry.source,
    }
    if shown is not None:
        calling = [each for each in shown if each.rule == entry.id]
        told["calls"] = len({(each.file, each.case) for each in calling})
        told["cases"] = _cases([each for each in calling if each.section] or calling)
    return told


def tell_defect(game: LoadedGame, defect: DefectEntry) -> Data:
    taken = game.rulings[defect.id]
    return {
        "id": defect.id,
        "title": defect.title,
        "sections": list(defect.sections),
        "problem": defect.problem,
        "ruling": taken,
        "own_ruling": defect.ruling,
        "why": defect.why,
        "readings": [
            {"key": reading.key, "text": reading.text, "choose": _switch(game, defect, reading), "unbuilt": reading.unbuilt}
            for reading in defect.reading
        ],
        "rules": list(dict.fromkeys(each.id for each in game.rules if defect.id in each.entry.defects)),
    }


def _switch(game: LoadedGame, defect: DefectEntry, reading: ReadingEntry) -> str:
    """How to choose a reading; nothing for one that cannot be played."""
    return "" if reading.unbuilt else switch(game.slug, defect.id, reading.key)


def told_rulings(game: LoadedGame, ruled: Ruled) -> tuple[RulingTold, ...]:
    """The rulings on which a finding rests, explained."""
    return tuple(_told(game, each) for each in ruled.rests_on)


def _told(game: LoadedGame, resting: RestsOn) -> RulingTold:
    defect, taken = game.defects[resting.defect], game.rulings[resting.defect]
    otherwise = tuple(Otherwise(switch(game.slug, defect.id, key), defect.text(key)) for key in resting.readings)
    return RulingTold(defect.id, defect.title, taken, defect.text(taken), otherwise)


def switch(slug: str, defect: str, key: str) -> str:
    return f"--ruling {slug}/{defect}={key}"


def tell_coverage(game: LoadedGame, found: Coverage) -> Data:
    return {
        "enforced": len(found.sections),
        "shown": len(found.sections) - len(found.missing),
        "missing": [
            {"section": each.section, "title": each.title, "verdicts": [verdict.value for verdict in each.missing]}
            for each in found.missing
        ],
        "unseen_rules": list(found.unseen_rules),
        "calls": dict(found.calls),
        "failed": list(found.failed),
        "whole": found.whole and not game.gaps,
    }


def _cases(shown: Iterable[Showing]) -> list[Data]:
    """Each case once, with what it shows."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for each in shown:
        found.setdefault((each.file, each.case), {})[each.verdict.value] = None
    return [{"file": file, "case": case, "shows": list(verdicts)} for (file, case), verdicts in found.items()]


def _conditions(ruling: Mapping[str, str | tuple[str, ...]], option: str, without: str) -> list[str]:
    found = [f"under {defect}={keys if isinstance(keys, str) else ' or '.join(keys)}" for defect, keys in ruling.items()]
    return [*found, *([f"with the option {option}"] if option else []), *([f"without the option {without}"] if without else [])]


def in_words(value: object) -> str:
    """A parameter as a person would say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return points(value)
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {in_words(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    return str(value)
