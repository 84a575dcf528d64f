"""`adjudicate explain`: everything the rules say about one step of a log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from adjudicator.cases.draw import draw
from adjudicator.cli.console import plain, write_lines
from adjudicator.cli.judging import judged_files, judging, single
from adjudicator.engine.kinds import hexes
from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.factname import printed
from adjudicator.games import LoadedGame
from adjudicator.games.as_data import told_rulings
from adjudicator.report.judged import named
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict
from vassal_bridge.write import write_bytes


@click.command(name="explain")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", type=int, required=True, help="The step, as VASSAL's step button counts it.")
@click.option("--draw", "drawn", is_flag=True, help="Draw the position around it as text.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html"]),
    default="text",
    show_default=True,
    help="html: a page with a picture of the map.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write it to this file.")
@judging
def command(file: Path, step: int, drawn: bool, form: str, out: Path | None, modules: tuple[Path, ...], **how: Any) -> int:
    """Say what was played at one step of FILE, and rule by rule whether it is legal, with the arithmetic."""
    judged, gathered = judged_files([file], modules=modules, **how)
    found = single(judged, gathered)
    played = [each for each in found.played if each.step == step]
    if not played:
        steps = sorted({each.step for each in found.played})
        near = min(steps, key=lambda other: abs(other - step), default=None)
        more = "" if near is None else f"; the nearest step with one is {near}"
        raise click.ClickException(f"{found.file}: no action of the game is complete at step {step}{more}")
    lines = _page(found, step, played) if form == "html" else list(_text(found, played, drawn))
    if out is None:
        write_lines(lines)
    else:
        text = "\n".join(map(plain, lines)) + "\n"
        write_bytes(out, text.encode("utf-8"), inputs=[file, *modules, *gathered.modules.values()])
    verdicts = {each.judged.verdict for each in played}
    if Verdict.ILLEGAL in verdicts:
        return ExitCode.ILLEGAL
    return ExitCode.UNDECIDED if Verdict.UNDECIDED in verdicts else ExitCode.OK


def _page(found: JudgedFile, step: int, played: list[Played]) -> list[str]:
    if found.game is None:
        return []
    from adjudicator.cli.reporting import step_page

    return step_page(found.file, found.game, step, played).rstrip("\n").split("\n")


def _text(found: JudgedFile, played: list[Played], drawn: bool) -> Iterator[str]:
    if found.game is not None:
        for each in played:
            yield from _explained(found.game, each, drawn)


def _explained(game: LoadedGame, played: Played, drawn: bool) -> Iterator[str]:
    yield f"{said(played.before, played.action)}: {played.judged.verdict.value}"
    if played.reading:
        yield f"  {played.reading}"
    for ruled in played.judged.ruled:
        opinion = ruled.opinion
        cited = f" ({', '.join(ruled.cite)})" if ruled.cite else ""
        message = f": {opinion.message}" if opinion.message and not opinion.truth.yes else ""
        yield f"  {ruled.verdict.value:<9} {ruled.rule}{cited}{message}"
        width = max((len(row.value) for row in opinion.rows), default=0)
        for row in opinion.rows:
            cite = f" ({', '.join(row.cite)})" if row.cite else ""
            yield f"            {row.value:>{width}}  {row.reason}{cite}"
        if opinion.truth.needs:
            yield f"            would be decided by: {named(printed(opinion.truth.needs))}"
        for ruling in told_rulings(game, ruled):
            yield from (f"            {sentence}" for sentence in ruling.sentences)
    if drawn:
        yield ""
        yield from (f"  {line}".rstrip() for line in draw(played.before, hexes(played.action)))
