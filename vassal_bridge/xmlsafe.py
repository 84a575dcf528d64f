"""XML from strangers: no document types, no entities, no network, no giants."""

from __future__ import annotations

import re

from lxml import etree

from .errors import FormatError, LimitError
from .limits import DEFAULT_LIMITS, Limits

_START = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[ \t\r\n]*<")
_FORBIDDEN = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)[\"']", re.IGNORECASE)
_ENCODINGS = frozenset(
    {b"utf-8", b"utf8", b"utf-16", b"utf-16le", b"utf-16be", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252"}
)


def parse_xml(data: bytes, limits: Limits = DEFAULT_LIMITS) -> etree._Element:
    """The root element. Raises `FormatError` for what is no XML, or is XML that nobody honest writes into a VASSAL file."""
    if len(data) > limits.xml_bytes:
        raise LimitError(f"{len(data):,} bytes of XML", expected=f"at most {limits.xml_bytes:,}")
    # Every encoding let through below writes ASCII as ASCII once the zero bytes of UTF-16 and UTF-32 are gone.
    ascii_view = data.replace(b"\0", b"") if b"\0" in data else data
    if _START.match(ascii_view) is None:  # other encodings, in which a declaration could hide
        raise FormatError("not XML in any usual text encoding", offset=0, expected="XML")
    if ascii_view.count(b"<") + ascii_view.count(b"=") > limits.xml_marks:  # each costs the parser a hundred bytes and more
        raise LimitError("too many tags and attributes", expected=f"at most {limits.xml_marks:,}")
    found = _FORBIDDEN.search(ascii_view)
    if found is not None:
        raise FormatError("a document type or entity is declared", offset=found.start(), expected="plain XML without either")
    declared = _ENCODING.match(ascii_view[ascii_view.find(b"<") :][:200])
    if declared is not None and declared.group(1).lower() not in _ENCODINGS:
        raise FormatError("an unusual text encoding is declared", offset=0, expected="UTF-8")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise FormatError(f"not well-formed XML in line {line}, column {column}", expected="XML") from None
    except ValueError:
        raise FormatError("not readable as XML", expected="XML") from None
