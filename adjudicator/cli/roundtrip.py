"""`adjudicate roundtrip`: proof that nothing is lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from adjudicator.cli.console import say, say_aside
from adjudicator.cli.paths import at_hand, matching
from adjudicator.exitcodes import ExitCode
from adjudicator.showing.words import list_some
from adjudicator.words import plural
from vassal_bridge.errors import BridgeError
from vassal_bridge.roundtrip import Roundtrip, roundtrip


@click.command(name="roundtrip")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", "-q", is_flag=True, help="Say only what is not identical.")
@click.pass_obj
def command(settings: dict[str, bool], files: tuple[Path, ...], quiet: bool) -> int:
    """Decode every layer of each FILE, encode it again, and say whether it is identical.

    Exit code 0 if all are identical, 1 if one is not, 4 if one could not be read.
    """
    worst = ExitCode.OK
    for path in at_hand([one for given in files for one in matching(given)]):
        try:
            result = roundtrip(path)
        except BridgeError as error:
            if settings["debug"]:
                raise
            say_aside(f"adjudicate: {error}")
            worst = max(worst, ExitCode.UNREADABLE)
            continue
        if not result.identical:
            worst = max(worst, ExitCode.ILLEGAL)
        if not (quiet and result.identical):
            _report(result)
    return worst


def _report(result: Roundtrip) -> None:
    verdict = "identical" if result.identical else "NOT identical"
    say(f"{result.name}: {verdict} ({plural(result.commands, 'command')}, {plural(result.traits, 'trait')})")
    for difference in result.differences:
        say(f"  {difference}")
    for title, counted in (
        ("kept as it stood, since VASSAL's own reading loses it", result.kept),
        ("unknown commands, kept whole", result.unknown_commands),
        ("unknown traits, kept whole", result.unknown_traits),
    ):
        if counted:
            say(f"  {title}: {_list(counted)}")


def _list(counted: Counter[str]) -> str:
    return list_some(f"{name or '(empty)'} {count:,}" for name, count in sorted(counted.items()))
