"""What every page has around its contents. Of what it holds only its own style and script are allowed to do anything."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from importlib.resources import files


def whole_page(*, title: str, header: str, main: str, footer: str, style: str, script: str | None = None, skip: str = "") -> str:
    """The page from its parts, which are markup already."""
    policy = f"default-src 'none'; style-src '{_hash(style)}'; "
    policy += f"script-src '{_hash(script)}'; " if script is not None else ""
    policy += "base-uri 'none'; form-action 'none'"
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n",
            skip,
            f"<header>\n{header}</header>\n<main>\n",
            main,
            f"</main>\n<footer><p>{footer}</p></footer>\n",
            f"<script>{script}</script>\n" if script is not None else "",
            "</body>\n</html>\n",
        )
    )


def sections(bodies: Mapping[str, str]) -> str:
    """The parts of a page under their headings; those without a body are left out."""
    return "".join(
        f'<section id="{anchor(name)}" aria-labelledby="{anchor(name)}-title">\n'
        f'<h2 id="{anchor(name)}-title">{name}</h2>\n{body}</section>\n'
        for name, body in bodies.items()
        if body
    )


def anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(content: str) -> str:
    """The hash by which the page's policy knows its own script and style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
