"""What happens to decks against their own rules: cards taken from amid them, and an order given to them without a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.evidence.history import Counter, Doubt
from adjudicator.words import plural
from vassal_bridge.fields import Values
from vassal_bridge.game.snapshots import PieceChange
from vassal_bridge.grids import Format
from vassal_bridge.replay import StepResult

CHOSEN, SORTED = "chosen", "sorted"
"""Kinds of doubts: a card that did not lie on top, and a deck in another order."""

_DECK = "deck"
_TELLING = 3  # letters of a report by which it is known


def at_decks(result: StepResult, before: Mapping[str, Counter], clean: Callable[[str], str]) -> Iterator[Doubt]:
    """Of each deck that a step changes. An undo only puts back what was."""
    if result.undo is None:
        for change in result.changed:
            if change.after.kind == _DECK and change.before.members != change.after.members:
                yield from _at(change, result.chat, before, clean)


def _at(change: PieceChange, chat: Sequence[str], before: Mapping[str, Counter], clean: Callable[[str], str]) -> Iterator[Doubt]:
    old, new = change.before.members, change.after.members
    deck = change.after.types.reader.trait(change.after.type_text, "").type
    name = clean(deck.text("name"))
    left = set(new)
    stayed = tuple(card for card in old if card in left)
    if len(new) < len(old) and new == stayed:
        lowest = next(place for place, card in enumerate(old) if card not in left)
        above = sum(card in left for card in old[lowest:])
        if above and deck.text("shuffle") != "Always" and not deck.flag("draw_specific"):
            card = before.get(old[lowest])
            called = card.called if card else "a card"
            yield Doubt(CHOSEN, f"{called} was taken from amid {name}, where {plural(above, 'other card')} lay upon it", card)
    elif sorted(old) == sorted(new) and not (new == old[::-1] and deck.flag("reversible")) and not _reported(deck, chat):
        yield Doubt(SORTED, f"{name} was put in another order, without the report that a shuffle of it makes")


def _reported(deck: Values, chat: Sequence[str]) -> bool:
    """Whether a line may be what the deck says when it is shuffled. One that says nothing then cannot be silent."""
    said = deck.text("shuffle_report")
    plain = [part.strip() for variable, part in Format(said).parts if not variable and len(part.strip()) >= _TELLING]
    return not said or any(all(part in line for part in plain) for line in chat)
