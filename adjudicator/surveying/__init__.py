"""A player's own module: how its pieces and places mean a game, and what its map, counters and charts show."""
