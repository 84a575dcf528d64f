"""The commands that are only a prefix and a few fields, declared as lists.

Where a command's name is partly the module's (`<map>BoardPicker`, `TURN<tracker id>`), the module's part becomes a field.
"""

from __future__ import annotations

from dataclasses import dataclass

from .fields import INT, LONG, SECRET, Field, Layout, flag, integer, secret, text

TAB = "\t"
WHOLE = Layout("", text("text"))


def _long(name: str) -> Field:
    return Field(name, LONG, 0)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A kind of command: what it begins with, what it is in a player's words, and its fields."""

    prefix: str
    title: str
    layout: Layout
    sensitive: bool = False  # the whole text may hold a secret or an address: show nothing of it


BOARDS_SUFFIX = "BoardPicker\t"

BOARDS = CommandSpec(BOARDS_SUFFIX, "boards of a map", Layout(TAB, text("map")))
TURN = CommandSpec("TURN", "turn counter", Layout(TAB, text("tracker"), text("state")))

DECLARED: tuple[CommandSpec, ...] = (
    CommandSpec("GlobalProperty\t;", "global property", Layout(";", text("name"), text("value"), text("container"))),
    CommandSpec("EXT\t", "extension in use", Layout(TAB, text("name"), text("version"))),
    CommandSpec("NOTES\t", "scenario notes", WHOLE),
    CommandSpec("PNOTES\t", "public notes", WHOLE),
    CommandSpec("PNOTE\t", "a player's private notes", Layout(TAB, secret("owner"), text("text")), sensitive=True),
    CommandSpec(
        "SNOTE\t",
        "a sealed note",
        Layout(TAB, text("name"), secret("owner"), flag("hidden"), text("text"), text("date"), text("handle")),
        sensitive=True,
    ),
    CommandSpec("PYREMOVE\t", "a player leaves the roster", Layout(TAB, secret("id")), sensitive=True),
    CommandSpec("SETUP_STACK\t", "at-start stacks are placed", Layout(TAB)),
    CommandSpec("UNMASK\t", "sides that let others unmask their pieces", Layout(TAB, rest=SECRET), sensitive=True),
    CommandSpec("CLOCKCONTROL\t", "chess clocks shown", Layout(TAB, flag("showing"), flag("online"))),
    CommandSpec(
        "CLOCK\t",
        "chess clock",
        Layout(TAB, text("who"), text("clock"), _long("elapsed"), _long("verified"), flag("ticking"), flag("restore")),
    ),
    CommandSpec("SGKC\t", "start-up key command", Layout(TAB, text("id"), flag("applied", default=True))),
    CommandSpec(
        "LOS\t",
        "line of sight drawn",
        Layout(
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
    CommandSpec("FLARE\t", "flare", Layout(TAB, text("id"), integer("x"), integer("y"))),
    CommandSpec("SHOW_RESULTS\t", "special dice shown", Layout(TAB, text("dice"), rest=INT)),
    CommandSpec("AUDIO\t", "sound played", Layout("", text("clip"))),
    CommandSpec("PLAY\t", "sound sent to a player", Layout(TAB, text("sound"), secret("sender")), sensitive=True),
    CommandSpec("DECK\t", "deck loaded from a file", Layout(TAB, text("deck"))),
    CommandSpec("SEMAIL\t", "second e-mail address for dice", Layout("", secret("address")), sensitive=True),
    CommandSpec("PRIV_CHAT", "private chat", Layout("/", text("empty"), secret("sender"), secret("message")), sensitive=True),
    CommandSpec("INVITE\t", "invitation", Layout(TAB, text("player"), secret("player_id"), text("room")), sensitive=True),
    CommandSpec("SYNC", "synchronise with a player", Layout(TAB, secret("player")), sensitive=True),
    CommandSpec(
        "LOCKSPOTAB\t",
        "scenario options locked",
        Layout(TAB, text("tab"), text("by"), secret("password"), text("date")),
        sensitive=True,
    ),
    CommandSpec("PLUGIN\t", "plug-in in use", Layout(TAB, text("name"), text("version"))),
    CommandSpec("GlobalTranslatable\t;", "global message", Layout(";", text("name"), text("value"), text("container"))),
    CommandSpec("SPP\t", "property kept with a piece", Layout(TAB, text("piece"), text("name"), text("old"), text("new"))),
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
