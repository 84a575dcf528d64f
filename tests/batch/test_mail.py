"""`adjudicate mail`, mails in folders, and that nobody's address or password goes anywhere, not even into the memory."""

from __future__ import annotations

import io
import mailbox
import sqlite3
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.batch.carriers import Carried, CarrierError
from adjudicator.batch.mails import out_of_box, out_of_mail
from adjudicator.batch.sources import FoundFile, units_of, units_of_message
from adjudicator.batch.unit import WorkUnit
from adjudicator.exitcodes import ExitCode
from tests.batch.support import RG, batch, lines
from tests.report.pages import read_page

ADDRESSES = ("anna@example.org", "bruno.b@mail.example.net")


def message(*attached: tuple[str, bytes]) -> EmailMessage:
    found = EmailMessage()
    found["From"], found["To"] = ADDRESSES
    found["Subject"] = f"turn 5, answer to {ADDRESSES[0]}"
    found.set_content(f"Here it is. Write to {ADDRESSES[1]}")
    for name, data in attached:
        found.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return found


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"folder/{name}.vlog", data)
    return made.getvalue()


def had(data: bytes) -> list[Carried]:
    return [each for each in out_of_mail(data) if isinstance(each, Carried)]


FAR = (RG / "turn1-too-far.vlog").read_bytes()


def test_what_is_attached_is_found_also_in_zips_and_forwarded_and_under_any_name() -> None:
    inner = message(("Übung.vlog", b"one"), ("photo.jpg", b"two"), ("../../etc/three.vsav", b"three"))
    outer = message(("turns.zip", zipped(four=b"four", five=b"five")))
    outer.add_attachment(inner)
    found = [(each.name, each.data) for each in had(outer.as_bytes())]
    assert found == [("four.vlog", b"four"), ("five.vlog", b"five"), ("Übung.vlog", b"one"), ("three.vsav", b"three")]


def test_a_save_whose_ending_became_zip_is_itself_what_was_sent() -> None:
    (found,) = had(message(("turn5.zip", FAR)).as_bytes())
    assert (found.name, found.data) == ("turn5.zip", FAR)


@pytest.mark.parametrize("data", [b"", b"\0" * 1000, b"Content-Type: multipart/mixed\n\n", b"From x\nno: header\n" * 50])
def test_what_is_no_message_holds_nothing(data: bytes) -> None:
    assert list(out_of_mail(data)) == []


def test_a_message_that_nests_without_end_is_a_problem_and_nothing_more() -> None:
    deep = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth) for depth in range(3_000))
    try:
        assert list(out_of_mail(deep)) == []
    except CarrierError:
        return


def test_a_bomb_attached_is_a_problem_that_names_no_address() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("turn.vlog", b"\0" * 100_000_000)
    (problem,) = units_of_message(message(("turn.zip", made.getvalue())).as_bytes(), "m.eml")
    assert not isinstance(problem, WorkUnit)
    assert not any(address in problem.message for address in ADDRESSES)


def test_every_message_of_a_box_is_looked_at(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "in.mbox")
    for number in range(3):
        box.add(message(("turn.vlog", b"%d" % number)))
    box.close()
    before = (tmp_path / "in.mbox").read_bytes()
    assert [each.data for each in out_of_box(tmp_path / "in.mbox") if isinstance(each, Carried)] == [b"0", b"1", b"2"]
    units = list(units_of(FoundFile("in.mbox", tmp_path / "in.mbox")))
    assert [each.label for each in units if isinstance(each, WorkUnit)] == [
        "in.mbox/turn.vlog",
        "in.mbox/2/2/turn.vlog",
        "in.mbox/3/2/turn.vlog",
    ]
    assert (tmp_path / "in.mbox").read_bytes() == before


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A message whose attachment is named after an address."""
    place = tmp_path_factory.mktemp("mail") / f"{ADDRESSES[0]}.eml"
    place.write_bytes(message((f"turn1 {ADDRESSES[1]}.vlog", FAR)).as_bytes())
    return place


def test_the_answer_is_written_and_holds_no_address(home: Path, file: Path, tmp_path: Path) -> None:
    text, page = tmp_path / "answer.txt", tmp_path / "answer.html"
    done = batch(file, "--text", text, "--html", page, home=home, name="mail", check=ExitCode.ILLEGAL)
    said = text.read_text("utf-8")
    assert "turn 1, command, Soviet, by Ada (German), step 21: 43G has 8 points and needs 11" in said
    assert "it may err" in said
    assert "**" not in said
    words = " ".join(read_page(page.read_text("utf-8")).words().split())
    assert "43G has 8 points and needs 11 to go from 0741 to 0733" in words
    for each in (said, page.read_text("utf-8"), done.stdout, done.stderr):
        assert not any(address in each for address in ADDRESSES)


def test_nothing_of_an_address_or_a_password_is_remembered(home: Path, file: Path) -> None:
    found = lines(batch(file, "--format", "jsonl", home=home, check=ExitCode.ILLEGAL).stdout)
    assert found[0]["file"] == "(hidden)/turn1 (hidden)"
    with sqlite3.connect(home / "memory.sqlite") as db:
        import zlib

        dump = "\n".join(db.iterdump())
        dump += "".join(zlib.decompress(record).decode() for (record,) in db.execute("SELECT record FROM result"))
        dump += "".join(zlib.decompress(text).decode() for (text,) in db.execute("SELECT text FROM shown"))
    assert "43G" in dump
    for address in ADDRESSES:
        assert address not in dump
        assert address.partition("@")[0] not in dump


def test_through_a_pipe_and_without_anything_attached(
    home: Path, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert "43G has 8 points" in batch("-", home=home, name="mail", check=ExitCode.ILLEGAL).stdout
    empty = tmp_path / "empty.eml"
    empty.write_bytes(message().as_bytes())
    done = batch(empty, home=home, name="mail", check=ExitCode.UNDECIDED)
    assert done.stdout.startswith("No save and no log is attached")
    batch(tmp_path / "nowhere.eml", home=home, name="mail", check=ExitCode.USAGE)


def test_a_zip_that_cannot_be_read_stops_nothing_else_of_its_box(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "b.mbox")
    box.add(message(("a.vsav", b"first")))
    box.add(message(("bad.zip", b"PK\x03\x04"), ("b.vsav", b"beside it")))
    box.add(message(("c.vsav", b"last")))
    box.close()
    found = list(units_of(FoundFile("b.mbox", tmp_path / "b.mbox")))
    names = [each.name if isinstance(each, WorkUnit) else each.message.partition(":")[0] for each in found]
    assert names == ["a.vsav", "message 2", "b.vsav", "c.vsav"]


def test_zips_in_zips_are_told(tmp_path: Path) -> None:
    inner = zipped(turn=b"1")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("turn2.vlog", b"2")
        archive.writestr("turn1.zip", inner)
    unit, problem = units_of(FoundFile("all.zip", tmp_path / "all.zip"))
    assert isinstance(unit, WorkUnit)
    assert not isinstance(problem, WorkUnit)
    assert "unpack it first" in problem.message
    sent = units_of_message(message(("all.zip", (tmp_path / "all.zip").read_bytes())).as_bytes(), "m.eml")
    assert [isinstance(each, WorkUnit) for each in sent] == [True, False]
