"""Whole games played by the rules, by a simple player for all sides: what he does must be found legal, all of it."""
