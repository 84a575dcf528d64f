"""The commands that are only a prefix and a few fields, declared as lists.

Where a command's name is partly the module's (`<map>BoardPicker`, `TURN<tracker id>`), the module's part becomes a field.
"""

from __future__ import annotations

from dataclasses import dataclass

from .fields import INT, LONG, SECRET, Field, FieldLayout, flag, integer, secret, text

TAB = "\t"
WHOLE = FieldLayout("", text("text"))


def _long(name: str) -> Field:
    return Field(name, LONG, 0)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A kind of command: what it begins with, what it is in a player's words, and its fields."""

    prefix: str
    title: str
    layout: FieldLayout
    sensitive: bool = False  # the whole text may hold a secret or an address: show nothing of it


BOARDS_SUFFIX = "BoardPicker\t"

BOARDS = CommandSpec(BOARDS_SUFFIX, "boards of a map", FieldLayout(TAB, text("map")))
TURN = CommandSpec("TURN", "turn counter", FieldLayout(TAB, text("tracker"), text("state")))

DECLARED: tuple[CommandSpec, ...] = (
    CommandSpec("GlobalProperty\t;", "global property", FieldLayout(";", text("name"), text("value"), text("container"))),
    CommandSpec("EXT\t", "extension in use", FieldLayout(TAB, text("name"), text("version"))),
    CommandSpec("NOTES\t", "scenario notes", WHOLE),
    CommandSpec("PNOTES\t", "public notes", WHOLE),
    CommandSpec("PNOTE\t", "a player's private notes", FieldLayout(TAB, secret("owner"), text("text")), sensitive=True),
    CommandSpec(
        "SNOTE\t",
        "a sealed note",
        FieldLayout(TAB, text("name"), secret("owner"), flag("hidden"), text("text"), text("date"), text("handle")),
        sensitive=True,
    ),
    CommandSpec("PYREMOVE\t", "a player leaves the roster", FieldLayout(TAB, secret("id")), sensitive=True),
    CommandSpec("SETUP_STACK\t", "at-start stacks are placed", FieldLayout(TAB)),
    CommandSpec("UNMASK\t", "sides that let others unmask their pieces", FieldLayout(TAB, rest=SECRET), sensitive=True),
    CommandSpec("CLOCKCONTROL\t", "chess clocks shown", FieldLayout(TAB, flag("showing"), flag("online"))),
    CommandSpec(
        "CLOCK\t",
        "chess clock",
        FieldLayout(TAB, text("who"), text("clock"), _long("elapsed"), _long("verified"), flag("ticking"), flag("restore")),
    ),
    CommandSpec("SGKC\t", "start-up key command", FieldLayout(TAB, text("id"), flag("applied", default=True))),
    CommandSpec(
        "LOS\t",
        "line of sight drawn",
        FieldLayout(
            TAB,
            text("id"),
            integer("from_x"),
            integer("from_y"),
            integer("to_x"),
            integer("to_y"),
            flag("persisting"),
            flag("mirroring"),
            flag("reset"),
        ),
    ),
    CommandSpec("FLARE\t", "flare", FieldLayout(TAB, text("id"), integer("x"), integer("y"))),
    CommandSpec("SHOW_RESULTS\t", "special dice shown", FieldLayout(TAB, text("dice"), rest=INT)),
    CommandSpec("AUDIO\t", "sound played", FieldLayout("", text("clip"))),
    CommandSpec("PLAY\t", "sound sent to a player", FieldLayout(TAB, text("sound"), secret("sender")), sensitive=True),
    CommandSpec("DECK\t", "deck loaded from a file", FieldLayout(TAB, text("deck"))),
    CommandSpec("SEMAIL\t", "second e-mail address for dice", FieldLayout("", secret("address")), sensitive=True),
    CommandSpec(
        "PRIV_CHAT", "private chat", FieldLayout("/", text("empty"), secret("sender"), secret("message")), sensitive=True
    ),
    CommandSpec("INVITE\t", "invitation", FieldLayout(TAB, text("player"), secret("player_id"), text("room")), sensitive=True),
    CommandSpec("SYNC", "synchronise with a player", FieldLayout(TAB, secret("player")), sensitive=True),
    CommandSpec(
        "LOCKSPOTAB\t",
        "scenario options locked",
        FieldLayout(TAB, text("tab"), text("by"), secret("password"), text("date")),
        sensitive=True,
    ),
    CommandSpec("PLUGIN\t", "plug-in in use", FieldLayout(TAB, text("name"), text("version"))),
    CommandSpec("GlobalTranslatable\t;", "global message", FieldLayout(";", text("name"), text("value"), text("container"))),
    CommandSpec("SPP\t", "property kept with a piece", FieldLayout(TAB, text("piece"), text("name"), text("old"), text("new"))),
    CommandSpec("ALERT\t", "alert shown", WHOLE),
    CommandSpec("Events", "event list", WHOLE, sensitive=True),
    TURN,
)

_BY_START: dict[str, tuple[CommandSpec, ...]] = {}
for _spec in DECLARED:
    _BY_START[_spec.prefix[:2]] = (*_BY_START.get(_spec.prefix[:2], ()), _spec)


def spec_for(raw: str) -> tuple[CommandSpec, int] | None:
    """The declared kind of a command, and where its fields start."""
    for spec in _BY_START.get(raw[:2], ()):
        if raw.startswith(spec.prefix):
            return spec, len(spec.prefix)
    return (BOARDS, 0) if BOARDS_SUFFIX in raw.partition(TAB)[0] + TAB else None
