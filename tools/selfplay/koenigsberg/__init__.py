"""A simple player of Königsberg (Revolution Games)."""
