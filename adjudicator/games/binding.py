"""The rules of a game: rules.toml with its overlays, as bindings of shared rules and the game's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from adjudicator.rules.registry import Binding, Registry, Rule

from .errors import GameReferenceError, GameValueError, instead
from .files import Faults, Toml, checked, faults_of
from .loaded import RuleInGame
from .models import DefectEntry, GameEntry, OverlayFile, RuleEntry, RulesFile, SectionEntry
from .own import PREFIX, RULES_FILE


@dataclass(frozen=True, slots=True)
class Entered:
    """A [[rule]] as it stands in a file."""

    entry: RuleEntry
    source: Toml
    number: int
    overlay: str = ""
    inherited: bool = False  # of the game whose edition it is

    @property
    def line(self) -> int | None:
        return self.source.line("rule", self.number)


@dataclass(frozen=True, slots=True)
class Choice:
    """The readings of defects and the optional rules in force."""

    rulings: Mapping[str, str]
    options: frozenset[str]

    def admits(self, entry: RuleEntry) -> bool:
        return (
            all(self.rulings.get(defect) in entry.readings(defect) for defect in entry.ruling)
            and (not entry.option or entry.option in self.options)
            and (not entry.without_option or entry.without_option not in self.options)
        )


def entered(
    files: Iterable[Toml],
    overlays: Iterable[tuple[Toml, OverlayFile]],
    faults: Faults,
    behind: Iterable[Entered] | None = None,
) -> tuple[Entered, ...]:
    """Every rule that nothing replaces, in the order of the files. `behind` are those of the game whose edition it is."""
    found: list[Entered] = list(behind or ())
    for rules in files:
        whole = checked(RulesFile, rules.data, rules.name, rules, faults)
        if whole is None:
            continue
        if behind is None:
            _first_of_all(whole, rules, faults)
        found = laid_over(found, rules, whole.rule, whole.drop, faults)
    for source, overlay in overlays:
        found = laid_over(found, source, overlay.rule, overlay.drop, faults, overlay)
    return tuple(found)


def _first_of_all(whole: RulesFile, rules: Toml, faults: Faults) -> None:
    """What replaces or drops rules needs some before it."""
    fields = [
        (str(given.get("id", given["instead_of"])), number) for number, given in enumerate(whole.rule) if "instead_of" in given
    ]
    remedy = "only an overlay replaces rules, or an edition; write it into a file of overlays/"
    for id_, number in fields:
        line = rules.line("rule", number, "instead_of")
        message = "a game's first rules replace none"
        faults.append(GameValueError(message, file=rules.name, line=line, field=f"{id_}.instead_of", remedy=remedy))
    if whole.drop:
        line = rules.line("drop")
        faults.append(
            GameValueError("a game drops none of its own rules", file=rules.name, line=line, field="drop", remedy=remedy)
        )


def _by_action(given: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A rule that looks at several actions may be called otherwise for each: `id = { move = "…", attack = "…" }`."""
    ids = given.get("id")
    if not isinstance(ids, Mapping) or not ids:
        yield given
    else:
        yield from ({**given, "id": id_, "on": (action,)} for action, id_ in ids.items())


