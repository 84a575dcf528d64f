"""Everything that was judged in a log, folded away: who did what, turn by turn and phase by phase, each with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from adjudicator.report.html.markup import apart, left_out, text
from adjudicator.report.html.verdicts import WORDS
from adjudicator.report.judgement import ActionTold
from adjudicator.report.words import plural

MOST = 1_500
"""Actions listed of one file: more than a campaign of ten turns has."""


def actions(told: Sequence[ActionTold]) -> str:
    if not told:
        return ""
    shown = told[:MOST]
    return (
        f'<details class="actions"><summary>{plural(len(told), "action")} judged, one by one</summary>\n'
        f"{''.join(_phases(shown))}{left_out(len(told) - len(shown), 'actions')}</details>\n"
    )


def _phases(told: Sequence[ActionTold]) -> Iterator[str]:
    turn: int | None = None
    for (now, phase), group in groupby(told, key=lambda each: (each.turn, each.phase)):
        if now != turn:
            turn = now
            yield f'<h3 class="turn">Turn {now}</h3>\n'
        title = f"<h4>{apart(phase[:1].upper() + phase[1:], 80)}</h4>\n" if phase else ""
        yield f"{title}<ol>{''.join(map(_action, group))}</ol>\n"


def _action(each: ActionTold) -> str:
    who = f' <span class="who">{apart(each.who, 80)}</span>' if each.who else ""
    proof = f'<p class="proof">{apart(each.proof, 400)}</p>' if each.proof else ""
    return (
        f'<li class="{each.verdict.value}"><span class="step">step {each.step:,}</span>{who} {apart(each.said, 300)} '
        f'<span class="badge {each.verdict.value}">{text(WORDS[each.verdict])}</span>{proof}</li>\n'
    )
