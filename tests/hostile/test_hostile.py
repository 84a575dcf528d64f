"""Files from strangers: each is read or refused by an error of the family, within 10 seconds and 512 MB, whatever made it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.build import ESC, GAME, LOG, SAVE, Member, game_of, honest_bytes, honest_text, make_zip, save_zip, text_zip
from tests.hostile.cases import BEARABLE_FILES, BEARABLE_TEXTS, REFUSED_FILES, REFUSED_PIECES, REFUSED_TEXTS
from tests.hostile.measure import Outcome, Reader, reader
from vassal_bridge.errors import ArchiveError, BridgeError, FormatError, LimitError, TextError
from vassal_bridge.obfuscation import Disguise
from vassal_bridge.saved import SavedGame, read_saved


@pytest.fixture(scope="module")
def measured() -> Iterator[Reader]:
    with reader() as serving:
        yield serving


def _check(outcome: Outcome) -> None:
    assert outcome.crash is None, outcome.crash
    assert outcome.within_limits(), f"{outcome.seconds:.1f} s, {outcome.megabytes:.0f} MB"
    assert len(outcome.message) < 300
    assert outcome.message.isprintable()


@pytest.mark.parametrize("case", REFUSED_TEXTS)
def test_a_hostile_text_is_refused_at_little_cost(tmp_path: Path, measured: Reader, case: str) -> None:
    build, error = REFUSED_TEXTS[case]
    path = tmp_path / "hostile.vsav"
    path.write_text(build(), newline="")
    assert path.stat().st_size <= 25 << 20
    outcome = measured.read(path)
    _check(outcome)
    assert outcome.error == error, outcome


@pytest.mark.parametrize("case", REFUSED_PIECES)
def test_a_hostile_piece_is_refused_at_little_cost(tmp_path: Path, measured: Reader, case: str) -> None:
    build, error = REFUSED_PIECES[case]
    path = tmp_path / "hostile.vsav"
    path.write_text(build(), newline="")
    _check(measured.read(path))
    outcome = measured.read(path, "rebuild")
    _check(outcome)
    assert (outcome.error or "") == error, outcome


@pytest.mark.parametrize("way", ["read", "rebuild"])
@pytest.mark.parametrize("case", BEARABLE_TEXTS)
def test_an_oversized_text_costs_no_more_than_it_may(tmp_path: Path, measured: Reader, case: str, way: str) -> None:
    path = tmp_path / "large.vsav"
    path.write_text(BEARABLE_TEXTS[case](), newline="")
    assert path.stat().st_size <= 51 << 20
    _check(measured.read(path, way))


@pytest.mark.parametrize("case", REFUSED_FILES)
def test_a_hostile_container_is_refused_at_little_cost(tmp_path: Path, measured: Reader, case: str) -> None:
    build, error = REFUSED_FILES[case]
    path = tmp_path / "hostile.vsav"
    path.write_bytes(build())
    assert path.stat().st_size <= 25 << 20
    outcome = measured.read(path)
    _check(outcome)
    assert outcome.error == error, outcome


@pytest.mark.parametrize("case", BEARABLE_FILES)
def test_an_oversized_container_costs_no_more_than_it_may(tmp_path: Path, measured: Reader, case: str) -> None:
    path = tmp_path / "large.vsav"
    path.write_bytes(BEARABLE_FILES[case]())
    outcome = measured.read(path)
    _check(outcome)
    assert outcome.error is None, outcome


def _cuts(size: int) -> list[int]:
    return [size * part // 50 for part in range(50)]


@pytest.mark.parametrize("source", [SAVE, LOG], ids=lambda path: path.name)
def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path, source: Path) -> None:
    data = source.read_bytes()
    path = tmp_path / "cut.vsav"
    for place in [*_cuts(len(data)), len(data) - 1]:
        path.write_bytes(data[:place])
        with pytest.raises(ArchiveError):
            read_saved(path)


def test_a_save_whose_text_was_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    data = honest_bytes(SAVE)
    path = tmp_path / "cut.vsav"
    for place in [*_cuts(len(data)), len(data) - 1, len(data) - 2, 7, 6, 5]:
        path.write_bytes(save_zip(data[:place]))
        with pytest.raises((TextError, FormatError)):
            read_saved(path)
    for place in _cuts(len(honest_text(SAVE))):
        path.write_text(honest_text(SAVE)[:place], newline="")
        with pytest.raises((ArchiveError, FormatError)):
            read_saved(path)


def test_a_log_whose_text_was_cut_off_is_refused_or_a_shorter_log(tmp_path: Path) -> None:
    """Nothing in a log says how long it should be; but its position is whole, and its steps are the first of the whole log's."""
    whole = read_saved(LOG)
    data = honest_bytes(LOG)
    path = tmp_path / "cut.vlog"
    shorter = 0
    for place in _cuts(len(data)):
        path.write_bytes(save_zip(data[:place]))
        try:
            cut = read_saved(path)
        except (TextError, FormatError):
            continue
        shorter += 1
        assert cut.position == whole.position
        assert cut.entries[:-1] == whole.entries[: len(cut.entries) - 1]
        _execute(cut)
    assert shorter > 5


