"""How people move counters: in hops, by the stack, out of the way, back again, and not always the right one."""

from __future__ import annotations

from adjudicator.engine.actions import Advance, Draw, Move, Retreat

from . import words
from .gestures import Back, Drag, Drop, Flip, Lift, NotMoved, Say, Tick, Undo
from .page import Deed, Luck, Page
from .paths import way_of

_GOING = (Move, Retreat, Advance)


def in_hops(page: Page, luck: Luck) -> None:
    """Two or three drags for one move, along its way; now and then hex by hex."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.drag_of(place)
        if drag is None or not isinstance(page.action(deed), _GOING) or page.is_planted(deed) or not luck.strikes():
            continue
        way = way_of(page.plays[deed.action].before, page.action(deed))
        between = range(1, len(way) - 1)
        if not between:
            continue
        count = luck.dice.choices((1, 2, len(between)), (6, 3, 1))[0]
        stops = sorted(luck.dice.sample(between, min(len(between), count)))
        hops = [deed.by(luck.habit, Drag(drag.pieces, page.board.points[way[stop]])) for stop in stops]
        page.deeds[place] = deed.by(luck.habit)
        page.insert(place, *hops)


def interleaved(page: Page, luck: Luck) -> None:
    """Two moves at once: a hop of one, a hop of the other, and then both come to their ends."""
    for place in page.at(Drag):
        later = next((at for at in range(place + 1, min(place + 5, len(page.deeds))) if page.drag_of(at)), None)
        if later is None:
            continue
        deeds = page.deeds[place], page.deeds[later]
        drags = page.drag_of(place), page.drag_of(later)
        if drags[0] is None or drags[1] is None or not all(isinstance(page.action(deed), Move) for deed in deeds):
            continue
        if any(page.is_planted(deed) for deed in deeds) or not page.far(deeds[0].action, deeds[1].action) or not luck.strikes():
            continue
        between = page.deeds[place + 1 : later]
        if any(not isinstance(deed.gesture, Say) for deed in between):
            continue
        hops: list[Deed] = []
        for deed, drag in zip(deeds, drags, strict=True):
            way = way_of(page.plays[deed.action].before, page.action(deed))
            if drag is not None and len(way) > 2:
                hop = page.board.points[way[len(way) // 2]]
                hops.append(deed.by(luck.habit, Drag(drag.pieces, hop)))
        if len(hops) == 2:
            page.deeds[place : later + 1] = [*between, *hops, *(deed.by(luck.habit) for deed in deeds)]


def together(page: Page, luck: Luck) -> None:
    """Units that go from one hex to the same place, one after another, are dragged as one stack."""
    for place in page.at(Drag):
        if place >= len(page.deeds):
            continue
        deed, drag = page.deeds[place], page.drag_of(place)
        later = place + 1
        other = page.drag_of(later) if later < len(page.deeds) and isinstance(page.deeds[later].gesture, Drag) else None
        if drag is None or other is None or drag.to != other.to or not luck.strikes():
            continue
        second = page.deeds[later]
        same = type(page.action(deed)) is type(page.action(second)) and not page.is_planted(deed) and not page.is_planted(second)
        before = page.plays[deed.action].before
        froms = {before.place_of(unit) for action in (deed.action, second.action) for unit in page.involved(action)[0]}
        if same and len(froms) == 1:
            both = Drag((*drag.pieces, *other.pieces), drag.to, drag.called)
            page.deeds[place] = Deed(both, deed.action, (*deed.habits, luck.habit), also=(second.action, *second.also))
            del page.deeds[later]


def whole_stack(page: Page, luck: Luck) -> None:
    """The whole stack is dragged, and those that stay are dragged back."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.drag_of(place)
        if drag is None or page.is_planted(deed) or not isinstance(page.action(deed), Move) or not _shares(page, deed):
            continue
        if luck.strikes():
            stack = Lift(drag.pieces[0], stack=True, to=drag.to)
            page.deeds[place] = deed.by(luck.habit, stack)
            page.insert(place + 1, deed.more(luck.habit, Back(drag.pieces[0], drag.pieces)), deed.by(luck.habit, drag))


def nudge(page: Page, luck: Luck) -> None:
    """A stack is pushed off and put back, to see what lies beneath."""
    for place in _between_actions(page):
        piece = _piece_near(page, place, luck) if luck.strikes() else None
        if piece is not None:
            deed, which = page.deeds[place], luck.dice.randrange(6)
            stack = luck.chance(0.6)
            page.insert(place, deed.more(luck.habit, Lift(piece, stack, which)), deed.more(luck.habit, Back(piece)))


def aside(page: Page, luck: Luck) -> None:
    """A counter is put aside, another one of its side moves, and it is put back."""
    for place in _between_actions(page):
        deed = page.deeds[place]
        mover = next(iter(page.involved(deed.action)[0]), None) if isinstance(page.action(deed), Move) else None
        piece = _piece_near(page, place, luck, beside=mover) if mover is not None and luck.strikes() else None
        if piece is None:
            continue
        run = page.run(place)
        if piece not in {each for at in run for each in page.touched(at)} and run.start == place:
            which = luck.dice.randrange(6)
            page.insert(run.stop, deed.more(luck.habit, Back(piece)))
            page.insert(place, deed.more(luck.habit, Lift(piece, False, which)))


