"""The way of the move that a finding is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.explain.judging import Grounds
from adjudicator.finding import Finding

if TYPE_CHECKING:
    from adjudicator.picturing.model import Journey


def way_of(finding: Finding, grounds: Grounds) -> Journey | None:
    """None if it is about no move, or if the way is the arithmetic of another finding of the same move."""
    if grounds.judged is None:
        return None
    from adjudicator.picturing.journeys import journey  # a file in which all is in order needs none

    way = journey(grounds.table, grounds.judged.action, grounds.judged.ruled)
    return way if way is not None and way.rule in ("", finding.check.rpartition("/")[2]) else None
