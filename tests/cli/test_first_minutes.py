"""What a newcomer meets: a demo, help, rules explained, where units may go, a project file, consoles of all sorts."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem

from adjudicator.cli import cli, main
from adjudicator.cli.console import colours, prepare_console
from adjudicator.cli.powershell import PowerShellComplete
from adjudicator.cli.progress import Progress
from adjudicator.exitcodes import ExitCode
from adjudicator.games.find import games
from adjudicator.referee.project import PROJECT_FILE
from adjudicator.report.wrapping import columns
from adjudicator.showing.words import spoken
from tests.cli.test_check import run
from tests.modulezips import module_file
from tests.support import ROOT

LOGS = ROOT / "logs" / "koenigsberg-rg"
TOO_FAR = LOGS / "turn1-too-far.vlog"


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home, and a folder of one's own."""
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path / "home"))
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


# --- the first command ----------------------------------------------------------------------------------------------------------


def test_the_demo_copies_a_log_judges_it_and_says_what_to_try(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    code, said = run(capsys, "demo")
    assert code == ExitCode.OK
    assert (nobody / "turn1-too-far.vlog").read_bytes() == TOO_FAR.read_bytes()
    assert "43G has 8 points and needs 11 to go from 0741 to 0733" in said
    assert "adjudicate explain turn1-too-far.vlog --step 21 --draw" in said
    (nobody / "turn1-too-far.vlog").write_bytes(b"mine")
    code, said = run(capsys, "demo")
    assert code == ExitCode.USAGE
    assert (nobody / "turn1-too-far.vlog").read_bytes() == b"mine"


_OTHER_WORDS = [
    ("judge", "did you mean check?"),
    ("inspect", "did you mean module inspect?"),
    ("companion", "did you mean module companion?"),
]


@pytest.mark.parametrize(("typed", "meant"), [("chek", "did you mean check?"), ("rulse", "did you mean rule?"), *_OTHER_WORDS])
def test_a_slip_of_the_pen_is_understood(capsys: pytest.CaptureFixture[str], typed: str, meant: str) -> None:
    code, said = run(capsys, typed, "x")
    assert code == ExitCode.USAGE
    assert meant in said


def test_a_file_in_the_place_of_a_command_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, TOO_FAR)
    assert code == ExitCode.USAGE
    assert "did you mean: adjudicate check" in said


def test_help_is_sorted_by_task_and_finds_commands_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "--help")
    assert said.index("Is this turn legal?") < said.index("What do the rules say?") < said.index("For example")
    _, said = run(capsys, "help", "moves")
    assert "--retreat" in said
    _, said = run(capsys, "help", "retreat")
    assert said.split()[0] == "moves"
    code, said = run(capsys, "help", "zeppelin")
    assert code == ExitCode.USAGE


def test_notes_fit_a_screen_and_a_game_has_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "notes")
    assert said.count("\n") < 25
    _, seelow = run(capsys, "notes", "seelow-kustrin")
    _, koenigsberg = run(capsys, "notes", "koenigsberg-rg")
    assert "!barrage" in seelow
    assert "!barrage" not in koenigsberg
    assert "!hq" in koenigsberg
    code, said = run(capsys, "notes", "koenigsburg")
    assert code == ExitCode.USAGE
    assert "did you mean koenigsberg-rg" in said


# --- what do the rules say? -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["koenigsberg-rg/stack-units", "stack-units", "koenigsberg-rg stack-units"])
def test_a_rule_is_explained_with_what_is_right_and_what_is_wrong(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, said = run(capsys, "rule", *name.split())
    assert code == ExitCode.OK
    for part in (
        "a rule of Königsberg",
        "At most so many units in a hex",
        "limit: 2",
        "Why\n  7.0 Stacking",
        "Right: ",
        "Wrong: ",
    ):
        assert part in said
    assert "/2005     \\" in said  # drawn small
    assert "To mend it: the unit goes back" in said


def test_a_section_a_ruling_a_check_and_a_word_are_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "rule", "koenigsberg-rg/5.1")
    assert "Cost of enemy zones" in said
    assert "Enforced by zoc-cost" in said
    assert "Wrong: " in said
    _, said = run(capsys, "rule", "koenigsberg-rg/D26=before-shifts")
    assert "Taken: " in said
    assert "Otherwise --ruling koenigsberg-rg/D26=before-shifts: " in said
    _, said = run(capsys, "rule", "dice/undone-other")
    assert said.startswith("dice/undone-other: ")
    _, said = run(capsys, "rule", "retreat")
    assert "rules:" in said
    assert "retreat-due" in said
    code, said = run(capsys, "rule", "alowance")
    assert code == ExitCode.USAGE
    assert "did you mean allowance" in said


