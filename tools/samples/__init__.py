"""The sample logs and saves in logs/: short turns, the commonest mistakes one by one, a whole game, and what is said of each."""
