"""Checks that need no rules of any game: hand-over, dice, undo, provenance, ownership, secrecy, integrity."""
