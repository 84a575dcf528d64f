"""What was read off the picture of a map, as a table of facts beside those that the player writes, whose word counts more."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudicator.factname import FactName
from adjudicator.games import LoadedGame
from adjudicator.games.questions import as_table
from adjudicator.games.stated_facts import READ_OFF, read_facts
from vassal_bridge.archive import Archive

from .draft import BindingDraft

if TYPE_CHECKING:
    from .picture.reading import MapReading

FILE: Final = "facts-map.csv"
LINE: Final = 0.9  # how sure a fact must be to be written; what is less sure is asked
_NOTE: Final = re.compile(rf"{re.escape(READ_OFF)}: (?P<value>.*), \d+ %")


class NoNumpyError(Exception):
    """Pictures cannot be read without numpy, which is an extra."""

    def __init__(self) -> None:
        super().__init__("the map is not read off its picture: that needs numpy; install pbem-adjudicator[survey], or numpy")


@dataclass(frozen=True, slots=True)
class SaidOfMap:
    """What the player says of the map."""

    facts: Mapping[FactName, Any]
    rows: tuple[tuple[str, str, str], ...]  # of the table of the map that are the player's: changed, or written there


def said_by_player(folder: Path, texts: Mapping[str, str], loaded: LoadedGame) -> SaidOfMap:
    """All facts in the tables of a survey but what we read ourselves. Raises GameFolderError for what states nothing."""
    rows = tuple(_own_rows(texts.get(FILE, "")))
    others = [folder / name for name in texts if name.startswith("facts") and name.endswith(".csv") and name != FILE]
    stated = read_facts(others, (f"{fact}: {value}" for fact, value, _ in rows if value), loaded)
    return SaidOfMap({each.name: each.answer for each in stated if each.step is None}, rows)


def _own_rows(text: str) -> Iterator[tuple[str, str, str]]:
    for row in csv.DictReader(io.StringIO(text)):
        value, note = (row.get("value") or "").strip(), (row.get("note") or "").strip()
        found = _NOTE.fullmatch(note)
        if found is None or found["value"] != value:
            yield row.get("fact") or "", value, "" if found else note


def reading_of(draft: BindingDraft, loaded: LoadedGame, archive: Archive, said: SaidOfMap) -> MapReading:
    """The map as its picture shows it. Raises NoNumpyError, and BridgeError for a picture that cannot be read."""
    try:
        from .picture.reading import examples, read_map
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        raise NoNumpyError from None
    places = {hex: place for hexes in draft.places.values() for hex, place in hexes.items()}
    return read_map(places, archive, loaded.board, examples(loaded.board, said.facts))


def table_of(reading: MapReading, said: SaidOfMap) -> str:
    """The facts that are sure enough, and the rows that are the player's."""
    own = {" ".join(fact.split()) for fact, _, _ in said.rows}
    seen = (
        (str(each.name), each.value, f"{READ_OFF}: {each.value}, {int(100 * each.sure)} %")
        for each in reading.seen
        if each.sure >= LINE and each.name not in said.facts and str(each.name) not in own
    )
    return as_table([*said.rows, *seen])


def told(reading: MapReading) -> Iterator[str]:
    """How much was read, in a line for each kind of fact."""
    by_kind: dict[str, list[float]] = {}
    for each in reading.seen:
        by_kind.setdefault(each.name.kind, []).append(each.sure)
    things = {"terrain": "hexes", "level": "levels of hexes", "hexside": "hexsides", "route": "ways across hexsides"}
    for kind, sure in by_kind.items():
        above = sum(one >= LINE for one in sure)
        yield f"  {kind}: {above:,} of {len(sure):,} {things[kind]} read off the picture ({100 * above // len(sure)} %)"
    lacking = [f"{word} ({kind})" for kind, words in reading.unlearned.items() for word in words]
    if lacking:
        yield f"  not looked for, as too few are known or what is known does not fit the picture: {_listed(lacking)}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
