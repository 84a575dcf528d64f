"""Many files in one run: nothing of a file is kept when the next ones are judged."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from adjudicator.engine.board import Board
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.gather import MODULES_KEPT
from adjudicator.referee import Checked, Referee
from adjudicator.rules.recording import overheard

LOGS = Path(__file__).resolve().parents[2] / "logs"
ILLEGAL = LOGS / "koenigsberg-rg" / "turn1-too-far.vlog"  # its findings are judged again under other rulings
SAVE = LOGS / "seelow-kustrin" / "overstacked.vsav"


def copies(folder: Path, sample: Path, count: int, *, apart: bool = False) -> list[Path]:
    """The same under other names, or `apart` in folders of their own."""
    made = [folder / (f"{number}/{sample.name}" if apart else f"{number}-{sample.name}") for number in range(count)]
    for each in made:
        each.parent.mkdir(exist_ok=True)
        shutil.copy(sample, each)
    return made


def census(files: list[Path], after: Collection[int]) -> Iterator[Counter[str]]:
    """What is in memory after some of the files, by its type: counting all of it takes longer than judging them."""
    for number, each in enumerate(Referee().check_each(files)):
        assert isinstance(each, Checked)
        del each
        if number in after:
            gc.collect()
            yield Counter(type(thing).__name__ for thing in gc.get_objects())


def test_a_file_is_forgotten_when_the_next_one_is_judged(tmp_path: Path) -> None:
    seen: list[list[weakref.ref[Any]]] = []
    for each in Referee().check_each(copies(tmp_path, ILLEGAL, 2)):
        assert isinstance(each, Checked)
        gc.collect()
        assert [ref() for refs in seen for ref in refs if ref() is not None] == []
        assert each.judged.end is not None
        seen.append([weakref.ref(force) for force in each.judged.end.state.forces.values()])
        del each
    assert len(seen) == 2
    assert all(seen)


def test_what_is_in_memory_does_not_grow_from_file_to_file(tmp_path: Path) -> None:
    first, last = census(copies(tmp_path, ILLEGAL, 4), {1, 3})  # by the second file all is worked out that is so for good
    grown = {
        kind: last[kind] - first[kind] for kind in ("Game", "Recorded", "ReadCharts", "Table", "State", "Force", "Board", "Trait")
    }
    assert grown == dict.fromkeys(grown, 0)
    assert sum(last.values()) < sum(first.values()) + 100


def test_only_the_modules_of_the_last_folders_are_kept(tmp_path: Path) -> None:
    most = MODULES_KEPT + 4
    first, last = census(copies(tmp_path, SAVE, most, apart=True), {0, most - 1})
    assert first["ModuleSearch"] == 1
    assert last["ModuleSearch"] == MODULES_KEPT


def test_what_hangs_on_a_position_is_kept_for_a_while_only() -> None:
    board = Referee(game="seelow-kustrin").check(SAVE).judged.end
    assert board is not None
    of: Board = board.board
    made: list[int] = []

    def asked(key: int) -> int:
        def work_out() -> int:
            made.append(key)
            return key

        return of.lately(("of a position", key), work_out)

    assert [asked(0), asked(0)] == [0, 0]
    assert made == [0]
    for key in range(1, 500):
        assert asked(key) == key
        assert asked(0) == 0  # still asked for, and so still known
    assert made == list(range(500))
    assert asked(1) == 1
    assert made[-1] == 1  # worked out anew
    assert len(of._lately) < 100


def test_looks_are_forgotten_when_there_are_too_many(tmp_path: Path) -> None:
    album = Album()
    album._types["a"] = album._traits["a"] = "made"
    album._known.update({("type", str(number)): None for number in range(5)})  # type: ignore[misc]
    album.forget(beyond=None)
    album.forget(beyond=5)
    assert len(album._known) == 5
    album.forget(beyond=4)
    assert not any((album._known, album._types, album._traits, album._states))


def test_a_game_under_a_reporters_eye_has_its_charts_read_already() -> None:
    end = Referee().check(SAVE).judged.end
    assert end is not None
    game = end.game
    assert overheard(game).read is game.read
    assert all(other.game.read is game.read for other in game.others)
