"""The geometry of our modules, made without drawing: it names places, dice and turns as the module on disk does."""

from __future__ import annotations

import random
from collections.abc import Mapping

from adjudicator.modulebuild.geometry import own_module
from tests.modulebuild.built import BuiltModule


def test_the_geometry_is_that_of_the_modules_on_disk(built: Mapping[str, BuiltModule]) -> None:
    for each in built.values():
        ours, theirs = own_module(each.game), each.module
        assert (ours.name, ours.version, ours.problems) == (theirs.name, theirs.version, ())
        board, other = ours.map("Main Map"), theirs.map("Main Map")
        assert board is not None
        assert other is not None
        points = random.Random(7)
        for _ in range(2_000):
            x, y = points.randrange(4_000), points.randrange(4_000)
            assert board.location(x, y) == other.location(x, y)
        for part in ("dice", "turn_trackers", "sides", "maps", "palettes"):
            assert repr(getattr(ours, part)) == repr(getattr(theirs, part)), part
