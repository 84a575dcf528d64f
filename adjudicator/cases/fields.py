"""Kinds of fields in cases: what may be written for each, and what it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from adjudicator.engine.actions import Support
from adjudicator.engine.hexes import Hex
from adjudicator.engine.kinds import Role, role_of
from adjudicator.engine.terms import SupplyWord, Term

from .notation import Expected, read_expected, read_path, read_place

Switch = Literal["blank", "game", "unknown"]


def _words(value: Any) -> Any:
    """One name stands for a list of one."""
    return (value,) if isinstance(value, str) else value


def _numbers(value: Any) -> Any:
    """One number stands for a list of one."""
    return (value,) if isinstance(value, int) else value


def _hex(value: Any) -> Any:
    return read_place(value) if isinstance(value, str) else value


def _pairs(value: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(value.items())


def _helpers(value: tuple[_SupportModel, ...]) -> tuple[Support, ...]:
    return tuple(Support(each.unit, each.how) for each in value)


def _path(value: Any) -> Any:
    if isinstance(value, str):
        return read_path(value)
    return tuple(read_place(str(each)) for each in value) if isinstance(value, list | tuple) else value


def _supports(value: Any) -> Any:
    """`stuka-1`, or `stuka-1 full`: how it helps stands behind it."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple):
        return value
    return tuple(_support(each) for each in value)


def _support(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    unit, _, how = value.strip().partition(" ")
    return {"unit": unit, "how": how.strip()}


def _expectation(value: Any) -> Any:
    """`legal` (no finding at all), `any` (not looked at), or findings, of which none may be lacking or too many."""
    if isinstance(value, str):
        value = [value] if value not in ("legal", "any") else ([] if value == "legal" else None)
    if not isinstance(value, list | tuple):
        return value
    return tuple(each if isinstance(each, Expected) else read_expected(str(each)) for each in value)


_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
Question = Literal["column", "retreat", "supply", "cost"]
Asked = Annotated[
    tuple[Question, ...],
    BeforeValidator(_words),
    WithJsonSchema(
        {"anyOf": [{"enum": list(get_args(Question))}, {"type": "array", "items": {"enum": list(get_args(Question))}}]}
    ),
]
Texts = Annotated[tuple[str, ...], BeforeValidator(_words), WithJsonSchema(_LIST)]
_SUPPORTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}}]}


class _SupportModel(BaseModel):
    """Something that helps in a combat."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    unit: str
    how: str = ""


# How the fields of actions are written in a case, by their types. Other types are written as they are.
_NOTATIONS: Mapping[Any, tuple[Any, tuple[Any, ...]]] = {
    tuple[str, ...]: (tuple[str, ...], (BeforeValidator(_words), WithJsonSchema(_LIST))),
    tuple[int, ...]: (tuple[int, ...], (BeforeValidator(_numbers),)),
    tuple[Hex, ...] | None: (tuple[Hex, ...] | None, (BeforeValidator(_path), WithJsonSchema(_LIST))),
    tuple[tuple[str, str], ...]: (dict[str, str], (AfterValidator(_pairs),)),
    tuple[tuple[str, SupplyWord], ...]: (dict[str, str], (AfterValidator(_pairs),)),
    tuple[Support, ...]: (
        tuple[_SupportModel, ...],
        (BeforeValidator(_supports), AfterValidator(_helpers), WithJsonSchema(_SUPPORTS)),
    ),
}


def notation(type_: Any) -> Any:
    """The type of a field of an action as a case writes it."""
    plain, *told = get_args(type_) if get_origin(type_) is Annotated else (type_,)
    if Role.HEX in role_of(type_):
        return Annotated[plain, BeforeValidator(_hex)]
    written, readers = _NOTATIONS.get(plain, (plain, ()))
    for each in (*readers, *(each for each in told if not isinstance(each, Role | Term))):
        written = Annotated[written, each]
    return written


Expectation = Annotated[
    tuple[Expected, ...] | None,
    BeforeValidator(_expectation),
    WithJsonSchema(
        {
            **_LIST,
            "description": (
                "legal (no finding), any (not looked at), or findings: `illegal RULE SECTION`, `undecided RULE needs FACT`"
            ),
        }
    ),
]
