"""What an audit gives: plain values, free of secrets, that every report is made from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from adjudicator.finding import Finding, Problem
from adjudicator.verdict import Severity


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A line of a file's roster, by name; the id, which is the password, never comes this far."""

    name: str
    side: str


@dataclass(frozen=True, slots=True)
class AuditedFile:
    """One file that was audited."""

    name: str
    sha256: str
    kind: str  # `save` or `log`
    steps: int
    pieces: int
    vassal: str | None
    module: str | None
    module_version: str | None
    saved_utc: str | None  # ISO 8601; the clock of the machine that wrote it
    players: tuple[ReportedPlayer, ...]
    recorder: str | None = None  # who recorded it, None if nothing tells
    opening: str | None = None  # what the turn counter says at the start
    closing: str | None = None  # and at the end


class Handover(Enum):
    """How one file follows from another."""

    EXACT = "exact"  # starts exactly where the other ended
    IMPERFECT = "imperfect"  # starts from it, with differences that a player can see
    FORK = "fork"  # starts where another log starts too: two versions of the same turn
    RESTART = "restart"  # starts in the middle of another log's steps
    CORRECTED = "corrected"  # starts from it, with just what re-judging it puts right
    GAP = "gap"  # starts from it after things were played that none of the files holds


@dataclass(frozen=True, slots=True)
class HandOver:
    """An edge of the graph of files."""

    earlier: str
    later: str
    link: Handover
    differences: int = 0
    at_step: int | None = None  # RESTART: the step of the earlier log after which the later one starts


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game among the files: those that hang together, in the order of play."""

    name: str
    module: str | None
    players: tuple[ReportedPlayer, ...]
    files: tuple[str, ...]
    opening: str | None  # what the turn counter said first and says last
    closing: str | None
    state: str  # in a few words: `12 logs, in order`


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask somebody about: the findings of one cause, in a sentence."""

    whom: str
    text: str
    severity: Severity
    findings: tuple[tuple[str, str, int | None], ...]  # check, file and step of what it rests on


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step for the timeline: who, what in a few words, and whether dice or findings belong to it."""

    file: str
    step: int
    player: str | None
    summary: str
    chat: tuple[str, ...]
    rolls: int = 0
    undo: bool = False


@dataclass(frozen=True, slots=True)
class RollLine:
    """One roll of dice in the register."""

    file: str
    step: int
    player: str | None
    die: str  # the button or the name in the chat line
    faces: int | None  # sides of each die, None where neither the module nor the line tells
    results: tuple[int, ...]
    purpose: str | None  # as far as chat says
    undone: bool = False
    repeats: tuple[str, int] | None = None  # file and step of the undone roll it repeats identically
    claimed: bool = False  # typed in chat by hand: not a roll VASSAL made


@dataclass(frozen=True, slots=True)
class DiceTotal:
    """How one player's dice of one kind fell, over all files."""

    player: str
    faces: int
    counts: tuple[int, ...]  # of face 1, 2, …
    mean: float
    expected: float
    p_mean: float  # exact, two-sided: how often fair dice stray so far or farther in the mean
    p_counts: float  # exact or bounded: how often fair dice are spread so unevenly
    more_rolls: int | None  # how many more would be needed to tell dice a tenth off from fair ones; None: enough
    sentence: str  # the honest reading of the above
    tests: int = 0  # how many tests were looked at in the whole audit; 0: these dice are too few for one
    p_mean_adjusted: float = 1.0  # corrected for that many looks (Holm)
    p_counts_adjusted: float = 1.0
    luck: str = ""  # how far the average is from that of fair dice, and within what fair dice stay
    counts_exact: bool = True  # False: `p_counts` is the chi-square approximation


@dataclass(frozen=True, slots=True)
class ReportedSpot:
    """One stack or lone counter in a diagram."""

    x: int
    y: int
    location: str | None
    names: tuple[str, ...]
    side: str | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move in a diagram."""

    from_x: int
    from_y: int
    to_x: int
    to_y: int
    label: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small picture of one map's part, drawn from coordinates alone."""

    file: str
    step: int | None
    map: str
    title: str
    spots: tuple[ReportedSpot, ...]
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Everything an audit found."""

    tool: str  # name and version
    files: tuple[AuditedFile, ...]
    order: tuple[str, ...]  # the files as they follow from each other
    hand_overs: tuple[HandOver, ...]
    steps: tuple[StepLine, ...]
    rolls: tuple[RollLine, ...]
    dice: tuple[DiceTotal, ...]
    findings: tuple[Finding, ...]
    diagrams: tuple[Diagram, ...] = ()
    problems: tuple[Problem, ...] = ()
    games: tuple[GameLine, ...] = ()
    questions: tuple[Question, ...] = ()  # the gravest first
    secret_from: str | None = None  # None: it tells all. Else the side that may read it, or `everybody`
    assumptions: tuple[str, ...] = ()  # such as: whose a piece is was learned from who moves it
