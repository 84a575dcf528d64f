"""Each game among the files in a line: who plays, how far it is, and whether anything is to be looked at."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from adjudicator.audit.model import GameLine, ReportedPlayer
from adjudicator.evidence.history import History
from adjudicator.finding import Finding
from adjudicator.verdict import Severity
from adjudicator.words import plural

_SEVERE = (Severity.ERROR, Severity.WARNING)


def game_lines(games: Sequence[Sequence[History]], findings: Sequence[Finding]) -> Iterator[GameLine]:
    names: Tally[str] = Tally()
    for game in games:
        people = tuple(
            dict.fromkeys(ReportedPlayer(one.name, one.side) for history in game for one in history.people if one.name)
        )
        playing = [one for one in people if one.side and one.side != "<observer>"]
        module = next((history.module for history in game if history.module), None)
        name = " – ".join(dict.fromkeys(one.name for one in playing or people)) or (module or game[0].file)
        names[name] += 1
        files = tuple(history.file for history in game)
        yield GameLine(
            name=name if names[name] == 1 else f"{name} ({names[name]})",
            module=module,
            players=people,
            files=files,
            opening=next((history.opening for history in game if history.opening), None),
            closing=next((history.closing for history in reversed(game) if history.closing), None),
            state=_state(game, [one for one in findings if one.where.file in set(files)]),
        )


def _state(game: Sequence[History], findings: Sequence[Finding]) -> str:
    logs = sum(history.is_log for history in game)
    counted = Tally(one.severity for one in findings)
    found = [plural(counted[severity], severity.value) for severity in _SEVERE if counted[severity]]
    what = ", ".join(
        filter(None, (plural(logs, "log") if logs else "", plural(len(game) - logs, "save") if len(game) > logs else ""))
    )
    return f"{what}: {', '.join(found) or 'nothing to ask about'}"
