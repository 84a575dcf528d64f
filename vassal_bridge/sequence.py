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

from collections.abc import Iterable, Sequence

from .errors import LimitError
from .limits import DEFAULT_LIMITS

_QUOTE = "'"
_BACKSLASH = "\\"

LONG_TEXT = DEFAULT_LIMITS.fields
"""Texts below so many characters cannot hold too many fields."""

Span = tuple[int, int, int, int]
"""A stretch of a text that was split at every delimiter: from (part, offset) to (part, offset)."""


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
    if delimiter in raw:
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
    # Looking for the delimiter alone is fast; looking for a backslash and it crawls through texts full of backslashes.
    if len(text) >= LONG_TEXT:
        check_count(text, delimiter)
    parts = text.split(delimiter)
    ends = token_ends(parts)
    if len(ends) == len(parts):
        return parts
    tokens: list[str] = []
    start = 0
    for end in ends:
        tokens.append(parts[end] if start == end else delimiter.join(parts[start : end + 1]))
        start = end + 1
    return tokens


def check_count(text: str, delimiter: str) -> None:
    """Refuse a text of so many fields that the list of them alone would fill the memory. To be asked of long texts only."""
    if text.count(delimiter) >= DEFAULT_LIMITS.fields:
        raise LimitError("too many fields in one text", expected=f"at most {DEFAULT_LIMITS.fields:,}")


def token_ends(parts: list[str]) -> list[int]:
    """Of a text split at every delimiter: the places of the parts with which tokens end, the others' delimiters being escaped."""
    ends = [place for place, part in enumerate(parts) if part[-1:] != _BACKSLASH]
    if not ends or ends[-1] != len(parts) - 1:
        ends.append(len(parts) - 1)
    return ends


def decode(text: str | None, delimiter: str) -> list[str]:
    """The tokens of a sequence as VASSAL reads them."""
    if text is None:
        return []
    if len(text) >= LONG_TEXT:
        check_count(text, delimiter)
    tokens = text.split(delimiter)
    if _BACKSLASH in text and len(token_ends(tokens)) != len(tokens):
        return [unquote(raw, delimiter) for raw in split_raw(text, delimiter)]
    if _QUOTE in text:
        return [unquote(raw, delimiter) for raw in tokens]
    return tokens


def nested_split(text: str, delimiter: str, count: int = 0, limit: int = DEFAULT_LIMITS.nesting) -> list[str]:
    """Take apart `encode([a, encode([b, encode([c, …])])])`: the chain in which each inner sequence is the second token.

    This is how a piece's traits are written: outermost first, everything further in nested one level deeper. The separator behind
    the trait at depth k is the first delimiter with exactly k backslashes before it; delimiters that a trait holds itself have
    more. Texts that came to their apostrophes or backslashes by another way are given to the plain decoder.

    With a `count`, stop after so many tokens: the last is then taken as it is, delimiters and all. VASSAL reads states so (as
    many as the type has traits; the basic piece keeps the rest), and types without a count.
    """
    if len(text) >= LONG_TEXT:
        check_count(text, delimiter)
    parts = text.split(delimiter)
    if len(parts) == 1 or count == 1:
        return [text] if count == 1 else [unquote(text, delimiter)]
    if _QUOTE in text and (text[0] == _QUOTE or delimiter + _QUOTE in text):
        return _nested_split_quoted(parts, delimiter, count, limit)
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
                return _nested_split_quoted(parts, delimiter, count, limit)
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
            return _nested_split_quoted(parts, delimiter, count, limit)
        tokens.append(_dedent(rest, depth, delimiter))
    else:
        tokens.append(_dedent([*pending, parts[-1]], depth + 1, delimiter))
    return tokens


def _dedent(parts: list[str], slashes: int, delimiter: str) -> str:
    """Join the parts of one token, taking `slashes` backslashes off each of its delimiters."""
    if len(parts) == 1:
        return parts[0]
    return delimiter.join([part[:-slashes] for part in parts[:-1]] + [parts[-1]])


def _nested_split_quoted(parts: list[str], delimiter: str, count: int, limit: int) -> list[str]:
    """The same for a text in which apostrophes were put around tokens: level by level, but no character is copied twice.

    At depth k the rest of the text is what lies between two places of the original, less k backslashes before each delimiter; the
    apostrophes a level takes off only move those places.
    """
    runs = runs_before(parts)
    next_ends = _next_as_short(runs)
    tokens: list[str] = []
    low, start, high, end = 0, 0, len(parts) - 1, len(parts[-1])
    place = 0
    while True:
        depth = len(tokens)
        if depth > limit:
            raise LimitError(f"traits nested more than {limit} deep")
        if count and depth == count - 1:
            tokens.append(_cut(parts, (low, start, high, end), depth, delimiter))
            return tokens
        place = max(place, low)
        while place < high and runs[place] > depth:
            place += 1
        if place == high:
            tokens.append(unquote(_cut(parts, (low, start, high, end), depth, delimiter), delimiter))
            return tokens
        own_end = len(parts[place]) - depth
        tokens.append(unquote(_cut(parts, (low, start, place, own_end), depth, delimiter), delimiter))
        low, start = place + 1, 0
        if next_ends[place] < high:  # VASSAL looks at no third token
            high = next_ends[place]
            end = len(parts[high]) - depth
        low, start, high, end = bare(parts, (low, start, high, end))


