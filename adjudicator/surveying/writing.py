"""A drafted survey as files: the binding with what is left to look at as remarks, a table of facts, and forms of the charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator import factname
from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart
from adjudicator.evidence.binding import BINDING_FILE, HexNumbering, bindings_in
from adjudicator.facts import Known, Source
from adjudicator.games import LoadedGame
from adjudicator.games.questions import as_table

from .draft import BindingDraft
from .likening import Likened
from .places import ENOUGH
from .sections import BindingSection, drafted, merged, shown, text, written

MOST = 40  # names in one remark
FACTS = "facts.csv"


def files_of(draft: BindingDraft, loaded: LoadedGame, old: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The files of a survey by their names, with what is new in those that are there already, whose texts are `old`."""
    old = old or {}
    sections = list(_sections(draft, loaded))
    if BINDING_FILE in old:
        binding = merged(old[BINDING_FILE], sections, draft.module)
    else:
        binding = written([*_beginning(draft, loaded)], sections)
    found = {BINDING_FILE: binding, FACTS: with_rows(old.get(FACTS), _facts(loaded))}
    found |= {f"{name}.csv": form for name, form in forms_of(loaded).items() if f"{name}.csv" not in old}
    return {name: text.encode("utf-8") for name, text in found.items()}


def forms_of(loaded: LoadedGame) -> dict[str, str]:
    """The charts as empty forms, by their names."""
    return {name: form for name, chart in sorted(loaded.game.charts.items()) if (form := _form(chart))}


def with_rows(old: str | None, rows: Iterable[tuple[str, str, str]]) -> str:
    """A table of facts with rows for what it has none of."""
    if old is None:
        return as_table(rows)
    there = {" ".join((row.get("fact") or "").split()) for row in csv.DictReader(io.StringIO(old))}
    fresh = as_table(row for row in rows if row[0] not in there).partition("\n")[2]
    return old if not fresh else old.rstrip("\n") + "\n" + fresh


# --- binding.toml


def _beginning(draft: BindingDraft, loaded: LoadedGame) -> Iterator[str]:
    yield f"# How the module {shown(draft.module)} means {loaded.title}. What is certain is filled in."
    yield "# Lines that begin with #? are what is left to look at; `survey` writes them anew. What you write yourself stays."
    yield f"game = {text(loaded.slug)}"
    yield ""


def _sections(draft: BindingDraft, loaded: LoadedGame) -> Iterator[BindingSection]:
    yield _head(draft)
    yield _units(draft)
    yield from _pieces(draft, loaded)
    words = draft.words
    yield from _markers(draft)
    boxes = _table("boxes", "the name of a zone, deck or map = box of the game", words.boxes, (*words.zones, *words.decks))
    boxes.remarks += _left(
        "boxes of the game", (box.id for box in loaded.about.boxes if box.id not in words.boxes.bound.values())
    )
    yield boxes
    areas = {area: kinds for entry in bindings_in(loaded.folder) for area, kinds in entry.areas.items()}
    yield BindingSection(
        "areas",
        "an area in which these kinds of units stand as a whole",
        {text(area): f"[{', '.join(map(text, kinds))}]" for area, kinds in areas.items()},
    )
    yield _table("dice", "the name of a dice button = what it is for; other: for anything", words.dice)
    yield _phases(draft, loaded)
    yield _table("sides", "a side in VASSAL = side of the game", words.sides)
    yield from _chits(draft, loaded)


def _head(draft: BindingDraft) -> BindingSection:
    found = BindingSection("", entries={"modules": f"[{text(draft.module)}]"})
    if draft.words.nothing:
        called = ", ".join(shown(draft.title(gpid)) for gpid in draft.words.nothing)
        found.entries["nothing_gpids"] = f"[{', '.join(map(text, draft.words.nothing))}]  # {called}"
    if draft.maps:
        found.entries["maps"] = f"[{', '.join(map(text, draft.maps))}]"
        for name, number in draft.maps.items():
            found.remarks.append(f"{shown(name)}: {number} of the {draft.hexes} hexes of the game found by their numbers")
    else:
        found.entries["maps"] = '["Main Map"]'
        why = f"on no map were {ENOUGH:.0%} of the {draft.hexes} hexes found by their numbers: are they numbered otherwise?"
        found.remarks.append(draft.strange or why)
    if draft.numbering:
        every = map(_numbering, draft.numbering)
        found.entries["numbering"] = f"[{', '.join(every)}]"
    return found


