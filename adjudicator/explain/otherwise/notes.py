"""Notes that came late, early or in other words, and those that were put right or called off."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ...evidence.history import Change, Counter
from ...evidence.notation import Note, in_plain_words
from ...evidence.observations import Heard
from ..board import told
from .way import ANNOUNCING, ANYTHING, LATE, OtherWay, announces, announcing, goes_on, thrown

_OF_NO_BUTTON = ("attack", "fire", "roll")  # words that are no purpose of dice
_ODDS = re.compile(r"(?<!\d)(\d{1,2})\s*[-:]\s*(\d)(?!\d)")
_NOT = re.compile(
    r"\b(?:no|not(?! (?:so |too )?(?:sure|certain|bad|good|enough)\b)|nein|nicht(?! (?:so |ganz )?(?:sicher|schlecht)\b)|nope"
    r"|scratch|forget|cancel|never ?mind|instead|vergiss|streich|mejor|olvídalo|espera|wait|warte)\b",
    re.IGNORECASE,
)


def beside_its_die(
    steps: tuple[Heard, ...], place: Callable[[Counter], str | None], left: Collection[int] = (), layer: str = ""
) -> tuple[Heard, ...]:
    """The steps with each note that came after its die beside that, where it cannot be for any other: nobody had said what the
    die was for, and no die comes before something else is said or done, or before those suffer whom the note says it was for.
    Where others suffered after the die, and those of the note only after that, each may have had an attack of its own.
    Some notes may be left as they are. `layer`: the one of counters that shows how many steps they have lost."""
    new = list(steps)
    for at, heard in enumerate(steps):
        if at in left:
            continue
        said = announcing(heard)
        die = last_die(steps, at) if said and heard.die is None else None
        if die is None or not fit(said, steps[die]) or is_announced(new, die) or _announced_in_turn(new, die):
            continue
        if _is_of_a_throw(steps, die) and _one_by_one(steps, at):
            continue
        hexes = {hex for note in said for hex in note.hexes}
        follows = _is_carried_out(steps, at, said, place, layer)
        if rolled_for(steps, at) and not follows:
            continue
        if (follows or _names_a_number(steps, at)) and _is_done_elsewhere(steps[die + 1 : at], hexes, place):
            continue
        first = max(0, at - LATE) if _was_announced(new, die) else die + 1  # what was said before was for other dice
        before = (old for earlier in steps[first:at] for old in earlier.notes)
        if any(instead(old, note) for old in before for note in said) or called_off(steps[at + 1 : at + LATE]):
            continue
        new[die] = replace(new[die], notes=(*new[die].notes, *said))
        new[at] = replace(new[at], notes=tuple(note for note in new[at].notes if note not in said))
    return tuple(new)


def _is_of_a_throw(steps: Sequence[Heard], die: int) -> bool:
    """Is it one of several dice after a note that says what they are for?"""
    for heard in reversed(steps[max(0, die - LATE) : die]):
        if heard.notes or heard.drawn or goes_on(heard) or any(map(told, heard.event.changes)):
            return any(note.verb == "roll" for note in heard.notes)
    return False


def _announced_in_turn(steps: Sequence[Heard], die: int) -> bool:
    """Is it one of several dice that were thrown one after the other, and was as much announced one after the other before?"""
    dice, found = 0, list[Note]()
    for heard in reversed(steps[max(0, die - 2 * LATE) : die + 1]):
        said = announcing(heard)
        is_die = thrown(heard) is not None
        if heard.drawn or goes_on(heard) or (is_die and (found or said)):
            break
        dice += is_die
        found += [note for note in said if not any(instead(note, later) for later in found)]
    return 1 < dice <= len(found)


def _one_by_one(steps: Sequence[Heard], at: int) -> bool:
    """Are dice for one thing each announced one after the other, and then as many thrown?"""
    said = 0
    for on, heard in enumerate(steps[at : at + LATE], at):
        notes = announcing(heard)
        if any(note.verb == "roll" for note in notes):
            return False
        if thrown(heard) is not None:
            tell = (each for each in steps[on:] if thrown(each) is not None or announces(each) or each.drawn or goes_on(each))
            rest = list(islice(tell, said))  # what the first of them bring may be done before the next is thrown
            return said > 1 and len(rest) == said and all(map(_is_only_thrown, rest))
        said += len(notes)
    return False


def _is_only_thrown(heard: Heard) -> bool:
    return thrown(heard) is not None and not announces(heard)


def _is_carried_out(
    steps: tuple[Heard, ...], at: int, said: Sequence[Note], place: Callable[[Counter], str | None], layer: str
) -> bool:
    """Is something done in the hexes of these notes after them, or do those whom they name lose steps, before anything else is
    thrown, said or clicked?"""
    hexes = {hex for note in said for hex in note.hexes}
    names = {name.casefold() for note in said for name in note.names}
    for heard in steps[at + 1 : at + LATE]:
        if may_be_a_die(heard) or heard.drawn or goes_on(heard) or announces(heard):
            return False
        for change in filter(told, heard.event.changes):
            if change.before is not None and (place(change.before) in hexes or _loses_a_step(change, names, layer)):
                return True
    return False


def _loses_a_step(change: Change, names: Collection[str], layer: str) -> bool:
    """Does somebody of these names lose one and stay where he is?"""
    old, new = change.before, change.after
    if old is None or new is None or old.spot != new.spot or old.printed.casefold() not in names:
        return False
    return (dict(new.levels).get(layer) or 0) > (dict(old.levels).get(layer) or 0)


def _names_a_number(steps: tuple[Heard, ...], at: int) -> bool:
    """Is what comes after a note a number in chat that may be its die?"""
    return at + 1 < len(steps) and steps[at + 1].die is None and may_be_a_die(steps[at + 1])


def _is_done_elsewhere(between: Sequence[Heard], hexes: Collection[str], place: Callable[[Counter], str | None]) -> bool:
    """Is something done between a die and a note, and nothing of it in the hexes that the note names? A counter that is put back
    as it was did nothing."""
    first: dict[str, Counter | None] = {}
    last: dict[str, Counter | None] = {}
    for change in (each for heard in between for each in heard.event.changes if told(each)):
        first.setdefault(change.counter.id, change.before)
        last[change.counter.id] = change.after
    done = (before for id_, before in first.items() if before is not None and _differ(before, last[id_]))
    places = {place(before) for before in done}
    return bool(places) and places.isdisjoint(hexes)


def _differ(before: Counter, after: Counter | None) -> bool:
    return after is None or told(Change(before, after))


def last_die(steps: Sequence[Heard], at: int) -> int | None:
    """The die before a step, if nothing was announced, drawn or clicked since."""
    for back in range(at - 1, max(0, at - LATE) - 1, -1):
        heard = steps[back]
        if heard.die is not None:
            return back
        if heard.typed or heard.drawn or goes_on(heard) or announces(heard):
            return None
    return None


def noted_late(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note that came after its die is heard before it. Where it is for that die, whatever its button or however somebody
    told its number, no other follows it."""
    for at in near:
        said = announcing(steps[at])
        for back in range(at - 1, max(near.start, at - LATE) - 1, -1) if said else ():
            fits = fit(said, steps[back])
            if not (fits or may_be_a_die(steps[back])) or is_announced(steps, back) or (not fits and rolled_for(steps, at)):
                continue
            earlier = with_its_die(steps[back], (*steps[back].notes, *said), whatever=not fits)
            later = replace(steps[at], notes=tuple(note for note in steps[at].notes if note not in said))
            changed = (*steps[:back], earlier, *steps[back + 1 : at], later, *steps[at + 1 :])
            unlikely = 1 + (not fits) + steps[back].tried + sum(thrown(heard) is not None for heard in steps[back + 1 : at])
            says = f"the note of step {steps[at].step} was for the die of step {steps[back].step}"
            yield OtherWay(changed, back, unlikely, says if fits else f"{says}, whatever its button")


