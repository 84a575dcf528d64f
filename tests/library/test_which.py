"""Which module a game belongs to: where it is looked for, in which order, and what the player is told."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from adjudicator.library.shelf import INDEX, Library
from adjudicator.library.which import ModuleSearch, find_module
from tests.module.building import board, game_map
from tests.modulezips import extension_file, module_file, save_file, zipped
from tests.showing.making import game
from vassal_bridge.errors import BridgeError
from vassal_bridge.saved import read_saved

EMPTY = game([])
MAP = game_map(boards=[board(name="Plain")])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The folder in which a game lies."""
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "home")


def search(path: Path, library: Library, *given: Path) -> ModuleSearch:
    return find_module(read_saved(path), given, library)


def found(result: ModuleSearch) -> str | None:
    return None if result.path is None else result.path.name


# --- where ----------------------------------------------------------------------------------------------------------------------


def test_a_module_beside_the_game_is_found_by_its_name(table: Path, library: Library) -> None:
    module_file(table / "other.vmod", name="Another")
    module_file(table / "zzz.vmod")
    result = search(save_file(table / "game.vsav", EMPTY), library)
    assert (found(result), result.warnings, result.notes) == ("zzz.vmod", [], [])


def test_any_zip_with_a_build_file_will_do_whatever_its_name(table: Path, library: Library) -> None:
    module_file(table / "made_up.zip", about=False)
    assert found(search(save_file(table / "game.vsav", EMPTY), library)) == "made_up.zip"


@pytest.mark.parametrize("about", [True, False])
def test_of_several_versions_the_equal_one_counts_or_else_the_latest(table: Path, library: Library, about: bool) -> None:
    for version in ("1.2", "1.10", "1.9"):
        module_file(table / f"a{version}.vmod", version=version, about=about)
    assert found(search(save_file(table / "game.vsav", EMPTY, version="1.2"), library)) == "a1.2.vmod"
    result = search(save_file(table / "game.vsav", EMPTY, version="2"), library)
    assert found(result) == "a1.10.vmod"
    assert result.notes == ["game.vsav was saved with version 2 of Made up; this is version 1.10"]
    assert result.warnings == []


def test_the_library_is_looked_into_where_nothing_lies_beside(table: Path, library: Library, tmp_path: Path) -> None:
    library.add(module_file(tmp_path / "elsewhere" / "a.vmod"))
    result = search(save_file(table / "game.vsav", EMPTY), library)
    assert result.path is not None
    assert result.path.parent == library.folder
    assert result.notes == []


def test_an_equal_version_in_the_library_goes_before_another_one_beside(table: Path, library: Library, tmp_path: Path) -> None:
    module_file(table / "new.vmod", version="2")
    library.add(module_file(tmp_path / "elsewhere" / "a.vmod", version="1"))
    result = search(save_file(table / "game.vsav", EMPTY, version="1"), library)
    assert result.module is not None
    assert (result.module.version, result.notes) == ("1", [])


def test_another_version_beside_goes_before_another_one_in_the_library(table: Path, library: Library, tmp_path: Path) -> None:
    module_file(table / "a.vmod", version="2")
    library.add(module_file(tmp_path / "elsewhere" / "b.vmod", version="3"))
    assert found(search(save_file(table / "game.vsav", EMPTY, version="1"), library)) == "a.vmod"


def test_what_is_given_goes_before_all(table: Path, library: Library, tmp_path: Path) -> None:
    module_file(table / "beside.vmod")
    given = module_file(tmp_path / "given.vmod")
    assert search(save_file(table / "game.vsav", EMPTY), library, given).path == given


def test_a_game_that_names_no_module_gets_the_only_one_beside_it(table: Path, library: Library, tmp_path: Path) -> None:
    library.add(module_file(tmp_path / "elsewhere" / "a.vmod"))
    path = save_file(table / "game.vsav", EMPTY, name=None)
    assert found(search(path, library)) is None
    module_file(table / "only.mod", about=False)
    result = search(path, library)
    assert found(result) == "only.mod"
    assert result.notes == ["game.vsav does not say which module it belongs to: only.mod beside it is taken"]
    module_file(table / "second.vmod")
    assert found(search(path, library)) is None


# --- what is no module ----------------------------------------------------------------------------------------------------------


