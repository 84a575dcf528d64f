"""What a report of judged files can be written as."""

from __future__ import annotations

from typing import Literal, TypeAlias

Form: TypeAlias = Literal["text", "json", "html", "md", "sarif", "junit"]
FORMS: tuple[Form, ...] = ("text", "json", "html", "md", "sarif", "junit")
