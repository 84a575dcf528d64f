"""Rules that games share. A rule here holds no section number: each game binds it, with its own numbers, to its own sections."""
