"""A replay as lines for people: each step a block, and the position by map and place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from adjudicator.words import plural

from ..roster import SOMEBODY
from .board_text import NAME, fitting
from .pieces_text import standing_in_words
from .values import Data
from .words import change_in_words, flat, shown, spoken

_Row = tuple[str, str | None, str]  # place, name and standing; of a deck all in one

_NAME_WIDTH = 36
_PLACE_WIDTH = 24
_OF_ROLLS = ("result", "total", "keep", "summary")
_GOING = frozenset(("moved", "points"))  # what every move does to a piece's marks


def lines_of_replay(document: Data) -> Iterator[str]:
    """The document's steps are used up before the position is asked for."""
    played = document["played_in"]
    yield from _head(document)
    words = _Steps(None if played is None else played["main_map"])
    for step in document["steps"]:
        yield from words.lines(step)
    yield ""
    yield _title(document)
    yield from _beside(document)
    yield from _position(document["position"])


def _head(document: Data) -> Iterator[str]:
    what = f"a log of {plural(document['length'], 'step')}" if document["kind"] == "log" else "a saved game"
    played = document["played_in"]
    where = "without a module" if played is None else f"in {_label(played)}"
    if played is not None and played["file"] != played["name"]:  # one of ours has no file
        where += f" ({flat(played['file'], NAME)})"
    yield f"{flat(document['file'])}: {what}, replayed {where}"
    for extension in () if played is None else played["extensions"]:
        yield f"  with the extension {_label(extension)}"


def _label(one: Data) -> str:
    return " ".join(flat(part, 60) for part in (one["name"], one["version"]) if part) or "a module without a name"


def _title(document: Data) -> str:
    if not document["to"]:
        return "At the start" if document["length"] else "The position"
    return f"After step {document['to']:,}" + (" (the last)" if document["to"] == document["length"] else "")


# --- steps ----------------------------------------------------------------------------------------------------------------------


def _item(word: str, text: str) -> str:
    return f"       {word:<7} {text}".rstrip()


class _Steps:
    """Steps in words. The main map goes without saying, and so do the properties in which the game keeps a roll."""

    def __init__(self, main: str | None) -> None:
        self.main = main
        self.rolled: set[str] = set()

    def lines(self, step: Data) -> Iterator[str]:
        by = step["by"]
        yield ""
        yield f"{step['step']:>5}  {SOMEBODY if by is None else _person(by)}"
        items = list(self._items(step))
        yield from items or [_item("nothing", "that can be told")]

    def _items(self, step: Data) -> Iterator[str]:
        if step["undoes"] is not None:
            yield _item("undo", _undone(step["undoes"]))
        yield from (_item("say", spoken(line)) for line in step["chat"])
        yield from (_item("roll", _roll(roll)) for roll in step["rolls"])
        yield from self._moves(step["moved"])
        yield from self._changes(step)
        for word, pieces in (("add", step["added"]), ("remove", step["removed"])):
            for where, group in groupby(pieces, lambda piece: self._at(piece)):
                yield _item(word, _names(group) + where)
        yield from (_item("shuffle", _name(deck)) for deck in step["decks"] if deck["shuffled"])
        if not (step["moved"] or step["undoes"]):
            for where, group in groupby(step["restacked"], lambda piece: self._at(piece)):
                yield _item("restack", _names(group) + where)
        self.rolled |= {f"{roll['dice']}_{kind}" for roll in step["rolls"] for kind in _OF_ROLLS}
        yield from (_item("set", _property(one)) for one in step["properties"] if one["name"] not in self.rolled)
        yield from (_item("turn", f"{shown(one['old'])} -> {shown(one['new'])}") for one in step["turns"])
        yield from (_item("join" if seat["joins"] else "leave", _person(seat)) for seat in step["players"])
        yield from (_item("boards", f"{flat(one['map'], NAME)}: {fitting(one['boards'])}") for one in step["boards"])
        yield from (_item("other", _other(one)) for one in step["other"])
        yield from (_item("problem", flat(problem)) for problem in step["problems"])

    # --- places -----------------------------------------------------------------------------------------------------------------

    def _place(self, place: Data, with_map: bool) -> str:
        """The location by name; where it has none, or is off the board, the point as well."""
        if place["map"] is None:
            return "no map"
        point = f"{place['x']},{place['y']}"
        name = place["location"]
        if name is None:
            return f"{flat(place['map'], NAME)} {point}"
        where = f"{flat(name, NAME)} {point}" if name == "offboard" else flat(name, NAME)
        return f"{where} ({flat(place['map'], NAME)})" if with_map else where

    def _at(self, place: Data) -> str:
        return f" at {self._place(place, with_map=place['map'] != self.main)}"

    def _moves(self, moved: Iterable[Data]) -> Iterator[str]:
        for (word, way), group in groupby(moved, self._way):
            yield _item(word, f"{_names(group)} {way}")

    def _way(self, piece: Data) -> tuple[str, str]:
        old, new = piece["from"], piece["to"]
        with_map = old["map"] != new["map"] or new["map"] != self.main
        here, there = self._place(old, with_map), self._place(new, with_map)
        word = "draw" if old["deck"] and not new["deck"] else "return" if new["deck"] and not old["deck"] else "move"
        return word, f"within {there}" if here == there else f"{here} -> {there}"

    # --- changes ----------------------------------------------------------------------------------------------------------------

    def _changes(self, step: Data) -> Iterator[str]:
        going = {piece["id"] for piece in step["moved"]}
        told = [(piece, words) for piece in step["changed"] if (words := _change(piece, piece["id"] in going))]
        for words, group in groupby(told, lambda item: item[1]):
            yield _item("change", f"{fitting(_old_name(piece) for piece, _ in group)}: {words}")


