"""How people announce: before the die, after it, in the middle of talk, wrongly, or not at all."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from . import words
from .gestures import Say
from .page import Luck, Page

_VERB = re.compile(r"^!(\w+)")
_HEX = re.compile(r"(?<![\w/])\d{4}(?![\w/])")
_SHOT = re.compile(r"^(?P<head>!(?:attack|barrage|fire) .+?) with (?P<names>.*?)(?P<rest>(?: (?:on|at|total|result) .*)?)$")
_ATTACK = re.compile(r"^!attack (?P<hex>\d{4}) with (?P<names>.*?)(?P<rest>(?: on \d+[-:]\d+)?)$")


def late(page: Page, luck: Luck) -> None:
    """The die first, then what it was for. What was called off or put right before that stays where it is."""
    notes = _notes(page)
    last = {die: place for place in sorted(notes) if (die := page.note_and_die(place)) is not None}
    for die, place in reversed(last.items()):
        if luck.strikes():
            page.move([place], die + 1, luck.habit)


def in_talk(page: Page, luck: Luck) -> None:
    """The note stands within a line of talk."""
    for place in _notes(page):
        if luck.strikes():
            before = luck.dice.choice(words.BEFORE[page.language]) + " " if luck.chance(0.7) else ""
            behind = " " + luck.dice.choice(words.BEHIND[page.language]) if luck.chance(0.6) or not before else ""
            _say(page, place, luck, f"{before}{_text(page, place)}{behind}")


def corrected(page: Page, luck: Luck) -> None:
    """A wrong note first; the second one replaces it."""
    for place in _notes(page):
        said = _SHOT.match(_text(page, place))
        if said is None or not luck.strikes():
            continue
        names, hex = said["names"].split(", "), _HEX.search(said["head"])
        if len(names) > 1 and (luck.chance(0.6) or hex is None):
            wrong = f"{said['head']} with {', '.join(names[:-1])}{said['rest']}"
        elif hex is not None:
            wrong = f"{said['head'].replace(hex[0], _slip(hex[0], luck))} with {said['names']}{said['rest']}"
        else:
            continue
        deed = page.deeds[place]
        sorry = luck.dice.choice(words.CORRECTED[page.language])
        between = [deed.more(luck.habit, Say(sorry))] if sorry and luck.chance(0.5) else []
        page.deeds[place] = deed.by(luck.habit)
        page.insert(place, deed.more(luck.habit, Say(wrong)), *between)


def called_off(page: Page, luck: Luck) -> None:
    """An attack is announced and called off; another one is fought first."""
    notes = [place for place in _notes(page) if _ATTACK.match(_text(page, place))]
    for later, place in pairwise(notes):
        if page.phase_of[page.deeds[later].action] == page.phase_of[page.deeds[place].action] and luck.strikes():
            deed = page.deeds[place]
            off = Say(luck.dice.choice(words.CALLED_OFF[page.language]))
            page.insert(place, deed.more(luck.habit, page.deeds[later].gesture), deed.more(luck.habit, off))


def missing(page: Page, luck: Luck) -> None:
    """Nothing is said at all. What is said of a violation that was planted is said: without it, it would be another game."""
    for place in _notes(page):
        if luck.strikes() and not (page.is_planted(page.deeds[place]) and luck.rate < LEFT_OUT):
            page.leave_out(place, luck.habit)


LEFT_OUT = 0.5  # from this rate on nobody reckons with notes, and even a violation goes unsaid


def plain(page: Page, luck: Luck) -> None:
    """An attack is announced in words, not as a note."""
    for place in _notes(page):
        said = _ATTACK.match(_text(page, place))
        if said is not None and not page.is_planted(page.deeds[place]) and luck.strikes():
            how = luck.dice.choice(words.PLAIN[page.language])
            _say(page, place, luck, how.format(hex=said["hex"], names=said["names"]) + said["rest"].replace(" on", ","))


def short(page: Page, luck: Luck) -> None:
    """The short words for a note, `and` in place of a comma, capital letters."""
    for place in _notes(page):
        if not luck.strikes():
            continue
        text = _text(page, place)
        verb = _VERB.match(text)
        others = words.VERBS["en"].get(verb[1], ()) if verb else ()
        if verb and others and luck.chance(0.7):
            text = f"!{luck.dice.choice(others)}{text[verb.end() :]}"
        elif ", " in text and " with " in text:
            text = " and ".join(text.rsplit(", ", 1))
        elif verb:
            text = f"!{verb[1].upper() if luck.chance(0.3) else verb[1].capitalize()}{text[verb.end() :]}"
        _say(page, place, luck, text)


def abbreviated(page: Page, luck: Luck) -> None:
    """Names are shortened, where the number is enough or a space is too much."""
    counts = Counter(form for name in page.board.names.values() for form in (name, *_forms(name)))
    known = {name for name in page.board.names.values() if len(name) > 3}
    for place in _notes(page):
        if not luck.strikes():
            continue
        text = _text(page, place)
        head, word, names = text.partition(" with ")
        if not word:
            continue
        parts = re.split(r"(, | on | at | total | result )", names)
        for index, part in enumerate(parts):
            forms = [form for form in _forms(part) if counts[form] == 1] if part in known else []
            if forms and luck.chance(0.6):
                parts[index] = luck.dice.choice(forms)
        _say(page, place, luck, head + word + "".join(parts))


def foreign(page: Page, luck: Luck) -> None:
    """Notes in the player's own language."""
    if page.language == "en":
        return
    for place in _notes(page):
        if not luck.strikes():
            continue
        text = _text(page, place)
        verb = _VERB.match(text)
        if verb is None or verb[1] not in words.VERBS[page.language]:
            continue
        rest = text[verb.end() :] + " "
        for word, other in words.INNER[page.language].items():
            rest = rest.replace(word, other)
        _say(page, place, luck, f"!{luck.dice.choice(words.VERBS[page.language][verb[1]])}{rest.rstrip()}")


def _forms(name: str) -> list[str]:
    """Shorter forms of a name: without spaces, lower case, or without what stands in brackets."""
    bare = re.sub(r"\s*\([^)]*\)$", "", name)
    joined = re.sub(r" (Pz|PG|HQ|Gd|T|G|AAG|KAG)\b", r"\1", name)
    found = {bare, bare.replace(" ", ""), name.replace(" ", ""), name.lower(), joined}
    return sorted(form for form in found if form and form != name)


def _slip(hex: str, luck: Luck) -> str:
    """A hex with one digit mistyped."""
    place = luck.dice.randrange(1, 4)
    return hex[:place] + str((int(hex[place]) + luck.dice.choice((1, 9))) % 10) + hex[place + 1 :]


def _notes(page: Page) -> list[int]:
    return [place for place in page.at(Say) if page.is_note(page.deeds[place])]


def _text(page: Page, place: int) -> str:
    gesture = page.deeds[place].gesture
    return gesture.text if isinstance(gesture, Say) else ""


def _say(page: Page, place: int, luck: Luck, text: str) -> None:
    if text != _text(page, place):
        page.deeds[place] = page.deeds[place].by(luck.habit, Say(text))


def language(page: Page, luck: Luck) -> None:
    """The player writes in another language than English."""
    if luck.strikes():
        page.language = luck.dice.choice(("de", "es"))
        page.whole.append(luck.habit)
