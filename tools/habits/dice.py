"""How people roll: with the button at hand, with a die of their own, twice, too early, all together."""

from __future__ import annotations

from adjudicator.engine.actions import Attack, Draw, Move, Phase

from . import words
from .gestures import Back, Gesture, Lift, Roll, Say
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


def tested(page: Page, luck: Luck) -> None:
    """Dice are tried out before anything is played."""
    if luck.strikes() and page.deeds:
        said = Say(luck.dice.choice(words.TESTED[page.language]))
        rolls: list[Gesture] = [Roll(GENERIC, (luck.dice.randint(1, 6),)) for _ in range(luck.dice.randint(1, 2))]
        page.insert(0, *(page.deeds[0].more(luck.habit, each) for each in (said, *rolls)))


def _go_there_first(page: Page, attacks: list[int]) -> bool:
    """Do attackers only come near between the attacks, as in attacks made while moving? Nobody rolls for them before that."""
    fights = (page.plays[at].action for at in attacks)
    units = {unit for fight in fights if isinstance(fight, Attack) for unit in fight.attackers}
    between = (page.plays[at].action for at in range(attacks[0], attacks[-1]))
    return any(isinstance(each, Move) and not units.isdisjoint(each.units) for each in between)


def all_first(page: Page, luck: Luck) -> None:
    """All dice of the attacks of a phase are rolled at once, and then attack after attack is told and carried out. Nobody rolls
    for whom he may attack with only when another chit is drawn."""
    phases: dict[int, list[int]] = {}
    since = 0
    for index, play in enumerate(page.plays):
        since = index if isinstance(play.action, Phase | Draw) else since
        if isinstance(play.action, Attack) and play.action.attackers:
            phases.setdefault(since, []).append(index)
    for attacks in reversed(phases.values()):
        apart = all(page.far(one, other) for at, one in enumerate(attacks) for other in attacks[at + 1 :])
        if len(attacks) < 2 or not apart or page.guarded(attacks) or _go_there_first(page, attacks) or not luck.strikes():
            continue
        dice = [
            at
            for at, deed in enumerate(page.deeds)
            if deed.action in attacks and isinstance(deed.gesture, Roll) and not deed.extra
        ]
        first = min((at for at, deed in enumerate(page.deeds) if deed.action in attacks), default=0)
        if len(dice) == len(attacks):
            page.move(dice, first, luck.habit)
