"""Modules on disk: a player's own library of them, and which one a save or log belongs to."""
