"""XML from strangers: read when it is plain, refused before parsing when it could be anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vassal_bridge.errors import FormatError, LimitError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.xmlsafe import parse_xml

DOCTYPE = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"


@pytest.mark.parametrize(
    "data",
    [
        b"<a/>",
        b"\n\t <a/>",
        b"\xef\xbb\xbf<a/>",
        b"<?xml version='1.0' encoding='UTF-8' standalone='no'?>\r\n<a/>",
        b"<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe4'/>",
        "<?xml version='1.0' encoding='UTF-16'?><a b='ä'/>".encode("utf-16"),
        b"<!-- a comment --><a/>",
        b"<?mso-application progid='x'?><a/>",
        b"<a>&lt;!DOCTYPE&gt;</a>",
    ],
)
def test_plain_xml_is_read(data: bytes) -> None:
    assert parse_xml(data).tag == "a"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
@pytest.mark.parametrize("text", [DOCTYPE, DOCTYPE.replace("DOCTYPE", "doctype"), "<a/>" + DOCTYPE, "<! DOCTYPE a><a/>"])
def test_a_document_type_is_refused_in_every_encoding(text: str, encoding: str) -> None:
    with pytest.raises(FormatError, match="document type"):
        parse_xml(text.encode(encoding))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (DOCTYPE.encode("cp037"), "usual text encoding"),
        (b"", "usual text encoding"),
        (b"PK\3\4", "usual text encoding"),
        (b"\x1f\x8b\x08\x00", "usual text encoding"),
        (b"<?xml version='1.0' encoding='UTF-7'?>+ADw-a/+AD4-", "unusual text encoding"),
        (b"<?xml version='1.0' encoding='cp037'?><a/>", "unusual text encoding"),
        (b"<a", "not well-formed"),
        (b"<a></b>", "not well-formed"),
        (b"<a/><b/>", "not well-formed"),
        (b"<a>\0</a>", "not well-formed"),
        (b"<a>\xff</a>", "not well-formed"),
        (b"<a>&unknown;</a>", "not well-formed"),
        (b"<a b='1' b='2'/>", "not well-formed"),
        (b"<a>" * 5000 + b"</a>" * 5000, "not well-formed"),
    ],
)
def test_what_is_no_plain_xml_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        parse_xml(data)
    assert caught.value.expected


def test_size_and_number_of_tags_have_limits() -> None:
    data = b"<a b='1'><c/></a>"
    assert len(parse_xml(data, replace(DEFAULT_LIMITS, xml_bytes=len(data), xml_marks=4))) == 1
    with pytest.raises(LimitError, match="bytes"):
        parse_xml(data, replace(DEFAULT_LIMITS, xml_bytes=len(data) - 1))
    with pytest.raises(LimitError, match="tags"):
        parse_xml(data, replace(DEFAULT_LIMITS, xml_marks=3))
