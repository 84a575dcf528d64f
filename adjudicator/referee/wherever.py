"""Answers about one unit at one moment of a file: where it may go, why not there, where it may retreat to, how it is supplied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.cases.draw import neighbourhood
from adjudicator.engine.actions import Action, Move, Retreat, Supply
from adjudicator.engine.hexes import Hex
from adjudicator.engine.kinds import acting
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.facts import Interval, points
from adjudicator.finding import Row
from adjudicator.picturing import Picture
from adjudicator.picturing.answers import line, reach, retreats
from adjudicator.picturing.journeys import journey
from adjudicator.report.judged import path_words, row_lines
from adjudicator.report.judged_json import path_json
from adjudicator.report.look import PLAIN, SHADES, TextLook
from adjudicator.report.wrapping import wrap
from adjudicator.rules.beyond import absent
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.destinations import Destinations, Travel, destinations, whenever_it_is_time
from adjudicator.rules.retreat import allowed
from adjudicator.rules.rulings import action_with_rulings
from adjudicator.rules.supply.survey import survey
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from adjudicator.words import noun, plain, plural

from .results import Checked

_HEADLINES = {
    ("moves", Verdict.LEGAL): "Where it may go",
    ("retreat", Verdict.LEGAL): "Where it may retreat to",
    ("supply", Verdict.LEGAL): "In supply",
    ("supply", Verdict.ILLEGAL): "Out of supply",
}
_LONG = 12  # hexes of a way in a list of ways


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What was asked about a unit, in sentences and rows, with the position it is about."""

    checked: Checked
    step: int | None
    unit: str
    said: str  # the answer in a sentence
    verdict: Verdict
    rows: tuple[Row, ...]
    about: tuple[Hex, ...]  # hexes to be drawn
    table: Table
    picture: Picture | None
    data: dict[str, Any]
    notes: tuple[str, ...] = ()
    found: Destinations | None = None  # where it may go, if that was asked

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Those that it may move to."""
        return () if self.found is None else self.found.hexes

    @property
    def ways(self) -> tuple[Travel, ...]:
        """The same by ways of travelling, with points and paths."""
        return () if self.found is None else self.found.ways

    @property
    def headline(self) -> str:
        """In a word or two: above a page nobody reads "legal" of what may not be done now."""
        if not self.data.get("now", True):
            return "Not now"
        return _HEADLINES.get((self.data["asked"], self.verdict), "")

    @property
    def tone(self) -> Verdict:
        return self.verdict if self.data.get("now", True) or self.verdict is not Verdict.LEGAL else Verdict.UNDECIDED

    def report(self, form: str = "text", look: TextLook = PLAIN, *, drawn: bool = False) -> str:
        if form == "json":
            from .for_programs import dumped

            return dumped({"format": "adjudicate moves", "version": 1, **self.data})
        if form == "html":
            from .judgements import answer_page

            return answer_page(self)
        return "".join(f"{each}\n" for each in self._lines(look, drawn))

    def _lines(self, look: TextLook, drawn: bool) -> Iterator[str]:
        for each in look.wrapped(self.said, rest="  "):
            yield look.paint(each, SHADES[self.tone])
        for note in self.notes:
            yield from look.wrapped(note, "  ")
        yield from row_lines(self.rows, look, "  ")
        if drawn:
            yield ""
            for each in map(plain, neighbourhood(self.table, self.about, look.width)):
                yield from (each,) if len(each) <= look.width else wrap(each, rest="    ", width=look.width)

    def __str__(self) -> str:
        return self.report().rstrip("\n")


def knowing_strangers(answer: Answer) -> Answer:
    """The same, with what it does not reckon with."""
    strange, rests = answer.checked.judged.strange, answer.checked.judged.unconfirmed
    notes = list(answer.notes)
    if strange:
        notes.append(
            f"not reckoned with: {plural(strange, 'counter')} on the map that {'mean' if strange > 1 else 'means'} nothing to me"
        )
    if rests is not None and rests.facts:
        notes.append(f"it may rest on {plural(rests.facts, 'fact')} read off the picture of the map, which nobody has confirmed")
    return replace(answer, notes=tuple(notes))


def moment(checked: Checked, unit: str | None, step: int | None) -> Table | None:
    """The position at the end; or before what was played at a step, by the unit itself if it did something there."""
    if step is None:
        return checked.end
    later = [each for each in checked.actions if each.step >= step]
    there = [each for each in later if each.step == step and unit in acting(each.action)]
    return next((each.before for each in (*there, *later)), checked.end)


def _place(table: Table, unit: str) -> str:
    place = table.place_of(unit)
    return "out of play" if place is None else table.at(place) if place in table.grid else place


def _base(checked: Checked, table: Table, unit: str, step: int | None) -> dict[str, Any]:
    return {
        "file": checked.file,
        "game": checked.game,
        "step": step,
        "unit": table.unit(unit).name,
        "unit_id": unit,
        "at": table.place_of(unit),
    }


def _beyond(checked: Checked, table: Table, unit: str, step: int | None, action: Action, what: str) -> Answer | None:
    """Why nobody can say, in a game of whose rulebook only a part is at hand; None if what it rests on is there."""
    sections = absent(table, action)
    if not sections:
        return None
    said = f"{what} rests on {' and '.join(f'the section {each}' for each in sections)}, which is not at hand"
    note = f"would be decided by: {', '.join(f'section {each}' for each in sections)}"
    place = table.place_of(unit)
    about = (str(place),) if place in table.grid else ()
    data = _base(checked, table, unit, step)
    return Answer(checked, step, unit, said, Verdict.UNDECIDED, (), about, table, None, data, (note,))


# --- moves ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Chances:
    """Where a unit may go now; or, where it is not its time, where it could when it is."""

    table: Table
    found: Destinations
    barred: str = ""  # why not now
    note: str = ""

    def said(self, who: str, what: str) -> str:
        """Nothing that holds only later is said as if it held now."""
        return f"{who} {what}" if not self.barred else f"{who} {self.barred}; {_IN_ITS_TIME} it {what}"


_IN_ITS_TIME = "when it is its turn to move and it is under command,"


def _chances(table: Table, unit: str, whenever: bool) -> _Chances:
    now = destinations(table, unit)
    if now.ways and not whenever:
        return _Chances(table, now)
    later = whenever_it_is_time(table)
    then = destinations(later, unit, whenever=True)
    if whenever or not then.ways:
        return _Chances(later, then, note=_stuck(then))
    return _Chances(later, then, f"may not move now{_why_not_now(table.state.phase, now.refused)}")


def _why_not_now(phase: str, refused: str) -> str:
    during = f"the {phase} phase"
    reason = f": {refused}" if refused and during not in refused else ""  # what names the phase says nothing else
    return f", in {during}{reason}" if phase else reason


def _stuck(found: Destinations) -> str:
    return "" if found.ways or not found.refused else f"every move of it would be refused: {found.refused}"


def reachable_by(checked: Checked, table: Table, unit: str, step: int | None, *, whenever: bool = False) -> Answer:
    """Every hex that a unit may move to, kind of movement by kind."""
    start = table.place_of(unit) or ""
    what = f"where {table.unit(unit).name} at {_place(table, unit)} may go"
    beyond = _beyond(checked, table, unit, step, Move((unit,), start), what)
    if beyond is not None:
        return replace(beyond, data=beyond.data | {"asked": "moves", "now": False, "note": beyond.said, "hexes": []})
    chances = _chances(table, unit, whenever)
    found = chances.found
    ways = [(way, each) for way in found.ways for each in way.hexes]
    rows = tuple(
        Row(points(each.points), f"{each.label} by {_folded(each.path)}{'' if each.sure else ', perhaps'} ({way.mode})", way.cite)
        for way, each in ways
    )
    name, at = table.unit(unit).name, _place(table, unit)
    kinds = ", ".join(f"{way.mode} movement with {_so_many(way.allowance)}" for way in found.ways)
    said = chances.said(
        f"{name} at {at}", f"may go to {plural(len(ways), 'hex', 'hexes')}: {kinds}" if ways else "may go nowhere"
    )
    picture = reach(chances.table, unit, found.hexes, (), (), said) if start in table.grid else None
    data = _base(checked, table, unit, step) | {
        "asked": "moves",
        "now": not (chances.barred or chances.note),
        "note": said if chances.barred else chances.note or None,
        "hexes": [
            {"hex": each.hex, "points": each.points, "mode": way.mode, "path": list(each.path), "sure": each.sure}
            for way, each in ways
        ],
    }
    about = (*found.hexes, start) if start else found.hexes
    notes = (chances.note,) if chances.note else ()
    plain = tuple(Row(row.value, row.reason) for row in rows)
    return Answer(checked, step, unit, said, Verdict.LEGAL, plain, about, chances.table, picture, data, notes, found)


def _so_many(allowance: Interval) -> str:
    said = str(allowance)
    return f"{said} of points" if said == "any number" else f"{said} {noun(said, 'point')}"


def _folded(path: Sequence[Hex]) -> str:
    """A way with no more hexes than a line holds; `--to` tells all of a long one."""
    if len(path) <= _LONG:
        return " ".join(path)
    return f"{' '.join(path[:4])} … {' '.join(path[-2:])}, {len(path) - 1} hexes"


def why_there(checked: Checked, table: Table, unit: str, hex: Hex, step: int | None, *, whenever: bool = False) -> Answer:
    """May it go to one hex, and if not, why not?"""
    chances = _chances(table, unit, whenever)
    at = chances.table
    judged = action_with_rulings(at, judge(at, Move((unit,), hex)))
    allowed_there = next((each for way in chances.found.ways for each in way.hexes if each.hex == hex), None)
    name, where = table.unit(unit).name, _place(table, unit)
    way = journey(at, judged.action, judged.ruled)
    verdict = judged.verdict
    rows: tuple[Row, ...] = ()
    notes = [chances.note] if chances.note else []
    who = f"{name} at {where}"
    if hex == table.place_of(unit):
        said = f"{name} stands at {where}"
    elif allowed_there is not None:
        verdict = Verdict.LEGAL if allowed_there.sure else Verdict.UNDECIDED
        said = chances.said(who, f"may go to {at.at(hex)}" + ("" if allowed_there.sure else ", perhaps"))
    else:
        wrong = [each for each in judged.findings if each.verdict is Verdict.ILLEGAL] or list(judged.findings)
        why = "; ".join(
            dict.fromkeys(f"{each.opinion.message} ({', '.join(each.cite)})" for each in wrong if each.opinion.message)
        )
        said = chances.said(who, f"may not go to {at.at(hex)}: {why}" if wrong else f"may go to {at.at(hex)}")
        rows = tuple(row for each in wrong for row in each.opinion.rows)
        needs = sorted({fact for each in wrong for fact in printed(each.opinion.truth.needs)})
        notes += [f"would be decided by: {', '.join(needs[:12])}"] if needs else []
    if way is not None:
        notes.append(f"{way.mode} movement, {way.has} points, path: {path_words(way)}")
    path = () if way is None else (way.start, *(leg.hex for leg in way.legs))
    data = _base(checked, table, unit, step) | {
        "asked": "move to",
        "to": hex,
        "now": not (chances.barred or chances.note),
        "note": said if chances.barred else chances.note or None,
        "verdict": verdict.value,
        "said": said,
        "path": None if way is None else path_json(way),
    }
    start = table.place_of(unit)
    picture = (
        reach(at, unit, chances.found.hexes, path, judged.ruled, said) if start in table.grid and hex in table.grid else None
    )
    about = (*path, *((start,) if start else ()), hex)
    return Answer(checked, step, unit, said, verdict, rows, about, at, picture, data, tuple(notes))


# --- retreats and supply --------------------------------------------------------------------------------------------------------


def may_retreat(checked: Checked, table: Table, unit: str, step: int | None, length: int) -> Answer:
    """Where a unit may retreat to: as its combat had it, or so many hexes from where it stands."""
    played = _retreat_of(checked, unit, step)
    if played is not None and not length and isinstance(played.action, Retreat):
        table, action = played.before, played.action
        why = f"after the combat of step {played.step}"
    else:
        action = Retreat((unit,), table.place_of(unit) or "", length=length or 1)
        why = f"if it had to retreat {length or 1} {'hex' if (length or 1) == 1 else 'hexes'}"
    hexes = sorted(allowed(table, action)) if table.place_of(unit) in table.grid else []
    name, at = table.unit(unit).name, _place(table, unit)
    where = ", ".join(map(table.at, hexes)) if hexes else "nowhere: every way is closed to it, or the game has no retreats for it"
    said = f"{name} at {at} may retreat, {why}, to {where}"
    data = _base(checked, table, unit, step) | {"asked": "retreat", "hexes": hexes, "said": said}
    about = (*hexes, table.place_of(unit) or "")
    return Answer(checked, step, unit, said, Verdict.LEGAL, (), about, table, retreats(table, action, said), data)


def _retreat_of(checked: Checked, unit: str, step: int | None) -> Played | None:
    found = [each for each in checked.actions if isinstance(each.action, Retreat) and unit in each.action.units]
    return next((each for each in found if step is None or each.step >= step), None)


def supplied_by(checked: Checked, table: Table, unit: str, step: int | None) -> Answer:
    """Is it in supply, and by which line; or what is in the way."""
    name, at, side = table.unit(unit).name, _place(table, unit), table.unit(unit).side
    what = f"whether {name} at {at} has a line of supply"
    beyond = _beyond(checked, table, unit, step, Supply(((unit, ""),)), what)
    if beyond is not None:
        return replace(beyond, data=beyond.data | {"asked": "supply", "said": beyond.said, "line": [], "rows": []})
    view = survey(table, side)
    found = view.supplied(unit)
    if found is None:
        said, verdict = f"{name} is not on the map, so nobody asks for its supply", Verdict.LEGAL
    elif found.path or found.exempt.yes:
        said, verdict = f"{name} at {at} has a line of supply", Verdict.LEGAL
    elif found.line.open or found.exempt.open:
        said, verdict = f"whether {name} at {at} has a line of supply is not known", Verdict.UNDECIDED
    else:
        said, verdict = f"{name} at {at} has no line of supply", Verdict.ILLEGAL
    rows = view.proof(unit)
    data = _base(checked, table, unit, step) | {
        "asked": "supply",
        "said": said,
        "line": [] if found is None else list(found.path),
        "rows": [{"value": row.value, "reason": row.reason, "cite": list(row.cite)} for row in rows],
    }
    place = table.place_of(unit)
    about = (*(() if found is None else found.path), *((place,) if place else ()))
    return Answer(checked, step, unit, said, verdict, rows, about, table, line(table, unit, said), data)
