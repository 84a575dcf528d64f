"""Every command VASSAL writes becomes the record it is, and its record gives the very text back."""

from __future__ import annotations

from typing import Any

import pytest

from vassal_bridge.commands import (
    AddPiece,
    BeginSave,
    ChangePiece,
    Chat,
    Command,
    ConditionalCommand,
    DeclaredCommand,
    EmptyCommand,
    EndSave,
    Logged,
    MovePiece,
    Player,
    RemovePiece,
    SetProperty,
    Undo,
    UnknownCommand,
    parse_command,
)
from vassal_bridge.declared import BOARDS, DECLARED
from vassal_bridge.errors import FormatError
from vassal_bridge.fields import Values
from vassal_bridge.secret import Secret

PASSWORD = Secret("pw")

# text, record, what the record says
RECORDS: list[tuple[str, type[Command], dict[str, Any]]] = [
    ("begin_save", BeginSave, {}),
    ("end_save", EndSave, {}),
    ("", EmptyCommand, {}),
    ("null", EmptyCommand, {}),
    ("+/17/piece;;;a.png;Tank/Main;1;2;5;0", AddPiece, {"id": "17", "type": "piece;;;a.png;Tank", "state": "Main;1;2;5;0"}),
    ("+/null/stack/Main;1;2", AddPiece, {"id": None, "type": "stack", "state": "Main;1;2"}),
    ("+/1/mark;a\\/b\tpiece;;;;x/\tnull;0;0", AddPiece, {"type": "mark;a/b\tpiece;;;;x", "state": "\tnull;0;0"}),
    ("-/17", RemovePiece, {"id": "17"}),
    ("-/a/b", RemovePiece, {"id": "a/b"}),
    ("-/", RemovePiece, {"id": ""}),
    ("D/17/new;1/old;2", ChangePiece, {"id": "17", "new_state": "new;1", "old_state": "old;2"}),
    ("D/17/new", ChangePiece, {"new_state": "new", "old_state": None}),
    ("D/17/new/", ChangePiece, {"new_state": "new", "old_state": ""}),
    ("D/null/new", ChangePiece, {"id": "null"}),
    (
        "M/17/Main Map/100/-20/null/null/0/0/18/pw",
        MovePiece,
        {"id": "17", "map": "Main Map", "x": 100, "y": -20, "under": None, "old_map": None, "player": PASSWORD},
    ),
    ("M/17/Main/1/2/3/Old/4/5/6", MovePiece, {"under": "3", "old_x": 4, "old_y": 5, "player": None}),
    ("M/null/Main/1/2/null/null/0/0/null/", MovePiece, {"id": None, "player": Secret("")}),
    ("M/1/a\\/b/2147483647/-2147483648/null/null/0/0/null/p\\/w", MovePiece, {"map": "a/b", "player": Secret("p/w")}),
    ("CHAT<Anna> - hello", Chat, {"text": "<Anna> - hello"}),
    ("CHAT", Chat, {"text": ""}),
    ("CHAT'quoted'", Chat, {"text": "'quoted'"}),
    ("UNDO\ttrue", Undo, {"begins": True}),
    ("UNDO\tfalse", Undo, {"begins": False}),
    ("MutableProperty\tname\told\tnew\tModule", SetProperty, {"name": "name", "old": "old", "new": "new", "container": "Module"}),
    ("MutableProperty\tname\told\tnew", SetProperty, {"new": "new", "container": None}),
    ("MutableProperty\tname\told", SetProperty, {"old": "old", "new": None}),
    ("MutableProperty\tname", SetProperty, {"old": None}),
    ("MutableProperty\t", SetProperty, {"name": ""}),
    ("MutableProperty\ta\\\tb\t\t'\\x'\t", SetProperty, {"name": "a\tb", "old": "", "new": "\\x", "container": ""}),
    ("PLAYER\tpw\tAnna\tBlue", Player, {"id": PASSWORD, "name": "Anna", "side": "Blue"}),
    ("PLAYER\t\t\t", Player, {"id": Secret(""), "name": "", "side": ""}),
    ("CHECK\t1.0\tALERT\\\told version", ConditionalCommand, {"conditions": ("1.0",)}),
    ("INFO\tAxis", UnknownCommand, {}),
    ("begin_save ", UnknownCommand, {}),
    ("end_save\n", UnknownCommand, {}),
    ("chat", UnknownCommand, {}),
    ("CHA", UnknownCommand, {}),
    ("M", UnknownCommand, {}),
    ("LOG", UnknownCommand, {}),
    ("\\", UnknownCommand, {}),
    ("'", UnknownCommand, {}),
    ("\0", UnknownCommand, {}),
]


