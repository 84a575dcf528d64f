"""Drivers for what VASSAL's files are made of: containers, disguises, sequences, commands, traits."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import partial

from tests.bridge.model import entries_of, states_of, tokens_of, types_of
from tests.fuzz.driver import ROOT, Driver, folder, refused, text_of
from vassal_bridge.archive import SAVED_GAME, open_archive
from vassal_bridge.commands import AddPiece, ChangePiece, Logged, parse_command
from vassal_bridge.errors import BridgeError, FormatError, TextError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.obfuscation import Disguise, Form, uncover
from vassal_bridge.pieces import Piece
from vassal_bridge.roundtrip import Roundtrip, _Rebuilder
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import decode, encode, nested_join, nested_split, split_raw, unquote
from vassal_bridge.traits import trait_reader
from vassal_bridge.tree import join_entries, split_entries

SKIRMISH = ROOT / "logs" / "skirmish"
DELIMITERS = ";,/|:\t\x1b"


def _small_zip(text: bytes, method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        made.writestr(SAVED_GAME, text)
        made.writestr("savedata", b'<data version="1"><VassalVersion>3.7.26</VassalVersion></data>')
        made.writestr("moduledata", b'<data version="1"><name>Skirmish</name></data>')
    return out.getvalue()


def archives() -> Iterator[bytes]:
    text = "begin_save\x1b\x1bCHATa\x1bend_save"
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        yield _small_zip(Disguise(key=7).apply(text), method)
        yield _small_zip(text.encode(), method)
    yield text.encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("buildFile.xml", b"<VASSAL.build.GameModule/>")
        made.writestr("images/", b"")
    yield out.getvalue()


def check_archive(data: bytes) -> None:
    """Refused by the family, or read as Python's own reader reads it; and what was written from it reads the same."""
    path = folder() / "any.vsav"
    path.write_bytes(data)
    try:
        archive = open_archive(path)
        held = archive.read_all()
    except BridgeError as error:
        refused(error)
        return
    if archive.zipped:
        with zipfile.ZipFile(path) as other:
            assert held == {info.filename: other.read(info) for info in other.infolist()}
    if archive.is_game:
        try:
            saved = read_saved(path)
        except BridgeError:
            return
        kept = saved.encoded()
        assert kept == held[SAVED_GAME] or (kept.startswith(b"!VCSK") and kept.lower() == held[SAVED_GAME].lower())
        assert str(saved).isprintable()


def disguises() -> Iterator[bytes]:
    for form in Form:
        yield Disguise(form, 0 if form is Form.PLAIN else 0x5A).apply("begin_save\x1bCHATäé\x1bend_save")


def check_disguise(data: bytes) -> None:
    try:
        text, disguise = uncover(data)
    except TextError as error:
        refused(error)
        return
    again = disguise.apply(text)
    assert again == data or (data.startswith(b"!VCSK") and again.lower() == data.lower())


def sequences() -> Iterator[bytes]:
    yield from (b"\x00a;b\\;c;'d;e'", b"\x05a\tb\\\tc\\\\\td", b"\x06a\x1bb\\\x1bc\x1b'x'", b"\x02'';\\;';\\'", b"\x01a,,b,")


def check_sequence(data: bytes) -> None:
    """As a model reads it that was written from VASSAL's way of reading, character by character."""
    if not data:
        return
    delimiter, text = DELIMITERS[data[0] % len(DELIMITERS)], text_of(data[1:400])
    raw = split_raw(text, delimiter)
    tokens = decode(text, delimiter)
    assert delimiter.join(raw) == text
    assert tokens == [unquote(token, delimiter) for token in raw] == tokens_of(text, delimiter)
    encode(tokens, delimiter)
    traits = text.replace(delimiter, "\t")
    count = 1 + data[0] // 16
    assert nested_split(traits, "\t") == types_of(traits)
    states = nested_split(traits, "\t", count)
    assert states == states_of(traits, count)
    nested_join(states, "\t")
    tree = text.replace(delimiter, "\x1b")
    entries = split_entries(tree)
    assert join_entries(entries) == tree
    assert [list(entry.texts()) for entry in entries] == entries_of(tree)


def _samples() -> Iterator[str]:
    """Every kind of command that our own sample logs hold, each a few times."""
    seen: dict[str, int] = {}
    for path in (
        *SKIRMISH.glob("*.v[ls]*[gv]"),
        ROOT / "logs/koenigsberg-rg/turn1.vlog",
        ROOT / "logs/seelow-kustrin/turn1.vlog",
    ):
        for entry in read_saved(path).entries:
            for text in entry.texts():
                kind = text[:8] if text[:3] in ("LOG", "CHE") else text[:4]
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] <= 6 and len(text) < 4000:
                    yield text


def commands() -> Iterator[bytes]:
    yield from (text.encode() for text in _samples())


def check_command(data: bytes) -> None:
    """Taken apart and built again it is the same text, whatever its values alone would give."""
    text = text_of(data)
    assert _Rebuilder(Roundtrip("any"), trait_reader(), DEFAULT_LIMITS).text("here", text) == text
    try:
        repr(parse_command(text))
    except FormatError as error:
        refused(error)


def pieces() -> Iterator[bytes]:
    for text in _samples():
        command = parse_command(text)
        if isinstance(command, Logged):
            command = command.command
        if isinstance(command, AddPiece):
            yield f"{command.type}\0{command.state}".encode()
        elif isinstance(command, ChangePiece):
            yield f"mark;x\tpiece;;;;\0{command.new_state}".encode()


def check_piece(data: bytes) -> None:
    """Every field of every trait, what the piece answers, and back again."""
    type_text, _, state_text = text_of(data).partition("\0")
    try:
        traits = trait_reader().piece(type_text, state_text)
    except BridgeError as error:
        refused(error)
        return
    for trait in traits:
        for values in (trait.type, trait.state):
            _try(partial(dict, values))
    text = "+/" + (encode(["1", type_text, state_text], "/") or "")
    _try(partial(_Rebuilder(Roundtrip("any"), trait_reader(), DEFAULT_LIMITS).text, "here", text))
    piece = Piece("1", traits)
    for question in ("position", "members", "name", "image", "layers", "markers", "dynamic", "trail", "labels", "properties"):
        _try(partial(getattr, piece, question))


def _try(read: Callable[[], object]) -> None:
    """Texts may hold more fields than any may: that is refused."""
    try:
        read()
    except BridgeError as error:
        refused(error)


_TRAITS = ("piece;", "emb2;", "mark;", "label;", "obs;", "hide;", "PROP;", "DYNPROP;", "rotate;", "deck;", "stack;")
_COMMANDS = (
    "+/",
    "-/",
    "D/",
    "M/",
    "LOG\t",
    "CHAT",
    "UNDO",
    "CHECK\t",
    "PLAYER\t",
    "null",
    "MutableProperty\t",
    "TURN",
    "end_save",
)

DRIVERS = (
    Driver("archive", check_archive, archives, ("PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "!VCSK", "VOBS"), 2048),
    Driver("obfuscation", check_disguise, disguises, ("!VCSK", "VOBS", "begin_save", "\x1b"), 512),
    Driver("sequence", check_sequence, sequences, ("\\;", "\\\\", "'", "\x1b", "\t", "\\\x1b", "\\\t"), 200),
    Driver("commands", check_command, commands, (*_COMMANDS, "\\\t", "\\/", "/null/", "stack/", "\x1b")),
    Driver("traits", check_piece, pieces, (*_TRAITS, "\\\t", "\\;", "\x00", "\t", "true", "false", "-1", "null")),
)
