"""The page that lists the samples of a game."""

from __future__ import annotations

from .recipes import Corrected, Samples, reports

_PAGE = """# {title}

Logs and saves of our own module of the game, as `adjudicate module build {game} -o {game}.vmod` makes it.
Beside each lies what `adjudicate check` says of it, in a text file of the same name, and what `fix` and `explain` say of some.
Where something is wrong, it is one thing, and at most what follows from it.

{table}

This command makes them all: it plays both sides by the rules and plants what is wrong. VASSAL opens each of them, and a test
keeps the texts true.

```sh
python -m tools.samples {game} {game}.vmod logs/{game}
```
"""


def page(samples: Samples) -> str:
    """The page as it stands beside the samples."""
    rows = [("file", "what it shows", "what is said of it"), ("---", "---", "---")]
    for each in samples.every:
        texts = [report.file for report in reports(samples) if report.arguments[1] == each.file]
        fixed = [report.file for report in reports(samples) if isinstance(each, Corrected) and report.makes == each.file]
        rows.append((each.file, each.shows, ", ".join([*texts, *fixed])))
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return _PAGE.format(title=samples.title, game=samples.game, table=table)
