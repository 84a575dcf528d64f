"""Benchmarks: always a ratio against a floor measured in the same run."""
