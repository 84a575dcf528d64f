"""A saved game's text as a tree of commands.

The text is a sequence of entries joined by ESC; an entry is one command, or a command followed by its sub-commands, each of
which may again have some. VASSAL executes a tree in the order in which it is written, so an entry is kept as a flat list of
leaves with the depth of the separator before each: enough to read, to step, and to write the very same text back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from .commands import ESC, LOG, LOGGED_NULL, Command, parse_command
from .errors import EditError, LimitError
from .limits import DEFAULT_LIMITS, Limits
from .sequence import Span, bare, join_by_depth, quote, runs_before, split_by_depth, token_ends

_TOO_DEEP = "commands nested more than {} deep"
_STAND_IN = "\0"
_SPECIAL = ("'", "\\")  # a text that begins with one of these may have to be written otherwise
_DENSE = 400  # below so many characters a command, sweeping is faster than looping


class Leaf(Struct, frozen=True, gc=False):
    """One command's text and how deep it stands in its entry; the entry's first command has depth 0."""

    text: str
    depth: int

    def __repr__(self) -> str:
        return f"Leaf(depth={self.depth})"  # the text may hold somebody's password


class Entry(Struct, frozen=True, gc=False):
    """One command with its sub-commands: what stands between two top-level separators.

    `pieces` are the command texts in the order VASSAL executes them, `depths` the depths of the separators between them. Where
    some token may wear apostrophes (no command of VASSAL's starts with one, so hardly ever) there is one piece, the raw text.
    """

    pieces: tuple[str, ...]
    depths: tuple[int, ...] = ()
    quoted: bool = False

    def __repr__(self) -> str:
        return f"Entry({len(self.pieces)} commands)"  # the texts may hold somebody's password

    @property
    def raw(self) -> str:
        return self.pieces[0] if len(self.pieces) == 1 else join_by_depth(self.pieces, self.depths, ESC)

    @property
    def is_single(self) -> bool:
        return len(self.pieces) == 1 and not self.quoted

    def leaves(self, limits: Limits = DEFAULT_LIMITS) -> list[Leaf]:
        """Every command text in the order VASSAL executes them, with how deep it stands."""
        if self.quoted:
            return _leaves_plainly(self.raw, limits)
        return [Leaf(self.pieces[0], 0), *map(Leaf, self.pieces[1:], self.depths)]

    def texts(self, limits: Limits = DEFAULT_LIMITS) -> Sequence[str]:
        """The command texts alone: what `leaves` gives, faster."""
        if self.quoted:
            return [leaf.text for leaf in _leaves_plainly(self.raw, limits)]
        return self.pieces

    def commands(self, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
        return [LOGGED_NULL if text == LOGGED_NULL.raw else parse_command(text) for text in self.texts(limits)]

    def logged(self, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
        """The commands of a step of a log without their wrapping, and without the empty ones; those not logged are left out."""
        start = len(LOG)
        return [
            parse_command(text[start:])
            for text in self.texts(limits)
            if text != LOGGED_NULL.raw and text[:start] == LOG and len(text) > start
        ]

    def with_leaf(self, index: int, text: str) -> Entry:
        """The same entry with another text in one place; every other leaf keeps its own."""
        leaves = self.leaves()
        leaves[index] = Leaf(text, leaves[index].depth)
        return Entry.of(leaves)

    @staticmethod
    def single(text: str) -> Entry:
        """An entry of one command."""
        return Entry.of([Leaf(text, 0)])

    @staticmethod
    def from_raw(raw: str) -> Entry:
        """An entry from its raw text, which must hold no separator of the top level."""
        entries = split_entries(raw)
        if len(entries) != 1:
            raise EditError("more than one entry")
        return entries[0]

    @staticmethod
    def of(leaves: Sequence[Leaf]) -> Entry:
        """An entry from leaves; refused unless it reads back as the same leaves."""
        if not leaves or leaves[0].depth != 0:
            raise EditError("an entry needs a first command at depth 0")
        if any(ESC in leaf.text for leaf in leaves):
            raise EditError("a command's text cannot hold the separator of commands")
        if any(leaf.depth < 1 for leaf in leaves[1:]):
            raise EditError("a sub-command needs a depth of at least 1")
        if len(leaves) == 1 and leaves[0].text[:1] not in _SPECIAL:
            return Entry((leaves[0].text,))
        texts, depths = [leaf.text for leaf in leaves], [leaf.depth for leaf in leaves[1:]]
        entry = Entry.from_raw(quote(texts[0], ESC) if len(leaves) == 1 else join_by_depth(texts, depths, ESC))
        if entry.leaves() != list(leaves):
            raise EditError("a command's text cannot be written so that VASSAL reads it back the same")
        return entry


def _leaves_plainly(raw: str, limits: Limits) -> list[Leaf]:
    """Level by level, without recursion: for the rare text in which some token wears apostrophes.

    At each level a token is what lies between two places of the original text, less so many backslashes before each separator;
    the apostrophes a level takes off only move those places. So nothing is copied before it is known to be a leaf.
    """
    if ESC not in raw:
        return [Leaf(_bared(raw, limits), 0)]
    parts = raw.split(ESC)
    runs = runs_before(parts)
    leaves: list[Leaf] = []
    whole = (0, 0, len(parts) - 1, len(parts[-1]))
    waiting: list[tuple[Span, int, int]] = [(bare(parts, whole), 1, 0)]  # span, backslashes off it, depth of its first command
    while waiting:
        span, level, depth = waiting.pop()
        if level > limits.nesting + 1:
            raise LimitError(_TOO_DEEP.format(limits.nesting))
        low, start, high, end = span
        ends = [place for place in range(low, high) if runs[place] == level]
        if ends:
            starts = [(low, start), *((place + 1, 0) for place in ends)]
            stops = [*((place, len(parts[place]) - level) for place in ends), (high, end)]
            tokens = [bare(parts, (*first, *last)) for first, last in zip(starts, stops, strict=True)]
            waiting.extend((token, level + 1, level) for token in reversed(tokens[1:]))
            waiting.append((tokens[0], level + 1, depth))
        elif (inner := bare(parts, span)) != span:
            waiting.append((inner, level + 1, depth))
        elif low < high:
            waiting.append((span, min(runs[low:high]), depth))
        else:
            leaves.append(Leaf(parts[low][start:end], depth))
    return leaves


def _bared(raw: str, limits: Limits) -> str:
    """A single command's text without the apostrophes around it, as many as there are."""
    start, end = 0, len(raw)
    while end - start > 1 and raw[start] == raw[end - 1] == "'":
        start, end = start + 1, end - 1
        if start > limits.nesting + 1:
            raise LimitError(_TOO_DEEP.format(limits.nesting))
    return raw[start:end]


def split_entries(text: str, limits: Limits = DEFAULT_LIMITS) -> list[Entry]:
    """The entries of a saved game's text. `join_entries` gives the text back."""
    separators = text.count(ESC)
    if separators >= limits.commands:
        raise LimitError("too many commands", expected=f"at most {limits.commands:,}")
    if len(text) < _DENSE * separators and _STAND_IN not in text:
        return _split_dense(text, limits)
    parts = text.split(ESC)
    entries: list[Entry] = []
    start = 0
    for end in token_ends(parts):
        entries.append(_split_entry(parts[start : end + 1], limits))
        start = end + 1
    return entries


def _split_dense(text: str, limits: Limits) -> list[Entry]:
    """The same for texts of many short commands, as logs are: sweeps over the whole text instead of a loop over the commands."""
    entries: list[Entry] = []
    for raw in text.replace("\\" + ESC, _STAND_IN).split(ESC):
        if "\\" + _STAND_IN in raw or _STAND_IN + "'" in raw or raw[:1] == "'":  # deeper nesting, or apostrophes
            entries.append(_split_entry(raw.replace(_STAND_IN, "\\" + ESC).split(ESC), limits))
        else:
            pieces = raw.split(_STAND_IN)
            entries.append(Entry(tuple(pieces), (1,) * (len(pieces) - 1)))
    return entries


def _split_entry(parts: list[str], limits: Limits) -> Entry:
    if any(part[:1] == "'" for part in parts):
        entry = Entry((ESC.join(parts),), quoted=True)
        entry.texts(limits)  # refuses what is nested too deep
        return entry
    pieces, depths = split_by_depth(parts)
    if depths and max(depths) > limits.nesting:
        raise LimitError(_TOO_DEEP.format(limits.nesting))
    return Entry(tuple(pieces), tuple(depths))


def check_lengths(entries: Sequence[Entry], limits: Limits) -> None:
    """Refuse commands longer than any."""
    longest = max(max(map(len, entry.texts(limits))) for entry in entries)
    if longest > limits.command_characters:
        raise LimitError(f"a command of {longest:,} characters", expected=f"at most {limits.command_characters:,}")


def join_entries(entries: Iterable[Entry]) -> str:
    return ESC.join([entry.raw for entry in entries])
