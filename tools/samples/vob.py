"""The samples of Vistula-Oder-Berlin."""

from __future__ import annotations

from functools import partial

from .recipes import Corrected, Planted, Played, Samples

_STORM = "red-storm"
_played, _planted = partial(Played, seed=4), partial(Planted, seed=4)

SAMPLES = Samples(
    "vistula-oder-berlin",
    "Vistula-Oder-Berlin",
    (
        _played("turn1", "a short first turn; legal", _STORM),
        _planted("turn1-too-far", "a unit moved farther than it could", _STORM, "one hex too far"),
        _planted("turn1-overstack", "a fifth unit moved into a hex", _STORM, "fifth unit in a hex"),
        _planted("turn1-wrong-column", "a combat resolved on the next better column", _STORM, "one column too good"),
        _planted("turn1-gun", "an artillery corps helped without a logistical column", _STORM, "gun without a column"),
        _planted("turn1-mobile", "infantry made a mobile attack", _STORM, "mobile attack on foot"),
        _planted("turn1-no-loss", "nobody took the loss that was due", _STORM, "no step lost"),
        _planted(
            "turn2-column", "a logistical column arrived away from headquarters", _STORM, "column away from headquarters", turns=2
        ),
        _played("game", "a whole game of Red Storm; legal", _STORM, turns=5, busy=0.15),
        Corrected("turn1-too-far-corrected", "turn1-too-far.vlog put right by `adjudicate fix`", "turn1-too-far"),
    ),
)
