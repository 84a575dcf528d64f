"""A companion adds what a player's module lacks, reads back whole, means what it says, and leaves the module as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.evidence.binding import BindingEntry, bindings_in, control_of, mark_of, means_nothing, phases_shown
from adjudicator.evidence.companion import DECLARE, with_companion, with_declarations
from adjudicator.evidence.history import Counter, PieceSpot
from adjudicator.evidence.notation import note_in
from adjudicator.exitcodes import ExitCode
from adjudicator.games import load
from adjudicator.modulebuild.companion import write_companion
from tests.modulebuild.built import BuiltModule
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import WriteError
from vassal_bridge.module import Module
from vassal_bridge.pieces import parse_definition
from vassal_bridge.sequence import decode
from vassal_bridge.traits import trait_reader

SKIRMISH = Path(__file__).parents[2] / "logs" / "skirmish" / "skirmish.vmod"
NAMES = {"su-11t-20": "20th Tank, 11th", "su-11t-36": "36th: Tank"}  # with the marks that part things in VASSAL's lists


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """The skirmish module with a companion for Seelow."""
    target = tmp_path_factory.mktemp("companion") / "companion.vmdx"
    plain = Module.read(open_archive(SKIRMISH))
    write_companion(load("seelow-kustrin"), plain, NAMES, target, [SKIRMISH], counter=True)
    return Module.read(open_archive(SKIRMISH), [open_archive(target)])


def counter(name: str) -> Counter:
    return Counter("1", name, name, "make", PieceSpot("Map", 0, 0, "1234", None))


def test_it_adds_dice_phases_and_markers_and_no_fault(together: Module) -> None:
    plain = Module.read(open_archive(SKIRMISH))
    assert together.problems == plain.problems
    assert not together.unknown
    added = [each.name for each in together.dice][len(plain.dice) :]
    assert set(added) == {f"{name} 1d6" for name in ("Combat", "Antitank fire", "Barrage", "Morale check", "Rally", "Other")}
    entries = together.turn_trackers[-1].levels[0].levels[0].entries
    assert "[First player: movement]" in entries
    names = [slot.name for slot in together.slots() if slot.gpid.startswith("adj:")]
    assert names == ["[disrupted]", "[german control]", "[soviet control]", DECLARE, DECLARE]


def test_what_it_adds_means_what_its_name_says() -> None:
    game = load("seelow-kustrin")
    binding = with_companion(BindingEntry(modules=("Theirs",), maps=("Map",), dice={"Combat 1d6": "other"}), game)
    assert binding.dice["Rally 1d6"] == "rally"
    assert binding.dice["Combat 1d6"] == "other"  # what its owner wrote goes before
    assert phases_shown(binding, "Turn 2: [First player: movement]") == ("first movement",)
    assert phases_shown(binding, "Turn 2: First player: movement") is None  # no word of the module's own is guessed
    assert mark_of(binding, counter("[disrupted]")) == "disrupted"
    assert control_of(binding, counter("[soviet control]")) == "soviet"
    assert not means_nothing(binding, counter(DECLARE))


def test_a_declaration_is_a_note_that_the_judge_reads(together: Module) -> None:
    slot = next(each for each in together.slots() if each.name == DECLARE)
    piece = parse_definition(slot.definition, trait_reader())
    report = next(piece.of_kind("report"))
    filled = {"Hex": "2308", "With": "20th Tank, 36th Tank", "On": " on 3:1"}
    said = re.sub(r"\$(\w+)\$", lambda found: filled[found[1]], report.type.text("message"))
    note = note_in(f"* {said}")
    assert note is not None
    assert (note.verb, note.hexes, note.names, note.column) == ("attack", ("2308",), ("20th Tank", "36th Tank"), "3-1")


def test_its_menu_offers_units_by_the_names_on_the_counters(together: Module) -> None:
    slot = next(each for each in together.slots() if each.name == DECLARE)
    piece = parse_definition(slot.definition, trait_reader())
    choice = next(trait for trait in piece.of_kind("PROP") if trait.type.text("name") == "Choice")
    commands = decode(decode(choice.type_text, ";")[3], ",")
    changers = [decode(decode(each, ":")[2], ",") for each in commands]
    offered = [decode(changer[2], ",") for changer in changers if changer[0] == "E"]
    assert changers[-1][0] == "P"  # what was chosen is forgotten once it is added
    assert set(NAMES.values()) <= {name for names in offered for name in names}
    assert sum(map(len, offered)) == len({name for names in offered for name in names})


def test_the_module_is_never_written_over() -> None:
    before = SKIRMISH.read_bytes()
    module = Module.read(open_archive(SKIRMISH))
    with pytest.raises(WriteError):
        write_companion(load("seelow-kustrin"), module, {}, SKIRMISH, [SKIRMISH])
    assert SKIRMISH.read_bytes() == before


def test_a_user_reaches_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "companion.vmdx"
    with pytest.raises(SystemExit) as ended:
        main(["module", "companion", str(SKIRMISH), "--game", "koenigsberg-rg", "-o", str(target), "--no-counter"])
    assert ended.value.code in (0, None)
    said = capsys.readouterr().out
    assert "[out of supply]" in said
    assert "declare   attack, bombard" in said
    assert target.is_file()
    for arguments, code in (
        (["README.md", "--game", "koenigsberg-rg"], ExitCode.UNREADABLE),
        ([str(SKIRMISH), "--game", "no"], 2),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["module", "companion", *arguments, "-o", str(tmp_path / "no.vmdx")])
        assert ended.value.code == code
        assert not (tmp_path / "no.vmdx").exists()


def test_our_own_modules_have_it_built_in_and_know_what_it_is(built: Mapping[str, BuiltModule]) -> None:
    game, module = built["seelow-kustrin"].game, built["seelow-kustrin"].module
    assert not module.problems
    slots = [each for each in module.slots() if each.name == DECLARE]
    assert [declares(each.definition) for each in slots] == ["attack", "barrage"]
    assert len({each.gpid for each in module.slots()}) == len(list(module.slots()))
    ours = next(iter(bindings_in(game.folder)))
    assert means_nothing(ours, counter(DECLARE))
    assert not means_nothing(with_declarations(ours), counter(DECLARE))


def declares(definition: str) -> str:
    return dict(parse_definition(definition, trait_reader()).markers)["declares"]
