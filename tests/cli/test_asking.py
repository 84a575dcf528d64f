"""What a survey leaves open, asked in the terminal: answers are kept, what is left open stays so, nonsense is asked again."""

from __future__ import annotations

import tomllib

from adjudicator import factname
from adjudicator.cli.asking import HOW, Asking
from adjudicator.games import load
from adjudicator.surveying.answering import with_answers
from adjudicator.surveying.draft import BindingDraft
from adjudicator.surveying.matching import Matching
from adjudicator.surveying.shown import Shown
from adjudicator.surveying.wanted import WantedFact
from adjudicator.surveying.wording import Wording

GAME = load("koenigsberg-rg")
WANTED = (WantedFact(factname.chart("crt"), 3), WantedFact(factname.terrain("0714"), 5))


def drafted() -> BindingDraft:
    units = Matching(doubtful={"7": (("de-21", 0.6), ("de-28", 0.3)), "9": (("de-50", 0.9),)})
    words = Wording(said=("Movement", "Activations", "Coffee"), phases={"Movement": ("movement",)})
    words.maybe_phases = {"Activations": ("movement", "combat")}
    return BindingDraft("Mine", pieces={"7": Shown("7", "21 Inf"), "9": Shown("9", "50\x1b[2J")}, units=units, words=words)


def asked(*typed: str) -> tuple[Asking, list[str], BindingDraft]:
    left, said = list(typed), list[str]()

    def read(prompt: str) -> str:
        said.append(prompt)
        return left.pop(0)

    return Asking(GAME, read, said.append), said, drafted()


def test_what_is_answered_is_kept_and_goes_into_the_survey() -> None:
    asking, said, draft = asked("1, 2", "0", "1", "2", "swamps", "forest")
    answers = asking.all_of(draft, WANTED)
    assert answers.phases == {"Activations": ("movement", "combat"), "Coffee": ()}
    assert answers.units == {"9": "de-50", "7": "de-28"}  # the surest first
    assert answers.facts == {"terrain 0714": "forest"}
    assert said[0] == HOW
    assert not any("\x1b" in line for line in said)
    old = 'game = "koenigsberg-rg"\n\n[[module]]\nmodules = ["Mine"]\nmaps = ["Map"]\n\n[module.phases]\n"Coffee" = "supply"\n'
    new = tomllib.loads(with_answers({"binding.toml": old}, answers, GAME).texts["binding.toml"])["module"][0]
    assert new["phases"] == {"Activations": ["movement", "combat"], "Coffee": ""}
    assert new["units"]["gpids"] == {"7": "de-28", "9": "de-50"}


def test_an_empty_line_leaves_a_question_open_and_q_all_that_follow() -> None:
    asking, _, draft = asked("", "1", "Q")
    answers = asking.all_of(draft, WANTED)
    assert answers.phases == {"Coffee": ("bombardment",)}
    assert (answers.units, answers.facts) == ({}, {})


def test_what_is_no_answer_is_asked_again_and_a_charts_table_never() -> None:
    asking, said, draft = asked("17", "x", "", "", "", "", "")
    assert asking.all_of(draft, WANTED).phases == {}
    assert sum("please" in line for line in said) == 2
    assert not any("crt" in line for line in said)


def test_nothing_is_said_where_nothing_is_open() -> None:
    asking, said, _ = asked()
    asking.all_of(BindingDraft("Mine"), ())
    assert said == []
