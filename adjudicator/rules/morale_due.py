"""What fire and dice leave to be done: checks that nobody has rolled, and markers of units that have rallied."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import factname
from adjudicator.engine.actions import Fire, Phase
from adjudicator.engine.terms import FireWord, MarkWord, RollWord
from adjudicator.facts import YES, unsure

from . import fire_results
from .morale import ROLLED, outcome_of
from .opinion import Opinion
from .registry import SHARED
from .table import Table


@SHARED.rule(on=(Fire, Phase))
def checked(table: Table, action: Fire | Phase, *, kinds: frozenset[FireWord], purpose: RollWord = "morale") -> Iterator[Opinion]:
    """Units of which the last fire asks a check have made it before anything else is fired at, and before the phase ends.

    Nobody may have said what a die was for: so it is open whether there was one.
    """
    shot = fire_results.last(table)
    if shot is None or shot.kind not in kinds or shot.outcome is None or not shot.outcome.check:
        return
    if shot.outcome.steps and not fire_results.lost_a_step(table, shot):
        return  # that comes before the checks, and is another rule's to say
    for id_ in shot.units:
        standing = table.standing(id_)
        if standing is not None and standing.place == shot.aimed.hex and id_ not in shot.checked:
            name = table.unit(id_).name
            text = f"the result of the {shot.kind} asks {name} for a check, and none is known"
            made = YES if factname.check(purpose, id_) in table.told else unsure(factname.check(purpose, id_))
            yield Opinion(made, text, units=(id_,), hexes=(shot.aimed.hex,))


@SHARED.rule("check.phase")
def rallied_without(
    table: Table, phase: Phase, *, purpose: RollWord = "rally", mark: MarkWord = "disrupted"
) -> Iterator[Opinion]:
    """Who has rallied carries no marker any more when the phase ends."""
    for id_ in sorted(table.state.those(ROLLED[purpose])):
        standing, unit = table.standing(id_), table.unit(id_)
        if standing is not None and outcome_of(table, purpose, id_):
            said = ~standing.marked(mark, id_)
            text = f"{unit.name} has rallied and is still {mark}"
            yield Opinion(said, text, units=(id_,), fix=f"take the marker off {unit.name}")
