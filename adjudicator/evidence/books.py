"""What a game holds beside its pieces, in words that two files can be compared by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b

from vassal_bridge.commands import DeclaredCommand, parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import RunningGame
from vassal_bridge.saved import SavedGame

_PROPERTY = "GlobalProperty\t;"
_EARLIEST, _LATEST = 946_684_800_000, 4_102_444_800_000  # a figure between 2000 and 2100 may be a time in milliseconds
_DIGITS = 13
CLOCK = "chess clock of "
"""What it has run, in seconds."""
LONGEST = 60

Clean = Callable[[str], str]
Books = tuple[tuple[str, str], ...]


def kept_properties(saved: SavedGame) -> frozenset[tuple[str, str]]:
    """The global properties that the saved position holds, by container and name. What dice show is never saved."""
    found: set[tuple[str, str]] = set()
    for entry in saved.position:
        for text in entry.texts(saved.limits):
            if text.startswith(_PROPERTY):
                try:
                    command = parse_command(text)
                except BridgeError:
                    continue
                if isinstance(command, DeclaredCommand):
                    found.add((command.values.text("container"), command.values.text("name")))
    return frozenset(found)


def books(game: RunningGame, kept: frozenset[tuple[str, str]], clean: Clean) -> Books:
    """Each thing by its name, and what it is; of long ones only a fingerprint."""
    ledger = game.ledger
    told = [(f"turn counter {name}", state) for name, state in ledger.turns.items()]
    for container, name in sorted(kept):
        where, plain = _of_zone(container, name)
        value = next(
            (
                ledger.properties[key]
                for key in ((where, plain), ("Module", plain), (container, name))
                if key in ledger.properties
            ),
            None,
        )
        told.append((f"{plain} of {where}" if where not in ("", "Module") else plain, value or ""))
    told += [(f"{CLOCK}{name}", str(run // 1000)) for name, run in ledger.clocks.items()]
    told += [(f"boards of {name}", _print(raw)) for name, raw in ledger.boards.items()]
    told += [("scenario notes", _print(ledger.notes.scenario)), ("notes", _print(ledger.notes.public))]
    return tuple(sorted((clean(name), clean(value)[:LONGEST]) for name, value in told))


def _of_zone(container: str, name: str) -> tuple[str, str]:
    """Saves write zone, board and map behind the name of a zone's property; steps name it by map and zone."""
    plain, *where = name.split("\t")
    return (f"{where[-1]}:{where[0]}", plain) if len(where) > 1 else (container, name)


def _print(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=6).hexdigest()


def time_of(identity: str) -> int:
    """The moment at which a piece or stack was made, by its id; 0 where the id is no time."""
    if len(identity) != _DIGITS or not identity.isdecimal():
        return 0
    found = int(identity)
    return found if _EARLIEST < found < _LATEST else 0


def newest(identities: Iterable[str]) -> int:
    return max(map(time_of, identities), default=0)
