"""Annotated copies: findings as chat lines at their steps, and as note counters on the position after the last step.

A copy differs from its original only by what was added. Chat lines go into the step they belong to, so steps keep their numbers.
Note counters are pieces of text alone: they need no picture of any module, lie in no stack, and have `Delete` in their menu.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.evidence.annotations import NOTES_A_SPOT, PREFIX, note_type
from adjudicator.finding import Finding, MapMark
from adjudicator.verdict import Verdict
from vassal_bridge.commands import AddPiece
from vassal_bridge.compose import add_piece, position, write_new
from vassal_bridge.edit import Draft
from vassal_bridge.game import RunningGame
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import encode, nested_join
from vassal_bridge.write import write_saved

from .ending import components_of, end_of, pieces_of

_LONGEST_LINE = 400
_LONGEST_NOTE = 70


def annotated_log(path: Path, findings: Sequence[Finding], target: Path, inputs: Sequence[Path] = ()) -> int:
    """A copy of a log with a chat line for each finding at its step; those of the whole file stand at its first step."""
    saved = read_saved(path)
    draft = Draft(saved)
    steps = {step.number for step in saved.steps()}
    written = 0
    for finding in findings:
        step = finding.where.step if finding.where.step in steps else 1
        if step in steps:
            draft.chat_at_step(step, chat_line(finding))
            written += 1
    write_saved(draft.finish(), target, inputs=[path, *inputs])
    return written


def chat_line(finding: Finding) -> str:
    """One finding as a line of chat that VASSAL shows as it is, whatever its version makes of HTML."""
    rows = "; ".join(f"{row.value}: {row.reason}" for row in finding.rows[:3])
    said = finding.severity.value if finding.verdict is None else finding.verdict.value
    cited = f" ({', '.join(finding.cite)})" if finding.cite and finding.verdict is not Verdict.LEGAL else ""
    then = "" if finding.root or not finding.also else f" - follows from step {finding.also[0].step}"
    return harmless(
        f"{PREFIX} {said} {finding.check}: {finding.message}{cited}{' - ' + rows if rows else ''}{then}", _LONGEST_LINE
    )


def harmless(text: str, longest: int) -> str:
    """Text without markup, control characters or an ending that VASSAL would swallow."""
    plain = "".join(mark if unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " for mark in text)
    plain = plain.replace("<", "‹").replace(">", "›").replace("&", "+").rstrip("\\ ")
    return plain if len(plain) <= longest else plain[: longest - 1].rstrip("\\ ") + "…"


def annotated_position(path: Path, findings: Sequence[Finding], target: Path, module: Module | None) -> int:
    """The position after a file's last step as a save, with a note counter on each place a finding speaks of."""
    saved = read_saved(path)
    game = end_of(saved, module)
    notes = list(_notes(game, findings))
    entries = position([*pieces_of(game), *notes], components_of(saved, game))
    write_new(target, entries, saved.metadata, disguise=saved.disguise, inputs=[path])
    return len(notes)


def _notes(game: RunningGame, findings: Sequence[Finding]) -> Iterator[AddPiece]:
    spots: dict[tuple[str, int, int], list[str]] = defaultdict(list)
    for finding in findings:
        for mark in finding.marks:
            spots[mark.map, mark.x, mark.y].append(_note(finding, mark))
    number = max((int(one) for one in game.pieces if one.isdecimal() and len(one) < 19), default=0)
    for (place, x, y), texts in spots.items():
        distinct = list(dict.fromkeys(texts))
        shown = distinct[:NOTES_A_SPOT]
        if len(distinct) > len(shown):
            shown[-1] = f"and {len(distinct) - len(shown) + 1} more"
        for line, text in enumerate(shown):
            number += 1
            core = encode([place, str(x), str(y), "", "1", "UniqueID", str(number)], ";") or ""
            states = nested_join(["", text, core], "\t")
            yield add_piece(str(number), note_type(len(shown) - line), states)


def _note(finding: Finding, mark: MapMark) -> str:
    step = f"{finding.where.step}: " if finding.where.step is not None else ""
    rows = [row.reason for row in finding.rows if row.value == mark.label]
    return harmless(f"{step}{mark.label}: {rows[0]}" if rows else f"{step}{finding.message}", _LONGEST_NOTE)
