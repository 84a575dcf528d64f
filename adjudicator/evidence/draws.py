"""What happens to decks against their own rules: cards taken from amid them, and an order given to them without a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from adjudicator.evidence.history import Counter, Doubt
from adjudicator.words import plural
from vassal_bridge.commands import AddPiece, MovePiece, RemovePiece
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
        handled = {command.id for command in result.commands if isinstance(command, AddPiece | MovePiece | RemovePiece)}
        for change in result.changed:
            if change.after.kind == _DECK and change.before.members != change.after.members:
                yield from _at(change, result.chat, before, clean)
                yield from _by_itself(change, handled, before, clean)


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
    elif sorted(old) == sorted(new) and not _explained(deck, new == old[::-1], chat):
        yield Doubt(SORTED, f"{name} was put in another order, without the report that a shuffle of it makes")


def _by_itself(
    change: PieceChange, handled: Set[str | None], before: Mapping[str, Counter], clean: Callable[[str], str]
) -> Iterator[Doubt]:
    """Cards that come and go because the deck is said to hold others: VASSAL moves each card."""
    old, new = change.before.members, change.after.members
    other = [card for card in sorted(set(old) ^ set(new)) if card not in handled]
    if other:
        name = clean(change.after.types.reader.trait(change.after.type_text, "").type.text("name"))
        card = before.get(other[0])
        called = card.called if card else "a card"
        more = f" and {plural(len(other) - 1, 'other card')}" if len(other) > 1 else ""
        deed = "came into" if other[0] in new else "left"
        yield Doubt(SORTED, f"{called}{more} {deed} {name} without being moved", card)


def _explained(deck: Values, turned: bool, chat: Sequence[str]) -> bool:
    """Whether it may have been shuffled, or turned upside down where it can be."""
    return _reported(deck, "shuffle_report", chat) or (
        turned and deck.flag("reversible") and _reported(deck, "reverse_report", chat)
    )


def _reported(deck: Values, report: str, chat: Sequence[str]) -> bool:
    """Whether a line may be what the deck says of it. One that says nothing then cannot be silent."""
    said = deck.text(report)
    plain = [part.strip() for variable, part in Format(said).parts if not variable and len(part.strip()) >= _TELLING]
    return not said or any(all(part in line for part in plain) for line in chat)
