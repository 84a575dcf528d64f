"""What is said in a log: VASSAL's own reports in the words of the foreign module, and players' notes with its names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.unit_names import called
from adjudicator.evidence.notation import in_plain_words, note_in
from adjudicator.games import LoadedGame

from .controls import die_name
from .pieces import Kit
from .places import Atlas
from .wording import MARKS, REDUCED

_MOVES = re.compile(r"^\* (?P<names>.+) moves (?P<a>.+?) -> (?P<b>.+) \*$")
_BECOMES = re.compile(r"^(?P<star>\* )?(?P<place>[^:]*): (?P<a>.+) -> (?P<b>.+)$")
_CREATED = re.compile(r"^\* (?P<name>.+) created in (?P<place>.+)$")
_MARKED = re.compile(r"^(?P<star>\* )?(?P<place>[^:]*): (?P<name>.+) is marked: (?P<mark>.+)$")
_UNDO = re.compile(r"^\* UNDO: (?P<rest>.*)$")
_DIE = re.compile(r"^\*\*\* (?P<button>.+ \d+d\d+): (?P<result>[\d,]+)(?: = (?P<total>\d+))? \*\*\* (?P<who>.*)$")
_STATE = re.compile(
    r"^(?P<name>.+?)(?P<states>(?: \((?:reduced|disrupted|attacks|attacked|fired|retreated|(?:fire|move) mode)\))*)$"
)
_SPEAKER = re.compile(r"^(?:<|&lt;).*?(?:>|&gt;)(?: -)? ")
_HEX = re.compile(r"(?<![\w/.])(\d{4})(?![\w/])")
_BEFORE = r"(?:![a-zäöüßáéíóúñ]+[:\s]+|[,;+&-]\s*|\s(?:with|mit|con|and|und|y|at|auf|a|for|für|para)\s+|^|\sby\s+)"


@dataclass
class Interpreter:
    """Says in other words what was said."""

    game: LoadedGame
    kit: Kit
    atlas: Atlas
    ours: Mapping[str, str]  # the names of our pieces -> what each means
    turn: Callable[[str], str | None]  # our words for a turn -> the foreign ones; None where no counter says any
    names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, means in self.ours.items():
            if (means, 0) in self.kit.pieces:
                self.names[name] = self.kit.piece(means).name

    def said(self, line: str) -> str | None:
        """The line as it stands in a log on the foreign module; None if nothing says it there."""
        if not line.startswith("*") and _SPEAKER.match(line):
            return self._spoken(line)
        if undone := _UNDO.match(line):
            said = self.said(undone["rest"])
            return f"* UNDO: {said}" if said is not None else None
        if thrown := _DIE.match(line):
            total = f" = {thrown['total']}" if thrown["total"] else ""
            return f"*** {die_name(thrown['button'], self.kit.recipe)} = {thrown['result']}{total} *** {thrown['who']}"
        if "Turn updated from " in line:
            return self._counted(line)
        return self._reported(line)

    def _reported(self, line: str) -> str | None:
        for pattern, say in (
            (_MOVES, self._moves),
            (_CREATED, self._created),
            (_MARKED, self._marked),
            (_BECOMES, self._becomes),
        ):
            if found := pattern.match(line):
                return say(found)
        return line

    def _counted(self, line: str) -> str | None:
        head, _, rest = line.partition("Turn updated from ")
        old, _, new = rest.partition(" to Turn ")
        old, new = (self.turn(each) or "" for each in (old, f"Turn {new}"))
        return f"{head}Turn updated from {old} to {new}" if old and new and old != new else None

    def _moves(self, found: re.Match[str]) -> str:
        names = ", ".join(self._piece(name) for name in _split(found["names"], self.ours))
        return f"* {names} moves {self._place(found['a'])} -> {self._place(found['b'])} *"

    def _created(self, found: re.Match[str]) -> str:
        return f"* {self._piece(found['name'])} created in {self._place(found['place'])}"

    def _marked(self, found: re.Match[str]) -> str:
        mark = MARKS[self.kit.recipe.language].get(found["mark"], found["mark"])
        return f"{found['star'] or ''}{self._place(found['place'])}: {self._piece(found['name'])} is marked: {mark}"

    def _becomes(self, found: re.Match[str]) -> str:
        a, b = self._piece(found["a"]), self._piece(found["b"])
        return f"{found['star'] or ''}{self._place(found['place'])}: {a} -> {b}"

    def _place(self, title: str) -> str:
        return self.atlas.said(title)

    def _piece(self, name: str) -> str:
        found = _STATE.match(name)
        if found is None:
            return self.names.get(name, name)
        words = {**MARKS[self.kit.recipe.language], "reduced": REDUCED[self.kit.recipe.language]}
        words |= {"attacks": words["attack"], "attacked": words["target"]}
        states = re.findall(r"\((.+?)\)", found["states"])
        if name in self.names:
            return self.names[name]
        shown = "".join(f" ({words.get(state, state).lower()})" for state in states)
        return self.names.get(found["name"], found["name"]) + shown

    # --- players

    def _spoken(self, line: str) -> str:
        speaker = _SPEAKER.match(line)
        head, text = (line[: speaker.end()], line[speaker.end() :]) if speaker else ("", line)
        note = note_in(text) or in_plain_words(line if " - " in head else f"<x> - {text}")
        if note is not None:
            for name in sorted({*note.names, note.target, *self._of_path(note.verb, note.text)} - {""}, key=len, reverse=True):
                foreign = self._meant(name)
                if foreign is not None and foreign != name:
                    text = self._renamed(text, name, foreign)
        if self.kit.recipe.separator == "." or any(self.kit.recipe.added):
            text = _HEX.sub(lambda found: self._hex(found[1]), text)
        return head + text.replace("\0", "")

    def _of_path(self, verb: str, text: str) -> Sequence[str]:
        """Whom a path, a headquarters or a roll is said for."""
        if verb in ("path", "activate", "rally", "morale", "mode", "exit", "replace", "roll"):
            bare = re.split(r"\s\d{4}\b|,", text)[0]
            *_, last = re.split(r"\s(?:for|für|para)\s", bare)
            first = re.sub(r"\s(?:fire|move) mode$|\s(?:reduced|full)$", "", last.strip())
            return (last.strip(), first)
        return ()

    def _meant(self, name: str) -> str | None:
        if name in self.names:
            return self.names[name]
        found = called(self.game.roster.values(), name)
        return self.kit.names[found[0]] if len(found) == 1 else None

    def _renamed(self, text: str, name: str, foreign: str) -> str:
        shielded = "".join(f"{letter}\0" for letter in foreign)  # so that no other name is found in it
        pattern = re.compile(rf"(?P<before>{_BEFORE}){re.escape(name)}(?![\w/]|[-:.]\d)", re.IGNORECASE)
        return pattern.sub(lambda found: found["before"] + shielded, text)

    def _hex(self, hex: str) -> str:
        return self.atlas.plan.number(hex) if hex in self.game.board.grid else hex


def _split(names: str, known: Mapping[str, str]) -> list[str]:
    """Names with commas between them; none of ours has one in it."""
    return names.split(", ")
