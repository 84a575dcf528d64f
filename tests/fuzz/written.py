"""Drivers for what people write by hand: game folders, bindings, cases, facts, answers, notes in chat."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from adjudicator.cases import Setting, Shelf, run_file
from adjudicator.cases.results_text import lines_of
from adjudicator.evidence import observations
from adjudicator.evidence.binding import BINDING_FILE, binding_file
from adjudicator.evidence.history import Event
from adjudicator.evidence.notation import in_plain_words, note_in
from adjudicator.factname import read
from adjudicator.games import LoadedGame, load
from adjudicator.games.stated_facts import read_facts, with_facts
from adjudicator.surveying.answering import AnswersError, read_answers, with_answers
from adjudicator.words import plain
from tests.fuzz.driver import ROOT, Driver, folder, refused, text_of
from vassal_bridge.errors import BridgeError

TEMPLATE = ROOT / "modules" / "_template"
GAME = "koenigsberg-rg"
OWN_CODE = "rules.py"  # is code, which nobody but its author may change


@cache
def _template() -> Path:
    copy = folder() / "template"
    shutil.copytree(TEMPLATE, copy)
    return copy


@cache
def _files() -> tuple[str, ...]:
    found = (path.relative_to(TEMPLATE).as_posix() for path in sorted(TEMPLATE.rglob("*")) if path.is_file())
    return tuple(name for name in found if name.endswith((".toml", ".csv")) and not name.startswith("cases/"))


def game_files() -> Iterator[bytes]:
    for name in _files():
        yield name.encode() + b"\0" + (TEMPLATE / name).read_bytes()


def check_game(data: bytes) -> None:
    """One file of a game folder is another: refused with everything that is wrong, or a game."""
    head, _, content = data.partition(b"\0")
    name = head.decode("utf-8", "replace")
    if name not in _files():
        name = _files()[len(head) % len(_files())]
    copy = _template()
    (copy / name).write_bytes(content)
    try:
        game = load(copy)
        assert game.slug
    except BridgeError as error:
        refused(error)
    finally:
        shutil.copyfile(TEMPLATE / name, copy / name)


def bindings() -> Iterator[bytes]:
    for path in sorted((ROOT / "modules").glob(f"*/{BINDING_FILE}")):
        text = path.read_text("utf-8")
        yield text[: text.find("\n\n", 3000)].encode()
    yield (
        b'game = "g"\n[[module]]\nmodules = ["m"]\nmaps = ["Main Map"]\nsides = {"Blue" = "blue"}\ndice = {"d6" = "combat"}\n'
        b'[[module.numbering]]\nreads = "{column}.{row}"\nletters = "column"\nrow = -1\n[module.units.gpids]\n"5" = "de-21"\n'
    )


def check_binding(data: bytes) -> None:
    place = folder() / "bound"
    place.mkdir(exist_ok=True)
    (place / BINDING_FILE).write_bytes(data)
    try:
        found = binding_file(place)
    except BridgeError as error:
        refused(error)
        return
    for module in found.module:
        _ = module.markers.marks
        for numbering in module.numbering:
            _ = numbering.spoken
            for said in ("0714", "A12", "12.34", "Hex 7.14", "AA\u0663", "\u00b2\u00b2\u00b2\u00b2"):
                numbering.hex_called(said)
                for match in numbering.spoken.finditer(said):
                    numbering.hex_numbered(match[1], match[2])


@cache
def _shelf() -> tuple[Shelf, Setting]:
    shelf = Shelf()
    return shelf, shelf.setting(str(TEMPLATE))


def cases() -> Iterator[bytes]:
    for path in sorted((TEMPLATE / "cases").glob("*.toml")):
        yield from (part.encode() for part in re.split(r"(?=^\[\[case\]\])", path.read_text("utf-8"), flags=re.MULTILINE))


def check_cases(data: bytes) -> None:
    """Judged, or said what is wrong with them."""
    path = folder() / "any.toml"
    path.write_bytes(data)
    results = run_file(path, lambda named: _shelf()[1])
    for line in lines_of(results, pictures=True, explain=True):
        assert plain(line).isprintable() or not plain(line)


@cache
def _game() -> LoadedGame:
    return load(GAME)


def facts() -> Iterator[bytes]:
    yield from (
        b"terrain 0714: forest\nhexside 0714/0715: river\nroute 0714/0715: road\nlight: night",
        b"attackers of 2308 at step 40: 43G, 11 T\ndie in step 3: 4\npath of 43G: 0741, 0740\n",
        b"rating attack of 43G: 4\nlevel 0714: 2\ncell crt 1 1-1: D1\nphase at step 3: movement",
        b"steps of 43G when it left: 2\nplace of 21: 1334\nsection 7.2 of the rulebook: yes\nnote moved 21: yes",
    )
    from adjudicator.factname import KINDS

    forms = (kind.form.replace("{hex}", "0714").replace("{unit}", "43G") for kind in KINDS.values())
    yield from (f"{re.sub(r'[{][^}]*[}]', 'x', form)}: yes".encode() for form in forms)


def check_facts(data: bytes) -> None:
    """As a table and told one by one. A name that was read is printed so that it is read the same."""
    text = text_of(data)
    for line in text.split("\n")[:6]:
        fact = line.partition(":")[0]
        if fact.strip():
            name = read(fact)
            assert read(str(name)) == name
    game = _game()
    try:
        with_facts(game, read_facts([], text.split("\n")[:6], game))
    except BridgeError as error:
        refused(error)
    table = folder() / "facts.csv"
    table.write_bytes(b"fact,value,note\n" + data.replace(b": ", b","))
    try:
        with_facts(game, read_facts([table], [], game))
    except BridgeError as error:
        refused(error)


_HEAD = f'{{"game": "{GAME}", "module": "m", '


def answers() -> Iterator[bytes]:
    yield f'{_HEAD}"facts": {{"terrain 0714": "forest"}}, "units": {{"5": "de-21"}}}}'.encode()
    charts = '{"crt": [["die", "1-1", "source"], ["1", "D1", "p"]]}'
    yield f'{_HEAD}"phases": {{"Move": ["ru-movement"]}}, "charts": {charts}}}'.encode()


_SURVEY = {
    BINDING_FILE: 'game = "koenigsberg-rg"\n[[module]]\nmodules = ["m"]\nmaps = ["x"]\n\n[module.units.gpids]\n"5" = "de-28"\n',
    "facts-map.csv": "fact,value,note\nterrain 0714,clear,read off\nterrain 0715,clear,\n",
}


def check_answers(data: bytes) -> None:
    """Refused, or put into files that still say what they said."""
    path = folder() / "answers.json"
    path.write_bytes(data)
    try:
        taken = with_answers(_SURVEY, read_answers(path, _game(), "m"), _game())
    except AnswersError as error:  # the command that shows it makes it plain
        refused(ValueError(plain(str(error)).replace("\t", " ")))
        return
    place = folder() / "survey"
    place.mkdir(exist_ok=True)
    (place / BINDING_FILE).write_text(taken.texts[BINDING_FILE], "utf-8")
    try:
        binding_file(place)
    except BridgeError as error:
        refused(error)


def notes() -> Iterator[bytes]:
    yield from (
        text.encode()
        for text in (
            "<Ada> - !attack 1334 with 21, 28 on 3-1, air full total 12 result D1",
            "<Ada> - !angriff 12.34 mit 21 und 28 auf Spalte 3:1 (viel Glück)",
            "<Bo> - !fire 1/9 at 2/301 spotted by 3/4",
            "<Bo> - I go for 1334 with 21 and 28, 3-1",
            "<Bo> - !path 1234-1235, 1236",
            "<Bo> - rolled a 4, sorry, wrong button",
            "<Bo> - double click, the 4 counts",
            "<Bo> - eine 4 und 5 gewürfelt, 3 hexes left",
            "<Bo> - !phase Combat (German)",
            "<Bo> - testing the dice: 5",
        )
    )


_SAID = [each for each in vars(observations).values() if isinstance(each, re.Pattern)]


def check_note(data: bytes) -> None:
    """Any line of chat is a note or none, in any game; and none takes long."""
    line = text_of(data)
    for note in (note_in(line), in_plain_words(line)):
        if note is not None:
            note.path()
            assert all(len(hex) == 4 for hex in note.hexes)
    for pattern in _SAID:
        pattern.search(line)
    observations._typed(Event(1, 0, None, (line,)), None)


_TOML = ("[[module]]", "[", "]", '"', "'''", "=", "{", "}", "\n", "true", "-1", "1e9", "[[case]]", "units", "position", "actions")
_FACTS = (
    "terrain ",
    "hexside ",
    "attackers of ",
    " at step ",
    " of ",
    "note ",
    "43G",
    "0714",
    "/",
    ": ",
    "\n",
    "none",
    "die ",
    "9" * 4400,
)
_NOTES = (
    "!attack ",
    "!fire ",
    " with ",
    " at ",
    " on 3-1",
    "1334",
    "12.34",
    "total ",
    "result ",
    "<Ada> - ",
    "(",
    ")",
    "...",
    " und ",
)

DRIVERS = (
    Driver("games", check_game, game_files, (*_TOML, ",", "id", "hex", "\r\n", "\ufeff"), 8192),
    Driver("bindings", check_binding, bindings, (*_TOML, "{column}", "{row}", "letters", "numbering", "gpids")),
    Driver("cases", check_cases, cases, (*_TOML, "move", "attack", "expect", "legal", "illegal", "undecided", "to", "dice")),
    Driver("facts", check_facts, facts, _FACTS, 6000),
    Driver(
        "answers",
        check_answers,
        answers,
        ('"', "{", "}", "[", "]", ":", ",", "facts", "units", "phases", "charts", "\\u0000"),
        1024,
    ),
    Driver("notes", check_note, notes, _NOTES, 6000),
)