def may_be_a_die(heard: Heard) -> bool:
    """Was a die thrown, or did somebody name a number that may have been one?"""
    return heard.die is not None or bool(heard.typed or heard.maybe)


def is_announced(steps: Sequence[Heard], at: int) -> bool:
    """Did somebody say what the die was for, just before he threw it?"""
    for heard in reversed(steps[max(0, at - LATE) : at + 1]):
        if thrown(heard) is not None and heard is not steps[at]:
            return False
        if fit(heard.notes, steps[at]):
            return True
    return False


def fit(notes: Iterable[Note], heard: Heard) -> bool:
    """May one of these notes be for the die of a step? A die by a wrong button is another way, of its own."""
    purpose = thrown(heard)
    return purpose is not None and any(
        may_be_for(note, purpose) or (note.verb == "roll" and note.text.strip().lower().startswith(purpose)) for note in notes
    )


def with_its_die(heard: Heard, notes: tuple[Note, ...], *, whatever: bool = False) -> Heard:
    """A step with notes that are for its die; a number that somebody typed is one then. `whatever`: whatever its button."""
    purpose = None if whatever else thrown(heard)
    die = (ANYTHING, heard.typed or heard.maybe) if heard.die is None else (purpose or ANYTHING, heard.die[1])
    return replace(heard, notes=notes, die=die)


