"""On real files VASSAL wrote over twenty years, and on VASSAL's own answers: every layer of the codec gives back what it read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bridge.model import tokens_of
from tests.support import CORPUS, GAME_FILES, SKIRMISH, game_file_id, needs_shared
from vassal_bridge.archive import SAVED_GAME, open_archive
from vassal_bridge.commands import UnknownCommand
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import decode, encode, split_raw
from vassal_bridge.tree import Entry, join_entries, split_entries
from vassal_bridge.write import write_saved

MODULES = sorted(path for folder in (SKIRMISH, *CORPUS.glob("*")) for path in folder.glob("*.*mod"))


@needs_shared
def test_all_of_vassals_vectors_come_out_as_in_vassal() -> None:
    lines = (CORPUS / "sequence" / "vectors.jsonl").read_text("utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    lost = 0
    for vector in vectors:
        delimiter, tokens, encoded, decoded = (vector[name] for name in ("delimiter", "tokens", "encoded", "decoded"))
        assert encode(tokens, delimiter) == encoded
        assert decode(encoded, delimiter) == decoded == tokens_of(encoded, delimiter)
        assert delimiter.join(split_raw(encoded, delimiter)) == encoded
        lost += tokens != decoded
    assert len(vectors) == 1500
    assert lost == 75  # VASSAL loses these itself; whoever brings them back reads something else than VASSAL


@needs_shared
def test_the_corpus_is_where_it_should_be() -> None:
    assert len([path for path in GAME_FILES if path.is_relative_to(CORPUS)]) > 30
    assert len([path for path in MODULES if path.is_relative_to(CORPUS)]) >= 5


@pytest.mark.parametrize("path", [*GAME_FILES, *MODULES], ids=game_file_id)
def test_every_entry_of_a_real_container_is_read(path: Path) -> None:
    archive = open_archive(path)
    contents = archive.read_all()
    assert list(contents) == list(archive.names())
    assert archive.is_game or archive.is_module


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_the_text_goes_back_into_the_very_bytes(path: Path) -> None:
    saved = read_saved(path)
    assert saved.encoded() == open_archive(path).read(SAVED_GAME)
    assert tuple(split_entries(saved.text)) == saved.entries
    assert join_entries(saved.entries) == saved.text
    assert saved.metadata.problems == ()
    assert saved.is_log == (path.suffix in (".vlog", ".log"))


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_entries_go_back_together_from_their_leaves(path: Path) -> None:
    for entry in read_saved(path).entries:
        leaves = entry.leaves()
        assert [leaf.text for leaf in leaves] == list(entry.texts())
        assert Entry.of(leaves) == entry


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_commands_give_back_their_texts_from_their_values(path: Path) -> None:
    unknown = set()
    for entry in read_saved(path).entries:
        for text, command in zip(entry.texts(), entry.commands(), strict=True):
            assert command.raw == text
            assert command.encoded() == text
            if isinstance(command, UnknownCommand):
                unknown.add(text[:4])
    assert unknown == set() or path.parent.name == "vasl"  # the one module here with commands of its own


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_an_unedited_file_is_written_byte_for_byte_and_an_edited_one_differs_only_there(path: Path, tmp_path: Path) -> None:
    saved = read_saved(path)
    target = tmp_path / "written.vlog"
    write_saved(saved, target)
    assert target.read_bytes() == path.read_bytes()
    edited = saved.with_entries((*saved.entries, Entry.single("LOG\tCHAT* a line more")))
    write_saved(edited, target)
    written = read_saved(target)
    assert written.entries[:-1] == saved.entries
    assert written.disguise == saved.disguise
    assert open_archive(target).names() == open_archive(path).names()
