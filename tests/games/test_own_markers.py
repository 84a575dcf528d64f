"""The markers that our own modules have: none of them makes what stands beside it a question."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT

LAYOUTS = sorted(path for path in ROOT.glob("modules/*/layout.toml") if path.with_name("binding.toml").exists())


@pytest.mark.parametrize("path", LAYOUTS, ids=[path.parent.name for path in LAYOUTS])
def test_a_marker_of_our_module_means_something_or_is_said_to_mean_nothing(path: Path) -> None:
    layout = tomllib.loads(path.read_text("utf-8"))
    binding = tomllib.loads((path.parent / "binding.toml").read_text("utf-8"))["module"][0]
    markers = binding["markers"]
    known = {*markers.get("values", ()), *markers.get("hexes", ()), *binding.get("nothing", ())}
    assert [mark["title"] for mark in layout.get("mark", ()) if not {mark["id"], mark["title"]} & known] == []
