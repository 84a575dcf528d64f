"""Facts that players state: what a file of them may say, and what is told of one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engine.board import Feature
from adjudicator.engine.charts import ResultsChart
from adjudicator.facts import Known, Source, Unknown
from adjudicator.games import GameFolderError, LoadedGame, load
from adjudicator.games.stated_facts import read_facts, with_facts
from tests.support import needed

DECISIVE = frozenset((Source.RULEBOOK, Source.PRINTED, Source.PLAYER))


@pytest.fixture(scope="module")
def whole() -> LoadedGame:
    return load("koenigsberg-rg")


@pytest.fixture(scope="module")
def bare() -> LoadedGame:
    return load("koenigsberg-rg", trust=DECISIVE)


def given(folder: Path, bare: LoadedGame, whole: LoadedGame, *lines: str, name: str = "facts.csv") -> LoadedGame:
    (folder / name).write_text("\n".join(["fact,value,note", *(line + "," for line in lines)]) + "\n", "utf-8")
    return with_facts(bare, read_facts([folder / name], (), whole))


def faults(folder: Path, bare: LoadedGame, whole: LoadedGame, *lines: str) -> list[str]:
    with pytest.raises(GameFolderError) as found:
        given(folder, bare, whole, *lines)
    return [str(error) for error in found.value.errors]


def test_what_players_state_is_known_and_from_them(tmp_path: Path, bare: LoadedGame, whole: LoadedGame) -> None:
    assert isinstance(bare.board.terrain("0606"), Unknown)
    found = given(
        tmp_path,
        bare,
        whole,
        "terrain 0606,marsh",
        "hexside 0606/0607,river-minor defensive-line:0607",
        "route 0606/0607,none",
        "attack of de-1,9",
        "defence of de-1 reduced,7",
    )
    assert found.board.terrain("0606") == Known(frozenset({"marsh"}), Source.PLAYER)
    assert found.board.features("0607", "0606") == Known(
        frozenset({Feature("river-minor"), Feature("defensive-line", "0607")}), Source.PLAYER
    )
    assert found.board.routes("0606", "0607") == Known(frozenset(), Source.PLAYER)
    assert found.roster["de-1"].rating("attack") == Known(9, Source.PLAYER)
    assert found.roster["de-1"].rating("defence", 1) == Known(7, Source.PLAYER)
    assert isinstance(found.roster["de-1"].rating("movement"), Unknown)
    assert isinstance(bare.roster["de-1"].rating("attack"), Unknown), "the game itself was changed"


def test_a_line_without_a_value_states_nothing(tmp_path: Path, bare: LoadedGame, whole: LoadedGame) -> None:
    assert isinstance(given(tmp_path, bare, whole, "terrain 0606,").board.terrain("0606"), Unknown)


def test_a_chart_is_read_from_the_file_beside_the_facts(tmp_path: Path, bare: LoadedGame, whole: LoadedGame) -> None:
    crt = (whole.folder / "charts" / "crt.csv").read_text("utf-8")
    (tmp_path / "mine.csv").write_text(crt.replace("reconstruction", "player"), "utf-8")
    found = given(tmp_path, bare, whole, "chart crt,mine.csv").game.chart("crt", ResultsChart)
    ours = whole.game.chart("crt", ResultsChart)
    assert bare.game.chart("crt", ResultsChart) is None
    assert found is not None
    assert ours is not None
    assert found.rows == ours.rows
    assert found.source is Source.PLAYER


def test_an_area_that_we_made_up_is_stated_hex_by_hex(tmp_path: Path) -> None:
    whole, bare = load("seelow-kustrin"), load("seelow-kustrin", trust=DECISIVE)
    assert bare.board.in_area("1708", "west-of-canal").needs == needed("area west-of-canal")
    assert bare.board.in_area("1409", "seelow").yes  # the rulebook's own
    found = given(tmp_path, bare, whole, "area west-of-canal,1708 1709").board
    assert found.in_area("1708", "west-of-canal").yes
    assert found.in_area("1608", "west-of-canal").no
    assert "the rulebook states something else" in faults(tmp_path, bare, whole, "area seelow,1409")[0]
    assert "the rulebook states something else" in faults(tmp_path, bare, whole, "area seelow,1409 1410 1509 1510 1511")[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("area moon,0606", "no area is called moon"),
        ("terrain 9999,clear", "9999 is no hex of the map"),
        ("terrain 0606,jungle", "nothing is called jungle"),
        ("hexside 0606/0609,none", "0606/0609 is no hexside of the map"),
        ("hexside 0606/0607,defensive-line:0505", "0505 is not beside that hexside"),
        ("route 0606/0607,canal", "nothing is called canal"),
        ("attack of de-nobody,3", "no unit is called de-nobody"),
        ("charm of de-1,3", "is no fact that can be stated"),
        ("attack of de-1 after 5 losses,3", "1 has 2 steps"),
        ("attack of de-1,three", "'three' is not a whole number"),
        ("chart weather,w.csv", "no chart is called weather"),
        ("chart crt,../crt.csv", "../crt.csv is not beside the facts"),
        ("chart crt,gone.csv", "is missing"),
        ("the weather is fine,yes", "is no fact that can be stated"),
        ("terain 0606,clear", "did you mean terrain 0714?"),
        ("atackers of 1334,1", "did you mean attackers of 0714?"),
        ("attackers of 1334,nobody I know", "no unit is called nobody I know"),
        ("attackers of 1334,1", "several units are called 1"),
        ("de-1 is out of supply,perhaps", "write yes or no"),
    ],
)
def test_a_wrong_line_is_told_with_its_file(tmp_path: Path, bare: LoadedGame, whole: LoadedGame, line: str, said: str) -> None:
    (found,) = faults(tmp_path, bare, whole, line)
    assert said in found
    assert ".csv" in found
    assert ";" in found, "no remedy"


def test_the_rulebook_is_not_contradicted(tmp_path: Path, bare: LoadedGame, whole: LoadedGame) -> None:
    stated = whole.board.terrain_of["1142"]
    assert isinstance(stated, Known)
    assert stated.source is Source.RULEBOOK
    same = given(tmp_path, bare, whole, f"terrain 1142,{' '.join(sorted(stated.value))}")
    assert same.board.terrain("1142") == stated
    assert "the rulebook states something else" in faults(tmp_path, bare, whole, "terrain 1142,clear")[0]


def test_a_fact_is_stated_once(tmp_path: Path, bare: LoadedGame, whole: LoadedGame) -> None:
    found = faults(tmp_path, bare, whole, "attack of de-1,3", "attack of de-1,4")
    assert "stands in facts.csv, line 2, too" in found[0]
