"""Logs of our module of Königsberg, played from its set-up by a few lines of code and written as VASSAL writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.correct.laying import marker_texts
from adjudicator.engine.state import Standing
from adjudicator.evidence.binding import BindingEntry, binding_for, unit_of
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.evidence.positions import ReadPieces, read_pieces
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame, load
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import LOG, parse_command
from vassal_bridge.compose import add_piece, write_new
from vassal_bridge.edit import Draft
from vassal_bridge.game import RunningGame
from vassal_bridge.module import Module
from vassal_bridge.pieces import read_piece
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.sequence import encode, nested_join
from vassal_bridge.traits import layers, trait_reader
from vassal_bridge.tree import Entry, Leaf

GAME = "koenigsberg-rg"
SET_UP = "set-up-campaign.vsav"


@dataclass(frozen=True)
class Built:
    """The module, with the set-up that it holds."""

    path: Path
    module: Module
    loaded: LoadedGame
    binding: BindingEntry
    set_up: Path

    @classmethod
    def of(cls, path: Path) -> Built:
        archive = open_archive(path)
        set_up = path.with_name("set-up.vsav")
        set_up.write_bytes(archive.read(SET_UP))
        loaded = load(GAME)
        binding = binding_for(loaded.folder, "Königsberg 1945 (reconstruction)")
        assert binding is not None
        return cls(path, Module.read(archive), loaded, binding, set_up)

    def history(self, path: Path) -> History:
        return read_history(read_saved(path), self.module)

    def judge(self, path: Path) -> JudgedFile:
        return judge_file(self.history(path), Choices())

    def pieces(self, path: Path) -> ReadPieces:
        """The units at the end of a file."""
        return read_pieces(self.loaded, self.binding, self.history(path).end.values())

    def standings(self, path: Path) -> dict[str, Standing]:
        return dict(self.pieces(path).standings)

    def point(self, hex: str) -> tuple[int, int]:
        found = self.module.map("Main Map")
        assert found is not None
        point = found.find(hex)
        assert point is not None
        return point

    def start(self, path: Path, **units: str) -> Path:
        """The set-up with some units elsewhere (names with _ for -), as a save."""
        draft = Draft(read_saved(self.set_up))
        pieces = self.pieces(self.set_up)
        for name, hex in units.items():
            draft.move(pieces.of_unit[name.replace("_", "-")], "Main Map", *self.point(hex))
        changed = draft.finish()
        write_new(path, changed.entries, changed.metadata)
        return path


class Turn:
    """A log that is being played. Each method is one step."""

    def __init__(self, built: Built, start: Path | None = None) -> None:
        self._built = built
        self._saved: SavedGame = read_saved(start or built.set_up)
        self._game = RunningGame.of(self._saved, built.module)
        counters = read_history(self._saved, built.module).start
        self._ids = {unit: id_ for id_, each in counters.items() if (unit := unit_of(built.binding, each)) is not None}
        self._steps: list[Entry] = []
        self._markers: dict[str, str] = {}
        self._made = 0

    def step(self, *commands: str) -> Turn:
        for text in commands:
            self._game.apply(parse_command(text))
        self._steps.append(Entry.of([Leaf(LOG + text, min(place, 1)) for place, text in enumerate(commands)]))
        return self

    def say(self, line: str) -> Turn:
        return self.step(f"CHAT<Anna> - {line}")

    def drag(self, unit: str, hex: str) -> Turn:
        return self.drag_together((unit,), hex)

    def drag_together(self, units: Sequence[str], hex: str) -> Turn:
        x, y = self._built.point(hex)
        here = [one for one in self._ids.values() if self._at(one) == ("Main Map", x, y)]
        under = here[-1] if here else "null"
        moves = []
        for unit in units:
            view = self._game.pieces[self._ids[unit]]
            was = [view.map or "null", str(view.x), str(view.y), "null"]
            moves.append("M/" + (encode([view.id, "Main Map", str(x), str(y), under, *was, "anna"], "/") or ""))
        return self.step(*moves)

    def stranger(self, name: str, hex: str) -> Turn:
        """Lay a counter in a hex that no binding knows."""
        self._made += 1
        identity = str(1_900_000_000_000 + self._made)
        self._ids[name] = identity
        x, y = self._built.point(hex)
        return self.step(add_piece(identity, f"piece;;;;{name}", f"Main Map;{x};{y};;0").raw)

    def _at(self, identity: str) -> tuple[str | None, int, int]:
        view = self._game.pieces[identity]
        return view.map, view.x, view.y

    def flip(self, unit: str, level: int = 2) -> Turn:
        """Show another side of a counter."""
        view = self._game.pieces[self._ids[unit]]
        traits = read_piece(add_piece(view.id, view.type_text, view.state_text), trait_reader()).traits
        steps = [trait.kind == "emb2" and layers.layer_name(trait) == "Step" for trait in traits]
        states = [str(level) if step else trait.state_text for step, trait in zip(steps, traits, strict=True)]
        new = nested_join(states, "\t")
        return self.step("D/" + (encode([view.id, new, view.state_text], "/") or ""))

    def mark(self, unit: str, mark: str) -> Turn:
        """Lay a marker from the palette on a unit, alone in its hex."""
        texts = marker_texts(self._built.binding, self._built.module, Draft(self._saved), mark, None)
        assert texts is not None
        self._made += 1
        identity = str(1_900_000_000_000 + self._made)
        view = self._game.pieces[self._ids[unit]]
        here = [view.map or "", str(view.x), str(view.y)]
        move = "M/" + (encode([identity, *here, view.id, "null", "0", "0", "null", "anna"], "/") or "")
        self._markers[unit] = identity
        return self.step(add_piece(identity, *texts).raw, move)

    def unmark(self, unit: str) -> Turn:
        return self.step(f"-/{self._markers.pop(unit)}")

    def roll(self, die: str, result: int) -> Turn:
        return self.step(f"CHAT*** {die} = {result} *** <Anna>")

    def write(self, path: Path) -> Path:
        write_new(path, (*self._saved.entries, *self._steps), self._saved.metadata)
        return path
