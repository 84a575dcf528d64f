"""`adjudicate audit`, `rule` and `verify` as a referee uses them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.audit.catalogue import catalogue
from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.audit.logs import MASK, MOVED, Play, masked
from tests.audit.scenarios import table
from tests.modulezips import module_file, zipped
from tests.support import SKIRMISH
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import ESC, LOG
from vassal_bridge.errors import LimitError
from vassal_bridge.game import RunningGame
from vassal_bridge.limits import Limits
from vassal_bridge.saved import load_saved, read_saved

BLUE, RED, START = (SKIRMISH / name for name in ("blue-turn1.vlog", "red-turn1.vlog", "start.vsav"))


@pytest.fixture(autouse=True)
def own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "library"))


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output, and what went to the error output."""
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return int(ended.value.code or 0), captured.out, captured.err


@pytest.fixture
def dishonest(tmp_path: Path) -> Path:
    """A folder with a log in which a roll was undone until it pleased."""
    folder = tmp_path / "game"
    folder.mkdir()
    table().record().drag("1 Inf", 150, 150).roll(1).undo().roll(6).write(folder / "turn1.vlog")
    return folder


# --- audit ----------------------------------------------------------------------------------------------------------------------


def test_honest_logs_end_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "audit", RED, BLUE)
    assert code == 0
    assert "blue-turn1.vlog → red-turn1.vlog" in out


