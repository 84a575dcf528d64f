"""What a trait is made of: a prefix, the fields of its type and the fields of its state. Declared, not programmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ..fields import Layout, Values

Ask = Callable[[str], str | None]
"""Looks up a property of the whole piece, as an inner trait may need it."""

LayoutChoice = Layout | Callable[[str], Layout]
"""A layout, or a function that picks one from the raw text, for formats that changed over VASSAL's versions."""

NOTHING = Layout(";")
"""A type or state without fields of its own."""


def _no_properties(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    return ()


Properties = Callable[["Trait", Ask], Iterable[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class TraitSpec:
    """One kind of trait.

    `prefix` includes the `;` that closes it. `vassal` is the name of VASSAL's class, `title` what its editor calls the trait.
    `default` is the type text VASSAL gives a brand-new trait of the kind. `properties` answers what the trait adds to the piece's
    properties, outermost trait first winning, as VASSAL would.
    """

    prefix: str
    vassal: str
    title: str
    type: LayoutChoice
    state: LayoutChoice = NOTHING
    properties: Properties = _no_properties
    since: str = ""
    default: str | None = None
    default_state: str = ""

    def layout_of_type(self, raw: str) -> Layout:
        return self.type if isinstance(self.type, Layout) else self.type(raw)

    def layout_of_state(self, raw: str) -> Layout:
        return self.state if isinstance(self.state, Layout) else self.state(raw)


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of one piece: its raw texts, and its fields. Traits with the same texts may be one object."""

    spec: TraitSpec | None  # None: a trait VASSAL itself does not know (a module's own class); opaque
    type_text: str
    state_text: str
    type: Values = field(repr=False, compare=False)
    state: Values = field(repr=False, compare=False)

    @property
    def kind(self) -> str:
        """The prefix without its semicolon, such as `emb2` or `mark`."""
        if self.spec is not None:
            return self.spec.prefix.rstrip(";")
        return self.type_text.partition(";")[0]

    @property
    def known(self) -> bool:
        return self.spec is not None

    def properties(self, ask: Ask) -> Mapping[str, str]:
        return dict(self.spec.properties(self, ask)) if self.spec is not None else {}
