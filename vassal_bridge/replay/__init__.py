"""Logs, step by step: who did what to which piece, which dice fell, what was undone."""

from ..game.snapshots import Changes, PieceChange, Snapshot, TraitChange
from .actors import Actor
from .replay import Replay
from .steps import StepResult
from .undo import Undone

__all__ = ["Actor", "Changes", "PieceChange", "Replay", "Snapshot", "StepResult", "TraitChange", "Undone"]
