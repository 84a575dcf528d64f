"""Is a game whole? Every question answered once, every name known, every section shown to be enforced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from adjudicator.engine.terms import Term
from adjudicator.rules.registry import Binding, Registry, clashes

from .binding import Choice, Entered
from .errors import GameError, GameGapError, GameReferenceError, instead
from .files import Faults
from .find import GAME_FILE
from .loaded import RuleInGame
from .models import DefectEntry, GameEntry, RuleEntry, SectionEntry
from .own import RULES_FILE, own_rules
from .vocabulary import Vocabulary, words_of

RULEBOOK = "rulebook.toml"
DEFECTS = "defects.toml"
RULES = "rules.toml"
_FILES = {  # where words of a kind stand, so that a file that cannot be read is not blamed a second time
    Term.CHART: "charts/",
    Term.HEX: "map/",
    Term.AREA: "map/",
    Term.TAG: "map/",
    **dict.fromkeys((Term.UNIT, Term.KIND, Term.SIZE, Term.TRAIT, Term.FORMATION), "units.csv"),
}


def look_over_memories(game: GameEntry, registry: Registry, faults: Faults) -> None:
    """What lasts otherwise here is something that rules remember."""
    for name in game.memories:
        if name not in registry.memories:
            message, remedy = f"no rule remembers {name}", instead(name, registry.memories.keys())
            faults.append(GameReferenceError(message, file=GAME_FILE, field=f"memories.{name}", remedy=remedy))


def look_over_game(game: GameEntry, sections: Mapping[str, SectionEntry], faults: Faults) -> None:
    """What game.toml names exists, and nothing in it has the name of something else."""

    def lacks(field: str, message: str, name: str, known: Collection[str], of: str = "") -> None:
        faults.append(GameReferenceError(message, file=GAME_FILE, field=field, remedy=instead(name, known), of=of))

    for phase in game.phases:
        if phase.active and phase.active not in game.side_ids:
            lacks(f"phases.{phase.id}.active", f"no side is called {phase.active}", phase.active, game.side_ids)
        if phase.section and phase.section not in sections:
            lacks(
                f"phases.{phase.id}.section",
                f"the rulebook has no section {phase.section}",
                phase.section,
                sections.keys(),
                RULEBOOK,
            )
    for option in game.options:
        if option.section and option.section not in sections:
            where, message = f"options.{option.id}.section", f"the rulebook has no section {option.section}"
            lacks(where, message, option.section, sections.keys(), RULEBOOK)
    for field, names in (
        ("sides", game.side_ids),
        ("phases", tuple(phase.id for phase in game.phases)),
        ("options", tuple(option.id for option in game.options)),
        ("boxes", tuple(box.id for box in game.boxes)),
    ):
        for name in sorted({name for name in names if names.count(name) > 1}):
            faults.append(GameGapError(f"{name} stands twice", file=GAME_FILE, field=field, remedy="give each an id of its own"))


def look_over_roles(game: GameEntry, known: Vocabulary, faults: Faults) -> None:
    """What units are there for is said of kinds and traits that some have."""
    for field, words in game.roles:
        for word in sorted(words):
            fault = known.fault(word, Term.KIND, Term.TRAIT)
            if fault is not None:
                faults.append(GameReferenceError(fault[0], file=GAME_FILE, field=f"roles.{field}", remedy=fault[1]))


# --- what parameters name


def look_over_parameters(rules: Iterable[RuleInGame], known: Vocabulary, faults: Faults) -> None:
    """Every word that a rule is given is one of the game's, and every chart that it looks at is there."""
    for each in rules:
        for name, about, word in (found for made in each.ways for found in words_of(made)):
            terms = tuple(term for term in about if isinstance(term, Term))
            if name in each.entry.named or (Term.CHART in terms and each.in_force):
                fault = known.fault(word, *terms)
                if fault is not None:
                    faults.append(_unknown_word(each, name, word, terms, fault))


def _unknown_word(each: RuleInGame, name: str, word: str, terms: tuple[Term, ...], fault: tuple[str, str]) -> GameReferenceError:
    message, remedy = fault
    if Term.CHART in terms:
        message = f"the game has no chart {word}"
        remedy = f"add charts/{word}.csv, or name it in unknown_charts of {GAME_FILE} if nobody has stated it"
    of = next((_FILES[term] for term in terms if term in _FILES), "")
    return GameReferenceError(message, file=each.file, line=each.line, field=f"{each.id}.with.{name}", remedy=remedy, of=of)


# --- slots


def look_over_slots(
    rules: Sequence[Entered],
    registry: Registry,
    game: GameEntry,
    defects: Mapping[str, DefectEntry],
    choice: Choice,
    faults: Faults,
) -> None:
    """Every question has its one answer, under the readings in force and under each other one that rules speak of."""
    said: set[tuple[str, ...]] = set()
    made = [(each, _binding(each.entry, registry)) for each in rules]
    for variant, words in _variants(rules, game, defects, choice):
        both = [(each, binding) for each, binding in made if variant.admits(each.entry)]
        present = [each for each, _ in both]
        for fault, key in (*_doubles(both, registry, words), *_unbound(present, registry, game, words)):
            if key not in said:
                said.add(key)
                faults.append(fault)


