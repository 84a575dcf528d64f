"""Cases: a position, actions, and what the judge is expected to say of them, written by hand."""

from __future__ import annotations

from .draw import draw
from .errors import CaseError, Fault
from .model import CaseFile
from .reading import read_cases
from .runner import CaseResult, CaseStep, run, run_file
from .setting import Setting, Shelf, setting_of
from .shared import run_all

__all__ = [
    "CaseError",
    "CaseFile",
    "CaseResult",
    "CaseStep",
    "Fault",
    "Setting",
    "Shelf",
    "draw",
    "read_cases",
    "run",
    "run_all",
    "run_file",
    "setting_of",
]
