"""Declared fields: values as VASSAL would read them, every text kept, every edit read back or refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vassal_bridge.errors import EditError
from vassal_bridge.fields import (
    BOOL,
    FLOAT,
    INT,
    LONG,
    SECRET,
    TEXT,
    TEXTS,
    Field,
    FieldLayout,
    Kind,
    flag,
    integer,
    java_int,
    number,
    record,
    secret,
    sequence_of,
    text,
    texts,
)
from vassal_bridge.secret import Secret

MIXED = FieldLayout(
    ";", text("name", "unnamed"), integer("level", 7), flag("on"), texts("list"), number("scale", 1.0), secret("owner")
)


def _read(kind: Kind, raw: str) -> Any:
    return FieldLayout("", Field("it", kind, "unreadable")).read(raw)["it"]


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (INT, "0", 0),
        (INT, "-5", -5),
        (INT, "+5", 5),
        (INT, "0012", 12),
        (INT, "2147483647", 2147483647),
        (INT, "-2147483648", -2147483648),
        (INT, "0" * 5000 + "7", 7),
        (INT, "-" + "0" * 5000 + "7", -7),
        (INT, "2147483648", "unreadable"),
        (INT, "-2147483649", "unreadable"),
        (INT, "9" * 5000, "unreadable"),
        (INT, "", "unreadable"),
        (INT, "-", "unreadable"),
        (INT, "+-1", "unreadable"),
        (INT, " 1", "unreadable"),
        (INT, "1_0", "unreadable"),
        (INT, "1.0", "unreadable"),
        (INT, "²", "unreadable"),
        (LONG, "9223372036854775807", 9223372036854775807),
        (LONG, "-9223372036854775808", -9223372036854775808),
        (LONG, "9223372036854775808", "unreadable"),
        (LONG, "1711658030862", 1711658030862),
        (FLOAT, "1", 1.0),
        (FLOAT, "-1.5", -1.5),
        (FLOAT, ".5", 0.5),
        (FLOAT, "5.", 5.0),
        (FLOAT, "1e3", 1000.0),
        (FLOAT, " 1.0 ", 1.0),
        (FLOAT, "1.0d", 1.0),
        (FLOAT, "", "unreadable"),
        (FLOAT, "x", "unreadable"),
        (FLOAT, "1,5", "unreadable"),
        (FLOAT, "1_0", "unreadable"),
        (FLOAT, "0x10", "unreadable"),
        (FLOAT, "1 2", "unreadable"),
        (BOOL, "true", True),
        (BOOL, "false", False),
        (BOOL, "TRUE", False),
        (BOOL, "", False),
        (TEXTS, "", ()),
        (TEXTS, "a,b\\,c", ("a", "b,c")),
        (TEXTS, ",", ("", "")),
        (SECRET, "pw", Secret("pw")),
        (sequence_of(INT, ","), "1,2,3", (1, 2, 3)),
        (sequence_of(INT, ","), "", ()),
        (sequence_of(INT, ","), "1,x", "unreadable"),
        (sequence_of(TEXT, ":"), "a:b\\:c", ("a", "b:c")),
    ],
)
def test_a_field_reads_as_vassal_reads_it(kind: Kind, raw: str, value: Any) -> None:
    assert _read(kind, raw) == value


def test_a_whole_number_is_one_that_java_reads() -> None:
    assert java_int("12") == 12
    assert java_int("-12") == -12
    assert java_int("9" * 9) == 999_999_999
    assert java_int("9" * 10) is None
    assert java_int("twelve") is None


def test_a_text_reads_field_by_field() -> None:
    values = MIXED.read("Tank;3;true;a,b;1.5;pw")
    assert dict(values) == {
        "name": "Tank",
        "level": 3,
        "on": True,
        "list": ("a", "b"),
        "scale": 1.5,
        "owner": Secret("pw"),
    }
    assert values.text("name") == "Tank"
    assert values.int("level") == 3
    assert values.flag("on")
    assert values.texts("list") == ("a", "b")
    assert values.number("scale") == 1.5
    assert values.secret("owner") == Secret("pw")
    assert values.rest == ()
    assert len(values) == 6
    assert "pw" not in repr(values)


def test_missing_fields_are_the_defaults_and_stay_missing() -> None:
    values = MIXED.read("Tank")
    assert (values["level"], values["on"], values["list"], values["scale"], values["owner"]) == (7, False, (), 1.0, Secret(""))
    assert values.present("name")
    assert not values.present("level")
    assert values.canonical() == values.raw == "Tank"


def test_an_empty_text_is_one_empty_field() -> None:
    values = MIXED.read("")
    assert values["name"] == ""
    assert values.present("name")
    assert values.canonical() == ""


def test_fields_vassal_cannot_read_are_the_defaults_and_keep_their_text() -> None:
    values = MIXED.read("Tank;x;yes;a;1,5;pw")
    assert (values["level"], values["on"], values["scale"]) == (7, False, 1.0)
    assert values.raw == "Tank;x;yes;a;1,5;pw"
    assert values.replace(name="Gun").raw == "Gun;x;yes;a;1,5;pw"


def test_fields_beyond_the_declared_are_kept() -> None:
    values = MIXED.read("Tank;3;true;a;1.5;pw;more;m\\;ore")
    assert values.rest == ("more", "m;ore")
    assert values.canonical() == values.raw
    assert values.replace(level=4).raw == "Tank;4;true;a;1.5;pw;more;m\\;ore"


def test_further_fields_of_a_kind_are_read_as_that_kind() -> None:
    layout = FieldLayout("\t", text("dice"), rest=INT)
    assert layout.read("d\t1\t-2").rest == (1, -2)
    assert layout.read("d\t1\tx\t3").rest == (1, None, 3)  # nothing but a family error may ever come out of a file
    assert layout.read("d").rest == ()
    assert FieldLayout("\t", rest=SECRET).read("pw\tpw2").rest == (Secret("pw"), Secret("pw2"))


@pytest.mark.parametrize(
    ("raw", "changes", "becomes"),
    [
        ("a;1", {"level": 2}, "a;2"),
        ("a;1", {"name": "b;c"}, "b\\;c;1"),
        ("a;1", {"name": "\\b"}, "'\\b';1"),
        ("a;1", {"name": "'b'"}, "''b'';1"),
        ("a;1", {"name": ""}, ";1"),
        ("a;001;false", {"on": True}, "a;001;true"),  # what is not changed keeps its text
        ("'a';1", {"level": 2}, "'a';2"),
        ("a", {"on": True}, "a;7;true"),  # what lay in between gets its default
        ("a", {"list": ("x", "y,z")}, "a;7;false;x,y\\,z"),
        ("a;1", {"name": "b", "level": -3}, "b;-3"),
        ("a;1;true;;1.0;pw", {"owner": Secret("new")}, "a;1;true;;1.0;new"),
        ("a;1;true", {"scale": 0.25}, "a;1;true;;0.25"),
        ("a;1;true;;1.0;pw", {"owner": Secret("x\\")}, "a;1;true;;1.0;x\\"),  # at the end a backslash survives
    ],
)
def test_an_edit_changes_its_field_and_nothing_else(raw: str, changes: dict[str, Any], becomes: str) -> None:
    changed = MIXED.read(raw).replace(**changes)
    assert changed.raw == becomes
    assert {name: changed[name] for name in changes} == changes


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "a\\"},  # VASSAL would swallow the next field
        {"level": 1 << 31},
        {"scale": float("nan")},
        {"list": ("",)},  # reads as no entry at all
        {"list": ("a\\", "b")},
    ],
)
def test_an_edit_that_would_read_back_otherwise_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(EditError):
        MIXED.read("Tank;3;true;a,b;1.5;pw").replace(**changes)


def test_a_text_without_delimiter_is_one_field_free_of_escapes() -> None:
    layout = FieldLayout("", text("whole"))
    values = layout.read("a;b\\'c'")
    assert values["whole"] == values.canonical() == "a;b\\'c'"
    assert values.replace(whole="'x\\").raw == "'x\\"
    whole = FieldLayout("", integer("whole"))
    assert whole.read("3").replace(whole=4).raw == "4"
    with pytest.raises(EditError):
        whole.read("3").replace(whole=1 << 40)


def test_a_field_may_be_a_layout_of_its_own() -> None:
    outer = FieldLayout(";", Field("inner", record(FieldLayout(",", text("a"), integer("b")))), text("c"))
    values = outer.read("x,5;y")
    assert values["inner"]["a"] == "x"
    assert values["inner"]["b"] == 5
    inner = values["inner"].replace(b=6)
    assert values.replace(inner=inner).raw == "x,6;y"


def test_values_are_values() -> None:
    assert MIXED.read("a;1") == MIXED.read("a;1")
    assert MIXED.read("a;1") != MIXED.read("a;01")
    assert MIXED.read("a;1").same_values(MIXED.read("'a';01"))
    assert not MIXED.read("a;1").same_values(MIXED.read("a;2"))
    assert not MIXED.read("a;1").same_values(MIXED.read("a;1;false;;1.0;;more"))
    assert len({MIXED.read("a;1"), MIXED.read("a;1")}) == 1
    with pytest.raises(ValueError, match="one name"):
        FieldLayout(";", text("a"), text("a"))


NASTY = st.text(alphabet=";\\'a,1", max_size=10)


@settings(deadline=None, max_examples=300)
@given(
    st.text(alphabet=";\\'a,1", max_size=24),
    st.fixed_dictionaries({}, optional={"name": NASTY, "level": st.integers(-(1 << 33), 1 << 33), "owner": NASTY.map(Secret)}),
)
def test_any_edit_of_any_text_gives_the_edit_and_nothing_else_or_is_refused(raw: str, changes: dict[str, Any]) -> None:
    values = MIXED.read(raw)
    before = dict(values)
    try:
        changed = values.replace(**changes)
    except EditError:
        return
    assert dict(changed) == before | changes
    assert changed.rest == values.rest
    if not changes:
        assert changed.raw == raw
