"""Layers of units, each with its key: lost steps, modes, what is put on them and taken off again."""

from __future__ import annotations

from adjudicator.engine.units import Unit
from vassal_bridge.traits import SPEC_BY_PREFIX

from .looks import Modes

CTRL = 130  # how a key stroke says that the control key is held


def made(prefix: str, **fields: object) -> str:
    """A trait's type: what VASSAL gives a new one, with some fields set."""
    spec = SPEC_BY_PREFIX[prefix]
    usual = (spec.default or prefix).removeprefix(prefix)
    return prefix + spec.layout_of_type(usual).read(usual).replace(**fields).raw


def ctrl(letter: str) -> str:
    return f"{ord(letter)},{CTRL}"


def image_name(kind: str, id_: str) -> str:
    """A name for a picture that every file system takes."""
    plain = "".join(mark if (mark.isascii() and mark.isalnum()) or mark in "._" else "-" for mark in id_.lower())
    return f"{kind}-{plain}.png"


def image_of(unit: str, losses: int) -> str:
    return image_name("unit", unit if not losses else f"{unit}-lost-{losses}")


def image_in_mode(unit: str, mark: str) -> str:
    return image_name("unit", f"{unit}-{mark}")


def steps(unit: Unit) -> str:
    """The sides of a counter as levels of one layer, the full one first; past the last comes the full one again."""
    named = ["", "+ (reduced)"] if unit.steps == 2 else ["", *(f"+ (lost {step})" for step in range(1, unit.steps))]
    return made(
        "emb2;",
        activate_command="",
        activate_letters="",
        activate_key="",
        increase_command="Flip" if unit.steps == 2 else "Lose a step",
        increase_key=ctrl("F"),
        images=("", *(image_of(unit.id, losses) for losses in range(1, unit.steps))),
        level_names=tuple(named),
        loop=True,
        name="Step",
        always_active=True,
        description="steps",
    )


def modes_of(unit: Unit, modes: Modes) -> str:
    """The states of a unit as levels of one layer: it is always in one of them."""
    return made(
        "emb2;",
        activate_command="",
        activate_letters="",
        activate_key="",
        increase_command=modes.title,
        increase_key=ctrl(modes.key),
        images=tuple(image_in_mode(unit.id, level.mark) for level in modes.level),
        level_names=tuple(f"+ ({level.mark})" for level in modes.level),
        loop=True,
        name=modes.layer,
        always_active=True,
        description=modes.title.lower(),
    )


def layer_of(kind: str) -> str:
    """The name of the layer that a trait is; empty for other traits."""
    prefix = "emb2;"
    if not kind.startswith(prefix):
        return ""
    said = kind.removeprefix(prefix)
    return SPEC_BY_PREFIX[prefix].layout_of_type(said).read(said).text("name")


def switched(letter: str, name: str, image: str, said: str, *, command: str = "") -> str:
    """A sign that is put on a unit by a key and taken off by the same."""
    return made(
        "emb2;",
        activate_command=command or name,
        activate_letters="",
        activate_key=ctrl(letter),
        images=(image,),
        level_names=(f"+ ({said})",),
        name=name,
        always_active=False,
        description=said,
    )
