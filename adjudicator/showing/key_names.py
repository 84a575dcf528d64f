"""Keys as VASSAL's menus name them: `70,130` is Ctrl F."""

from __future__ import annotations

from vassal_bridge.buildfile import java_int
from vassal_bridge.sequence import decode

_MODIFIERS = (
    (2 | 128, "Ctrl"),
    (8 | 512, "Alt"),
    (1 | 64, "Shift"),
    (4 | 256, "Meta"),
)  # Java counts them in an old and a new way
_NAMES = {
    8: "Backspace",
    10: "Enter",
    27: "Escape",
    32: "Space",
    33: "Page Up",
    34: "Page Down",
    35: "End",
    36: "Home",
    37: "Left",
    38: "Up",
    39: "Right",
    40: "Down",
    127: "Delete",
}


def keys_in_words(text: str) -> str:
    """One key, or several where a button presses others. A command of the module's own has a name instead of a key."""
    tokens = decode(text, ",")
    if any("," in token for token in tokens):
        return ", ".join(map(_key, tokens))
    return _key(text)


def _key(text: str) -> str:
    tokens = decode(text, ",")
    if len(tokens) > 2 and tokens[2]:
        return tokens[2]
    code, modifiers = (java_int(token) for token in (*tokens, "", "")[:2])
    if code is None or modifiers is None:
        return text
    held = [name for mask, name in _MODIFIERS if modifiers & mask]
    return " ".join((*held, _letter(code)))


def _letter(code: int) -> str:
    if 48 <= code <= 57 or 65 <= code <= 90:
        return chr(code)
    if 112 <= code <= 123:
        return f"F{code - 111}"
    return _NAMES.get(code, f"key {code}")