def test_a_game_alone_lists_its_sections(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "rule", "_template")
    assert "3.1  enforced    Points and terrain  [terrain, march, allowance]" in said
    _, told = run(capsys, "rule", "_template", "--defects", "--format", "json")
    assert json.loads(told)["defects"][0]["id"] == "D1"


@pytest.mark.parametrize("game", [slug for slug in games() if slug not in ("koenigsberg-3cg", "stargard")])
def test_a_list_made_without_loading_the_game_is_the_one_of_the_loaded_game(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    _, fast = run(capsys, "rule", game)
    _, slow = run(capsys, "rules", game)
    assert fast == slow


@pytest.mark.parametrize("words", ["zone of control", "zones of control", "control zones"])
def test_a_word_is_found_in_whatever_number_it_stands(capsys: pytest.CaptureFixture[str], words: str) -> None:
    _, said = run(capsys, "rule", "koenigsberg-rg", words)
    assert "5.0 Zones of control" in said


def test_a_rule_that_an_edition_leaves_as_it_was_is_explained_by_the_game_it_is_an_edition_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, said = run(capsys, "rule", "koenigsberg-3cg/allowance")
    assert code == ExitCode.OK
    assert said.startswith("koenigsberg-3cg/allowance: as in Königsberg")
    assert "To mend it" in said
    _, said = run(capsys, "rule", "koenigsberg-3cg/D26")
    assert said.startswith("D26  Shifts and the ends of the table (9.3.2, 9.3.1, 12.1), Königsberg '45")
    assert "last column" in said, "its own words"
    _, said = run(capsys, "rule", "allowance")
    assert "as in" not in said


def test_the_ids_of_units_stand_where_rules_do(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "rule", "_template", "--units")
    assert code == ExitCode.OK
    assert "r-horse" in said
    code, said = run(capsys, "rule", "--units")
    assert code == ExitCode.USAGE
    assert "name it first" in said
    _, said = run(capsys, "notes", "koenigsberg-rg")
    assert "adjudicate rule koenigsberg-rg --units" in said


def test_a_copy_of_a_game_is_read_and_not_what_it_was_copied_from(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    shutil.copytree(ROOT / "modules" / "_template", nobody / "mine")
    game = nobody / "mine" / "game.toml"
    game.write_text(game.read_text(encoding="utf-8") + "\nnonsense = 1\n", encoding="utf-8")
    code, said = run(capsys, "rule", "mine")
    assert code == ExitCode.UNREADABLE
    assert "nonsense" in said


def test_rules_that_share_a_function_are_told_apart_by_their_sections(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "rule", "koenigsberg-rg", "advance")
    assert "advance-river No advance across major rivers" in said
    assert "advance-stop Where the mechanized advance ends" in said
    _, said = run(capsys, "rule", "koenigsberg-3cg", "zoc")
    assert all(line.strip() for line in said.rstrip("\n").splitlines())


# --- where may it go? -----------------------------------------------------------------------------------------------------------


def test_where_a_unit_could_have_gone_then_and_why_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "21")
    assert code == ExitCode.OK
    assert said.startswith("43G at 0741 may go to ")
    assert "may not move now" not in said
    _, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "21", "--to", "0733")
    assert said.startswith("43G at 0741 may not go to 0733: ")
    assert "needed on the cheapest path" in said
    _, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "21", "--to", "0734")
    assert said.startswith("43G at 0741 may go to 0734")
    code, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "21", "--to", "9999")
    assert code == ExitCode.USAGE
    code, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "4000")
    assert code == ExitCode.USAGE
    assert "the last is" in said


