"""Hand-over: which file follows from which, by what stands on the maps. Names and dates only decide between equals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.audit import between, versions
from adjudicator.audit.branching import best_parents
from adjudicator.audit.fits import Fit, Shape, fits, same_table, shapes
from adjudicator.audit.model import HandOver, Handover
from adjudicator.evidence.history import History
from adjudicator.finding import Finding, Where
from adjudicator.verdict import Severity

_ALONE, _ALONE_PART = 2.0, 0.6  # what it costs to follow from nothing: so much, and this part of the pieces
_SAME_SET = 0.5  # trees of one game share this part of their pieces

Parents = dict[int, Fit]


@dataclass(frozen=True, slots=True)
class Chain:
    """How the files hang together: the games among them, each in its order of play; the links; and what is wrong with those."""

    order: tuple[int, ...]
    links: tuple[HandOver, ...]
    findings: tuple[Finding, ...]
    games: tuple[tuple[int, ...], ...]


def chain(histories: Sequence[History]) -> Chain:
    """Order files by state, into as many games as there are."""
    copies = versions.copies(histories)
    of = shapes(histories)
    originals = [shape for shape in of if shape.index not in copies]
    parents = _parents(of, originals)
    cut = _other_tables(of, parents)
    for index in cut:
        del parents[index]
    parents = {index: between.judged(_beside_no_more(index, parents), histories, index) for index in parents}
    games = _games(of, originals, parents, cut)
    order = [index for game in games for index in _ordered(of, game, parents, copies)]
    rank = {index: place for place, index in enumerate(order)}
    games = tuple(tuple(sorted((*game, *_copied(game, copies)), key=rank.__getitem__)) for game in games)
    links = [
        HandOver(histories[fit.earlier].file, histories[index].file, fit.link, fit.distance, fit.at_step)
        for index, fit in sorted(parents.items(), key=lambda item: (rank[item[0]], rank[item[1].earlier]))
        if fit.link is not Handover.FORK or fit.distance
    ]
    findings = [*between.findings(histories, parents), *versions.findings(histories, games, parents, copies)]
    findings += _gaps(histories, games, parents, cut)
    return Chain(tuple(order), tuple(links), tuple(findings), games)


def _parents(of: Sequence[Shape], originals: Sequence[Shape]) -> Parents:
    """What each file follows from, by the best total over all pairs."""
    place = {shape.index: number for number, shape in enumerate(originals)}
    weighed = fits([replace(shape, index=number) for number, shape in enumerate(originals)])
    alone = [_ALONE + _ALONE_PART * shape.size for shape in originals]
    found = best_parents([{fit.earlier: fit.cost for fit in mine.values()} for mine in weighed], alone)
    return {
        shape.index: replace(weighed[place[shape.index]][parent], earlier=originals[parent].index)
        for shape, parent in zip(originals, found, strict=True)
        if parent is not None
    }


def _beside_no_more(index: int, parents: Parents) -> Fit:
    """Of two files that begin alike both follow from what leads to one of them."""
    seen = {index}
    fit = parents[index]
    while fit.link is Handover.FORK and not fit.distance and fit.earlier in parents and fit.earlier not in seen:
        seen.add(fit.earlier)
        fit = parents[fit.earlier]
    return fit


# --- games ----------------------------------------------------------------------------------------------------------------------


def _other_tables(of: Sequence[Shape], parents: Parents) -> set[int]:
    """The files that begin as another game began, and are another game: other people sit at it, or it lies in another folder."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for index, fit in parents.items():
        children[fit.earlier].append(index)
    cut: set[int] = set()
    for root in (shape.index for shape in of if shape.index not in parents):
        begun = [one for one in children[root] if _begins_with(of, root, one, parents)]
        if not begun:
            continue
        aside = {one: _below(one, children) for one in begun}
        tables = [_below(root, children).difference(*aside.values())] if of[root].history.is_log else []
        for one in sorted(begun, key=lambda each: _age(of[each].history)):
            if tables and all(_elsewhere(of, table, aside[one]) for table in tables):
                cut.add(one)
                tables.append(aside[one])
            elif tables:
                next(table for table in tables if not _elsewhere(of, table, aside[one])).update(aside[one])
            else:
                tables.append(set(aside[one]))
    return cut


