"""The build file of a module or extension: bytes from a stranger become an immutable tree of components.

A build file is XML whose tags are the names of Java classes: VASSAL's own (`VASSAL.build.module.Map`) or a module's. Which of
them mean anything to us is decided elsewhere; here every element becomes a `Component`, none is dropped.

A document type declaration, and with it every entity, is refused before any XML parser sees the text, whatever the encoding: the
text is decoded here, its prolog walked by hand, and the parser gets UTF-8 from the root element on, so what was checked is what
is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import intern

from lxml import etree

from .errors import LimitError, ModuleError
from .limits import DEFAULT_LIMITS, Limits
from .sequence import decode

DEPTH = 100  # seen: 10
_CHUNK = 1 << 16

_MARKS = (  # the longer marks first: UTF-32's begins with UTF-16's
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_OPENINGS = (  # how a `<` at the very beginning looks without a byte order mark
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
_DECLARED = re.compile(rb"<\?xml[^>]{0,100}?\sencoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_EIGHT_BIT = {"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "windows-1250", "windows-1251"}
_SPACE = " \t\r\n"
_JAVA_SPACE = "".join(map(chr, range(0x21)))


@dataclass(frozen=True, slots=True)
class BuildProblem:
    """Something in a module that is not as it should be, but does not keep us from reading the rest."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Problems:
    """Collects problems while a module is read; a hostile module must not fill the memory with them."""

    LIMIT = 1000

    def __init__(self) -> None:
        self._seen: dict[BuildProblem, None] = {}
        self._more = 0

    def add(self, where: str, what: str) -> None:
        problem = BuildProblem(where, what)
        if problem in self._seen:
            return
        if len(self._seen) < self.LIMIT:
            self._seen[problem] = None
        else:
            self._more += 1

    def found(self) -> tuple[BuildProblem, ...]:
        rest = (BuildProblem("module", f"{self._more} more problems of these kinds"),) if self._more else ()
        return (*self._seen, *rest)


def shown(text: str) -> str:
    """A name out of a file, fit to stand in a message: short, in one line, without control characters."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text[:61])
    return f"{plain[:60]}…" if len(plain) > 60 else plain


def java_trim(text: str) -> str:
    return text.strip(_JAVA_SPACE)


def java_int(text: str) -> int | None:
    """What Java's Integer.parseInt makes of a text; None where it would throw."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits.isdecimal() or len(digits) > 1000:
        return None
    value = int(text)
    return value if -(1 << 31) <= value < 1 << 31 else None


def java_double(text: str) -> float | None:
    """What Java's Double.valueOf makes of a decimal text; None where it would throw."""
    plain = java_trim(text)
    if plain.lstrip("+-") in ("NaN", "Infinity") and plain[1:2] not in ("+", "-"):
        return float(plain)
    if plain[-1:] in ("d", "D", "f", "F"):
        plain = plain[:-1]
    if len(plain) > 1000 or not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", plain, re.ASCII):
        return None
    return float(plain)


def java_list(text: str) -> tuple[str, ...]:
    """A list of texts in one attribute; an empty text is an empty list."""
    return tuple(decode(text, ",")) if text else ()


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """One element of a build file: a Java class, its attributes and what it contains."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Component, ...] = ()
    text: str = ""  # the element's own text, without that of its children
    origin: str = ""  # the extension it came from; empty for the module itself

    def __repr__(self) -> str:
        return f"Component({shown(self.tag)!r}, {len(self.attributes)} attributes, {len(self.children)} children)"

    @property
    def kind(self) -> str:
        """The class name without its package."""
        return self.tag.rpartition(".")[2]

    @property
    def is_folder(self) -> bool:
        """Folders only tidy the editor's tree; what they hold counts as held by their parent."""
        return self.tag.startswith("VASSAL.build.module.folder.")

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.attributes.get(name)
        return default if value is None else value.lower() == "true"

    def integer(self, name: str, default: int = 0) -> int:
        """The number, or the default where the attribute is missing or no number."""
        value = java_int(self.attributes.get(name, ""))
        return default if value is None else value

    def number(self, name: str, default: float = 0.0) -> float:
        value = java_double(self.attributes.get(name, ""))
        return default if value is None else value

    def walk(self) -> Iterator[Component]:
        """This component and everything below it, in the order of the file."""
        stack = [self]
        while stack:
            component = stack.pop()
            yield component
            stack.extend(reversed(component.children))

    def parts(self) -> Iterator[Component]:
        """The direct children, with folders opened."""
        stack = list(reversed(self.children))
        while stack:
            component = stack.pop()
            if component.is_folder:
                stack.extend(reversed(component.children))
            else:
                yield component


