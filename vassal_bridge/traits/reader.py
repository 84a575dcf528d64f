"""From the texts of a piece to its traits, each distinct text read once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import FormatError
from ..fields import Values
from ..limits import DEFAULT_LIMITS, Limits
from ..sequence import nested_join, nested_split
from .spec import NOTHING, LayoutChoice, Trait, TraitSpec

TAB = "\t"


@dataclass(slots=True)
class _Kit:
    """The traits that pieces of one type text have, and the outer traits already read for it, by their states' text."""

    types: list[str]
    outer: dict[str, tuple[Trait, ...]] = field(default_factory=dict)


class TraitReader:
    """Reads traits and remembers them: thousands of pieces share their texts, and a counter that moves changes only the state of
    its innermost trait. One reader serves one file, or several alike."""

    def __init__(self, specs: dict[str, TraitSpec], limits: Limits = DEFAULT_LIMITS) -> None:
        self._specs = specs
        self._limits = limits
        self._kits: dict[str, _Kit] = {}
        self._traits: dict[tuple[str, str], Trait] = {}
        self._types: dict[str, tuple[str, TraitSpec | None, Values, LayoutChoice]] = {}
        self._kinds = {prefix.rstrip(";") for prefix in specs}

    def piece(self, type_text: str, state_text: str) -> tuple[Trait, ...]:
        """The traits of a piece, outermost first. Too few states is an error in VASSAL too."""
        kit = self._kits.get(type_text)
        if kit is None:
            kit = self._kits[type_text] = _Kit(nested_split(type_text, TAB, limit=self._limits.nesting))
        head, _, tail = state_text.rpartition(TAB)
        outer = kit.outer.get(head)
        if outer is not None and "'" not in tail:
            return (*outer, self.trait(kit.types[-1], tail))
        types = kit.types
        states = nested_split(state_text, TAB, len(types), self._limits.nesting)
        if len(states) != len(types):
            raise FormatError(f"a piece of {len(types)} traits has {len(states)} states", expected="a state for each trait")
        known = self._traits
        traits = tuple([known.get(pair) or self._new(pair) for pair in zip(types, states, strict=True)])
        if states[-1] == tail and "'" not in tail:  # the innermost state is what stands behind the last tab, and always will be
            kit.outer[head] = traits[:-1]
        return traits

    def _new(self, pair: tuple[str, str]) -> Trait:
        """A trait that is remembered from now on."""
        trait = self._traits[pair] = self.trait(*pair)
        return trait

    @property
    def distinct(self) -> Iterator[Trait]:
        """Every distinct trait read so far, the innermost ones of pieces that merely moved left out."""
        return iter(self._traits.values())

    def trait(self, type_text: str, state_text: str) -> Trait:
        """One trait from its two texts."""
        read = self._types.get(type_text)
        if read is None:
            read = self._types[type_text] = self._read_type(type_text)
        kind, spec, values, layout = read
        state = Values(layout(state_text) if callable(layout) else layout, state_text)
        return Trait(kind, spec, type_text, state_text, values, state)

    def _read_type(self, type_text: str) -> tuple[str, TraitSpec | None, Values, LayoutChoice]:
        spec = self._specs.get(type_text[: type_text.find(";") + 1] or type_text)
        kind = type_text.partition(";")[0]
        if spec is None:
            opaque = f"{kind}?" if kind in self._kinds else kind  # `hide` without a semicolon, `stack` with one
            return opaque, None, NOTHING.read(type_text), NOTHING
        fields = type_text[len(spec.prefix) :]
        return kind, spec, spec.layout_of_type(fields).read(fields), spec.state


def join_types(traits: tuple[Trait, ...]) -> str:
    """The type text of a piece of these traits, as VASSAL writes it."""
    return nested_join([trait.type_text for trait in traits], TAB)


def join_states(traits: tuple[Trait, ...]) -> str:
    """The state text of a piece of these traits, as VASSAL writes it."""
    return nested_join([trait.state_text for trait in traits], TAB)
