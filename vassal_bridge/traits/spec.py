"""What a trait is made of: a prefix, the fields of its type and the fields of its state. Declared, not programmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..fields import FieldLayout, Values

Ask = Callable[[str], str | None]
"""Looks up a property of the whole piece, as an inner trait may need it."""

LayoutChoice = FieldLayout | Callable[[str], FieldLayout]
"""A layout, or a function that picks one from the raw text, for formats that changed over VASSAL's versions."""

NOTHING = FieldLayout(";")
"""A type or state without fields of its own."""


Answers = Iterable[tuple[str, str | None]]
"""Properties by name. None: the trait answers the name, but what it answers takes more than the file to know."""

Properties = Callable[["Trait", Ask], Answers]


MayAnswer = Callable[["Trait", str], bool]
"""Whether a trait could answer a name, told without working out what it would say."""


def _perhaps(trait: Trait, name: str) -> bool:
    return True


def _no_properties(trait: Trait, ask: Ask) -> Answers:
    return ()


@dataclass(frozen=True, slots=True)
class TraitSpec:
    """One kind of trait.

    `prefix` includes the `;` that closes it. `vassal` is the name of VASSAL's class, `title` what its editor calls the trait.
    `default` is the type text VASSAL gives a brand-new trait of the kind. `properties` answers what the trait adds to the piece's
    properties, outermost trait first winning, as VASSAL would; `may_answer` spares it the names that it has not.
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
    may_answer: MayAnswer = _perhaps

    def layout_of_type(self, raw: str) -> FieldLayout:
        return self.type if isinstance(self.type, FieldLayout) else self.type(raw)

    def layout_of_state(self, raw: str) -> FieldLayout:
        return self.state if isinstance(self.state, FieldLayout) else self.state(raw)


class Trait:
    """One trait of one piece: its raw texts, and its fields. Not to be changed: traits with the same texts may be one object.

    `spec` is None for a trait that VASSAL itself does not know (a module's own class); such a trait is opaque. `kind` is the
    prefix without its semicolon, such as `emb2` or `mark`; no opaque trait has the kind of one that is known.
    """

    __slots__ = ("kind", "spec", "state", "state_text", "type", "type_text")

    def __init__(self, kind: str, spec: TraitSpec | None, type_text: str, state_text: str, type_: Values, state: Values) -> None:
        self.kind = kind
        self.spec = spec
        self.type_text = type_text
        self.state_text = state_text
        self.type = type_
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trait) and other.type_text == self.type_text and other.state_text == self.state_text

    def __hash__(self) -> int:
        return hash((self.type_text, self.state_text))

    def __repr__(self) -> str:
        return f"Trait({self.kind})"

    @property
    def known(self) -> bool:
        return self.spec is not None

    def may_answer(self, name: str) -> bool:
        spec = self.spec
        return spec is not None and spec.properties is not _no_properties and spec.may_answer(self, name)

    def properties(self, ask: Ask) -> Mapping[str, str | None]:
        return dict(self.spec.properties(self, ask)) if self.spec is not None else {}
