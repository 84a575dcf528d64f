"""Real modules, opened whole."""

from __future__ import annotations

import json

import pytest

from tests.support import CORPUS, SKIRMISH, needs_shared
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.sequence import nested_split


def _read(path: str) -> Module:
    return Module.read(open_archive(CORPUS / path))


@needs_shared
@pytest.mark.parametrize(
    ("path", "name", "version", "maps", "slots", "prototypes", "unknown"),
    [
        ("ragnarok/ragnarok.vmod", "Ragnarok (SPI) 1981", "1.2 release (v3.7.9)", 3, 34, 17, 0),
        ("tour/tour.mod", "VASSAL Tour", "1.3", 2, 21, 2, 0),
        ("ccnapoleonics/ccn-lite.vmod", "Commands & Colors: Napoleonics V4.2", "4.2.0a60", 6, 748, 338, 232),
        ("skirmish/skirmish.vmod", "Skirmish", "1.0", 2, 37, 2, 0),
        ("vasl/VASL-6.5.1-buildFile-only.vmod", "VASL", "6.5.1-beta1", 2, 5601, 284, 32),
    ],
)
def test_a_real_module_is_read_whole(
    path: str, name: str, version: str, maps: int, slots: int, prototypes: int, unknown: int
) -> None:
    module = _read(path)
    assert (module.name, module.version) == (name, version)
    assert (len(module.maps), sum(1 for _ in module.slots()), len(module.prototypes)) == (maps, slots, prototypes)
    assert sum(module.unknown.values()) == unknown


@needs_shared
@pytest.mark.parametrize(
    "path", ["ragnarok/ragnarok.vmod", "tour/tour.mod", "ccnapoleonics/ccn-lite.vmod", "vasl/VASL-6.5.1-buildFile-only.vmod"]
)
def test_every_piece_of_a_real_module_expands(path: str) -> None:
    module = _read(path)
    for slot in module.slots():
        expanded = module.prototypes.expand(slot.type_text)
        assert "prototype;" not in {trait.lstrip("\\") for trait in expanded.split("\t")}
        assert expanded.rpartition("\t")[2].startswith("piece;")


@needs_shared
def test_what_is_not_vassals_own_is_counted() -> None:
    module = _read("vasl/VASL-6.5.1-buildFile-only.vmod")
    assert module.unknown["VASL.build.module.ASLMap"] == 1
    assert module.unknown["VASL.build.module.map.VASLThread"] == 2
    assert all(tag.startswith("VASL.") for tag in module.unknown)
    assert [one.kind for one in module.maps] == ["custom", "normal"]
    assert dict(_read("ccnapoleonics/ccn-lite.vmod").unknown) == {
        "napoleonics.Scenario": 231,
        "napoleonics.ChooseScenarioItem": 1,
    }


@needs_shared
def test_a_large_module_is_understood() -> None:
    module = _read("ccnapoleonics/ccn-lite.vmod")
    assert module.sides == ("Allies", "French", "Solitaire")
    assert [one.kind for one in module.maps] == ["normal", "hand", "hand", "private", "hand", "normal"]
    assert [len(one.decks) for one in module.maps] == [6, 1, 1, 0, 0, 6]
    assert [clock.sides for clock in module.clocks] == [("Allies", "French")]
    assert len(module.inventories) == 4
    assert len(module.setups) == 189
    assert module.setups[0].path[:2] == ("Scenarios", "Base Game")
    assert {one.container for one in module.all_properties()} >= {"Module", "Main Map", "Main Map:Battlefield"}


def test_our_own_module_is_understood() -> None:
    module = Module.read(open_archive(SKIRMISH / "skirmish.vmod"))
    assert module.sides == ("Blue", "Red")
    assert module.problems == ()
    assert [(die.name, die.count, die.sides) for die in module.dice] == [("1d6", 1, 6), ("2d6", 2, 6)]
    assert module.dice[1].report_format == "** $name$: $result$ = $numericalTotal$ *** <$PlayerName$>"
    turn = module.turn_trackers[0]
    assert (turn.id, turn.format) == ("TurnTracker0", "Turn $level1$: $level2$")
    assert turn.levels[0].levels[0].entries == ("Supply", "Command", "Movement", "Combat", "End")
    assert [setup.file for setup in module.setups] == ["setup.vsav"]
    cup = module.maps[0].decks[0]
    assert (cup.name, len(cup.slots), cup.shuffle) == ("Cup", 8, "Via right-click Menu")
    assert module.maps[0].position(cup.start) == (1130, 110)


@needs_shared
def test_the_pieces_of_a_set_up_are_those_of_the_module_with_prototypes_expanded() -> None:
    module = Module.read(open_archive(SKIRMISH / "skirmish.vmod"))
    dump = json.loads((CORPUS / "skirmish" / "setup.dump.json").read_text(encoding="utf-8"))
    pieces = [piece for piece in dump["pieces"] if piece["kind"] == "piece"]
    assert len(pieces) == 32
    for piece in pieces:
        gpid = nested_split(piece["state"], "\t")[-1].split(";")[3]
        slot = module.slots_by_gpid[gpid]
        expanded = module.prototypes.expand_piece(slot.type_text, slot.state_text)
        types, saved_types = nested_split(expanded[0], "\t"), nested_split(piece["type"], "\t")
        states, saved_states = (nested_split(text, "\t", len(types)) for text in (expanded[1], piece["state"]))
        # VASSAL writes fields that newer versions added behind those the module has, and one number in single precision
        for written, saved in zip([*types, *states[:-1]], [*saved_types, *saved_states[:-1]], strict=True):
            assert saved.startswith(written.replace(";0.3;", ";0.30000001192092896;"))


@needs_shared
def test_stacks_and_decks_of_a_set_up_stand_where_the_module_puts_them() -> None:
    main = Module.read(open_archive(SKIRMISH / "skirmish.vmod")).maps[0]
    dump = json.loads((CORPUS / "skirmish" / "setup.dump.json").read_text(encoding="utf-8"))
    stacks = {(stack["x"], stack["y"]) for stack in dump["pieces"] if stack["kind"] in ("stack", "deck")}
    starts = [stack.start for stack in main.stacks] + [deck.start for deck in main.decks]
    assert {main.position(start) for start in starts} == stacks
