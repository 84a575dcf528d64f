"""The samples of Königsberg (Revolution Games)."""

from __future__ import annotations

from functools import partial

from .recipes import Corrected, Planted, Played, Samples, Saved

_SEED = 31
_played, _saved = partial(Played, scenario="campaign", seed=_SEED), partial(Saved, scenario="campaign", seed=_SEED)
_planted = partial(Planted, scenario="campaign", seed=_SEED)

SAMPLES = Samples(
    "koenigsberg-rg",
    "Königsberg",
    (
        _played("turn1", "a short first turn; legal"),
        _planted("turn1-too-far", "a unit moved farther than it could", kind="one hex too far"),
        _planted("turn1-wrong-column", "a combat resolved on the next better column", kind="one column too good"),
        _planted("turn1-out-of-command", "a unit moved out of the range of its HQ", kind="own unit out of range"),
        _planted("turn1-overstack", "a third unit moved into a hex", kind="third unit in a hex"),
        _planted("turn1-strategic", "strategic movement into an enemy zone of control", kind="strategic into a zone of control"),
        _planted(
            "turn1-spared", "the strongest unit did not take the first loss", kind="strongest unit spared", seed=41, busy=0.6
        ),
        _planted(
            "turn1-retreat",
            "a retreat into a zone of control for nothing",
            kind="retreat into a zone for nothing",
            seed=52,
            busy=0.4,
            follows=True,
        ),
        _planted("turn1-over-the-limit", "more headquarters active than allowed", kind="activation over the limit"),
        _planted(
            "turn2-marker-forgotten", "a unit that was cut off got no marker", kind="marker forgotten", seed=24, turns=2, busy=0.6
        ),
        _played("game", "a whole game of ten turns; legal", turns=10, busy=0.3),
        _played(
            "turn1-silent", "players who say nothing in chat and move no turn counter; legal", seed=24, habit="all", explained=27
        ),
        _planted("turn1-silent-too-far", "the same habit, and a unit that moved much too far", kind="far too far", habit="all"),
        _saved("overstacked", "a position with three units in a hex", kind="third unit in a hex"),
        Corrected("turn1-too-far-corrected", "turn1-too-far.vlog put right by `adjudicate fix`", "turn1-too-far"),
    ),
)
