"""How large images are, from their first bytes."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.buildfile import Problems
from vassal_bridge.errors import BridgeError, ModuleError
from vassal_bridge.module.images import Images, image_size

from .building import Entries, game_map, module, picture_board, png

GIF_SCREEN = b"GIF89a" + struct.pack("<HH", 200, 150) + b"\xf0\0\0" + b"\0" * 6
GIF_COMMENT = b"!\xfe\x05hello\0"
GIF_FRAME = b"," + struct.pack("<HHHH", 0, 0, 50, 40) + b"\0"
JPEG_START = b"\xff\xd8\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0\1\2\0\0\1\0\1\0\0"


def jpeg_frame(marker: int, width: int, height: int) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">HBHHB", 17, 8, height, width, 3)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(640, 480), (640, 480)),
        # VASSAL takes the first frame's size, not the screen's
        (GIF_SCREEN + GIF_COMMENT + b"!\xf9\4\0\0\0\0\0" + GIF_FRAME, (50, 40)),
        (b"GIF87a" + struct.pack("<HH", 9, 9) + b"\0\0\0" + GIF_FRAME, (50, 40)),
        (JPEG_START + jpeg_frame(0xC0, 77, 33), (77, 33)),
        (JPEG_START + b"\xff\xff\xff" + jpeg_frame(0xC2, 300, 200), (300, 200)),
        (b"BM" + b"\0" * 16 + struct.pack("<ii", 31, -17), (31, 17)),
    ],
)
def test_bitmaps(data: bytes, size: tuple[int, int]) -> None:
    assert image_size(data) == size


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="100" height="50"', (100, 50)),
        ("width='100.5px' height='50.4'", (101, 50)),
        ('viewBox="0 0 300 200"', (300, 200)),
        ('width="50%" height="100%" viewBox="0 0 300 200"', (150, 200)),
        ('width="1in" height="25.4mm"', (96, 96)),
        ('width="72pt" height="6pc"', (96, 96)),
        ('width="120"', (120, 120)),
        ('height="70" viewBox="0 0 300 200"', (300, 70)),
        ('width="10cm" height="2e2"', (378, 200)),
        ('width="100%" height="100%"', (1, 1)),
        ('viewBox="0,0,40,30" width="80"', (80, 30)),
        ('viewBox="0 0 0 200" width="9" height="8"', (9, 8)),
        ('xmlns="http://www.w3.org/2000/svg" id="width" title="height=5 &gt;" width="3" height="4"', (3, 4)),
    ],
)
def test_drawings(attributes: str, size: tuple[int, int]) -> None:
    prolog = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><!-- <svg width="1" height="1"/> -->\n'
    assert image_size(f"{prolog}<svg {attributes}><rect/></svg>".encode(), svg=True) == size
    assert image_size(f"<svg:svg {attributes}/>".encode("utf-16-le"), svg=True) == size


@pytest.mark.parametrize(
    ("data", "svg"),
    [
        (b"", False),
        (b"hello", False),
        (png(0, 5), False),
        (png(5, 5)[:18], False),
        (GIF_SCREEN, False),
        (GIF_SCREEN + b";", False),
        (GIF_SCREEN + b"!\xfe\xff", False),
        (JPEG_START, False),
        (JPEG_START + b"\xff\xda\0\0", False),
        (b"\xff\xd8" + b"\xff" * 100, False),
        (b"RIFF\0\0\0\0WEBPVP8 ", False),
        (b"", True),
        (b"<html/>", True),
        (b"<svg/>", True),
        (b'<svg width="5em" height="5"/>', True),
        (b'<svg width="20 px" height="5"/>', True),
        (b'<svg width="-5" height="5"/>', True),
        (b'<svg width="1e400" height="5"/>', True),
        (b'<svg width="100" viewBox="a b"/>', True),
        (b'<!-- <svg width="1" height="1"/>', True),
        (b"<!--" * 50_000 + b"<svg width='1' height='1'/>", True),
    ],
)
def test_what_has_no_size_is_an_error(data: bytes, svg: bool) -> None:
    with pytest.raises(ModuleError):
        image_size(data, svg)


@given(
    st.sampled_from([b"", b"GIF89a", b"\xff\xd8", b"BM", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", GIF_SCREEN]),
    st.binary(max_size=80),
    st.booleans(),
)
def test_arbitrary_bytes_never_raise_anything_else(start: bytes, data: bytes, svg: bool) -> None:
    try:
        width, height = image_size(start + data, svg)
    except BridgeError:
        return
    assert width > 0
    assert height > 0


def test_an_image_that_lies_about_its_size_is_no_board() -> None:
    read = module(game_map(boards=[picture_board(image="huge.png")]), images={"huge.png": png(60_000, 60_000)})
    assert [str(problem) for problem in read.problems] == [
        "map Main, board Board: the image huge.png: it says it is 60000 by 60000 pixels, larger than any board"
    ]
    assert read.maps[0].location(5, 5) == "offboard"


def test_a_missing_image_is_a_problem_and_not_an_error() -> None:
    read = module(game_map(boards=[picture_board(name="A", image="gone.png"), picture_board(name="B", image="/images/own.gif")]))
    assert [problem.where for problem in read.problems] == ["map Main, board A", "map Main, board B"]
    assert [(one.width, one.height) for one in read.maps[0].boards] == [(0, 0), (0, 0)]


def test_images_are_found_under_the_names_that_old_modules_and_macs_gave_them() -> None:
    entries = {"images/map.gif": GIF_SCREEN + GIF_FRAME, "images/Ko\u0308nig.png": png(3, 4)}
    problems = Problems()
    images = Images([Entries(entries)], problems)
    assert images.size("map", "here") == (50, 40)
    assert images.size("K\u00f6nig.png", "here") == (3, 4)
    assert problems.found() == ()


def test_an_extensions_images_are_looked_at_after_the_modules_own() -> None:
    first = Entries({"images/a.png": png(1, 1)})
    second = Entries({"images/a.png": png(2, 2), "images/b.png": png(3, 3)})
    images = Images([first, second], Problems())
    assert (images.size("a.png", ""), images.size("b.png", "")) == ((1, 1), (3, 3))


def test_an_image_is_read_once() -> None:
    source = Entries({"images/a.png": png(1, 1)})
    images = Images([source], Problems())
    assert [images.size("a.png", "") for _ in range(3)] == [(1, 1)] * 3
    assert source.read_names == ["images/a.png"]
