"""`python -m tools.pictures FOLDER` writes the pictures of the README: a report in headless Chromium, and a part of a map."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from adjudicator import Referee
from adjudicator.games import load
from adjudicator.modulebuild.pack import write_picture

ROOT = Path(__file__).resolve().parent.parent.parent
_LOG = ROOT / "logs" / "koenigsberg-rg" / "turn1-too-far.vlog"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_PAGE = (1100, 1480)  # pixels of a browser's window
_PART = (900, 560)  # pixels of the map


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print("no Chromium here: install it, then try again", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        _report(browser, Path(scratch), folder / "report.png")
        _map(Path(scratch), folder / "map.png")
    return 0


def _report(browser: str, scratch: Path, target: Path) -> None:
    page, shot = scratch / "report.html", scratch / "report.png"
    page.write_text(Referee().check(_LOG).report("html"), "utf-8")
    size = f"--window-size={_PAGE[0]},{_PAGE[1]}"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size, f"--screenshot={shot}"]
    subprocess.run([browser, *options, page.as_uri()], check=True, capture_output=True)
    _small(Image.open(shot)).save(target, optimize=True)


def _map(scratch: Path, target: Path) -> None:
    """The middle of the map, at half the size at which it is played on."""
    whole = scratch / "map.png"
    write_picture(load("koenigsberg-rg"), whole, 40)
    image = Image.open(whole).convert("RGB")
    left, top = (image.width - _PART[0]) // 3, (image.height - _PART[1]) // 3
    _small(image.crop((left, top, left + _PART[0], top + _PART[1]))).save(target, optimize=True)


def _small(image: Image.Image) -> Image.Image:
    """In 128 colours, which is enough for a page."""
    return image.convert("RGB").quantize(128)


if __name__ == "__main__":
    sys.exit(main())
