"""What players get wrong about the turn, the cup and its chits (2.3 to 2.5, 3.0, 4.1), and air units' boxes (12.2 to 12.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Activate, Draw, Move, Phase, Roll
from adjudicator.engine.deeds import ACTIVE_HQ, MOVED, SUPPORTED
from adjudicator.rules import chits
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg import air

from ..planting import Kind, Plant
from .movement import reach

Spoil = Callable[[Desk, Action], Iterator[Plant]]


def _back_again(desk: Desk, action: Action) -> Iterator[Plant]:
    """The players have gone on, have done something then, and go back to let one more unit march. If nothing was done the counter
    may only have been clicked too far and back."""
    leader = desk.table.state.sure(ACTIVE_HQ, None)
    done = bool(desk.plays) and not isinstance(desk.plays[-1].action, Phase)
    if isinstance(action, Phase) and done and desk.table.state.phase in ("supply", "volkssturm return") and leader:
        own = desk.table.unit(str(leader))
        units = [unit for unit in desk.on_map(own.side) if desk.table.unit(unit).formation == own.formation]
        for unit in desk.shuffled(units):
            ends = sorted(reach(desk, unit) - {desk.table.place_of(unit) or ""})
            if ends:
                yield Plant((Phase("movement"), Move((unit,), desk.dice.choice(ends))), also=True)


def _turn_skipped(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and action.turn is not None and action.turn > 1:
        yield Plant((Phase(action.phase, turn=action.turn + 1),))


# --- chits


def _not_in_the_cup(desk: Desk, action: Action) -> Iterator[Plant]:
    """A chit is drawn that comes into the cup only in a later turn."""
    if isinstance(action, Draw):
        for name, row in desk.shuffled(desk.chart("chits").rows.items()):
            if int(row["turn"]) > desk.table.state.turn:
                yield Plant((Draw(name),), also=True)


def _drawn_twice(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Draw):
        for name in desk.shuffled(chits.drawn(desk.table)):
            yield Plant((Draw(name),), also=True)


def _over_the_limit(desk: Desk, action: Action) -> Iterator[Plant]:
    """A chit beyond what its side may use this turn is drawn and acted upon all the same."""
    if not isinstance(action, Draw):
        return
    leader = desk.chit(action.chit).get("hq", "")
    if not leader or desk.table.place_of(leader) not in desk.table.grid:
        return
    own = desk.table.unit(leader)
    units = [unit for unit in desk.on_map(own.side) if desk.table.unit(unit).formation == own.formation]
    for unit in desk.shuffled(units):
        ends = sorted(reach(desk, unit) - {desk.table.place_of(unit) or ""})
        if ends:
            yield Plant((action, Activate(leader, by=action.chit), Move((unit,), desk.dice.choice(ends))))


def _other_headquarters(desk: Desk, action: Action) -> Iterator[Plant]:
    """A command chit is used for another headquarters than the one printed on it, or a front's chit for the other front's."""
    if isinstance(action, Activate):
        side = desk.table.unit(action.headquarters).side
        for unit in desk.shuffled(desk.on_map(side)):
            if desk.is_hq(unit) and unit != action.headquarters:
                yield Plant((Activate(unit, by=action.by),))


# --- air units


def _boxed(wanted: Callable[[Desk, str], bool], boxes: tuple[str, ...] = ("refit", "grounded")) -> Spoil:
    """An air unit goes to a box where it does not belong now."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        late = isinstance(action, Phase) and action.phase in ("air return", "air refit")  # then it only looks like a late click
        if isinstance(action, Phase | Draw) and not late:
            flown = desk.table.state.those(MOVED) | desk.table.state.those(SUPPORTED)
            for unit in desk.shuffled(
                unit for unit in air.aircraft(desk) if unit not in flown
            ):  # else it would only be put back where it was
                for box in desk.shuffled((*boxes, air.home(desk, unit), *air.HOMES.values())):
                    if wanted(desk, unit) and box != desk.table.place_of(unit):
                        yield Plant((Move((unit,), box),), also=True)

    return spoil


def _anywhere(desk: Desk, unit: str) -> bool:
    return True


def _refitted(desk: Desk, unit: str) -> bool:
    return desk.table.place_of(unit) == "refit" and desk.table.state.phase == "air return"


def _against_the_die(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit of another front comes back though its die says no."""
    if isinstance(action, Roll) and action.purpose == "air return" and action.unit and action.dice[0] < 6:
        yield Plant((action, Move((action.unit,), air.home(desk, action.unit))))


CUP = frozenset({"cup-command", "cup-special", "cup-action"})

KINDS = (
    Kind("back to an earlier phase", frozenset({"turn-order"}), _back_again, share=0.5),
    Kind("turn skipped", frozenset({"turn-marker"}), _turn_skipped, share=0.8, turns=2, busy=0.2),
    Kind("chit not in the cup yet", CUP, _not_in_the_cup, share=0.15),
    Kind("chit drawn twice", CUP, _drawn_twice, share=0.15),
    Kind("activation over the limit", frozenset({"chit-limit"}), _over_the_limit, share=0.4),
    Kind("another HQ than the chit's", frozenset({"chit-headquarters"}), _other_headquarters, share=0.4),
    Kind("air unit refitted out of phase", frozenset({"air-refit"}), _boxed(_anywhere), share=0.3, turns=2),
    Kind("air unit back out of phase", frozenset({"air-return"}), _boxed(_anywhere), share=0.3, turns=2),
    Kind("air unit at the other front", frozenset({"air-home"}), _boxed(_refitted), share=0.8, turns=3, busy=0.8),
    Kind("air unit back against the die", frozenset({"air-return-die"}), _against_the_die, share=0.8, turns=4, busy=0.8),
)
