"""The referee: which game and module a file belongs to, judging it, and what to do about what was found.

    from adjudicator import Referee

    checked = Referee().check("turn5.vlog")
    print(checked)
    for finding in checked.findings:
        print(finding.where.step, finding.verdict.value, finding.message)

Whatever stands below this room is reached through it; the command line only reads its arguments and prints.
"""

from __future__ import annotations

from .referee import CannotJudgeError, Referee
from .results import Checked, CheckedFiles, Explained, Fix

__all__ = ["CannotJudgeError", "Checked", "CheckedFiles", "Explained", "Fix", "Referee"]
