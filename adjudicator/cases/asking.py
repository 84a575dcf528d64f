"""What a case asks without doing it: which column, where to retreat, is it in supply, what would it cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.engine.actions import Attack, Move, Retreat
from adjudicator.engine.kinds import Action, named
from adjudicator.factname import printed
from adjudicator.finding import Row
from adjudicator.rules.combat.column import columns_of, resolvable
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.destinations import destinations
from adjudicator.rules.retreat import allowed
from adjudicator.rules.supply.survey import survey
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict


def answers(table: Table, action: Action, questions: tuple[str, ...]) -> Iterator[str]:
    """The answers to the questions put about an action, one or more lines each."""
    for question in questions:
        match question, action:
            case "column", Attack():
                yield from _column(table, action)
            case "retreat", Retreat():
                yield from _retreat(table, action)
            case "cost", Move():
                yield from _cost(table, action)
            case "supply", _:
                yield from _supply(table, action)


def unanswerable(action: Action, question: str) -> str | None:
    """What the question should have been put about, if it makes no sense of this action."""
    wanted = _ABOUT.get(question)
    return None if wanted is None or isinstance(action, wanted) else f"ask = {question!r} is put of {wanted.verb} = …"


_ABOUT: Mapping[str, type[Action]] = {"column": Attack, "retreat": Retreat, "cost": Move}


def _column(table: Table, attack: Attack) -> Iterator[str]:
    fight = fight_of(table, attack)
    if not resolvable(table, fight):
        yield "column: none, for there is nobody to attack, or nobody who attacks"
        return
    found = columns_of(table, fight)
    names = dict.fromkeys(each or "no attack possible" for each in found.possible)
    needs = f" (hangs on {', '.join(printed(found.needs))})" if found.needs else ""
    yield f"column: {' or '.join(names)}{needs}"
    yield from _told(found.rows)


def _retreat(table: Table, retreat: Retreat) -> Iterator[str]:
    ends: dict[Verdict, list[str]] = {}
    for hex in sorted(allowed(table, retreat)):
        ends.setdefault(judge(table, replace(retreat, to=hex, path=None)).verdict, []).append(table.at(hex))
    sure, perhaps = ends.get(Verdict.LEGAL, []), ends.get(Verdict.UNDECIDED, [])
    yield f"retreat of {table.names(retreat.units)}: {', '.join(sure) or 'nowhere'}"
    if perhaps:
        yield f"  perhaps {', '.join(perhaps)}"


def _supply(table: Table, action: Action) -> Iterator[str]:
    for unit in named(action):
        side = table.unit(unit).side
        if table.rules.find("supply.line", side=side) is None:
            yield "supply: the game has none"
            return
        found = survey(table, side).supplied(unit)
        word = "off the map" if found is None else "yes" if found.line.yes else "no" if found.line.no else "perhaps"
        yield f"supply of {table.unit(unit).name}: {word}"
        yield from _told(survey(table, side).proof(unit))


def _cost(table: Table, move: Move) -> Iterator[str]:
    for unit in move.units:
        found = destinations(table, unit)
        if not move.to:
            yield from str(found).split("\n")
            continue
        there = [(way.mode, each) for way in found.ways for each in way.hexes if each.hex == move.to]
        name = table.unit(unit).name
        for mode, each in there:
            perhaps = "" if each.sure else ", perhaps"
            yield f"cost for {name} to {each.label}: {each.points:g} by {mode} movement, {' '.join(each.path)}{perhaps}"
        if not there:
            yield f"cost for {name} to {table.at(move.to)}: it cannot go there"


def _told(rows: tuple[Row, ...]) -> Iterator[str]:
    for row in rows:
        yield f"  {row.value}  {row.reason}" + (f" ({', '.join(row.cite)})" if row.cite else "")
