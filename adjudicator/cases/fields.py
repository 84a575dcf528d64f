"""Kinds of fields in cases: what may be written for each, and what it becomes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from adjudicator.engine.hexes import Hex

from .notation import Expected, read_expected, read_hex, read_path

Switch = Literal["blank", "game", "unknown"]


def _words(value: Any) -> Any:
    """One name stands for a list of one."""
    return (value,) if isinstance(value, str) else value


def _path(value: Any) -> Any:
    if isinstance(value, str):
        return read_path(value)
    return tuple(read_hex(str(each)) for each in value) if isinstance(value, list | tuple) else value


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
Names = Annotated[tuple[str, ...], BeforeValidator(_words), Field(min_length=1), WithJsonSchema(_LIST)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_words), WithJsonSchema(_LIST)]
Path = Annotated[tuple[Hex, ...] | None, BeforeValidator(_path), WithJsonSchema(_LIST)]
HexText = Annotated[str, BeforeValidator(lambda value: read_hex(value) if isinstance(value, str) else value)]


class SupportModel(BaseModel):
    """Something that helps in a combat."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    unit: str
    how: str = ""


_SUPPORTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}}]}
Supports = Annotated[tuple[SupportModel, ...], BeforeValidator(_supports), WithJsonSchema(_SUPPORTS)]
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
