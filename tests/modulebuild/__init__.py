"""Our own modules of games."""
