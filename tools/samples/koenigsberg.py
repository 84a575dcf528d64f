"""The samples of Königsberg (Revolution Games)."""

from __future__ import annotations

from .recipes import Corrected, Ended, Planted, Played, Samples

_CAMPAIGN = "campaign"

SAMPLES = Samples(
    "koenigsberg-rg",
    "Königsberg",
    (
        Played("turn1", "a short first turn, legal throughout", _CAMPAIGN, 24),
        Planted("turn1-too-far", "a unit moved farther than it could", _CAMPAIGN, "one hex too far", 24),
        Planted("turn1-wrong-column", "a combat resolved on the next better column", _CAMPAIGN, "one column too good", 24),
        Planted("turn1-out-of-command", "a unit moved out of range of its HQ", _CAMPAIGN, "own unit out of range", 24),
        Planted("turn1-overstack", "a third unit in a hex", _CAMPAIGN, "third unit in a hex", 24),
        Planted("turn1-zone", "strategic movement into an enemy zone of control", _CAMPAIGN, "strategic into a zone of control", 24),
        Planted("turn1-spared", "the strongest unit did not take the first loss", _CAMPAIGN, "strongest unit spared", 24, busy=0.6),
        Planted("turn1-retreat", "a retreat into a zone of control for nothing", _CAMPAIGN, "retreat into a zone for nothing", 24, busy=0.4),
        Planted("turn2-marker-forgotten", "a unit that was cut off got no marker", _CAMPAIGN, "marker forgotten", 24, turns=2, busy=0.6),
        Planted("turn1-over-the-limit", "more headquarters activated than the chit allows", _CAMPAIGN, "activation over the limit", 24),
        Played("game", "a whole game of ten turns, legal throughout", _CAMPAIGN, 24, turns=10, busy=0.3),
        Played("turn1-without-notes", "a turn of players who say nothing in chat and move no turn counter", _CAMPAIGN, 24, habit="all"),
        Ended("overstacked", "the end of turn1-overstack.vlog as a save", "turn1-overstack"),
        Corrected("turn1-too-far-corrected", "turn1-too-far.vlog put right by `adjudicate fix`", "turn1-too-far"),
    ),
)
