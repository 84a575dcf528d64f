"""The small notation in which players of any module may say in chat what they do: `!attack 1334 with 21, 28, air full`.

Forgiving: upper and lower case, commas or spaces, names as they stand on counters. What is not understood is said to be a plain
remark, never an error of the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

_NOTE = re.compile(r"(?:^|[\s>¡])!([a-zäöüßáéíóúñ]+)\b[:\s]*(.*)$", re.IGNORECASE)
_COLUMN = re.compile(r"\b(?:on|at|column|odds|auf|bei|spalte|a|en|columna)\s+(\d{1,2}\s*[-:]\s*\d{1,2})\b", re.IGNORECASE)
_HEX = re.compile(r"(?<![\w/])\d{4}(?![\w/])")  # not the number of a regiment, as in 1281/60
_DOTTED = re.compile(r"(?<![\w./])(\d\d)\.(\d\d)(?![\w/]|\.\d)")  # 12.34, as some maps number their hexes
_TOTAL = re.compile(r"\b(?:total|sum|summe|gesamt|suma)\s+(\d+)\b", re.IGNORECASE)
_RESULT = re.compile(r"\b(?:result|ergebnis|resultado)\s+([\w/+–-]+)", re.IGNORECASE)
_SPOTTED = re.compile(r"\b(?:(?:spotted|seen) by|gesehen von|visto por)\b.*$", re.IGNORECASE)
_PATH = re.compile(r"\b\d{4}(?:\s*[-–>, ]\s*\d{4})+\b")
# Said to the opponent behind a note.
_ASIDE = re.compile(r"\([a-zäöüßñáéíóú ,.!?]+\)\s*[.!?]*$|[:;]-?[)D(]\s*$|\.{2,}\s*$|\s!+\s*$")
_WITH = re.compile(r"\s(?:with|mit|con|w)\s|\sw/\s*", re.IGNORECASE)
_AT = re.compile(r"\s(?:at|auf|a)\s", re.IGNORECASE)
_FOR = re.compile(r"\s(?:for|für|para)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;+&]|\s(?:and|und|y)\s", re.IGNORECASE)
_ODDS = re.compile(r",\s*(\d{1,2}\s*[-:]\s*\d)\s*$")  # behind the names, with nothing said of them
_SPOKEN = re.compile(r"(?:<|&lt;).*?(?:>|&gt;) - ")  # by a player, not reported by VASSAL
_ATTACKING = re.compile(
    r"\b(?:attack(?:s|ing)?|(?:go(?:es|ing)?|going in) for|hit(?:s|ting)?|angriff|greif(?:e|en|t)|atac(?:o|a|an|amos)|ataque)\b",
    re.IGNORECASE,
)
_HEX_FIRST = re.compile(r"^(?:(?:on|auf|a|at|en)\s+)?\d{4}(?![\w/])[\s:,]+", re.IGNORECASE)  # with the attackers right behind it
_CUT = "\n"  # where a clause stood
LONGEST = 2000  # characters of a line that somebody may have typed; what is longer was made to be slow
_FULL = re.compile(r"\b(?:voll|completo|completa)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Note:
    """What a player announced, with its words still as typed."""

    verb: str  # attack, phase, turn, hq, path, supply, barrage …
    text: str = ""
    hexes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of units, as typed
    column: str | None = None
    target: str = ""  # whom units fire at, as typed
    total: int | None = None
    result: str | None = None

    def corrects(self, earlier: Note) -> bool:
        """Does it announce the same again, for some of the same units? Nobody attacks or fires twice."""
        return self.verb == earlier.verb and bool(_alike(self.names) & _alike(earlier.names))

    def path(self) -> tuple[str, ...]:
        found = _PATH.search(self.text)
        return () if found is None else tuple(_HEX.findall(found.group()))


_AIRCRAFT = "air aircraft planes luft flieger flugzeuge aire aviones aviación"
_SAID = {  # in English, German and Spanish, short forms among them
    "attack": "a att attack attacks attacking angriff angreifen angriffe ataque ataco atacar atacan",
    "bombardment": "bombard bombardment bombardieren bombardierung bombardeo bombardear bombardeos",
    "barrage": "barrage shell sperrfeuer beschuss barrera cañoneo",
    "fire": "fire at feuer schuss schießen fuego disparo dispara",
    "spot": "spot",
    "morale": "morale check moral moraltest moralwurf chequeo",
    "exit": "exit exits",
    "activate": "hq activate stab hauptquartier cg",
    "draw": "chit draw",
    "phase": "phase fase",
    "turn": "turn runde zug turno",
    "path": "path via weg pfad ruta por camino",
    "rally": "rally sammeln reagrupar recuperar",
    "replace": "replace",
    "roll": "roll wurf würfel tirada dado",
    "supply": "supply versorgung suministro",
    "mode": "mode modus modo",
    "declare": "declare declares erklärt declara",
}
VERBS = {word: verb for verb, words in _SAID.items() for word in words.split()}

FIRES = ("fire", "barrage")
_FROM_AFAR = {"barrage": "bombardment", "bombardment": "barrage"}  # one of them in each game, and words that mean either


def any_aircraft(name: str) -> bool:
    """Does somebody say that aircraft help, and not which?"""
    return name.strip().casefold() in _AIRCRAFT.split()


def _alike(names: Iterable[str]) -> frozenset[str]:
    """Names however they are spaced and written."""
    return frozenset("".join(name.split()).casefold() for name in names)


def note_in(line: str) -> Note | None:
    """The note in a line of chat; None if it has none that is known."""
    if len(line) > LONGEST:
        return None
    found = _NOTE.search(_plain_numbers(line.strip()))
    if found is None or found.group(1).lower() not in VERBS:
        return None
    verb, said = VERBS[found.group(1).lower()], found.group(2).strip()
    text = said if verb == "phase" else _FULL.sub("full", without_aside(said))  # names of phases end in brackets
    column, total, result = _COLUMN.search(text), _TOTAL.search(text), _RESULT.search(text)
    rest = text
    for clause in (_COLUMN, _TOTAL, _RESULT, _SPOTTED):
        rest = clause.sub(_CUT, rest)
    hexes = tuple(_HEX.findall(rest))
    after, target = _whom(verb, rest)
    after = _PATH.sub(" ", after)
    parts = (_before_talk(part) for part in _BETWEEN.split(after))
    names = tuple(name for name in parts if name and name not in hexes)
    return Note(
        verb,
        _FOR.sub(" for ", text),
        hexes,
        names,
        None if column is None else re.sub(r"\s*[-:]\s*", "-", column.group(1)),
        target,
        None if total is None else int(total.group(1)),
        None if result is None else result.group(1),
    )


def _plain_numbers(line: str) -> str:
    """Hexes by their four digits, also where a map prints a dot amid them."""
    return _DOTTED.sub(r"\1\2", line)


def without_aside(text: str) -> str:
    """A note without what is said to the opponent behind it."""
    return _ASIDE.sub("", text).strip()


def _before_talk(part: str) -> str:
    """A name without what is said behind the odds: `4 AA normal on 1-2 here goes`."""
    said = (each.strip(" .,;!?") for each in part.split(_CUT))
    return next(filter(None, said), "")


def in_plain_words(line: str) -> Note | None:
    """An attack that a player announces in talk: `I go for 1334 with 21 and 28, 3-1`, `21 and 28 attack 1334`."""
    if len(line) > LONGEST:
        return None
    spoken = _SPOKEN.match(line.strip())
    said = _plain_numbers(line[spoken.end() :]) if spoken else ""
    verb, hexes, odds = _ATTACKING.search(said), _HEX.findall(said), _ODDS.search(said)
    if verb is None or len(hexes) != 1 or "?" in said or note_in(line) is not None:
        return None
    plain = _ODDS.sub("", said)
    before, after = plain[: verb.start()].strip(), plain[verb.end() :]
    if not _WITH.search(plain):
        after = f"{after} with {before}" if before else ""
    note = note_in(f"!attack {after} on {odds.group(1)}" if odds else f"!attack {after}")
    return note if note is not None and note.hexes and note.names else None


def _whom(verb: str, text: str) -> tuple[str, str]:
    """The part of a note that names those who act, and the part that names whom they fire at."""
    before, separator, after = _parted(_WITH, text)
    if verb not in FIRES:
        return (after if separator else _HEX_FIRST.sub("", text) if verb == "attack" else text), ""
    who, at, whom = _parted(_AT, after if separator else text, last=True)
    target = whom if at else before if separator else text
    return (who if at else after if separator else ""), _before_talk(target)


def _parted(by: re.Pattern[str], text: str, *, last: bool = False) -> tuple[str, str, str]:
    found = list(by.finditer(text))
    if not found:
        return (text, "", "") if not last else ("", "", text)
    at = found[-1 if last else 0]
    return text[: at.start()], at.group(), text[at.end() :]


def notes_in(lines: Iterable[str], known: Collection[str] = ()) -> tuple[Note, ...]:
    """`known`: the kinds of attack and fire that the game has, where words mean one thing in one game and another elsewhere."""
    return tuple(_as_the_game_has_it(note, known) for line in lines if (note := note_in(line)) is not None)


def _as_the_game_has_it(note: Note, known: Collection[str]) -> Note:
    """`!beschuss 0811` where guns do not shell a hex but it is bombarded, and the other way round."""
    other = _FROM_AFAR.get(note.verb)
    return note if other is None or note.verb in known or other not in known else replace(note, verb=other)
