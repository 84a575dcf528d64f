"""What tests share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.factname import FactName, read

ModuleOf = Callable[[str], Path]

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "corpus"

needs_shared = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real VASSAL files (../shared) is not here")

SKIRMISH = ROOT / "logs" / "skirmish"
"""A small module of our own with saves and logs that VASSAL 3.7.26 wrote."""

GAME_FILES = sorted(SKIRMISH.glob("*.v[ls]*[gv]")) + sorted(
    path for path in CORPUS.glob("*/*") if path.suffix in (".vsav", ".vlog", ".log")
)
"""Our own samples, and every save and log of the corpus where it is."""


def game_file_id(path: Path) -> str:
    return f"{path.parent.name}/{path.name[-40:]}"


def examples(count: int) -> int:
    """So many examples of a property, or EXAMPLES times as many: `make properties EXAMPLES=50`."""
    return count * int(os.environ.get("EXAMPLES", "1"))


def named(fact: str) -> FactName:
    """A fact by its name as it is printed."""
    return read(fact)


def needed(*facts: str) -> frozenset[FactName]:
    """What an undecided verdict lacks, by the names as they are printed."""
    return frozenset(map(read, facts))
