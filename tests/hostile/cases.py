"""Files meant to exhaust us: each as large as hostile files may be (25 MB), or as large as it needs to be to hurt."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.hostile.build import ESC, GAME, MB, MODULEDATA, SAVEDATA, STORED, Member, game_of, make_zip
from vassal_bridge.obfuscation import Disguise

SIZE = 25 * MB - 2000
TAB = "\t"


def _fill(unit: str, size: int = SIZE) -> str:
    return unit * (size // len(unit))


def _nested(unit: str, levels: int, delimiter: str) -> str:
    """A chain properly nested: one more backslash at each level."""
    return "".join(unit + "\\" * level + delimiter for level in range(levels)) + unit


def _pieces(count: int, piece: Callable[[int], str]) -> Iterator[str]:
    return (piece(number) for number in range(count))


def _noise(size: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size)


# Plain texts, never zipped: a zip would betray most of them by its ratio. Refused, and by which error.
REFUSED_TEXTS: dict[str, tuple[Callable[[], str], str]] = {
    "a million empty commands": (lambda: "begin_save" + ESC * 1_000_000 + "end_save", "LimitError"),
    "millions of empty commands": (lambda: "begin_save" + ESC * (24 * MB) + "end_save", "LimitError"),
    "commands nested 600 deep": (lambda: game_of(_nested("x", 600, ESC)), "LimitError"),
    "commands nested 6,900 deep": (lambda: game_of(_nested("x", 6900, ESC)), "LimitError"),
    "commands nested 100,000 deep": (lambda: game_of("x" + "\\" * 100_000 + ESC + "y"), "LimitError"),
    "quoted commands nested 6,900 deep": (lambda: game_of(_nested("'x", 6900, ESC)), "LimitError"),
    "quoted commands nested around very much": (
        lambda: game_of(_nested("x", 500, ESC) + "\\" * 501 + ESC + "'" + "z" * (SIZE - 200_000)),
        "LimitError",
    ),
    "apostrophes": (lambda: game_of("'" * SIZE), "LimitError"),
    "apostrophes around apostrophes": (lambda: game_of("'" * 1000 + "\\" + ESC + "'" * (SIZE - 2000)), "LimitError"),
    "backslashes": (lambda: game_of("\\" * SIZE), "LimitError"),
    "backslashes before a separator": (lambda: game_of("\\" * (SIZE - 10) + ESC + "x"), "LimitError"),
    "escaped slashes": (lambda: game_of("+/1/" + _fill("\\/") + "/x"), "LimitError"),
    "runs of backslashes in a piece": (lambda: game_of("+/1/" + _fill("\\" * 500 + TAB) + "/x"), "LimitError"),
    "slashes in a move": (lambda: game_of("M/" + "/" * SIZE), "LimitError"),
    "tabs in the roster": (lambda: game_of("PLAYER\t" + TAB * SIZE), "LimitError"),
    "conditions": (lambda: game_of("CHECK\t" * (SIZE // 6)), "LimitError"),
    "conditions in conditions": (
        lambda: game_of("".join("CHECK" + "\\" * level + TAB for level in range(6900)) + "x"),
        "LimitError",
    ),
    "logged commands in logged commands": (lambda: game_of("LOG\t" * (SIZE // 4)), "LimitError"),
    "a number of millions of digits": (lambda: game_of("M/1/m/" + "9" * SIZE + "/0/null/m/0/0/null"), "LimitError"),
    "a number of a million digits": (lambda: game_of("M/1/m/" + "9" * MB + "/0/null/m/0/0/null"), "FormatError"),
    "a number of a million foreign digits": (lambda: game_of("M/1/m/" + "٣" * MB + "/0/null/m/0/0/null"), "FormatError"),
    "one rare character among very many": (lambda: game_of("CHAT" + "z" * SIZE + "😀"), "LimitError"),
    "a position that never ends": (lambda: "begin_save" + (ESC + "CHATx") * 900_000, "FormatError"),
    "a chat line without end": (lambda: game_of("CHAT" + "z" * SIZE), "LimitError"),
}

# Refused when pieces are taken apart; the commands themselves are sound.
REFUSED_PIECES: dict[str, tuple[Callable[[], str], str]] = {
    "100,000 traits": (lambda: game_of("+/1/x" + "\\" * 100_000 + TAB + "y\tz/s"), ""),
    "2,500 nested traits": (lambda: game_of("+/1/" + _nested("mark;x", 2500, TAB) + "/s"), "LimitError"),
    "600 quoted nested traits": (lambda: game_of("+/1/" + _nested("'mark;x", 600, TAB) + "/s"), "LimitError"),
    "tabs in a type": (lambda: game_of("+/1/" + TAB * (4 * MB - 100) + "/s"), "LimitError"),
    "a stack of millions": (lambda: game_of("+/1/stack/" + ";" * (4 * MB - 100)), "LimitError"),
    "a deck of millions": (lambda: game_of("+/1/deck;x/" + ";" * (4 * MB - 100)), "LimitError"),
    "a layer of millions": (lambda: game_of("+/1/emb2;" + ";" * (4 * MB - 100) + "\tpiece;;;;/\t"), "LimitError"),
}

# Nothing is wrong with these but their size: read or refused, but in time and in memory.
BEARABLE_TEXTS: dict[str, Callable[[], str]] = {
    "very many empty commands": lambda: "begin_save" + ESC * 350_000 + "end_save",
    "very many logged nothings": lambda: game_of() + (ESC + "LOG\tnull") * 350_000,
    "one step of very many commands": lambda: game_of() + ESC + "LOG\tCHAT" + ("\\" + ESC + "LOG\tCHATab") * 350_000,
    "very many apostrophes between separators": lambda: game_of(("'" + ESC) * 350_000),
    "many quoted trees": lambda: game_of(*[_nested("x", 500, ESC) + "\\" * 501 + ESC + "'" + "z" * 500_000] * 35),
    "runs of backslashes": lambda: game_of(_fill("\\" * 500 + ESC)),
    "pieces of 511 traits": lambda: game_of(
        *_pieces(90, lambda n: f"+/{n}/{_nested('mark;x', 511, TAB)}/{_nested('x', 511, TAB)}")
    ),
    "pieces of 511 traits, quoted": lambda: game_of(
        *_pieces(38, lambda n: f"+/{n}/{_nested('mark;x', 500, TAB)}{chr(92) * 500}\t'{'z' * 400_000}/{_nested('x', 501, TAB)}")
    ),
    "states of 501 traits, quoted": lambda: game_of(
        *_pieces(38, lambda n: f"+/{n}/{_nested('mark;x', 500, TAB)}/{_nested('x', 500, TAB)[:-1]}'{'z' * 400_000}")
    ),
    "pieces all different": lambda: game_of(*_pieces(120_000, lambda n: f"+/{n}/a{n}/b")),
    "states all different": lambda: game_of(
        "+/1/mark;x\tpiece;;;a;x/a\tm;1;2;", *_pieces(120_000, lambda n: f"D/1/{n}\tm;1;2;/{n}\tm;3;4")
    ),
    "a number of a million noughts": lambda: game_of("M/1/m/" + "0" * MB + "1/0/null/m/0/0/null"),
    "six commands at the limit": lambda: game_of(*["CHAT" + "é" * (4 * MB - 10)] * 6),
    "results of very many dice": lambda: game_of("SHOW_RESULTS\td" + "\t6" * 200_000),
}


def _game(data: bytes, *more: Member) -> bytes:
    return make_zip([Member(GAME, data), *more])


def _zipped(text: str) -> bytes:
    """With enough noise in it that its ratio looks honest."""
    return _game(f"{text}{ESC}CHAT{_noise(500_000).hex()}".encode())


def _xml(body: bytes, entry: bytes = b"buildFile.xml") -> bytes:
    return make_zip([Member(entry, body, method=STORED)])


LAUGHS = b"<!DOCTYPE a [<!ENTITY b0 'ha'>%s]><a>&b30;</a>" % b"".join(
    b"<!ENTITY b%d '&b%d;&b%d;'>" % (level + 1, level, level) for level in range(30)
)

REFUSED_FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb of noughts": (lambda: _game(bytes(60 * MB)), "LimitError"),
    "a bomb with an honest ratio": (lambda: _zipped("begin_save" + ESC + "'" * (62 * MB)), "LimitError"),
    "a bomb of hex digits": (
        lambda: _game(Disguise(key=3).apply(game_of(_noise(MB).hex() + "q" * (28 * MB)))),
        "LimitError",
    ),
    "a bomb of rare characters": (lambda: _zipped(game_of("z" * (60 * MB) + "€")), "LimitError"),
    "a zip in a zip in a zip": (lambda: _game(_game(_game(bytes(8 * MB)))), "TextError"),
    "25 MB of zip that is none": (lambda: b"PK\3\4" + _noise(25 * MB - 4), "ArchiveError"),
    "25 MB that are an end record": (lambda: b"PK\5\6" * (25 * MB // 4), "ArchiveError"),
    "a directory of 300,000 entries": (
        lambda: make_zip(Member(b"%05x" % number, method=STORED) for number in range(300_000)),
        "LimitError",
    ),
    "tags": (lambda: _xml(b"<a>" + b"<b/>" * (6 * MB) + b"</a>"), "LimitError"),
    "attributes": (lambda: _xml(b"<a>" + b"<b a='1' c='2'/>" * 1_500_000 + b"</a>"), "LimitError"),
    "tags in tags": (lambda: _xml(b"<b>" * 400_000 + b"</b>" * 400_000), "FormatError"),
    "one endless text": (lambda: _xml(b"<a>" + b"x" * (24 * MB) + b"</a>"), "FormatError"),
    "a billion laughs": (lambda: _xml(LAUGHS), "FormatError"),
    "a billion laughs in UTF-16": (lambda: _xml(LAUGHS.decode().encode("utf-16")), "FormatError"),
    "a billion laughs in UTF-32, big end first": (lambda: _xml(LAUGHS.decode().encode("utf-32-be")), "FormatError"),
    "a document type from elsewhere": (
        lambda: _xml(b"<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", b"buildFile"),
        "FormatError",
    ),
    "a document type in EBCDIC": (lambda: _xml("<!DOCTYPE a><a/>".encode("cp037")), "FormatError"),
}

BEARABLE_FILES: dict[str, Callable[[], bytes]] = {
    "10,000 entries": lambda: _game(game_of("x").encode(), *(Member(b"%d" % number) for number in range(9_999))),
    "10,000 entries in a module": lambda: make_zip(
        [Member(b"buildFile", b"<a/>"), *(Member(b"%d" % number, b"x" * 1000) for number in range(9_999))]
    ),
    "20 large entries beside a game": lambda: _game(
        game_of("x").encode(), *(Member(b"%d" % number, _noise(200_000, number) + bytes(39 * MB)) for number in range(20))
    ),
    "a million tags and attributes": lambda: _xml(b"<a>" + b"<b a='1' c='2'/>" * 333_000 + b"</a>"),
    "laughs beside a game": lambda: _game(game_of("x").encode(), Member(b"savedata", LAUGHS), Member(b"moduledata", LAUGHS)),
    "tags beside a game": lambda: _game(
        game_of("x").encode(), Member(b"savedata", SAVEDATA + b"<x/>" * MB), Member(b"moduledata", MODULEDATA)
    ),
}