def _idle_readings(rules: Sequence[RuleInGame], defects: Mapping[str, DefectEntry]) -> Iterator[GameError]:
    """Readings that are offered though no rule differs under them: a switch that changes nothing is none."""
    spoken = {(defect, key) for each in rules for _, defect, key in each.entry.speaks_of}
    for defect in defects.values():
        for key in (key for key in defect.offered if spoken.isdisjoint({(defect.id, key), (defect.id, defect.ruling)})):
            if key != defect.ruling:
                message = f"{defect.id}={key} is offered, and no rule differs under it"
                remedy = "let a rule differ by `ruling` or `under`, or say by `unbuilt` why it cannot be played"
                yield GameGapError(message, file=DEFECTS, field=f"{defect.id}.{key}", remedy=remedy)


def _binding(entry: RuleEntry, registry: Registry) -> Binding:
    return Binding(entry.id, registry.rules[entry.use], entry.cite, entry.given, entry.when, on=entry.on)


def _variants(
    rules: Sequence[Entered], game: GameEntry, defects: Mapping[str, DefectEntry], choice: Choice
) -> Iterator[tuple[Choice, str]]:
    yield choice, ""
    for defect in sorted({defect for each in rules for defect in each.entry.ruling}):
        for key in (key for key in defects[defect].offered if key != choice.rulings[defect]):
            yield Choice({**choice.rulings, defect: key}, choice.options), f" under {defect}={key}"
    for option in sorted({name for each in rules for name in (each.entry.option, each.entry.without_option)} - {""}):
        without = option in choice.options
        yield Choice(choice.rulings, choice.options ^ {option}), f" {'without' if without else 'with'} the option {option}"


def _doubles(
    present: Sequence[tuple[Entered, Binding]], registry: Registry, words: str
) -> Iterator[tuple[GameError, tuple[str, ...]]]:
    stands = {id(binding): each for each, binding in present}  # ids of rules may not be their own yet
    clashing: set[str] = set()
    for first, second in clashes([binding for _, binding in present], registry.slots):
        clashing.add(second.id)
        earlier, later = stands[id(first)], stands[id(second)]
        message = (
            f"{second.id} answers {' and '.join(second.slots)}, "
            f"which {first.id} (line {earlier.line}) answers for the same case{words}"
        )
        remedy = "tell the two apart by `when`, by a ruling or by an option, or delete one"
        yield (
            GameGapError(message, file=later.source.name, line=later.line, field=second.id, remedy=remedy),
            ("twice", first.id, second.id),
        )
    seen: set[str] = set()
    for each, _ in present:
        if each.entry.id not in seen or each.entry.id in clashing:
            seen.add(each.entry.id)
            continue
        message = f"two rules are called {each.entry.id}{words}"
        remedy = "findings name rules by their ids: give each its own"
        yield (
            GameGapError(message, file=each.source.name, line=each.line, field=each.entry.id, remedy=remedy),
            ("id", each.entry.id),
        )


def _unbound(
    present: Sequence[Entered], registry: Registry, game: GameEntry, words: str
) -> Iterator[tuple[GameError, tuple[str, ...]]]:
    bound: dict[str, list[Entered]] = {}
    for each in present:
        for asked in registry.rules[each.entry.use].slots:
            bound.setdefault(asked, []).append(each)
    rooms = {slot.partition(".")[0] for slot in bound} | set(game.uses)
    for room in sorted(set(game.uses) - {slot.partition(".")[0] for slot in registry.slots}):
        remedy = instead(room, {slot.partition(".")[0] for slot in registry.slots})
        fault = GameReferenceError(f"no room of the rules is called {room}", file=GAME_FILE, field="uses", remedy=remedy)
        yield fault, ("room", room)
    for name, slot in registry.slots.items():
        if slot.optional or name.partition(".")[0] not in rooms:
            continue
        answers = [each.entry.when for each in bound.get(name, [])]
        lacking = [side for side in game.side_ids if not any(when.get("side", side) == side for when in answers)]
        if not lacking:
            continue
        who = "" if len(lacking) == len(game.side_ids) else f" for {' and '.join(lacking)}"
        rules = sorted(rule.name for rule in registry.rules.values() if name in rule.slots)
        remedy = f"bind one of {', '.join(rules[:6])}" if rules else "write a rule for it in rules.py"
        message = f"no rule answers {name}{who}{words}: {slot.question}"
        yield GameGapError(message, file=RULES, field=name, remedy=remedy), ("none", name)


# --- what a finished game has


def gaps(
    rules: Sequence[RuleInGame],
    sections: Mapping[str, SectionEntry],
    defects: Mapping[str, DefectEntry],
    registry: Registry,
    behind: Collection[str] = (),
) -> Iterator[GameError]:
    """What is unfinished, though the game can be judged by what there is."""
    yield from _idle_readings(rules, defects)
    cited = {section for each in rules for section in each.entry.cite}
    for section in sections.values():
        if section.disposition == "enforced" and section.id not in cited:
            message = f"section {section.id} ({section.title}) is said to be enforced, and no rule cites it"
            remedy = f"cite it in a rule of {RULES}, or correct its disposition"
            yield GameGapError(message, file=RULEBOOK, field=section.id, remedy=remedy)
    for each in rules:
        if not each.entry.cite:
            remedy = 'add cite = ["..."] with the sections it rests on'
            yield GameGapError(f"{each.id} cites no section", file=each.file, line=each.line, field=each.id, remedy=remedy)
    used = {each.entry.use for each in rules}
    for name in (name for name in own_rules(registry, behind) if name not in used):
        function = registry.rules[name].function
        line = function.__code__.co_firstlineno
        message = f"{name} is a rule that the game never takes up"
        yield GameGapError(message, file=RULES_FILE, line=line, field=name, remedy=f"bind it in {RULES}, or delete it")
