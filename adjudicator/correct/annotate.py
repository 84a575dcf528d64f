"""Annotated copies: findings as chat lines at their steps, and as note counters on the position after the last step.

A copy differs from its original only by what was added. Chat lines go into the step they belong to, so steps keep their numbers.
Note counters are pieces of text alone: they need no picture of any module, lie in no stack, and have `Delete` in their menu.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.finding import Finding, Mark
from adjudicator.reading.annotations import PREFIX
from adjudicator.reading.mending import mended
from vassal_bridge.commands import AddPiece, Command, DeclaredCommand, Player, parse_command
from vassal_bridge.compose import add_piece, position, write_new
from vassal_bridge.declared import BOARDS, TURN
from vassal_bridge.edit import Draft
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import Game
from vassal_bridge.module import Module
from vassal_bridge.replay import Replay
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.sequence import encode, nested_join
from vassal_bridge.write import write_saved

_LONGEST_LINE = 400
_LONGEST_NOTE = 70
_NOTES_A_SPOT = 4
_LINE_HEIGHT = 16

_DELETE = "delete;Delete;68,130;"
_LABEL = "label;;;11;255,255,153;0,0,0;t;-{offset};c;0;b;c;$label$;Dialog;1;0;AdjudicatorNote;a note of the referee's;false"


def annotated_log(path: Path, findings: Sequence[Finding], target: Path) -> int:
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
    write_saved(draft.finish(), target, inputs=[path])
    return written


def chat_line(finding: Finding) -> str:
    """One finding as a line of chat that VASSAL shows as it is, whatever its version makes of HTML."""
    rows = "; ".join(f"{row.value}: {row.reason}" for row in finding.rows[:3])
    return harmless(
        f"{PREFIX} {finding.severity.value} {finding.check}: {finding.message}{' - ' + rows if rows else ''}", _LONGEST_LINE
    )


def harmless(text: str, longest: int) -> str:
    """Text without markup, control characters or an ending that VASSAL would swallow."""
    plain = "".join(mark if unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " for mark in text)
    plain = plain.replace("<", "‹").replace(">", "›").replace("&", "+").rstrip("\\ ")
    return plain if len(plain) <= longest else plain[: longest - 1].rstrip("\\ ") + "…"


def annotated_position(path: Path, findings: Sequence[Finding], target: Path, module: Module | None) -> int:
    """The position after a file's last step as a save, with a note counter on each place a finding speaks of."""
    saved = read_saved(path)
    game = _end(saved, module)
    notes = list(_notes(game, findings))
    entries = position([*_pieces(game), *notes], _components(saved, game))
    write_new(target, entries, saved.metadata, disguise=saved.disguise, inputs=[path])
    return len(notes)


def _end(saved: SavedGame, module: Module | None) -> Game:
    try:
        return Replay(saved, module).end
    except BridgeError:
        whole, wrong = mended(saved)
        if not wrong:
            raise
        return Replay(whole, module).end


def _pieces(game: Game) -> Iterator[AddPiece]:
    """Everything on the table: what lies in stacks and decks first, then what lies on the maps in the order of drawing."""
    loose = [identity for place in game.maps for identity in game.order(place)]
    on_top = set(loose)
    for identity in game.pieces:
        if identity not in on_top and game.pieces[identity].kind == "piece":
            yield _add(game, identity)
    seen: set[str] = set()
    for identity in (*loose, *game.pieces):
        view = game.pieces[identity]
        if identity in seen or (identity not in on_top and view.kind == "piece"):
            continue
        seen.add(identity)
        if view.kind != "stack" or view.members:
            yield _add(game, identity)


def _add(game: Game, identity: str) -> AddPiece:
    view = game.pieces[identity]
    return add_piece(identity, view.type_text, view.state_text)


def _components(saved: SavedGame, game: Game) -> Iterator[Command]:
    """The commands of the saved position that are no pieces, brought up to what the steps made of them."""
    ledger = game.ledger
    seated: set[str] = set()
    for entry in saved.position[1:-1]:
        for command in entry.commands(saved.limits):
            if isinstance(command, AddPiece) or not command.raw:
                continue
            if isinstance(command, Player):
                if command.id not in ledger.roster:
                    continue
                seated.add(command.id.reveal())
            yield _current(command, game)
    for seat in ledger.roster.values():
        if seat.id.reveal() not in seated:
            yield parse_command("PLAYER\t" + (encode([seat.id.reveal(), seat.name, seat.side], "\t") or ""))


def _current(command: Command, game: Game) -> Command:
    if not isinstance(command, DeclaredCommand):
        return command
    ledger, values = game.ledger, command.values
    if command.spec is TURN:
        state = ledger.turns.get(values.text("tracker"), values.text("state"))
        return parse_command(_with(command, state=state))
    if command.spec is BOARDS:
        return next(
            (parse_command(now) for name, now in ledger.boards.items() if command.raw.startswith(f"{name}{BOARDS.prefix}")),
            command,
        )
    if command.spec.prefix == "GlobalProperty\t;":
        value = ledger.properties.get((values.text("container"), values.text("name")))
        return command if value is None else parse_command(_with(command, value=value))
    if command.spec.prefix == "NOTES\t":
        return parse_command("NOTES\t" + ledger.notes.scenario)
    if command.spec.prefix == "PNOTES\t":
        return parse_command("PNOTES\t" + ledger.notes.public)
    return command


def _with(command: DeclaredCommand, **changes: str) -> str:
    start = command.raw[: len(command.raw) - len(command.values.raw)]
    return start + command.values.replace(**changes).raw


def _notes(game: Game, findings: Sequence[Finding]) -> Iterator[AddPiece]:
    spots: dict[tuple[str, int, int], list[str]] = defaultdict(list)
    for finding in findings:
        for mark in finding.marks:
            spots[mark.map, mark.x, mark.y].append(_note(finding, mark))
    number = max((int(one) for one in game.pieces if one.isdecimal() and len(one) < 19), default=0)
    for (place, x, y), texts in spots.items():
        distinct = list(dict.fromkeys(texts))
        shown = distinct[:_NOTES_A_SPOT]
        if len(distinct) > len(shown):
            shown[-1] = f"and {len(distinct) - len(shown) + 1} more"
        for line, text in enumerate(shown):
            number += 1
            label = _LABEL.format(offset=(len(shown) - line) * _LINE_HEIGHT)
            types = nested_join([_DELETE, label, "piece;;;;Note of the referee"], "\t")
            core = encode([place, str(x), str(y), "", "1", "UniqueID", str(number)], ";") or ""
            states = nested_join(["", text, core], "\t")
            yield add_piece(str(number), types, states)


def _note(finding: Finding, mark: Mark) -> str:
    step = f"{finding.where.step}: " if finding.where.step is not None else ""
    rows = [row.reason for row in finding.rows if row.value == mark.label]
    return harmless(f"{step}{mark.label}: {rows[0]}" if rows else f"{step}{finding.message}", _LONGEST_NOTE)
