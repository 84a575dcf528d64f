"""VASSAL's sequence encoding: strings joined by a delimiter, and joined strings joined again.

The rules, as VASSAL has them: the delimiter inside a token is written with one backslash before it; nothing else is escaped. A
token that starts with a backslash, or starts and ends with an apostrophe, is wrapped in apostrophes. Reading strips one such pair
from any token of two characters or more, however it came there. So reading loses information (`'abc'` reads as `abc`), the empty
token and the missing one are written alike, and a token that ends in a backslash does not survive. All of that is kept: what
VASSAL would see is what we see. Whoever must give back the original text keeps the raw tokens (`split_raw`).

Nesting. A token that is itself a sequence gets one more backslash before each of its delimiters, so at depth k the delimiter
stands behind exactly k backslashes. That makes it possible to take a nested text apart in one pass (`nested_split`,
`split_by_depth`) instead of unescaping layer by layer, which would cost the cube of the depth.
"""

from __future__ import annotations

from collections.abc import Iterable

from .errors import LimitError
from .limits import DEFAULT_LIMITS

_QUOTE = "'"
_BACKSLASH = "\\"


def quote(token: str, delimiter: str) -> str:
    """One token as it stands in an encoded sequence."""
    if not token:
        return token
    escaped = token.replace(delimiter, _BACKSLASH + delimiter) if delimiter in token else token
    if token[0] == _BACKSLASH or (token[0] == _QUOTE and token[-1] == _QUOTE):
        return f"'{escaped}'"
    return escaped


def unquote(raw: str, delimiter: str) -> str:
    """The token that VASSAL reads from one raw token (as `split_raw` gives them)."""
    if _BACKSLASH in raw:
        raw = raw.replace(_BACKSLASH + delimiter, delimiter)
    if len(raw) > 1 and raw[0] == _QUOTE and raw[-1] == _QUOTE:
        return raw[1:-1]
    return raw


def encode(tokens: Iterable[str | None], delimiter: str) -> str | None:
    """Join tokens. No token at all gives None, which is not the same as one empty token."""
    parts = [quote(token or "", delimiter) for token in tokens]
    return delimiter.join(parts) if parts else None


def split_raw(text: str, delimiter: str) -> list[str]:
    """The tokens of a sequence with their escapes and apostrophes still on; `delimiter.join` gives the text back."""
    parts = text.split(delimiter)
    if _BACKSLASH + delimiter not in text:
        return parts
    tokens: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        pending.append(part)
        if index == last or not part.endswith(_BACKSLASH):
            tokens.append(pending[0] if len(pending) == 1 else delimiter.join(pending))
            pending.clear()
    return tokens


def decode(text: str | None, delimiter: str) -> list[str]:
    """The tokens of a sequence as VASSAL reads them."""
    if text is None:
        return []
    if _BACKSLASH not in text and _QUOTE not in text:
        return text.split(delimiter)
    return [unquote(raw, delimiter) for raw in split_raw(text, delimiter)]


def nested_split(text: str, delimiter: str, count: int = 0, limit: int = DEFAULT_LIMITS.nesting) -> list[str]:
    """Take apart `encode([a, encode([b, encode([c, …])])])`: the chain in which each inner sequence is the second token.

    This is how a piece's traits are written: outermost first, everything further in nested one level deeper. The separator behind
    the trait at depth k is the first delimiter with exactly k backslashes before it; delimiters that a trait holds itself have
    more. Texts that came to their apostrophes or backslashes by another way are given to the plain decoder.

    With a `count`, stop after so many tokens: the last is then taken as it is, delimiters and all. VASSAL reads states so (as
    many as the type has traits; the basic piece keeps the rest), and types without a count.
    """
    parts = text.split(delimiter)
    if len(parts) == 1 or count == 1:
        return [text] if count == 1 else [unquote(text, delimiter)]
    if _QUOTE in text and (text[0] == _QUOTE or delimiter + _QUOTE in text):
        return _nested_split_plainly(text, delimiter, count, limit)
    tokens: list[str] = []
    pending: list[str] = []
    depth = 0
    slashes = ""
    last = len(parts) - 1
    stop = count - 1 if count else -1
    for index, part in enumerate(parts):
        if index == last or depth == stop:
            break
        if depth:
            if not part.endswith(slashes):
                return _nested_split_plainly(text, delimiter, count, limit)
            body = part[:-depth]
        else:
            body = part
        if body and body[-1] == _BACKSLASH:  # one of the trait's own delimiters
            pending.append(part)
            continue
        if depth >= limit:
            raise LimitError(f"traits nested more than {limit} deep")
        if pending:
            pending.append(body)
            body = _dedent(pending, depth + 1, delimiter)
            pending = []
        tokens.append(body)
        depth += 1
        slashes += _BACKSLASH
    if depth == stop:
        rest = parts[index:]
        if not all(part.endswith(slashes) for part in rest[:-1]):
            return _nested_split_plainly(text, delimiter, count, limit)
        tokens.append(_dedent(rest, depth, delimiter))
    else:
        tokens.append(_dedent([*pending, parts[-1]], depth + 1, delimiter))
    return tokens


