"""A survey that is there already: what its owner wrote in it, which no later run may change."""

from __future__ import annotations

import tomllib
from pathlib import Path

from adjudicator.evidence.binding import BINDING_FILE, BindingEntry, BindingFile, binding_file

from .sections import without_drafts

LARGEST = 16 << 20  # of one file of a survey


def texts_in(folder: Path) -> dict[str, str]:
    """The files of a survey by their names."""
    found = {}
    for path in sorted(folder.glob("*")):
        if path.suffix in (".csv", ".toml") and path.is_file() and path.stat().st_size <= LARGEST:
            found[path.name] = path.read_text("utf-8-sig", errors="replace")
    return found


def kept_binding(folder: Path, module: str) -> BindingEntry | None:
    """What its owner says of a module. Raises GameFolderError if the file is faulty."""
    if not (folder / BINDING_FILE).is_file():
        return None
    binding_file(folder)  # says what is wrong, with lines
    own = without_drafts((folder / BINDING_FILE).read_text("utf-8-sig"))
    entries = BindingFile.model_validate(tomllib.loads(own)).module
    return next((each for each in entries if module in each.modules), None)
