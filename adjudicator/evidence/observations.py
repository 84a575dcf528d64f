"""The steps of a log as observations: what was said in each, thrown, drawn and put where."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from .binding import BindingEntry, chit_of
from .history import Change, Event, History
from .notation import LONGEST, Note, notes_in

Dice = tuple[int, ...]

_WORDS = (
    r"(?:roll(?:ed|s|ing)?|die|dice|1?d6|w6|throw[ns]?|threw|würfel\w*|gewürfelt|geworfen|wurf"
    r"|dado|tirad[ao]|tiré|saqué|sacado|sale)"
)
_DICE = r"[1-6](?:\s*(?:\+|&|and|und|y)\s*[1-6])*"
_ROLLED = re.compile(
    rf"\b{_WORDS}\b\D{{0,20}}\b({_DICE})\b(?![-:/\d])|(?<![-:/\d])\b({_DICE})\b\D{{0,12}}\b{_WORDS}\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"(?<![\d/:-])\b({_DICE})\b(?![\d/:-])", re.IGNORECASE)
_OF_SOMETHING = re.compile(  # a number that says which turn it is, or how many there are of what
    r"\b(?:turn|phase|step|runde|zug|schritt|turno|fase)\s*[1-6]\b"
    r"|\b[1-6]\s+(?:more|left|points?|steps?|hex\w*|units?|pts?|vps?|punkte?|schritte?|felder|einheiten|puntos?|pasos?|unidades)\b",
    re.IGNORECASE,
)
_WRONG_BUTTON = re.compile(
    r"\b(?:wrong|falsche[rn]?)\b.{0,12}\b(?:button|die|dice|knopf|würfel)|\b(?:botón|dado)\b.{0,6}\bequivocado", re.IGNORECASE
)
_TWICE = re.compile(  # only one of two dice counts: the first, if nobody says which
    r"\b(?:(?:double|doble)[ -]?clic(?:k\w*)?|click\w* twice|rolled twice by mistake|zwei ?mal geklickt|doppelklick)\b"
    r"|\b(?:(?:ignore|disregard|forget) the (?:second|2nd|other)|ignora el segundo"
    r"|(?:zweiten|2\.) (?:wurf|würfel)\w* (?:ignorieren|vergessen))\b"
    r"|\b(?:first|1st)(?: one| die| roll)? (?:counts|stands)\b|\bder (?:erste|1\.)(?: wurf)? (?:zählt|gilt)\b"
    r"|\b(?:vale|cuenta) el primer[oa]?\b",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(
    r"\b(?:the|die|el) ([1-6]) (?:counts|stands|zählt|gilt|cuenta|vale)\b|\b(?:cuenta|vale) (?:el|un) ([1-6])\b", re.IGNORECASE
)
_ANOTHER_TIME = re.compile(r"\?|\b(?:last|next) (?:time|turn)\b|\b(?:letztes|nächstes) mal\b|\búltima vez\b", re.IGNORECASE)
_TEST = re.compile(
    r"\b(?:test(?:ing)? (?:of )?(?:the |my )?(?:dice|die|rolls?)|test ?rolls?|(?:trying|try) (?:out )?the dice"
    r"|würfeltest|testw[uü]rf\w*|probando (?:los )?dados|tiradas? de prueba)\b",
    re.IGNORECASE,
)
_SOON = 5  # steps after a die within which somebody says that its button was the wrong one
_SHORT = 24  # characters of a line that says little but a number
_TALK = 200  # characters of a line in which names are looked for
_MOST_NAMES = 1000  # more than any game has; who names more counters so made it to be slow


@dataclass(frozen=True, slots=True)
class Heard:
    """One step, with what players said in it, the dice they rolled (for what, and the numbers), and the chits they drew."""

    event: Event
    notes: tuple[Note, ...] = ()
    die: tuple[str, Dice] | None = None
    drawn: tuple[str, ...] = ()
    typed: Dice = ()  # a number that somebody says he rolled, or several
    maybe: Dice = ()  # one that may be meant so
    any_button: bool = False  # somebody says that the die was thrown by the wrong one
    apart: bool = False  # the die is not for what was announced before
    amid: bool = False  # the counter was clicked in the middle of something
    tried: bool = False  # somebody says that he only tries his dice
    lags: bool = False  # nobody has clicked the counter for phases that are over by now
    hasty: bool = False  # the counter was clicked before what still belonged to the phase before

    @property
    def step(self) -> int:
        return self.event.step

    def note(self, *verbs: str) -> Note | None:
        return next((note for note in self.notes if note.verb in verbs), None)


def observed(binding: BindingEntry, history: History, known: Collection[str] = ()) -> tuple[Heard, ...]:
    """Every step of a log. What was taken back was not thrown, not drawn and not said. `known`: the game's kinds of attack and
    fire."""
    undone = {event.undoes for event in history.events if event.undo}
    names = _names_with_a_number(history)
    steps = [_heard(binding, event, known, names, taken_back=event.step in undone) for event in history.events]
    for at, heard in enumerate(steps):
        if heard.die is not None and _owned_up(steps[at + 1 : at + _SOON]):
            steps[at] = replace(heard, any_button=True)
        first = _first_of_two(steps, at)
        mistaken = None if first is None else _mistaken(steps, first, at)
        if mistaken is not None:
            steps[mistaken] = replace(steps[mistaken], die=None)
        for test, noted in _tests(steps, at) if any(map(_TEST.search, heard.event.chat)) else ():
            steps[test] = replace(steps[test], die=steps[test].die if noted else None, tried=True)
        if heard.drawn and _drawn_besides(binding, steps, at):
            steps[at] = replace(steps[at], drawn=())
    return tuple(steps)


def _drawn_besides(binding: BindingEntry, steps: Sequence[Heard], at: int) -> bool:
    """Were chits drawn in one go with the one before, of which nothing had come yet, and put back before anything was done?

    Who puts back the only one that he drew, to draw another, has drawn both.
    """
    before = next((heard for heard in reversed(steps[:at]) if _does(heard) or heard.die is not None), None)
    after = next((heard for heard in steps[at + 1 :] if _does(heard) or heard.die is not None), None)
    if before is None or after is None or not before.drawn:
        return False
    home = {chit_of(binding, change.after) for change in after.event.changes if _returned(binding, change) and change.after}
    return home.issuperset(steps[at].drawn)


def _returned(binding: BindingEntry, change: Change) -> bool:
    cup = binding.chits.deck
    return bool(cup) and change.after is not None and change.after.spot.deck == cup


def _tests(steps: Sequence[Heard], said: int) -> Iterator[tuple[int, bool]]:
    """The dice behind a word that they are only tried: all by one button. The note that follows may be for the last of them."""
    found: list[int] = []
    noted = False
    for at in range(said + 1, min(len(steps), said + 1 + _SOON)):
        die, alike = steps[at].die, steps[found[-1]].die if found else steps[at].die
        if _does(steps[at]) or (die is not None and alike is not None and die[0] != alike[0]):
            noted = bool(steps[at].notes) and die is None
            break
        found += [at] if die is not None else []
    yield from ((at, noted and at == found[-1]) for at in found)


def _first_of_two(steps: Sequence[Heard], at: int) -> int | None:
    """The die before one that was thrown by the same button, with nothing done and nothing announced in between."""
    back = next((i for i in range(at - 1, max(-1, at - _SOON), -1) if steps[i].die is not None or _does(steps[i])), None)
    first, second = None if back is None else steps[back].die, steps[at].die
    return back if first is not None and second is not None and first[0] == second[0] and not steps[at].notes else None


def _does(heard: Heard) -> bool:
    return bool(heard.event.changes or heard.notes or heard.event.turn is not None)


def _mistaken(steps: Sequence[Heard], first: int, second: int) -> int | None:
    """Which of two dice was thrown by mistake, if somebody says so before the next one."""
    one, other = (sum(die[1]) if (die := steps[at].die) is not None else 0 for at in (first, second))
    for heard in steps[second + 1 : second + _SOON]:
        if heard.die is not None:
            return None
        for line in heard.event.chat:
            counts = _THAT_ONE.search(line)
            said = 0 if counts is None else int(counts[1] or counts[2])
            if said in (one, other):
                return second if said == one else first
            if _TWICE.search(line):
                return second
    return None


def _owned_up(following: Sequence[Heard]) -> bool:
    """Does somebody say after a die, and before the next one, that it was thrown by the wrong button?"""
    until = next((at for at, heard in enumerate(following) if heard.die is not None), len(following))
    return any(_WRONG_BUTTON.search(line) for heard in following[:until] for line in heard.event.chat)


def _names_with_a_number(history: History) -> re.Pattern[str] | None:
    """What counters are called, where a number that a die may show stands in it by itself: `3 Gd`, `Air army 1`."""
    words = {name.partition("(")[0].strip() for each in history.start.values() for name in (each.name, each.printed)}
    found = sorted((each for each in words if _NUMBER.search(each) and any(map(str.isalpha, each))), key=len, reverse=True)
    if not 0 < len(found) <= _MOST_NAMES:
        return None
    spaced = "|".join(r"\s+".join(map(re.escape, each.split())) for each in found)
    return re.compile(rf"(?<![\w/])(?:{spaced})(?!\w)", re.IGNORECASE)


def _heard(
    binding: BindingEntry, event: Event, known: Collection[str], names: re.Pattern[str] | None, *, taken_back: bool
) -> Heard:
    if any(len(line) > LONGEST for line in event.chat):  # nobody typed that, and nothing is looked for in it
        event = replace(event, chat=tuple(line for line in event.chat if len(line) <= LONGEST))
    if taken_back:
        return Heard(event)
    chits = tuple(chit for change in event.changes if (chit := drawn(binding, change)) is not None)
    die = _die(binding, event)
    return Heard(event, notes_in(event.chat, known), die, chits, *((), ()) if die is not None else _typed(event, names))


def drawn(binding: BindingEntry, change: Change) -> str | None:
    """A chit that left the cup, but not for a box in which units wait: there it is put aside with them."""
    cup = binding.chits.deck
    if change.before is None or change.after is None or not cup:
        return None
    left = change.before.spot.deck == cup and change.after.spot.deck != cup and change.after.spot.location not in binding.boxes
    return chit_of(binding, change.after) if left else None


def _die(binding: BindingEntry, event: Event) -> tuple[str, Dice] | None:
    for roll in event.rolls:
        purpose = binding.dice.get(roll.die)
        if purpose is not None and roll.results:
            return purpose, roll.results
    return None


def _typed(event: Event, names: re.Pattern[str] | None) -> tuple[Dice, Dice]:
    """What a player says that he rolled by hand (`rolled a 4`, `eine 4 und 5 gewürfelt`), and what may be meant so (`a 4`). A
    number in the name of a counter is none."""
    said = [line.rpartition("- ")[2] for line in event.chat if not line.lstrip().startswith("*") and "!" not in line.strip(" !")]
    said = [line if names is None or len(line) > _TALK else names.sub(" ", line) for line in said]
    now = [line for line in said if not _ANOTHER_TIME.search(line)]
    sure = [rolled[1] or rolled[2] for line in now if (rolled := _ROLLED.search(line))]
    short = [_OF_SOMETHING.sub("", line) for line in said if len(line) <= _SHORT]
    maybe = [each[0] for line in short if len(each := _NUMBER.findall(line)) == 1]
    return _numbers(sure), _numbers(maybe)


def _numbers(found: Sequence[str]) -> Dice:
    """Those of the first text that was found."""
    return tuple(int(each) for text in found[:1] for each in text if each.isdigit())