def test_who_may_not_move_now_is_told_so_first_and_not_that_it_may_go_somewhere_or_nowhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, said = run(capsys, "moves", TOO_FAR, "43G")
    assert said.startswith("43G at 0733 may not move now, in the turn advance phase; when it is its turn to move")
    assert "it may go to 40 hexes" in " ".join(said.split())
    assert "nowhere" not in said
    _, said = run(capsys, "moves", TOO_FAR, "5 Pz", "--step", "21")
    assert "in the command phase: 5 Pz is neither one of 11GA HQ's units" in " ".join(said.split())
    _, said = run(capsys, "moves", TOO_FAR, "43G", "--to", "0742")
    assert said.startswith("43G at 0733 may not move now")
    _, told = run(capsys, "moves", TOO_FAR, "43G", "--to", "0734", "--format", "json")
    assert not json.loads(told)["now"]
    _, said = run(capsys, "moves", TOO_FAR, "43G", "--to", "0733")
    assert said.strip() == "43G stands at 0733"


def test_no_page_is_headed_legal_of_what_may_not_be_done_now(capsys: pytest.CaptureFixture[str]) -> None:
    def headline(*asked: str) -> str:
        _, said = run(capsys, "moves", TOO_FAR, "43G", *asked, "--format", "html")
        return said.partition('<p class="verdict">')[2].partition("</p>")[0]

    assert headline() == "Not now"
    assert headline("--to", "0734") == "Not now"
    assert headline("--step", "21") == "Where it may go"
    assert headline("--step", "21", "--to", "0734") == "Legal"
    assert headline("--step", "21", "--to", "0733") == "Illegal"
    assert headline("--supply") == "In supply"
    _, now = run(capsys, "moves", TOO_FAR, "43G", "--step", "21", "--color", "always")
    _, later = run(capsys, "moves", TOO_FAR, "43G", "--color", "always")
    assert now.split("43G")[0] != later.split("43G")[0], "nor is it green"


def test_the_page_says_the_sum_as_the_text_does(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "check", TOO_FAR, "--format", "html")
    assert "43G has 8 points and needs 11 to go from 0741 to 0733" in said


def test_retreats_and_supply_are_asked_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "moves", LOGS / "turn1-retreat.vlog", "69", "--retreat")
    assert said.strip() == "69 at 1141 may retreat, after the combat of step 64, to 1142, 1241"
    _, said = run(capsys, "moves", TOO_FAR, "43G", "--supply", "--draw")
    assert "43G at 0733 has a line of supply" in said
    assert "0733     " in said.partition("0134 (10.1")[2]
    _, told = run(capsys, "moves", TOO_FAR, "43G", "--supply", "--format", "json")
    assert json.loads(told)["line"][0] == "0733"


def test_units_are_found_without_umlauts_and_candidates_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "moves", TOO_FAR, "1")
    assert code == ExitCode.USAGE
    assert "de-1 (1, German, at 1340)" in said
    assert "su-3bf-1" in said
    for name in ("SS Boehme", "ss böhme", "SS Bohme"):
        _, said = run(capsys, "moves", TOO_FAR, name)
        assert "Böhme is not in play" in said
    code, said = run(capsys, "moves", TOO_FAR, "11GA HX")
    assert "did you mean" in said


def test_a_drawing_shows_the_neighbourhood_and_no_internals(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "explain", TOO_FAR, "--step", "21", "--draw")
    assert max(map(len, said.splitlines())) <= 100
    assert said.count("\n") < 120
    assert "regular movement, 8 points, path: 0741, 8 hexes of 1 to 0734" in said


def test_legal_actions_show_their_path_and_points_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "explain", TOO_FAR, "--step", "28")
    assert "regular movement, 4 points, path: 1542, 3 hexes of 1 to 1841 (3)" in said


