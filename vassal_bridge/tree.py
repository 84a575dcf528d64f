"""A saved game's text as a tree of commands.

The text is a sequence of entries joined by ESC; an entry is one command, or a command followed by its sub-commands, each of
which may again have some. VASSAL executes a tree in the order in which it is written, so an entry is kept as a flat list of
leaves with the depth of the separator before each: enough to read, to step, and to write the very same text back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .commands import ESC, Command, parse_command
from .errors import EditError, LimitError
from .limits import DEFAULT_LIMITS, Limits
from .sequence import decode, has_quoted_token, join_by_depth, quote, split_by_depth, split_raw, unquote


@dataclass(frozen=True, slots=True)
class Leaf:
    """One command's text and how deep it stands in its entry; the entry's first command has depth 0."""

    text: str
    depth: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One command with its sub-commands, as the raw text between two top-level separators."""

    raw: str

    @property
    def is_single(self) -> bool:
        return ESC not in self.raw

    def leaves(self, limits: Limits = DEFAULT_LIMITS) -> list[Leaf]:
        """Every command text in the order VASSAL executes them."""
        raw = self.raw
        if ESC not in raw:
            return [Leaf(unquote(raw, ESC), 0)]
        if _quoted(raw):
            return _leaves_plainly(unquote(raw, ESC), limits)
        texts, depths = split_by_depth(raw, ESC)
        if max(depths) > limits.nesting:
            raise LimitError(f"commands nested more than {limits.nesting} deep")
        return [Leaf(texts[0], 0), *map(Leaf, texts[1:], depths)]

    def texts(self, limits: Limits = DEFAULT_LIMITS) -> list[str]:
        """The command texts alone: what `leaves` gives, faster."""
        raw = self.raw
        if ESC not in raw:
            return [unquote(raw, ESC)]
        if _quoted(raw):
            return [leaf.text for leaf in _leaves_plainly(unquote(raw, ESC), limits)]
        texts, depths = split_by_depth(raw, ESC)
        if max(depths) > limits.nesting:
            raise LimitError(f"commands nested more than {limits.nesting} deep")
        return texts

    def commands(self, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
        return [parse_command(text) for text in self.texts(limits)]

    @staticmethod
    def of(leaves: Sequence[Leaf]) -> Entry:
        """An entry from leaves; refused unless it reads back as the same leaves."""
        if not leaves or leaves[0].depth != 0:
            raise EditError("an entry needs a first command at depth 0")
        if any(ESC in leaf.text for leaf in leaves):
            raise EditError("a command's text cannot hold the separator of commands")
        if any(leaf.depth < 1 for leaf in leaves[1:]):
            raise EditError("a sub-command needs a depth of at least 1")
        if len(leaves) == 1:
            entry = Entry(quote(leaves[0].text, ESC))
        else:
            entry = Entry(join_by_depth([leaf.text for leaf in leaves], [leaf.depth for leaf in leaves[1:]], ESC))
        if entry.leaves() != list(leaves):
            raise EditError("a command's text cannot be written so that VASSAL reads it back the same")
        return entry

    @staticmethod
    def single(text: str) -> Entry:
        return Entry.of([Leaf(text, 0)])

    def with_leaf(self, index: int, text: str) -> Entry:
        """The same entry with another text in one place; every other leaf keeps its raw text."""
        leaves = self.leaves()
        leaves[index] = Leaf(text, leaves[index].depth)
        return Entry.of(leaves)


def _quoted(raw: str) -> bool:
    return "'" in raw and (has_quoted_token(raw, ESC))


def _leaves_plainly(text: str, limits: Limits) -> list[Leaf]:
    """Level by level, without recursion: for the rare text in which some token wears apostrophes."""
    leaves: list[Leaf] = []
    waiting: list[tuple[str, int, int]] = [(text, 0, 0)]  # text, depth of its first command, depth of what it holds
    while waiting:
        token, depth, inner = waiting.pop()
        if inner > limits.nesting:
            raise LimitError(f"commands nested more than {limits.nesting} deep")
        parts = decode(token, ESC)
        if len(parts) == 1:
            if parts[0] == token:
                leaves.append(Leaf(token, depth))
            else:
                waiting.append((parts[0], depth, inner + 1))
            continue
        waiting.extend((part, inner + 1, inner + 1) for part in reversed(parts[1:]))
        waiting.append((parts[0], depth, inner + 1))
    return leaves


def split_entries(text: str, limits: Limits = DEFAULT_LIMITS) -> list[Entry]:
    """The entries of a saved game's text. `join_entries` gives the text back."""
    if text.count(ESC) >= limits.commands:
        raise LimitError("too many commands", expected=f"at most {limits.commands:,}")
    return [Entry(raw) for raw in split_raw(text, ESC)]


def join_entries(entries: Iterable[Entry]) -> str:
    return ESC.join([entry.raw for entry in entries])
