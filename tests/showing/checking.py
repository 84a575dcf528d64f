"""What must hold for every output of `show` on any file whatever."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.cli import main
from tests.support import ROOT
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import decode
from vassal_bridge.traits import trait_reader

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema" / "show.schema.json").read_text())
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.\w+")

EVERY_OUTPUT = (
    (),
    ("--pieces",),
    ("--commands",),
    ("--traits",),
    ("--chat",),
    ("--format", "json"),
    ("--format", "json", "--traits", "--chat"),
)


def show(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What `adjudicate show` says, which must end well."""
    with pytest.raises(SystemExit) as ended:
        main(["show", *map(str, arguments)])
    assert ended.value.code == 0
    return capsys.readouterr().out


def problems(document: dict[str, Any], at_most: int = 0) -> list[str]:
    """Where a document is not as the schema has it. Of very long lists only so many items are looked at, evenly chosen."""
    looked_at = {
        name: value[:: len(value) // at_most] if at_most and isinstance(value, list) and len(value) > at_most else value
        for name, value in document.items()
    }
    errors = Draft202012Validator(SCHEMA).iter_errors(looked_at)
    return [f"{error.json_path}: {error.message[:200]}" for error in islice(errors, 5)]


def passwords(saved: SavedGame) -> set[str]:
    """Every player's id in a file that is not a name or side as well; found without the code that is to be checked."""
    ids: set[str] = set()
    public = {"null", "nobody"}
    reader = trait_reader()
    types: dict[str, str] = {}
    for entry in saved.entries:
        for leaf in entry.leaves():
            text = leaf.text.removeprefix("LOG\t")
            if text.startswith("PLAYER\t"):
                ids.add(decode(text, "\t")[1])
                public.update(decode(text, "\t")[2:])
            elif text.startswith("M/"):
                ids.update(decode(text, "/")[10:11])
            elif text.startswith(("+/", "D/")):
                tokens = decode(text, "/")
                if text.startswith("+/"):
                    types[tokens[1]] = tokens[2]
                for state in tokens[3 if text.startswith("+/") else 2 :]:
                    if tokens[1] in types:
                        traits = reader.piece(types[tokens[1]], state)
                        ids.update(trait.state_text.partition(";")[0] for trait in traits if trait.kind in ("obs", "hide"))
    return {one for one in ids - public if len(one) > 1}


def leaks(output: str, words: set[str]) -> list[str]:
    """The ids and addresses that stand in an output, each with what is around it."""
    text = "\n".join(_strings(json.loads(output))) if output.startswith("{") else output
    found = [
        text[max(0, place.start() - 30) : place.end() + 30]
        for word in words
        for place in re.finditer(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text)
    ]
    return found + ADDRESS.findall(text)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
