"""A case may ask: which column, where to retreat, is it in supply, what would it cost."""

from __future__ import annotations

from pathlib import Path

from adjudicator.cases import CaseResult, Shelf, run_file

FIGHT = 'units = ["de-56@1010", "su-70a-96@1011"]\n'


def asked(tmp_path: Path, text: str) -> CaseResult:
    path = tmp_path / "case.toml"
    path.write_text(f'game = "koenigsberg-rg"\n[[case]]\nname = "asked"\n{text}\n', encoding="utf-8")
    (result,) = run_file(path, Shelf().setting)
    return result


def test_which_column_with_the_sum(tmp_path: Path) -> None:
    forest = 'terrain = { 1010 = "forest" }\n'
    attack = 'actions = [{ attack = "su-70a-96", target = "1010", ask = "column", says = ["column: 1-2", "-1  forest"] }]'
    result = asked(tmp_path, FIGHT + forest + attack)
    assert result.ok, (result.problems, result.faults)
    assert result.steps[0].answers[0] == "column: 1-2"


def test_where_to_retreat_and_nothing_is_done(tmp_path: Path) -> None:
    attack = '{ attack = "su-70a-96", target = "1010", column = "1-1", die = 6, result = "Dr2", expect = "any" }'
    ask = '{ retreat = "de-56", ask = "retreat", says = "1209" }'
    result = asked(tmp_path, f'{FIGHT}actions = [{attack}, {ask}]\nafter = ["de-56@1010"]')
    assert result.ok, (result.problems, result.faults)


def test_what_it_would_cost_and_is_it_in_supply(tmp_path: Path) -> None:
    cost = '{ move = "de-56", to = "1014", ask = "cost", says = "4 by regular movement" }'
    far = '{ move = "de-56", to = "1024", ask = "cost", says = "it cannot go there" }'
    supply = '{ move = "de-56", ask = "supply", says = "supply of 56: no" }'
    result = asked(tmp_path, f'units = ["de-56@1010"]\nactions = [{cost}, {far}, {supply}]')
    assert result.ok, (result.problems, result.faults)


def test_what_is_not_answered_so_fails(tmp_path: Path) -> None:
    result = asked(tmp_path, f'{FIGHT}actions = [{{ attack = "su-70a-96", target = "1010", ask = "column", says = "7-1" }}]')
    assert not result.ok
    assert "no answer says '7-1'" in result.problems[0]


def test_a_question_that_makes_no_sense_of_the_action_is_a_fault(tmp_path: Path) -> None:
    result = asked(tmp_path, 'units = ["de-56@1010"]\nactions = [{ move = "de-56", to = "1011", ask = "column" }]')
    assert "put of attack" in str(result.faults[0])
    assert "'column', 'retreat', 'supply' or 'cost'" in str(
        asked(tmp_path, 'units = ["de-56@1010"]\nactions = [{ move = "de-56", to = "1011", ask = "colum" }]').faults[0]
    )
