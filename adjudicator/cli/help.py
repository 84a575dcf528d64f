"""`adjudicate help`: what a command does, or which one a word may mean."""

from __future__ import annotations

import click

from adjudicator.cli.console import say


@click.command(name="help")
@click.argument("words", nargs=-1, metavar="[WORD]")
@click.pass_context
def command(context: click.Context, words: tuple[str, ...]) -> None:
    """Explain the command WORD, or list the commands that have to do with it (adjudicate help dice)."""
    group = context.parent
    if group is None or not isinstance(group.command, click.Group):
        raise click.UsageError("there is nothing to explain")
    if not words:
        click.echo(group.get_help())
        return
    found = group.command.get_command(group, words[0])
    if found is not None:
        inside = click.Context(found, info_name=words[0], parent=group)
        for word in words[1:]:
            sub = found.get_command(inside, word) if isinstance(found, click.Group) else None
            if sub is None:
                break
            found, inside = sub, click.Context(sub, info_name=word, parent=inside)
        click.echo(found.get_help(inside))
        return
    word = words[0].lower()
    fitting = [name for name in group.command.list_commands(group) if _speaks_of(group, name, word)]
    if not fitting:
        raise click.UsageError(f"no command has to do with {words[0]}; adjudicate rule {words[0]} looks in the rules")
    for name in fitting:
        about = group.command.get_command(group, name)
        say(f"{name:<12}{'' if about is None else about.get_short_help_str(limit=300)}")


def _speaks_of(group: click.Context, name: str, word: str) -> bool:
    command = group.command.get_command(group, name) if isinstance(group.command, click.Group) else None
    if command is None:
        return False
    options = " ".join(f"{' '.join(each.opts)} {getattr(each, 'help', '') or ''}" for each in command.params)
    return word in f"{name} {command.help or ''} {options}".lower()
