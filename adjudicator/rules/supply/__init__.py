"""Supply: lines from units to their sources, headquarters that hand it on, and the markers of those without it."""
