"""The mutants of a Python source and of a file of bindings: one number, comparison or parameter changed in each."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """One change, with the whole source that has it."""

    where: str
    change: str
    source: str


def of_python(source: str) -> Iterator[Mutant]:
    """Every number one higher, every comparison turned or shifted by one.

    Not the counting of places in a tuple, nor `is None`: those are not numbers or comparisons of a rule.
    """
    tree = ast.parse(source)
    places = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Subscript) for part in ast.walk(node.slice)}
    for node in ast.walk(tree):
        if id(node) in places:
            continue
        if isinstance(node, ast.Compare):
            yield from _of_comparison(tree, node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            value = node.value
            node.value = value + 1
            yield Mutant(f"line {node.lineno}", f"{value} -> {value + 1}", ast.unparse(tree))
            node.value = value


def _of_comparison(tree: ast.Module, node: ast.Compare) -> Iterator[Mutant]:
    for index, operator in enumerate(node.ops):
        swapped = _SWAPS.get(type(operator))
        if swapped is not None:
            node.ops[index] = swapped()
            yield Mutant(f"line {node.lineno}", f"{type(operator).__name__} -> {swapped.__name__}", ast.unparse(tree))
            node.ops[index] = operator


def of_bindings(source: str) -> Iterator[Mutant]:
    """Every number of a binding one higher, every yes a no, every list without each of its words, every rule left out."""
    rules: list[dict[str, Any]] = tomllib.loads(source).get("rule", [])
    for index, rule in enumerate(rules):
        for change, given in _changed(rule.get("with", {})):
            yield Mutant(rule["id"], change, _written([*rules[:index], {**rule, "with": given}, *rules[index + 1 :]]))
        yield Mutant(rule["id"], "left out", _written([*rules[:index], *rules[index + 1 :]]))


def _changed(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            for change, other in _changed(inner, f"{name}.{key}" if name else key):
                yield change, {**value, key: other}
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            if isinstance(inner, str):
                yield f"{name} without {inner}", [*value[:index], *value[index + 1 :]]
            else:
                for change, other in _changed(inner, name):
                    yield change, [*value[:index], other, *value[index + 1 :]]
    elif isinstance(value, bool):
        yield f"{name} {value} -> {not value}", not value
    elif isinstance(value, int | float):
        yield f"{name} {value} -> {value + 1}", value + 1


def _written(rules: list[dict[str, Any]]) -> str:
    return "\n".join("[[rule]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in rule.items()) for rule in rules)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)
