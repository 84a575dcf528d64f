"""What is remembered of every action, whatever the game: who has done what, and what cannot be done twice."""

from __future__ import annotations

from typing import Final

from adjudicator import factname
from adjudicator.facts import Truth, Unknown

from .hexes import Hex
from .memory import Family, Lifetime, Memory, memory
from .state import State
from .terms import Term

Units = frozenset[str]
NOBODY: Final[Units] = frozenset()


def _those(
    says: str, name: str, lasts: Lifetime, *, forbids: bool = True, words: tuple[Term, ...] = (Term.UNIT,)
) -> Memory[Units]:
    return memory(name, Units, says, lasts=lasts, default=NOBODY, forbids=forbids, words=words)


MOVED: Final = _those("the units that have moved", "moved", Lifetime.PHASE)
ATTACKED: Final = _those("the units that have attacked", "attacked", Lifetime.ACTIVATION)
TARGETS: Final = _those("the hexes that were attacked", "target", Lifetime.PHASE, words=(Term.HEX,))
STRUCK: Final[Memory[frozenset[tuple[str, Hex, str]]]] = memory(
    "struck",
    frozenset[tuple[str, str, str]],
    "attacks that are not plain ones: their kind, the hex, and the chit that let them",
    lasts=Lifetime.TURN,
    default=frozenset(),
    forbids=True,
)
SUPPORTED: Final = _those("the units that have supported a combat", "supported", Lifetime.TURN)
RETREATED: Final = _those("the units that have retreated", "retreated", Lifetime.PHASE)
ADVANCED: Final = _those("the units that have advanced after a combat", "advanced", Lifetime.PHASE)
FIRED: Final = Family(_those("the units that have fired so", "fired ({})", Lifetime.PHASE))
FIRED_AT: Final = Family(
    _those("the units and hexes that were fired at so", "target of {}", Lifetime.PHASE, words=(Term.UNIT, Term.HEX))
)
PLACED: Final = _those("the units that came into play", "placed", Lifetime.TURN, forbids=False)
REBUILT: Final = _those("the units that got back steps", "rebuilt", Lifetime.TURN, forbids=False)
RETURNED: Final = _those("the units that were rebuilt from nothing", "returned", Lifetime.TURN, forbids=False)
LEFT: Final = Family(_those("the units that were taken off for this reason", "left ({})", Lifetime.TURN))
CHECKED: Final = _those("the units whose supply was checked", "checked", Lifetime.TURN)
BEGUN: Final = _those("the phases that were seen to begin", "begun", Lifetime.TURN, words=(Term.PHASE,))

DRAWN: Final[Memory[tuple[str, ...]]] = memory(
    "drawn", tuple[str, ...], "the chits drawn, in their order", lasts=Lifetime.TURN, default=(), words=(Term.CHIT,)
)
CHIT: Final = memory(
    "chit", str, "the chit drawn last", lasts=Lifetime.TURN, default=Unknown(factname.chit_drawn()), words=(Term.CHIT,)
)
ACTIVE_HQ: Final = memory(
    "active-hq",
    str,
    "the headquarters in command",
    lasts=Lifetime.GAME,
    default=Unknown(factname.active_headquarters()),
    words=(Term.UNIT,),
)
COMMANDED: Final = memory(
    "commanded",
    Units,
    "the units that it was said to command",
    lasts=Lifetime.TURN,
    default=Unknown(factname.memory("commanded")),
    words=(Term.UNIT,),
)
COMMANDED_AT: Final = memory(
    "command-at", State, "the position when it was activated", lasts=Lifetime.GAME, default=Unknown(factname.memory("command-at"))
)
ROLLS: Final[Family[tuple[int, ...]]] = Family(
    memory(
        "roll {}", tuple[int, ...], "the dice rolled for this", lasts=Lifetime.TURN, default=Unknown(factname.memory("roll {}"))
    )
)

_BY_WORD: Final = {each.name: each for each in (MOVED, ATTACKED, SUPPORTED, RETREATED, ADVANCED, PLACED, REBUILT, CHECKED)}


def deed(word: str) -> Memory[Units]:
    """What a game's tables mean by a word: moved, retreated …, or fire of a kind."""
    return _BY_WORD.get(word) or FIRED[word]


def has_done(state: State, word: str, unit: str) -> Truth:
    return state.has(deed(word), unit)