def _numbering(each: HexNumbering) -> str:
    letters = f", letters = {text(each.letters)}" if each.letters else ""
    return f"{{reads = {text(each.reads)}, column = {each.column}, row = {each.row}{letters}}}"


def _units(draft: BindingDraft) -> BindingSection:
    """The layer that turns units over: about as many have it as have another side."""
    found, layers = BindingSection("units"), draft.layers
    if layers.step:
        found.entries["layer"] = text(layers.step)
        if layers.levels:
            found.entries["levels"] = (
                f"[{', '.join(map(str, layers.levels))}]  # the steps lost at each level; off is full strength"
            )
    found.entries |= {use: text(layer) for use, layer in layers.fighting.items()}
    if not layers.step and not draft.units.reduced:
        found.remarks.append("no layer was found that turns units over: layer = the one whose second level is the reduced side")
    found.remarks += _left("layers of units", (f"{name} ({number})" for name, number in layers.number.items()))
    found.remarks += _left("no piece was found for", draft.missing)
    return found


def _pieces(draft: BindingDraft, loaded: LoadedGame) -> Iterator[BindingSection]:
    found = BindingSection("units.gpids", "the number of a piece in the module's palettes = unit")
    for gpid, (unit, sure) in sorted(draft.units.bound.items(), key=lambda pair: (pair[1][0], pair[0])):
        if unit not in draft.chits:
            found.entries[text(gpid)] = drafted(unit, draft.title(gpid), sure)
    losses = BindingSection("units.losses", "the number of a piece that is the other side of a unit = steps lost")
    for gpid, (front, lost) in sorted(draft.units.reduced.items()):
        unit, sure = draft.units.bound.get(front, ("", 0.0))
        if unit and unit not in draft.chits:
            found.entries[text(gpid)] = drafted(unit, draft.title(gpid), sure)
            losses.entries[text(gpid)] = str(lost)
    for gpid, ranked in sorted(draft.units.doubtful.items(), key=lambda pair: (pair[1][0][0], pair[0])):
        likely = " or ".join(f"{text(unit)} ({min(99, int(100 * share))} %)" for unit, share in ranked)
        found.remarks.append(f"{text(gpid)} = {likely}  # {shown(draft.title(gpid))}")
    lonely = [f"{unit} ({loaded.roster[unit].name})" for unit in draft.missing]
    means = {*draft.words.marks, *draft.words.control, *draft.words.nothing}
    strangers = [f"{gpid} ({draft.title(gpid)})" for gpid in draft.units.strangers if gpid not in means]
    found.remarks += _left("units without a piece", lonely)
    found.remarks += _left("pieces that mean nothing known", strangers)
    yield found
    if losses.entries:
        yield losses


def _markers(draft: BindingDraft) -> Iterator[BindingSection]:
    words, layers = draft.words, draft.layers
    tables = (
        ("markers.gpids", "the number of a marker = what the rules call it", words.marks),
        ("markers.control_gpids", "the number of a marker = the side that controls where it lies", words.control),
    )
    for name, about, table in tables:
        yield BindingSection(
            name, about, {text(gpid): f"{text(means)}  # {shown(draft.title(gpid))}" for gpid, means in table.items()}
        )
    levels = {text(layer): f"[{', '.join(map(text, marks))}]" for layer, marks in layers.marks.items()}
    yield BindingSection("markers.layers", "a layer of units = what each of its levels means", levels)
    if layers.off:
        yield BindingSection(
            "markers.off",
            "a layer of units = what it means when it is off",
            {text(layer): text(mark) for layer, mark in layers.off.items()},
        )


