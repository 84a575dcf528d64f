"""Where the files of a game lie: in its own folder, or behind it in that of the game whose edition it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.facts import Source

Pairs = Mapping[str, tuple[str, ...]]
_THEIRS = frozenset({Source.RULEBOOK.value, Source.PRINTED.value})


@dataclass(frozen=True)
class GameFolder:
    """A folder, and the one behind it. A file that an edition does not have is the one of the game that it is an edition of."""

    own: Path
    behind: GameFolder | None = None
    pairs: Pairs = field(default_factory=dict)  # a section behind -> those that stand in its place here
    same_text: bool = True  # errata to the same rulebook; else what the other rulebook states is a reconstruction here

    def path(self, name: str) -> Path:
        path = self.own / name
        return path if self.behind is None or path.exists() else self.behind.path(name)

    def inherits(self, name: str) -> bool:
        return self.behind is not None and not (self.own / name).exists()

    def names(self, pattern: str) -> tuple[str, ...]:
        """The files that fit a pattern, by the names that they have in a game's folder."""
        try:
            found = {path.relative_to(self.own).as_posix() for path in self.own.glob(pattern)}
        except OSError:
            found = set()
        return tuple(sorted(found.union(() if self.behind is None else self.behind.names(pattern))))

    def all(self) -> Iterator[Path]:
        """Every file of the game, each once."""
        for name in self.names("**/*"):
            path = self.path(name)
            if path.is_file():
                yield path

    def cited(self, sections: Iterable[str]) -> tuple[str, ...]:
        """The sections that stand here in the place of some of the game behind."""
        if self.same_text:
            return tuple(sections)
        return tuple(dict.fromkeys(here for section in sections for here in self.pairs.get(section, ())))

    def retold(self, name: str, row: dict[str, str]) -> dict[str, str]:
        """A row of a table as this game has it: what the rulebook of another edition states, this one's does not."""
        if self.behind is None or not self.inherits(name):
            return row
        row = self.behind.retold(name, row)
        if self.same_text:
            return row
        told = {key: cell for key, cell in row.items() if key not in ("stated", "cite")}
        if told.get("source") in _THEIRS:
            told["source"] = Source.RECONSTRUCTION.value
        cites = self.cited(row.get("cite", "").split())
        return {**told, "cite": " ".join(cites)} if cites else told