def may_be_for(note: Note, purpose: str) -> bool:
    """May the note be for dice of this button? Words that name a button of their own are for that one."""
    if note.verb == purpose or purpose == ANYTHING:
        return note.verb in ANNOUNCING
    is_combat = note.verb == "bombardment" and bool(note.hexes)  # resolved by the dice of combats, granted by its own
    return (is_combat or note.verb in _OF_NO_BUTTON) and purpose not in ANNOUNCING


def said_early(
    steps: tuple[Heard, ...], near: range, shows_another: Callable[[Heard, Collection[str]], bool] = lambda *_: False
) -> Iterator[OtherWay]:
    """A note that was for the second die after it and not for the next: two combats were announced, or counters show another one
    than it names, and then they were fought, as a rule in that order. What it puts right goes with it."""
    for at in reversed(near):
        said = announcing(steps[at])
        dice = [i for i in range(at + 1, min(near.stop, at + LATE)) if thrown(steps[i]) is not None] if said else []
        hexes = {hex for note in said for hex in note.hexes}
        next_too = bool(dice) and (
            _several_announced(steps, dice[0]) or any(shows_another(heard, hexes) for heard in steps[at : dice[0]])
        )
        for on in (i for i in dice[1:] if fit(said, steps[i]) and not is_announced(steps, i)):
            if not next_too and thrown(steps[on]) == thrown(steps[dice[0]]):
                continue
            there = with_its_die(steps[on], (*said, *steps[on].notes))
            changed = (*_without(steps, at, said), *steps[at + 1 : on], there, *steps[on + 1 :])
            passed = max(1, sum(fit(said, steps[i]) for i in dice if i < on))
            says = f"the note of step {steps[at].step} was for the die of step {steps[on].step}"
            since = next(i for i in range(at + 1) if changed[i] is not steps[i])
            yield OtherWay(changed, since, passed, says, to=on)


def _without(steps: tuple[Heard, ...], at: int, said: tuple[Note, ...]) -> Iterator[Heard]:
    """The steps up to one, without its notes and those that they put right since the last die."""
    die = next((i for i in range(at - 1, -1, -1) if thrown(steps[i]) is not None), -1)
    yield from steps[: die + 1]
    for heard in steps[die + 1 : at]:
        kept = tuple(old for old in heard.notes if not any(instead(old, note) for note in said))
        yield heard if kept == heard.notes else replace(heard, notes=kept)
    yield replace(steps[at], notes=tuple(note for note in steps[at].notes if note not in said))


