"""Reading a page strictly, as a browser would not: every tag closed, every attribute where it belongs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "input", "br", "link", "img", "hr"})
SHAPES = frozenset({"path", "rect", "line"})  # closed in their own tag within drawings


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    inside: list[Element | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Element]:
        """This element and those in it that have one of the tags; all if none is asked for."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            if not tags or element.tag in tags:
                yield element
            waiting.extend(part for part in reversed(element.inside) if isinstance(part, Element))

    def words(self) -> str:
        return "".join(part if isinstance(part, str) else part.words() for part in self.inside)

    def get(self, name: str) -> str:
        value = self.attributes.get(name)
        if value is None:
            raise AssertionError(f"<{self.tag}> has no {name}: {self.attributes}")
        return value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            raise AssertionError(f"<{tag}> has an attribute twice: {names}")
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SHAPES:
            raise AssertionError(f"<{tag}/> is not closed by that in HTML")
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].tag != tag:
            raise AssertionError(f"</{tag}> within <{self.open[-1].tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:40]}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data[:40]}")


def read_page(text: str) -> Element:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    if len(reader.open) != 1:
        raise AssertionError(f"never closed: {[element.tag for element in reader.open[1:]]}")
    return reader.root
