"""The short forms of cases: `de-21@1334/1 out of supply`, `illegal zoc-cost 5.1`, `1334-1335-1336`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator import factname
from adjudicator.engine.hexes import Hex, Side, side
from adjudicator.factname import FactName
from adjudicator.verdict import Verdict

_UNIT = re.compile(r"(?:(?P<id>[^\s@:]+):)?(?P<like>[^@:]+)@(?P<at>[^\s/]+)(?:/(?P<losses>[0-9]+))?(?:\s+(?P<marks>.+))?")
_SIDE = re.compile(r"([0-9]{4})/([0-9]{4})")
_HEX = re.compile(r"[0-9]{4}")
_FEATURE = re.compile(r"(?P<kind>[^\s>]+)(?:>(?P<protects>[0-9]{4}))?")
NOWHERE = "-"


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit in a position: who it is, after whose pattern, and how it stands. No place: it is not in play."""

    id: str
    like: str
    at: str | None
    losses: int
    marks: tuple[str, ...]


def read_stand(text: str) -> Stand:
    """`21@1334`, `21@1334/1` with a step lost, `21@1334 disrupted, isolated`, `a:21@1334` another like 21, `21@-` out of play."""
    found = _UNIT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a unit at a place; write id@hex, id@hex/losses or id@hex mark, mark")
    like, at = found["like"], found["at"]
    return Stand(
        found["id"] or like, like, None if at == NOWHERE else at, int(found["losses"] or 0), split_marks(found["marks"] or "")
    )


def split_marks(text: str) -> tuple[str, ...]:
    return tuple(mark for mark in (part.strip() for part in text.split(",")) if mark)


def read_hex(text: str) -> Hex:
    if _HEX.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a hex; write its four digits, column and row, such as 0213")
    return text


def read_place(text: str) -> str:
    """A hex, or the name of what is in it."""
    return text if text and text[0].isalpha() else read_hex(text)


def read_side(text: str) -> Side:
    found = _SIDE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a hexside; write the two hexes it lies between, such as 1334/1335")
    return side(found[1], found[2])


def read_path(text: str) -> tuple[Hex, ...]:
    path = tuple(read_place(part.strip()) for part in text.split("-"))
    if len(path) < 2:
        raise ValueError(f"{text!r} is not a path; write at least two hexes, such as 1334-1335")
    return path


def read_feature(text: str) -> tuple[str, Hex]:
    """`river-major`, or a line of defence with the hex that it protects: `festung-line>1334`."""
    found = _FEATURE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is nothing along a hexside; write river-major, or festung-line>1334 for what protects a hex")
    return found["kind"], found["protects"] or ""


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that a case foresees. What is left out may be anything, except that an undecided one names what it needs."""

    verdict: Verdict
    rule: str
    sections: tuple[str, ...] = ()
    unit: str = ""
    needs: frozenset[FactName] = frozenset()

    def __str__(self) -> str:
        words = [self.verdict.value, self.rule, *self.sections, *(("for", self.unit) if self.unit else ())]
        return " ".join(words) + (f" needs {', '.join(factname.printed(self.needs))}" if self.needs else "")


def read_expected(text: str) -> Expected:
    """`illegal RULE SECTION …`, `illegal RULE for UNIT`, `undecided RULE SECTION … needs FACT, FACT`."""
    head, needs_word, needs = text.strip().partition(" needs ")
    head, _, unit = head.partition(" for ")
    words = head.split()
    if len(words) < 2 or words[0] not in ("illegal", "undecided"):
        raise ValueError(f"{text!r} is not a finding; write illegal RULE SECTION, or undecided RULE SECTION needs FACT")
    keys = frozenset(factname.read(part) for part in needs.split(",") if part.strip())
    undecided = words[0] == "undecided"
    if undecided != bool(keys):
        remedy = "needs FACT, FACT" if undecided else "only an undecided finding needs facts"
        raise ValueError(
            f"{text!r}: an undecided finding names what it needs; add {remedy}"
            if undecided
            else f"{text!r}: {remedy}; leave it out"
        )
    if needs_word and not keys:
        raise ValueError(f"{text!r} names no fact after needs; write it, such as terrain 1335")
    return Expected(Verdict(words[0]), words[1], tuple(words[2:]), unit.strip(), keys)


def sections_missing(wanted: Iterable[str], cited: Iterable[str]) -> tuple[str, ...]:
    there = frozenset(cited)
    return tuple(section for section in wanted if section not in there)
