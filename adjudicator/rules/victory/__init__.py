"""Victory: who controls what, what that is worth, and what decides the game."""