def _execute(saved: SavedGame) -> None:
    """Everything read; the last command may have been cut, and then only a family error may come of it."""
    for entry in saved.entries[:-1]:
        entry.commands()
    try:
        saved.entries[-1].commands()
    except BridgeError:
        assert saved.is_log


BAD_BYTES: dict[str, tuple[bytes, type[BridgeError]]] = {
    "an odd digit": (honest_bytes()[:-1], TextError),
    "a line feed behind": (honest_bytes() + b"\n", TextError),
    "two bytes behind": (honest_bytes() + b"\r\n", TextError),
    "no hex digit in the middle": (honest_bytes()[:1000] + b"g" + honest_bytes()[1001:], TextError),
    "a blank in the middle": (honest_bytes()[:1000] + b" " + honest_bytes()[1001:], TextError),
    "a zero byte in the middle": (honest_bytes()[:1000] + b"\0" + honest_bytes()[1001:], TextError),
    "only the header": (b"!VCSK", TextError),
    "half a key": (b"!VCSKa", TextError),
    "a key and nothing": (b"!VCSKab", FormatError),
    "the key one digit short": (b"!VCSK" + honest_bytes()[6:], TextError),
    "the key one digit long": (b"!VCSK0" + honest_bytes()[5:], TextError),
    "another key": (b"!VCSK%02x" % (int(honest_bytes()[5:7], 16) ^ 0x01) + honest_bytes()[7:], FormatError),
    "another key with the high bit": (b"!VCSK%02x" % (int(honest_bytes()[5:7], 16) ^ 0x80) + honest_bytes()[7:], TextError),
    "no key": (b"!VCSK" + honest_bytes()[7:], BridgeError),
    "twice disguised": (Disguise(key=1).apply(honest_bytes().decode()), FormatError),
    "the header in small letters": (b"!vcsk" + honest_bytes()[5:], FormatError),
    "bad UTF-8": (b"begin_save\x1b\xff\xfe\x1bend_save", TextError),
    "half a surrogate pair": (b"begin_save\x1b\xed\xa0\x80\x1bend_save", TextError),
    "UTF-16": ("begin_save\x1bend_save".encode("utf-16"), TextError),
    "a byte-order mark": (b"\xef\xbb\xbfbegin_save\x1bend_save", FormatError),
    "nothing": (b"", FormatError),
    "zeros": (bytes(1000), FormatError),
    "raw with a wrong key": (b"VOBS\x01" + honest_text().encode(), FormatError),
    "raw and nothing": (b"VOBS", FormatError),
}


@pytest.mark.parametrize("case", BAD_BYTES)
def test_a_disguise_that_does_not_fit_is_refused(tmp_path: Path, case: str) -> None:
    data, error = BAD_BYTES[case]
    path = tmp_path / "bad.vsav"
    path.write_bytes(save_zip(data))
    with pytest.raises(error) as caught:
        read_saved(path)
    assert caught.value.file == "bad.vsav"
    assert caught.value.expected


@pytest.mark.parametrize("seed", range(8))
def test_bytes_changed_at_random_end_in_the_family_or_are_read(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "changed.vsav"
    for source in (SAVE.read_bytes(), None):
        for _ in range(60):
            data = bytearray(source if source is not None else honest_text(LOG).encode())
            for _ in range(rng.randrange(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256) if source is not None else rng.choice(b"\x1b\\'/\t;0M+D-")
            path.write_bytes(bytes(data) if source is not None else make_zip([Member(GAME, bytes(data))]))
            said = _said_of(path)
            assert said.isprintable()
            assert "anna-pw" not in said


def _said_of(path: Path) -> str:
    """What the family says of a file; nothing if it is read whole."""
    try:
        saved = read_saved(path)
        _ = saved.metadata
        for entry in saved.entries:
            for command in entry.commands():
                command.encoded()
    except BridgeError as error:
        return str(error)
    return ""


def test_errors_name_the_file_and_show_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "secret.vsav"
    for text in (
        game_of("PLAYER\tanna-pw\tAnna\tBlue", "x" + "\\" * 600 + ESC + "anna-pw"),
        f"begin_save{ESC}PLAYER\tanna-pw\tAnna\tBlue",
    ):
        path.write_bytes(text_zip(text))
        with pytest.raises((LimitError, FormatError)) as caught:
            read_saved(path)
        assert str(caught.value).startswith("secret.vsav")
        assert "anna-pw" not in str(caught.value)
