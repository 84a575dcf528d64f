"""Regular expressions on what was written to be slow for them."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator
import vassal_bridge
from adjudicator.evidence import observations
from adjudicator.evidence.binding import BindingEntry
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.notation import LONGEST, in_plain_words, note_in
from tests.hostile.build import ESC, game_of
from vassal_bridge.buildfile import java_double
from vassal_bridge.module.images import _LENGTH
from vassal_bridge.saved import read_saved

UNITS = (" ", "1", "a", "1-", "a, ", "<", "1.", "!attack ", "\t\n", "(a", "-a ", "1 x", '"', "\\", "a=")
LENGTH = 2000  # where each character is tried against each the time is to be seen, and more than that takes for ever
SECONDS = 1.0


def _patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes]]]:
    for package in (adjudicator, vassal_bridge):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__"):
                continue
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                for each in value if isinstance(value, (tuple, list)) else (value,):
                    if isinstance(each, re.Pattern):
                        yield f"{found.name}.{name}", each


def _seconds(pattern: re.Pattern[str] | re.Pattern[bytes], text: str) -> float:
    began = time.process_time()
    if isinstance(pattern.pattern, bytes):
        pattern.search(text.encode())
    else:
        pattern.search(text)
    return time.process_time() - began


def test_no_expression_takes_for_ever() -> None:
    found = dict(_patterns())
    assert len(found) > 100
    slow = {
        (name, unit): seconds
        for name, pattern in found.items()
        for unit in UNITS
        if (seconds := _seconds(pattern, (unit * LENGTH)[:LENGTH] + "\0")) > SECONDS
    }
    assert slow == {}


@pytest.mark.parametrize("unit", ["1", " "])
def test_numbers_of_a_module_are_read_in_one_pass(unit: str) -> None:
    """Each of these once tried every way to cut a row of digits in two."""
    began = time.process_time()
    assert java_double(unit * 300_000 + "x") is None
    assert _LENGTH.fullmatch(unit * 300_000 + "!") is None
    assert time.process_time() - began < SECONDS


def test_a_line_of_chat_without_end_is_no_note_and_takes_no_time(tmp_path: Path) -> None:
    line = "<Ada> - !attack 1334 with 21" + " " * 1_000_000 + "x total " + "9" * 5000
    path = tmp_path / "endless.vlog"
    path.write_text(game_of() + f"{ESC}LOG\tCHAT{line}{ESC}LOG\tCHAT<Ada> - !attack 1334 with 21", newline="")
    history = read_history(read_saved(path))
    began = time.process_time()
    assert note_in(line) is None
    assert in_plain_words(line) is None
    first, second = observations.observed(BindingEntry(modules=("m",), maps=("x",)), history)
    assert time.process_time() - began < SECONDS
    assert len(line) > LONGEST
    assert (first.notes, first.event.chat) == ((), ())
    assert [note.verb for note in second.notes] == ["attack"]