@pytest.mark.parametrize("name", ["0734", "Filipow", "filipow"])
def test_a_hex_may_be_called_by_the_name_printed_in_it(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, said = run(capsys, "moves", TOO_FAR, "43G", "--step", "21", "--to", name)
    assert code == ExitCode.OK
    assert said.startswith("43G at 0741 may go to 0734 (Filipow)")


@pytest.mark.parametrize(
    ("unit", "to", "told"),
    [
        ("43G", "Filipov", "did you mean Filipow?"),
        ("0741", None, "0741 is a hex and no unit; there stand su-3bf-43g (43G, Soviet, at 0741)"),
    ],
)
def test_what_is_no_unit_or_no_hex_is_told_with_what_was_meant(
    capsys: pytest.CaptureFixture[str], unit: str, to: str | None, told: str
) -> None:
    code, said = run(capsys, "moves", TOO_FAR, unit, "--step", "21", *(() if to is None else ("--to", to)))
    assert code == ExitCode.USAGE
    assert told in " ".join(said.split())


def test_a_long_way_by_rail_is_one_line_of_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "moves", TOO_FAR, "367", "--step", "2")
    lines = said.splitlines()
    assert "rail movement with any number of points" in " ".join(lines[:3])
    assert sum("(rail)" in line for line in lines) > 100
    assert len(lines) < 500
    _, told = run(capsys, "moves", TOO_FAR, "367", "--step", "2", "--format", "json")
    assert max(len(each["path"]) for each in json.loads(told)["hexes"]) > 40  # programs are told all of it


def test_a_letter_tells_how_to_mend_what_only_fix_knows(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "check", LOGS / "turn1-overstack.vlog", "--format", "md")
    assert "To mend it: " in said
    assert "adjudicate fix" not in said  # whoever gets the letter need not have the program
    assert "->" not in said.replace("\\", "")


def test_chat_is_told_as_vassal_shows_it_and_never_as_lines_of_ours() -> None:
    assert spoken("&lt;Anna&gt; - two &amp; three") == "<Anna> - two & three"
    assert "\n" not in spoken("one&#10;ILLEGAL  step 1")


# --- many files, and where output goes ------------------------------------------------------------------------------------------


def test_many_files_end_in_a_total_and_quiet_tells_only_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    files = [LOGS / "turn1.vlog", TOO_FAR, ROOT / "logs" / "skirmish" / "blue-turn1.vlog"]
    code, said = run(capsys, "check", *files)
    assert code == ExitCode.ILLEGAL
    assert "turn1.vlog: legal, 67 actions" in said
    assert "3 files: 1 legal, 1 with 1 illegal action, 1 not judged; `adjudicate fix` can put 1 right" in said
    _, said = run(capsys, "check", *files[:2], "-q")
    assert "turn1.vlog: legal" not in said
    assert "2 files: 1 legal, 1 with 1 illegal action" in said


def test_wildcards_work_where_no_shell_expands_them(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "check", f"{LOGS}/turn1-too-*.vlog")
    assert "43G has 8 points" in said


def test_a_log_comes_through_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOO_FAR.read_bytes())))
    code, said = run(capsys, "check", "-")
    assert code == ExitCode.ILLEGAL
    assert said.startswith("stdin: Königsberg")


def test_a_letter_to_the_opponent_tells_what_is_illegal_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "check", TOO_FAR, "--format", "md")
    assert "43G has 8 points and needs 11 to go from 0741 to 0733 (rules 6.1.1, 6.1.2, 6.2.1, 5.1)" in said
    assert "koenigsberg-rg/" not in said
    assert "step 21" in said


def test_colours_are_asked_for_or_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, said = run(capsys, "check", TOO_FAR, "--color", "always")
    assert "\x1b[1;31mILLEGAL\x1b[0m" in said
    _, said = run(capsys, "check", TOO_FAR)
    assert "\x1b" not in said

    for asked in (("rule", "koenigsberg-rg/allowance"), ("moves", TOO_FAR, "43G")):
        assert "\x1b[" in run(capsys, *asked, "--color", "always")[1]
        assert "\x1b" not in run(capsys, *asked)[1]

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colours("auto", Terminal())
    assert not colours("never", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours("auto", Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not colours("auto", Terminal())


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_a_console_that_lacks_letters_gets_others_and_programs_get_utf_8(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding=encoding))
    prepare_console()
    sys.stdout.write("½ → Königsberg … 東")
    sys.stdout.flush()
    said = data.getvalue().decode(encoding)
    assert said.startswith("½" if encoding != "ascii" else "1/2")
    assert "->" in said
    assert "K" in said
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding=encoding))
    with pytest.raises(SystemExit):
        main(["check", str(TOO_FAR), "--format", "json"])
    assert "Königsberg" not in data.getvalue().decode("utf-8").partition('"files"')[0]
    assert json.loads(data.getvalue().decode("utf-8"))["files"][0]["judged"] is True


