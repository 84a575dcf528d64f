"""Thousands of files: what is judged, by which workers, what is remembered of it, and what comes of all of it together."""
