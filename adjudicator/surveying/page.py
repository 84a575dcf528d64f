"""The page on which a player looks over what was drafted and read: one file, made here, that asks nobody for anything."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from PIL import Image

from adjudicator.evidence.doubts import SURE
from adjudicator.factname import FactName
from adjudicator.facts import Known
from adjudicator.games import LoadedGame
from adjudicator.games.questions import question
from vassal_bridge.archive import Archive

from .draft import BindingDraft
from .mapfacts import LINE
from .values import SHOWS, Proposed
from .writing import forms_of

if TYPE_CHECKING:
    from .picture.reading import MapReading

COUNTER = 48  # pixels
QUALITY = 70  # of the picture of the map
MOST_PIXELS = 16_000_000  # of it
MOST_COUNTERS = 1_000


def page_of(
    draft: BindingDraft,
    loaded: LoadedGame,
    archive: Archive,
    reading: MapReading | None,
    values: Mapping[FactName, Proposed] = MappingProxyType({}),
) -> str:
    """The whole page. `values`: the numbers that were read on counters."""
    data = {
        "game": loaded.slug,
        "module": draft.module,
        "line": LINE,
        "facts": list(_facts(loaded, reading)),
        "words": _words(loaded),
        "counters": list(_counters(draft, loaded, archive)),
        "values": list(_values(loaded, values)),
        "charts": [{"name": name, "rows": list(csv.reader(io.StringIO(form)))} for name, form in forms_of(loaded).items()],
    }
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(f"{draft.module}: {loaded.title}")
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="referrer" content="no-referrer">\n',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n",
            f'<header><h1>{title}</h1><p><span id="told"></span> <button id="save" type="button">Save the answers</button></p>',
            "</header>\n<main>\n",
            _map(reading),
            "<h2>All that was read as the same</h2>\n<p>First correct on the map what is wrong, then say that all else is so. ",
            "Tick to see where it is, press again to take it back.</p>\n",
            '<div class="list"><table><thead><tr><th>read</th><th>sure</th><th>doubtful</th></tr></thead>',
            '<tbody id="groups"></tbody></table></div>\n',
            "<h2>Doubtful facts, the least sure first</h2>\n",
            '<div class="list"><table><tbody id="facts"></tbody></table></div>\n',
            '<h2>Counters that may be other units</h2>\n<table><tbody id="unbound"></tbody></table>\n',
            '<details><summary>Counters that were taken for units</summary><table><tbody id="bound"></tbody></table></details>\n',
            '<details><summary>Numbers on counters, to confirm</summary><p id="proposed"></p>',
            '<table><tbody id="values"></tbody></table></details>\n',
            '<details><summary>Charts, to type</summary><div id="charts"></div></details>\n</main>\n',
            f'<script type="application/json" id="data">{_json(data)}</script>\n<script>{script}</script>\n</body>\n</html>\n',
        )
    )


def _json(data: Any) -> str:
    """As text that no page takes for the end of its script."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _map(reading: MapReading | None) -> str:
    if reading is None or reading.picture is None:
        return "<p>The map was not read off its picture.</p>\n"
    image = Image.fromarray(reading.picture)
    out = io.BytesIO()
    if image.width * image.height <= MOST_PIXELS:
        image.save(out, "JPEG", quality=QUALITY)
    source = base64.b64encode(out.getvalue()).decode()
    size = f'width="{image.width}" height="{image.height}"'
    return (
        '<p>Red is doubtful, green is what you said. Click on the map to correct what is there.</p>\n<div id="board">'
        f'<img {size} alt="the map" src="data:image/jpeg;base64,{source}"><canvas id="over" {size}></canvas></div>\n'
        '<table><tbody id="picked"></tbody></table>\n'
    )


def _facts(loaded: LoadedGame, reading: MapReading | None) -> Iterator[dict[str, Any]]:
    for each in reading.seen if reading is not None else ():
        points = [reading.places[hex] for hex in each.name.about] if reading is not None else []
        yield {
            "fact": str(each.name),
            "kind": each.name.kind,
            "value": each.value,
            "sure": round(each.sure, 3),
            "question": question(each.name, loaded),
            "x": round(sum(x for x, _ in points) / len(points)),
            "y": round(sum(y for _, y in points) / len(points)),
        }


def _words(loaded: LoadedGame) -> dict[str, list[str]]:
    board = loaded.board
    terrain = {" ".join(sorted(fact.value)) for hex in board.grid.all() if hasattr(fact := board.terrain(hex), "value")}
    chart = loaded.game.charts.get("terrain")
    rows = getattr(chart, "rows", {}).values()
    return {
        "terrain": sorted(terrain),
        "level": sorted({str(fact.value) for fact in board.level_of.values() if isinstance(fact, Known)}),
        "hexside": ["none", *sorted(row.feature for row in rows if row.where == "hexside")],
        "route": ["none", *sorted(row.feature for row in rows if row.where == "route")],
    }


def _counters(draft: BindingDraft, loaded: LoadedGame, archive: Archive) -> Iterator[dict[str, Any]]:
    every = [(gpid, ranked, False) for gpid, ranked in draft.units.doubtful.items()]
    every += [(gpid, (pair,), True) for gpid, pair in draft.units.bound.items()]
    missing = [(unit, loaded.roster[unit].name) for unit in draft.units.missing if unit in loaded.roster]
    for gpid, ranked, bound in every[:MOST_COUNTERS]:
        units = [(unit, loaded.roster[unit].name) for unit, _ in ranked if unit in loaded.roster]
        if not units:
            continue  # a chit
        first = {unit for unit, _ in units}
        yield {
            "gpid": gpid,
            "title": draft.title(gpid),
            "bound": bound,
            "doubted": int(100 * ranked[0][1]) < SURE,
            "sure": f"{int(100 * ranked[0][1])} %",
            "units": [*units, *(pair for pair in missing if pair[0] not in first)],
            "picture": _picture(draft, gpid, archive),
        }


def _picture(draft: BindingDraft, gpid: str, archive: Archive) -> str:
    """A counter, small; empty for what cannot be read."""
    name = next(iter(draft.pieces[gpid].pictures), "")
    if not name or f"images/{name}" not in archive:
        return ""
    from .colours import thumbnail

    small = thumbnail(archive, f"images/{name}", COUNTER)
    if small is None:
        return ""
    out = io.BytesIO()
    small.save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


def _values(loaded: LoadedGame, proposed: Mapping[FactName, Proposed]) -> Iterator[Mapping[str, Any]]:
    for unit in loaded.roster.values():
        for losses, side in enumerate(unit.ratings):
            for rating in side:
                name = unit.key(rating, losses)
                found = proposed.get(name)
                yield {
                    "fact": str(name),
                    "question": question(name, loaded),
                    "value": "" if found is None else str(found.value),
                    "sure": 0 if found is None else round(found.sure, 3),
                    "note": "" if found is None else f"{SHOWS[found.drawn]}, {int(100 * found.sure)} %",
                }
