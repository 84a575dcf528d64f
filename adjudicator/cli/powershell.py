"""Completion for PowerShell, which click does not know."""

from __future__ import annotations

import os
from typing import ClassVar

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

_SOURCE = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $ast, $cursor)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $ast.ToString()
    $env:COMP_WORD = $word
    %(prog_name)s | ForEach-Object {
        $text, $about = $_ -split "`t", 2
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about)
    }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD
}
"""


class PowerShellComplete(ShellComplete):
    """Asked with the whole line in COMP_WORDS and the word begun in COMP_WORD; answers a line a word: word, tab, help.

    Where a file is wanted it answers nothing: then PowerShell offers the files itself.
    """

    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        begun = os.environ.get("COMP_WORD", "")
        words = split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]
        if begun and words and words[-1] == begun:
            words.pop()
        return words, begun

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        return [item for item in super().get_completions(args, incomplete) if item.type == "plain"]

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.value}\t{item.help}" if item.help else str(item.value)


add_completion_class(PowerShellComplete)