def _change(piece: Data, going: bool) -> str:
    if "problem" in piece:
        return f"cannot be told: {piece['problem']}"
    told = (change for change in piece["changes"] if not (going and change["field"] in _GOING))
    return ", ".join(words for change in told if (words := change_in_words(change)))


def _old_name(piece: Data) -> str:
    return flat(piece.get("old_name") or piece["name"], NAME) or f"piece {flat(piece['id'], 24)}"


def _name(piece: Data) -> str:
    return flat(piece["name"], NAME) or f"{piece['kind']} {flat(piece['id'], 24)}"


def _names(pieces: Iterable[Data]) -> str:
    return fitting(map(_name, pieces), 90)


def _person(person: Data) -> str:
    name, side = (flat(person[key] or "", NAME) for key in ("name", "side"))
    return f"{name} ({side})" if name and side else name or side or SOMEBODY


def _roll(roll: Data) -> str:
    results = "" if roll["results"] is None else fitting(flat(result, NAME) for result in roll["results"])
    total = "" if roll["total"] is None or results == str(roll["total"]) else f"= {roll['total']}"
    name = flat(roll["dice"], NAME) or "dice"
    doubt = " (what the chat says and what the game keeps of it differ)" if roll["agrees"] is False else ""
    return f"{name}: {' '.join(part for part in (results, total) if part) or 'not told'}{doubt}"


def _undone(undo: Data) -> str:
    what = "something before" if undo["step"] is None else f"step {undo['step']:,}"
    return what + ("" if undo["marked"] else " (by the words of the chat)")


def _property(one: Data) -> str:
    level = "" if one["level"] in (None, "Module") else f" ({flat(one['level'], NAME)})"
    return f"{flat(one['name'], NAME)}{level}: {shown(one['old'])} -> {shown(one['new'])}"


def _other(one: Data) -> str:
    if one["title"] is not None:
        return str(one["title"])
    return f"unknown command {one['word'] or 'without a name'} ({plural(one['length'], 'character')})"


# --- the position ---------------------------------------------------------------------------------------------------------------


def _beside(document: Data) -> Iterator[str]:
    players = fitting(_person(seat) for seat in document["players"])
    if players:
        yield f"  players  {players}"
    for turn in document["turns"]:
        yield f"  turn     {flat(turn['text'], 80)}"


def _position(groups: Iterable[Data]) -> Iterator[str]:
    for place, there in groupby(groups, lambda group: group["map"]):
        pieces = 0
        rows: list[_Row] = []
        for group in there:
            pieces += len(group["pieces"])
            rows += _deck(group) if group["kind"] == "deck" else _stack(group)
        yield ""
        yield f"{'On no map' if place is None else flat(place, 60) or '(a map without a name)'}: {plural(pieces, 'piece')}"
        width = min(max(len(where) for where, _, _ in rows), _PLACE_WIDTH)
        name_width = min(max((len(name) for _, name, _ in rows if name is not None), default=0), _NAME_WIDTH)
        for where, name, words in rows:
            cell = words if name is None else f"{name:<{name_width}}  {words}"
            yield f"  {where:<{width}}  {cell}".rstrip()


def _stack(group: Data) -> Iterator[_Row]:
    """A row for each piece, the place before the first."""
    for number, piece in enumerate(group["pieces"]):
        yield "" if number else _where(group), _name({**piece, "kind": "piece"}), standing_in_words(piece)


def _deck(group: Data) -> Iterator[_Row]:
    pieces = group["pieces"]
    inside = f": {_names({**piece, 'kind': 'piece'} for piece in pieces)}" if pieces else ""
    yield _where(group), None, f"deck {_name(group)}, {plural(len(pieces), 'piece')}{inside}"


def _where(group: Data) -> str:
    point = f"{group['x']},{group['y']}"
    name = group["location"]
    if name is None:
        return "" if group["map"] is None else point
    return f"{flat(name, _PLACE_WIDTH)} {point}" if name == "offboard" else flat(name, _PLACE_WIDTH)
