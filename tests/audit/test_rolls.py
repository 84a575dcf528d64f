"""The register of rolls: whose, what for, undone and repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.model import RollLine
from tests.audit.logs import Log
from tests.audit.scenarios import audited, table


def rolls(folder: Path, log: Log) -> tuple[RollLine, ...]:
    return audited([log.write(folder / "a.vlog")]).rolls


def checks(folder: Path, log: Log) -> list[tuple[str, int | None]]:
    report = audited([log.write(folder / "a.vlog")])
    return [(one.check, one.where.step) for one in report.findings if one.check.startswith("dice/")]


def test_every_roll_is_in_the_register(tmp_path: Path) -> None:
    log = table().record().say().roll(3).drag("1 Inf", 1, 1).roll(2, 5, die="2d6")
    assert [(one.step, one.player, one.die, one.faces, one.results) for one in rolls(tmp_path, log)] == [
        (2, "Anna (Blue)", "1d6", 6, (3,)),
        (4, "Anna (Blue)", "2d6", 6, (2, 5)),
    ]


@pytest.mark.parametrize(
    ("said", "purpose"),
    [
        ("<Anna> - attack on 0504", "attack on 0504"),
        ("&lt;Anna (<observer>)&gt; - a &amp; b", "a & b"),
        ("* moved by itself *", None),
        ("[adjudicator] note dice/again: twice", None),
        ("   ", None),
    ],
)
def test_what_a_roll_is_for_is_what_was_typed_before_it(tmp_path: Path, said: str, purpose: str | None) -> None:
    assert [one.purpose for one in rolls(tmp_path, table().record().step(f"CHAT{said}").roll(3))] == [purpose]


def test_words_before_another_roll_belong_to_that(tmp_path: Path) -> None:
    assert [one.purpose for one in rolls(tmp_path, table().record().say("first").roll(3).roll(4))] == ["first", None]


def test_several_undone_rolls_repeated_in_order_are_a_rewind(tmp_path: Path) -> None:
    log = table().record().roll(2).roll(5).undo().undo().roll(2).roll(5)
    assert [check for check, _ in checks(tmp_path, log)][:2] == ["dice/undone-same", "dice/undone-same"]


def test_a_roll_before_the_undo_is_no_repetition(tmp_path: Path) -> None:
    """The second roll came before the first was taken back; only the third came after."""
    found = checks(tmp_path, table().record().roll(2).roll(5).undo().undo().roll(6))
    assert found == [("dice/undone-other", 1), ("dice/undone", 2)]


def test_an_undone_roll_is_found_again_however_many_steps_were_undone_with_it(tmp_path: Path) -> None:
    log = table().record().roll(2)
    for number in range(20):
        log.drag("1 Inf", 10 * number, 300)
    for _ in range(21):
        log.undo()
    assert ("dice/undone-other", 1) in checks(tmp_path, log.roll(6))


def test_undone_chat_between_two_rolls_is_no_more_than_chat(tmp_path: Path) -> None:
    assert checks(tmp_path, table().record().roll(2).say().undo().roll(2)) == [("dice/again", 4)]


def test_an_undone_roll_and_the_next_are_not_told_twice(tmp_path: Path) -> None:
    assert checks(tmp_path, table().record().roll(2).undo().roll(3)) == [("dice/undone-other", 1)]
