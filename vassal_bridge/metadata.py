"""The two small XML entries beside a saved game: which VASSAL wrote it, and which module it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from .archive import MODULE_DATA, SAVE_DATA, Archive
from .errors import BridgeError, FormatError
from .xmlsafe import parse_xml


@dataclass(frozen=True, slots=True)
class MetaData:
    """What `savedata` and `moduledata` say; None where the file does not say."""

    vassal_version: str | None = None
    saved_ms: int | None = None  # when, in milliseconds since 1970
    description: str | None = None
    module_name: str | None = None
    module_version: str | None = None
    problems: tuple[str, ...] = ()
    module_saved_ms: int | None = None  # when the module itself was last saved by its editor


def read_metadata(archive: Archive) -> MetaData:
    """Never fails on a bad entry: VASSAL loads such files too, so it is a problem to report, not an error."""
    problems: list[str] = []
    save = _root(archive, SAVE_DATA, problems)
    module = _root(archive, MODULE_DATA, problems)
    return MetaData(
        vassal_version=_text(save, "VassalVersion"),
        saved_ms=_time(_text(save, "dateSaved")),
        description=_text(save, "description"),
        module_name=_text(module, "name"),
        module_version=_text(module, "version"),
        problems=tuple(problems),
        module_saved_ms=_time(_text(module, "dateSaved")),
    )


def _time(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 16 else None


def _root(archive: Archive, entry: str, problems: list[str]) -> etree._Element | None:
    if not archive.zipped or entry not in archive:
        return None
    try:
        data = archive.read(entry)
        if len(data) > 1 << 20:
            raise FormatError("far too long", expected="a few lines of XML")
        return parse_xml(data)
    except BridgeError as error:
        problems.append(f"{entry}: {error.problem}")
        return None


def _text(root: etree._Element | None, tag: str) -> str | None:
    if root is None:
        return None
    element = root.find(tag)
    return None if element is None else (element.text or "").strip()
