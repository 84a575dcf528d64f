"""How people click the turn counter: when they think of it."""

from __future__ import annotations

from .gestures import Say, Tick, Undo
from .page import Deed, Luck, Page


def late(page: Page, luck: Luck) -> None:
    """One action of the next phase is done before somebody thinks of the counter."""
    for place in list(page.at(Tick)):
        after = place + 1
        if after >= len(page.deeds) or not _last_of_run(page, place) or not luck.strikes():
            continue
        run = page.run(after)
        end = next((at for at in range(after, run.stop) if isinstance(page.deeds[at].gesture, Tick)), run.stop)
        if end > after and not _tells(page, place):
            page.move(_ticks_before(page, after), end, luck.habit)


def early(page: Page, luck: Luck) -> None:
    """The counter is clicked with one action of the phase still to do."""
    for place in list(page.at(Tick)):
        if place == 0 or isinstance(page.deeds[place - 1].gesture, Tick) or not luck.strikes():
            continue
        run = page.run(place - 1)
        same = page.deeds[place - 1].action == page.deeds[place].action
        if not same and not _tells(page, place) and not any(isinstance(page.deeds[at].gesture, Tick) for at in run):
            page.move([place], run.start, luck.habit)


def too_far(page: Page, luck: Luck) -> None:
    """One click too many, and one back."""
    for place in list(page.at(Tick)):
        deed = page.deeds[place]
        if isinstance(deed.gesture, Tick) and not _tells(page, place) and luck.strikes():
            last = len(page.board.phases) - 1
            if deed.gesture.phase < last:
                further = Tick(deed.gesture.turn, min(last, deed.gesture.phase + (2 if luck.chance(0.1) else 1)))
                page.insert(place, deed.more(luck.habit, further))


def skipped(page: Page, luck: Luck) -> None:
    """The counter is not clicked for a phase; it catches up with the next one."""
    for place in list(page.at(Tick)):
        if luck.strikes() and not _tells(page, place):
            page.leave_out(place, luck.habit)


def forgotten(page: Page, luck: Luck) -> None:
    """The counter is forgotten for some phases. Then it is clicked through all of them, or at once to where the game is."""
    for place in sorted(page.at(Tick)):
        if place >= len(page.deeds) or not isinstance(page.deeds[place].gesture, Tick) or not luck.strikes():
            continue
        ticks = [at for at in range(place, len(page.deeds)) if isinstance(page.deeds[at].gesture, Tick)]
        gone = ticks[: luck.dice.randint(3, 9)]
        if page.planted is not None or len(gone) < 3:
            continue
        again: list[Deed] = [] if luck.chance(0.5) else [page.deeds[at].by(luck.habit) for at in gone[:-1]]
        back = gone[-1]
        page.insert(back, *again)
        for at in reversed(gone[:-1]):
            page.leave_out(at, luck.habit)


def never(page: Page, luck: Luck) -> None:
    """Nobody ever clicks the counter. With a violation planted only if that is asked for: the clicks may be what tells of it."""
    if luck.strikes() and (page.planted is None or luck.rate >= 1):
        page.whole.append(luck.habit)
        page.deeds[:] = [deed for deed in page.deeds if not isinstance(deed.gesture, Tick)]


def corrected(page: Page, luck: Luck) -> None:
    """The counter is clicked to the wrong phase, and put right an action later."""
    for place in list(page.at(Tick)):
        deed = page.deeds[place]
        if not isinstance(deed.gesture, Tick) or place + 1 >= len(page.deeds) or _tells(page, place) or not luck.strikes():
            continue
        run = page.run(place + 1)
        wrong = deed.gesture.phase + 1
        if run.start == place + 1 and wrong < len(page.board.phases):
            page.insert(run.stop, deed.by(luck.habit))
            page.deeds[place] = deed.more(luck.habit, Tick(deed.gesture.turn, wrong))


def _named(page: Page, phase: int) -> str:
    """A phase as people call it: what stands before the colon of its title, if no other phase is called so."""
    short = [title.partition(":")[0] for title in page.board.phases]
    return short[phase] if short.count(short[phase]) == 1 else page.board.phases[phase]


def _last_of_run(page: Page, place: int) -> bool:
    return not isinstance(page.deeds[place + 1].gesture, Tick)


def _ticks_before(page: Page, after: int) -> range:
    first = after
    while first > 0 and isinstance(page.deeds[first - 1].gesture, Tick):
        first -= 1
    return range(first, after)


def _tells(page: Page, place: int) -> bool:
    """Does this click tell of the violation planted: is it the last one before it, one of it, or the first one after it?"""
    if page.planted is None:
        return False
    first, last = page.planted
    ticks = [deed.action for deed in page.deeds if isinstance(deed.gesture, Tick)]
    before = max((action for action in ticks if action < first), default=-1)
    after = min((action for action in ticks if action > last), default=len(page.plays))
    return before <= page.deeds[place].action <= after


def undone(page: Page, luck: Luck) -> None:
    """A click is taken back with VASSAL's button, and made again."""
    for place in list(page.at(Tick)):
        deed = page.deeds[place]
        if not _tells(page, place) and luck.strikes():
            page.insert(place, deed.more(luck.habit, deed.gesture), deed.more(luck.habit, Undo()))


def said(page: Page, luck: Luck) -> None:
    """The phase is named in chat, and the counter is not clicked; not where a turn begins, which that would not tell."""
    turn = 0
    for place in list(page.at(Tick)):
        deed = page.deeds[place]
        if not isinstance(deed.gesture, Tick):
            continue
        begins, turn = deed.gesture.turn != turn, deed.gesture.turn
        if not begins and not _tells(page, place) and luck.strikes():
            title = _named(page, deed.gesture.phase)
            page.deeds[place] = deed.by(luck.habit, Say(f"!phase {title.lower()}" if luck.chance(0.6) else title))
