"""Rulebooks of which only a part is at hand: what rests on the rest is left open, and the section is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.kinds import Action, slot_of
from adjudicator.engine.terms import Text
from adjudicator.facts import all_of

from .opinion import Opinion
from .registry import SHARED
from .table import Table

_KINDS = (
    *(act.Move, act.Attack, act.Lose, act.Retreat, act.Advance, act.Place, act.Remove, act.Activate, act.Supply),
    *(act.Replace, act.Draw, act.Roll, act.Mark, act.Phase, act.Declare),
)


@SHARED.rule(on=_KINDS)
def rests_on(table: Table, action: Any, *, sections: tuple[Text, ...]) -> Iterator[Opinion]:
    """Such an action rests on sections that are not at hand. Whoever has them can say whether they allow it."""
    said = all_of(table.asks(factname.section(each)) for each in sections)
    if not said.yes:
        yield Opinion(said, f"this rests on {' and '.join(f'the section {each}' for each in sections)}, which is not at hand")


def absent(table: Table, action: Action) -> tuple[str, ...]:
    """The sections on which such an action rests and that are not at hand: that one is allowed may be told, not what they say."""
    bound = (each for each in table.rules.all_of(slot_of(type(action))) if each.rule.function is rests_on)
    return tuple(dict.fromkeys(str(section) for each in bound for section in each.value("sections")))
