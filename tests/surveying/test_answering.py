"""What a player saved on the page, in the files of the survey."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.games import load
from adjudicator.surveying.answering import FILE, Answers, AnswersError, read_answers, with_answers

GAME = "koenigsberg-rg"
BINDING = """game = "koenigsberg-rg"
[[module]]
modules = ["m"]
maps = ["x"]

[module.units.gpids]  # numbers
"5" = "de-28"  # 21; drafted de-28, 96 %
"6" = "de-50"  # mine

[module.boxes]
"5" = "refit"
"""


def test_answers_go_before_what_was_drafted_or_read() -> None:
    texts = {"binding.toml": BINDING, "facts-map.csv": "fact,value,note\nterrain 0714,clear,read off\nterrain 0715,clear,\n"}
    answers = Answers(game=GAME, module="m", facts={"terrain 0714": "forest"}, units={"5": "de-21"})
    taken = with_answers(texts, answers, load(GAME))
    assert '"5" = "de-21"\n"6" = "de-50"  # mine' in taken.texts["binding.toml"]
    assert '"5" = "refit"' in taken.texts["binding.toml"]
    assert "0714" not in taken.texts["facts-map.csv"]
    assert "terrain 0714,forest" in taken.texts[FILE]
    again = with_answers(taken.texts, Answers(game=GAME, module="m", facts={"terrain 0714": "marsh"}), load(GAME))
    assert again.texts[FILE].count("0714") == 1
    assert "terrain 0714,marsh" in again.texts[FILE]


def test_a_chart_counts_once_every_cell_is_filled_in() -> None:
    rows = (("die", "1-1", "source"), ("1", "", "player"))
    half = with_answers({}, Answers(game=GAME, module="m", charts={"crt": rows}), load(GAME))
    assert FILE not in half.texts
    whole = with_answers({}, Answers(game=GAME, module="m", charts={"crt": (rows[0], ("1", "D1", "player"))}), load(GAME))
    assert "chart crt,crt.csv" in whole.texts[FILE]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "holds no answers"),
        ("[" * 100_000, "holds no answers"),
        (json.dumps({"game": "seelow-kustrin", "module": "m"}), "is about m and seelow-kustrin"),
        (json.dumps({"game": GAME, "module": "m", "units": {"5": "nobody"}}), "names a unit"),
    ],
)
def test_what_is_no_answers_is_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text, "utf-8")
    with pytest.raises(AnswersError, match=said):
        read_answers(path, load(GAME), "m")
