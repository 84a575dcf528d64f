"""Every subcommand on hostile files: each in a process of its own under hard limits, and what it cost.

`python -m tests.hostile.commands` tries all on all and prints a table; the suite tries each on what is cheap to refuse, and has a
program serve for that: the system counts to a process also the memory of the one that it came from, which in a long run of tests
has grown large.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from tests.hostile.build import ESC, MB, game_of
from tests.hostile.cases import BEARABLE_FILES, BEARABLE_TEXTS, REFUSED_FILES, REFUSED_TEXTS
from tests.hostile.measure import MEGABYTES, SECONDS, known_work, unhindered
from tests.support import ROOT

# Of each file that is read by a subcommand, how it is called. {file}: the hostile one, {out}: a folder of its own.
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "{file}", "--game", "koenigsberg-rg", "-o", "{out}/report.html"),
    "explain": ("explain", "{file}", "--step", "1"),
    "moves": ("moves", "{file}", "43G"),
    "fix": ("fix", "{file}", "-o", "{out}/corrected.vsav"),
    "case": ("case", "{file}", "--game", "koenigsberg-rg"),
    "audit": ("audit", "{file}", "-o", "{out}/report.html", "--record", "{out}/record.json", "--rolls", "{out}/rolls.csv"),
    "verify": ("verify", "{file}", "{file}"),
    "batch": ("batch", "{file}", "--no-memory", "--jobs", "1"),
    "mail": ("mail", "{mail}"),
    "watch": ("watch", "{folder}", "--once", "--memory", "{out}/memory.db"),
    "show": ("show", "{file}", "--pieces", "--format", "json"),
    "replay": ("replay", "{file}"),
    "roundtrip": ("roundtrip", "{file}"),
    "module add": ("module", "add", "{file}"),
    "module inspect": ("module", "inspect", "{file}"),
    "module companion": ("module", "companion", "{file}", "-o", "{out}/companion.vmdx"),
    "module as check takes it": ("check", "{log}", "-m", "{file}"),
    "survey": ("survey", "koenigsberg-rg", "{file}", "-o", "{out}/survey"),
    "survey answers": ("survey", "koenigsberg-rg", "{module}", "-o", "{out}/survey", "--answers", "{file}", "--no-map"),
    "facts": ("check", "{log}", "--facts", "{file}"),
    "history": ("history", "--memory", "{file}"),
    "init": ("init", "{folder}", "--game", "koenigsberg-rg", "--yes"),
    "notes": ("notes", "{file}"),
    "rule": ("rule", "{file}"),
    "diff": ("diff", "{file}", "koenigsberg-rg"),
}
LOG = Path("logs/koenigsberg-rg/turn1-too-far.vlog").resolve()
MODULE = Path("logs/skirmish/skirmish.vmod").resolve()


def _of_commands(unit: str, count: int) -> bytes:
    return ("begin_save" + (ESC + unit) * count + ESC + "end_save").encode()


# What is refused at a glance, and what is read whole before that can be done.
CHEAP: dict[str, Callable[[], bytes]] = {
    "600 levels": lambda: REFUSED_TEXTS["commands nested 600 deep"][0]().encode(),
    "a bomb": REFUSED_FILES["a bomb of noughts"][0],
    "a zip that is none": lambda: b"PK\3\4" + bytes(range(256)) * 4000,
    "laughs": REFUSED_FILES["a billion laughs"][0],
    "brackets": lambda: b"[" * 500_000,
    "one line": lambda: b"x = '" + b"a," * MB,
}
DEAR: dict[str, Callable[[], bytes]] = {
    "600,000 pieces": lambda: game_of(*(f"+/{n}/a{n}/b" for n in range(600_000))).encode(),
    "80,000 pieces": lambda: game_of(*(f"+/{n}/a{n}/b" for n in range(79_990))).encode(),
    "a million empty commands": lambda: _of_commands("", 999_000),
    "a million words": lambda: _of_commands("CHATab", 999_000),
    "a million odd commands": lambda: _of_commands("WHAT\tab", 999_000),
    "60,000 logged chats": lambda: (game_of() + (ESC + "LOG\tCHAT<a> - !attack 1334 with 21") * 24_900).encode(),
    "a step of 59,000 chats": lambda: (game_of() + ESC + "LOG\tCHATab" + ("\\" + ESC + "LOG\tCHATab") * 59_000).encode(),
    "very long chats": lambda: (game_of() + (ESC + "LOG\tCHAT<a> - " + "!attack 1334, " * 280_000) * 5).encode(),
    "pieces of 511 traits": lambda: BEARABLE_TEXTS["pieces of 511 traits"]().encode(),
    "10,000 entries in a module": BEARABLE_FILES["10,000 entries in a module"],
    "a million tags": BEARABLE_FILES["a million tags and attributes"],
    "20 large entries": BEARABLE_FILES["20 large entries beside a game"],
    "TOML of 25 MB": lambda: b"[[case]]\nname = 'a'\n" * 1_200_000,
    "a table of 25 MB": lambda: b"fact,value\n" + b"terrain 0714,forest\n" * 1_200_000,
    "JSON of 25 MB": lambda: b'{"game": "koenigsberg-rg", "module": "m", "facts": {' + b'"a": "b", ' * 2_400_000 + b'"c": "d"}}',
}


@dataclass(frozen=True)
class Cost:
    code: int | None
    said: str
    seconds: float
    megabytes: float

    @property
    def crashed(self) -> bool:
        return self.code is None or "Traceback" in self.said

    @property
    def well(self) -> bool:
        return not self.crashed and self.seconds < SECONDS and self.megabytes < MEGABYTES

    def __str__(self) -> str:
        return f"{'CRASH' if self.crashed else self.code} {self.seconds:.1f} s {self.megabytes:.0f} MB"


class Bench:
    """One hostile file, as a subcommand may meet it: by itself, in a folder, attached to a message."""

    def __init__(self, folder: Path, data: bytes | None = None) -> None:
        """Without data the one that was set up there before."""
        self.root = folder
        self.folder = folder / "inbox"
        self.file = self.folder / "turn5.vlog"
        self.mail = folder / "message.eml"
        if data is not None:
            self.folder.mkdir(parents=True)
            self.file.write_bytes(data)

    def _message(self) -> None:
        message = EmailMessage()
        message["From"] = "Ada <ada@example.org>"
        message.add_attachment(self.file.read_bytes(), maintype="application", subtype="octet-stream", filename="turn5.vlog")
        self.mail.write_bytes(bytes(message))

    def run(self, name: str) -> Cost:
        """The command in a fork of this process, which has all of it loaded; the memory is that of its own."""
        out = Path(tempfile.mkdtemp(dir=self.root))
        if name == "mail" and not self.mail.exists():
            self._message()
        places = {"file": self.file, "out": out, "mail": self.mail, "folder": self.folder, "log": LOG, "module": MODULE}
        arguments = [part.format(**places) for part in COMMANDS[name]]
        before = known_work()
        child = os.fork()
        if child == 0:
            _command(arguments, out)
        _, status, used = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        said = (out / "said").read_text("utf-8", "replace")
        seconds = unhindered(used.ru_utime + used.ru_stime, before)
        return Cost(code if 0 <= code < 100 else None, said, seconds, used.ru_maxrss / 1024)


Run = Callable[[Bench, str], Cost]


@contextmanager
def served() -> Iterator[Run]:
    """Commands run by a small process that has them loaded and does nothing else."""
    words = [sys.executable, "-m", "tests.hostile.commands", "--serve"]
    program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def run(bench: Bench, name: str) -> Cost:
        assert program.stdin is not None
        assert program.stdout is not None
        print(json.dumps([str(bench.root), name]), file=program.stdin, flush=True)
        return Cost(**json.loads(program.stdout.readline()))

    try:
        yield run
    finally:
        program.communicate()


def _serve() -> None:
    for line in sys.stdin:
        root, name = json.loads(line)
        sys.stdout.write(json.dumps(vars(Bench(Path(root)).run(name))) + "\n")
        sys.stdout.flush()


def _command(arguments: Sequence[str], out: Path) -> None:
    """Never comes back. The limits are far beyond what is allowed, so that how far beyond can be told."""
    code = 111
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 6, SECONDS * 6))
        resource.setrlimit(resource.RLIMIT_AS, (6 * MEGABYTES << 20, 6 * MEGABYTES << 20))
        stream = os.open(out / "said", os.O_WRONLY | os.O_CREAT)
        os.dup2(stream, 1)
        os.dup2(stream, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ["ADJUDICATE_HOME"] = str(out / "library")
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        from adjudicator.cli import main

        main(list(arguments))
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def preload() -> None:
    """All that the commands need, once."""
    from importlib import import_module

    from adjudicator.games import load

    for name in ("check", "explain", "moves", "fix", "case", "audit", "verify", "batch", "mail", "watch", "show", "replay"):
        import_module(f"adjudicator.cli.{name}")
    load("koenigsberg-rg")


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", action="append", choices=list(COMMANDS), help="these alone")
    parser.add_argument("--kind", action="append", choices=[*CHEAP, *DEAR], help="files of these kinds alone")
    parser.add_argument("--serve", action="store_true", help="answer lines that name a folder and a command")
    options = parser.parse_args()
    preload()
    if options.serve:
        _serve()
        return 0
    broken = 0
    for kind, make in {**CHEAP, **DEAR}.items():
        if options.kind and kind not in options.kind:
            continue
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder), make())
            for name in options.command or COMMANDS:
                cost = bench.run(name)
                broken += not cost.well
                sys.stdout.write(f"{'well' if cost.well else 'BROKEN':8} {kind:28} {name:26} {cost}\n")
                if cost.crashed:
                    sys.stdout.write(f"{cost.said[-700:]}\n")
                sys.stdout.flush()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(_main())
