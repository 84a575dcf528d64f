"""What a module is to us: of which game it may be, what of it can be used, what lacks, and how much could be judged on it.

The scores are of ten. They say how much of what a capability needs is there, not how well it is done; `now` is without a survey,
`then` with one whose questions are answered.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.evidence.surveys import Survey
from adjudicator.games import games
from adjudicator.words import in_quotes, plural
from vassal_bridge.module import DiceButton, Module, TurnLevel

from .candidates import Candidate, bound_to, candidates

CAPABILITIES = ("audit", "moves", "combat", "supply", "dice")
_SUPPLY = re.compile(r"supply|\boos\b|isolat|cut off|versorg|abgeschnitten|kessel|suminist|aislad|ravitaill", re.IGNORECASE)
_NUMBERS = re.compile(r"\d\s*[-/]\s*\d")
_MOST = 10
_RIM = 0.8  # grids go on beyond the edge of the printed map: from this share on all of the map is there
_WORTH = 0.5  # to be named as found in a module of which no rules are known


@dataclass(frozen=True, slots=True)
class Ingredient:
    """One thing that a module has, or lacks."""

    what: str
    said: str
    share: float  # how much of what is wanted


@dataclass(frozen=True, slots=True)
class Promise:
    capability: str
    now: int
    then: int
    why: str


@dataclass(frozen=True, slots=True)
class Inspection:
    """All that is said of a module."""

    module: Module
    game: Candidate | None  # the likeliest; None: it is none of ours
    others: tuple[Candidate, ...]
    found: tuple[Ingredient, ...]
    scores: tuple[Promise, ...]
    ours: bool  # made by this program: it prints what the judge uses
    surveyed: str  # the folder of the user's survey of it

    @property
    def lacks(self) -> tuple[Ingredient, ...]:
        """What a survey, players or a companion must make up for."""
        if self.ours:
            return ()
        if self.game is None:  # no rules to look for purposes, strengths or marks: only what an audit counts
            return tuple(each for each in self.found if not each.share and each.what == "dice")
        return tuple(each for each in self.found if each.share < 1)


def inspected(module: Module, surveys: Sequence[Survey], game: str | None = None) -> Inspection:
    """`game`: of this game it is, whatever it looks like."""
    every = candidates(module)
    if game is not None:
        every = sorted(every, key=lambda each: each.slug != game)
    likely = every[0] if every and (game is not None or every[0].likely) else None
    others = tuple(each for each in every if each is not likely and each.likely)
    survey = next((each for each in surveys if each.binding(module.name) is not None), None)
    binding = None if likely is None else bound_to(likely.slug, module.name)
    ours = binding is not None and binding.prints != "nothing"
    found = tuple(_found(module, likely))
    scores = tuple(_scores({each.what: each.share for each in found}, module, likely, ours=ours, surveyed=survey is not None))
    return Inspection(module, likely, others, found, scores, ours, "" if survey is None else survey.folder.name)


def _found(module: Module, game: Candidate | None) -> Iterator[Ingredient]:
    if game is not None:
        where = game.map or "its maps"
        said = f"of {plural(game.asked, 'numbered place')} asked for on {where} {game.places:,} are hexes of the game"
        yield Ingredient("map", said, 1.0 if game.hexes_share > _RIM else game.hexes_share)
        yield Ingredient("units", f"{game.told:,} of {game.units:,} by the numbers in their names", game.units_share)
        yield _phases(module, game)
    yield _dice(module.dice)
    yield _numbers(module)
    if game is None or any("supply" in mark for mark in _about(game).get("words", {}).get("marks", ())):
        yield _marks(module)
    files = sum(bool(each.file) for each in module.setups)
    yield Ingredient("set-ups", f"{plural(files, 'set-up')} with counters in place" if files else "none", float(files > 0))


def _about(game: Candidate) -> dict[str, Any]:
    return tomllib.loads((games()[game.slug] / "game.toml").read_text("utf-8"))


def _dice(dice: Sequence[DiceButton]) -> Ingredient:
    numbers = [each for each in dice if _throws_numbers(each)]
    if not numbers:
        return Ingredient("dice", "no button that throws numbers" if dice else "no dice buttons", 0.0)
    names = ", ".join(each.name for each in numbers[:4]) + (" …" if len(numbers) > 4 else "")
    if len({each.count for each in numbers}) == len(numbers):
        return Ingredient("dice", f"{names}: one button for everything", 0.5)
    return Ingredient("dice", f"{plural(len(numbers), 'button')}: {names}", 1.0)


def _throws_numbers(button: DiceButton) -> bool:
    """Is each result of it a number? So it is with pictures of dice whose faces are called so."""
    faces = [face.text for die in button.dice for face in die.faces]
    return button.kind in ("numbers", "server") or (bool(faces) and all(text.isdecimal() for text in faces))


def _entries(levels: Sequence[TurnLevel]) -> Iterator[str]:
    for level in levels:
        yield from level.entries
        yield from _entries(level.levels)


def _phases(module: Module, game: Candidate) -> Ingredient:
    wanted = len(_about(game).get("phases", ()))
    if not module.turn_trackers:
        return Ingredient("turns", "no turn counter", 0.0)
    entries = [each for tracker in module.turn_trackers for each in _entries(tracker.levels)]
    if not entries:
        return Ingredient("turns", "a turn counter without phases", 0.4)
    said = f"a turn counter with {plural(len(entries), 'entry', 'entries')} for the {plural(wanted, 'phase')} of the game"
    return Ingredient("turns", said, min(1.0, 0.4 + 0.6 * len(entries) / max(1, wanted)))


def _numbers(module: Module) -> Ingredient:
    """Strengths that a program can read without looking at a picture."""
    slots = list(module.slots())
    written = sum("label;" in each.definition and bool(_NUMBERS.search(each.definition)) for each in slots)
    marked = sum("mark;" in each.definition for each in slots)
    if written > len(slots) / 3:
        return Ingredient("strengths", f"written on {written:,} of {len(slots):,} pieces", 1.0)
    if marked > len(slots) / 3:
        return Ingredient("strengths", f"perhaps in the markers of {marked:,} of {len(slots):,} pieces", 0.8)
    return Ingredient("strengths", "only in the pictures of the counters", 0.3)


def _marks(module: Module) -> Ingredient:
    texts = (f"{each.name} {each.definition}" for each in module.slots())
    there = any(_SUPPLY.search(text) for text in texts) or any(
        _SUPPLY.search(f"{each.name} {each.definition}") for each in module.prototypes.values()
    )
    return Ingredient("supply marks", "markers or layers for supply" if there else "none that is called so", float(there))


def _scores(share: dict[str, float], module: Module, game: Candidate | None, *, ours: bool, surveyed: bool) -> Iterator[Promise]:
    audit = 10 - 2 * (not share["dice"]) - (1 if module.problems else 0) - (1 if module.unknown else 0)
    yield Promise("audit", audit, audit, "logs of any module can be audited" if audit == _MOST else _lessened(share, module))
    if game is None:
        why = "no rules of ours fit it"
        yield from (Promise(each, 0, 0, why) for each in CAPABILITIES[1:])
        return
    if ours:
        yield from (Promise(each, _MOST, _MOST, "it prints what the judge uses") for each in CAPABILITIES[1:])
        return
    weights = {
        "moves": ({"map": 5, "units": 3, "turns": 1, "strengths": 1}, "what lies on the map must be told"),
        "combat": ({"map": 3, "units": 3, "strengths": 2, "dice": 1, "turns": 1}, "strengths and charts must be told"),
        "supply": ({"map": 4, "units": 3, "supply marks": 2, "turns": 1}, "roads, rails and sources must be told"),
        "dice": ({"dice": 8, "turns": 2}, "what is rolled for is said in chat" if share["dice"] < 1 else "by their buttons"),
    }
    for capability, (parts, why) in weights.items():
        if capability == "supply" and "supply marks" not in share:
            continue  # a game without it
        then = round(sum(weight * share[part] for part, weight in parts.items()))
        now = then if surveyed else then // 2 if capability == "dice" else 0
        yield Promise(capability, now, then, why)


def _lessened(share: dict[str, float], module: Module) -> str:
    reasons = ["no dice can be counted"] if not share["dice"] else []
    reasons += (
        [plural(len(module.problems), "fault") + " of its build file, which `adjudicate show` lists"] if module.problems else []
    )
    reasons += ["parts in a code of its own"] if module.unknown else []
    return "; ".join(reasons)


# --- as text


def lines(inspection: Inspection, file: str) -> Iterator[str]:
    """For people."""
    module, game = inspection.module, inspection.game
    yield f"{file}: {module.name} {module.version}, made for VASSAL {module.vassal_version or 'unknown'}"
    yield f"  game: {_game(inspection)}"
    least = 0.0 if game is not None else _WORTH
    found = [each for each in inspection.found if each.share and each.share >= least]
    yield "  found" if found else "  found         nothing"
    yield from (f"    {each.what.ljust(13)} {each.said}" for each in found)
    if inspection.lacks:
        yield "  lacks"
        yield from (f"    {each.what.ljust(13)} {_lack(each) if game is not None else each.said}" for each in inspection.lacks)
    yield "  judged, of ten: now, and with a survey" if game is not None else "  judged, of ten"
    for score in inspection.scores:
        both = f"{score.now:>2}, {score.then:>2}" if game is not None else f"{score.now:>2}"
        yield f"    {score.capability.ljust(13)} {both}  {score.why}"
    yield f"  next: {_next(inspection, file)}"


def _lack(each: Ingredient) -> str:
    missing = round(100 * (1 - each.share))
    if each.what in ("map", "units"):
        return f"{missing} in a hundred are to be told by hand, or by the survey's other means"
    return {
        "dice": "a button for each purpose; say in chat what you roll for, or use the companion",
        "turns": "a phase for each of the game's; type !phase in chat, or use the companion",
        "strengths": "numbers that can be read; the survey asks for them",
        "supply marks": "markers for supply; the companion brings them",
        "set-ups": "a set-up: nothing tells by its hex which counter is which",
    }[each.what]


def _game(inspection: Inspection) -> str:
    game = inspection.game
    if game is None:
        return "none of ours by its name, its counters or its hexes"
    if inspection.ours:
        return f"{game.slug} ({game.title}): our own module of it"
    sure = "most likely " if game.titled or game.bound else "perhaps "
    more = f"; or {', '.join(each.slug for each in inspection.others)}" if inspection.others else ""
    return f"{sure}{game.slug} ({game.title}){more}"


def _next(inspection: Inspection, file: str) -> str:
    game = inspection.game
    if game is None:
        return "adjudicate audit LOG …"
    if inspection.ours:
        return "adjudicate check LOG"
    if inspection.surveyed:
        return f"adjudicate check LOG -m {in_quotes(file)}"
    return f"adjudicate survey {game.slug} {in_quotes(file)}"
