"""Where the files of a hand-over graph stand: one below the other by generation, versions side by side."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

Edges = Sequence[tuple[str, str]]


def generations(names: Sequence[str], edges: Edges) -> dict[str, int]:
    """How many hand-overs lie before each file, by the longest way. Files in a circle come last, in their order."""
    after: defaultdict[str, list[str]] = defaultdict(list)
    waiting = dict.fromkeys(names, 0)
    for earlier, later in edges:
        after[earlier].append(later)
        waiting[later] += 1
    level = dict.fromkeys(names, 0)
    ready = deque(name for name in names if not waiting[name])
    placed: set[str] = set()
    while ready:
        name = ready.popleft()
        placed.add(name)
        for later in after[name]:
            level[later] = max(level[later], level[name] + 1)
            waiting[later] -= 1
            if not waiting[later]:
                ready.append(later)
    bottom = max((level[name] for name in placed), default=-1)
    for name in names:
        if name not in placed:
            bottom += 1
            level[name] = bottom
    return level


def columns(names: Sequence[str], edges: Edges, level: Mapping[str, int]) -> dict[str, int]:
    """A column for each file, so that the longest line of play goes straight down and each branch beside it does too.

    Lines are placed one after the other, each in the first column where all its places are free, lower branches before
    upper ones: so a branch passes to the right of whatever hangs below where it leaves.
    """
    children = _children(names, edges, level)
    height: dict[str, int] = {}
    for name in sorted(names, key=level.__getitem__, reverse=True):
        height[name] = 1 + max((height[child] for child in children[name]), default=0)
    followed = {child for below in children.values() for child in below}
    waiting = [(name, 0) for name in reversed(names) if name not in followed]
    column: dict[str, int] = {}
    taken: set[tuple[int, int]] = set()
    while waiting:
        head, wanted = waiting.pop()
        path = [head]
        while children[path[-1]]:
            path.append(max(children[path[-1]], key=height.__getitem__))
        while any((wanted, level[name]) in taken for name in path):
            wanted += 1
        column.update(dict.fromkeys(path, wanted))
        taken.update((wanted, level[name]) for name in path)
        for name, following in zip(path, [*path[1:], None], strict=True):
            waiting += [(child, wanted) for child in reversed(children[name]) if child != following]
    return column


def _children(names: Sequence[str], edges: Edges, level: Mapping[str, int]) -> Mapping[str, list[str]]:
    """The tree within the graph: each file hangs below the first of those it directly follows."""
    place = {name: number for number, name in enumerate(names)}
    above: dict[str, str] = {}
    for earlier, later in sorted(edges, key=lambda edge: place[edge[0]]):
        if level[later] == level[earlier] + 1:
            above.setdefault(later, earlier)
    children: dict[str, list[str]] = {name: [] for name in names}
    for name in names:
        if name in above:
            children[above[name]].append(name)
    return children
