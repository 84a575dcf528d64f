"""`adjudicate rule`: what a check looks at, why, and how to read what it finds."""

from __future__ import annotations

import click

from adjudicator.audit.catalogue import catalogue
from adjudicator.cli.console import say


@click.command(name="rule")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Explain the check NAME, such as dice/undone-other; without a name, list all checks."""
    checks = catalogue()
    if name is None:
        for info in checks.values():
            say(f"{info.id:26}{info.severity.value:9}{info.title}")
        return
    info_or_none = checks.get(name)
    if info_or_none is None:
        raise click.BadParameter(f"there is no check {name}; `adjudicate rule` lists them", param_hint="NAME")
    info = info_or_none
    say(f"{info.id}: {info.title} (at worst: {info.severity.value})")
    for title, text in (
        ("What", info.what),
        ("Why", info.why),
        ("Example", info.example),
        ("How to read it", info.reading),
        ("To leave it out", info.silence),
    ):
        say()
        click.echo(click.wrap_text(f"{title}: {text}", width=100, subsequent_indent="  "))
