"""What a player's report may tell: nothing of what the other side masked, hid or holds, and no order of a deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import audit
from adjudicator.audit.veil import EVERYBODY
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.report import FORMATS, render
from tests.audit.logs import HIDE, MASK, MOVED, OWN_MASK, masked
from tests.audit.scenarios import table
from vassal_bridge.saved import read_saved

SECRETS = ("Tiger", "Maus", "Sniper", "Blizzard", "Monsoon")


def report(folder: Path, reader: str | None) -> AuditReport:
    """Two logs with everything secret moved, changed between them, drawn and put back."""
    play = table()
    play.put("Tiger", 500, 100, masked(MASK, "Red"), MOVED)
    play.put("Maus", 510, 100, masked(OWN_MASK, "bruno-pw"), MOVED)
    play.put("Sniper", 777, 333, masked(HIDE, "Red"), MOVED)
    play.deck("Cup", 900, 100, "Monsoon", "Blizzard")
    log = play.record().drag("1 Inf", 150, 150).drag("Tiger", 555, 155).drag("Maus", 556, 155).drag("Sniper", 778, 334)
    for commands in log.commands:  # VASSAL tells of masked pieces by a question mark
        commands[-1] = "CHAT* ? moves *"
    first = log.write(folder / "a.vlog")
    for name, x in (("Tiger", 600), ("Maus", 610), ("Sniper", 620)):
        play.shift(name, x, 600)
    next(one for one in play.holders.values() if one.name == "Cup").members.reverse()
    log = play.record("Bruno").drag("2 Inf", 250, 150)
    card = log.draw("Cup", 800, 100)
    log.put_back(card, "Cup").draw("Cup", 700, 100)
    second = log.write(folder / "b.vlog")
    album = Album()
    return audit([read_history(read_saved(path), None, album, path.name) for path in (first, second)], reader=reader)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("reader", ["Blue", EVERYBODY])
def test_nothing_secret_shows_in_a_report_for_others(tmp_path: Path, form: str, reader: str) -> None:
    text = render(report(tmp_path, reader), form)
    assert [secret for secret in SECRETS if secret in text] == []
    assert [place for place in ("777,333", "778,334") if place in text] == []  # where the hidden one was


def test_the_referee_is_told_all(tmp_path: Path) -> None:
    text = render(report(tmp_path, None), "json")
    assert [secret for secret in SECRETS if secret not in text] == []


def test_a_player_is_told_of_what_that_side_hid(tmp_path: Path) -> None:
    text = render(report(tmp_path, "Red"), "json")
    assert [name for name in ("Tiger", "Maus", "Sniper") if name not in text] == []


def test_what_is_found_does_not_depend_on_who_reads(tmp_path: Path) -> None:
    def found(reader: str | None) -> list[tuple[str, int | None]]:
        return [(one.check, one.where.step) for one in report(tmp_path, reader).findings if one.severity.rank > 0]

    assert found(None) == found("Blue") == found(EVERYBODY)
