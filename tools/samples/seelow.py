"""The samples of Seelow & Küstrin."""

from __future__ import annotations

from .recipes import Corrected, Ended, Planted, Played, Samples

_SEELOW, _KUESTRIN = "seelow", "kuestrin"

SAMPLES = Samples(
    "seelow-kustrin",
    "Seelow & Küstrin 1945",
    (
        Played("turn1", "a short first turn before Seelow, legal throughout", _SEELOW, 1),
        Planted("turn1-too-far", "a unit moved farther than it could", _SEELOW, "one hex too far", 1),
        Planted("turn1-zone", "a unit went on in an enemy zone of control", _SEELOW, "on through a zone of control", 1),
        Planted("turn1-overstack", "a second Soviet unit in a hex", _SEELOW, "two Soviet units in a hex", 1),
        Planted("turn1-wrong-column", "a combat resolved on the next better column", _SEELOW, "one column too good", 1),
        Planted("turn1-fires-twice", "a unit fires twice at armour", _KUESTRIN, "unit fires twice", 1, busy=0.5),
        Planted("turn1-total", "antitank fire with a total that is one too high", _KUESTRIN, "antitank total wrong", 1),
        Planted("turn1-unseen", "a barrage at a hex that nobody sees", _SEELOW, "barrage at what nobody sees", 1),
        Planted("turn1-retreat", "a retreat of one hex instead of two", _SEELOW, "retreat too short", 1, busy=0.3),
        Planted("turn1-check-forgotten", "nobody rolled for the morale of a unit fired at", _SEELOW, "check forgotten", 1),
        Planted("turn1-bystander", "a unit advanced that had not attacked", _KUESTRIN, "advance of a bystander", 1, turns=1, busy=0.4),
        Played("game", "a whole game of Küstrin, legal throughout", _KUESTRIN, 1, turns=12, busy=0.3),
        Played("turn1-without-notes", "a turn of players who say nothing in chat and move no turn counter", _KUESTRIN, 1, habit="all", busy=0.3),
        Ended("overstacked", "the end of turn1-overstack.vlog as a save", "turn1-overstack"),
        Corrected("turn1-too-far-corrected", "turn1-too-far.vlog put right by `adjudicate fix`", "turn1-too-far"),
    ),
)
