"""The world of a hex wargame: hexes, boards, units, states and actions. It knows no rule and no file."""
