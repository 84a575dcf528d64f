"""From what a file shows to what was played, judged by the rules of the game."""
