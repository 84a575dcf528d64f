"""Which games have kinds of violations to plant."""

from __future__ import annotations

from collections.abc import Mapping

from tools.mutate.koenigsberg import WORKSHOP as KOENIGSBERG
from tools.mutate.koenigsberg.older import WORKSHOP as OLDER
from tools.mutate.logs import Workshop
from tools.mutate.seelow import WORKSHOP as SEELOW
from tools.mutate.vob import WORKSHOP as VOB

WORKSHOPS: Mapping[str, Workshop] = {
    "koenigsberg-rg": KOENIGSBERG,
    "koenigsberg-3cg": OLDER,
    "seelow-kustrin": SEELOW,
    "vistula-oder-berlin": VOB,
}
