"""Positions that say of themselves that they were put right: believed where making the corrections anew gives just this position.

Anybody may write such words into the notes of a save. So nothing is taken from them but the hint to look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.audit.differing import differences, mark_of, row_of
from adjudicator.audit.handover import Chain
from adjudicator.audit.model import HandOver, Handover
from adjudicator.evidence.history import History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_REPLACED = ("hand-over/differs", "hand-over/missing", "hand-over/restart")
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of making the corrections of a file anew."""

    made: str = ""  # which corrections give just this position: `safe`, `suggested` or `markers`. Empty: none do
    why: str = ""  # why it could not be tried


Prove = Callable[[str, str], Proof]
"""Given the file that was corrected and the one that is said to start from there."""


def acknowledged(found: Chain, histories: Sequence[History], prove: Prove) -> Chain:
    """The chain with the differences that are proven corrections told as such, and those that only say so told as that."""
    by_file = {history.file: history for history in histories}
    proofs = {(one.earlier, one.later): prove(one.earlier, one.later) for one in found.links if _says_so(one, by_file)}
    shown = {pair: proof for pair, proof in proofs.items() if proof.made}
    corrected = [_corrected(by_file[earlier], by_file[later], proof) for (earlier, later), proof in shown.items()]
    number = {one.where.file: len(one.rows) for one in corrected}
    links = [
        replace(one, link=Handover.CORRECTED, at_step=None, differences=number[one.later])
        if (one.earlier, one.later) in shown
        else one
        for one in found.links
    ]
    return replace(found, links=tuple(links), findings=(*_others(found.findings, proofs), *corrected))


def _says_so(link: HandOver, by_file: Mapping[str, History]) -> bool:
    """Whether words of ours came into the notes between the two. What puts the last move back starts where that began."""
    earlier, later = by_file[link.earlier], by_file[link.later]
    if link.link is Handover.FORK or earlier.prints[-1] == later.prints[0]:
        return False
    return later.put_right and _notes(earlier, 1) != _notes(later, 0)


def _notes(history: History, end: int) -> str | None:
    return dict(history.books[end]).get("notes")


def _others(findings: Sequence[Finding], proofs: Mapping[tuple[str, str], Proof]) -> Iterator[Finding]:
    for one in findings:
        earlier = one.also[0].file if one.also else ""
        proof = proofs.get((earlier, one.where.file)) if one.check in _REPLACED else None
        if proof is None:
            yield one
        elif not proof.made:
            why = proof.why or f"they are not what `adjudicate fix` makes of {earlier}"
            yield replace(one, rows=(Row("its notes", f"say that adjudicate put things right: {why}"), *one.rows))


def _corrected(earlier: History, later: History, proof: Proof) -> Finding:
    """Safe ones have one legal outcome. What is only likely both must have wanted."""
    pairs = differences(earlier.end, later.start)
    agreed = ", some of it only suggested" if proof.made == "suggested" else ""
    return Finding(
        "hand-over/corrected",
        f"{later.file} is the end of {earlier.file} with the corrections that adjudicate makes: "
        f"{plural(len(pairs), 'piece')}{agreed}",
        Where(later.file),
        Severity.WARNING if agreed else Severity.NOTE,
        pieces=tuple(one.called for old, new in pairs[:_SHOWN] if (one := new or old) is not None),
        rows=tuple(map(row_of, pairs[:_SHOWN])),
        also=(Where(earlier.file, len(earlier.events) or None),),
        marks=tuple(mark for pair in pairs[:_SHOWN] if (mark := mark_of(pair)) is not None),
    )
