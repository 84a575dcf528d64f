"""The document as lines for people. What commands do is put into words in `words`, a piece at a time in `standing`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudicator.words import plural

from .pieces_text import piece_lines, trait_lines
from .values import Data
from .words import flat, list_some, spoken, tell

_MOST_MAPS = 10
_ONLOOKER = "<observer>"
_SECTIONS = ("pieces", "components", "steps")


def lines_of_game(document: Data, *, pieces: bool = False, traits: bool = False) -> Iterator[str]:
    """The sections that the document has, or else the summary."""
    version = f" written by VASSAL {flat(document['vassal'])}" if document["vassal"] else ""
    yield f"{flat(document['file'])}: a {'log' if document['kind'] == 'log' else 'saved game'}{version}"
    if not any(section in document for section in _SECTIONS):
        yield from _summary(document)
    if "pieces" in document:
        listed: list[Data] = list(document["pieces"])
        if pieces:
            yield from piece_lines(listed)
        if traits:
            yield from trait_lines(listed)
    if "components" in document:
        yield from _components(document["components"])
    if "steps" in document:
        yield from _steps(document["steps"])


def _summary(document: Data) -> Iterator[str]:
    counts, unknown, unreadable = document["counts"], document["unknown"], document["unreadable"]
    yield from _origin(document)
    if document["saved"]:
        yield _fact("saved", document["saved"][:16].replace("T", " ") + " UTC")
    if document["description"]:
        yield _fact("described", flat(document["description"], 80))
    players = [player for player in document["players"] if player["side"] != _ONLOOKER]
    yield _fact("players", list_some(f"{flat(player['name'], 40)}: {flat(player['side'], 40)}" for player in players) or "none")
    onlookers = [flat(player["name"], 40) for player in document["players"] if player["side"] == _ONLOOKER]
    if onlookers:
        yield _fact("onlookers", list_some(onlookers))
    yield _fact("pieces", _pieces(document))
    for place in document["maps"][:_MOST_MAPS]:
        yield f"    {_map(place)}"
    if len(document["maps"]) > _MOST_MAPS:
        yield f"    and {plural(len(document['maps']) - _MOST_MAPS, 'more map')}"
    concealed = [f"{counts[how]:,} {how}" for how in ("masked", "hidden") if counts[how]]
    yield _fact("concealed", ", ".join(concealed) or "nothing")
    if document["kind"] == "log":
        yield _fact("log", _log(counts))
    kept = [_counted(kind, unknown[kind]) for kind in ("commands", "traits") if unknown[kind]]
    yield _fact("unknown", "; ".join(kept) + " (kept whole)" if kept else "nothing")
    wrong = [plural(unreadable[kind], kind[:-1]) for kind in ("commands", "pieces") if unreadable[kind]]
    if wrong:
        yield _fact("unreadable", ", ".join(wrong))
    for problem in document["problems"]:
        yield _fact("problem", flat(problem))


def _fact(label: str, text: str) -> str:
    return f"  {label:<10} {text}"


def _origin(document: Data) -> Iterator[str]:
    module = document["module"]
    if module["name"]:
        yield _fact("module", " ".join(flat(part) for part in (module["name"], module["version"]) if part))


def _pieces(document: Data) -> str:
    counts = document["counts"]
    parts = [plural(counts["pieces"], "piece"), plural(counts["stacks"], "stack"), plural(counts["decks"], "deck")]
    several = f" ({counts['stacks_of_several']:,} of several pieces)" if counts["stacks_of_several"] else ""
    when = ", when the log begins" if document["kind"] == "log" else ""
    return f"{parts[0]}, {parts[1]}{several}, {parts[2]}{when}"


def _map(place: Data) -> str:
    name = "on no map" if place["name"] is None else flat(place["name"], 60) or "(a map without a name)"
    decks = list_some(f"{flat(deck['name'], 40)} {deck['pieces']:,}" for deck in place["decks"])
    return f"{name}: {plural(place['pieces'], 'piece')}" + (f"; in decks: {decks}" if decks else "")


def _log(counts: dict[str, int]) -> str:
    parts = [
        plural(counts["steps"], "step"),
        plural(counts["dice_rolls"], "dice roll"),
        plural(counts["chat_lines"], "line of chat", "lines of chat"),
    ]
    return ", ".join(parts) + (f", {plural(counts['undone'], 'undo', 'undos')}" if counts["undone"] else "")


def _counted(kind: str, counted: dict[str, int]) -> str:
    return f"{kind} " + list_some(f"{flat(name) or '(no name)'} {count:,}" for name, count in counted.items())


def _components(components: Iterable[Data]) -> Iterator[str]:
    yield ""
    yield "Beside the pieces the position holds"
    for line, times in Counter(map(tell, components)).items():  # VASSAL writes some of them twice
        yield f"       {line}" + (f" ({times} times)" if times > 1 else "")


def _steps(steps: Iterable[Data]) -> Iterator[str]:
    for number, step in enumerate(steps):
        if number == 0:
            yield ""
        if "commands" in step:
            told = [tell(command) for command in step["commands"]] or ["nothing that can be told"]
        else:
            told = [spoken(line) for line in step["chat"]]
        for place, line in enumerate(told):
            yield f"{step['step'] if place == 0 else '':>5}  {line}"
