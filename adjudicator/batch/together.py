"""The files of one game audited together, in one process: what none of them shows by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from adjudicator.audit.model import GameLine, ReportedPlayer
from adjudicator.audit.run import audit
from adjudicator.evidence.gather import Gathered, ReadFile, Warm, one_by_one
from adjudicator.evidence.history import Counter, History
from adjudicator.finding import Finding
from adjudicator.library.shelf import default_library
from adjudicator.referee import Referee
from adjudicator.referee.ours import our_module
from adjudicator.referee.proving import proving
from adjudicator.report.record import GameRecord
from adjudicator.report.view import finding_id
from adjudicator.words import plural
from vassal_bridge.module import Module

from .leaving import taken_up
from .surroundings import file_hash
from .unit import Part

_MOST = 200  # findings that are kept of one game
CHANGED = "a file of it was changed or taken away before it was looked at; do it again"


def audit_together(name: str, parts: Sequence[Part], folder: Path, referee: Referee, warm: Warm) -> GameRecord:
    """`folder`: where those are put that came out of zips and mails."""

    def read(path: Path, found: Gathered) -> Iterator[ReadFile]:
        files = one_by_one([path], list(map(Path, referee.modules)), default_library(), found, None, our_module, warm)
        return (each for each in files if isinstance(each, ReadFile))

    def module_of(path: Path) -> Module | None:
        return next((each.module for each in read(path, Gathered())), None)

    gathered, alone = Gathered(again=module_of), set[str]()
    for part, path in zip(parts, _placed(parts, folder), strict=True):
        if file_hash(path) != part.sha256:
            return GameRecord(name, "given-up", CHANGED)
        left = taken_up(part.left) if part.left else None
        if left is not None:
            gathered.histories.append(_called(left.history, part.label))
            gathered.paths[part.label] = path
            alone |= {finding_id(_moved(found, left.history.file, part.label)) for found in left.alone}
            continue
        for each in read(path, gathered):
            history = _called(each.history, part.label)
            gathered.take(replace(each, label=part.label, history=history))
            alone |= {finding_id(found) for found in audit([history], bare=True).findings}
    histories = gathered.histories
    report = audit(histories, prove=proving(gathered, lambda: referee), bare=True)
    found = tuple(each for each in report.findings if finding_id(each) not in alone)[:_MOST]
    return GameRecord(
        name=_name(report.games) or name,
        outcome="audited",
        module=next((game.module for game in report.games if game.module), None),
        players=tuple(dict.fromkeys(player for game in report.games for player in game.players)),
        files=report.order,
        opening=next((game.opening for game in report.games if game.opening), None),
        closing=next((game.closing for game in reversed(report.games) if game.closing), None),
        state=_state(len(histories), report.games, found),
        links=report.hand_overs,
        findings=found,
    )


def ends_of(*positions: dict[str, Counter]) -> Iterator[str]:
    """A hash of how the counters stand in each: the same in every process, unlike those that an audit compares."""
    for position in positions:
        lines = sorted(
            f"{each.id} {each.spot.map} {each.spot.x},{each.spot.y} {each.spot.deck} {each.levels} {each.facing}"
            for each in position.values()
        )
        yield hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:16] if lines else ""


def _placed(parts: Sequence[Part], folder: Path) -> Iterator[Path]:
    for number, part in enumerate(parts):
        if part.path is not None:
            yield Path(part.path)
            continue
        place = folder / str(number) / part.name
        place.parent.mkdir()
        place.write_bytes(part.data)
        yield place


def _called(history: History, label: str) -> History:
    """By the name that tells it apart, in the folder, zip or box that the name begins with."""
    return replace(history, file=label, folder=hash(str(PurePosixPath(label).parent)))


def _moved(found: Finding, name: str, label: str) -> Finding:
    """As it would be found under that label."""
    return replace(found, where=replace(found.where, file=label), message=found.message.replace(name, label))


def _name(games: Sequence[GameLine]) -> str:
    return "; ".join(dict.fromkeys(_playing(game.players) or game.name for game in games[:3]))


def _playing(players: Iterable[ReportedPlayer]) -> str:
    return " – ".join(dict.fromkeys(each.name for each in players if each.side and not each.side.startswith("<")))


def _state(files: int, games: Sequence[GameLine], found: Sequence[Finding]) -> str:
    """`12 files of 2 games: 1 error`."""
    of = f" of {plural(len(games), 'game')}" if len(games) > 1 else ""
    severe = [plural(count, word) for word in ("error", "warning") if (count := sum(one.severity.value == word for one in found))]
    return f"{plural(files, 'file')}{of}: {', '.join(severe) or 'nothing to ask about'}"
