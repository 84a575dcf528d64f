"""The page that a player can open from the help menu of the module."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from adjudicator.games import LoadedGame

from .board import about_the_map
from .layout import ModuleLayout

_KEYS = (
    ("Ctrl F", "turns a unit over: a step lost, or back to full strength"),
    ("Ctrl A", "marks a unit as attacking; the same key takes the mark off"),
    ("Ctrl T", "marks a unit as attacked; the same key takes the mark off"),
    ("Ctrl E", "puts an eliminated unit into the box of its side"),
    ("Ctrl M", "marks a unit as moved, or takes that mark off"),
    ("Ctrl W", "shows the way that a unit has taken"),
    ("Ctrl D", "takes a marker off the map"),
    ("Ctrl C", "makes another marker of the same kind"),
)


def _states(layout: ModuleLayout) -> Iterator[tuple[str, str]]:
    """The keys of a unit's own layers."""
    for modes in layout.modes:
        levels = " and ".join(level.mark for level in modes.level)
        yield f"Ctrl {modes.key}", f"changes {modes.trait} between {levels}"
    if layout.control_key is not None:
        yield f"Ctrl {layout.control_key}", "puts the flag of its side on the hex in which a unit stands"
    for switch in layout.switch:
        off = f"; Ctrl Shift {switch.key} takes it off all units" if switch.clear else ""
        yield f"Ctrl {switch.key}", f"marks a unit: {switch.title.lower()}; the same key takes the mark off{off}"


def _notation(layout: ModuleLayout) -> Iterator[str]:
    """What players may type, in the words of the layout; else examples that suit most games."""
    if not layout.notation:
        yield (
            "<p>Lines in the chat do as well: <tt>!phase supply</tt>, <tt>!attack 1334 with 21, 28</tt>, <tt>!hq 41 Pz</tt>, "
            "<tt>!path 21 1233-1234-1235</tt>.</p>"
        )
        return
    rows = "\n".join(f"<tr><td><tt>{escape(line.text)}</tt></td><td>{escape(line.says)}</td></tr>" for line in layout.notation)
    yield f"<p>Lines in the chat do as well:</p>\n<table>\n{rows}\n</table>"


def help_page(game: LoadedGame, layout: ModuleLayout) -> bytes:
    """A short page, plain enough for VASSAL's own viewer."""
    keys = [*_KEYS, *((f"Ctrl {mark.key}", f"puts the marker “{mark.title}” on a unit") for mark in layout.mark if mark.key)]
    keys[1:1] = _states(layout)
    rows = "\n".join(f"<tr><td><b>{escape(key)}</b></td><td>{escape(what)}</td></tr>" for key, what in keys)
    parts = [
        f"<h1>{escape(layout.module)}</h1>",
        f"<p>{escape(game.title)}. {escape(about_the_map(game, layout))}</p>",
        "<h2>Beginning</h2>",
        "<p>Take a side, and choose a set-up from the File menu or the list of set-ups. Start a log before you move.</p>",
        "<h2>Keys</h2>",
        f"<table>\n{rows}\n</table>",
        "<h2>A turn</h2>",
        "<p>Keep the turn counter at the phase that you play: Ctrl Shift N goes on, Ctrl Shift P goes back. Who reads your log "
        "later, a person or a program, then knows what a move was for.</p>",
        "<p>Before you roll for an attack, mark the attackers with Ctrl A and the attacked with Ctrl T, then use the button that "
        "names the roll. Ctrl Shift A and Ctrl Shift T take all such marks off. Ctrl Shift U takes all moved marks off.</p>",
        *(f"<p>{escape(remark)}</p>" for remark in layout.remarks),
        "<h2>If you would rather write</h2>",
        *_notation(layout),
    ]
    for cup in layout.cup:
        parts += [
            f"<h2>{escape(cup.title)}</h2>",
            f"<p>Drag one chit out of it into the box “{escape(cup.drawn)}”: it is drawn blindly. Ctrl R puts a chit back. "
            "Chits that come later lie on the track of turns; put them in when their turn begins.</p>",
        ]
    body = "\n".join(parts)
    return f"<html>\n<head><title>{escape(layout.module)}</title></head>\n<body>\n{body}\n</body>\n</html>\n".encode(
        "ascii", "xmlcharrefreplace"
    )
