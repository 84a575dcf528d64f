"""A small game made by hand, and cases of it from a text."""

from __future__ import annotations

from adjudicator.cases.reading import Document, parse_cases
from adjudicator.cases.runner import CaseResult, run_document
from adjudicator.cases.setting import Setting
from adjudicator.engine.terms import Term
from adjudicator.games.vocabulary import Vocabulary
from tests.rules.tables import BASICS, bind, table, unit

HEAD = '[[case]]\nname = "A case"\n'
UNITS = {
    each.id: each
    for each in (
        unit("21", attack=3, defence=4, movement=4, reduced={"attack": 1}),
        unit("hq", traits="hq", movement=6),
        unit("e1", "blue", attack=2, defence=2, movement=4),
    )
}


# Ways of travelling cite nothing here, so that what is found cites one section whatever movement looked at.
RULES = tuple(bind("regular", "modes.travel", name="regular") if each.id == "regular" else each for each in BASICS)


def setting() -> Setting:
    made = table(rules=RULES)
    return Setting(
        made.game,
        made.board,
        UNITS,
        words=Vocabulary(
            {
                Term.SIDE: frozenset(("red", "blue")),
                Term.RATING: frozenset(("attack", "defence", "movement")),
                Term.PHASE: frozenset(("movement", "combat")),
                Term.BOX: frozenset(("airfield",)),
                Term.AREA: frozenset(("wood",)),
                Term.TERRAIN: frozenset(("clear", "forest", "marsh", "town")),
                Term.FEATURE: frozenset(("river", "stream", "wall")),
                Term.ROUTE: frozenset(("road", "rail", "autobahn")),
            }
        ),
    )


def document(body: str, head: str = HEAD) -> Document:
    return parse_cases(head + body)


def results(body: str, head: str = HEAD) -> list[CaseResult]:
    made = setting()
    return list(run_document(document(body, head), lambda _: made))


def result(body: str) -> CaseResult:
    (only,) = results(body)
    assert only.faults == ()
    return only
