"""What a survey leaves open, asked in the terminal: what settles most first, each with what is gained by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.factname import FactName
from adjudicator.games import GameFolderError, LoadedGame
from adjudicator.games.questions import answer, question
from adjudicator.games.stated_facts import read_facts
from adjudicator.surveying.answering import Answers
from adjudicator.surveying.draft import BindingDraft
from adjudicator.surveying.wanted import WantedFact
from adjudicator.words import plain, plural

STOP = "q"
NONE = "0"
HOW = f"An empty line leaves a question open, {STOP} ends the asking."

Read = Callable[[str], str]  # asks with a prompt, and gives back what was typed
Say = Callable[[str], object]


class _StopError(Exception):
    """The player has had enough."""


@dataclass(slots=True)
class Asking:
    """The questions of one survey, and what the player answered."""

    loaded: LoadedGame
    read: Read
    say: Say
    facts: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    phases: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def all_of(self, draft: BindingDraft, wanted: Sequence[WantedFact]) -> Answers:
        """What was answered. Charts are not asked: they are tables to fill in."""
        counters = sorted(draft.units.doubtful.items(), key=lambda each: -each[1][0][1])
        entries = [entry for entry in draft.words.said if entry not in draft.words.phases]
        looked_up = [each for each in wanted if each.name.kind not in ("chart", "cell")]
        if counters or entries or looked_up:
            self.say(HOW)
        try:
            for entry in entries:
                self._entry(entry, draft.words.maybe_phases.get(entry, ()))
            for gpid, ranked in counters:
                self._counter(gpid, draft.title(gpid), ranked)
            for each in looked_up:
                self._fact(each.name, each.settled)
        except _StopError:
            pass
        return Answers(game=self.loaded.slug, module=draft.module, facts=self.facts, units=self.units, phases=self.phases)

    def _typed(self, prompt: str) -> str:
        typed = self.read(prompt).strip()
        if typed.lower() == STOP:
            raise _StopError
        return typed

    def _chosen(self, prompt: str, most: int) -> tuple[int, ...] | None:
        """The numbers that were typed; none at all for an empty line."""
        while typed := self._typed(prompt):
            parts = typed.replace(",", " ").split()
            if all(part.isdecimal() and int(part) <= most for part in parts):
                return tuple(map(int, parts))
            self.say(f"  numbers from 0 to {most}, please")
        return None

    def _entry(self, entry: str, maybe: Sequence[str]) -> None:
        phases = [phase.id for phase in self.loaded.about.phases]
        likely = [phase for phase in phases if phase in maybe]
        shown = [*likely, *(phase for phase in phases if phase not in likely)]
        self.say(f"The turn counter says {plain(entry)}: which phase is that? (whatever is done then hangs on it)")
        self.say(_numbered(shown))
        chosen = self._chosen(f"  its numbers, or {NONE} for none of them: ", len(shown))
        if chosen is not None:
            self.phases[entry] = tuple(shown[at - 1] for at in sorted(chosen) if at)

    def _counter(self, gpid: str, title: str, ranked: Sequence[tuple[str, float]]) -> None:
        known = [(unit, share) for unit, share in ranked if unit in self.loaded.roster and unit not in self.units.values()]
        if not known:
            return
        self.say(f"Which unit is the counter {plain(title)}? (all that it does hangs on it)")
        self.say(_numbered(f"{self.loaded.roster[unit].name} ({min(99, int(100 * share))} %)" for unit, share in known))
        chosen = self._chosen(f"  its number, or {NONE} for none of them: ", len(known))
        if chosen and chosen[0]:
            self.units[gpid] = known[chosen[0] - 1][0]

    def _fact(self, name: FactName, settled: int) -> None:
        self.say(f"{question(name, self.loaded)} (with all before it settles {plural(settled, 'verdict')})")
        while typed := self._typed(f"  {answer(name, self.loaded)}: "):
            try:
                read_facts((), (f"{name}: {typed}",), self.loaded)
            except GameFolderError as error:
                self.say(f"  {plain(str(error.errors[0]))}")
                continue
            self.facts[str(name)] = typed
            return


def _numbered(shown: Iterable[str]) -> str:
    def lines() -> Iterator[str]:
        for number, each in enumerate(shown, 1):
            yield f"  {number} {plain(each)}"

    return "\n".join(lines())