def parse(data: bytes, *, file: str, origin: str = "", limits: Limits = DEFAULT_LIMITS) -> Component:
    """Read a build file. Anything but well-formed XML without a document type is a `ModuleError`."""
    if len(data) > limits.xml_bytes:
        raise LimitError(f"a build file of more than {limits.xml_bytes} bytes", file=file)
    text = _decoded(data, file)
    target = _Target(origin, file, limits.xml_marks)
    # Without a document type only `&amp;` and its like are entities. lxml must resolve those: told not to, it hands a parser
    # target `&#38;` for each of them in attributes.
    parser = etree.XMLParser(
        target=target, encoding="utf-8", resolve_entities=True, load_dtd=False, no_network=True, huge_tree=False
    )
    content = text[_root_start(text, file) :].encode()
    try:
        for start in range(0, len(content), _CHUNK):
            parser.feed(content[start : start + _CHUNK])
        parser.close()
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise ModuleError(f"no well-formed XML (line {line} of its root element, column {column})", file=file) from error
    if target.root is None:
        raise ModuleError("XML without a root element", file=file)
    return target.root


def choose(names: Sequence[str], made_with: str) -> str | None:
    """Which entry is the build file: VASSAL 3.5 changed the name, and a module saved over may hold both."""
    order = ["buildFile.xml", "buildFile"]
    numbers = re.match(r"(\d{1,4})\.(\d{1,4})", made_with)
    if numbers and (int(numbers[1]), int(numbers[2])) < (3, 5):
        order.reverse()
    return next((name for name in order if name in names), None)


def _decoded(data: bytes, file: str) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding, file)
    for opening, encoding in _OPENINGS:
        if data.startswith(opening):
            return _strict(data, encoding, file)
    declared = _DECLARED.match(data)
    encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    if encoding not in _EIGHT_BIT:
        raise ModuleError("XML in an encoding that no module uses", file=file, expected="UTF-8")
    return _strict(data, encoding, file)


def _strict(data: bytes, encoding: str, file: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ModuleError(f"bytes that are not {encoding}", file=file, offset=error.start) from error


def _root_start(text: str, file: str) -> int:
    """Where the root element begins. Only comments and processing instructions may stand before it."""
    place = 0
    while True:
        while text[place : place + 1] in _SPACE and place < len(text):
            place += 1
        if text.startswith("<!--", place):
            end = text.find("-->", place + 4)
            place = end + 3
        elif text.startswith("<?", place):
            end = text.find("?>", place + 2)
            place = end + 2
        elif text.startswith("<!", place):
            raise ModuleError("a document type or entity declaration, which no module has", file=file, offset=place)
        elif text.startswith("<", place):
            return place
        else:
            raise ModuleError("no XML", file=file, offset=place)
        if end < 0:
            raise ModuleError("no well-formed XML (its prolog does not end)", file=file)


class _Target:
    """Builds components while the parser runs, so that no second tree stands in memory."""

    def __init__(self, origin: str, file: str, marks: int) -> None:
        self._origin = origin
        self._file = file
        self._most = marks
        self._marks = 0
        self._open: list[tuple[str, dict[str, str], list[str], list[Component]]] = []
        self.root: Component | None = None

    def start(self, tag: str | bytes, attrib: Mapping[str | bytes, str | bytes]) -> None:
        self._marks += 1 + len(attrib)
        if self._marks > self._most:
            raise LimitError("too many elements and attributes", file=self._file, expected=f"at most {self._most:,}")
        if len(self._open) >= DEPTH:
            raise LimitError(f"elements nested more than {DEPTH} deep", file=self._file)
        self._open.append((intern(str(tag)), {intern(str(name)): str(value) for name, value in attrib.items()}, [], []))

    def data(self, data: str | bytes) -> None:
        if self._open:
            self._open[-1][2].append(str(data))

    def comment(self, text: str | bytes) -> None:
        """Comments are nothing to VASSAL either."""

    def end(self, tag: str | bytes) -> None:
        name, attributes, text, children = self._open.pop()
        component = Component(name, attributes, tuple(children), java_trim("".join(text)), self._origin)
        if self._open:
            self._open[-1][3].append(component)
        else:
            self.root = component

    def close(self) -> None:
        """The root is asked for by its name."""
