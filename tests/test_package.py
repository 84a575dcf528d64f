"""What is installed is whole: the packages are typed, and the game folders travel with them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.support import ROOT


def test_a_wheel_holds_the_packages_their_types_and_the_games(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], check=True, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for package in ("adjudicator", "vassal_bridge"):
        sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py")}
        assert sources <= names
        assert f"{package}/py.typed" in names
    games = {path.relative_to(ROOT / "modules").as_posix() for path in (ROOT / "modules").rglob("*") if path.is_file()}
    assert games
    assert {f"adjudicator/_modules/{name}" for name in games if "__pycache__" not in name} <= names


def test_the_library_names_its_public_parts() -> None:
    import vassal_bridge

    assert all(hasattr(vassal_bridge, name) for name in vassal_bridge.__all__)
    assert {"read_saved", "write_saved", "Draft", "outline", "BridgeError"} <= set(vassal_bridge.__all__)
    assert set(vassal_bridge.__all__) <= set(dir(vassal_bridge))


def test_what_was_read_says_in_a_line_what_it_is() -> None:
    from vassal_bridge import Replay, read_saved

    saved = read_saved(ROOT / "logs/skirmish/start.vsav")
    assert str(saved) == "start.vsav: a saved position of Skirmish 1.0, saved by VASSAL 3.7.26"
    log = read_saved(ROOT / "logs/koenigsberg-rg/turn1-too-far.vlog")
    steps = len(list(log.steps()))
    assert f"a log of {steps} steps" in str(log)
    assert str(Replay(log)) == f"turn1-too-far.vlog: {steps} steps"
