"""The samples of Königsberg '45 (Three Crowns): what is its own."""

from __future__ import annotations

from functools import partial

from .recipes import Planted, Played, Samples

_played, _planted = partial(Played, scenario="campaign"), partial(Planted, scenario="campaign", seed=1)

SAMPLES = Samples(
    "koenigsberg-3cg",
    "Königsberg '45",
    (
        _played("turns", "three turns with refugees on the roads and barrages at 3-1; legal", seed=3, turns=3, busy=0.4),
        _planted("turn2-refugees-too-far", "refugees went on farther than three hexes", kind="refugees too far on", turns=2),
        _planted(
            "turn1-refugees-far-off",
            "refugees placed elsewhere than five hexes from the front",
            kind="refugees not five hexes from the front",
        ),
        _planted(
            "turn2-refugees-gone",
            "refugees taken off without anybody having driven through them",
            kind="refugees gone though nobody came",
            turns=2,
            busy=0.2,
        ),
        _planted(
            "turn1-barrage", "a barrage on the column of the other edition", kind="barrage at the odds of the other edition"
        ),
        _planted("turn3-germans-first", "the Germans used replacements first", kind="Germans replace first", turns=3, busy=0.7),
    ),
)
