"""What tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "corpus"

needs_shared = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real VASSAL files (../shared) is not here")

SKIRMISH = ROOT / "logs" / "skirmish"
"""A small module of our own with saves and logs that VASSAL 3.7.26 wrote."""
