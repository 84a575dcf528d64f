"""What players and modules write for the same thing: abbreviations and four languages, brought down to one word each.

No word here is one of a game's own. They are the words of the trade: how counters say that a unit is a tank corps of the guards,
and what boxes, phases, dice and markers are called in English, German, Spanish and Polish. What is not in here stays as it is,
and is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

_FILE: Final = Path(__file__).with_name("words.txt")
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_PIECES: Final = re.compile(r"\d+|[^\W\d_]+")
_CAMEL: Final = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ]{2})")
_VALUES: Final = re.compile(r"\(?(?<![\w-])\[?\d+\]?(?:[-–]\[?\d+\]?){2,}(?![\w-])\)?|\(\d+[-–]\d+\)")
_INITIAL: Final = re.compile(r"(?<![^\W\d_])([A-Z])\.(?=[A-Z][a-z]{2})")  # V.Sturm
_SHORTENED = 4  # letters of a word of the trade that is written no further, at least
_STEM = 6  # letters that a word shares with one of the trade, to be a form of it
_DICE: Final = re.compile(r"(?<!\w)\d*[dDwWkK](?:6|10|8|12|20)(?!\w)")


class _Words(NamedTuple):
    one: Mapping[str, str]  # each word -> what stands for all that mean the same
    several: Mapping[str, tuple[str, ...]]  # abbreviations of several words
    fillers: frozenset[str]
    together: Mapping[frozenset[str], str]  # what words mean that stand in one phrase


def _read() -> _Words:
    one: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    fillers: set[str] = set()
    together: dict[frozenset[str], str] = {}
    for line in _FILE.read_text("utf-8").splitlines():
        word, sign, others = line.partition(": ")
        if line.startswith("- "):
            fillers.update(line[2:].split())
        elif line.startswith("#"):
            continue
        elif sign:
            for each in (word, *others.split()):
                one.setdefault(each, word)
        elif " => " in line:
            words, _, meant = line.partition(" => ")
            together[frozenset(words.split())] = meant
        elif " = " in line:
            short, _, words = line.partition(" = ")
            several[short] = tuple(words.split())
    return _Words(one, several, frozenset(fillers), together)


_WORDS: Final = _read()
KNOWN: Final = frozenset(_WORDS.one.values())
TYPES: Final = frozenset(
    ("tank", "mech", "infantry", "volksgrenadier", "fusilier", "paratroop", "volkssturm", "antitank", "assaultgun", "artillery",
     "flak", "rocket", "air", "ship", "fortress", "hq", "cavalry")
)  # fmt: skip
SIZES: Final = frozenset(("corps", "division", "brigade", "regiment", "battalion", "company", "army", "front", "group"))


def bare(text: str) -> str:
    """Without case and accents."""
    return "".join(mark for mark in normalize("NFD", text.casefold().replace("ł", "l")) if not "\u0300" <= mark <= "\u036f")


def without_values(text: str) -> str:
    """The name on a counter without the numbers to play with: 5 Pz (6-5-4)."""
    return _VALUES.sub(" ", text)


def values_in(text: str) -> tuple[int, ...]:
    """The numbers to play with that a text gives: 6-5-4."""
    found = _VALUES.search(text)
    return tuple(map(int, re.findall(r"\d+", found[0]))) if found else ()


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a name in its order: numbers, `r2` for II, words of the trade, and names as they are."""
    return tuple(_tokens(text))


@lru_cache(maxsize=20_000)
def meanings(text: str) -> frozenset[str]:
    """The words of a phrase in which there are no names: also those that are but another form of a word of the trade."""
    found = frozenset(
        _stems().get(word[:_STEM], word) if len(word) > _STEM and word not in KNOWN else word for word in tokens(text)
    )
    for words, meant in _WORDS.together.items():
        if words <= found:
            found = found - words | {meant}
    return found


@lru_cache(maxsize=1)
def _stems() -> dict[str, str]:
    return _beginning((word[:_STEM], meant) for word, meant in _WORDS.one.items() if len(word) >= _STEM)


@lru_cache(maxsize=1)
def _shortened() -> dict[str, str]:
    """How words of the trade begin that can be no other word: `piech` for piechota."""
    return _beginning((word[:end], meant) for word, meant in _WORDS.one.items() for end in range(_SHORTENED, len(word)))


def _beginning(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for beginning, meant in pairs:
        found.setdefault(beginning, set()).add(meant)
    return {beginning: next(iter(meant)) for beginning, meant in found.items() if len(meant) == 1}


def _tokens(text: str) -> Iterator[str]:
    for run in _PIECES.findall(_INITIAL.sub(r"\1", _DICE.sub(" ", text))):
        whole = bare(run)
        known = whole in _WORDS.one or whole in _WORDS.several
        for part in [run] if known else _CAMEL.sub(" ", run).split():
            yield from _meant(part)


def _meant(run: str) -> Iterator[str]:
    word = bare(run)
    if word.isdigit():
        yield str(int(word)) if word.isascii() else word
    elif run.isupper() and word in _ROMAN:
        yield f"r{_ROMAN[word]}"
    elif word in _WORDS.several:
        yield from _WORDS.several[word]
    elif word in _WORDS.one:
        yield _WORDS.one[word]
    elif word not in _WORDS.fillers:
        yield _shortened().get(word, word)


def is_number(token: str) -> bool:
    return token.isdigit() or (token[:1] == "r" and token[1:].isdigit())


def alike(one: str, other: str) -> float:
    """How likely two words mean the same, from 0 to 1."""
    if one == other:
        return 1.0
    if is_number(one) or is_number(other):
        return 0.7 if one.removeprefix("r") == other.removeprefix("r") and is_number(one) and is_number(other) else 0.0
    if one in KNOWN or other in KNOWN:
        return 0.0
    short, long = sorted((one, other), key=len)
    if len(short) >= 2 and long.startswith(short):
        return 0.9 if len(short) > 2 else 0.6
    return 0.8 if len(short) >= 5 and _one_apart(short, long) else 0.0


def _one_apart(short: str, long: str) -> bool:
    """Does one letter more, less or other make them the same?"""
    if len(long) - len(short) > 1:
        return False
    same = next((place for place, mark in enumerate(short) if mark != long[place]), len(short))
    return short[same:] == long[same + 1 :] or (len(short) == len(long) and short[same + 1 :] == long[same + 1 :])