def bare(parts: list[str], span: Span) -> Span:
    """The span without the apostrophes around it, which reading takes off. Backslashes taken off before make no difference."""
    low, start, high, end = span
    if low == high and end - start < 2:
        return span
    if parts[low][start : start + 1] == _QUOTE and end > 0 and parts[high][end - 1] == _QUOTE:
        return low, start + 1, high, end - 1
    return span


def _cut(parts: list[str], span: Span, slashes: int, delimiter: str) -> str:
    """The text of a span, less so many backslashes before each delimiter."""
    low, start, high, end = span
    if low == high:
        return parts[low][start:end]
    first = parts[low][start : len(parts[low]) - slashes]
    inner = [part[:-slashes] for part in parts[low + 1 : high]] if slashes else parts[low + 1 : high]
    return delimiter.join([first, *inner, parts[high][:end]])


def runs_before(parts: list[str]) -> list[int]:
    """How many backslashes stand before the delimiter behind each part; the last part has none behind it."""
    return [len(part) - len(part.rstrip(_BACKSLASH)) if part[-1:] == _BACKSLASH else 0 for part in parts[:-1]]


def _next_as_short(runs: list[int]) -> list[int]:
    """For each place the next one whose run is not longer; the number of places where there is none."""
    found = [len(runs)] * len(runs)
    waiting: list[int] = []
    for place, run in enumerate(runs):
        while waiting and runs[waiting[-1]] >= run:
            found[waiting.pop()] = place
        waiting.append(place)
    return found


def nested_join(tokens: list[str], delimiter: str) -> str:
    """The inverse of `nested_split`, written as VASSAL writes it.

    One pass (a text of hundreds of traits would otherwise be copied once per level).
    """
    if not tokens:
        return ""
    last = len(tokens) - 1
    pieces: list[str] = []
    for depth, token in enumerate(tokens):
        if token and (token[0] in "\\'" or token[-1] == _QUOTE or delimiter in token):
            break
        pieces.append(token)
        pieces.append(_BACKSLASH * depth + delimiter)
    else:
        pieces.pop()
        return "".join(pieces)
    wrapped = _wrapped(tokens, delimiter)
    pieces = []
    for depth, token in enumerate(tokens):
        if wrapped[depth]:
            pieces.append(_QUOTE)
        if depth == last:
            pieces.append(token.replace(delimiter, _BACKSLASH * depth + delimiter) if delimiter in token else token)
            break
        own = token.replace(delimiter, _BACKSLASH * (depth + 1) + delimiter) if delimiter in token else token
        pieces.append(f"'{own}'" if _needs_quotes(token[:1], token[-1:]) else own)
        pieces.append(_BACKSLASH * depth + delimiter)
    pieces.append(_QUOTE * sum(wrapped))
    return "".join(pieces)


def _needs_quotes(first: str, final: str) -> bool:
    return first == _BACKSLASH or (first == _QUOTE and final == _QUOTE)


def _wrapped(tokens: list[str], delimiter: str) -> list[bool]:
    """For each token of a chain, whether what begins with it wears apostrophes inside the level around it."""
    wrapped = [False] * len(tokens)
    first, final = tokens[-1][:1], tokens[-1][-1:]
    for depth in range(len(tokens) - 1, 0, -1):
        wrapped[depth] = _needs_quotes(first, final)
        final = _QUOTE if wrapped[depth] else final or delimiter
        outer = tokens[depth - 1]
        first = outer[:1] or delimiter
        if outer and _needs_quotes(first, outer[-1]):
            first = _QUOTE
        elif outer and first == delimiter:
            first = _BACKSLASH
    return wrapped


def split_by_depth(parts: Sequence[str]) -> tuple[list[str], list[int]]:
    """Of a text split at every delimiter: the leaves of its tree of sequences, and the depth of the separator behind each of
    them but the last.

    Equal to decoding level by level as long as no part starts with an apostrophe.
    """
    leaves: list[str] = []
    depths: list[int] = []
    for part in parts[:-1]:
        if part[-1:] != _BACKSLASH:
            leaves.append(part)
            depths.append(0)
        elif part[-2:-1] != _BACKSLASH:
            leaves.append(part[:-1])
            depths.append(1)
        else:
            leaf = part.rstrip(_BACKSLASH)
            leaves.append(leaf)
            depths.append(len(part) - len(leaf))
    leaves.append(parts[-1])
    return leaves, depths


def join_by_depth(leaves: Sequence[str], depths: Sequence[int], delimiter: str) -> str:
    """The text whose parts `split_by_depth` makes into these."""
    pieces: list[str] = []
    for leaf, depth in zip(leaves, depths, strict=False):
        pieces.append(leaf)
        pieces.append(_BACKSLASH * depth + delimiter if depth else delimiter)
    pieces.append(leaves[-1])
    return "".join(pieces)
