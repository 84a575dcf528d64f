"""What players of Königsberg (Revolution Games) get wrong."""

from __future__ import annotations

from tools.selfplay.koenigsberg.campaign import play_turn

from ..logs import Workshop
from . import aftermath, combat, entry, flow, movement

WORKSHOP = Workshop(("campaign",), play_turn, (*movement.KINDS, *combat.KINDS, *aftermath.KINDS, *entry.KINDS, *flow.KINDS))