def test_an_error_ends_with_1(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    code, out, _ = call(capsys, "audit", dishonest)
    assert code == 1
    assert "dice/undone-other" in out


def test_an_ignored_check_says_nothing_and_does_not_count(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    code, out, _ = call(capsys, "audit", dishonest, "--ignore", "dice/undone-other")
    assert code == 0
    assert "dice/undone-other" not in out


def test_an_unknown_check_to_ignore_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "audit", BLUE, "--ignore", "dice/nonsense")
    assert code == 2
    assert "dice/nonsense" in err


def test_a_folder_without_games_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert call(capsys, "audit", tmp_path / "empty")[0] == 2


def test_of_two_modules_each_file_gets_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module, other = SKIRMISH / "skirmish.vmod", module_file(tmp_path / "other.vmod", name="Other")
    alone = call(capsys, "audit", BLUE, "-m", module)
    assert alone[0] == 0
    assert call(capsys, "audit", BLUE, "-m", other, "-m", module) == alone


def test_every_format_is_what_it_says(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    def out(form: str) -> str:
        code, said, _ = call(capsys, "audit", dishonest, "--format", form)
        assert code == 1
        return said

    assert json.loads(out("json"))["findings"]
    assert json.loads(out("sarif"))["version"] == "2.1.0"
    assert etree.fromstring(out("junit").encode()).tag == "testsuites"
    assert out("html").startswith("<!doctype html>")
    assert "turn1.vlog" in out("text")


def test_text_that_is_not_for_a_terminal_has_no_colours(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    assert "\x1b" not in call(capsys, "audit", dishonest)[1]


def test_a_report_goes_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = call(capsys, "audit", BLUE, "--format", "json", "-o", tmp_path / "report.json")
    assert (code, out) == (0, "")
    assert json.loads((tmp_path / "report.json").read_text())["files"][0]["name"] == "blue-turn1.vlog"


def test_a_report_never_goes_onto_an_input(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    path = dishonest / "turn1.vlog"
    before = path.read_bytes()
    assert call(capsys, "audit", path, "-o", path)[0] == 4
    assert call(capsys, "audit", path, "--record", path)[0] == 4
    assert path.read_bytes() == before


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> None:
    code, out, err = call(
        capsys, "audit", dishonest, "-q", "--annotate", tmp_path / "notes", "--record", tmp_path / "record.json"
    )
    assert (code, out, err) == (1, "", "")


def test_a_file_given_twice_is_read_once(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    code, out, _ = call(capsys, "audit", dishonest, dishonest / "turn1.vlog", "--format", "json")
    assert code == 1
    assert len(json.loads(out)["files"]) == 1


def test_how_far_the_reading_is_stands_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play = table()
    for number in range(10):
        play.record().drag("1 Inf", 10 * number, 300).write(tmp_path / f"turn{number}.vlog")
    assert "of 10" not in call(capsys, "audit", tmp_path)[2]
    monkeypatch.setattr("adjudicator.cli.progress._OFTEN", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "9 of 10, " in call(capsys, "audit", tmp_path)[2]
    assert "of 10" not in call(capsys, "audit", tmp_path, "-q")[2]


# --- what is hostile ------------------------------------------------------------------------------------------------------------


def bad_files(folder: Path) -> list[Path]:
    play = table()
    good = play.record().say().write(folder / "good.vlog")
    cut = folder / "cut.vlog"
    cut.write_bytes(good.read_bytes()[:200])
    (folder / "text.vsav").write_text("dear Anna, here is my turn")
    (folder / "empty.vlog").write_bytes(b"")
    zipped(folder / "other.vsav", {"readme.txt": b"no game"})
    (folder / "endless.vsav").write_text(f"begin_save{ESC}{ESC}+/1/stack/Main Map;1;1")
    return sorted(folder.iterdir())


def test_files_that_cannot_be_read_stop_nothing_and_end_with_4(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = bad_files(tmp_path)
    code, out, _ = call(capsys, "audit", *paths, tmp_path / "missing.vlog", "--format", "json")
    assert code == 4
    document = json.loads(out)
    assert [one["name"] for one in document["files"]] == ["good.vlog"]
    named = {"cut.vlog", "text.vsav", "empty.vlog", "other.vsav", "endless.vsav", "missing.vlog"}
    assert {one["file"] for one in document["problems"]} == named
    for form in ("text", "sarif", "junit", "html"):
        assert call(capsys, "audit", *paths, "--format", form)[0] == 4


def test_a_module_that_cannot_be_read_stops_nothing(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> None:
    module = tmp_path / "broken.vmod"
    module.write_bytes(b"PK\x03\x04 no zip at all")
    code, out, _ = call(capsys, "audit", dishonest, "-m", module, "--format", "json")
    assert code == 4
    document = json.loads(out)
    assert [one["file"] for one in document["problems"]] == ["broken.vmod"]
    assert [one["name"] for one in document["files"]] == ["turn1.vlog"]


def test_broken_commands_and_pieces_are_findings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = table().record().say()
    identity = log.play.id_of("1 Inf")
    log.step("+/77/obs;;x\tpiece;;;;Odd/too few").step(f"D/{identity}/short").step("M/1/2/3").step("+/", "-/", "D/").step(
        "\x01§odd"
    )
    log.step(f"D/{identity}" + "/a" * 500).step("TURNTurns\t9", "MutableProperty\t", "UNDO\ttrue", "UNDO\tperhaps", "PLAYER\t")
    path = log.write(tmp_path / "a.vlog")
    code, out, _ = call(capsys, "audit", path, "--format", "json", "--annotate", tmp_path / "notes")
    assert code == 1
    found = [one for one in json.loads(out)["findings"] if one["check"] == "integrity/broken-step"]
    assert {one["where"]["step"] for one in found} == {2, 3, 4, 5, 7, 8}
    assert len(list(read_saved(tmp_path / "notes" / "a.vlog").steps())) == len(log)


def test_names_in_a_log_cannot_steer_the_terminal_or_the_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\x9b2J\u202e"
    play = Play()
    play.put(evil, 100, 100)
    path = play.record().delete(evil).write(tmp_path / "a.vlog")
    assert "\x9b" not in call(capsys, "audit", path)[1]
    assert "\u202e" not in call(capsys, "audit", path)[1]
    assert "<script>alert" not in call(capsys, "audit", path, "--format", "html")[1]
    etree.fromstring(call(capsys, "audit", path, "--format", "junit")[1].encode())
    target = tmp_path / "notes"
    call(capsys, "audit", path, "--annotate", target, "-q")
    [line] = [text for entry in read_saved(target / "a.vlog").entries for text in entry.texts() if "[adjudicator]" in text]
    assert not re.search("[<>\x9b\u202e]", line.removeprefix(LOG))


# --- rule -----------------------------------------------------------------------------------------------------------------------


def test_rule_lists_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rule")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line.startswith("  ")] == list(catalogue())


@pytest.mark.parametrize("check", catalogue())
def test_every_check_explains_itself(capsys: pytest.CaptureFixture[str], check: str) -> None:
    code, out, _ = call(capsys, "rule", check)
    assert code == 0
    assert out.startswith(f"{check}: {catalogue()[check].title}")
    for title in ("What: ", "Why: ", "Example: ", "How to read it: ", "To leave it out: "):
        assert f"\n{title}" in out
    assert f"--ignore {check}" in " ".join(out.split())


def test_an_unknown_check_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "rule", "dice/nonsense")[0] == 2


# --- record and verify ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def recorded(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> Path:
    shutil.copy(BLUE, dishonest / "turn2.vlog")
    record = tmp_path / "record.json"
    assert call(capsys, "audit", dishonest, "--record", record, "-q", "--ignore", "undo/plain")[0] == 1
    return record


def verify(capsys: pytest.CaptureFixture[str], record: Path, *files: Path) -> tuple[int, str]:
    code, out, _ = call(capsys, "verify", record, *files)
    return code, out


def test_the_same_files_verify_in_any_order(capsys: pytest.CaptureFixture[str], recorded: Path, dishonest: Path) -> None:
    paths = sorted(dishonest.iterdir())
    for given in ([dishonest], paths, paths[::-1], [*paths, *paths]):
        code, out = verify(capsys, recorded, *given)
        assert code == 0
        assert "the same (2 files" in out


def test_a_record_that_was_changed_is_detected(capsys: pytest.CaptureFixture[str], recorded: Path, dishonest: Path) -> None:
    data = json.loads(recorded.read_text())
    finding = next(link["finding"] for link in data["links"] if "finding" in link)
    finding["message"] += " (agreed)"
    recorded.write_text(json.dumps(data))
    code, out = verify(capsys, recorded, dishonest)
    assert code == 1
    assert "changed after it was written" in out


def test_a_link_taken_out_of_a_record_is_detected(capsys: pytest.CaptureFixture[str], recorded: Path, dishonest: Path) -> None:
    data = json.loads(recorded.read_text())
    for place in range(len(data["links"]) - 1):
        recorded.write_text(json.dumps({**data, "links": data["links"][:place] + data["links"][place + 1 :]}))
        assert verify(capsys, recorded, dishonest)[0] == 1
    recorded.write_text(json.dumps({**data, "links": data["links"][:-1]}))
    assert verify(capsys, recorded, dishonest)[0] == 1


def test_a_file_that_was_changed_is_named(capsys: pytest.CaptureFixture[str], recorded: Path, dishonest: Path) -> None:
    table().record().drag("1 Inf", 150, 150).roll(6).write(dishonest / "turn1.vlog")
    code, out = verify(capsys, recorded, dishonest)
    assert code == 1
    assert "turn1.vlog was there then and is not now" in out
    assert "turn1.vlog was not there then" in out
    assert "found then, not now: dice/undone-other" in out


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str], recorded: Path, dishonest: Path) -> None:
    code, out = verify(capsys, recorded, dishonest / "turn2.vlog")
    assert code == 1
    assert "turn1.vlog was there then and is not now" in out


@pytest.mark.parametrize(
    "text",
    ["", "[]", "nonsense", '{"schema": "adjudicate/record/1"}', '{"schema": "adjudicate/record/1", "links": [1]}', "[" * 99999],
)
def test_what_is_no_record_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    assert verify(capsys, path, BLUE)[0] in (1, 4)


def test_a_record_made_by_hand_with_a_right_chain_is_no_crash(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from adjudicator.audit.record import SCHEMA, _chained

    odd: Sequence[dict[str, object]] = [{"file": 1, "sha256": None}, {"finding": 3}, {"options": []}, {"tool": {}}]
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"schema": SCHEMA, "links": _chained(odd)}))
    assert verify(capsys, path, BLUE)[0] in (1, 4)


# --- annotated copies -----------------------------------------------------------------------------------------------------------


def test_annotated_copies_go_to_a_folder_of_their_own(
    capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path
) -> None:
    before = (dishonest / "turn1.vlog").read_bytes()
    code, _, err = call(capsys, "audit", dishonest, "--annotate", tmp_path / "deep" / "notes")
    assert code == 1
    assert "2 annotated files" in err
    assert sorted(path.name for path in (tmp_path / "deep" / "notes").iterdir()) == ["turn1-notes.vsav", "turn1.vlog"]
    assert (dishonest / "turn1.vlog").read_bytes() == before


def test_annotating_onto_the_inputs_is_refused_and_writes_nothing(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    table().save(dishonest / "a-save.vsav")
    before = {path.name: path.read_bytes() for path in dishonest.iterdir()}
    code, _, err = call(capsys, "audit", dishonest, "--annotate", dishonest)
    assert code == 4
    assert "upon its original" in err
    assert {path.name: path.read_bytes() for path in dishonest.iterdir()} == before


def test_a_link_to_the_inputs_is_refused_too(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> None:
    before = (dishonest / "turn1.vlog").read_bytes()
    (tmp_path / "link").symlink_to(dishonest, target_is_directory=True)
    assert call(capsys, "audit", dishonest, "--annotate", tmp_path / "link")[0] == 4
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "turn1.vlog").hardlink_to(dishonest / "turn1.vlog")
    call(capsys, "audit", dishonest, "--annotate", tmp_path / "notes")
    assert (dishonest / "turn1.vlog").read_bytes() == before


def test_copies_of_files_with_like_names_do_not_overwrite_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play = table()
    for name in ("a", "b"):
        (tmp_path / "in" / name).mkdir(parents=True)
        play.record().delete(f"{1 if name == 'a' else 2} Inf").write(tmp_path / "in" / name / "turn.vlog")
    play.record().delete("3 Inf").write(tmp_path / "in" / "a-turn.vlog")
    _, _, err = call(capsys, "audit", tmp_path / "in", "--annotate", tmp_path / "out")
    assert "6 annotated files" in err
    written = sorted((tmp_path / "out").iterdir())
    assert len(written) == 6
    assert len({open_archive(path).read_all()["savedGame"] for path in written}) == 6


# --- who reads, and where to ----------------------------------------------------------------------------------------------------


def _masked_game(folder: Path) -> Path:
    play = table()
    play.put("Tiger", 500, 100, masked(MASK, "Red"), MOVED)
    log = play.record().drag("1 Inf", 150, 150).unmask("Tiger")
    log.commands[-1].pop()  # chat would tell
    folder.mkdir()
    return log.drag("1 Inf", 160, 150).write(folder / "a.vlog")


def test_a_side_is_told_what_it_may_know(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = _masked_game(tmp_path / "in")
    assert "Tiger" in call(capsys, "audit", path)[1]
    assert "Tiger" in call(capsys, "audit", path, "--for", "referee")[1]
    code, out, _ = call(capsys, "audit", path, "--for", "Blue")
    assert (code, "Tiger" in out, "a masked piece" in out) == (1, False, True)


def test_a_side_that_nobody_plays_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = call(capsys, "audit", _masked_game(tmp_path / "in"), "--for", "Bleu")
    assert code == 2
    assert "Blue, Red" in err


def test_annotated_copies_tell_no_secrets_unless_told_for_whom(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = _masked_game(tmp_path / "in")
    call(capsys, "audit", path, "--annotate", tmp_path / "all")
    said = [one for one in read_saved(tmp_path / "all" / "a.vlog").text.split(ESC) if "[adjudicator]" in one]
    assert said
    assert not any("Tiger" in one for one in said)
    call(capsys, "audit", path, "--annotate", tmp_path / "mine", "--for", "Red")
    assert (
        "covered Tiger" in read_saved(tmp_path / "mine" / "a.vlog").text
        or "uncovered Tiger" in read_saved(tmp_path / "mine" / "a.vlog").text
    )


def test_a_record_remembers_for_whom_it_was_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, record = _masked_game(tmp_path / "in"), tmp_path / "record.json"
    call(capsys, "audit", path, "--for", "Blue", "--record", record)
    assert "Tiger" not in record.read_text("utf-8")
    assert call(capsys, "verify", record, path)[0] == 0


def test_every_roll_goes_into_a_table(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> None:
    call(capsys, "audit", dishonest, "-q", "--rolls", tmp_path / "rolls.csv")
    lines = (tmp_path / "rolls.csv").read_text("utf-8").splitlines()
    assert lines[0].startswith("file,step,player,die")
    assert lines[1:] == ["turn1.vlog,2,Anna (Blue),1d6,6,1,1,,undone", "turn1.vlog,4,Anna (Blue),1d6,6,6,6,,"]


def test_outputs_appear_all_or_none(capsys: pytest.CaptureFixture[str], dishonest: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    code, _, _ = call(capsys, "audit", dishonest, "-o", out / "report.txt", "--annotate", out / "copies", "--record", tmp_path)
    assert code == 4
    assert list(out.iterdir()) == []


def test_a_file_name_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\x07.vlog"
    for arguments in (("audit", path), ("audit", path, "--ignore", "\x1b[2J"), ("verify", path, path), ("replay", path)):
        _, out, err = call(capsys, *arguments)
        assert {"\x1b", "\x07"}.isdisjoint(out + err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_an_output_that_is_full_is_an_error_in_words(dishonest: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "adjudicator.cli", "audit", str(dishonest)], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 4
    assert "Traceback" not in ended.stderr
    assert "cannot be written" in ended.stderr


def test_files_without_an_ending_are_found_in_folders(capsys: pytest.CaptureFixture[str], dishonest: Path) -> None:
    (dishonest / "turn1.vlog").rename(dishonest / "turn1")
    (dishonest / "README").write_text("nothing")
    assert "1 file, 4 steps" in call(capsys, "audit", dishonest)[1]


def test_a_log_of_too_many_steps_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = ESC.join(["begin_save", "", "end_save", *(f"{LOG}CHAT{number}" for number in range(25_001))])
    path = zipped(tmp_path / "long.vlog", {"savedGame": text.encode()})
    for command in ("audit", "replay", "show"):
        code, out, err = call(capsys, command, path)
        assert code == 4
        assert "too many steps" in out + err


@pytest.mark.parametrize("pieces", [3, 4])
def test_a_position_of_too_many_pieces_is_refused(tmp_path: Path, pieces: int) -> None:
    play = Play()
    for number in range(pieces):
        play.put(f"{number} Inf", 100 * number, 100, stacked=False)
    archive = open_archive(play.save(tmp_path / "a.vsav"), Limits(pieces=3))
    if pieces == 3:
        assert len(RunningGame.of(load_saved(archive)).pieces) == 3
    else:
        with pytest.raises(LimitError, match="too many pieces"):
            RunningGame.of(load_saved(archive))
