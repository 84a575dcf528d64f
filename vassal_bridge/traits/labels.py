"""Text on pieces: labels, tables and property sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..fields import (
    TEXT,
    TEXTS,
    Field,
    FieldLayout,
    Kind,
    UnreadableError,
    color,
    expression,
    flag,
    integer,
    java_int,
    key,
    sequence_of,
    text,
)
from ..sequence import decode
from .spec import Ask, Trait, TraitSpec


def _first_character(raw: str) -> str:
    if not raw:
        raise UnreadableError
    return raw[0]


LETTER = Kind("letter", _first_character, str)  # VASSAL looks at the first character only


def _letter(name: str, default: str) -> Field:
    return Field(name, LETTER, default)


# Positions are letters: t(op), b(ottom), l(eft), r(ight), c(entre).
LABEL = FieldLayout(
    ";",
    key("key"),
    text("command", "Change label"),
    integer("font_size", 10),
    color("background"),
    color("foreground", "0,0,0"),
    _letter("vertical_position", "t"),
    integer("vertical_offset"),
    _letter("horizontal_position", "c"),
    integer("horizontal_offset"),
    _letter("vertical_alignment", "b"),
    _letter("horizontal_alignment", "c"),
    expression("name_format", "$pieceName$ ($label$)"),
    text("font", "Dialog"),
    integer("font_style"),  # 1 bold, 2 italic, 3 both
    integer("rotation"),
    text("property", "TextLabel"),
    text("description"),
    flag("always_format"),
)
LABEL_STATE = FieldLayout("", text("label"))

TABLE = FieldLayout(
    ";",
    integer("rows", 2),
    integer("columns", 2),
    text("command", "Show Data"),
    key("key"),
    text("description"),
)
TABLE_STATE = FieldLayout("", Field("cells", TEXTS, ()))

_TILDES = sequence_of(TEXT, "~")

SHEET = FieldLayout(
    ";",
    Field("lines", _TILDES, ()),  # each a digit for its kind, and its name
    text("command"),
    text("letter"),  # the key until 3.1: one letter, pressed with control
    integer("commit"),  # 0 at every key stroke, 1 by a button, 2 when the sheet is closed
    text("red"),
    text("green"),
    text("blue"),
    key("key"),
    text("description"),
)
SHEET_STATE = FieldLayout("", Field("values", _TILDES, ()))

_LINE_KINDS = {
    "0": "text",
    "1": "long text",
    "2": "caption",
    "3": "ticks",
    "4": "ticks with maximum",
    "5": "ticks with value",
    "6": "ticks with value and maximum",
    "7": "spinner",
}
_TICKS = "3456"
_LONGEST = 10_000  # characters that quoted properties may add to a text


def written_label(trait: Trait) -> str:
    """The label as it was typed, properties in it not looked up."""
    typed = trait.state.text("label").strip()
    return typed.replace(f"${trait.type.text('property')}$", "")  # a label cannot quote itself


def label_text(trait: Trait, ask: Ask | None = None) -> str | None:
    """The label as it is shown; None if it quotes what cannot be known here, such as a BeanShell expression."""
    return _shown(trait, None, ask)


def _shown(trait: Trait, inner: str | None, ask: Ask | None) -> str | None:
    # in a label, the piece's name is the one it has without the label, and the label itself is nothing to look up
    return _fill_in(written_label(trait), {trait.type.text("property"): None, "PieceName": inner}, ask)


def named(trait: Trait, inner: str, ask: Ask | None = None) -> str | None:
    """The name of a piece that is called `inner` without this label; None if that cannot be known here."""
    if not written_label(trait) and not trait.type.flag("always_format"):
        return inner
    label = _shown(trait, inner, ask)
    names = {"pieceName": inner, "PieceName": inner, "label": label}
    return _fill_in(trait.type.text("name_format"), names, ask)


def _fill_in(pattern: str, known: Mapping[str, str | None], ask: Ask | None) -> str | None:
    """Fill in a text's `$names$`. None where one is not known, and where the text is an expression."""
    bare = pattern.strip()
    if bare.startswith("{") and bare.endswith("}"):
        return None
    value = java_int(bare)
    if value is not None:  # VASSAL reads a number; whether leading zeros stay depends on the module
        return None if len(bare) > 1 and bare.lstrip("+-").startswith("0") else str(value)
    if "$" not in pattern:
        return pattern if bare else ""
    parts = decode(bare, "$")
    filled: list[str] = []
    room = _LONGEST + len(pattern)
    for place, part in enumerate(parts):
        found: str | None = part
        if part and place % 2 and place < len(parts) - 1:
            found = known[part] if part in known else ask(part) if ask else None
        if found is None:
            return None
        filled.append(found)
        room -= len(found)
        if room < 0:  # labels that quote labels double each time
            return None
    return "".join(filled)


def _label_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str | None]]:
    if trait.type.text("property"):
        yield trait.type.text("property"), label_text(trait, ask)


def table_rows(trait: Trait) -> tuple[tuple[str, ...], ...]:
    """The rows of a table that has been filled in; no more of them than the state holds."""
    cells = trait.state.texts("cells")
    width = trait.type.int("columns")
    if width < 1:
        return ()
    used = cells[: width * max(0, trait.type.int("rows"))]
    return tuple(used[start : start + width] for start in range(0, len(used), width))


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of a property sheet. For ticks the value is the number ticked, and `maximum` how many there are."""

    kind: str
    name: str
    value: str
    maximum: str = ""


def sheet_entries(trait: Trait) -> tuple[MenuEntry, ...]:
    """The lines of a property sheet with what is entered in them."""
    values = iter(trait.state.texts("values"))
    entries: list[MenuEntry] = []
    for line in trait.type.texts("lines"):
        if not line:
            continue  # VASSAL passes over it, and takes no value for it
        kind, name = line[0], line[1:]
        value, maximum = next(values, ""), ""
        if kind in _TICKS and value.find("/") > 0:
            value, _, maximum = value.partition("/")
        entries.append(MenuEntry(_LINE_KINDS.get(kind, "other"), name, value, maximum))
    return tuple(entries)


def _sheet_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    for entry in sheet_entries(trait):
        yield entry.name, entry.value


SPECS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "label;",
        "Labeler",
        "Text Label",
        LABEL,
        LABEL_STATE,
        _label_properties,
        default="label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
    ),
    TraitSpec(
        "table;", "TableInfo", "Spreadsheet", TABLE, TABLE_STATE, default="table;2;2;Show Data;83,130;", default_state=",,,"
    ),
    TraitSpec(
        "propertysheet;",
        "PropertySheet",
        "Property Sheet",
        SHEET,
        SHEET_STATE,
        _sheet_properties,
        default="propertysheet;;Property Sheet;;0;;;;80,130;",
    ),
)
