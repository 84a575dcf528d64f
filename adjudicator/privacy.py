"""Keeping players' passwords and e-mail addresses out of everything that is shown.

A player's id is that player's password, and it turns up wherever a player does something. The fields that hold ids are typed as
`Secret` and are never shown. But a module may copy an id into a property or a chat line, and people type addresses into names and
labels. So every text of a file that goes out passes `Redactor.clean`, which knows all the ids that the file's typed fields hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from vassal_bridge.commands import Command, DeclaredCommand, MovePiece, Player
from vassal_bridge.errors import LimitError
from vassal_bridge.fields import Values
from vassal_bridge.secret import HIDDEN, Secret
from vassal_bridge.traits import Trait
from vassal_bridge.traits.concealment import NOBODY, Access

MOST_IDS = 256  # a table of players, and everybody who ever looked on; seen: 7

_ADDRESS = re.compile(r"(?<![\w.+%-])[\w.+%-]++@[\w-]++(?:\.[\w-]++)+")  # possessive: no second look at what was matched

_NO_IDS = frozenset(("null", NOBODY.reveal()))  # words of VASSAL's own where an id could stand

_NOT_IDS = frozenset(("message",))  # fields that are kept secret for what they say, and are no ids

SECRETIVE = frozenset(("obs", "hide", "restrict"))
"""The traits whose state names a player."""


class Redactor:
    """Takes known secrets, and whatever looks like an e-mail address, out of texts.

    Three sorts of secrets are let through. Those that are also a player's name or a side, because they are public as that, and
    hiding them would black out half of a report (people do use their name as password, and concealment by sides stores the side
    where else an id stands). Empty ones, since there is nothing to find. And those of one character, which would take letters
    and figures out of every text; whoever has such a password loses nothing that could not be guessed.
    """

    def __init__(self, secrets: Iterable[Secret], public: Iterable[str]) -> None:
        words = {secret.reveal() for secret in secrets} - set(public) - _NO_IDS
        words = {word for word in words if len(word) > 1}
        if len(words) > MOST_IDS:
            raise LimitError(f"the file names {len(words):,} different players' ids", expected=f"at most {MOST_IDS}")
        words |= {escape(word, quote=quote) for word in words for quote in (False, True)}
        self._words = sorted(words, key=len, reverse=True)  # an id may be part of another one

    def clean(self, text: str) -> str:
        for word in self._words:
            if word in text:
                text = _without(text, word)
        return _ADDRESS.sub(HIDDEN, text) if "@" in text else text

    def clean_or_none(self, text: str | None) -> str | None:
        return None if text is None else self.clean(text)

    def clean_pairs(self, pairs: Mapping[str, str]) -> dict[str, str]:
        return {self.clean(name): self.clean(value) for name, value in pairs.items()}

    def __repr__(self) -> str:
        return f"Redactor({len(self._words)} words)"


def _without(text: str, word: str) -> str:
    """The text with every whole-word occurrence hidden: one that is no part of a longer run of letters, or of figures."""
    kept: list[str] = []
    start = search = 0
    while (place := text.find(word, search)) >= 0:
        end = place + len(word)
        if (place and _run_on(text[place - 1], word[0])) or (end < len(text) and _run_on(word[-1], text[end])):
            search = place + 1
            continue
        kept += (text[start:place], HIDDEN)
        start = search = end
    kept.append(text[start:])
    return "".join(kept)


def _run_on(before: str, behind: str) -> bool:
    return (before.isalpha() and behind.isalpha()) or (before.isdigit() and behind.isdigit())


def secrets_in_command(command: Command) -> Iterator[Secret]:
    """The players' ids and addresses in the typed fields of a command. Pieces are looked into by `secrets_in_trait`."""
    if isinstance(command, MovePiece):
        if command.player is not None:
            yield command.player
    elif isinstance(command, Player):
        yield command.id
    elif isinstance(command, DeclaredCommand):
        yield from _secrets_in(command.values)


def secrets_in_trait(trait: Trait) -> Iterator[Secret]:
    return _secrets_in(trait.state)


def _secrets_in(values: Values) -> Iterator[Secret]:
    for name, value in values.items():
        if isinstance(value, Secret):
            if name not in _NOT_IDS:
                yield value
        elif isinstance(value, Values):  # records in records are declared, so they end
            yield from _secrets_in(value)
    if values.layout.rest is not None:
        yield from (value for value in values.rest if isinstance(value, Secret))


def public_words(trait: Trait) -> Iterator[str]:
    """The sides that a trait's type names. Types come from the module, where sides are no secret."""
    if trait.kind in ("obs", "hide"):
        access = trait.type["access"]
        if isinstance(access, Access):
            yield from access.sides
    elif trait.kind == "restrict":
        yield from trait.type.texts("sides")
    elif trait.kind == "deck":
        yield from trait.type.texts("owners")
