"""Traits that do something when a key or a menu command calls them, and the field kinds that such commands share."""

from __future__ import annotations

from collections.abc import Iterable

from ..fields import (
    Field,
    FieldLayout,
    Kind,
    Values,
    expression,
    flag,
    integer,
    key,
    record,
    sequence_of,
    text,
    texts,
)
from ..fields import UnreadableError as Unreadable
from ..sequence import decode, encode
from .spec import Ask, Trait, TraitSpec


def _read_keys(raw: str) -> tuple[str, ...]:
    if raw.find(",") > 0:
        return tuple(token for token in decode(raw, ",") if token)
    return tuple(raw)


def _write_keys(value: tuple[str, ...]) -> str:
    if all(len(one) == 1 for one in value):
        return "".join(value)
    return encode(value, ",") or ""


KEYS = Kind("keys", _read_keys, _write_keys)
"""Several keys. Old versions wrote a letter for each, meaning Ctrl and it; later ones a sequence of `code,modifiers[,name]`."""


def keys(name: str) -> Field:
    return Field(name, KEYS, ())


def choice(name: str, *options: str) -> Field:
    """A word out of a few; VASSAL takes the first for none, and cannot load any other."""

    def read(raw: str) -> str:
        if raw not in options:
            raise Unreadable
        return raw

    return Field(name, Kind("choice", read, str), options[0])


PARAMETER = FieldLayout(":", text("name"), expression("value"))
PARAMETERS = sequence_of(record(PARAMETER), ",")
"""Dynamic properties that are set in the pieces concerned, and to what."""


def parameters(name: str = "parameters") -> Field:
    return Field(name, PARAMETERS, ())


TARGET = FieldLayout(
    "|",
    choice("issuer", "MAP", "COUNTER", "MODULE", "DECK"),
    flag("by_place"),
    choice("place", "MAP", "CURSTACK", "CURMAP", "CURZONE", "CURLOC", "ZONE", "LOCATION", "XY", "DECK", "CURMAT", "CURATTACH"),
    expression("map"),
    expression("board"),
    expression("zone"),
    expression("location"),
    expression("x", "0"),
    expression("y", "0"),
    expression("deck"),
    flag("by_property"),
    expression("property"),
    expression("value"),
    choice("compare", "EQUALS", "NOT_EQUALS", "GREATER", "GREATER_EQUALS", "LESS", "LESS_EQUALS", "MATCH", "NOT_MATCH"),
    expression("attachment"),
    expression("attachment_index"),
)
"""Which pieces a global command is for, before its filter looks at each of them."""


def target(name: str = "target") -> Field:
    return Field(name, record(TARGET), TARGET.read(""))


REPORT = TraitSpec(
    "report;",
    "ReportState",
    "Report Action",
    FieldLayout(
        ";",
        keys("keys"),
        expression("message", "$location$: $newPieceName$ *"),
        keys("back_keys"),
        texts("cycle_messages"),
        text("description"),
        flag("never_suppressed"),
    ),
    FieldLayout("", integer("cycle_index", -1)),
    default="report;;$location$: $newPieceName$ *;;;;false",
    default_state="-1",
)


