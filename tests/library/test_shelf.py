"""The player's library of modules: whole copies, one list, and no way to lose what another process adds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.library import shelf as module_under_test
from adjudicator.library.files import load
from adjudicator.library.shelf import HOME, INDEX, LOCK, SCHEMA, Kept, Library, LibraryError, default_library, version_key
from tests.module.building import V, element
from tests.modulezips import extension_file, module_file, zipped
from tests.support import ROOT, SKIRMISH
from vassal_bridge.errors import BridgeError


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "home" / "modules")


def labels(library: Library) -> list[str]:
    return [str(kept.label) for kept in library.modules()]


# --- adding ---------------------------------------------------------------------------------------------------------------------


def test_a_module_is_kept_byte_for_byte_under_its_name_and_version(library: Library) -> None:
    added = library.add(SKIRMISH / "skirmish.vmod")
    assert (added.was, str(added.kept.label)) == ("new", "Skirmish 1.0")
    assert library.path(added.kept).read_bytes() == (SKIRMISH / "skirmish.vmod").read_bytes()
    assert library.modules() == (added.kept,)
    assert library.is_there(added.kept)


def test_adding_the_same_again_is_no_error_and_changes_nothing(library: Library) -> None:
    library.add(SKIRMISH / "skirmish.vmod")
    before = {path: path.stat().st_mtime_ns for path in library.folder.iterdir()}
    assert library.add(SKIRMISH / "skirmish.vmod").was == "same"
    assert {path: path.stat().st_mtime_ns for path in library.folder.iterdir() if path.name != LOCK} == {
        path: when for path, when in before.items() if path.name != LOCK
    }


def test_another_file_of_the_same_name_and_version_takes_the_place_of_the_old_one(library: Library, tmp_path: Path) -> None:
    first = library.add(module_file(tmp_path / "a.vmod")).kept
    second = library.add(module_file(tmp_path / "b.vmod", element(V + "Nothing")))
    assert second.was == "replaced"
    assert library.modules() == (second.kept,)
    assert library.is_there(second.kept)
    assert not library.path(first).exists()


def test_a_copy_whose_file_is_gone_is_made_again(library: Library, tmp_path: Path) -> None:
    kept = library.add(module_file(tmp_path / "a.vmod")).kept
    library.path(kept).unlink()
    assert not library.is_there(kept)
    assert library.find("Made up", "1") is None
    assert library.add(tmp_path / "a.vmod").was == "renewed"
    assert library.find("Made up", "1") == kept


def test_a_module_named_only_in_its_build_file_is_known_by_that_name(library: Library, tmp_path: Path) -> None:
    library.add(module_file(tmp_path / "old.mod", name="Old", version="0.3", about=False))
    assert labels(library) == ["Old 0.3"]


@pytest.mark.parametrize("name", ["../../etc", "", "Ünï / \\ : * ?", "x" * 500])
def test_no_name_of_a_module_leads_out_of_the_folder(library: Library, tmp_path: Path, name: str) -> None:
    kept = library.add(module_file(tmp_path / "a.vmod", name=name)).kept
    assert library.path(kept).parent == library.folder
    assert library.path(kept).is_file()
    assert library.modules() == (kept,)


def test_what_is_no_module_is_refused_and_leaves_nothing_behind(library: Library, tmp_path: Path) -> None:
    for bad in (
        SKIRMISH / "start.vsav",
        zipped(tmp_path / "empty.vmod", {"readme": b""}),
        zipped(tmp_path / "broken.vmod", {"buildFile.xml": b"<a>"}),
        tmp_path / "nowhere.vmod",
    ):
        with pytest.raises(BridgeError):
            library.add(bad)
    assert not library.folder.exists()


# --- extensions -----------------------------------------------------------------------------------------------------------------


def test_extensions_beside_a_module_come_with_it_and_go_with_it(library: Library, tmp_path: Path) -> None:
    source = module_file(tmp_path / "a.vmod")
    extension_file(tmp_path / "a_ext" / "more.vmdx")
    added = library.add(source)
    assert added.extensions == ("more.vmdx",)
    assert [one.name for one in load(library.path(added.kept)).module.extensions] == ["more"]

    extension_file(tmp_path / "a_ext" / "other.vmdx")
    (tmp_path / "a_ext" / "more.vmdx").unlink()
    assert library.add(source).was == "renewed"
    assert [one.name for one in load(library.path(added.kept)).module.extensions] == ["other"]
    assert library.add(source).was == "same"

    library.remove("Made up")
    assert [path.name for path in library.folder.iterdir() if path.name != LOCK] == [INDEX]


def test_an_extension_alone_is_refused_with_advice(library: Library, tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="game_ext"):
        library.add(extension_file(tmp_path / "more.vmdx"))


# --- finding --------------------------------------------------------------------------------------------------------------------


def test_the_same_version_is_found_or_else_the_latest(library: Library, tmp_path: Path) -> None:
    for version in ("1.9", "1.10", "1.2"):
        library.add(module_file(tmp_path / f"{version}.vmod", version=version))
    assert labels(library) == ["Made up 1.10", "Made up 1.9", "Made up 1.2"]
    for wanted, found in (("1.2", "1.2"), ("1.9", "1.9"), ("2.0", "1.10"), (None, "1.10")):
        kept = library.find("Made up", wanted)
        assert kept is not None
        assert kept.version == found
    assert library.find("Made Up", "1.2") is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("1.9", "1.10"),
        ("1", "1.1"),
        ("1.0", "2"),
        ("0.9b2", "0.9b10"),
        ("1.0", "1.01"),
        ("", "1"),
        ("9" * 5000, "1" + "0" * 5000),
    ],
)
def test_versions_are_told_apart_as_people_do(older: str, newer: str) -> None:
    assert version_key(older) < version_key(newer)


def test_one_version_can_be_removed_or_all(library: Library, tmp_path: Path) -> None:
    for version in ("1", "2", "3"):
        library.add(module_file(tmp_path / f"{version}.vmod", version=version))
    assert [kept.version for kept in library.remove("Made up", "2")] == ["2"]
    assert labels(library) == ["Made up 3", "Made up 1"]
    assert library.remove("Made up", "2") == ()
    assert library.remove("Another") == ()
    assert len(library.remove("Made up")) == 2
    assert library.modules() == ()


# --- when something is wrong ----------------------------------------------------------------------------------------------------


def kept_as(**changes: object) -> str:
    item = {"name": "A", "version": "1", "sha256": "0", "file": "a.vmod", "bytes": 1, **changes}
    return json.dumps({"schema": SCHEMA, "modules": [item]})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"schema": "another", "modules": []}',
        json.dumps({"schema": SCHEMA, "modules": {}}),
        json.dumps({"schema": SCHEMA, "modules": [1]}),
        json.dumps({"schema": SCHEMA, "modules": [{}]}),
        kept_as(name=1),
        kept_as(bytes="1"),
        kept_as(bytes=True),
        kept_as(file="../a.vmod"),
        kept_as(file=""),
        kept_as(file=".."),
        kept_as(file="/a.vmod"),
        '{"schema": "adjudicate/library/1", "modules": [{"bytes": ' + "1" * 5000 + "}]}",
        "[" * 100_000,
    ],
)
def test_a_damaged_list_is_one_sentence_that_says_what_to_do(library: Library, tmp_path: Path, text: str) -> None:
    library.folder.mkdir(parents=True)
    index = library.folder / INDEX
    index.write_text(text)
    for act in (library.modules, lambda: library.find("A", "1"), lambda: library.remove("A")):
        with pytest.raises(LibraryError, match="delete this file") as caught:
            act()
        assert caught.value.file == str(index)
    with pytest.raises(LibraryError, match="delete this file"):
        library.add(module_file(tmp_path / "a.vmod"))
    assert index.read_text() == text


def test_a_list_that_is_not_text_is_damaged_too(library: Library) -> None:
    library.folder.mkdir(parents=True)
    (library.folder / INDEX).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LibraryError, match="delete this file"):
        library.modules()


def test_a_list_that_cannot_be_opened_says_why(library: Library) -> None:
    (library.folder / INDEX).mkdir(parents=True)
    with pytest.raises(LibraryError, match="cannot be read"):
        library.modules()


def test_a_folder_that_cannot_be_made_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LibraryError, match="cannot be written"):
        Library(tmp_path / "file" / "modules").add(SKIRMISH / "skirmish.vmod")


def test_a_library_that_is_not_there_is_empty(library: Library) -> None:
    assert library.modules() == ()
    assert library.find("Skirmish", "1.0") is None


def test_while_another_process_writes_one_waits_but_not_for_ever(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_under_test, "PATIENCE", 0.1)
    library.add(module_file(tmp_path / "a.vmod"))
    with (library.folder / LOCK).open("a+b") as handle:
        assert module_under_test._try_to_lock(handle)
        with pytest.raises(LibraryError, match="another adjudicate"):
            library.add(module_file(tmp_path / "b.vmod", version="2"))
        assert labels(library) == ["Made up 1"]  # reading never waits
    library.add(tmp_path / "b.vmod")
    assert labels(library) == ["Made up 2", "Made up 1"]


def test_processes_that_add_at_once_lose_nothing(tmp_path: Path) -> None:
    count = 8
    for number in range(2 * count):
        module_file(tmp_path / f"{number}.vmod", version=str(number))
    script = (
        "import sys; from pathlib import Path; from adjudicator.library.shelf import Library\n"
        "library = Library(Path(sys.argv[1]))\n"
        "for name in sys.argv[2:]: library.add(Path(name))"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "home")]
            + [str(tmp_path / f"{number}.vmod") for number in range(first, 2 * count, 2)],
            cwd=ROOT,
        )
        for first in (0, 1)
    ]
    assert [process.wait() for process in running] == [0, 0]
    library = Library(tmp_path / "home")
    assert {kept.version for kept in library.modules()} == {str(number) for number in range(2 * count)}
    assert all(library.is_there(kept) for kept in library.modules())


# --- where it is ----------------------------------------------------------------------------------------------------------------


def test_the_library_is_in_the_home_folder_or_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    assert default_library() == Library(tmp_path / "modules")
    monkeypatch.delenv(HOME)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "me"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "me"))
    assert (tmp_path / "me") in default_library().folder.parents
    assert default_library().folder.parts[-2:] == ("adjudicate", "modules")


def test_what_is_kept_says_its_name_on_one_line() -> None:
    assert str(Kept("A\nB", "1", "", "a.vmod", 1).label) == "A?B 1"
    assert str(Kept("", "", "", "a.vmod", 1).label) == "without a name"