def test_without_a_module_that_is_said_once_with_the_one_to_try(table: Path, library: Library) -> None:
    path = save_file(table / "game.vsav", EMPTY)
    result = search(path, library)
    assert (result.module, result.warnings) == (None, [])
    assert result.notes == ["no module Made up 1 found for game.vsav: places are told by map and point, not by hex"]
    module_file(table / "other.vmod", name="Made up, second edition", version="7")
    (note,) = search(path, library).notes
    assert note.endswith("(beside it lies other.vmod, Made up, second edition 7: take it by -m if it is the right one)")


def test_other_files_beside_the_game_do_no_harm(table: Path, library: Library) -> None:
    (table / "notes.txt").write_text("PKzip is no module")
    (table / "broken.vmod").write_bytes(b"PK\x03\x04 cut off")
    (table / "folder.vmod").mkdir()
    (table / "empty.vmod").write_bytes(b"")
    (table / ".hidden.vmod").write_bytes(b"PK")
    if hasattr(os, "mkfifo"):
        os.mkfifo(table / "pipe.vmod")
    (table / "nowhere.vmod").symlink_to(table / "gone")
    zipped(table / "save_inside.vmod", {"savedGame": b"begin_save", "buildFile.xml": b"<a/>"})
    extension_file(table / "extension.vmod")
    module_file(table / "right.vmod")
    result = search(save_file(table / "game.vsav", EMPTY), library)
    assert (found(result), result.notes) == ("right.vmod", [])


def test_a_module_that_cannot_be_read_is_passed_over_but_not_in_silence(table: Path, library: Library, tmp_path: Path) -> None:
    source = module_file(tmp_path / "elsewhere" / "a.vmod")
    library.add(source)
    module_file(table / "bad.vmod")
    zipped(table / "bad.vmod", {"buildFile.xml": b"<broken", "moduledata": _about(source)})
    result = search(save_file(table / "game.vsav", EMPTY), library)
    assert result.module is not None
    assert result.path is not None
    assert result.path.parent == library.folder
    (note,) = result.notes
    assert note.startswith("a module that cannot be read is passed over: bad.vmod")


def _about(module: Path) -> bytes:
    with zipfile.ZipFile(module) as container:
        return container.read("moduledata")


def test_a_damaged_library_is_a_note_not_an_error(table: Path, library: Library) -> None:
    library.folder.mkdir()
    (library.folder / INDEX).write_text("{")
    path = save_file(table / "game.vsav", EMPTY)
    result = search(path, library)
    assert result.module is None
    assert "delete this file" in result.notes[0]
    module_file(table / "a.vmod")
    assert found(search(path, library)) == "a.vmod"


def test_a_file_that_was_asked_for_must_be_good(table: Path, library: Library, tmp_path: Path) -> None:
    path = save_file(table / "game.vsav", EMPTY)
    module_file(table / "a.vmod")
    for bad in (tmp_path / "nowhere.vmod", path, zipped(tmp_path / "bad.vmod", {"buildFile.xml": b"<broken"})):
        with pytest.raises(BridgeError):
            search(path, library, bad)


def test_of_several_modules_that_are_given_each_game_gets_its_own(table: Path, library: Library, tmp_path: Path) -> None:
    mine, theirs = module_file(table / "a.vmod"), module_file(tmp_path / "b.vmod", name="Another")
    newer = module_file(tmp_path / "c.vmod", version="2")
    given = (theirs, newer, mine)
    assert search(save_file(table / "game.vsav", EMPTY), library, *given).path == mine
    assert search(save_file(table / "later.vsav", EMPTY, version="2"), library, *given).path == newer
    assert search(save_file(table / "theirs.vsav", EMPTY, name="Another"), library, *given).path == theirs


def test_a_game_of_none_of_several_modules_given_is_looked_for_elsewhere(table: Path, library: Library, tmp_path: Path) -> None:
    given = (module_file(tmp_path / "b.vmod", name="Another"), module_file(tmp_path / "c.vmod", name="A third"))
    beside = module_file(table / "a.vmod")
    assert search(save_file(table / "game.vsav", EMPTY), library, *given).path == beside
    result = search(save_file(tmp_path / "nameless.vsav", EMPTY, name=None), library, *given)
    assert any("does not say which of the 2 modules given" in note for note in result.notes)


# --- does it fit? ---------------------------------------------------------------------------------------------------------------