def _begins_with(of: Sequence[Shape], root: int, index: int, parents: Parents) -> bool:
    return parents[index].link is Handover.FORK or (not of[root].history.is_log and of[index].history.is_log)


def _below(root: int, children: Mapping[int, Sequence[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [root]
    while waiting:
        index = waiting.pop()
        if index not in found:
            found.add(index)
            waiting.extend(children.get(index, ()))
    return found


def _elsewhere(of: Sequence[Shape], one: set[int], other: set[int]) -> bool:
    """Whether two branches are two tables: a side is played by other people or, where nobody has a name, no folder holds both."""
    first, second = _seats(of, one), _seats(of, other)
    if first and second:
        return any(first[side].isdisjoint(second[side]) for side in first.keys() & second.keys())
    return {of[index].history.folder for index in one}.isdisjoint(of[index].history.folder for index in other)


def _seats(of: Sequence[Shape], indexes: set[int]) -> dict[str, set[str]]:
    seats: defaultdict[str, set[str]] = defaultdict(set)
    for index in indexes:
        for person in of[index].history.people:
            if person.side and person.name and not person.side.startswith("<"):
                seats[person.side].add(person.name.casefold())
    return dict(seats)


def _games(of: Sequence[Shape], originals: Sequence[Shape], parents: Parents, cut: set[int]) -> tuple[tuple[int, ...], ...]:
    """Files that hang together, and trees of the same people, module and pieces of which something between seems to lack."""
    tree: dict[int, int] = {}
    for shape in originals:
        index = shape.index
        path = [index]
        while index in parents and index not in tree:
            index = parents[index].earlier
            path.append(index)
        for one in path:
            tree[one] = tree.get(index, index)
    roots = sorted(set(tree.values()), key=lambda index: _age(of[index].history))
    joined: list[list[int]] = []
    for root in roots:
        home = next((game for game in joined if root not in cut and _one_game(of[game[0]], of[root])), None)
        if home is None:
            joined.append([root])
        else:
            home.append(root)
    return tuple(tuple(index for index in tree if tree[index] in game) for game in joined)


def _one_game(a: Shape, b: Shape) -> bool:
    one, other = a.history, b.history
    if one.module != other.module or not same_table(one, other):
        return False
    if one.folder != other.folder and not (one.people and other.people):
        return False
    return one.prints[0] != other.prints[0] and len(a.ids & b.ids) >= _SAME_SET * min(len(a.ids), len(b.ids))


def _copied(game: Sequence[int], copies: Mapping[int, int]) -> list[int]:
    return [copy for copy, original in copies.items() if original in game]


# --- order ----------------------------------------------------------------------------------------------------------------------


def _age(history: History) -> tuple[int, str, str]:
    return history.newest[0], history.saved_utc or "", history.file


def _ordered(of: Sequence[Shape], game: Sequence[int], parents: Parents, copies: Mapping[int, int]) -> Iterator[int]:
    """Each file behind all it follows from, branches that end before the one that goes on longest; copies behind originals."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    roots: list[int] = []
    for index in game:
        if index in parents:
            children[parents[index].earlier].append(index)
        else:
            roots.append(index)
    length = {index: len(_below(index, children)) for index in game}
    waiting = sorted(roots, key=lambda index: _age(of[index].history), reverse=True)
    while waiting:
        index = waiting.pop()
        yield index
        yield from sorted(copy for copy, original in copies.items() if original == index)
        waiting += sorted(children[index], key=lambda one: (length[one], _age(of[one].history)), reverse=True)


def _gaps(histories: Sequence[History], games: Sequence[Sequence[int]], parents: Parents, cut: set[int]) -> Iterator[Finding]:
    for game in games:
        roots = [index for index in game if index not in parents]
        for index in roots[1:]:
            history = histories[index]
            if history.is_log and index not in cut:
                message = f"none of the other files leads up to {history.file}: a log seems to lack before it"
                yield Finding("hand-over/gap", message, Where(history.file), Severity.NOTE)
