"""Module and extension files on disk, made up for tests."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from tests.module.building import element, game


def zipped(path: Path, entries: Mapping[str, bytes]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as container:
        for name, data in entries.items():
            container.writestr(name, data)
    return path


def module_data(name: str, version: str, vassal: str = "3.7.26") -> bytes:
    inner = "".join(
        f"<{tag}>{escape(text)}</{tag}>" for tag, text in (("version", version), ("VassalVersion", vassal), ("name", name))
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><data version="1">{inner}</data>'.encode()


def module_file(
    path: Path, *children: str, name: str = "Made up", version: str = "1", about: bool = True, description: str = ""
) -> Path:
    """A module; without `about` it is one of old, which says its name in the build file only."""
    entries = {"buildFile.xml": game(*children, name=name, version=version, description=description)}
    if about:
        entries["moduledata"] = module_data(name, version)
    return zipped(path, entries)


def extension_file(path: Path, *children: str, module: str = "Made up", version: str = "1", any_module: bool = False) -> Path:
    root = element(
        "VASSAL.build.module.ModuleExtension",
        *(element("VASSAL.build.module.ExtensionElement", child, target="") for child in children),
        module=module,
        moduleVersion="1",
        version=version,
        anyModule=any_module,
        vassalVersion="3.7.26",
    )
    return zipped(path, {"buildFile.xml": root.encode(), "extensiondata": b"<data version='1'/>"})


def save_file(path: Path, text: str, name: str | None = "Made up", version: str = "1") -> Path:
    """A save or log of the given text; without a `name` it does not say which module it belongs to."""
    entries = {"savedGame": text.encode()}
    if name is not None:
        entries["savedata"] = b'<?xml version="1.0"?><data version="1"><VassalVersion>3.7.26</VassalVersion></data>'
        entries["moduledata"] = module_data(name, version)
    return zipped(path, entries)
