"""Layers: pictures on a piece of which it shows one or none. Flipped, reduced and otherwise changed units are made of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..fields import (
    Field,
    FieldLayout,
    expression,
    flag,
    integer,
    java_int,
    key,
    number,
    record,
    text,
    texts,
)
from ..sequence import decode
from .spec import Ask, Trait, TraitSpec

_CONTROL = 128  # how Java writes the control key; the modifier fields have gone unused since 3.2

_PICTURES = (
    key("reset_key"),
    expression("reset_level", "1"),
    flag("under_when_selected"),
    integer("x_offset"),
    integer("y_offset"),
    texts("images"),
    texts("level_names"),  # `+name` follows the piece's own name, `name+` precedes it, `name` replaces it
    flag("loop", default=True),
    text("name"),
    key("random_key"),
    text("random_command"),
    flag("follow"),
    expression("property"),
    integer("first_level", 1),
)

LAYER = FieldLayout(
    ";",
    text("activate_command"),
    integer("activate_modifiers", _CONTROL),
    text("activate_letters", "A"),
    text("increase_command"),
    integer("increase_modifiers", _CONTROL),
    text("increase_letters"),
    text("decrease_command"),
    integer("decrease_modifiers", _CONTROL),
    text("decrease_letters"),
    text("reset_command"),
    *_PICTURES,
    integer("version"),
    flag("always_active", default=True),
    key("activate_key"),
    key("increase_key"),
    key("decrease_key"),
    text("description"),
    number("scale", 1.0),
    text("shown_by"),  # a following layer is drawn only while this property is …
    text("shown_when", "true"),  # … true, or not
)

# Before 3.2 a command could have several keys, and an activation needed all of them. VASSAL keeps the old trait for those.
MANY_KEYS = FieldLayout(
    ";",
    text("activate_command", "Activate"),
    integer("activate_modifiers", _CONTROL),
    text("activate_letters", "A"),
    text("increase_command", "Increase"),
    integer("increase_modifiers", _CONTROL),
    text("increase_letters", "]"),
    text("decrease_command", "Decrease"),
    integer("decrease_modifiers", _CONTROL),
    text("decrease_letters", "["),
    text("reset_command", "Reset"),
    key("reset_key", "82,130"),
    *_PICTURES[1:],
)

OLD_ACTIVATION = FieldLayout(";", text("letters"), text("reset_command"), key("reset_key"), expression("reset_level", "0"))

# The first format. It has no name, no following, and always loops. All the fields behind are levels: a picture, a comma, a name.
OLD_LAYER = FieldLayout(
    ";",
    Field("activation", record(OLD_ACTIVATION), OLD_ACTIVATION.read("")),
    text("activate_command"),  # a leading `_` means: under the piece while it is selected
    text("increase_letters"),
    text("increase_command"),
    text("decrease_letters"),
    text("decrease_command"),
    integer("x_offset"),
    integer("y_offset"),
)

STATE = FieldLayout(
    ";",
    integer("level", -1),  # from 1 up; negative while the layer is off
    text("pressed"),  # until 3.1: which of the activation keys were pressed
)


def _layer_layout(raw: str) -> FieldLayout:
    values = LAYER.read(raw)
    if values.int("version") == 0:
        letters = ("activate_letters", "increase_letters", "decrease_letters")
        if any(len(values.text(name)) > 1 for name in letters):
            return MANY_KEYS
    return LAYER


def layer_name(trait: Trait) -> str:
    return "" if trait.type.layout is OLD_LAYER else trait.type.text("name")


def images(trait: Trait) -> tuple[str, ...]:
    """The picture of each level; an empty text where a level has none."""
    if trait.type.layout is OLD_LAYER:
        return tuple(decode(level, ",")[0] for level in trait.type.rest)
    listed = trait.type.texts("images")
    # a list of one empty text and an empty list are written alike, and VASSAL insists on one level
    return listed or (("",) if trait.type.layout is LAYER else ())


def level_names(trait: Trait) -> tuple[str, ...]:
    """The name of each level as written, with its `+`; levels at the end may lack one."""
    if trait.type.layout is OLD_LAYER:
        return tuple([*decode(level, ","), ""][1] for level in trait.type.rest)
    return trait.type.texts("level_names")


def level_count(trait: Trait) -> int:
    return len(trait.type.rest if trait.type.layout is OLD_LAYER else images(trait))


def active(trait: Trait) -> bool:
    """Whether the layer is on."""
    return trait.state.int("level") > 0 and level_count(trait) > 0


def follows(trait: Trait) -> bool:
    """Whether the level is computed from a property rather than stored."""
    return trait.type.layout is not OLD_LAYER and trait.type.flag("follow") and bool(trait.type.text("property"))


def stored_level(trait: Trait) -> int:
    """The level as the state has it; for a layer that follows a property, what VASSAL computed last."""
    count = level_count(trait)
    return max(-count, min(count, trait.state.int("level")))


def level(trait: Trait, ask: Ask) -> int | None:
    """The level from 1 up, negative while the layer is off; None if it follows something that cannot be known here.

    An `ask` that answers None does not know. A property known to be unset is the empty text, and means the first level.
    """
    stored = stored_level(trait)
    if not follows(trait):
        return stored
    answer = _followed(trait.type.text("property"), ask)
    if answer is None:
        return None
    first = trait.type.int("first_level")
    value = java_int(answer) if answer else first
    if value is None:
        return stored  # VASSAL complains about what is no number, and leaves the level
    shown = min(max(value - first + 1, 1), level_count(trait))
    return shown if stored > 0 else -shown


def _followed(written: str, ask: Ask) -> str | None:
    """What a layer follows: a property by name, plain, as `$name$` or in braces, or a number in braces. No more is evaluated."""
    name = written.strip()
    if name.startswith("{") and name.endswith("}"):
        name = name[1:-1].strip()
        constant = java_int(name)
        if constant is not None:
            return str(constant)
        if name and not name.replace("$", "_").isidentifier():
            return None
    if not name:
        return ""
    if len(name) > 1 and name[0] == name[-1] == "$":
        name = name[1:-1]
    return ask(name)


def image(trait: Trait, ask: Ask) -> str | None:
    """The picture shown, empty while the layer is off; None if the level cannot be known."""
    shown = level(trait, ask)
    if shown is None:
        return None
    return images(trait)[shown - 1] if shown > 0 else ""


def level_name(trait: Trait, ask: Ask) -> str | None:
    """The name of the level shown without its `+`, empty while the layer is off; None if the level cannot be known."""
    shown = level(trait, ask)
    return None if shown is None else _bare(_written_name(trait, shown))


def named(trait: Trait, inner: str, ask: Ask) -> str | None:
    """The name of a piece that is called `inner` without this layer; None if the level cannot be known."""
    shown = level(trait, ask)
    if shown is None:
        return None
    first, *more = decode(_written_name(trait, shown), "+")
    if not more:
        return first or inner
    return first + inner if first else inner + more[0]


def _written_name(trait: Trait, shown: int) -> str:
    names = level_names(trait)
    return names[shown - 1] if 0 < shown <= len(names) else ""


def _bare(written: str) -> str:
    return written[1:] if written.startswith("+") else written.removesuffix("+")


def _properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str | None]]:
    name = layer_name(trait)
    yield f"{name}_Active", "true" if active(trait) else "false"
    shown = level(trait, ask)
    yield f"{name}_Level", None if shown is None else str(shown)
    yield f"{name}_Image", image(trait, ask)
    yield f"{name}_Name", level_name(trait, ask)


_ANSWERS = ("_Active", "_Level", "_Image", "_Name")


def _may_answer(trait: Trait, name: str) -> bool:
    return name.endswith(_ANSWERS) and name.startswith(layer_name(trait))


SPECS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "emb2;",
        "Embellishment",
        "Layer",
        _layer_layout,
        STATE,
        _properties,
        default="emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;true;65,130;;;;1.0;;true",
        default_state="1",
        may_answer=_may_answer,
    ),
    TraitSpec("emb;", "Embellishment", "Layer (first format)", OLD_LAYER, STATE, _properties, may_answer=_may_answer),
)
