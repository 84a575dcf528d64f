"""Looking something up in the tables of games as they stand, without loading a game: who asks what a rule says does not wait.

Only the few entries that are meant are read; whether the tables are in order is nothing to this.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

_RULES = Path(__file__).resolve().parent.parent / "rules"
_HEADER = re.compile(r"^\[\[(\w+)\]\]\s*$", re.MULTILINE)
_ID = re.compile(r"^id\s*=\s*(.+)$", re.MULTILINE)
_DOUBTFUL = re.compile(r"\billegal\b|\bundecided\b|\"any\"|\brulings\b")  # in a case that does not show plainly what is right
_SAYS_NOTHING = 3  # letters of "of", "the", "and"
_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(frozen=True)
class Pages:
    """The tables of one game as text."""

    slug: str
    folder: Path

    @cached_property
    def about(self) -> Mapping[str, Any]:
        return tomllib.loads(_text(self.folder / "game.toml"))

    @cached_property
    def rules(self) -> tuple[LookedUp, ...]:
        files = [self.folder / "rules.toml", *sorted((self.folder / "rules").glob("*.toml"))]
        return tuple(entry for file in files for entry in _entries(_text(file), "rule"))

    @cached_property
    def sections(self) -> tuple[LookedUp, ...]:
        return tuple(_entries(_text(self.folder / "rulebook.toml"), "section"))

    @cached_property
    def defects(self) -> tuple[LookedUp, ...]:
        """Those of an edition say only what differs from those of the game that it is an edition of."""
        under = {each.ids[0]: each for each in self.base.defects if each.ids} if self.base is not None else {}
        own = _entries(_text(self.folder / "defects.toml"), "defect")
        return tuple(replace(each, under=under.get(each.ids[0]) if each.ids else None) for each in own)

    @cached_property
    def base(self) -> Pages | None:
        """The game that this one is an edition of."""
        slug = str(self.about.get("edition_of", ""))
        beside = self.folder.parent / slug
        return Pages(slug, beside) if slug and beside.is_dir() else None

    @cached_property
    def cases(self) -> tuple[tuple[str, str], ...]:
        """Every file of cases: its name, its text."""
        return tuple((file.name, _text(file)) for file in sorted((self.folder / "cases").glob("*.toml")))

    @cached_property
    def unit_names(self) -> Mapping[str, str]:
        return {row["id"]: row.get("name") or row["id"] for row in csv.DictReader(_text(self.folder / "units.csv").splitlines())}

    @cached_property
    def section_titles(self) -> Mapping[str, str]:
        return {id_: str(each.data.get("title", "")) for each in self.sections for id_ in each.ids}

    def citing(self, section: str) -> list[str]:
        """The rules that cite a section."""
        quoted = f'"{section}"'
        cites = (each for each in self.rules if quoted in each.text and section in each.data.get("cite", ()))
        return list(dict.fromkeys(id_ for each in cites for id_ in each.ids))

    def said_by(self, use: str) -> str:
        """What the function behind a rule says of itself."""
        module, _, name = use.rpartition(".")
        wanted = re.compile(rf'^def {re.escape(name)}\(.*?\).*?:\n\s+"""(.*?)"""', re.MULTILINE | re.DOTALL)
        own = [self.folder / "rules.py", *sorted((self.folder / "rules").glob("*.py"))]
        for file in (*sorted(_RULES.rglob(f"{module.rpartition('.')[2]}.py")), *own):
            found = wanted.search(_text(file))
            if found is not None:
                return " ".join(found[1].split("\n\n")[0].split())
        return ""


@dataclass(frozen=True)
class LookedUp:
    """One table of a list of tables, read only if somebody asks for more than its ids."""

    kind: str
    text: str = field(repr=False)
    under: LookedUp | None = field(default=None, repr=False)  # what stands where this says nothing

    @cached_property
    def ids(self) -> tuple[str, ...]:
        found = _ID.search(self.text)
        return tuple(_QUOTED.findall(found[1])) if found is not None else ()

    @cached_property
    def data(self) -> Mapping[str, Any]:
        read: Mapping[str, Any] = tomllib.loads(self.text)[self.kind][0]
        return read if self.under is None else {**self.under.data, **read}

    def speaks_of(self, asked: str) -> bool:
        """Whether every word of it that says something stands here, as it is or as the beginning of a longer one."""
        words = [each for each in asked.split() if len(each) > _SAYS_NOTHING] or [asked]
        return all(re.search(rf"(?<![^\W_]){re.escape(_stem(each))}", self.text, re.IGNORECASE) for each in words)


@dataclass(frozen=True)
class Example:
    """A case that shows a rule at work: what stands where, what is done, and what must be found."""

    file: str
    name: str
    data: Mapping[str, Any] = field(repr=False)

    @property
    def actions(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self.data.get("actions", ()))


def examples(pages: Pages, rule: str) -> tuple[Example | None, Example | None]:
    """A case in which all is right and one in which the rule is broken, out of one file, so that one sees the difference."""
    broken = re.compile(rf"\billegal {re.escape(rule)}\b")
    found: list[tuple[int, str, str, list[str], int]] = []
    for name, text in pages.cases:
        if not broken.search(text):
            continue
        head, *blocks = _split(text, "case")
        found += [(len(each), name, head, blocks, at) for at, each in enumerate(blocks) if broken.search(each)]
    if not found:
        return None, None
    _, name, head, blocks, at = min(found, key=lambda each: each[0])
    wrong = _example(name, head, blocks[at])
    near = sorted((each for each in range(len(blocks)) if each != at), key=lambda each: (abs(each - at), each > at))
    verbs = {_verb(action) for action in wrong.actions}
    for each in near:
        if not _DOUBTFUL.search(blocks[each]):
            right = _example(name, head, blocks[each])
            if verbs & {_verb(action) for action in right.actions}:
                return right, wrong
    return None, wrong


def examples_of_section(pages: Pages, section: str) -> tuple[Example | None, Example | None]:
    """The same for a section that cases say they show."""
    right: Example | None = None
    wrong: Example | None = None
    shows = re.compile(rf'^section = .*"{re.escape(section)}"', re.MULTILINE)
    for name, text in pages.cases:
        if not shows.search(text):
            continue
        head, *blocks = _split(text, "case")
        for block in filter(shows.search, blocks):
            if wrong is None and re.search(r'"illegal\b', block):
                wrong = _example(name, head, block)
            elif right is None and not _DOUBTFUL.search(block):
                right = _example(name, head, block)
            if right is not None and wrong is not None:
                return right, wrong
    return right, wrong


def _stem(word: str) -> str:
    """A word without the ending of its plural: who asks for zones means the zone too."""
    return word[:-1] if len(word) > _SAYS_NOTHING and word.endswith("s") and not word.endswith("ss") else word


def _verb(action: Mapping[str, Any]) -> str:
    return next(iter(action), "")


def _example(file: str, head: str, block: str) -> Example:
    read = tomllib.loads(f"{head}\n[[case]]\n{block}")
    data = dict(read["case"][0]) | {"made up": read.get("unit", {})}
    return Example(file, str(data.get("name", "")), data)


def _entries(text: str, kind: str) -> Iterator[LookedUp]:
    yield from (LookedUp(kind, f"[[{kind}]]\n{block}") for block in _split(text, kind)[1:])


def _split(text: str, kind: str) -> list[str]:
    """What stands before the first of the tables, and each of them."""
    places = [found for found in _HEADER.finditer(text) if found[1] == kind]
    if not places:
        return [text]
    ends = [*(found.start() for found in places[1:]), len(text)]
    return [text[: places[0].start()], *(text[found.end() : end] for found, end in zip(places, ends, strict=True))]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