def test_progress_tells_rate_and_time_left() -> None:
    progress = Progress(200)
    progress.reading(12, "x")
    assert progress.line(4.0) == "12 of 200, 3.0 a second, 63 s left"


@pytest.mark.parametrize("width", [40, 80, 200])
def test_reports_are_as_wide_as_the_terminal_and_tear_no_word(width: int) -> None:
    from adjudicator.referee import Referee
    from adjudicator.report.look import TextLook

    text = Referee().check(TOO_FAR).report("text", TextLook(width))
    wide = [line for line in text.splitlines() if len(line) > width]
    assert all(len(line.split()) == 1 for line in wide), wide
    for word in ("[koenigsberg-rg/allowance]:", "turn1-too-far.vlog:"):
        assert word in text.split()


@pytest.mark.parametrize(
    "asked",
    [
        ("rule", "koenigsberg-rg/allowance"),
        ("rule", "_template"),
        ("rule", "retreat"),
        ("notes", "seelow-kustrin"),
        ("show", LOGS / "turn1.vlog"),
        ("audit", LOGS / "turn1.vlog", TOO_FAR),
        ("moves", "--help"),
        ("check", "a file that has a long name and is not there.vlog"),
        ("explain", TOO_FAR, "--step", "2222"),
    ],
    ids=lambda asked: asked[0],
)
@pytest.mark.parametrize("width", [40, 80])
def test_all_that_is_said_is_as_wide_as_columns_say_in_a_pipe_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, asked: tuple[str | Path, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _, said = run(capsys, *asked)
    assert [line for line in said.splitlines() if columns(line) > width and len(line.split()) > 1] == []


@pytest.mark.parametrize(
    "asked",
    [
        ("rule", "koenigsberg-rg"),
        ("rule", "koenigsberg-rg", "--memories"),
        ("show", LOGS / "turn1.vlog"),
        ("replay", LOGS / "turn1.vlog"),
        ("diff", "koenigsberg-3cg", "koenigsberg-rg"),
        ("case", "_template"),
        ("audit", TOO_FAR),
        ("check", TOO_FAR),
        ("moves", TOO_FAR, "43G"),
    ],
    ids=lambda asked: asked[0],
)
def test_what_programs_read_is_never_folded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, asked: tuple[str | Path, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    with pytest.raises(SystemExit):
        main([*map(str, asked), "--format", "json"])
    narrow = capsys.readouterr().out
    json.loads(narrow)
    assert any(len(line) > 60 for line in narrow.splitlines())


def test_a_closed_output_leaves_the_verdict_in_the_exit_code() -> None:
    for name, code in ((LOGS / "overstacked.vsav", ExitCode.ILLEGAL), ("nothing.vlog", ExitCode.UNREADABLE)):
        command = f'exec "{sys.executable}" -m adjudicator.cli check "{name}"'
        for closed in (">&-", ">&- 2>&-"):
            told = subprocess.run(
                ["bash", "-c", f"{command} {closed}"],
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            assert told.returncode == code
            assert "Traceback" not in told.stderr


def test_who_closes_the_pipe_is_not_told_that_something_is_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError(32, "gone")

    monkeypatch.setattr("adjudicator.cli.console.click.echo", gone)
    monkeypatch.setattr("adjudicator.cli._leave_stdout", lambda: None)
    with pytest.raises(SystemExit) as end:
        main(["check", str(TOO_FAR)])
    assert end.value.code == ExitCode.OK


# --- a campaign's folder --------------------------------------------------------------------------------------------------------


def test_a_project_file_is_written_by_asking_and_needs_no_option_afterwards(
    capsys: pytest.CaptureFixture[str], nobody: Path
) -> None:
    shutil.copy(TOO_FAR, nobody)
    code, _ = run(capsys, "init", "--yes", "--player", "soviet=Boris")
    assert code == ExitCode.OK
    assert 'game = "koenigsberg-rg"' in (nobody / PROJECT_FILE).read_text("utf-8")
    code, said = run(capsys, "check")
    assert code == ExitCode.ILLEGAL
    assert "Soviet (Boris)" in said
    assert "as adjudicate.toml says" in said
    code, said = run(capsys, "init", "--yes")
    assert code == ExitCode.USAGE


def test_a_folder_with_several_games_gets_no_game_of_its_own(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    shutil.copy(TOO_FAR, nobody)
    shutil.copy(ROOT / "logs" / "seelow-kustrin" / "overstacked.vsav", nobody)
    code, _ = run(capsys, "init", "--yes")
    assert code == ExitCode.OK
    assert '\ngame = "' not in (nobody / PROJECT_FILE).read_text("utf-8")
    code, said = run(capsys, "check", "overstacked.vsav", "--game", "koenigsberg-rg")
    assert code == ExitCode.UNDECIDED
    assert "seelow-kustrin is: take koenigsberg-rg out of the options" in " ".join(said.split())


def test_a_word_that_a_project_file_may_not_hold_is_a_fault(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    (nobody / PROJECT_FILE).write_text('# mine\ngaem = "x"\n', "utf-8")
    code, said = run(capsys, "check")
    assert code == ExitCode.USAGE
    assert "adjudicate.toml, line 2, gaem" in said
    assert "did you mean game?" in said


def test_a_project_file_runs_no_code_of_a_folder_beside_it(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    """Whoever sends logs may send a project file with them, and a game's folder holds code."""
    shutil.copytree(ROOT / "modules" / "_template", nobody / "evil")
    (nobody / "evil" / "rules.py").write_text("raise SystemExit('owned')", "utf-8")
    (nobody / PROJECT_FILE).write_text('game = "./evil"\n', "utf-8")
    code, said = run(capsys, "check", TOO_FAR)
    assert code == ExitCode.USAGE
    assert "no game of ours is called ./evil" in said
    assert "owned" not in said
    (nobody / "survey").mkdir()
    (nobody / "survey" / "binding.toml").write_text(f'game = "{nobody.as_posix()}/evil"\n', "utf-8")
    (nobody / PROJECT_FILE).write_text('survey = ["survey"]\n', "utf-8")
    code, said = run(capsys, "check", TOO_FAR)
    assert code == ExitCode.USAGE
    assert "owned" not in said


def test_without_a_project_file_check_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check")
    assert code == ExitCode.USAGE
    assert "adjudicate init" in said


# --- slips ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (("check", "My", "Turn.vlog"), 'a name with a space goes in quotes: "My Turn.vlog"'),
        (("explain", "My", "Turn.vlog", "--step", "21"), 'a name with a space goes in quotes: "My Turn.vlog"'),
        (("My", "Turn.vlog"), 'did you mean: adjudicate check "My Turn.vlog"'),
        (("explain", "My Turn.vlog"), "`adjudicate check` tells the steps of what it found"),
        (("explain", "My Turn.vlog", "21"), "write --step 21"),
        (("moves", "My Turn.vlog"), "name it as its counter does"),
        (("moves", "My Turn.vlog", "43G", "--to", "733"), "did you mean 0733?"),
        (("fix", "My Turn.vlog", "corrected.vsav"), "write -o corrected.vsav"),
        (("fix", "My Turn.vlog", "other.vlog"), "this is about one file at a time"),
        (("check", "My Turn.vlog", "--html"), "write --format html"),
        (("check", "My Turn.vlog", "--for", "Ada"), "`audit` has it"),
        (("check", "My Turn.vlog", "--output", "x"), "it is -o"),
        (("version",), "did you mean --version?"),
        (("batch", "My Turn.vlog", "--format", "html", "-o", "season.html"), "pages are written into a folder"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_who_types_what_nobody_takes_is_told_what_to_type(
    capsys: pytest.CaptureFixture[str], nobody: Path, typed: tuple[str, ...], answer: str
) -> None:
    shutil.copy(TOO_FAR, nobody / "My Turn.vlog")
    shutil.copy(TOO_FAR, nobody / "other.vlog")
    code, said = run(capsys, *typed)
    assert code == ExitCode.USAGE
    assert answer in " ".join(said.split())
    assert ". ;" not in said
    assert ".;" not in said


def test_a_file_that_is_not_there_is_told_with_one_that_is(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    shutil.copy(TOO_FAR, nobody / "My Turn.vlog")
    for typed in (["check", "My Tur.vlog"], ["check", "My Turn"], ["explain", "My Turn", "--step", "21"]):
        code, said = run(capsys, *typed)
        assert code == ExitCode.UNREADABLE
        assert "did you mean My Turn.vlog?" in said


def test_who_types_no_command_gets_the_help_and_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys)
    assert code == ExitCode.OK
    assert said.startswith("Usage: adjudicate")
    assert "check turn5.vlog" in said


def test_a_module_that_is_to_be_judged_is_sent_to_its_inspection(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    (nobody / "my module.vmod").write_bytes(b"PK")
    code, said = run(capsys, "check", "my module.vmod")
    assert code == ExitCode.UNREADABLE
    assert 'adjudicate module inspect "my module.vmod"' in " ".join(said.split())


def test_a_question_is_told_with_what_an_answer_looks_like(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check", str(ROOT / "logs" / "seelow-kustrin" / "turn1-silent-shot.vlog"))
    assert code == ExitCode.UNDECIDED
    assert "Who fired at whom in step 53? Write firers and target, such as 20/11 T, 21/11 T at I/8 Pz" in said


def test_a_unit_whose_name_has_a_space_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "moves", TOO_FAR, "5", "Pz", "--to", "1437")
    assert code == ExitCode.OK
    assert said.startswith("5 Pz at 1739")


def test_the_ending_of_what_o_names_says_what_is_written(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    for name, begins in (("r.html", "<!doctype html>"), ("r.json", "{"), ("r.txt", "turn1-too-far.vlog: ")):
        run(capsys, "check", TOO_FAR, "-o", name)
        assert (nobody / name).read_text("utf-8").startswith(begins)
    run(capsys, "check", TOO_FAR, "-o", "said.html", "--format", "json")
    assert (nobody / "said.html").read_text("utf-8").startswith("{"), "what is said outright counts"
    run(capsys, "moves", TOO_FAR, "43G", "-o", "m.html")
    run(capsys, "audit", TOO_FAR, "-o", "a.html")
    for name in ("m.html", "a.html"):
        assert (nobody / name).read_text("utf-8").startswith("<!doctype html>")


def test_a_save_that_vassal_would_not_list_is_told(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    _, said = run(capsys, "fix", TOO_FAR, "-o", "corrected")
    assert "VASSAL lists only what ends in .vsav" in said
    _, said = run(capsys, "fix", TOO_FAR, "-o", "corrected.vsav")
    assert "VASSAL lists" not in said


# --- completion -----------------------------------------------------------------------------------------------------------------


def offered(line: str, begun: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COMP_WORDS", f"adjudicate {line}{begun}")
    monkeypatch.setenv("COMP_WORD", begun)
    made = PowerShellComplete(cli, {}, "adjudicate", "_ADJUDICATE_COMPLETE")
    words, word = made.get_completion_args()
    return [item.value for item in made.get_completions(words, word)]


def test_games_rules_units_and_rulings_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("check --game ", "koen", monkeypatch) == ["koenigsberg-3cg", "koenigsberg-rg"]
    assert "koenigsberg-rg/zoc-cost" in offered("rule ", "koenigsberg-rg/zoc", monkeypatch)
    assert offered("moves x.vlog ", "de-vs-", monkeypatch) == ["de-vs-1", "de-vs-2", "de-vs-3", "de-vs-4"]
    assert offered("check --ruling ", "koenigsberg-rg/D26", monkeypatch) == ["koenigsberg-rg/D26=before-shifts"]
    assert offered("", "che", monkeypatch) == ["check"]
    assert offered("check ", "tur", monkeypatch) == [], "PowerShell offers files itself where we offer nothing"


def test_units_of_a_log_are_completed_by_their_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, nobody: Path
) -> None:
    shutil.copy(TOO_FAR, nobody / "turn5.vlog")
    assert offered("moves turn5.vlog ", "43g", monkeypatch) == ["43G"]
    every = offered("moves turn5.vlog ", "", monkeypatch)
    assert {"43AHQ", "5Pz", "su-31a-34"} <= set(every), "two are called 34 there: by its id"
    assert "34" not in every
    assert "su-hq-43a" not in every, "nobody is offered twice"
    assert offered("moves turn5.vlog ", "su-hq-43", monkeypatch) == ["su-hq-43a"]
    assert "de-15-ss" not in every, "it is not in this log"
    assert "de-15-ss" in offered("moves nothing.vlog ", "", monkeypatch)
    for each in ("43AHQ", "5Pz"):
        code, _ = run(capsys, "moves", "turn5.vlog", each)
        assert code == ExitCode.OK


_ASKED: dict[
    str, Callable[[list[str]], dict[str, str]]
] = {  # what the script of each shell sets, told the words of the line and the one begun
    "bash": lambda words: {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
    "zsh": lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)},
    "fish": lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": words[-1]},
    "powershell": lambda words: {"COMP_WORDS": " ".join(words), "COMP_WORD": words[-1]},
}


@pytest.mark.parametrize("shell", list(_ASKED))
@pytest.mark.parametrize(
    ("line", "among"),
    [
        ("check --game seel", "seelow-kustrin"),
        ("rule koenigsberg-rg/zoc", "koenigsberg-rg/zoc-cost"),
        ("moves turn5.vlog 43", "43G"),
        ("check --ruling koenigsberg-rg/D26", "koenigsberg-rg/D26=before-shifts"),
    ],
    ids=["game", "rule", "unit", "ruling"],
)
def test_every_shell_gets_its_script_and_is_answered_when_that_asks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, nobody: Path, shell: str, line: str, among: str
) -> None:
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", staticmethod(lambda: None))
    shutil.copy(TOO_FAR, nobody / "turn5.vlog")
    code, script = run(capsys, "completion", shell)
    assert code == ExitCode.OK
    assert script.rstrip().splitlines()[-1].startswith("# "), "where to put it"
    asked = _ASKED[shell](["adjudicate", *line.split()])
    for name, value in ({"_ADJUDICATE_COMPLETE": f"{shell}_complete"} | asked).items():
        assert name in script
        monkeypatch.setenv(name, value)
    code, said = run(capsys)
    assert among in [word for each in said.splitlines() for word in each.replace(",", "\t").split("\t")]


def test_powershell_reads_a_word_and_its_help_from_a_line() -> None:
    made = PowerShellComplete(click.Command("x"), {}, "x", "_X")
    assert made.format_completion(CompletionItem("a", help="b")) == "a\tb"
    assert made.format_completion(CompletionItem("a")) == "a"


def test_a_survey_of_another_games_module_says_so(capsys: pytest.CaptureFixture[str], nobody: Path) -> None:
    code, said = run(capsys, "survey", "koenigsberg-rg", module_file(nobody / "other.vmod"), "-o", "mine")
    assert code == ExitCode.OK
    assert "is it a module of that game?" in said


def test_an_option_without_its_value_says_not_what_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check", "turn.vlog", "--ask")
    assert code == ExitCode.USAGE
    assert "--ask questions.csv" in said


@pytest.mark.parametrize("command", ["check", "audit"])
def test_a_report_in_a_file_hides_that_others_could_not_be_read(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.vlog").touch()
    code, said = run(capsys, command, str(tmp_path), "-o", str(tmp_path / "report.html"))
    assert code == ExitCode.UNREADABLE
    assert "note: 1 file could not be read: report.html names them" in " ".join(said.split())


def test_a_report_into_a_folder_never_made_is_called_a_file_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.vlog").touch()
    code, said = run(capsys, "audit", str(tmp_path), "-o", str(tmp_path / "new" / "report.html"))
    assert code == ExitCode.UNREADABLE
    assert "report.html: cannot be written: there is no folder new" in said


def test_what_to_type_next_is_torn_apart_by_a_space(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "turn one.vlog"
    shutil.copy(ROOT / "logs/skirmish/blue-turn1.vlog", log)
    assert 'adjudicate audit "turn one.vlog" checks' in " ".join(run(capsys, "check", str(log))[1].split())
