"""From what happened in a file to what was played in a game whose rules we know."""
