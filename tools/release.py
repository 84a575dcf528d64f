"""`python -m tools.release PYTHON ...`: builds wheel and sdist, installs the wheel into an empty environment of each of these
Pythons, and has the samples judged by what was installed, far from here. Ends with 1 if anything comes out otherwise than here.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = (
    "koenigsberg-rg/turn1-too-far.vlog",
    "seelow-kustrin/turn1.vlog",
    "vistula-oder-berlin/turn1.vlog",
    "skirmish/blue-turn1.vlog",
)
EXTRAS = {"": "import adjudicator", "[survey]": "import numpy", "[cluster]": "import distributed"}


def run(*command: str, inside: Path) -> subprocess.CompletedProcess[str]:
    """With nothing of this checkout or its environment in sight."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        command, cwd=inside, env={**own, "ADJUDICATE_HOME": str(inside / "library")}, capture_output=True, text=True
    )


def built(folder: Path) -> tuple[Path, Path]:
    done = run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), inside=ROOT)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def same_from_source(wheel: Path, sdist: Path, folder: Path) -> bool:
    """A wheel built from the sdist holds what the wheel of the checkout holds."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = (path for path in folder.iterdir() if path.is_dir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "again"), inside=source)
    (again,) = (folder / "again").glob("*.whl")
    return sorted(zipfile.ZipFile(wheel).namelist()) == sorted(zipfile.ZipFile(again).namelist())


def judged(adjudicate: str, inside: Path) -> list[tuple[int, str]]:
    answers = [run(adjudicate, "check", str(ROOT / "logs" / name), inside=inside) for name in SAMPLES]
    return [(answer.returncode, answer.stdout) for answer in answers]


def tried(python: str, wheel: Path, folder: Path, expected: list[tuple[int, str]]) -> list[str]:
    """What is wrong with the wheel on one Python."""
    place = folder / "environment"
    wrong = []
    for extra, imports in EXTRAS.items():
        run(python, "-m", "venv", "--clear", str(place), inside=folder)
        done = run(str(place / "bin/python"), "-m", "pip", "install", "-q", "--prefer-binary", f"{wheel}{extra}", inside=folder)
        if done.returncode or run(str(place / "bin/python"), "-c", imports, inside=folder).returncode:
            wrong.append(f"it cannot be installed{extra and ' with '}{extra}: {done.stderr.strip()[-200:]}")
            continue
        adjudicate = str(place / "bin/adjudicate")
        if not extra and judged(adjudicate, folder) != expected:
            wrong.append("samples come out otherwise")
        demo = run(adjudicate, "demo", "-o", str(folder / "demo"), inside=folder)
        if not extra and (demo.returncode not in (0, 1) or "ILLEGAL" not in demo.stdout):
            wrong.append(f"demo: {demo.stdout[-200:]}{demo.stderr[-200:]}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+")
    parser.add_argument("-o", "--out", type=Path, help="keep wheel and sdist there")
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out.resolve() if options.out else Path(temporary) / "dist"
        wheel, sdist = built(folder)
        work = Path(temporary) / "work"
        (work / "source").mkdir(parents=True)
        whole = same_from_source(wheel, sdist, work / "source")
        print(f"{wheel.name}, {sdist.name}: the sdist {'builds the same wheel' if whole else 'BUILDS ANOTHER WHEEL'}")
        expected = judged(str(Path(sys.executable).parent / "adjudicate"), work)
        worst = 0 if whole else 1
        for python in options.pythons:
            version = run(python, "--version", inside=work).stdout.strip()
            wrong = tried(python, wheel, work, expected)
            worst = max(worst, bool(wrong))
            well = f"installed with each extra, demo and {len(SAMPLES)} samples come out as here"
            print(f"{version}: {'; '.join(wrong) or well}", flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main())
