"""What a module is read from: an archive, or anything else that can name its entries and read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ModuleSource(Protocol):
    @property
    def name(self) -> str:
        """The file's name, for messages."""

    def names(self) -> Sequence[str]:
        """The names of all entries."""

    def read(self, name: str) -> bytes:
        """One entry's bytes; a `BridgeError` if that cannot be."""
