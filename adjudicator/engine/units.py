"""Units: what is printed on a counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator import factname
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Source, Truth, Unknown, trusted, truth, unsure


@dataclass(frozen=True, slots=True)
class Roles:
    """What units of a game are there for, other than to fight, by kind or trait."""

    leads: frozenset[str] = frozenset()  # headquarters
    flies: frozenset[str] = frozenset()  # they come from boxes and go back
    helps: frozenset[str] = frozenset()  # from afar like those that fly: wherever they lie, they stand in nobody's way


FIGHTERS = Roles()  # of a game in which everybody fights


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter: who it is, and its ratings, first at full strength, then for each step lost."""

    id: str
    name: str  # as players call it
    side: str
    kind: str = "infantry"
    size: str = ""
    formation: str = ""
    traits: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()  # traits of which nobody has said whether it has them
    ratings: tuple[Mapping[str, Fact[int]], ...] = ()
    source: Source = Source.PLAYER  # of kind, size, formation and traits
    cite: tuple[str, ...] = field(default=(), compare=False)
    roles: Roles = field(default=FIGHTERS, compare=False, repr=False)  # those of its game
    also: str = ""  # what the game calls it, where its counter says something else

    @property
    def steps(self) -> int:
        return len(self.ratings)

    @property
    def leads(self) -> bool:
        return self._is(self.roles.leads)

    @property
    def flies(self) -> bool:
        return self._is(self.roles.flies)

    @property
    def helps_from_afar(self) -> bool:
        """Wherever it lies, it stands in nobody's way."""
        return self.flies or self._is(self.roles.helps)

    def _is(self, words: frozenset[str]) -> bool:
        return self.kind in words or not words.isdisjoint(self.traits)

    def rating(self, name: str, losses: int = 0) -> Fact[int]:
        """A printed number on the side that shows after so many step losses."""
        if losses >= len(self.ratings):
            raise ValueError(f"{self.name} has {len(self.ratings)} steps, not {losses + 1}")
        stated = self.ratings[losses].get(name)
        return Unknown(self.key(name, losses)) if stated is None else stated

    def key(self, name: str, losses: int = 0) -> FactName:
        """Under which name a rating can be supplied."""
        return factname.rating(name, self.id, str(losses))

    def has(self, trait: str) -> Truth:
        if trait in self.doubtful:
            return unsure(factname.trait(self.id, trait))
        return truth(trait in self.traits)

    def trusting(self, sources: frozenset[Source]) -> Unit:
        """The unit with every rating unknown that only others vouch for."""
        return replace(
            self,
            ratings=tuple(
                {name: trusted(fact, sources, self.key(name, losses)) for name, fact in side.items()}
                for losses, side in enumerate(self.ratings)
            ),
        )
