"""A drafted survey as files: the binding with what is left to fill in as remarks, a table of facts, and forms of the charts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator import factname
from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart
from adjudicator.facts import Known, Source
from adjudicator.games import LoadedGame
from adjudicator.games.questions import as_table

from .draft import ENOUGH, BindingDraft

MOST = 40  # names in one remark


def files_of(draft: BindingDraft, loaded: LoadedGame) -> dict[str, bytes]:
    """The files of a survey by their names."""
    found = {"binding.toml": "\n".join(_binding(draft, loaded)) + "\n", "facts.csv": _facts(loaded)}
    found |= {f"{name}.csv": form for name, chart in sorted(loaded.game.charts.items()) if (form := _form(chart))}
    return {name: text.encode("utf-8") for name, text in found.items()}


# --- binding.toml


def _binding(draft: BindingDraft, loaded: LoadedGame) -> Iterator[str]:
    yield f"# How the module {_shown(draft.module)} means {loaded.title}. Drafted from names: look it over and fill in the rest."
    yield f"game = {_text(loaded.slug)}"
    yield ""
    yield "[[module]]"
    yield f"modules = [{_text(draft.module)}]"
    yield from _maps(draft)
    yield ""
    yield "[module.units]"
    yield from _layer(draft)
    yield from _remark("no piece was found for", draft.missing)
    yield ""
    yield "[module.units.gpids]  # the number of a piece in the module's palettes = unit"
    for gpid, unit in sorted(draft.gpids.items(), key=lambda pair: pair[1]):
        yield f"{_key(gpid)} = {_text(unit)}  # {_shown(draft.titles[gpid])}"
    for gpid, units in sorted(draft.unsure.items(), key=lambda pair: pair[1]):
        yield f"# {_key(gpid)} = {' or '.join(map(_text, units[:MOST]))}  # {_shown(draft.titles[gpid])}"
    yield from _table("markers.names", "the name of a marker = what the rules call it", draft.marks)
    yield from _table("boxes", "the name of a zone, deck or map = box of the game", draft.boxes, draft.zones)
    yield from _remark("boxes of the game", (box.id for box in loaded.about.boxes if box.id not in draft.boxes.values()))
    yield from _table("dice", "the name of a dice button = what it is for; other: for anything", draft.dice)
    yield from _table("phases", "what the turn counter says = phase", draft.phases, draft.said)
    yield from _remark("phases of the game", (each.id for each in loaded.about.phases if each.id not in draft.phases.values()))
    yield from _table("sides", "a side in VASSAL = side of the game", draft.sides)
    chits = loaded.game.charts.get("chits")
    if isinstance(chits, PlainChart):
        yield ""
        yield "[module.chits]"
        yield f"deck = {_text(draft.decks[0] if len(draft.decks) == 1 else '')}"
        yield from _remark("decks", draft.decks)
        yield from _table("chits.names", "the name of a chit = its name in the chart of chits", draft.chits)
        yield from _remark("chits of the game", (chit for chit in chits.rows if chit not in draft.chits.values()))


def _maps(draft: BindingDraft) -> Iterator[str]:
    if draft.maps:
        yield f"maps = [{', '.join(map(_text, draft.maps))}]"
        for name, number in draft.maps.items():
            yield f"# {_shown(name)}: {number} of the {draft.hexes} hexes of the game found by their numbers"
    else:
        yield 'maps = ["Main Map"]'
        yield f"# on no map were {ENOUGH:.0%} of the {draft.hexes} hexes found by their numbers: are they numbered otherwise?"


def _layer(draft: BindingDraft) -> Iterator[str]:
    """The layer that turns units over: about as many have it as have another side."""
    yield f"layer = {_text(next(iter(draft.layers), 'Step'))}  # its second level is the side after the first loss"
    yield from _remark("layers of units", (f"{name} ({number})" for name, number in draft.layers.items()))


def _table(name: str, about: str, values: Mapping[str, str], others: Iterable[str] = ()) -> Iterator[str]:
    yield ""
    yield f"[module.{name}]  # {about}"
    for key, value in values.items():
        yield f"{_key(key)} = {_text(value)}"
    yield from _remark("not known what these are", others)


def _remark(what: str, names: Iterable[str]) -> Iterator[str]:
    every = list(names)
    if every:
        shown = ", ".join(map(_shown, every[:MOST]))
        yield f"# {what}: {shown}{f' and {len(every) - MOST} more' if len(every) > MOST else ''}"


def _text(value: str) -> str:
    """A TOML string. Those of JSON are TOML too, but for what TOML wants escaped beyond it."""
    return json.dumps(_shown(value), ensure_ascii=False)


_key = _text


def _shown(text: str) -> str:
    """On one line, whatever a module calls its things."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)


# --- facts.csv and forms of charts


def _facts(loaded: LoadedGame) -> str:
    """What is printed on counters and charts, and no rulebook states: to be filled in."""
    rows = [
        (str(factname.chart(name)), "", f"when you have filled in {name}.csv, write {name}.csv")
        for name, chart in sorted(loaded.game.charts.items())
        if _form(chart)
    ]
    for unit in loaded.roster.values():
        for losses, printed in enumerate(unit.ratings):
            for rating, fact in printed.items():
                if isinstance(fact, Known) and fact.source is not Source.RULEBOOK:
                    rows.append((str(unit.key(rating, losses)), "", unit.name))
    return as_table(rows)


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
