"""Whatever an undecided finding of a case asks for can be told, and then it hangs on that no longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.factname import KINDS, read
from adjudicator.games.questions import question as worded
from adjudicator.rules.stating import memory_named
from tests.cases.answering import Question, accused, again, answers, questions, settled
from tests.support import ROOT

MOST = 60  # answers tried for each question: of those that one could give the first that settles it is enough
GAMES = [*sorted((ROOT / "modules").glob("*/")), *sorted((ROOT / "tests" / "printed").glob("*/"))]
LEAST = {"koenigsberg-rg": 150, "seelow-kustrin": 80}  # questions, so that the proof does not fade away unseen


def unsettled(question: Question) -> str | None:
    """What is wrong with what the answers lead to."""
    before = accused(question.step.judged.findings)
    tried = answers(question)
    settling = False
    for answer in tried[:MOST]:
        if settling:
            break
        found = again(question, answer)
        if not before <= accused(found) and KINDS[question.name.kind].by == "shown":
            return f"{question}: {answer!r} makes legal what was illegal"
        settling = settling or settled(question, found)
    return None if settling else f"{question}: none of {len(tried)} answers settles it"


def nameable(question: Question) -> bool:
    """Is what a finding calls the fact a kind of fact, or a memory of the game that can be stated?"""
    return question.name.kind != "memory" or memory_named(question.game.game, question.name.about[0]) is not None


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_question_of_every_case_can_be_answered(folder: Path) -> None:
    asked = list(questions(folder))
    wrong = [said for each in asked if (said := unsettled(each)) is not None]
    assert wrong == []
    assert len(asked) >= (LEAST.get(folder.name, 0) if folder.parent.name == "modules" else 0)
    assert [str(each) for each in asked if not nameable(each)] == []
    for each in asked:
        assert read(str(each.name)) == each.name
        assert worded(each.name, each.game).endswith("?")
