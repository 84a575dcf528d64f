"""The map of a module read off its picture: against what was drawn, with the grid off and turned, and with hostile pictures."""

from __future__ import annotations

import io
import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from PIL import Image  # noqa: E402

from adjudicator.evidence.binding import BindingEntry  # noqa: E402
from adjudicator.games import load  # noqa: E402
from adjudicator.surveying.mapfacts import LINE  # noqa: E402
from adjudicator.surveying.picture.image import decoded, sheets_of  # noqa: E402
from adjudicator.surveying.picture.reading import KINDS, Examples, SeenOnMap, Thing, examples, read_map  # noqa: E402
from adjudicator.surveying.picture.where_hexes_are import fitted  # noqa: E402
from adjudicator.surveying.places import HexPlace, hexes_on  # noqa: E402
from tests.modulezips import zipped  # noqa: E402
from vassal_bridge.archive import Archive, open_archive  # noqa: E402
from vassal_bridge.errors import BridgeError  # noqa: E402
from vassal_bridge.module import Module  # noqa: E402

GAME = "seelow-kustrin"


@pytest.fixture(scope="module")
def drawn(seelow_file: Path) -> tuple[dict[str, HexPlace], Archive]:
    archive = open_archive(seelow_file)
    (board,) = (one for one in Module.read(archive).maps if one.name == "Main Map")
    return hexes_on(board, BindingEntry(modules=("any",), maps=("Main Map",)), load(GAME).board.grid), archive


def a_dozen_each(known: Examples, seed: int) -> Examples:
    """What a player names: a dozen of each word, and a dozen where there is nothing."""
    chance, certain = random.Random(seed), {}
    for kind, facts in known.likely.items():
        having: dict[str, list[Any]] = defaultdict(list)
        for thing, words in facts.items():
            for word in words or {""}:
                having[word].append(thing)
        named = {thing for _, things in sorted(having.items()) for thing in chance.sample(things, min(12, len(things)))}
        certain[kind] = {thing: facts[thing] for thing in named}
    return Examples({kind: {**known.certain[kind], **named} for kind, named in certain.items()}, known.likely)


def thing(seen: SeenOnMap) -> Thing:
    about = seen.name.about
    return about[0] if len(about) == 1 else (about[0], about[1])


def test_what_is_read_above_the_line_is_there(drawn: tuple[dict[str, HexPlace], Archive]) -> None:
    places, archive = drawn
    board = load(GAME).board
    known = examples(board, {})
    read = read_map(places, archive, board, a_dozen_each(known, 1))
    for kind, least in zip(KINDS, (0.95, 0.9, 0.95, 0.95), strict=True):
        seen = [each for each in read.seen if each.name.kind == kind]
        above = [each for each in seen if each.sure >= LINE]
        wrong = [each.name for each in above if known.likely[kind].get(thing(each)) != each.words]
        assert not known.certain[kind].keys() & set(map(thing, seen)), "what the rulebook states is not read"
        assert len(above) >= least * len(seen), kind
        assert len(wrong) <= 0.005 * len(above) + 1, (kind, wrong)


@pytest.mark.parametrize(("turned", "off"), [(0.0, (5, -4)), (0.4, (3, 2))])
def test_a_grid_that_is_off_and_turned_is_found(
    drawn: tuple[dict[str, HexPlace], Archive], turned: float, off: tuple[int, int]
) -> None:
    (sheet,) = sheets_of(drawn[0].values(), drawn[1])
    angle = np.deg2rad(turned)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array(sheet.pixels.shape[1::-1]) / 2
    wrong = replace(sheet, centres=(sheet.centres - middle) @ matrix.T + middle + np.array(off))
    missed = np.linalg.norm(fitted(wrong).centres - sheet.centres, axis=1)
    assert missed.max() < 2.5


def picture(size: tuple[int, int], form: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (9, 9, 9)).save(out, form)
    return out.getvalue()


HUGE = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HUGE, "larger than any board"),
        (b"GIF89a", "ends before it says its size"),
        (b"nothing of the kind", "no image of a known kind"),
        (picture((40, 40), "PNG")[:-30], "cannot be read"),
        (picture((40, 40), "JPEG")[:200], "cannot be read"),
    ],
)
def test_a_hostile_picture_gives_a_clear_error(tmp_path: Path, data: bytes, said: str) -> None:
    archive = open_archive(zipped(tmp_path / "m.vmod", {"buildFile.xml": b"<a/>", "images/map.png": data}))
    with pytest.raises(BridgeError, match=said):
        decoded(archive, "map.png", (20, 20))


def test_without_numpy_the_rest_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.surveying import mapfacts

    monkeypatch.setitem(__import__("sys").modules, "adjudicator.surveying.picture.reading", None)
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    draft: Any = SimpleNamespace(places={})
    monkeypatch.delitem(__import__("sys").modules, "adjudicator.surveying.picture.reading")
    for name in ("image", "learning", "features", "fitting", "continuing"):
        monkeypatch.delitem(__import__("sys").modules, f"adjudicator.surveying.picture.{name}", raising=False)
    with pytest.raises(mapfacts.NoNumpyError, match="needs numpy"):
        mapfacts.reading_of(draft, load(GAME), Any, mapfacts.SaidOfMap({}, ()))  # type: ignore[arg-type]