def exchanged(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The notes of two dice in a row were each for the other one, if only a reading has put one of them beside its die: what was
    announced first was rolled for first after all."""
    dice = [at for at in near if steps[at].die is not None]
    for before, one, two in zip([near.start - 1, *dice], dice, dice[1:], strict=False):
        first, second = (_last_note(steps, range(start + 1, end + 1)) for start, end in ((before, one), (one, two)))
        if first is None or second is None or (first < one and second < two):
            continue
        moved = [announcing(steps[at]) for at in (first, second)]
        if not fit(moved[0], steps[two]) or not fit(moved[1], steps[one]):
            continue
        new = list(steps)
        for at, said in zip((first, second), moved, strict=True):
            new[at] = replace(new[at], notes=tuple(note for note in new[at].notes if note not in said))
        for at, said in zip((one, two), reversed(moved), strict=True):
            new[at] = with_its_die(new[at], (*said, *new[at].notes))
        says = f"the notes for the dice of steps {steps[one].step} and {steps[two].step} were each for the other one"
        yield OtherWay(tuple(new), first, 2, says, to=two)


def _last_note(steps: tuple[Heard, ...], near: range) -> int | None:
    return next((at for at in reversed(near) if announces(steps[at])), None)


def _several_announced(steps: tuple[Heard, ...], die: int) -> bool:
    """Was more than one thing announced between a die and the one before it?"""
    before = next((i for i in range(die - 1, -1, -1) if steps[i].die is not None), -1)
    return sum(announces(heard) for heard in steps[before + 1 : die + 1]) > 1


def put_right_late(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note after its die in place of the one about the same that stood before it, with no die of its own to come."""
    for at in near:
        said = announcing(steps[at])
        die = next((i for i in range(at - 1, max(near.start, at - LATE) - 1, -1) if steps[i].die is not None), None)
        if not said or (has_a_die_to_come(steps, at) and not _by_any_button(steps, at, die)):
            continue
        before = range(die, max(near.start, die - LATE) - 1, -1) if die is not None else ()
        first = next((i for i in before if any(instead(old, new) for old in steps[i].notes for new in said)), None)
        if die is None or first is None:
            continue
        new = list(steps)
        new[first] = replace(
            new[first], notes=tuple(old for old in new[first].notes if not any(instead(old, one) for one in said))
        )
        new[die] = replace(new[die], notes=(*new[die].notes, *said))
        new[at] = replace(new[at], notes=tuple(note for note in new[at].notes if note not in said))
        says = f"the note of step {steps[at].step} puts right that of step {steps[first].step}"
        yield OtherWay(tuple(new), first, 2, says, to=at)


def _by_any_button(steps: tuple[Heard, ...], at: int, before: int | None) -> bool:
    """Is the next die one by the button for anything, which may be for something else than what was said last? Not where the die
    before was by that button too: then it tells nothing."""
    following = next((heard.die for heard in steps[at + 1 :] if heard.die is not None), None)
    last = None if before is None else steps[before].die
    return following is not None and following[0] == ANYTHING and (last is None or last[0] != ANYTHING)


def said_again(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note after its die that only says again what stood before it."""
    for at in near:
        said = announcing(steps[at])
        die = next((i for i in range(at - 1, max(near.start, at - LATE) - 1, -1) if steps[i].die is not None), None)
        if not said or die is None or fit(said, steps[at]) or rolled_for(steps, at):
            continue
        before = (note for heard in steps[max(0, die - LATE) : die + 1] for note in heard.notes)
        if _was_announced(steps, die) and any(note.corrects(old) for old in before for note in said):
            kept = tuple(note for note in steps[at].notes if note not in said)
            changed = (*steps[:at], replace(steps[at], notes=kept), *steps[at + 1 :])
            yield OtherWay(
                changed, at, 2, f"the note of step {steps[at].step} says again what the die of step {steps[die].step} was for"
            )


def _was_announced(steps: Sequence[Heard], die: int) -> bool:
    """Is there a note for a die that none before it was for, if each is for the first that fits?"""
    waiting: list[Note] = []
    for at in range(max(0, die - LATE), die):
        waiting += announcing(steps[at])
        its = next((note for note in waiting if steps[at].die is not None and fit((note,), steps[at])), None)
        if its is not None:
            waiting.remove(its)
    return any(fit((note,), steps[die]) for note in (*waiting, *steps[die].notes))


def column_in_talk(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The column that a note told is put right in plain words before its die or soon after it: `no, that is 5-1`."""
    for at in near:
        said = tuple(note for note in steps[at].notes if note.verb in ANNOUNCING and note.column is not None)
        dice = int(steps[at].die is not None)
        for later in range(at + 1, min(len(steps), at + LATE)) if said else ():
            heard = steps[later]
            dice += heard.die is not None
            if dice > 1 or heard.drawn or goes_on(heard) or announces(heard):
                break
            spoken = (found for line in heard.event.chat if not line.lstrip().startswith("*") for found in _ODDS.findall(line))
            for column in dict.fromkeys("-".join(each) for each in spoken):
                there = tuple(replace(note, column=column) if note in said else note for note in steps[at].notes)
                changed = (*steps[:at], replace(steps[at], notes=there), *steps[at + 1 :])
                says = f"the column told in step {steps[at].step} was put right in step {heard.step}"
                yield OtherWay(changed, at, 1, says, to=later)


def rolled_for(steps: tuple[Heard, ...], at: int) -> bool:
    """Is a die that a note may be for thrown after it before anything else is announced, drawn or clicked? What only stands in
    place of the note is nothing else."""
    said = announcing(steps[at])
    for heard in steps[at + 1 :]:
        if thrown(heard) is not None and not heard.notes:
            return fit(said, heard)
        others = announcing(heard)
        anew = any(instead(old, new) for old in said for new in others)
        if heard.drawn or goes_on(heard) or (others and not anew):
            return False
    return False


def has_a_die_to_come(steps: tuple[Heard, ...], at: int) -> bool:
    """Is a die thrown after a note that may be for it, and not one that has a note of its own behind it?"""
    if not rolled_for(steps, at):
        return False
    die = next(i for i in range(at + 1, len(steps)) if thrown(steps[i]) is not None)
    for behind in range(die + 1, min(len(steps), die + LATE)):
        heard = steps[behind]
        if announces(heard):
            return not fit(heard.notes, steps[die]) or rolled_for(steps, behind)
        if thrown(heard) is not None or heard.drawn or goes_on(heard):
            break
    return True


def corrected(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note that a later one corrects, or that was called off."""
    for at in near:
        for note in announcing(steps[at]):
            die = next((i for i in range(at + 1, len(steps)) if steps[i].die is not None), len(steps))
            following = steps[at + 1 : min(at + LATE, die)]  # once it is rolled for nothing is corrected
            off = called_off(following)
            anew = any(other.corrects(note) for later in following for other in later.notes)
            if anew or off or any(instead(note, other) for later in following for other in later.notes):
                kept = tuple(each for each in steps[at].notes if each is not note)
                changed = (*steps[:at], replace(steps[at], notes=kept), *steps[at + 1 :])
                plain = anew or (off and any(map(announces, following)))
                yield OtherWay(changed, at, 1, f"the note of step {steps[at].step} was corrected", plain=plain)


def said_in_talk(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """An attack that was announced in talk, in place of a note about the same hex that it corrects."""
    for at in near:
        for said in (note for line in steps[at].event.chat if (note := in_plain_words(line)) is not None):
            far = max(near.start, at - LATE)
            since = next((i for i in range(at - 1, far - 1, -1) if steps[i].die is not None), far - 1) + 1
            new = list(steps)
            for i in range(since, at + 1):
                new[i] = replace(new[i], notes=tuple(old for old in new[i].notes if not instead(old, said)))
            new[at] = replace(new[at], notes=(*new[at].notes, said))
            yield OtherWay(tuple(new), since, 2, f"what was said in step {steps[at].step} announces an attack")


def called_off(following: tuple[Heard, ...]) -> bool:
    """Does anybody say so before the next die?"""
    until = next((i for i, heard in enumerate(following) if heard.die is not None), len(following))
    return any(_NOT.search(line) for heard in following[:until] for line in heard.event.chat)


def instead(note: Note, other: Note) -> bool:
    """Is the other note about the same, so that it may stand in place of this one?"""
    return other.corrects(note) or (note.verb == other.verb and bool(set(note.hexes) & set(other.hexes)))
