"""The disguise over the text of a save: bytes to text, and back to the very same bytes.

Four forms are read: `!VCSK` + two hex digits of key + two hex digits per byte (byte XOR key), in lower or in capital digits;
`VOBS` + the key byte + the XORed bytes themselves; and plain text. The form and the key found are kept, so a changed text goes
back in the dress it came in.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass
from enum import Enum

from .errors import EditError, LimitError, TextError
from .limits import DEFAULT_LIMITS, Limits

_HEX_HEADER = b"!VCSK"
_RAW_HEADER = b"VOBS"
_LETTER = re.compile(rb"[a-fA-F]")
_CONTINUATION = bytes(range(0x80, 0xC0))
_FOUR_BYTES_WIDE = re.compile(rb"[\xf0-\xff]")
_TWO_BYTES_WIDE = re.compile(rb"[\xc4-\xef]")


class Form(Enum):
    """How the text was disguised."""

    HEX = "obfuscated"
    HEX_CAPITALS = "obfuscated, capital digits"
    RAW = "obfuscated without hex digits"
    PLAIN = "plain text"


@dataclass(frozen=True, slots=True)
class Disguise:
    """The form and key of one text."""

    form: Form = Form.HEX
    key: int = 0

    def apply(self, text: str) -> bytes:
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise EditError(
                "half a character cannot be written", offset=error.start, expected="text that UTF-8 can hold"
            ) from None
        if self.form is Form.PLAIN:
            return data
        masked = data.translate(_xor_table(self.key)) if self.key else data
        if self.form is Form.RAW:
            return _RAW_HEADER + bytes([self.key]) + masked
        digits = b"%02x" % self.key + binascii.hexlify(masked)
        return _HEX_HEADER + (digits.upper() if self.form is Form.HEX_CAPITALS else digits)


PLAIN = Disguise(Form.PLAIN)


def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def uncover(data: bytes, limits: Limits = DEFAULT_LIMITS) -> tuple[str, Disguise]:
    """The text in `data`, and the disguise that gives `data` back.

    Of hex digits both small and capital in one text, which no VASSAL writes, all come back like the first.
    """
    if data.startswith(_HEX_HEADER):
        plain, disguise = _uncover_hex(data)
    elif data.startswith(_RAW_HEADER) and len(data) > len(_RAW_HEADER):
        key = data[len(_RAW_HEADER)]
        plain, disguise = data[len(_RAW_HEADER) + 1 :].translate(_xor_table(key)), Disguise(Form.RAW, key)
    else:
        plain, disguise = data, PLAIN
    _check_size(plain, limits)
    try:
        return plain.decode("utf-8"), disguise
    except UnicodeDecodeError as error:
        raise TextError("the text is not UTF-8", offset=error.start, expected="UTF-8 text") from None


def _check_size(plain: bytes, limits: Limits) -> None:
    """One odd character makes Python keep every character of a text in two or four bytes."""
    if len(plain) * 4 <= limits.text_bytes or (len(plain) <= limits.text_bytes and plain.isascii()):
        return
    characters = len(plain.translate(None, _CONTINUATION))
    width = 4 if _FOUR_BYTES_WIDE.search(plain) else 2 if _TWO_BYTES_WIDE.search(plain) else 1
    if characters * width > limits.text_bytes:
        raise LimitError(f"a text of {characters:,} characters", expected=f"at most {limits.text_bytes // width:,}")


def _uncover_hex(data: bytes) -> tuple[bytes, Disguise]:
    start = len(_HEX_HEADER)
    if len(data) < start + 2:
        raise TextError("the text ends inside its key", offset=len(data), expected="two hex digits of key")
    if len(data) % 2 == 0:
        raise TextError(
            "an odd number of hex digits; the file seems cut off", offset=len(data), expected="two hex digits per byte"
        )
    try:
        key = binascii.unhexlify(data[start : start + 2])[0]
        masked = binascii.unhexlify(memoryview(data)[start + 2 :])
    except binascii.Error:
        raise TextError("not a hex digit", offset=_first_bad_digit(data, start), expected="hex digits only") from None
    letter = _LETTER.search(data, start)
    capitals = letter is not None and letter.group().isupper()
    disguise = Disguise(Form.HEX_CAPITALS if capitals else Form.HEX, key)
    return masked.translate(_xor_table(key)) if key else masked, disguise


def _first_bad_digit(data: bytes, start: int) -> int:
    allowed = frozenset(b"0123456789abcdefABCDEF")
    return next((place for place in range(start, len(data)) if data[place] not in allowed), len(data))
