"""Every subcommand that reads a file: what a stranger made is refused in a sentence, at little cost, and stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.cli import _COMMANDS
from tests.hostile.commands import CHEAP, COMMANDS, Bench, Run, served

WITHOUT_FILES = {"demo", "help", "completion"}
KINDS = ("600 levels", "laughs", "brackets")


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    with served() as runs:
        yield runs


@pytest.fixture(scope="module", params=KINDS)
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("hostile"), CHEAP[request.param]())


def test_no_subcommand_is_forgotten() -> None:
    assert {arguments[0] for arguments in COMMANDS.values()} | WITHOUT_FILES == set(_COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_hostile_file_is_refused_in_a_sentence_and_within_the_limits(run: Run, bench: Bench, name: str) -> None:
    before = bench.file.read_bytes()
    cost = run(bench, name)
    assert cost.well, f"{cost}: {cost.said[-500:]}"
    assert cost.said.strip() or name in ("watch", "init")
    assert len(cost.said) < 6000
    assert "ada@example.org" not in cost.said
    assert bench.file.read_bytes() == before


def test_more_pieces_than_any_game_has_are_refused_before_anything_is_made_of_them(run: Run, tmp_path: Path) -> None:
    """Of 600,000 that are all different `roundtrip` once made 1.5 GB."""
    text = "begin_save" + "".join(f"\x1b+/{number}/a{number}/b" for number in range(100_000)) + "\x1bend_save"
    made = Bench(tmp_path, text.encode())
    for name in ("roundtrip", "show"):
        cost = run(made, name)
        assert "too many pieces" in cost.said
        assert cost.seconds < 2
