"""VASSAL's way of reading, written once more as plainly as can be: character by character, level by level. Only for tests."""

from __future__ import annotations

ESC = "\x1b"
TAB = "\t"


def tokens_of(text: str, delimiter: str) -> list[str]:
    """The tokens of a sequence. A delimiter behind a backslash belongs to its token, and the backslash goes."""
    found: list[list[str]] = [[]]
    for mark in text:
        if mark != delimiter:
            found[-1].append(mark)
        elif found[-1] and found[-1][-1] == "\\":
            found[-1][-1] = delimiter
        else:
            found.append([])
    return [_bare("".join(marks)) for marks in found]


def _bare(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == token[-1] == "'" else token


def leaves_of(text: str) -> list[str]:
    """The commands of a text, in the order in which they are executed."""
    first, *others = tokens_of(text, ESC)
    if first == text:
        return [text]
    return [leaf for token in (first, *others) for leaf in leaves_of(token)]


def entries_of(text: str) -> list[list[str]]:
    """The commands of a saved game, entry by entry."""
    return [leaves_of(token) for token in tokens_of(text, ESC)]


def types_of(text: str) -> list[str]:
    """The types of a piece's traits, outermost first. What stands behind the second token is not looked at."""
    first, *others = tokens_of(text, TAB)
    return [first, *(types_of(others[0]) if others else [])]


def states_of(text: str, count: int) -> list[str]:
    """The states of so many traits; the innermost gets all the rest, as it stands. Fewer if the text has fewer."""
    if count == 1:
        return [text]
    first, *others = tokens_of(text, TAB)
    return [first, *(states_of(others[0], count - 1) if others else [])]
