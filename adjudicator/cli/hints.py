"""What somebody may have meant who typed what no command takes: a sentence behind the error."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

_FORMATS = ("html", "json", "md", "sarif", "junit", "text")
_OPTIONS = {
    "--output": "it is -o",
    "--for": "`audit` has it; a letter that tells an opponent nothing they may not see is `check --format md`",
    "--player": "`history` has it",
    "--csv": "`audit --rolls dice.csv` writes a table of all dice; whole reports for programs are --format json",
    "--players": "`adjudicate init` writes down who plays which side, `history --player NAME` tells what one did",
    "--verbose": "it is -v",
    "--unit": "the unit is named behind the file",
}
_MISSING = {
    "step": "`adjudicate check` tells the steps of what it found: --step 21",
    "game": "`adjudicate rule` lists the games",
    "module": "the game is named first, then the module: adjudicate survey koenigsberg-rg MyModule.vmod",
    "unit": "name it as its counter does, behind the file: 43G",
}
_VALUES = {
    "--ask": "name the table to write: --ask questions.csv",
    "--step": "`adjudicate check` tells the steps of what it found: --step 21",
    "--tell": "write the fact, a colon and what is so: --tell 'light: night'",
    "-o": "name the file to write: -o report.html",
}
_WORDS = {"version": "--version", "list": "rule", "games": "rule", "undo": "fix", "correct": "fix", "legal": "check"}
_WORDS |= dict.fromkeys(("judge", "validate", "referee", "adjudicate"), "check")
_WORDS |= {"why": "explain", "inspect": "module inspect", "companion": "module companion", "build": "module build"}


def command_meant(word: str) -> str | None:
    """For words that look like another command than the one they mean."""
    return _WORDS.get(word.lower())


def clearer(error: click.ClickException, typed: Sequence[str]) -> click.ClickException:
    """The same error, with what was meant, if that comes to mind."""
    hint = _hint(error, typed) if isinstance(error, click.UsageError) else ""
    if not hint or not isinstance(error, click.UsageError):
        return error
    said = error.format_message().rstrip(" .")
    if isinstance(error, click.NoSuchOption):  # whose own message tells options that are spelt alike
        said = f"there is no option {error.option_name}"
    return click.UsageError(f"{said}; {hint}", error.ctx)


def _hint(error: click.UsageError, typed: Sequence[str]) -> str:
    if isinstance(error, click.NoSuchOption):
        return _option(error)
    if isinstance(error, click.BadOptionUsage):
        return _VALUES.get(error.option_name, "")
    if isinstance(error, click.MissingParameter):
        return _missing(str(error.param.name) if error.param is not None else "", typed)
    if "unexpected extra argument" in error.message and error.ctx is not None:
        return _extra(error.ctx, typed)
    return ""


def _missing(name: str, typed: Sequence[str]) -> str:
    if name == "step" and typed[-1].isdigit():
        return f"write --step {typed[-1]}"
    return _MISSING.get(name, "")


def _option(error: click.NoSuchOption) -> str:
    name = error.option_name.removeprefix("--")
    known = {each for parameter in _parameters(error.ctx) for each in parameter.opts}
    if name in _FORMATS and "--format" in known:
        return f"write --format {name}"
    return _OPTIONS.get(error.option_name, "")


def _extra(context: click.Context, typed: Sequence[str]) -> str:
    quoted = torn(typed)
    if quoted:
        return f'a name with a space goes in quotes: "{quoted}"'
    known = {each for parameter in _parameters(context) for each in parameter.opts}
    last = typed[-1] if typed else ""
    if "--step" in known and last.isdigit():
        return f"write --step {last}"
    if os.path.exists(last):
        return "this is about one file at a time; `check` takes many"
    return f"write -o {last}" if "-o" in known and os.path.splitext(last)[1] else ""


def torn(words: Sequence[str]) -> str:
    """A file whose name has spaces, typed without quotes."""
    for start in range(len(words)):
        for end in range(start + 2, len(words) + 1):
            joined = " ".join(words[start:end])
            if os.path.isfile(joined) and not any(os.path.exists(each) for each in words[start:end]):
                return joined
    return ""


def _parameters(context: click.Context | None) -> Sequence[click.Parameter]:
    return () if context is None else context.command.params
