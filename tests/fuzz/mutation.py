"""Other inputs made of one: what the small engine tries, and what the suite tries a few of."""

from __future__ import annotations

import random
from collections.abc import Sequence

_ODD = (
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\n",
    b"\r\n",
    b"\\",
    b"'",
    b'"',
    b"-1",
    b"9" * 11,
    "é😀\u0663\u00b2".encode(),
    b" " * 20,
)


def mutated(rng: random.Random, data: bytes, others: Sequence[bytes], words: Sequence[bytes], longest: int) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at = rng.randrange(len(found) + 1)
        end = min(len(found), at + rng.choice((1, 1, 2, 4, 16, 64)))
        match rng.randrange(7):
            case 0:
                found[at:end] = b""
            case 1:
                found[at:at] = rng.choice(words) if words else bytes([rng.randrange(256)])
            case 2:
                found[at:end] = rng.choice(_ODD)
            case 3:
                found[at:at] = found[at:end] * rng.choice((1, 1, 2, 20))
            case 4:
                other = rng.choice(others)
                start = rng.randrange(len(other) + 1)
                found[at:end] = other[start : start + rng.choice((1, 8, 64, 400))]
            case 5:
                found[at:end] = bytes(rng.randrange(256) for _ in range(end - at))
            case _:
                if at < len(found):
                    found[at] ^= 1 << rng.randrange(8)
    return bytes(found[:longest])