def _loop_index(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    """The loop's counter. It is no part of any saved state, so it stands at 0 whenever the trait does not run."""
    fields = trait.type
    if fields.flag("loop") and fields.flag("index") and fields.text("index_name"):
        yield fields.text("index_name"), "0"


MACRO = TraitSpec(
    "macro;",
    "TriggerAction",
    "Trigger Action",
    FieldLayout(
        ";",
        text("name"),
        text("command", "Trigger"),
        key("key", "84,130"),
        expression("condition"),
        keys("watch_keys"),
        keys("action_keys"),
        flag("loop"),
        key("before_loop_key"),
        key("after_loop_key"),
        text("loop_type", "counted"),
        expression("loop_while"),
        expression("loop_until"),
        expression("loop_count"),
        flag("index"),
        text("index_name"),
        expression("index_start", "1"),
        expression("index_step", "1"),
    ),
    properties=_loop_index,
    default="macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1",
)

GLOBAL_KEY = TraitSpec(
    "globalkey;",
    "CounterGlobalKeyCommand",
    "Global Key Command",
    FieldLayout(
        ";",
        text("command", "Global Command"),
        key("key", "71,130"),
        key("sent_key", "75,130"),
        expression("filter"),
        flag("restrict_range"),
        integer("range", 1),
        flag("report_once", True),
        flag("fixed_range", True),
        text("range_property"),
        text("description"),
        expression("from_deck", "-1"),
        target(),
        flag("suppress_sounds"),
        parameters(),
    ),
    default="globalkey;;71,130;75,130;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;",
)

GLOBAL_HOTKEY = TraitSpec(
    "globalhotkey;",
    "GlobalHotKey",
    "Global Hotkey",
    FieldLayout(";", text("command"), key("key", "72,130"), key("sent_key"), text("description")),
    default="globalhotkey;;72,130;;",
)

PLAY_SOUND = TraitSpec(
    "playSound;",
    "PlaySound",
    "Play Sound",
    FieldLayout(
        ";",
        expression("sound"),
        text("command", "Play Sound"),
        key("key", "80,130"),
        flag("to_others"),
        text("description"),
        flag("never_suppressed"),
    ),
    default="playSound;;Play Sound;80,130;false;;false",
)

DESELECT = TraitSpec(
    "deselect;",
    "Deselect",
    "Deselect",
    FieldLayout(
        ";",
        text("command"),
        key("key", "75,130"),
        text("description"),
        flag("unstack"),
        text("what", "D"),  # D: this piece, A: all pieces, S: select this piece only
    ),
    default="deselect;Deselect;75,0;;false;D",
)

CLONE = TraitSpec(
    "clone;",
    "Clone",
    "Clone",
    FieldLayout(";", text("command"), key("key", "67,130"), text("description")),
    default="clone;Clone;67,130;",
)

DELETE = TraitSpec(
    "delete;",
    "Delete",
    "Delete",
    FieldLayout(";", text("command"), key("key", "68,130"), text("description")),
    default="delete;Delete;68,130;",
)


def attached(state: Values) -> tuple[str, ...]:
    """The ids of the pieces that an Attachment trait is attached to, as its state lists them."""
    return tuple(state.rest[: max(state.int("count"), 0)])


def _attachment(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    """VASSAL counts only attached pieces that stand on a map, so a count above 0 takes more than this piece to know."""
    if not attached(trait.state):
        yield "AttachCount", "0"
        yield f"{trait.type.text('name')}_AttachCount", "0"


ATTACHMENT = TraitSpec(
    "attach;",
    "Attachment",
    "Attachment",
    FieldLayout(
        ";",
        text("name"),
        text("description"),
        text("command", "Attach to pieces"),
        key("key"),
        text("clear_all_command", "Clear all attachments"),
        key("clear_all_key"),
        expression("filter"),
        flag("restrict_range"),
        integer("range", 1),
        flag("fixed_range", True),
        text("range_property"),
        expression("from_deck", "-1"),
        target(),
        text("clear_command", "Clear matching attachments"),
        key("clear_key"),
        expression("clear_filter"),
        text("on_attach", "nothing"),  # or follow, attachAll
        text("on_detach", "nothing"),  # or remove
        text("before_attach", "clear"),  # or nothing
        flag("allow_self"),
        flag("auto_attach", True),
    ),
    FieldLayout(";", integer("count")),
    properties=_attachment,
    default=(
        "attach;;;Attach to pieces;;Clear all attachments;;;false;1;true;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;"
        "Clear matching attachments;;;nothing;nothing;clear;false;true"
    ),
    default_state="0",
)

LOCATION_COMMAND = TraitSpec(
    "locCommand;",
    "MultiLocationCommand",
    "Multi-Location Command",
    FieldLayout(
        ";",
        text("description"),
        text("places", "locRegions"),  # or locZones
        expression("filter"),
        expression("command", "Do Something At $LocationOfCommand$"),
        key("key"),
        flag("this_map_only", True),
        expression("sort_by"),  # this and what follows since 3.8
        flag("ascending", True),
        flag("numeric"),
    ),
    default="locCommand;;;;Do Something At $LocationOfCommand$;;true",
)

SPECS: tuple[TraitSpec, ...] = (
    REPORT,
    MACRO,
    GLOBAL_KEY,
    GLOBAL_HOTKEY,
    PLAY_SOUND,
    DESELECT,
    CLONE,
    DELETE,
    ATTACHMENT,
    LOCATION_COMMAND,
)
