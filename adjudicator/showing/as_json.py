"""The document as JSON, an item of each long list to a line. Pure ASCII, so that it passes through any terminal unharmed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from .values import Data


def json_lines(document: Data) -> Iterator[str]:
    yield "{"
    last = len(document) - 1
    for place, (name, value) in enumerate(document.items()):
        comma = "," if place < last else ""
        if isinstance(value, Iterator):
            yield f"{json.dumps(name)}: ["
            waiting = ""
            for item in value:
                if waiting:
                    yield waiting + ","
                waiting = json.dumps(item)
            if waiting:
                yield waiting
            yield f"]{comma}"
        else:
            yield f"{json.dumps(name)}: {json.dumps(value)}{comma}"
    yield "}"


def json_records(documents: Iterable[Data]) -> Iterator[str]:
    """One document to a line. Of a long list only the texts are in memory at once."""
    return ("".join(_parts(document)) for document in documents)


def _parts(document: Data) -> Iterator[str]:
    before = "{"
    for name, value in document.items():
        yield f"{before}{json.dumps(name)}: "
        before = ", "
        if isinstance(value, Iterator):
            opening = "["
            for item in value:
                yield opening
                yield json.dumps(item)
                opening = ", "
            yield "[]" if opening == "[" else "]"
        else:
            yield json.dumps(value)
    yield "}"
