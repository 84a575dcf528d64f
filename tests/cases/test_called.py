"""Cases call towns and units as players do."""

from __future__ import annotations

from pathlib import Path

from adjudicator.cases import Shelf, run_file


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "case.toml"
    path.write_text(text, encoding="utf-8")
    (result,) = run_file(path, Shelf().setting)
    return [str(fault) for fault in result.faults] + list(result.problems)


def koenigsberg(tmp_path: Path, units: str, actions: str, **more: str) -> list[str]:
    rest = "\n".join(f"{key} = {value}" for key, value in more.items())
    head = 'game = "koenigsberg-rg"\n[[case]]\nname = "called"\nmap = "game"\n'
    return faults(tmp_path, f"{head}units = {units}\nactions = {actions}\n{rest}\n")


def test_a_town_is_its_hex_and_a_counter_its_unit(tmp_path: Path) -> None:
    actions = '[{ move = "56", to = "Insterburg", expect = "any" }]'
    assert koenigsberg(tmp_path, '["56@Tilsit"]', actions, after='["de-56@1836"]') == []
    assert koenigsberg(tmp_path, '["56@Tilsit"]', actions, after='["56@Insterburg"]') == []


def test_a_town_in_a_path_and_as_a_target(tmp_path: Path) -> None:
    actions = '[{ move = "56", path = "1835-Insterburg", expect = "any" }]'
    assert koenigsberg(tmp_path, '["56@1835"]', actions, after='["de-56@1836"]') == []
    actions = '[{ attack = "56", target = "Insterburg", expect = "illegal column 9.3" }]'
    assert koenigsberg(tmp_path, '["56@1835", "su-70a-96@Insterburg"]', actions) == []


def test_a_misspelt_town_is_a_fault_with_a_suggestion(tmp_path: Path) -> None:
    (fault,) = koenigsberg(tmp_path, '["de-56@1939"]', '[{ move = "de-56", to = "Tilsitt", expect = "any" }]')
    assert "did you mean Tilsit?" in fault


def test_a_name_that_several_bear_lists_them_with_id_and_hex(tmp_path: Path) -> None:
    (fault,) = koenigsberg(tmp_path, '["1@1939"]', '[{ move = "1", to = "1938", expect = "any" }]')
    assert "de-1 (1340)" in fault
    assert "su-3bf-1 (0735)" in fault


def test_of_several_the_one_in_play_is_meant(tmp_path: Path) -> None:
    assert koenigsberg(tmp_path, '["de-1@1939"]', '[{ move = "1", to = "1938", expect = "any" }]', after='["de-1@1938"]') == []


def test_a_name_with_its_formation_may_have_a_gap(tmp_path: Path) -> None:
    text = """
game = "seelow-kustrin"
[[case]]
name = "called"
turn = 3
units = ["20/11 T@2005"]
actions = [{ move = "20/11 T", to = "2006" }]
after = ["su-11t-20@2006"]
"""
    assert faults(tmp_path, text) == []
