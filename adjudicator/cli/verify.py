"""`adjudicate verify`: does an audit, made again, say what its record says?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from adjudicator.audit.record import compare, is_whole
from adjudicator.cli.audit import recorded, run
from adjudicator.cli.console import say
from adjudicator.cli.paths import at_hand, expand
from adjudicator.exitcodes import ExitCode
from vassal_bridge.errors import BridgeError

_MOST_BYTES = 256 << 20


@click.command(name="verify")
@click.argument("record", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-m", "--module", "modules", multiple=True, type=click.Path(path_type=Path), help="The module, or an extension of it."
)
def command(record: Path, files: tuple[Path, ...], modules: tuple[Path, ...]) -> int:
    """Audit FILES again and say whether the result is the one in RECORD, or where it differs.

    Exit code 0: the same; 1: not the same; 4: a file or the record could not be read.
    """
    then = _read(record)
    if not is_whole(then) or not _is_plain(then):
        say(f"{record.name}: this record was changed after it was written")
        return ExitCode.ILLEGAL
    options: Any = next((link["options"] for link in then["links"] if "options" in link), None)
    ignore = [str(one) for one in options.get("ignore", ())] if isinstance(options, dict) else []
    reader = options.get("for") if isinstance(options, dict) else None
    reader = None if reader is None else str(reader)
    report, gathered = run(at_hand(expand(files)), modules, ignore, reader=reader)
    differences = compare(then, recorded(report, gathered, ignore, reader))
    if not differences:
        say(f"{record.name}: the same ({len(report.files)} files, {len(report.findings)} findings)")
        return ExitCode.OK
    say(f"{record.name}: not the same")
    for line in differences:
        say(f"  {line}")
    return ExitCode.UNREADABLE if report.problems else ExitCode.ILLEGAL


def _is_plain(record: dict[str, Any]) -> bool:
    """Whether the links hold what links of a record hold: anybody can make a chain of odd ones whose hashes fit."""
    for link in record["links"]:
        ignored = link.get("options", {}).get("ignore", []) if isinstance(link.get("options", {}), dict) else None
        if not isinstance(ignored, list) or not all(isinstance(one, str) for one in ignored):
            return False
        if not all(isinstance(link.get(key, ""), str) for key in ("file", "module", "sha256", "tool")):
            return False
    return True


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BridgeError("far too large for a record", file=path.name)
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BridgeError(f"cannot be read: {error.strerror}", file=path.name) from None
    except (ValueError, RecursionError):
        raise BridgeError("not a record", file=path.name, expected="what `adjudicate audit --record` wrote") from None
    if not isinstance(record, dict):
        raise BridgeError("not a record", file=path.name, expected="what `adjudicate audit --record` wrote")
    return record
