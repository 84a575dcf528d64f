"""In which order, and as what, VASSAL carries out the commands of one entry.

Mostly one after the other. But when VASSAL puts a tree of commands together, a change of a piece that follows a change of the
same piece becomes part of it, and a change that changes nothing is left out. Both can matter for what comes out in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..commands import LOG, NULL, ChangePiece, Command, EmptyCommand, UnknownCommand, parse_command
from ..limits import DEFAULT_LIMITS, Limits
from ..tree import Entry


def logged_commands(entry: Entry, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
    """The commands of a step, as they are carried out."""
    start = len(LOG)
    texts = entry.texts(limits)
    inner = [text[start:] if text[:start] == LOG else NULL for text in texts]
    return _in_order(entry, inner, limits)


def loaded_commands(entry: Entry, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
    """The commands of an entry of the position, as they are carried out; a log's steps are none of them."""
    return _in_order(entry, [NULL if text.startswith(LOG) else text for text in entry.texts(limits)], limits)


def _in_order(entry: Entry, texts: Sequence[str], limits: Limits) -> list[Command]:
    commands = [parse_command(text) if text != NULL else None for text in texts]
    changes = [command for command in commands if isinstance(command, ChangePiece)]
    entangled = len(changes) > 1 and len({change.id for change in changes}) < len(changes)
    if not entangled:
        idle = any(change.new_state == change.old_state for change in changes)
        if not idle or not entry.quoted:
            left_out = _idle(commands, entry.depths) if idle else ()
            return [
                command
                for place, command in enumerate(commands)
                if command is not None and place not in left_out and not isinstance(command, EmptyCommand)
            ]
    depths = [leaf.depth for leaf in entry.leaves(limits)]
    known = [None if isinstance(command, UnknownCommand) else command for command in commands]
    done = [command for command in _assembled(known, depths) if not isinstance(command, EmptyCommand)]
    return [*done, *(command for command in commands if isinstance(command, UnknownCommand))]


def _idle(commands: Sequence[Command | None], depths: Sequence[int]) -> set[int]:
    """The places of changes that change nothing, and so are left out, unless others hang on them or on the first command."""
    return {
        place
        for place, command in enumerate(commands)
        if place
        and isinstance(command, ChangePiece)
        and command.new_state == command.old_state
        and (place == len(depths) or depths[place] <= depths[place - 1])
    }


@dataclass
class _Node:
    command: Command
    parts: list[_Node] = field(default_factory=list)

    @property
    def is_nothing(self) -> bool:
        command = self.command
        nothing = isinstance(command, EmptyCommand) or (
            isinstance(command, ChangePiece) and command.new_state == command.old_state
        )
        return nothing and not self.parts  # parts that are nothing have never been added

    def append(self, other: _Node) -> None:
        waiting = [other]
        while waiting:
            node = waiting.pop()
            last = self.parts[-1] if self.parts else self
            one, two = last.command, node.command
            if (
                isinstance(self.command, ChangePiece)
                and isinstance(one, ChangePiece)
                and isinstance(two, ChangePiece)
                and one.id == two.id
            ):
                joined = ChangePiece("", one.id, two.new_state, one.old_state)
                last.command = ChangePiece(joined.encoded(), one.id, two.new_state, one.old_state)
                waiting.extend(reversed(node.parts))
            elif not node.is_nothing:
                self.parts.append(node)


def _assembled(commands: Sequence[Command | None], depths: Sequence[int]) -> Iterator[Command]:
    below = _parts_of(commands, depths)
    nodes: dict[int, _Node] = {}
    for place in range(len(commands) - 1, -1, -1):
        command = commands[place]
        if command is None:
            continue
        nodes[place] = _Node(command)
        for part in below[place]:
            nodes[place].append(nodes.pop(part))
    waiting = [nodes[place] for place in sorted(nodes, reverse=True)]
    while waiting:
        node = waiting.pop()
        yield node.command
        waiting.extend(reversed(node.parts))


def _parts_of(commands: Sequence[Command | None], depths: Sequence[int]) -> list[list[int]]:
    """For each command those appended to it. What VASSAL cannot read is nothing, and the next in line takes its place."""
    below: list[list[int]] = [[] for _ in commands]
    stands_for: dict[int, int] = {}

    def head(place: int) -> int | None:
        while commands[place] is None:
            if place not in stands_for:
                return None
            place = stands_for[place]
        return place

    holders: list[int] = []
    pairs: list[tuple[int, int]] = []
    for place, depth in enumerate(depths):
        while holders and depths[holders[-1]] >= depth:
            holders.pop()
        if holders:
            above = holders[-1]
            if head(above) is None:
                stands_for[above] = place
            else:
                pairs.append((above, place))
        holders.append(place)
    for above, place in pairs:
        one, two = head(above), head(place)
        if one is not None and two is not None and one != two:
            below[one].append(two)
    return below
