"""VASSAL saves, logs and modules: reading and writing them without losing a byte."""
