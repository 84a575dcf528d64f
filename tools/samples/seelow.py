"""The samples of Seelow & Küstrin 1945."""

from __future__ import annotations

from functools import partial

from .recipes import Corrected, Planted, Played, Samples, Saved

_SEELOW, _KUESTRIN = "seelow", "kuestrin"
_played, _planted, _saved = partial(Played, seed=4), partial(Planted, seed=4), partial(Saved, seed=4)

SAMPLES = Samples(
    "seelow-kustrin",
    "Seelow & Küstrin 1945",
    (
        _played("turn1", "a short first turn before Seelow; legal", _SEELOW),
        _planted("turn1-too-far", "a unit moved farther than it could at dawn", _SEELOW, "one hex too far"),
        _planted("turn1-zone", "a unit went on in an enemy zone of control", _SEELOW, "on through a zone of control", seed=1),
        _planted("turn1-overstack", "a second Soviet unit moved into a hex", _SEELOW, "two Soviet units in a hex"),
        _planted("turn1-wrong-column", "a combat resolved on the next better column", _SEELOW, "one column too good"),
        _planted("turn1-fires-twice", "a unit fired twice at armour", _KUESTRIN, "unit fires twice", busy=0.5),
        _planted("turn1-total", "antitank fire with a total that is one too high", _KUESTRIN, "antitank total wrong"),
        _planted("turn1-unseen", "a barrage at a hex that nobody sees", _SEELOW, "barrage at what nobody sees"),
        _planted("turn1-retreat", "a retreat of one hex instead of two", _SEELOW, "retreat too short"),
        _planted("turn1-no-retreat", "a defender stayed that had to retreat", _SEELOW, "no retreat", busy=0.3),
        _planted("turn2-gun", "a gun in fire mode moved", _KUESTRIN, "gun moves in fire mode", turns=2),
        _played("game", "a whole game of Küstrin; legal", _KUESTRIN, turns=12, busy=0.4),
        Played("turn1-without-notes", "players who say nothing in chat; legal", _SEELOW, 2, habit="notes", explained=47),
        Played("turn1-silent", "nor do they move the turn counter; legal", _SEELOW, 2, habit="all"),
        Played("turn1-silent-shot", "of one shot nobody can tell who fired it", _KUESTRIN, 3, busy=0.3, habit="all"),
        _saved("overstacked", "a position with two Soviet units in a hex", _SEELOW, "two Soviet units in a hex"),
        Corrected("turn1-too-far-corrected", "turn1-too-far.vlog put right by `adjudicate fix`", "turn1-too-far"),
    ),
)
