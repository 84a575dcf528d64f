"""A referee for hex wargames played through VASSAL."""

__version__ = "0.1.0"
