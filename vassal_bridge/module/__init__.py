"""Modules: maps with their boards and grids, pieces, prototypes, decks, dice, turns and all else a build file defines."""

from .controls import ChartWindow, ChessClocks, Inventory, KeyCommand, Setup
from .decks import Deck, Stack, Start
from .dice import DiceButton, Face, SymbolicDie
from .extensions import Extension
from .maps import BoardChoice, Map, PieceLayers, read_choices
from .module import Module
from .properties import GlobalProperty
from .prototypes import Prototype, Prototypes
from .slots import Palette, PieceSlot
from .source import ModuleSource
from .turns import TurnLevel, TurnTracker

__all__ = [
    "BoardChoice",
    "ChartWindow",
    "ChessClocks",
    "Deck",
    "DiceButton",
    "Extension",
    "Face",
    "GlobalProperty",
    "Inventory",
    "KeyCommand",
    "Map",
    "Module",
    "ModuleSource",
    "Palette",
    "PieceLayers",
    "PieceSlot",
    "Prototype",
    "Prototypes",
    "Setup",
    "Stack",
    "Start",
    "SymbolicDie",
    "TurnLevel",
    "TurnTracker",
    "read_choices",
]
