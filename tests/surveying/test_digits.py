"""Numbers drawn on counters: read by templates that are learned from what is known of some of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from PIL import Image, ImageDraw  # noqa: E402

from adjudicator.modulebuild.letters import write  # noqa: E402
from adjudicator.surveying.picture.digits import TALL, Printing, printed_on, read_faces  # noqa: E402
from adjudicator.surveying.picture.image import grey  # noqa: E402
from tests.modulezips import zipped  # noqa: E402
from vassal_bridge.archive import open_archive  # noqa: E402

RATINGS = ("attack", "movement")
SURE = 0.9


def face(numbers: tuple[int, int], chance: random.Random) -> object:
    """A counter with a sign, a name, and two numbers in its lower corners; in another grey each time."""
    image = Image.new("L", (TALL, TALL), chance.randint(150, 220))
    pen = ImageDraw.Draw(image)
    pen.rectangle((2, 2, TALL - 3, TALL - 3), outline=20)
    pen.rectangle((34, 30, 62, 50), outline=20, width=2)
    write(pen, (48, 14), f"{chance.randint(100, 399)} Pz", 15, "#101010")
    for x, number in zip((22, 74), numbers, strict=True):
        write(pen, (x + chance.randint(-1, 1), 78 + chance.randint(-1, 1)), str(number), 24, "#101010", bold=True)
    return np.asarray(image.convert("L")).astype(float)


@pytest.fixture(scope="module")
def drawn() -> tuple[dict[int, tuple[int, int]], dict[int, object]]:
    chance = random.Random(3)
    numbers = {each: (chance.randint(1, 12), chance.choice((5, 6, 8, 10))) for each in range(70)}
    return numbers, {each: face(pair, chance) for each, pair in numbers.items()}


def known(numbers: dict[int, tuple[int, int]], typed: range) -> dict[int, dict[str, Printing]]:
    return {each: {name: Printing(numbers[each][at], True) for at, name in enumerate(RATINGS)} for each in typed}


def test_a_few_typed_numbers_tell_the_rest(drawn: tuple[dict[int, tuple[int, int]], dict[int, object]]) -> None:
    numbers, pictures = drawn
    found = read_faces(pictures, known(numbers, range(25)), RATINGS)
    wrong = {key: said for key, said in found.items() if said[0] != numbers[key[0]][RATINGS.index(key[1])]}
    assert wrong == {}
    assert len(found) >= 0.9 * 2 * len(numbers)
    assert sum(sure >= SURE for _, sure in found.values()) > len(numbers)


def test_what_is_known_wrongly_of_some_is_outvoted_and_of_most_reads_nothing(
    drawn: tuple[dict[int, tuple[int, int]], dict[int, object]],
) -> None:
    numbers, pictures = drawn
    said = {each: {"movement": Printing(numbers[each][1], False)} for each in range(60)}
    said |= {each: {"movement": Printing(5 if numbers[each][1] == 6 else 6, False)} for each in range(6)}
    found = read_faces(pictures, said, RATINGS)
    assert all(found[each, "movement"][0] == numbers[each][1] for each in range(70))
    chance = random.Random(4)
    nonsense = {each: {"movement": Printing(chance.randint(1, 9), False)} for each in range(60)}
    assert read_faces(pictures, nonsense, RATINGS) == {}


def test_a_blank_counter_and_a_picture_that_is_none_show_no_numbers(tmp_path: Path) -> None:
    assert printed_on(np.full((TALL, TALL), 200.0)) == {}
    archive = open_archive(zipped(tmp_path / "m.vmod", {"buildFile.xml": b"<a/>", "images/a.png": b"no picture"}))
    assert grey(archive, "a.png", TALL) is None
    assert grey(archive, "missing.png", TALL) is None