def _dedent(parts: list[str], slashes: int, delimiter: str) -> str:
    """Join the parts of one token, taking `slashes` backslashes off each of its delimiters."""
    if len(parts) == 1:
        return parts[0]
    return delimiter.join([part[:-slashes] for part in parts[:-1]] + [parts[-1]])


def _nested_split_plainly(text: str, delimiter: str, count: int, limit: int) -> list[str]:
    tokens: list[str] = []
    rest: str | None = text
    while rest is not None:
        if len(tokens) > limit:
            raise LimitError(f"traits nested more than {limit} deep")
        if count and len(tokens) == count - 1:
            tokens.append(rest)
            break
        raw = split_raw(rest, delimiter)
        tokens.append(unquote(raw[0], delimiter))
        rest = unquote(raw[1], delimiter) if len(raw) > 1 else None
    return tokens


def nested_join(tokens: list[str], delimiter: str) -> str:
    """The inverse of `nested_split`, written as VASSAL writes it.

    One pass where no token needs apostrophes (a text of hundreds of traits would otherwise be copied once per level).
    """
    if not tokens:
        return ""
    if any(_needs_care(token, delimiter) for token in tokens):
        text = tokens[-1]
        if len(tokens) == 1:
            return text
        for depth in range(len(tokens) - 2, -1, -1):
            text = quote(tokens[depth], delimiter) + delimiter + quote(text, delimiter)
        return text
    pieces: list[str] = []
    last = len(tokens) - 1
    for depth, token in enumerate(tokens):
        pieces.append(token)
        if depth < last:
            pieces.append(_BACKSLASH * depth + delimiter)
    return "".join(pieces)


def _needs_care(token: str, delimiter: str) -> bool:
    return bool(token) and (token[0] in "\\'" or token[-1] in "\\'" or delimiter in token)


def split_by_depth(text: str, delimiter: str) -> tuple[list[str], list[int]]:
    """Every leaf of a tree of sequences, and the depth of the separator behind each leaf but the last.

    `zip`ping them back as leaf + backslashes + delimiter gives the very same text. Equal to decoding level by level as long as no
    token starts with an apostrophe; `has_quoted_token` tells.
    """
    leaves: list[str] = []
    depths: list[int] = []
    parts = text.split(delimiter)
    for part in parts[:-1]:
        if part and part[-1] == _BACKSLASH:
            leaf = part.rstrip(_BACKSLASH)
            leaves.append(leaf)
            depths.append(len(part) - len(leaf))
        else:
            leaves.append(part)
            depths.append(0)
    leaves.append(parts[-1])
    return leaves, depths


def join_by_depth(leaves: list[str], depths: list[int], delimiter: str) -> str:
    """The inverse of `split_by_depth`."""
    pieces: list[str] = []
    for leaf, depth in zip(leaves, depths, strict=False):
        pieces.append(leaf)
        pieces.append(_BACKSLASH * depth + delimiter if depth else delimiter)
    pieces.append(leaves[-1])
    return "".join(pieces)


def has_quoted_token(text: str, delimiter: str) -> bool:
    """Whether any token may be wrapped in apostrophes, so that `split_by_depth` does not suffice."""
    return text.startswith(_QUOTE) or delimiter + _QUOTE in text