@pytest.mark.parametrize(("text", "kind", "said"), RECORDS)
def test_a_text_becomes_its_record_and_comes_back(text: str, kind: type[Command], said: dict[str, Any]) -> None:
    command = parse_command(text)
    assert type(command) is kind
    assert {name: getattr(command, name) for name in said} == said
    assert command.raw == command.encoded() == text


@pytest.mark.parametrize(("text", "kind", "said"), RECORDS)
def test_a_logged_command_holds_the_very_record(text: str, kind: type[Command], said: dict[str, Any]) -> None:
    command = parse_command("LOG\t" + text)
    assert isinstance(command, Logged)
    assert command.command == parse_command(text)
    assert command.raw == command.encoded() == "LOG\t" + text


# text, values
DECLARED_ROWS: list[tuple[str, dict[str, Any]]] = [
    ("GlobalProperty\t;Weather;Storm;Module", {"name": "Weather", "value": "Storm", "container": "Module"}),
    ("GlobalProperty\t;a\\;b;;", {"name": "a;b", "value": ""}),
    ("GlobalTranslatable\t;m;text;Module", {"name": "m", "value": "text", "container": "Module"}),
    ("EXT\tMore\t1.2", {"name": "More", "version": "1.2"}),
    ("PLUGIN\tMore\t1.2", {"name": "More", "version": "1.2"}),
    ("NOTES\tall\tof\\it", {"text": "all\tof\\it"}),
    ("PNOTES\t", {"text": ""}),
    ("PNOTE\tpw\tmy plan", {"owner": PASSWORD, "text": "my plan"}),
    (
        "SNOTE\tBid\tpw\ttrue\tseven\t2024-01-02 03:04:05\tAnna",
        {"name": "Bid", "owner": PASSWORD, "hidden": True, "text": "seven", "handle": "Anna"},
    ),
    ("PYREMOVE\tpw", {"id": PASSWORD}),
    ("SETUP_STACK\tBlue", {}),
    ("UNMASK\tpw\tpw2", {}),
    ("CLOCKCONTROL\ttrue\tfalse", {"showing": True, "online": False}),
    (
        "CLOCK\tBlue\tRed\t1234567890123\t-1\tfalse\ttrue",
        {"who": "Blue", "clock": "Red", "elapsed": 1234567890123, "verified": -1, "ticking": False, "restore": True},
    ),
    ("SGKC\t7\tfalse", {"id": "7", "applied": False}),
    ("SGKC\t7", {"applied": True}),
    ("LOS\tLOS_Thread0\t1\t2\t3\t4\ttrue\tfalse\ttrue", {"from_x": 1, "to_y": 4, "persisting": True, "reset": True}),
    ("FLARE\t0\t5\t-6", {"id": "0", "x": 5, "y": -6}),
    ("SHOW_RESULTS\tCombat\t1\t2\t-3", {"dice": "Combat"}),
    ("AUDIO\tboom.wav", {"clip": "boom.wav"}),
    ("PLAY\twake\tpw", {"sound": "wake", "sender": PASSWORD}),
    ("DECK\t", {}),
    ("SEMAIL\tsomebody@example.org", {"address": Secret("somebody@example.org")}),
    ("PRIV_CHAT/pw/psst", {"sender": PASSWORD, "message": Secret("psst")}),
    ("INVITE\tAnna\tpw\tRoom", {"player": "Anna", "player_id": PASSWORD, "room": "Room"}),
    ("SYNCpw", {"player": PASSWORD}),
    ("LOCKSPOTAB\tTab\tAnna\tpw\t2024", {"tab": "Tab", "by": "Anna", "password": PASSWORD, "date": "2024"}),
    ("SPP\t12\tmood\tgood\tbad", {"piece": "12", "name": "mood", "old": "good", "new": "bad"}),
    ("ALERT\tCareful", {"text": "Careful"}),
    ("Events|a|b", {"text": "|a|b"}),
    ("TURNTrackerId\t0|1;0;Supply", {"tracker": "TrackerId", "state": "0|1;0;Supply"}),
    ("TURNTrackerId", {"tracker": "TrackerId", "state": ""}),
    ("Main MapBoardPicker\tField\t0\t0\tBoxes/rev\t1\t0", {}),
    ("Map0BoardPicker\t", {}),
]


@pytest.mark.parametrize(("text", "said"), DECLARED_ROWS)
def test_a_declared_command_says_what_its_fields_hold(text: str, said: dict[str, Any]) -> None:
    command = parse_command(text)
    assert isinstance(command, DeclaredCommand)
    assert {name: command.values[name] for name in said} == said
    assert command.raw == command.encoded() == text


