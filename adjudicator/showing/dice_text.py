"""Dice buttons and turn trackers in words."""

from __future__ import annotations

from adjudicator.words import plural

from .board_text import NAME, fitting
from .values import Data
from .words import flat

_REPORT = 60
_KEPT = {
    "s": "the smallest {} count",
    "l": "the largest {} count",
    "=": "only {} counts",
    ">": "over {} counts",
    "<": "under {} counts",
}


def dice_in_words(dice: Data) -> str:
    """What a button rolls, and the words in which the chat tells it."""
    report = f'says "{flat(dice["report"], _REPORT)}"' if dice["report"] else "says nothing"
    return f"{flat(dice['name'], NAME)}: {', '.join((*_rolled(dice), report))}"


def _rolled(dice: Data) -> list[str]:
    if dice["kind"] == "symbols":
        faces = {len(die["faces"]) for die in dice["dice"]}
        several = plural(faces.pop(), "face") if len(faces) == 1 else "different faces"
        return [f"{plural(len(dice['dice']), 'die', 'dice')} of {several}"] if dice["dice"] else ["no dice"]
    if dice["kind"] == "texts":
        return [f"{dice['count']:,} of {plural(len(dice['texts']), 'text')}"]
    parts = [f"{plural(dice['count'], 'die', 'dice')} of {plural(dice['sides'], 'side')}"]
    parts += [f"{dice['plus']:+} to each"] if dice["plus"] else []
    parts += [f"{dice['add_to_total']:+} to the total"] if dice["add_to_total"] else []
    parts += [_KEPT[dice["keep"]].format(dice["keep_value"])] if dice["keep"] in _KEPT else []
    parts += ["told as a total"] if dice["report_total"] else []
    parts += ["the player may change the numbers"] if dice["asks"] else []
    return parts + (["rolled by a server"] if dice["kind"] == "server" else [])


def tracker_in_words(tracker: Data) -> str:
    levels = ", ".join(map(_level, tracker["levels"])) or "no levels"
    return f'{flat(tracker["name"], NAME)}: {levels}; shown as "{flat(tracker["format"], _REPORT)}"'


def _level(level: Data) -> str:
    name = flat(level["name"], NAME) or "(no name)"
    match level["kind"]:
        case "counter":
            step = f" by {level['step']}" if level["step"] != 1 else ""
            last = f" to {level['limit']}" if level["limit"] is not None and level["limit"] >= 0 else ""
            told = f"{name} from {level['start']}{last}{step}"
        case "list":
            told = f"{name} ({fitting((flat(entry, 30) for entry in level['entries']), 60)})"
        case _:
            told = f"{name} (of the module's own kind)"
    inner = ", ".join(map(_level, level["levels"]))
    return f"{told}, in each: {inner}" if inner else told
