"""A spoilt log put right: does the corrected position still show what was corrected, and does the annotated log end as it did?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.correct.annotate import annotated_log
from adjudicator.correct.corrected import OriginalFile, write_corrected
from adjudicator.correct.model import Correction
from adjudicator.correct.positions import plan
from adjudicator.correct.verdicts import verdicts
from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from vassal_bridge.errors import EditError
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved


@dataclass(frozen=True, slots=True)
class Fixed:
    """What a correction came to."""

    made: int  # corrections
    offered: int
    left: int  # for the players to put right
    problems: tuple[str, ...] = ()  # what should not be after it


def fixed(path: Path, judged: JudgedFile, file: Path, module: Module) -> Fixed:
    """Correct a log as `adjudicate fix --apply suggested` does, and judge what comes of it."""
    planned = plan(judged, "suggested")
    history = read_history(read_saved(path), module)
    problems: list[str] = []
    if judged.game is not None and judged.binding is not None:
        save = path.with_suffix(".vsav")
        try:
            write_corrected(OriginalFile(path, history, judged.game, judged.binding, module), planned.made, save, [path, file])
        except EditError as error:
            return Fixed(len(planned.made), len(planned.offered), len(planned.left), (f"not corrected: {error}",))
        again = judge_file(read_history(read_saved(save), module), Choices())
        corrected = {each.name for each in planned.made}
        still = (each for each in again.findings if not corrected.isdisjoint(each.pieces))
        problems += [f"wrong after the correction too: {each.message}" for each in still]
        problems += _otherwise(planned.made, again)
    copy = path.with_name(f"{path.stem}-annotated.vlog")
    annotated_log(path, verdicts(judged), copy, [path, file])
    if read_history(read_saved(copy), module).end != history.end:
        problems.append("the annotated log ends in another position")
    return Fixed(len(planned.made), len(planned.offered), len(planned.left), tuple(problems))


def _otherwise(made: Iterable[Correction], again: JudgedFile) -> Iterator[str]:
    """Units that do not stand in the corrected save as the last correction of theirs says."""
    for unit, each in {each.unit: each for each in made}.items():
        standing = None if again.end is None else again.end.standing(unit)
        if standing != each.now:
            yield f"{each.name} does not stand as corrected: {each.after}"
