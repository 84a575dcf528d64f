"""The mutants of a Python source: one number, comparison or membership changed in each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

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

    line: int
    change: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every number one higher, every comparison turned or shifted by one; not the counting of places in a tuple, nor `is None`."""
    tree = ast.parse(source)
    places = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Subscript) for part in ast.walk(node.slice)}
    for node in ast.walk(tree):
        if id(node) in places:
            continue
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                swapped = _SWAPS.get(type(operator))
                if swapped is None:
                    continue
                node.ops[index] = swapped()
                yield Mutant(node.lineno, f"{type(operator).__name__} -> {swapped.__name__}", ast.unparse(tree))
                node.ops[index] = operator
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            value = node.value
            node.value = value + 1
            yield Mutant(node.lineno, f"{value} -> {value + 1}", ast.unparse(tree))
            node.value = value
