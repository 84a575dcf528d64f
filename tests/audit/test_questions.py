"""Questions that come of an audit."""

from __future__ import annotations

from adjudicator.audit.questions import questions
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity


def test_a_question_is_short_where_its_arithmetic_is_long() -> None:
    """Of a fork the rows list every die; a player who is asked need not read them."""
    long = Row("turn1.vlog", "66 steps; rolls: " + "; ".join(f"step {step} Bombardment 1d6 = 1" for step in range(2, 40)))
    found = Finding("hand-over/fork", "2 logs start alike", Where("turn1.vlog", 1), severity=Severity.WARNING, rows=(long,))
    (question,) = questions([found], [])
    assert "66 steps; rolls: step 2" in question.text
    assert " …)." in question.text
    assert len(question.text) < 250
