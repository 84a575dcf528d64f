"""A referee for hex wargames played through VASSAL."""