def tried(page: Page, luck: Luck) -> None:
    """A move is tried, taken back by hand, and made otherwise."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.drag_of(place)
        if drag is None or not isinstance(page.action(deed), Move) or page.is_planted(deed) or not luck.strikes():
            continue
        other = _beside(page, deed, drag, luck)
        if other is not None:
            piece = drag.pieces[0]
            page.insert(place, deed.more(luck.habit, Lift(piece, to=other.to)), deed.more(luck.habit, Back(piece)))


def own_place(page: Page, luck: Luck) -> None:
    """A counter is taken up and dropped where it was."""
    for place in _between_actions(page):
        piece = _piece_near(page, place, luck) if luck.strikes() else None
        if piece is not None:
            page.insert(place, page.deeds[place].more(luck.habit, Drop(piece)))


def undone(page: Page, luck: Luck) -> None:
    """A drag is taken back with VASSAL's button and made again: the same, or it went to the hex beside the right one."""
    for place in page.at(Drag):
        deed = page.deeds[place]
        drag = deed.gesture
        if not isinstance(drag, Drag) or deed.extra or isinstance(page.action(deed), Draw) or not luck.strikes():
            continue  # a chit that was seen is not put back
        wrong = _beside(page, deed, drag, luck)
        if luck.chance(0.4) or wrong is None:
            wrong = drag
        page.deeds[place] = deed.by(luck.habit)
        page.insert(place, deed.more(luck.habit, wrong), deed.more(luck.habit, Undo()))


def dropped_wrong(page: Page, luck: Luck) -> None:
    """A counter is dropped a hex beside the right one, and taken there."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.drag_of(place)
        if drag is None or page.is_planted(deed) or not isinstance(page.action(deed), _GOING) or not luck.strikes():
            continue
        wrong = _beside(page, deed, drag, luck)
        if wrong is not None:
            page.deeds[place] = deed.by(luck.habit)
            page.insert(place, deed.more(luck.habit, wrong))


def wrong_unit(page: Page, luck: Luck) -> None:
    """Another counter of the stack is dragged, and dragged back."""
    for place in page.at(Drag):
        deed, drag = page.deeds[place], page.drag_of(place)
        others = _shares(page, deed)
        if drag is None or not isinstance(page.action(deed), Move) or not others or not luck.strikes():
            continue
        piece = luck.dice.choice(others)
        added = [deed.more(luck.habit, Lift(piece, to=drag.to)), deed.more(luck.habit, Back(piece))]
        if luck.chance(0.5):
            added.insert(1, deed.more(luck.habit, Say(luck.dice.choice(words.OOPS[page.language]))))
        page.insert(place, *added)


def wrong_flip(page: Page, luck: Luck) -> None:
    """A unit is flipped that should not be, and flipped back."""
    for place in _between_actions(page):
        piece = _piece_near(page, place, luck) if luck.strikes() else None
        if piece is not None:
            deed = page.deeds[place]
            added = [deed.more(luck.habit, Flip(piece)), deed.more(luck.habit, Flip(piece, back=True))]
            if luck.chance(0.4):
                added.insert(1, deed.more(luck.habit, Say(luck.dice.choice(words.OOPS[page.language]))))
            page.insert(place, *added)


def marks_cleared(page: Page, luck: Luck) -> None:
    """When the counter goes on, the marks of having moved are taken off all counters."""
    for place in page.at(Tick):
        if luck.strikes():
            page.insert(place + 1, page.deeds[place].more(luck.habit, NotMoved()))


# --- looking about


def _beside(page: Page, deed: Deed, drag: Drag, luck: Luck) -> Drag | None:
    """The same drag to a free hex beside the one where it should go."""
    hex = page.board.hexes.get(drag.to)
    before = page.plays[deed.action].before
    if hex is None:
        return None
    here = {before.place_of(unit) for unit in page.involved(deed.action)[0]}
    free = [
        near for near in page.board.grid.neighbours(hex) if not any(before.force(side).at(near) for side in before.state.forces)
    ]
    free = [near for near in free if near not in here]
    return Drag(drag.pieces, page.board.points[luck.dice.choice(free)]) if free else None


def _shares(page: Page, deed: Deed) -> list[str]:
    """The pieces of other units that stand with those that act."""
    units, _ = page.involved(deed.action)
    before = page.plays[deed.action].before
    found: set[str] = set()
    for unit in units:
        place = before.place_of(unit)
        if place is not None and place in page.board.grid:
            found |= {page.board.pieces[other] for other in before.force(before.unit(unit).side).at(place) if other not in units}
    return sorted(found)


def _between_actions(page: Page) -> list[int]:
    """Where an action begins, last first."""
    return [at for at in range(len(page.deeds) - 1, 0, -1) if page.deeds[at].action != page.deeds[at - 1].action]


def _piece_near(page: Page, place: int, luck: Luck, *, beside: str | None = None) -> str | None:
    """The piece of a unit on the map, not far from where something is done; of the side of the unit named, and not that unit."""
    deed = page.deeds[place]
    before = page.plays[deed.action].before
    _, hexes = page.involved(deed.action)
    around = {near for hex in hexes for near in (hex, *page.board.grid.neighbours(hex))}
    units = sorted(unit for side in before.state.forces for hex in around for unit in before.force(side).at(hex))
    units = [unit for unit in units if unit in page.board.pieces and unit != beside]
    if beside is not None:
        units = [unit for unit in units if before.unit(unit).side == before.unit(beside).side]
    return page.board.pieces[luck.dice.choice(units)] if units else None