def laid_over(
    found: Sequence[Entered],
    source: Toml,
    rules: Iterable[Mapping[str, Any]],
    drop: Collection[str],
    faults: Faults,
    overlay: OverlayFile | None = None,
) -> list[Entered]:
    """The rules with others in the place of some of them, each where it stood, and those that are new behind them."""
    known = {each.entry.id for each in found}
    for index, id_ in enumerate(drop):
        if id_ not in known:
            line, remedy, message = source.line("drop", index), instead(id_, known), f"no rule is called {id_}"
            faults.append(GameReferenceError(message, file=source.name, line=line, field="drop", remedy=remedy, of="rules"))
    new = []
    for number, given in enumerate(rules):
        if not _speaks_of_rules(given, found, source, number, faults):
            continue
        for one in _whole(given, found):
            entry = checked(RuleEntry, one, source.name, source, faults, ("rule", number))
            if entry is not None:
                new.append(Entered(entry, source, number, source.name if overlay is not None else ""))
    for each in new:
        if each.entry.instead_of and each.entry.instead_of not in known:
            message = f"no rule is called {each.entry.instead_of}"
            faults.append(_unknown(each, "instead_of", message, each.entry.instead_of, known, "rules"))
        if overlay is not None and not each.entry.source and not overlay.source:
            faults.append(_fault(each, "source", "nobody is named who says so", 'add source = "where the change is printed"'))
    gone = {*drop, *(each.entry.instead_of for each in new)}
    kept: list[Entered] = []
    placed: set[str] = set()
    for old in found:
        if old.entry.id not in gone:
            kept.append(old)
        elif old.entry.id not in placed:
            placed.add(old.entry.id)
            kept += [each for each in new if each.entry.instead_of == old.entry.id]
    return [*kept, *(each for each in new if not each.entry.instead_of)]


def _speaks_of_rules(given: Mapping[str, Any], found: Sequence[Entered], source: Toml, number: int, faults: Faults) -> bool:
    """Is there a rule that is changed in part, and has it what is left out?"""
    name = str(given.get("instead_of", ""))
    olds = [each.entry for each in found if each.entry.id == name]
    known = {each.entry.id for each in found}
    if not name or "use" in given:
        return True
    if not olds:
        line = source.line("rule", number, "instead_of")
        message, remedy = f"no rule is called {name}", instead(name, known)
        where = f"{given.get('id', name)}.instead_of"
        faults.append(GameReferenceError(message, file=source.name, line=line, field=where, remedy=remedy, of="rules"))
        return False
    there = frozenset[str]().union(*(old.named for old in olds))
    for left in (left for left in given.get("leave_out", ()) if left not in there):
        line, remedy = source.line("rule", number, "leave_out"), instead(left, there)
        message = f"{name} has no parameter {left} to leave out"
        faults.append(GameReferenceError(message, file=source.name, line=line, field=f"{name}.leave_out", remedy=remedy))
    return True


def _whole(given: Mapping[str, Any], found: Iterable[Entered]) -> Iterator[Mapping[str, Any]]:
    """A rule as it was meant: one that takes the place of another and does not say which rule it uses is the old one (under
    each reading for which there is one), with what it says of itself changed."""
    olds = [each.entry for each in found if each.entry.id == given.get("instead_of")]
    if "use" in given or not olds:
        yield from _by_action(given)
        return
    for old in olds:
        gone = given.get("leave_out", ())
        told = {**old.model_dump(by_alias=True, exclude_unset=True), **given, "id": given.get("id", old.id)}
        del told["instead_of"]
        told["with"] = {name: value for name, value in old.given.items() if name not in gone} | given.get("with", {})
        told["under"] = {**old.under, **given.get("under", {})}
        yield {**{key: value for key, value in told.items() if key != "leave_out"}, "instead_of": old.id}


def _fault(each: Entered, field: str, message: str, remedy: str) -> GameValueError:
    line = each.source.line("rule", each.number, *field.split("."))
    return GameValueError(message, file=each.source.name, line=line, field=f"{each.entry.id}.{field}", remedy=remedy)


def _unknown(each: Entered, field: str, message: str, name: str, known: Collection[str], of: str = "") -> GameReferenceError:
    line = each.source.line("rule", each.number, *field.split("."))
    where, remedy = f"{each.entry.id}.{field}", instead(name, known)
    return GameReferenceError(message, file=each.source.name, line=line, field=where, remedy=remedy, of=of)


