"""What people say beside the game, some of which looks as if it were a note."""

from __future__ import annotations

from . import words
from .gestures import Say
from .page import Luck, Page


def chatter(page: Page, luck: Luck) -> None:
    """A remark between two things that are done."""
    for place in range(len(page.deeds) - 1, 0, -1):
        if luck.strikes():
            page.insert(place, page.deeds[place].more(luck.habit, Say(luck.dice.choice(words.TALK[page.language]))))


def like_a_note(page: Page, luck: Luck) -> None:
    """Talk about attacks, dice and hexes, with an exclamation mark perhaps, that announces nothing."""
    for place in range(len(page.deeds) - 1, 0, -1):
        if luck.strikes():
            deed = page.deeds[place]
            units, hexes = page.involved(deed.action)
            names = sorted(page.board.names[unit] for unit in units if unit in page.board.names)
            unit = luck.dice.choice(names or sorted(page.board.names.values()))
            hex = luck.dice.choice(sorted(hexes) or sorted(page.board.points))
            said = luck.dice.choice(words.LIKE_A_NOTE[page.language]).format(hex=hex, unit=unit)
            page.insert(place, deed.more(luck.habit, Say(said)))


def greeting(page: Page, luck: Luck) -> None:
    """A word at the start and one at the end."""
    if luck.strikes() and page.deeds:
        page.insert(0, page.deeds[0].more(luck.habit, Say(luck.dice.choice(words.HELLO[page.language]))))
        page.deeds.append(page.deeds[-1].more(luck.habit, Say(luck.dice.choice(words.GOODBYE[page.language]))))


def results(page: Page, luck: Luck) -> None:
    """What dice have brought is told in plain words too."""
    told: set[int] = set()
    for place in range(len(page.deeds) - 1, -1, -1):
        deed = page.deeds[place]
        sort = words.RESULT[page.language].get(page.action(deed).verb)
        first = place == 0 or page.deeds[place - 1].action != deed.action
        if sort is None or deed.extra or not first or deed.action in told or not luck.strikes():
            continue
        told.add(deed.action)
        names = sorted(page.board.names[unit] for unit in page.involved(deed.action)[0] if unit in page.board.names)
        said = luck.dice.choice(sort).format(names=", ".join(names), to=getattr(page.action(deed), "to", ""))
        page.insert(place, deed.more(luck.habit, Say(said)))