def test_every_declared_command_has_a_row() -> None:
    commands = [parse_command(text) for text, _ in DECLARED_ROWS]
    seen = {command.spec.prefix for command in commands if isinstance(command, DeclaredCommand)}
    assert {spec.prefix for spec in (*DECLARED, BOARDS)} == seen


def test_fields_that_hold_passwords_are_marked_as_sensitive() -> None:
    for text, said in DECLARED_ROWS:
        command = parse_command(text)
        assert isinstance(command, DeclaredCommand)
        if any(isinstance(value, Secret) for value in said.values()):
            assert command.spec.sensitive, text


def test_prefixes_that_start_alike_are_told_apart() -> None:
    def spec(text: str) -> str:
        command = parse_command(text)
        assert isinstance(command, DeclaredCommand)
        return command.spec.prefix

    assert spec("PNOTES\tx") == "PNOTES\t"
    assert spec("PNOTE\tx") == "PNOTE\t"
    assert spec("CLOCK\tx\ty") == "CLOCK\t"
    assert spec("CLOCKCONTROL\ttrue") == "CLOCKCONTROL\t"
    assert spec("PLAY\tx") == "PLAY\t"
    assert isinstance(parse_command("PLAYER\ta\tb\tc"), Player)
    assert isinstance(parse_command("GlobalPropertyX"), UnknownCommand)
    assert isinstance(parse_command("LOSER\t"), UnknownCommand)
    assert isinstance(parse_command("x\tBoardPicker\t"), UnknownCommand)  # the name must be the first token


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("M/1/m/+5/0/null/m/0/0/null", 5),
        ("M/1/m/007/0/null/m/0/0/null", 7),
        ("M/1/m/-0/0/null/m/0/0/null", 0),
        ("M/1/m/" + "0" * 5000 + "1/0/null/m/0/0/null", 1),  # Java reads it; Python's own limit on digits must not show
        ("M/1/m/-" + "0" * 5000 + "1/0/null/m/0/0/null", -1),
        ("M/1/m/'5'/0/null/m/0/0/null", 5),
    ],
)
def test_a_number_written_oddly_is_read_as_java_reads_it_and_kept(text: str, x: int) -> None:
    command = parse_command(text)
    assert isinstance(command, MovePiece)
    assert command.x == x
    assert command.raw == text


@pytest.mark.parametrize(
    "text",
    [
        "+/1/piece",
        "+/1",
        "+/",
        "D/1",
        "D/",
        "M/",
        "M/1/m/1/2/null/m/1/2",
        "PLAYER\tpw\tAnna",
        "PLAYER\t",
        *(f"M/1/m/{bad}/0/null/m/0/0/null" for bad in ("", " 1", "1 ", "1.0", "x", "+", "-", "--1", "1_0", "0x1", "²")),
        *(f"M/1/m/{bad}/0/null/m/0/0/null" for bad in ("2147483648", "-2147483649", "9" * 30, "9" * 100_000)),
        "M/1/m/0/0/null/m/0/null/null",
    ],
)
def test_what_kills_a_load_in_vassal_is_an_error_even_when_logged(text: str) -> None:
    for whole in (text, "LOG\t" + text):
        with pytest.raises(FormatError) as caught:
            parse_command(whole)
        assert caught.value.expected
        assert len(str(caught.value)) < 200


def test_a_conditional_command_holds_the_other() -> None:
    command = parse_command("CHECK\ta\tb\tALERT\\\tx")
    assert isinstance(command, ConditionalCommand)
    assert command.conditions == ("a", "b")
    assert isinstance(command.command, DeclaredCommand)
    assert command.command.values.text("text") == "x"


def _checks(levels: int) -> str:
    """Conditional commands each holding the next: VASSAL's own way of nesting, all in one token."""
    return "".join("CHECK" + "\\" * level + "\t" for level in range(levels)) + "end"


def test_a_command_inside_conditions_without_end_does_not_exhaust_the_stack() -> None:
    for levels in (2, 10, 100, 1000, 3000):
        text = _checks(levels)
        command = parse_command(text)
        assert command.raw == text
        assert command.encoded() == text


def test_a_logged_command_inside_a_logged_one_is_kept_whole() -> None:
    for text in ("LOG\tLOG\tCHATx", "LOG\t" * 100_000):
        command = parse_command(text)
        assert command.raw == command.encoded() == text


def test_records_are_values() -> None:
    assert parse_command("M/1/m/0/0/null/m/0/0/null") == parse_command("M/1/m/0/0/null/m/0/0/null")
    assert len({parse_command(text) for text, _, _ in RECORDS}) == len(RECORDS)
    values = parse_command("EXT\ta\tb")
    assert isinstance(values, DeclaredCommand)
    assert isinstance(values.values, Values)
    field = "raw"
    with pytest.raises(AttributeError):
        setattr(values, field, "x")