def test_another_modules_name_is_a_warning_as_in_vassal(table: Path, library: Library, tmp_path: Path) -> None:
    given = module_file(tmp_path / "given.vmod", name="Another", version="9")
    result = search(save_file(table / "game.vsav", EMPTY), library, given)
    assert result.module is not None
    assert result.warnings == [
        "game.vsav was saved with the module Made up, but given.vmod is Another: places and names may be wrong"
    ]
    assert result.notes == []


def test_a_game_that_names_no_module_is_compared_with_none(table: Path, library: Library, tmp_path: Path) -> None:
    given = module_file(tmp_path / "given.vmod", name="Another", version="9")
    result = search(save_file(table / "game.vsav", EMPTY, name=None), library, given)
    assert (result.warnings, result.notes) == ([], [])


def test_boards_that_the_module_lacks_are_told_the_first_of_them(table: Path, library: Library) -> None:
    module_file(table / "a.vmod", MAP)
    boards = "\t".join(f"Gone {number}\t0\t{number}" for number in range(5))
    path = save_file(table / "game.vsav", game([f"MainBoardPicker\tPlain\t0\t0\t{boards}"]))
    result = search(path, library)
    assert len(result.warnings) == 4
    assert "Gone 0" in result.warnings[0]
    assert result.warnings[-1] == "and 2 more things that the module lacks"


def test_boards_that_the_module_has_are_not_told(table: Path, library: Library) -> None:
    module_file(table / "a.vmod", MAP)
    path = save_file(table / "game.vsav", game(["MainBoardPicker\tPlain\t0\t0"]))
    assert search(path, library).warnings == []


# --- extensions -----------------------------------------------------------------------------------------------------------------


def extensions(result: ModuleSearch) -> list[str]:
    assert result.module is not None
    return [one.name for one in result.module.extensions]


def test_extensions_are_merged_in_vassals_order_and_hidden_files_are_none(table: Path, library: Library) -> None:
    module_file(table / "a.vmod")
    for name in ("b.vmdx", "a.vmdx", ".c.vmdx", "no_ending", "inactive/d.vmdx"):
        extension_file(table / "a_ext" / name)
    zipped(table / "a_ext" / "readme.zip", {"readme": b""})
    module_file(table / "a_ext" / "module.vmod")
    assert extensions(search(save_file(table / "game.vsav", EMPTY), library)) == ["a", "b", "no_ending"]


def test_extensions_given_are_added_to_those_beside(table: Path, library: Library, tmp_path: Path) -> None:
    module_file(table / "a.vmod")
    beside = extension_file(table / "a_ext" / "beside.vmdx")
    given = extension_file(tmp_path / "given.vmdx")
    assert extensions(search(save_file(table / "game.vsav", EMPTY), library, given, beside)) == ["beside", "given"]


def test_a_bad_extension_beside_is_left_out_but_one_that_was_given_is_an_error(
    table: Path, library: Library, tmp_path: Path
) -> None:
    module_file(table / "a.vmod")
    extension_file(table / "a_ext" / "good.vmdx")
    (table / "a_ext" / "cut.vmdx").write_bytes(b"PK\x03\x04")
    bad = zipped(table / "a_ext" / "bad.vmdx", {"buildFile.xml": b"<broken", "extensiondata": b""})
    path = save_file(table / "game.vsav", EMPTY)
    result = search(path, library)
    assert extensions(result) == ["good"]
    assert sorted(note.partition(":")[0] for note in result.notes) == [
        "the extension bad.vmdx is left out",
        "the extension cut.vmdx is left out",
    ]
    with pytest.raises(BridgeError):
        search(path, library, zipped(tmp_path / "given.vmdx", {"buildFile.xml": b"<broken", "extensiondata": b""}))
    assert bad.exists()


def test_an_extension_for_another_module_is_left_out(table: Path, library: Library) -> None:
    module_file(table / "a.vmod")
    extension_file(table / "a_ext" / "foreign.vmdx", module="Another")
    extension_file(table / "a_ext" / "any.vmdx", module="Another", any_module=True)
    assert extensions(search(save_file(table / "game.vsav", EMPTY), library)) == ["any"]


def test_extensions_the_game_was_saved_with_are_missed(table: Path, library: Library) -> None:
    module_file(table / "a.vmod")
    extension_file(table / "a_ext" / "here.vmdx", version="1")
    path = save_file(table / "game.vsav", game(["EXT\there\t2", "EXT\tgone\t3"]))
    result = search(path, library)
    assert result.notes == ["the extension here was version 2; this is 1"]
    assert result.warnings == ["the game was saved with the extension gone 3, which is not here"]
