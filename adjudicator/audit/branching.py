"""The best way to hang many things together when each may follow from at most one other (a minimum spanning arborescence)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Costs = Sequence[Mapping[int, float]]
"""For each thing: what it costs to let it follow from another."""


def best_parents(costs: Costs, alone: Sequence[float]) -> list[int | None]:
    """Of each thing what it follows from, None if from nothing, which costs `alone`. The sum of the costs is the least there is.

    Chu, Liu and Edmonds: everybody takes the cheapest parent; where that makes a circle it is treated as one thing, and whoever
    enters it pays what the parent it replaces had cost less.
    """
    root = len(alone)
    if not root:
        return []
    edges = {
        (parent, child): cost for child, of_child in enumerate(costs) for parent, cost in of_child.items() if parent != child
    }
    edges.update({(root, child): cost for child, cost in enumerate(alone)})
    parents = _arborescence(edges, root)
    return [None if parents[child] == root else parents[child] for child in range(root)]


def _arborescence(edges: dict[tuple[int, int], float], root: int) -> dict[int, int]:
    """The parent of each node. Contracts one circle after another, then opens them in reverse."""
    undone: list[tuple[int, list[int], dict[int, int], dict[int, int], dict[int, int]]] = []
    fresh = 1 + max(max(edge) for edge in edges)
    while True:
        best = _cheapest(edges)
        circle = _circle(best, root)
        if not circle:
            break
        inside = frozenset(circle)
        entered: dict[int, int] = {}
        left: dict[int, int] = {}
        merged: dict[tuple[int, int], float] = {}
        for (parent, child), cost in edges.items():
            if child in inside:
                if parent in inside:
                    continue
                less = cost - edges[best[child], child]
                if less < merged.get((parent, fresh), float("inf")):
                    merged[parent, fresh] = less
                    entered[parent] = child
            elif parent in inside:
                if cost < merged.get((fresh, child), float("inf")):
                    merged[fresh, child] = cost
                    left[child] = parent
            else:
                merged[parent, child] = cost
        undone.append((fresh, circle, best, entered, left))
        edges = merged
        fresh += 1
    parents = dict(best)
    for node, circle, before, entered, left in reversed(undone):
        outer = parents.pop(node)
        parents.update({child: left[child] for child, parent in parents.items() if parent == node})
        parents.update({child: before[child] for child in circle})
        parents[entered[outer]] = outer
    return parents


def _cheapest(edges: Mapping[tuple[int, int], float]) -> dict[int, int]:
    best: dict[int, int] = {}
    for (parent, child), cost in edges.items():
        known = best.get(child)
        if known is None or (cost, parent) < (edges[known, child], known):
            best[child] = parent
    return best


def _circle(parents: Mapping[int, int], root: int) -> list[int]:
    """Some circle among the parents, empty if there is none."""
    done = {root}
    for start in parents:
        path: list[int] = []
        on_path: set[int] = set()
        node = start
        while node not in done and node not in on_path:
            path.append(node)
            on_path.add(node)
            node = parents[node]
        if node in on_path:
            return path[path.index(node) :]
        done.update(path)
    return []
