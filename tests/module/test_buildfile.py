"""Build files: read in every encoding Java reads, and nothing hostile reaches the parser."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.buildfile import Component, Problems, choose, java_double, java_int, java_list, parse, shown
from vassal_bridge.errors import BridgeError, LimitError, ModuleError
from vassal_bridge.limits import Limits

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}
MODULE = '<VASSAL.build.GameModule name="Łódź"><VASSAL.build.module.Map mapName="Höhe"/></VASSAL.build.GameModule>'
BOMB = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>'
EXTERNAL = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


def read(text: str) -> Component:
    return parse(text.encode(), file="made-up.vmod")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("marked", [True, False])
def test_every_unicode_encoding_is_read(encoding: str, marked: bool) -> None:
    data = (MARKS[encoding] if marked else b"") + MODULE.encode(encoding)
    root = parse(data, file="made-up.vmod")
    assert root.get("name") == "Łódź"
    assert root.children[0].get("mapName") == "Höhe"


def test_a_declared_eight_bit_encoding_is_read() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><a name="Königsberg"/>'
    assert parse(text.encode("latin-1"), file="old.mod").get("name") == "Königsberg"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize(
    "prolog", [BOMB, EXTERNAL, "<!-- so --> <?php ?>\n" + BOMB, "<!doctype a>", "<!ENTITY x 'y'>", "<!DOCTYPE"]
)
def test_a_document_type_is_refused_in_every_encoding(encoding: str, marked: bool, prolog: str) -> None:
    data = (MARKS[encoding] if marked else b"") + (prolog + "<a>&lol2;</a>").encode(encoding)
    with pytest.raises(ModuleError, match=r"document type|no XML"):
        parse(data, file="bomb.vmod")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_document_type_is_refused_whatever_encoding_is_declared(encoding: str) -> None:
    for declared in ("UTF-8", "UTF-16", "UTF-7", "cp037", "utf-16-le"):
        text = f'<?xml version="1.0" encoding="{declared}"?>{BOMB}<a>&lol2;</a>'
        with pytest.raises(ModuleError):
            parse(text.encode(encoding), file="bomb.vmod")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"begin_save",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"<a/><!DOCTYPE a>",
        b"<a>&nobody;</a>",
        b"<a b='1' b='2'/>",
        b"<a>\x00</a>",
        b"<a>\xff</a>",
        b"<!-- never ends <a/>",
        b"<?xml never ends",
        b'<?xml version="1.0" encoding="UTF-7"?><a/>',
        b'<?xml version="1.0" encoding="IBM037"?><a/>',
        b"\xff\xfe<",
        b"L\x6f\xa7\x94",
    ],
)
def test_what_is_no_xml_is_a_module_error(data: bytes) -> None:
    with pytest.raises(ModuleError) as caught:
        parse(data, file="broken.vmod")
    assert caught.value.file == "broken.vmod"


@given(st.binary(max_size=300))
def test_arbitrary_bytes_never_raise_anything_else(data: bytes) -> None:
    try:
        root = parse(data, file="any.vmod")
    except BridgeError:
        return
    assert root.tag


@given(st.text(alphabet="<>!-?/&;ab\"'= DOCTYPE[]", max_size=60))
def test_arbitrary_markup_never_raises_anything_else(text: str) -> None:
    try:
        root = read(text)
    except BridgeError:
        return
    assert root.tag


def test_the_limits_hold() -> None:
    with pytest.raises(LimitError):
        parse(b"<a>" + b" " * 100 + b"</a>", file="big.vmod", limits=Limits(xml_bytes=50))
    with pytest.raises(LimitError):
        parse(b"<a x='1'>" + b"<b/>" * 9 + b"</a>", file="many.vmod", limits=Limits(xml_marks=10))
    assert len(parse(b"<a x='1'>" + b"<b/>" * 8 + b"</a>", file="enough.vmod", limits=Limits(xml_marks=10)).children) == 8


def test_deep_nesting_is_refused() -> None:
    assert sum(1 for _ in read("<a>" * 100 + "</a>" * 100).walk()) == 100
    for depth in (101, 5000, 1_000_000):
        with pytest.raises(LimitError):
            read("<a>" * depth)


def test_escapes_are_read_as_what_they_mean() -> None:
    root = read('<a name="Tom &amp; Jerry &lt;2&gt; &#233;&quot;">1 &amp; 2\t&#9;</a>')
    assert root.get("name") == 'Tom & Jerry <2> é"'
    assert root.text == "1 & 2"


def test_a_text_is_the_elements_own_and_trimmed() -> None:
    root = read("<a>\n one <b>inner</b> two <!-- no --> three\n</a>")
    assert root.text == "one  two  three"
    assert root.children[0].text == "inner"


def test_markup_inside_the_root_is_no_document_type() -> None:
    root = read("<a><![CDATA[<!DOCTYPE x>]]><!-- <!ENTITY> --></a>")
    assert root.text == "<!DOCTYPE x>"


def test_folders_are_opened_and_all_is_walked_in_order() -> None:
    folder = "VASSAL.build.module.folder.MapSubFolder"
    root = read(f"<a><b/><{folder}><c/><{folder}><d><e/></d></{folder}></{folder}><f/></a>")
    assert [part.tag for part in root.parts()] == ["b", "c", "d", "f"]
    assert [part.kind for part in root.walk()] == ["a", "b", "MapSubFolder", "c", "MapSubFolder", "d", "e", "f"]


def test_attributes_read_as_java_reads_them() -> None:
    root = read('<a yes="TRUE" no="yes" number="-12" wide="1.5e2" broken="1O"/>')
    assert root.flag("yes")
    assert not root.flag("no", True)
    assert root.flag("missing", True)
    assert (root.integer("number"), root.integer("broken", 7), root.integer("missing", 8)) == (-12, 7, 8)
    assert (root.number("wide"), root.number("broken", 2.5)) == (150.0, 2.5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("+5", 5),
        ("-0", 0),
        ("007", 7),
        ("2147483647", 2147483647),
        ("2147483648", None),
        ("-2147483648", -2147483648),
        ("", None),
        ("-", None),
        (" 1", None),
        ("1.0", None),
        ("1_0", None),
        ("9" * 5000, None),
    ],
)
def test_whole_numbers(text: str, value: int | None) -> None:
    assert java_int(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        (" 80 ", 80.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("2d", 2.0),
        ("2F", 2.0),
        ("-Infinity", float("-inf")),
        ("inf", None),
        ("1_0", None),
        ("", None),
        ("1,5", None),
        ("0x10", None),
        ("--Infinity", None),
    ],
)
def test_fractions(text: str, value: float | None) -> None:
    assert java_double(text) == value


def test_not_a_number_is_one_to_java() -> None:
    value = java_double("NaN")
    assert value is not None
    assert value != value


def test_lists_split_at_commas_that_are_not_escaped() -> None:
    assert java_list("") == ()
    assert java_list("Red,Blue\\, dark,") == ("Red", "Blue, dark", "")


def test_names_in_messages_are_short_and_printable() -> None:
    assert shown("a\x1b[31m\nb") == "a?[31m?b"
    assert shown("x" * 500) == "x" * 60 + "…"


def test_problems_are_counted_once_and_not_without_end() -> None:
    problems = Problems()
    for number in range(Problems.LIMIT + 5):
        problems.add("here", f"fault {number}")
        problems.add("here", f"fault {number % 3}")
    found = problems.found()
    assert len(found) == Problems.LIMIT + 1
    assert str(found[0]) == "here: fault 0"
    assert str(found[-1]) == "module: 5 more problems of these kinds"


@pytest.mark.parametrize(
    ("names", "made_with", "entry"),
    [
        (["buildFile.xml"], "3.7.26", "buildFile.xml"),
        (["buildFile"], "3.2.17", "buildFile"),
        (["buildFile", "buildFile.xml"], "3.4.13", "buildFile"),
        (["buildFile", "buildFile.xml"], "3.5.0", "buildFile.xml"),
        (["buildFile", "buildFile.xml"], "", "buildFile.xml"),
        (["buildFile"], "3.7.0", "buildFile"),
        (["images/a.png"], "3.7.0", None),
    ],
)
def test_the_build_file_of_the_right_age_is_chosen(names: list[str], made_with: str, entry: str | None) -> None:
    assert choose(names, made_with) == entry
