"""How people roll: with the button at hand, with a die of their own, twice, too early, all together."""

from __future__ import annotations

from . import words
from .gestures import Back, Lift, Roll, Say
from .page import Luck, Page

GENERIC = "Other 1d6"


def generic(page: Page, luck: Luck) -> None:
    """The button for any die."""
    for place in page.at(Roll):
        deed = page.deeds[place]
        if isinstance(deed.gesture, Roll) and len(deed.gesture.dice) == 1 and luck.strikes():
            page.deeds[place] = deed.by(luck.habit, Roll(GENERIC, deed.gesture.dice))


def wrong_button(page: Page, luck: Luck) -> None:
    """A button for another purpose; sometimes it is said."""
    rolls = [deed.gesture for deed in page.deeds if isinstance(deed.gesture, Roll)]
    buttons = sorted({roll.button for roll in rolls if len(roll.dice) == 1})
    for place in page.at(Roll):
        deed = page.deeds[place]
        others = [each for each in buttons if isinstance(deed.gesture, Roll) and each not in (deed.gesture.button, GENERIC)]
        if isinstance(deed.gesture, Roll) and len(deed.gesture.dice) == 1 and others and luck.strikes():
            page.deeds[place] = deed.by(luck.habit, Roll(luck.dice.choice(others), deed.gesture.dice))
            if luck.chance(0.5):
                page.insert(place + 1, deed.more(luck.habit, Say(luck.dice.choice(words.WRONG[page.language]))))


def typed(page: Page, luck: Luck) -> None:
    """A die of one's own, told in chat."""
    for place in page.at(Roll):
        deed = page.deeds[place]
        if isinstance(deed.gesture, Roll) and luck.strikes():
            dice = " + ".join(map(str, deed.gesture.dice))
            page.deeds[place] = deed.by(luck.habit, Say(luck.dice.choice(words.TYPED[page.language]).format(dice)))


def twice(page: Page, luck: Luck) -> None:
    """The button is clicked twice. The first die counts; sometimes it is said."""
    for place in page.at(Roll):
        deed = page.deeds[place]
        if isinstance(deed.gesture, Roll) and luck.strikes():
            again = Roll(deed.gesture.button, tuple(luck.dice.randint(1, 6) for _ in deed.gesture.dice))
            added = [deed.more(luck.habit, again)]
            if luck.chance(0.5):
                said = luck.dice.choice(words.TWICE[page.language]).format(sum(deed.gesture.dice))
                added.append(deed.more(luck.habit, Say(said)))
            page.insert(place + 1, *added)


def chat_and_nudge(page: Page, luck: Luck) -> None:
    """Talk before the die, and a stack that is pushed about in between."""
    for place in page.at(Roll):
        deed = page.deeds[place]
        if not luck.strikes():
            continue
        talk = deed.more(luck.habit, Say(luck.dice.choice(words.TALK[page.language])))
        units, _ = page.involved(deed.action)
        near = sorted(page.board.pieces[unit] for unit in units if unit in page.board.pieces)
        added = [talk]
        if near:
            piece = luck.dice.choice(near)
            which = luck.dice.randrange(6)
            added += [deed.more(luck.habit, Lift(piece, True, which)), deed.more(luck.habit, Back(piece))]
        page.insert(place + luck.dice.randint(0, 1), *added)
