"""What counters and places are called by other publishers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from adjudicator.engine.units import Unit

from .recipes import Language, Naming
from .wording import BOXES, PLACES

_NUMBERED = re.compile(r"(?P<number>\d+)\s*(?P<rest>.*)")
_ROMAN = re.compile(r"(?P<part>[IV]+)/(?P<rest>.+)")
_WHOLE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "infantry": "Rifle",
        "tank": "Tank",
        "armour": "Armor",
        "artillery": "Arty",
        "hq": "HQ",
        "panzer": "Panzer",
    },
    "de": {"infantry": "Inf", "tank": "Pz", "armour": "Pz", "artillery": "Art", "hq": "Stab", "panzer": "Pz"},
    "pl": {"infantry": "Piech", "tank": "Panc", "armour": "Panc", "artillery": "Art", "hq": "Szt", "panzer": "Panc"},
    "es": {"infantry": "Inf", "tank": "Tq", "armour": "Bld", "artillery": "Art", "hq": "CG", "panzer": "Pz"},
}
_WORDS: Mapping[Naming, Mapping[str, str]] = {
    "short": {
        "Gd": "Gde",
        "G": "Gd",
        "Pz": "PzD",
        "PzGr": "PGD",
        "PG": "PGR",
        "T": "TkC",
        "M": "MeC",
        "KAG": "KorpsArt",
        "AAG": "ArmeeArt",
        "FJ": "Fallsch",
        "VAK": "VArtK",
        "HQ": "Stab",
        "SH": "Stoß",
        "GT": "GdTk",
        "A": "Armee",
        "GA": "GdArmee",
        "Fus": "Füs",
    },
    "words": {
        "Gd": "Guards",
        "G": "Guards",
        "Pz": "Panzer",
        "PzGr": "PzGren",
        "PG": "PzGren",
        "T": "Tank",
        "M": "Mech",
        "KAG": "Corps Arty",
        "AAG": "Army Arty",
        "FJ": "Para",
        "VAK": "Volks Arty",
        "SH": "Shock",
        "GT": "Guards Tank",
        "A": "Army",
        "GA": "Guards Army",
        "PzJ": "Pz Jager",
        "SB": "StuG Bde",
    },
    "slashed": {"Gd": "Gds", "Gren": "Grn", "T": "Tk", "M": "Mx", "FJ": "FschJ"},
    "spanish": {
        "Gd": "Gu",
        "G": "Gu",
        "PzGr": "PzGran",
        "PG": "GrPz",
        "T": "Tq",
        "M": "Mec",
        "KAG": "ArtC",
        "AAG": "ArtE",
        "FJ": "Par",
        "VAK": "ArtV",
        "HQ": "CG",
        "SH": "Choque",
        "GT": "TqGu",
        "A": "Ej",
        "GA": "EjGu",
        "Volkssturm": "V.Sturm",
    },
    "polish": {
        "Gd": "Gw",
        "G": "Gw",
        "Pz": "DPanc",
        "PzGr": "DGrenPanc",
        "PG": "GrenPanc",
        "Gren": "Gren",
        "T": "KPanc",
        "M": "KZmech",
        "KAG": "ArtKorp",
        "AAG": "ArtArm",
        "FJ": "Spad",
        "VAK": "ArtLud",
        "HQ": "Szt",
        "SH": "Uderz",
        "GT": "PancGw",
        "A": "Arm",
        "GA": "ArmGw",
        "Fus": "Fiz",
    },
    "number last": {"Gd": "Guards", "G": "Guards", "Pz": "Pz.", "T": "Tank", "M": "Mech", "FJ": "Para", "Gren": "Gr."},
    "army first": {"G": "Gd", "Pz": "PzDiv", "HQ": "Cmd", "T": "Tks", "M": "Mechs", "A": "Arm", "GA": "GdArm"},
}
_GRENADIER = "9 Fallschirmjäger Division", "303 Döberitz Infantry Division", "169 Infantry Division", "Kurmark"


def _ordinal(number: str) -> str:
    last = number[-1]
    ending = "th" if number[-2:] in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(last, "th")
    return number + ending


def _said(words: Mapping[str, str], rest: str, grenadiers: bool) -> str:
    """Letters behind a number, in other letters."""
    if grenadiers and rest.strip() == "G":
        return "Gren"
    return " ".join(words.get(word, word) for word in rest.split())


def _parts(unit: Unit, naming: Naming, part: str) -> str:
    """One side of a slash: `8 Pz`, `137 Gd`, `60`."""
    found = _NUMBERED.fullmatch(part)
    words = _WORDS[naming]
    grenadiers = any(name in unit.formation for name in _GRENADIER)
    if found is None:
        return _said(words, part, grenadiers)
    number, rest = found["number"], _said(words, found["rest"], grenadiers)
    if naming == "words":
        number = _ordinal(number)
    elif naming == "spanish":
        number = f"{number}ª"
    return f"{rest} {number}".strip() if naming == "number last" else f"{number} {rest}".strip()


def _bare(unit: Unit, naming: Naming, language: Language) -> str:
    """A counter that prints nothing but a number says elsewhere what it is."""
    kind = _WHOLE[language].get(unit.kind, "")
    if naming == "words":
        return f"{_ordinal(unit.name)} {kind}".strip()
    if naming == "short":
        size = {"corps": "K", "division": "D", "brigade": "Bde", "regiment": "R"}.get(unit.size, "")
        return f"{unit.name} {kind[:1]}{size}".strip()
    if naming in ("polish", "number last"):
        return f"{unit.name} {kind}" if naming == "polish" else f"{kind} {unit.name}".strip()
    return f"{unit.name}ª" if naming == "spanish" else unit.name


def _army(unit: Unit) -> str:
    """The formation in letters: `43A`, `2GdA`."""
    words = unit.formation.rpartition("/")[2].split()
    return "".join(word if word.isdigit() else word[:1] if len(words) > 1 else word[:3] for word in words)


def name_of(unit: Unit, naming: Naming, language: Language) -> str:
    roman = _ROMAN.fullmatch(unit.name)
    if roman is not None:
        rest = _parts(unit, naming, roman["rest"])
        return {
            "slashed": f"{rest}/{roman['part']}",
            "words": f"{roman['part']} Bn {rest}",
            "short": f"{roman['part']}./{rest}",
            "spanish": f"{roman['part']} Bón {rest}",
        }.get(naming, f"{rest} {roman['part']}")
    if "/" in unit.name:
        first, _, second = unit.name.partition("/")
        one, other = _parts(unit, naming, first), _parts(unit, naming, second)
        return {"slashed": f"{other}/{one}", "words": f"{one} of {other}", "army first": f"{other}-{one}"}.get(
            naming, f"{one}/{other}"
        )
    if unit.name.isdigit():
        name = _bare(unit, naming, language)
    else:
        spread = re.sub(r"(?<=\d)(?=[A-Z])", " ", unit.name)
        name = _parts(unit, naming, spread)
    return f"{_army(unit)} {name}".strip() if naming == "army first" and unit.formation else name


def names_for(roster: Mapping[str, Unit], naming: Naming, language: Language, *, twins: bool) -> dict[str, str]:
    """What each unit is called. Without `twins` those that would be called alike bear their formation, or a number."""
    found = {id_: name_of(unit, naming, language) for id_, unit in roster.items()}
    found = {id_: name or f"Unit {id_}" for id_, name in found.items()}
    if twins:
        return found
    more: tuple[Callable[[str], str], ...] = (lambda id_: _army(roster[id_]) or roster[id_].side[:3].upper(), lambda id_: id_)
    for behind in more:
        often = Counter(found.values())
        found = {id_: f"{name} ({behind(id_)})" if often[name] > 1 else name for id_, name in found.items()}
    return found


def place_name(title: str, language: Language) -> str:
    """A box by another name. Numbers of tracks stay."""
    words = PLACES[language]
    if language == "en" and title in BOXES:
        return BOXES[title]
    if title in words:
        return words[title]
    first, _, rest = title.partition(" ")
    return f"{words[first]} {words.get(rest, rest)}" if first in words and rest else title
