"""What else people do with counters: the dead, chits, signs of who attacks, and the clock without the clock."""

from __future__ import annotations

from adjudicator.engine.actions import Attack, Draw, Fire

from .gestures import Delete, Drag, Gesture, Put, Tick, Toggle
from .page import Deed, Luck, Page

_DEAD, _DRAWN, _ACTIVE = "Eliminated", "Drawn", "Active HQ"


def dead_deleted(page: Page, luck: Luck) -> None:
    """Eliminated counters are deleted, if nobody needs them any more."""
    needed: set[str] = set()
    for place in page.at(object):
        deed = page.deeds[place]
        if _buries(page, place) and page.touched(place).isdisjoint(needed) and luck.strikes():
            page.deeds[place : place + 1] = [deed.by(luck.habit, Delete(piece, "")) for piece in sorted(page.touched(place))]
        needed |= page.touched(place)


def dead_anywhere(page: Page, luck: Luck) -> None:
    """Eliminated counters are put anywhere beside the map."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.deeds[place].gesture
        if isinstance(drag, Drag) and _buries(page, place) and luck.strikes():
            page.deeds[place] = deed.by(luck.habit, Drag(drag.pieces, luck.dice.choice(page.board.aside)))


def chit_elsewhere(page: Page, luck: Luck) -> None:
    """A chit that was drawn is put elsewhere: into the box of the active headquarters, or beside the map."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.deeds[place].gesture
        if isinstance(drag, Drag) and isinstance(page.action(deed), Draw) and drag.called == _DRAWN and luck.strikes():
            box = page.board.boxes.get(_ACTIVE)
            to = box if box is not None and luck.chance(0.5) else luck.dice.choice(page.board.aside)
            page.deeds[place] = deed.by(luck.habit, Drag(drag.pieces, to))


def signs(page: Page, luck: Luck) -> None:
    """A player who marks attackers and attacked; he forgets some, and now and then to take the marks off again."""
    if not luck.strikes():
        return
    marked: dict[str, set[str]] = {"Attack": set(), "Target": set()}
    forgetful = luck.dice.choice((0.1, 0.3, 1.0))
    place = 0
    seen: set[int] = set()
    while place < len(page.deeds):
        deed = page.deeds[place]
        action = page.action(deed)
        if isinstance(deed.gesture, Tick) and any(marked.values()) and not luck.chance(forgetful):
            for layer, word in (("Attack", "attacks"), ("Target", "attacked")):
                if marked[layer]:
                    page.insert(place + 1, deed.more(luck.habit, Toggle(tuple(sorted(marked[layer])), layer, -1, word)))
                    marked[layer] = set()
        elif isinstance(action, Attack | Fire) and not deed.extra and deed.action not in seen and luck.chance(0.85):
            added = list(_marked(page, deed.action, luck, marked))
            page.insert(place, *(deed.more(luck.habit, each) for each in added))
            place += len(added)
        seen.add(deed.action)
        place += 1


def _marked(page: Page, action: int, luck: Luck, marked: dict[str, set[str]]) -> list[Toggle]:
    attack, before = page.plays[action].action, page.plays[action].before
    who = {
        "Attack": _doers(attack),
        "Target": [unit for side in before.state.forces for unit in before.force(side).at(getattr(attack, "target", ""))],
    }
    found: list[Toggle] = []
    for layer, word in (("Attack", "attacks"), ("Target", "attacked")):
        pieces = {page.board.pieces[unit] for unit in who[layer] if unit in page.board.pieces and luck.chance(0.9)}
        if pieces and (layer == "Attack" or luck.chance(0.7)):
            marked[layer] |= pieces
            found.append(Toggle(tuple(sorted(pieces)), layer, 1, word))
    return found


def control_later(page: Page, luck: Luck) -> None:
    """The flags of those who hold a hex are laid all together, before the counter goes on."""
    place = 0
    while place < len(page.deeds):
        end = next((at for at in range(place, len(page.deeds)) if isinstance(page.deeds[at].gesture, Tick)), len(page.deeds))
        flags = [at for at in range(place, end) if _is_flag(page.deeds[at].gesture)]
        if flags and not page.guarded(page.deeds[at].action for at in flags) and luck.strikes():
            page.move(flags, end, luck.habit)
        place = end + 1


def _is_flag(gesture: Gesture) -> bool:
    return isinstance(gesture, Put | Delete) and "Control" in gesture.said


def both_players(page: Page, luck: Luck) -> None:
    """Both players are at the table: each moves, rolls and speaks for himself."""
    sides = sorted(page.end.state.forces)
    if len(sides) < 2 or not luck.strikes():
        return
    page.second = (sides[-1],)
    page.whole.append(luck.habit)
    active = ""
    for place, deed in enumerate(page.deeds):
        units, _ = page.involved(deed.action)
        action, before = page.action(deed), page.plays[deed.action].before
        first = next(iter(_doers(action)), None) or next(iter(sorted(units)), None)
        if first is not None and first in page.board.names:
            active = before.unit(first).side
        side = active if active in page.second else ""
        page.deeds[place] = Deed(deed.gesture, deed.action, deed.habits, deed.extra, side, deed.also)


def _doers(action: object) -> tuple[str, ...]:
    return tuple(getattr(action, "attackers", None) or getattr(action, "firers", ()) or ())


def _buries(page: Page, place: int) -> bool:
    drag = page.deeds[place].gesture
    return isinstance(drag, Drag) and drag.called.startswith(_DEAD) and not page.deeds[place].extra
