"""Values that may pass through us but must never be seen: players' passwords and e-mail addresses."""

from __future__ import annotations

HIDDEN = "(hidden)"


class Secret:
    """A string that shows nothing of itself. `reveal()` is for writing it back where it stood, and for comparing."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "Secret()"

    def __str__(self) -> str:
        return HIDDEN

    def __format__(self, spec: str) -> str:
        return format(HIDDEN, spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(("secret", self._value))  # a class is hashed by its address, a text alike by all processes of a seed

    def __bool__(self) -> bool:
        return bool(self._value)