def _phases(draft: BindingDraft, loaded: LoadedGame) -> BindingSection:
    found = BindingSection("phases", 'what the turn counter says = phase, or several one of which it is; "" if it is none')
    for entry, phases in draft.words.phases.items():
        found.entries[text(entry)] = text(phases[0]) if len(phases) == 1 else f"[{', '.join(map(text, phases))}]"
    for entry, phases in draft.words.maybe_phases.items():
        found.remarks.append(f'{text(entry)} = [{", ".join(map(text, phases))}] or ""')
    known = {*draft.words.phases, *draft.words.maybe_phases}
    found.remarks += _left("not known what these are", (entry for entry in draft.words.said if entry not in known))
    shown_as = {phase for phases in draft.words.phases.values() for phase in phases}
    found.remarks += _left("phases of the game", (phase.id for phase in loaded.about.phases if phase.id not in shown_as))
    return found


def _table(name: str, about: str, found: Likened, others: Iterable[str] = ()) -> BindingSection:
    section = BindingSection(name, about, {text(key): text(value) for key, value in found.bound.items()})
    section.remarks += [f"{text(key)} = {' or '.join(map(text, likely))}" for key, likely in found.doubtful.items()]
    section.remarks += _left(
        "not known what these are", (each for each in others if each not in found.bound and each not in found.doubtful)
    )
    return section


def _chits(draft: BindingDraft, loaded: LoadedGame) -> Iterator[BindingSection]:
    chits = loaded.game.charts.get("chits")
    if not isinstance(chits, PlainChart):
        return
    decks = [name for name in draft.words.decks if name not in draft.words.boxes.bound]
    holding = [name for name in decks if any(draft.pieces[gpid].where[-1:] == (name,) for gpid in draft.drawn)]
    cups = holding or decks
    cup = BindingSection("chits", entries={"deck": text(cups[0] if len(cups) == 1 else "")})
    cup.remarks += _left("decks", decks)
    yield cup
    names = BindingSection("chits.gpids", "the number of a chit = its name in the chart of chits")
    for gpid, (chit, sure) in sorted(draft.units.bound.items(), key=lambda pair: pair[1][0]):
        if chit in draft.chits:
            names.entries[text(gpid)] = drafted(chit, draft.title(gpid), sure)
    names.remarks += _left("chits of the game", (chit for chit in chits.rows if chit not in draft.drawn.values()))
    yield names


def _open(what: str, ids: Iterable[str], found: Likened) -> list[str]:
    """What of the game is called nothing yet."""
    return _left(what, (id_ for id_ in ids if id_ not in found.bound.values()))


def _left(what: str, names: Iterable[str]) -> list[str]:
    every = list(names)
    if not every:
        return []
    return [f"{what}: {', '.join(map(shown, every[:MOST]))}{f' and {len(every) - MOST} more' if len(every) > MOST else ''}"]


# --- facts.csv and forms of charts


def _facts(loaded: LoadedGame) -> list[tuple[str, str, str]]:
    """What is printed on counters and charts, and no rulebook states: to be filled in."""
    rows = [(str(factname.chart(name)), "", f"when you have filled in {name}.csv, write {name}.csv") for name in forms_of(loaded)]
    for unit in loaded.roster.values():
        for losses, printed in enumerate(unit.ratings):
            for rating, fact in printed.items():
                if isinstance(fact, Known) and fact.source is not Source.RULEBOOK:
                    rows.append((str(unit.key(rating, losses)), "", unit.name))
    return rows


def _form(chart: Chart) -> str:
    """The chart with its cells empty; nothing for charts that are lists of the rulebook."""
    match chart:
        case ResultsChart() if chart.source is not Source.RULEBOOK:
            rows = [["die", *chart.columns, "source"]]
            rows += [[str(die), *("" for _ in chart.columns), Source.PLAYER.value] for die in sorted(chart.rows)]
        case TerrainChart() if any(row.source is not Source.RULEBOOK for row in chart.rows.values()):
            columns = sorted({column for row in chart.rows.values() for column in row.costs})
            rows = [["feature", "where", *columns, "shift", "attack", "source"]]
            for row in chart.rows.values():
                rows.append([row.feature, row.where, *("" for _ in columns), "", "", Source.PLAYER.value])
        case _:
            return ""
    return _csv(rows)


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
