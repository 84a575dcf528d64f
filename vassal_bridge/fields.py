"""Typed fields declared as lists: how the texts of traits and commands become values, and values texts again.

A `Layout` names the fields of a delimited text in order. `Layout.read` gives `Values`: each field's value beside its raw text. A
field missing at the end stays missing (reading it gives VASSAL's default); fields beyond the declared ones are kept. A text
that VASSAL's own parser would replace by a default (`x` where a number belongs) reads as that default and keeps its raw text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from .errors import EditError
from .secret import Secret
from .sequence import LONG_TEXT, check_count, decode, encode, quote, split_raw, unquote


class UnreadableError(ValueError):
    """The text is none of the kind; VASSAL would take the default."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field holds: how its text is read and written."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Field:
    """One named place in a layout, and what VASSAL takes when it is missing or unreadable."""

    name: str
    kind: Kind
    default: Any = None


def _read_whole(text: str, bits: int) -> int:
    """A whole number as Java reads it: an optional sign and digits, nothing else, within so many bits."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits.isdecimal():
        raise UnreadableError
    digits = digits.lstrip("0") or "0"
    if len(digits) > 19:
        raise UnreadableError
    value = -int(digits) if text[0] == "-" else int(digits)
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise UnreadableError
    return value


def read_int(text: str) -> int:
    """The number VASSAL reads from a text; `UnreadableError` where it would fail."""
    if len(text) < 10 and text.isdecimal():  # most are coordinates and levels
        return int(text)
    return _read_whole(text, 32)


def _read_long(text: str) -> int:
    return _read_whole(text, 64)


def java_int(text: str) -> int | None:
    """The number VASSAL reads from a text, None where it would fail."""
    try:
        return read_int(text)
    except UnreadableError:
        return None


def _read_float(text: str) -> float:
    if not text or text.strip("0123456789+-.eE \tfFdD"):
        raise UnreadableError
    try:
        return float(text.strip().rstrip("fFdD"))
    except ValueError as error:
        raise UnreadableError from error


def _write_float(value: float) -> str:
    """As Java writes a double: never an exponent between a thousandth and ten million, else always `1.0E-5`."""
    shortest = repr(float(value))
    if value == 0 or not math.isfinite(value):
        return shortest
    sign, digits, exponent = Decimal(shortest).normalize().as_tuple()
    if 1e-3 <= abs(value) < 1e7:
        return shortest
    first, *others = map(str, digits)
    return f"{'-' if sign else ''}{first}.{''.join(others) or '0'}E{len(others) + int(exponent)}"


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(decode(text, ",")) if text else ()


def _write_list(value: tuple[str, ...]) -> str:
    return encode(value, ",") or ""


def _reveal(value: Secret) -> str:
    return value.reveal()


TEXT = Kind("text", str, str)
INT = Kind("int", read_int, str)
LONG = Kind("long", _read_long, str)
FLOAT = Kind("float", _read_float, _write_float)
BOOL = Kind("bool", lambda text: text == "true", lambda value: "true" if value else "false")
KEY = Kind("key", str, str)  # a key stroke or a named one, in VASSAL's notation `code,modifiers[,name]`
COLOR = Kind("color", str, str)  # `r,g,b[,a]` or nothing
EXPRESSION = Kind("expression", str, str)  # text with $properties$ or a {BeanShell} expression: never evaluated here
TEXTS = Kind("texts", _read_list, _write_list)  # comma sequence, empty text = no entries
SECRET = Kind("secret", Secret, _reveal)  # a player's id is that player's password
PIECE = Kind("piece", str, str)  # a whole piece definition (an add command); `pieces.parse_definition` opens it


def text(name: str, default: str = "") -> Field:
    return Field(name, TEXT, default)


def integer(name: str, default: int = 0) -> Field:
    return Field(name, INT, default)


def number(name: str, default: float = 0.0) -> Field:
    return Field(name, FLOAT, default)


def flag(name: str, default: bool = False) -> Field:
    return Field(name, BOOL, default)


def key(name: str, default: str = "") -> Field:
    return Field(name, KEY, default)


def color(name: str, default: str = "") -> Field:
    return Field(name, COLOR, default)


def expression(name: str, default: str = "") -> Field:
    return Field(name, EXPRESSION, default)


def texts(name: str) -> Field:
    return Field(name, TEXTS, ())


def secret(name: str) -> Field:
    return Field(name, SECRET, Secret(""))


def piece(name: str) -> Field:
    return Field(name, PIECE, "")


def sequence_of(kind: Kind, delimiter: str) -> Kind:
    """A field that is itself a sequence of one kind; an empty text is a sequence of nothing."""

    def read(raw: str) -> tuple[Any, ...]:
        return tuple(kind.read(token) for token in decode(raw, delimiter)) if raw else ()

    def write(value: tuple[Any, ...]) -> str:
        return encode([kind.write(item) for item in value], delimiter) or ""

    return Kind(f"{kind.name}s by {delimiter!r}", read, write)


def record(layout: FieldLayout) -> Kind:
    """A field that is itself a layout."""
    return Kind("record", layout.read, lambda value: str(value.raw))


class FieldLayout:
    """The fields of one delimited text, in order; `rest`, if given, is the kind of every further field.

    With an empty delimiter the whole text is the one field, free of any escaping.
    """

    __slots__ = ("_index", "delimiter", "fields", "numbers", "others", "rest")

    def __init__(self, delimiter: str, *fields: Field, rest: Kind | None = None) -> None:
        self.delimiter = delimiter
        self.fields = fields
        self.rest = rest
        self.numbers = tuple(place for place, field in enumerate(fields) if field.kind is INT)
        self.others = tuple(place for place, field in enumerate(fields) if field.kind is not TEXT and field.kind is not INT)
        self._index = {field.name: place for place, field in enumerate(fields)}
        if len(self._index) != len(fields):
            raise ValueError("two fields of one name")

    def read(self, raw: str) -> Values:
        return Values(self, raw)

    def place(self, name: str) -> int:
        return self._index[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __repr__(self) -> str:
        return f"Layout({self.delimiter!r}, {', '.join(field.name for field in self.fields)})"


def _read_or(field: Field, text: str) -> Any:
    """The value of a field; its default where VASSAL could not read it."""
    try:
        return field.kind.read(text)
    except UnreadableError:
        return field.default


class Values(Mapping[str, Any]):
    """The values of one text under a layout. Immutable; equal when layout and raw text are. The text is taken apart when first
    asked for."""

    __slots__ = ("_decoded", "layout", "raw")

    def __init__(self, layout: FieldLayout, raw: str) -> None:
        self.layout = layout
        self.raw = raw
        self._decoded: tuple[list[str], list[Any]] | None = None

    @property
    def _tokens(self) -> list[str]:
        return (self._decoded or self._decode())[0]

    @property
    def _values(self) -> list[Any]:
        return (self._decoded or self._decode())[1]

    def _decode(self) -> tuple[list[str], list[Any]]:
        raw, layout = self.raw, self.layout
        delimiter = layout.delimiter
        if "'" not in raw and "\\" not in raw:
            if delimiter and len(raw) >= LONG_TEXT:
                check_count(raw, delimiter)
            tokens = plain = raw.split(delimiter) if delimiter else [raw]
        elif delimiter:
            tokens = split_raw(raw, delimiter)
            plain = [unquote(token, delimiter) for token in tokens[: len(layout.fields)]]
        else:
            tokens = plain = [raw]
        values: list[Any] = plain[: len(layout.fields)]
        count = len(values)
        for place in layout.numbers:
            if place >= count:
                break
            text = values[place]
            if len(text) < 10 and text.isdecimal():  # as `read_int`, without asking it: there are more of these than of all else
                values[place] = int(text)
            else:
                values[place] = _read_or(layout.fields[place], text)
        for place in layout.others:
            if place >= count:
                break
            values[place] = _read_or(layout.fields[place], values[place])
        self._decoded = (tokens, values)
        return self._decoded

    def __getitem__(self, name: str) -> Any:
        place = self.layout.place(name)
        values = self._values
        return values[place] if place < len(values) else self.layout.fields[place].default

    def __iter__(self) -> Iterator[str]:
        return (field.name for field in self.layout.fields)

    def __len__(self) -> int:
        return len(self.layout.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and other.layout is self.layout and other.raw == self.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    def __repr__(self) -> str:
        return f"Values({dict(self)!r})"

    def text(self, name: str) -> str:
        return cast(str, self[name])

    def int(self, name: str) -> int:
        return cast(int, self[name])

    def flag(self, name: str) -> bool:
        return cast(bool, self[name])

    def number(self, name: str) -> float:
        return cast(float, self[name])

    def texts(self, name: str) -> tuple[str, ...]:
        return cast("tuple[str, ...]", self[name])

    def secret(self, name: str) -> Secret:
        return cast(Secret, self[name])

    def same_values(self, other: Values) -> bool:
        """Whether VASSAL would read both texts alike."""
        return self.layout is other.layout and self._values == other._values and self.rest == other.rest

    def present(self, name: str) -> bool:
        """Whether the text holds the field at all, rather than leaving it to the default."""
        return self.layout.place(name) < len(self._tokens)

    @property
    def rest(self) -> tuple[Any, ...]:
        """The fields beyond the declared ones, as `Layout.rest` reads them (None where it cannot), else as text."""
        kind = self.layout.rest or TEXT
        values: list[Any] = []
        for token in self._tokens[len(self.layout.fields) :]:
            try:
                values.append(kind.read(unquote(token, self.layout.delimiter)))
            except UnreadableError:
                values.append(None)
        return tuple(values)

    def replace(self, **changes: Any) -> Values:
        """The same text with some fields changed; every other field keeps its raw text."""
        layout = self.layout
        if not layout.delimiter:
            return self._replace_whole(changes)
        tokens = list(self._tokens)
        for name, value in changes.items():
            place = layout.place(name)
            while len(tokens) <= place:
                missing = layout.fields[len(tokens)]
                tokens.append(quote(missing.kind.write(missing.default), layout.delimiter))
            tokens[place] = quote(layout.fields[place].kind.write(value), layout.delimiter)
        changed = layout.read(layout.delimiter.join(tokens))
        for name, value in changes.items():
            if changed[name] != value:
                raise EditError(f"{name} cannot be written so that VASSAL reads it back the same")
        if len(changed._tokens) != len(tokens):
            raise EditError(f"{', '.join(changes)} cannot be written so that VASSAL reads the other fields back the same")
        return changed

    def _replace_whole(self, changes: Mapping[str, Any]) -> Values:
        ((name, value),) = changes.items()
        changed = self.layout.read(self.layout.fields[self.layout.place(name)].kind.write(value))
        if changed[name] != value:
            raise EditError(f"{name} cannot be written so that VASSAL reads it back the same")
        return changed

    def canonical(self) -> str:
        """The text as it would be written from the values alone: declared fields by their kinds, the rest as tokens."""
        delimiter = self.layout.delimiter
        if not delimiter:
            return self.layout.fields[0].kind.write(self._values[0])
        declared = [field.kind.write(value) for field, value in zip(self.layout.fields, self._values, strict=False)]
        extra = [unquote(token, delimiter) for token in self._tokens[len(self.layout.fields) :]]
        return encode([*declared, *extra], delimiter) or ""