def bound(rules: Iterable[Entered], registry: Registry, choice: Choice, faults: Faults) -> tuple[RuleInGame, ...]:
    """Each rule with its binding, whether it is in force or not: a fault in one that is not would wait for its day."""
    found: list[RuleInGame] = []
    for each in rules:
        entry, binding, others = each.entry, None, list[Binding | None]()
        rule = registry.rules.get(entry.use)
        if rule is None:
            of = RULES_FILE if entry.use.startswith(PREFIX) else ""
            faults.append(_unknown(each, "use", f"no rule is called {entry.use}", entry.use, registry.rules.keys(), of))
        else:
            actions = [slot.partition(".")[2] for slot in rule.slots]
            for action in (action for action in entry.on if action not in actions):
                faults.append(_unknown(each, "on", f"{entry.use} does not look at {action}", action, actions))
            binding = _binding(each, rule, entry.given_under(choice.rulings), ("with",), faults)
            others = [
                _binding(each, rule, {**entry.given, **differing}, ("under", name), faults)
                for name, differing in entry.under.items()
            ]
        otherwise = tuple(other for other in others if other is not None)
        found.append(RuleInGame(entry, each.source, each.number, binding, choice.admits(entry), each.overlay, otherwise))
    return tuple(found)


def _binding(each: Entered, rule: Rule, given: Mapping[str, Any], where: tuple[str, ...], faults: Faults) -> Binding | None:
    entry = each.entry
    try:
        return Binding(entry.id, rule, entry.cite, given, entry.when, entry.on)
    except ValidationError as error:
        for fault in faults_of(error, rule.parameters, each.source.name, each.source, ("rule", each.number, *where)):
            fault.field = f"{entry.id}.{fault.field}"
            faults.append(fault)
    return None


def bound_anew(rules: Iterable[RuleInGame], registry: Registry, choice: Choice) -> tuple[RuleInGame, ...]:
    """The rules of a loaded game under another choice. What does not differ stays the same binding."""
    found = []
    for each in rules:
        entry, made, in_force = each.entry, each.made, each.in_force
        if entry.under:
            given = entry.given_under(choice.rulings)
            if made is None or made.given != given:
                made = Binding(entry.id, registry.rules[entry.use], entry.cite, given, entry.when, entry.on)
        if entry.ruling:
            in_force = choice.admits(entry)
        same = made is each.made and in_force == each.in_force
        found.append(each if same else replace(each, made=made, in_force=in_force))
    return tuple(found)


def check_names(
    rules: Iterable[Entered],
    game: GameEntry,
    sections: Mapping[str, SectionEntry],
    defects: Mapping[str, DefectEntry],
    faults: Faults,
) -> None:
    """Whatever a rule names exists: sections, defects and their readings, options, sides, phases."""
    options = [option.id for option in game.options]
    phases = [phase.id for phase in game.phases]
    for each in rules:
        entry = each.entry
        for section in (section for section in entry.cite if section not in sections):
            faults.append(
                _unknown(each, "cite", f"the rulebook has no section {section}", section, sections.keys(), "rulebook.toml")
            )
        for field, defect, key in entry.speaks_of:
            if defect not in defects:
                faults.append(_unknown(each, field, f"no defect is called {defect}", defect, defects.keys(), "defects.toml"))
            elif key not in defects[defect].offered:
                unbuilt = key in defects[defect].keys
                message = f"{defect}={key} is said to be unbuilt" if unbuilt else f"{defect} has no reading {key}"
                faults.append(_unknown(each, field, message, key, defects[defect].offered))
        for field, option in (("option", entry.option), ("without_option", entry.without_option)):
            if option and option not in options:
                faults.append(_unknown(each, field, f"no option is called {option}", option, options))
        if "side" in entry.when and entry.when["side"] not in game.side_ids:
            side = entry.when["side"]
            faults.append(_unknown(each, "when.side", f"no side is called {side}", side, game.side_ids))
        if "phase" in entry.when and phases and entry.when["phase"] not in phases:
            phase = entry.when["phase"]
            faults.append(_unknown(each, "when.phase", f"no phase is called {phase}", phase, phases))
