"""What cannot be built is refused in one sentence, and nothing is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cli import main
from tests.support import ROOT


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    folder = tmp_path / "ford"
    shutil.copytree(ROOT / "modules" / "_template", folder)
    return folder


def build(capsys: pytest.CaptureFixture[str], game: Path | str, target: Path) -> tuple[int, str]:
    with pytest.raises(SystemExit) as left:
        main(["module", "build", str(game), "-o", str(target)])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.err or said.out


def test_a_module_is_built_and_said_to_be(ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "ford.vmod"
    assert build(capsys, ford, target) == (0, "ford.vmod: The Ford 1.0, 8 pieces, 1 set-up\n")
    assert target.read_bytes()[:2] == b"PK"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ford", "ford.vmod"]


def test_a_game_without_a_layout_is_built(ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (ford / "layout.toml").unlink()
    code, said = build(capsys, ford, tmp_path / "ford.vmod")
    assert code == 4
    assert said.count("\n") == 1
    assert "layout.toml: is missing, and without it no module can be built; copy it from modules/_template" in said
    assert not (tmp_path / "ford.vmod").exists()


def test_a_file_of_the_game_is_written_over(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (ford / "units.csv").read_bytes()
    code, said = build(capsys, ford, ford / "units.csv")
    assert (code, said.count("\n")) == (4, 1)
    assert "this is an input file; inputs are never changed" in said
    assert (ford / "units.csv").read_bytes() == before


def test_a_file_of_the_game_is_written_over_through_a_link(
    ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link.vmod"
    link.symlink_to(ford / "game.toml")
    assert build(capsys, ford, link)[0] == 4
    assert (ford / "game.toml").read_text("utf-8").startswith("# The Ford")


def test_a_folder_that_is_not_there_ends_in_a_traceback(ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = build(capsys, ford, tmp_path / "nowhere" / "ford.vmod")
    assert (code, said) == (4, "adjudicate: ford.vmod: cannot be written: there is no folder nowhere\n")


def test_a_game_that_nobody_knows_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = build(capsys, "chess", tmp_path / "chess.vmod")
    assert code == 2
    assert "no game is called so" in said


_SWITCH = '[[switch]]\nlayer = "Tired"\ntitle = "Tired"\nletters = "T"\n'
_MODES = '[[modes]]\nlayer = "Mode"\ntrait = "{trait}"\nlevel = [{{ mark = "fire mode" }}, {{ mark = "move mode" }}]\n'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('columns_run = "right"', 'columns_run = "left"', "would show the land as in a mirror"),
        ('columns_run = "right"', 'columns_run = "up"', "would show the land as in a mirror"),
        ("[sides.raiders]", "[sides.robbers]", "no side is called robbers; there are raiders, village"),
        ('id = "crt"', 'id = "ctr"', "no chart is called ctr; did you mean crt?"),
        ('arrivals = ""', 'arrivals = "Turns"', "no track is called Turns; did you mean Turn?"),
        ('key = "S"', 'key = "A"', "'A' cannot be the key; take a capital letter other than A, E, F, M, T, W"),
        ('module = "The Ford"', 'module = "The; Ford"', "line 2, module: 'The; Ford' cannot be a name in VASSAL; leave out ';'"),
        ('counter = "#d9a066"', 'counter = "brown"', "'brown' is no colour; write # and six digits, such as #a9b0a4"),
        ("[[mark]]", '[[box]]\nid = "x"\ntitle = "Turn 2"\n[[mark]]', "2 boxes are called Turn 2; give each a title of its own"),
        (
            "[[mark]]",
            '[[box]]\nid = "x"\ntitle = "0302"\n[[mark]]',
            "a box is called 0302, as a hex is; give each a title of its own",
        ),
        ("hex = 80", "hexes = 80", "layout.toml, line"),
        ("hex = 80", 'hex = 80\nnames = { 9901 = "Far" }', "hex 9901 is not on the map"),
        ("[[mark]]", f'{_SWITCH}key = "S"\n[[mark]]', "Ctrl S would do two things; give each a key of its own"),
        ('arrivals = ""', 'control_key = "S"', "Ctrl S would do two things; give each a key of its own"),
        ("[[mark]]", f'{_SWITCH}key = "T"\n[[mark]]', "'T' cannot be the key"),
        (
            "[[mark]]",
            f'{_SWITCH}key = "D"\n{_SWITCH}key = "G"\n[[mark]]',
            "2 layers are called Tired; give each a name of its own",
        ),
        ("[[mark]]", f"{_MODES.format(trait='mounted guns')}[[mark]]", "no unit is mounted guns; did you mean mounted?"),
        ("[[mark]]", '[counter]\nlast = { mountd = "#ffffff" }\n[[mark]]', "no unit is mountd; did you mean mounted?"),
        ("[[mark]]", '[counter]\nnumbers = ["{atack}"]\n[[mark]]', "no rating is called atack; did you mean attack?"),
        ("[[mark]]", '[counter]\nnumbers = ["{attack"]\n[[mark]]', "is no number of a counter; write ratings in braces"),
        ("[[mark]]", '[[limit]]\narea = "campp"\ntitle = "x"\n[[mark]]', "no area is called campp"),
        ("[[mark]]", '[[objective]]\narea = "campp"\ntitle = "x"\n[[mark]]', "no area is called campp"),
        ('arrivals = ""', 'arrivals_in = ["rade"]', "no scenario is called rade; did you mean raid?"),
    ],
)
def test_a_layout_that_is_wrong_is_used(
    ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    layout = ford / "layout.toml"
    text = layout.read_text("utf-8")
    assert old in text
    layout.write_text(text.replace(old, new, 1), "utf-8")
    code, error = build(capsys, ford, tmp_path / "ford.vmod")
    assert code == 4
    assert said in error
    assert not (tmp_path / "ford.vmod").exists()


def test_a_unit_gets_steps_and_modes_on_the_same_key(ford: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units, layout = ford / "units.csv", ford / "layout.toml"
    units.write_text(
        units.read_text("utf-8").replace("r-foot,Foot,raiders,infantry,,,,2", "r-foot,Foot,raiders,infantry,,,mounted,2"), "utf-8"
    )
    layout.write_text(layout.read_text("utf-8") + _MODES.format(trait="mounted"), "utf-8")
    code, said = build(capsys, ford, tmp_path / "ford.vmod")
    assert code == 4
    assert "r-foot has both steps and modes; take mounted from its traits, or give it one step" in said
