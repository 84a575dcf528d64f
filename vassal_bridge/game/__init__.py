"""A VASSAL game as a position: what lies where, in which stack, in which order, and all that is kept beside the pieces."""

from .compare import Difference, differences
from .game import RunningGame
from .ledger import BoardsChange, LedgerChange, Notes, PropertyChange, RosterChange, Seat, TurnChange
from .order import loaded_commands, logged_commands
from .sight import Viewer
from .turns import Turn, read_turn
from .views import PieceView, PieceViews

__all__ = [
    "BoardsChange",
    "Difference",
    "LedgerChange",
    "Notes",
    "PieceView",
    "PieceViews",
    "PropertyChange",
    "RosterChange",
    "RunningGame",
    "Seat",
    "Turn",
    "TurnChange",
    "Viewer",
    "differences",
    "loaded_commands",
    "logged_commands",
    "read_turn",
]
