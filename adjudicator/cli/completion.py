"""`adjudicate completion`: what makes a shell complete our words."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from adjudicator.cli.powershell import PowerShellComplete

_WHERE = {
    "bash": 'put it into ~/.bashrc:  eval "$(adjudicate completion bash)"',
    "zsh": 'put it into ~/.zshrc:  eval "$(adjudicate completion zsh)"',
    "fish": "adjudicate completion fish > ~/.config/fish/completions/adjudicate.fish",
    "powershell": "put it into $PROFILE:  adjudicate completion powershell | Out-String | Invoke-Expression",
}


@click.command(name="completion")
@click.argument("shell", type=click.Choice(list(_WHERE)))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what makes SHELL complete commands, games, rule ids, units and rulings."""
    made = PowerShellComplete if shell == "powershell" else get_completion_class(shell)
    root = context.find_root().command
    if made is None:
        raise click.UsageError(f"nothing is known of {shell}")
    click.echo(made(root, {}, "adjudicate", "_ADJUDICATE_COMPLETE").source())
    click.echo(f"# {_WHERE[shell]}")
