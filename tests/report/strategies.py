"""Any audit report at all, within what the model promises of its numbers."""

from __future__ import annotations

from hypothesis import strategies as st

from adjudicator.audit.model import (
    Arrow,
    AuditedFile,
    AuditReport,
    Diagram,
    DiceTotal,
    GameLine,
    HandOver,
    Handover,
    Question,
    ReportedPlayer,
    ReportedSpot,
    RollLine,
    StepLine,
)
from adjudicator.finding import Finding, MapMark, Problem, Row, Where
from adjudicator.verdict import Severity, Verdict
from tests.report.sample import HOSTILE

words = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=12),
    st.sampled_from(HOSTILE).map(lambda text: text[:80]),
    st.text("<>&\"'/]-= \t\r\n\x00\x1b\x7f\x85\x9b\u2028\u202e\u2066\ud800", max_size=12),
)
names = st.one_of(st.sampled_from(["a.vlog", "b.vlog", "c/d.vlog", "/etc/x.vsav", "", " "]), words)
steps = st.one_of(st.integers(0, 30), st.integers(0, 2**31))
maybe_step = st.one_of(st.none(), steps)
maybe_words = st.one_of(st.none(), words)
coordinates = st.one_of(st.integers(-50, 50), st.integers(-(2**31), 2**31))
chances = st.floats(0, 1)


def several(part: st.SearchStrategy[object], most: int = 3) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(part, max_size=most).map(tuple)


wheres = st.builds(Where, names, maybe_step, maybe_step, maybe_step)
findings = st.builds(
    Finding,
    check=words,
    message=words,
    where=wheres,
    severity=st.sampled_from(Severity),
    verdict=st.one_of(st.none(), st.sampled_from(Verdict)),
    player=maybe_words,
    pieces=several(words),
    hexes=several(words),
    cite=several(words),
    rows=several(st.builds(Row, words, words, several(words))),
    rests_on=several(words),
    fix=maybe_words,
    also=several(wheres),
    root=st.booleans(),
    marks=several(st.builds(MapMark, words, coordinates, coordinates, words, st.none() | coordinates, st.none() | coordinates)),
)
files = st.builds(
    AuditedFile,
    names,
    st.just("0" * 64),
    st.sampled_from(["save", "log"]),
    steps,
    steps,
    maybe_words,
    maybe_words,
    maybe_words,
    st.one_of(maybe_words, st.datetimes().map(lambda time: time.isoformat() + "Z")),
    several(st.builds(ReportedPlayer, words, words)),
)
hand_overs = st.builds(HandOver, names, names, st.sampled_from(Handover), steps, maybe_step)
rolls = st.builds(
    RollLine,
    names,
    steps,
    maybe_words,
    words,
    st.none() | st.integers(-3, 120),
    several(st.integers(-5, 200)),
    maybe_words,
    st.booleans(),
    st.none() | st.tuples(names, steps),
    st.booleans(),
)
totals = st.builds(
    DiceTotal,
    player=words,
    faces=st.integers(2, 100),
    counts=st.lists(st.integers(0, 1_000), min_size=2, max_size=100).map(tuple),
    mean=st.floats(1, 100),
    expected=st.floats(1, 100),
    p_mean=chances,
    p_counts=chances,
    more_rolls=st.none() | st.integers(1, 10_000),
    sentence=words,
    tests=st.integers(0, 20),
    p_mean_adjusted=chances,
    p_counts_adjusted=chances,
    counts_exact=st.booleans(),
)
spots = st.builds(ReportedSpot, coordinates, coordinates, maybe_words, several(words), maybe_words, st.booleans())
diagrams = st.builds(
    Diagram,
    names,
    maybe_step,
    words,
    words,
    several(spots, 5),
    several(st.builds(Arrow, coordinates, coordinates, coordinates, coordinates, words)),
)
reports = st.builds(
    AuditReport,
    tool=words,
    files=several(files),
    order=several(names),
    hand_overs=several(hand_overs, 5),
    steps=several(st.builds(StepLine, names, steps, maybe_words, words, several(words), steps, st.booleans()), 5),
    rolls=several(rolls),
    dice=several(totals, 2),
    findings=several(findings, 5),
    diagrams=several(diagrams, 2),
    problems=several(st.builds(Problem, names, words), 2),
    games=several(st.builds(GameLine, words, words, st.just(()), several(words, 2), words, words, words), 2),
    questions=several(st.builds(Question, words, words, st.sampled_from(Severity), st.just(())), 2),
    assumptions=several(words, 2),
)
