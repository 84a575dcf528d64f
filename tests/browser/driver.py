"""A real browser, driven by the protocol that ChromeDriver speaks (WebDriver: JSON over HTTP)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")

needs_browser = pytest.mark.skipif(
    BROWSER is None or DRIVER is None,
    reason="no Chromium with ChromeDriver is here (Debian packages chromium and chromium-driver)",
)

ARGUMENTS = (
    "--headless",
    "--no-sandbox",  # tests run as root in containers
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
LONGEST_SCRIPT = 20_000
"""Milliseconds before a script counts as hung. None here takes a second; what browsers do quadratically takes a minute."""


@dataclass(frozen=True)
class Tab:
    """One window of the browser."""

    address: str

    def run(self, script: str, *arguments: object) -> Any:
        """What a script says that runs in the page (whatever the page's own policy)."""
        return _call(f"{self.address}/execute/sync", {"script": script, "args": list(arguments)})

    def tell(self, command: str, **parameters: object) -> Any:
        """A command to the browser's own tools."""
        return _call(f"{self.address}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, page: Path) -> None:
        _call(f"{self.address}/url", {"url": page.as_uri()})

    def complaints(self) -> list[str]:
        """What the browser wrote to its console since last asked: errors, and breaches of the page's policy."""
        return [entry["message"] for entry in _call(f"{self.address}/se/log", {"type": "browser"})]

    def type(self, selector: str, text: str) -> None:
        """Press keys as a person would, in the element."""
        found = _call(f"{self.address}/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        _call(f"{self.address}/element/{element}/value", {"text": text})

    def click(self, selector: str) -> None:
        found = _call(f"{self.address}/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        _call(f"{self.address}/element/{element}/click", {})


def _call(address: str, body: object | None = None, method: str = "POST") -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310 - our own driver
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310 - our own driver
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(json.load(error)["value"]["message"]) from None


@contextmanager
def driver() -> Iterator[str]:
    """A running ChromeDriver, by its address. It is asked to choose a free port itself and says which."""
    if DRIVER is None:
        raise RuntimeError("no ChromeDriver")
    with subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            if process.stdout is None:
                raise RuntimeError("ChromeDriver does not speak")
            port = next(found[1] for line in process.stdout if (found := re.search(r"started successfully on port (\d+)", line)))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@contextmanager
def tab(driver: str, *, width: int = 1_100, height: int = 900, scripts: bool = True) -> Iterator[Tab]:
    """A fresh window of this width, as a phone of that width if it is narrow."""
    options: dict[str, object] = {"binary": BROWSER, "args": [*ARGUMENTS, f"--window-size={width},{height}"]}
    if width < 600:
        options["mobileEmulation"] = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0, "mobile": True}}
    if not scripts:
        options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
    wanted = {
        "browserName": "chrome",
        "goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": options,
        "timeouts": {"script": LONGEST_SCRIPT},
    }
    session = _call(f"{driver}/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
    address = f"{driver}/session/{session}"
    try:
        yield Tab(address)
    finally:
        _call(address, method="DELETE")
