"""What a report lacks, as questions to players: each in a sentence, with what an answer looks like, in a table to fill in."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping

from adjudicator.factname import KINDS, LOOKS, FactName
from adjudicator.rules.stating import wanted

from .closed_words import choices
from .loaded import LoadedGame

_NUMBER = re.compile(r"(\d+)")


def question(name: FactName, game: LoadedGame) -> str:
    """The question in a sentence, with units and hexes as players call them."""
    kind = KINDS[name.kind]
    about = (_called(part, each, game) for part, each in zip(kind.parts, name.about, strict=True))
    return kind.asks.format(*about)


def answer(name: FactName, game: LoadedGame) -> str:
    """What an answer to it looks like."""
    kind = KINDS[name.kind]
    memory = game.game.memories.get(name.about[0]) if kind.answer == "memory" else None
    if memory is not None:
        return wanted(memory)
    words = choices(kind.answer, game) if kind.answer in ("light", "scenario", "mode", "way", "manner") else ()
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else LOOKS[kind.answer]


def ask(found: Iterable[tuple[str, int | None, str, FactName]], game: LoadedGame, *, files: bool) -> dict[str, str]:
    """Each question once: how to write the fact, and a note that says what is asked, how an answer looks, and what hangs on it.

    `found` are findings by their file, step and sentence, with a fact that each lacks. What is of one moment is asked for that
    moment; with several `files`, of that file.
    """
    asked: dict[str, str] = {}
    for file, step, message, name in found:
        moment = KINDS[name.kind].by == "momentary" and step is not None
        when = (f" at step {step}" + f" of {file}" * files) if moment else ""
        at = f"{file} step {step}" if step is not None else file
        asked.setdefault(f"{name}{when}", f"{question(name, game)} Write {answer(name, game)}. ({at}: {message})")
    return asked


def _called(part: str, text: str, game: LoadedGame) -> str:
    if part == "unit" and text in game.roster:
        return game.roster[text].name
    if part == "losses":
        return {"0": "", "1": ", reduced"}.get(text, f", after {text} losses")
    return game.board.label(text) if text in game.board.grid else text


def in_order(asked: Mapping[str, str]) -> list[tuple[str, str]]:
    """Questions by their words, and by their numbers as numbers: step 9 before step 10."""
    return sorted(asked.items(), key=lambda each: _NUMBER.sub(lambda found: found[0].zfill(9), each[0]))


def as_table(rows: Iterable[tuple[str, str, str]]) -> str:
    """A table of facts: fact, value and a note. A note that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["fact", "value", "note"])
    writer.writerows((fact, value, f"'{note}" if note[:1] in "=+-@" else note) for fact, value, note in rows)
    return out.getvalue()
