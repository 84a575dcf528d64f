"""What a report of judged files can be written as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["text", "json", "html", "md", "sarif", "junit"]
FORMS: tuple[Form, ...] = ("text", "json", "html", "md", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class ToTell:
    """What is to be told of each file."""

    form: Form = "text"
    quiet: bool = False
    asked: bool = False  # the questions that are open, too
    several: bool = False  # of many files
