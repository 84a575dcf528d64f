"""Prototypes: traits that many pieces share, written once. In a save they are expanded, in a module's palette they are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..buildfile import Component, Problems, java_trim, shown
from ..errors import LimitError, ModuleError
from ..limits import DEFAULT_LIMITS, Limits
from ..sequence import decode, nested_join, nested_split

USE = "prototype;"
COMMENT = "cmt;"
DEPTH = 50  # VASSAL gives up here too
USES = 1024  # in one piece; seen: 40
CHARACTERS = 16 * 1024 * 1024  # of all definitions and traits in one piece; seen: 200,000

Trait = tuple[str, str]  # type and state


@dataclass(frozen=True, slots=True)
class Prototype:
    """`definition` is the text of an add command whose basic piece stands for the piece that uses the prototype."""

    name: str
    definition: str = field(repr=False)
    description: str = ""
    origin: str = ""

    def filled(self, parameters: Mapping[str, str] | None) -> str:
        """The definition with `$parameter$`s filled in.

        A use that gives no parameters leaves the definition as it is. One that does, even none of worth, makes the whole
        definition a format: what it asks for and nobody gives keeps its name and loses its dollars. So does VASSAL.
        """
        if parameters is None or "$" not in self.definition:
            return self.definition
        tokens = decode(java_trim(self.definition), "$")
        last = len(tokens) - 1
        size = 0
        parts = []
        for place, token in enumerate(tokens):
            parts.append(parameters.get(token, token) if place % 2 and place < last else token)
            size += len(parts[-1])
            if size > CHARACTERS:
                raise LimitError(f"the prototype {shown(self.name)} grows to more than {CHARACTERS:,} characters")
        return "".join(parts)


class Prototypes(Mapping[str, Prototype]):
    """The prototypes of a module by name. Of two with one name the later counts."""

    def __init__(self, prototypes: Iterable[Prototype] = (), limits: Limits = DEFAULT_LIMITS) -> None:
        self._named = {prototype.name: prototype for prototype in prototypes}
        self._limits = limits
        self._plain: dict[str, tuple[Trait, ...]] = {}

    def __getitem__(self, name: str) -> Prototype:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def expand(self, type_text: str) -> str:
        """A piece's type with every prototype replaced by its traits; comments vanish too, as in VASSAL."""
        return self.expand_piece(type_text, "")[0]

    def expand_piece(self, type_text: str, state_text: str) -> tuple[str, str]:
        """A piece's type and state, expanded. A prototype that does not exist adds nothing.

        Raises `ModuleError` for prototypes that use themselves.
        """
        traits, basic = _traits(type_text, state_text, self._limits)
        expanded = [*self._expanded(traits), basic]
        return nested_join([kind for kind, _ in expanded], "\t"), nested_join([state for _, state in expanded], "\t")

    def _expanded(self, traits: list[Trait]) -> list[Trait]:
        result: list[Trait] = []
        uses = characters = 0
        stack: list[tuple[Trait, tuple[str, ...]]] = [(trait, ()) for trait in reversed(traits)]
        while stack:
            trait, chain = stack.pop()
            kind = trait[0]
            characters += len(kind) + len(trait[1])
            if characters > CHARACTERS:
                raise LimitError(f"a piece whose prototypes make more than {CHARACTERS:,} characters")
            if kind.startswith(USE):
                uses += 1
                if uses > USES:
                    raise LimitError(f"a piece that uses more than {USES:,} prototypes")
                if len(chain) >= DEPTH and kind not in chain:
                    raise ModuleError(f"prototypes nested more than {DEPTH} deep")
                if kind in chain:
                    names = " -> ".join(shown(parse_use(use)[0]) for use in (*chain[-3:], kind))
                    raise ModuleError(f"prototypes that use themselves: {names}")
                inner = (*chain, kind)
                name = parse_use(kind)[0]
                characters += len(self._named[name].definition) if name in self._named else 0
                stack.extend((part, inner) for part in reversed(self._traits_of(kind)))
            elif not kind.startswith(COMMENT):
                result.append(trait)
                if len(result) > self._limits.nesting:
                    raise LimitError(f"a piece of more than {self._limits.nesting} traits")
        return result

    def _traits_of(self, use: str) -> tuple[Trait, ...]:
        name, parameters = parse_use(use)
        prototype = self._named.get(name)
        if prototype is None:
            return ()
        if parameters is None and name in self._plain:
            return self._plain[name]
        tokens = decode(prototype.filled(parameters), "/")
        traits: tuple[Trait, ...] = ()
        if len(tokens) > 2 and tokens[0] == "+":
            traits = tuple(_traits(tokens[2], tokens[3] if len(tokens) > 3 else "", self._limits)[0])
        if parameters is None:
            self._plain[name] = traits
        return traits


def parse_use(type_text: str) -> tuple[str, Mapping[str, str] | None]:
    """The name and the parameters of a `prototype;name;key=value,…` trait; None for a use without any."""
    tokens = decode(type_text[len(USE) :], ";")
    if len(tokens) < 2:
        return tokens[0], None
    parameters = {}
    for pair in decode(tokens[1], ","):
        parts = decode(pair, "=")
        if len(parts) > 1:
            parameters[parts[0]] = parts[1]
    return tokens[0], parameters


def _traits(type_text: str, state_text: str, limits: Limits) -> tuple[list[Trait], Trait]:
    """The traits of a piece, outermost first, and its basic piece."""
    types = nested_split(type_text, "\t", limit=limits.nesting)
    states = nested_split(state_text, "\t", len(types), limits.nesting)
    states += [""] * (len(types) - len(states))
    traits = list(zip(types, states, strict=True))
    return traits[:-1], traits[-1]


def read_prototypes(root: Component, problems: Problems, limits: Limits = DEFAULT_LIMITS) -> Prototypes:
    holder = next((part for part in root.parts() if part.tag == "VASSAL.build.module.PrototypesContainer"), None)
    found = []
    for component in holder.parts() if holder is not None else ():
        if component.tag == "VASSAL.build.module.PrototypeDefinition":
            found.append(Prototype(component.get("name"), component.text, component.get("description"), component.origin))
            if not component.text.startswith("+/"):
                problems.add(f"prototype {shown(component.get('name'))}", "its definition is no piece, so it adds nothing")
    prototypes = Prototypes(found, limits)
    for name in _in_circles({prototype.name: _used(prototype.definition) for prototype in found}):
        problems.add(f"prototype {shown(name)}", "it uses itself, over other prototypes or directly")
    return prototypes


def used_prototypes(definition: str) -> Iterator[str]:
    """The names that a definition uses, without taking its traits apart: each begins behind a tab."""
    tokens = decode(definition, "/")
    for trait in tokens[2].split("\t") if len(tokens) > 2 else ():
        if trait.startswith(USE) and "$" not in trait:
            yield decode(trait.rstrip("\\")[len(USE) :], ";")[0]


def _used(definition: str) -> list[str]:
    return list(dict.fromkeys(used_prototypes(definition)))


def _in_circles(uses: Mapping[str, list[str]]) -> Iterator[str]:
    """Names from which a way along `uses` leads back to the name itself."""
    done: set[str] = set()
    for start in uses:
        if start in done:
            continue
        path: dict[str, Iterator[str]] = {start: iter(uses[start])}
        while path:
            name, ahead = next(reversed(path.items()))
            following = next(ahead, None)
            if following is None:
                done.add(name)
                del path[name]
            elif following in path:
                yield following
            elif following in uses and following not in done:
                path[following] = iter(uses[following])
