"""The position after the last step of a file, as the commands of a saved position."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.evidence.damaged_logs import mended
from vassal_bridge.commands import AddPiece, Command, DeclaredCommand, Player, parse_command
from vassal_bridge.compose import add_piece, position
from vassal_bridge.declared import BOARDS, TURN
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import RunningGame
from vassal_bridge.module import Module
from vassal_bridge.replay import Replay
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import encode


def end_as_save(saved: SavedGame, module: Module | None) -> SavedGame:
    """The position at the end: a save as it is, a log as VASSAL would save the game after its last step."""
    if not saved.is_log:
        return saved
    game = end_of(saved, module)
    return saved.with_entries(position(pieces_of(game), components_of(saved, game)))


def end_of(saved: SavedGame, module: Module | None) -> RunningGame:
    """The game after the last step, as far as the log can be understood."""
    try:
        return Replay(saved, module).end
    except BridgeError:
        whole, wrong = mended(saved)
        if not wrong:
            raise
        return Replay(whole, module).end


def pieces_of(game: RunningGame) -> Iterator[AddPiece]:
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


def _add(game: RunningGame, identity: str) -> AddPiece:
    view = game.pieces[identity]
    return add_piece(identity, view.type_text, view.state_text)


def components_of(saved: SavedGame, game: RunningGame) -> Iterator[Command]:
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


def _current(command: Command, game: RunningGame) -> Command:
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
