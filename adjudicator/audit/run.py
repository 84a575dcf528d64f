"""An audit: every check over a set of files, put together in one report."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator import __version__
from adjudicator.audit.corrections import Prove, acknowledged
from adjudicator.audit.draws import draws
from adjudicator.audit.fairness import fairness
from adjudicator.audit.gamelines import game_lines
from adjudicator.audit.handover import chain
from adjudicator.audit.integrity import integrity
from adjudicator.audit.model import (
    Arrow,
    AuditedFile,
    AuditReport,
    Diagram,
    DiceTotal,
    HandOver,
    Handover,
    ReportedPlayer,
    ReportedSpot,
    StepLine,
)
from adjudicator.audit.ownership import Owners, owners, ownership
from adjudicator.audit.persons import persons
from adjudicator.audit.prints import prints
from adjudicator.audit.provenance import provenance
from adjudicator.audit.questions import questions
from adjudicator.audit.rolls import register
from adjudicator.audit.slipping import slipping
from adjudicator.audit.tampering import tampering
from adjudicator.audit.undos import undos
from adjudicator.audit.veil import veiled
from adjudicator.evidence.history import Counter, Event, History
from adjudicator.finding import Finding, Problem, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

TOOL = f"adjudicate {__version__}"
_ODD = 0.01  # corrected for the number of tests: below this a player's dice are named
_NEAR = 400  # pixels around what a diagram is about
_DIAGRAMS = 60


def audit(
    histories: Sequence[History],
    problems: Sequence[Problem] = (),
    ignore: Collection[str] = (),
    reader: str | None = None,
    prove: Prove | None = None,
    *,
    bare: bool = False,
) -> AuditReport:
    """Everything that can be found without knowing the rules of the game.

    `reader`: the side whose player may open the report, or EVERYBODY; None for a referee, who may know all.
    `prove`: who makes corrections anew where a file says that its position was corrected.
    `bare`: without the lines of steps and the diagrams that a report shows.
    """
    histories = sorted(histories, key=lambda one: (one.saved_utc or "", one.file))  # the result owes nothing to the order given
    if reader is not None:
        histories = [veiled(history, reader) for history in histories]
    found = chain(histories)
    if prove is not None:
        found = acknowledged(found, histories, prove)
    games = [[histories[index] for index in game] for game in found.games]
    ordered = [histories[index] for index in found.order]
    followed = _followed(found.links)
    known = [(game, owners(game)) for game in games]
    rolls, dice_findings = register(ordered, followed)
    dice = fairness(rolls)
    findings = [*found.findings, *dice_findings, *_odd_dice(dice, ordered), *undos(ordered), *provenance(ordered)]
    for game, owned in known:
        findings += [*tampering(game), *slipping(game), *draws(game), *persons(game, followed), *prints(game)]
        findings += [*ownership(game, owned), *integrity(game)]
    rank = {history.file: place for place, history in enumerate(ordered)}
    kept = [finding for finding in findings if finding.check not in ignore]
    kept.sort(
        key=lambda one: (rank.get(one.where.file, len(rank)), one.where.step or 0, -one.severity.rank, one.check, one.message)
    )
    return AuditReport(
        tool=TOOL,
        files=tuple(map(audited_file, ordered)),
        order=tuple(history.file for history in ordered),
        hand_overs=found.links,
        steps=() if bare else tuple(line for history in ordered for line in _steps(history)),
        rolls=rolls,
        dice=dice,
        findings=tuple(kept),
        diagrams=() if bare else tuple(_diagrams(ordered, kept, {one.file: owned for game, owned in known for one in game})),
        problems=tuple(problems),
        games=tuple(game_lines(games, kept)),
        questions=questions(kept, ordered),
        secret_from=reader,
        assumptions=_assumptions([owned for _, owned in known]),
    )


def _followed(links: Sequence[HandOver]) -> dict[str, str]:
    """By file the log that goes on from its end."""
    exact = (Handover.EXACT, Handover.IMPERFECT, Handover.CORRECTED)
    return {link.earlier: link.later for link in reversed(links) if link.link in exact and link.at_step is None}


def audited_file(history: History) -> AuditedFile:
    """A file as reports tell of it."""
    return AuditedFile(
        name=history.file,
        sha256=history.sha256,
        kind="log" if history.is_log else "save",
        steps=len(history.events) + history.unread,
        pieces=len(history.start),
        vassal=history.vassal,
        module=history.module,
        module_version=history.module_version,
        saved_utc=history.saved_utc,
        players=tuple(ReportedPlayer(person.name, person.side) for person in history.people),
        recorder=str(history.recorder) if history.recorder is not None else None,
        opening=history.opening,
        closing=history.closing if not history.unread else None,
    )


def _steps(history: History) -> Iterator[StepLine]:
    for event in history.events:
        yield StepLine(
            file=history.file,
            step=event.step,
            player=str(event.person) if event.person else None,
            summary=summary(event),
            chat=event.chat,
            rolls=len(event.rolls),
            undo=event.undo,
        )


def summary(event: Event) -> str:
    """A step in a few words."""
    said: list[str] = []
    if event.undo:
        said.append(f"takes back step {event.undoes}" if event.undoes is not None else "takes something back")
    said += [f"{roll.die} = {','.join(map(str, roll.results))}" for roll in event.rolls]
    for change in event.changes:
        old, new = change.before, change.after
        name = change.counter.called
        if change.counter.is_deck:
            continue
        if old is None and new is not None:
            said.append(f"{name} appears at {new.spot}")
        elif new is None and old is not None:
            said.append(f"{name} is deleted")
        elif old is not None and new is not None:
            if change.went:
                said.append(f"{name} {old.spot} → {new.spot}")
            said += [f"{name} flips" for _ in change.turned[:1]]
    said += [f"{deck} shuffled" for deck in event.shuffled]
    if event.turn is not None:
        said.append(event.turn)
    if not said and event.chat:
        said.append(event.chat[-1])
    shown = "; ".join(said[:6]) + (f"; and {len(said) - 6} more" if len(said) > 6 else "")
    return shown or "nothing that shows"


def _odd_dice(dice: Sequence[DiceTotal], ordered: Sequence[History]) -> Iterator[Finding]:
    for total in dice:
        if total.tests and min(total.p_mean_adjusted, total.p_counts_adjusted) < _ODD:
            where = Where(ordered[0].file if ordered else "")
            yield Finding("dice/fairness", total.sentence, where, Severity.NOTE, player=total.player)


def _assumptions(known: Sequence[Owners]) -> tuple[str, ...]:
    learned = sum(len(owned.learned) for owned in known)
    if not learned:
        return ()
    kinds = plural(learned, "kind")
    return (f"whose a piece is was learned from who moves it, for {kinds} of pieces the module says nothing of",)


def _diagrams(ordered: Sequence[History], findings: Sequence[Finding], known: Mapping[str, Owners]) -> Iterator[Diagram]:
    """A picture for each finding above a note that has a place on a map."""
    by_file = {history.file: history for history in ordered}
    made = 0
    for finding in findings:
        history = by_file.get(finding.where.file)
        if finding.severity is Severity.NOTE or not finding.marks or history is None or made >= _DIAGRAMS:
            continue
        made += 1
        maps = {mark.map for mark in finding.marks}
        for place in sorted(maps):
            marks = [mark for mark in finding.marks if mark.map == place]
            position = history.start if finding.where.step is None else history.end
            flagged = {(mark.x, mark.y) for mark in marks}
            yield Diagram(
                file=history.file,
                step=finding.where.step,
                map=place,
                title=finding.message,
                spots=tuple(_spots(position, place, flagged, known[history.file])),
                arrows=tuple(
                    Arrow(mark.from_x, mark.from_y, mark.x, mark.y, mark.label)
                    for mark in marks
                    if mark.from_x is not None and mark.from_y is not None
                ),
            )


def _spots(position: dict[str, Counter], place: str, flagged: set[tuple[int, int]], known: Owners) -> Iterator[ReportedSpot]:
    stacks: dict[tuple[int, int], list[Counter]] = {}
    for counter in position.values():
        spot = counter.spot
        if spot.map == place and any(abs(spot.x - x) <= _NEAR and abs(spot.y - y) <= _NEAR for x, y in flagged):
            stacks.setdefault((spot.x, spot.y), []).append(counter)
    for (x, y), counters in sorted(stacks.items()):
        counters.sort(key=lambda counter: counter.height)
        shown = [counter for counter in counters if not counter.is_deck]
        sides = {known.side(counter) for counter in shown}
        yield ReportedSpot(
            x,
            y,
            counters[0].spot.location,
            tuple(counter.called for counter in shown),
            sides.pop() if len(sides) == 1 else None,
            (x, y) in flagged,
        )
