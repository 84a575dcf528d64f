"""What a cheat does to real logs, written by VASSAL and edited by hand: each is found, and the logs as they were are clean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.run import audit
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.finding import Finding
from adjudicator.verdict import Severity
from tests.modulezips import zipped
from tests.support import ROOT, SKIRMISH
from vassal_bridge.archive import MODULE_DATA, SAVED_GAME
from vassal_bridge.commands import LOG, MovePiece, parse_command
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.sequence import quote
from vassal_bridge.tree import Entry, Leaf, split_entries

BLUE, RED = SKIRMISH / "blue-turn1.vlog", SKIRMISH / "red-turn1.vlog"


def found(paths: Sequence[Path]) -> list[Finding]:
    album = Album()
    report = audit([read_history(read_saved(path), None, album, path.name) for path in paths])
    return [one for one in report.findings if one.severity is not Severity.NOTE]


def written(saved: SavedGame, folder: Path, entries: Sequence[Entry]) -> Path:
    contents = saved.source.read_all()
    contents[SAVED_GAME] = saved.with_entries(tuple(entries)).encoded()
    return zipped(folder / saved.name, contents)


def steps_that(saved: SavedGame, holds: Callable[[str], bool]) -> list[int]:
    return [step.index for step in saved.steps() if any(holds(text) for text in step.entry.texts())]


def moved_in(entry: Entry) -> list[str]:
    commands = [parse_command(text.removeprefix(LOG)) for text in entry.texts() if text.startswith(LOG + "M/")]
    return [one.id for one in commands if isinstance(one, MovePiece) and one.id is not None]


# --- the file -------------------------------------------------------------------------------------------------------------------


def step_taken_out(saved: SavedGame) -> list[Entry]:
    """The first of two steps that move one counter."""
    first: dict[str, int] = {}
    for step in saved.steps():
        for identity in moved_in(step.entry):
            if identity in first and first[identity] != step.index:
                return [entry for place, entry in enumerate(saved.entries) if place != first[identity]]
            first.setdefault(identity, step.index)
    raise AssertionError("no counter moves twice")


def roll_edited(saved: SavedGame) -> list[Entry]:
    place = steps_that(saved, lambda text: "*** 1d6 = 4 ***" in text)[0]
    return _replaced(saved, place, "*** 1d6 = 4 ***", "*** 1d6 = 6 ***")


def roll_typed(saved: SavedGame) -> list[Entry]:
    """A better roll of the same dice ahead of the true one, which alone sets what dice remember; blanks behind it hide."""
    place = steps_that(saved, lambda text: "*** 2d6: 5,3 = 8 ***" in text)[0]
    typed = Entry.of([Leaf(f"{LOG}CHAT*** 2d6: 6,6 = 12 *** <Anna>\xa0 ", 0)])
    return [*saved.entries[:place], typed, *saved.entries[place:]]


def roll_claimed(saved: SavedGame) -> list[Entry]:
    """As anybody can type it, without the name that dice write behind it."""
    typed = Entry.of([Leaf(f"{LOG}CHAT&lt;Anna&gt; - *** 1d6 = 6 ***", 0)])
    return [*saved.entries[:-1], typed, saved.entries[-1]]


def turn_set_back(saved: SavedGame) -> list[Entry]:
    """The turn counter as it stood four turns of it before, in a step that says nothing."""
    turns = [text for step in saved.steps() for text in step.entry.texts() if text.startswith(LOG + "TURN")]
    return [*saved.entries, Entry.of([Leaf(turns[0], 0)])]


def move_slipped_in(saved: SavedGame) -> list[Entry]:
    """What a drag did, behind a line of chat, and no step of its own any more."""
    moving = next(step for step in saved.steps() if moved_in(step.entry))
    silent = [text for text in moving.entry.texts() if not text.startswith(LOG + "CHAT") and text != LOG + "null"]
    made = Entry.of([Leaf(f"{LOG}CHAT<Anna> - good luck", 0), *(Leaf(text, 1) for text in silent)])
    return [made if place == moving.index else entry for place, entry in enumerate(saved.entries)]


def move_outside(saved: SavedGame) -> list[Entry]:
    moving = next(step for step in saved.steps() if moved_in(step.entry))
    move = next(text for text in moving.entry.texts() if text.startswith(LOG + "M/")).removeprefix(LOG)
    entries = list(saved.entries)
    return [*entries[: saved.end + 1], *split_entries(quote(move, "\x1b")), *entries[saved.end + 1 :]]


def _replaced(saved: SavedGame, place: int, old: str, new: str) -> list[Entry]:
    entries = list(saved.entries)
    leaves = [Leaf(leaf.text.replace(old, new), leaf.depth) for leaf in entries[place].leaves(saved.limits)]
    entries[place] = Entry.of(leaves)
    return entries


# --- the position ---------------------------------------------------------------------------------------------------------------


def _in_position(saved: SavedGame, change: Callable[[str], str]) -> list[Entry]:
    """The saved position with the first text changed that the change bears on."""
    entries = list(saved.entries)
    for place, entry in enumerate(saved.position):
        leaves = entry.leaves(saved.limits)
        for number, leaf in enumerate(leaves):
            other = change(leaf.text)
            if other != leaf.text:
                entries[place] = Entry.of([Leaf(other if at == number else one.text, one.depth) for at, one in enumerate(leaves)])
                return entries
    raise AssertionError("nothing to change")


def counter_put_elsewhere(saved: SavedGame) -> list[Entry]:
    return _in_position(saved, lambda text: re.sub(r"^(\+/\d+/stack/Main Map;\d+;)(\d+)(;\d)", _further, text))


def _further(match: re.Match[str]) -> str:
    return f"{match[1]}{int(match[2]) + 200}{match[3]}"


def counter_gone(saved: SavedGame) -> list[Entry]:
    return _in_position(saved, lambda text: "" if text.startswith("+/") and "Inf" in text else text)


def property_changed(saved: SavedGame) -> list[Entry]:
    return _in_position(saved, lambda text: re.sub(r"^(GlobalProperty\t;Weather;)[^;]+", r"\1Storm", text))


def picture_changed(saved: SavedGame) -> list[Entry]:
    return _in_position(saved, lambda text: text.replace(".png", "-better.png", 1) if text.startswith("+/") else text)


def seat_changed(saved: SavedGame) -> list[Entry]:
    entries = list(saved.entries)
    for place, entry in enumerate(saved.position):
        leaves = entry.leaves(saved.limits)
        changed = [
            Leaf(re.sub(r"\tBlue$", "\tRed", leaf.text) if leaf.text.startswith("PLAYER\t") else leaf.text, leaf.depth)
            for leaf in leaves
        ]
        if changed != list(leaves):
            entries[place] = Entry.of(changed)
    return entries


def key_changed(saved: SavedGame) -> list[Entry]:
    return _keys(saved, lambda text: text.replace("\tanna-pw\t", "\tbruno-pw2\t"))


def _keys(saved: SavedGame, change: Callable[[str], str]) -> list[Entry]:
    """The saved position with every seat of it changed so."""
    entries = list(saved.entries)
    for place, entry in enumerate(saved.position):
        leaves = entry.leaves(saved.limits)
        entries[place] = Entry.of(
            [Leaf(change(one.text) if one.text.startswith("PLAYER\t") else one.text, one.depth) for one in leaves]
        )
    return entries


@dataclass(frozen=True)
class Cheat:
    check: str
    log: Path  # which is edited; the other one is as it was
    how: Callable[[SavedGame], list[Entry]]


CHEATS = [
    Cheat("step/contradicted", BLUE, step_taken_out),
    Cheat("dice/contradicted", BLUE, roll_edited),
    Cheat("dice/claimed", BLUE, roll_typed),
    Cheat("dice/claimed", BLUE, roll_claimed),
    Cheat("step/unreported", BLUE, turn_set_back),
    Cheat("people/seats", RED, key_changed),
    Cheat("step/slipped-in", BLUE, move_slipped_in),
    Cheat("provenance/outside", BLUE, move_outside),
    Cheat("hand-over/differs", RED, counter_put_elsewhere),
    Cheat("hand-over/differs", RED, counter_gone),
    Cheat("hand-over/differs", RED, picture_changed),
    Cheat("hand-over/books", RED, property_changed),
    Cheat("people/seats", RED, seat_changed),
]


def test_the_logs_as_they_were_are_clean() -> None:
    assert found([BLUE, RED]) == []


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda one: one.how.__name__)
def test_an_edited_log_is_found(cheat: Cheat, tmp_path: Path) -> None:
    saved = read_saved(cheat.log)
    edited = written(saved, tmp_path, cheat.how(saved))
    paths = [edited if path == cheat.log else path for path in (BLUE, RED)]
    assert cheat.check in [one.check for one in found(paths)]


def test_a_module_saved_anew_under_its_version_is_found(tmp_path: Path) -> None:
    contents = read_saved(RED).source.read_all()
    contents[MODULE_DATA] = re.sub(rb"<dateSaved>\d+", b"<dateSaved>1750000000000", contents[MODULE_DATA])
    assert [one.check for one in found([BLUE, zipped(tmp_path / RED.name, contents)])] == ["module/edited"]


def test_a_log_cut_short_begins_as_the_whole_one(tmp_path: Path) -> None:
    saved = read_saved(RED)
    shorter = written(saved, tmp_path, saved.entries[:-6]).rename(tmp_path / "shorter.vlog")
    told = [one for one in found([BLUE, RED, shorter]) if one.check == "hand-over/fork"]
    assert [("the first" in one.message, "are the same" in one.message) for one in told] == [(True, True)]


def test_the_list_of_ways_to_cheat_names_no_check_that_is_not_there() -> None:
    text = (ROOT / "docs" / "cheating.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)?/[a-z-]+)`", text))
    assert len(named) > 30
    assert named <= set(catalogue())
