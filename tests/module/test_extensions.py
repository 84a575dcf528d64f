"""Extensions: hung in where VASSAL hangs them in."""

from __future__ import annotations

from typing import Any

import pytest

from vassal_bridge.errors import ModuleError
from vassal_bridge.module import Module

from .building import MAP, Entries, V, board, element, game, game_map, png, prototypes, slot, zone, zoned_grid

W = "VASSAL.build.widget."
PIECE = "+/null/prototype;A\tpiece;;;a.png;Name/\tnull;0;0;;0"
WINDOW = element(
    V + "PieceWindow",
    element(
        W + "TabWidget",
        element(W + "PanelWidget", slot(PIECE, gpid="1"), entryName="P1"),
        element(W + "ListWidget", slot(PIECE, gpid="2"), entryName="L1"),
        entryName="T",
    ),
    name="Pieces",
)
STACK = element(MAP + "SetupStack", slot(PIECE, "first", gpid="3"), name="St", owningBoard="B0", x=10, y=20)
DECK = element(MAP + "DrawPile", name="Deck/1", x=5, y=6)
GAME = game(
    prototypes({"A": "+/null/mark;Old\tpiece;;;;/\tnull;0;0;;0"}),
    game_map(STACK, DECK, boards=[board(zoned_grid(zone(name="Z1", path="0,0;99,0;99,99")), name="B0")]),
    WINDOW,
)
TABS = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:T/"


def added(target: str, child: str) -> str:
    return element("VASSAL.build.module.ExtensionElement", child, target=target)


def extension(*children: str, name: str = "more.vmdx", **attributes: Any) -> Entries:
    about = {"module": "Made up", "moduleVersion": "1", "version": "2.5", "extensionId": "x", **attributes}
    text = element("VASSAL.build.module.ModuleExtension", *children, **about)
    return Entries({"buildFile.xml": text.encode(), "images/new.png": png(30, 20)}, name)


def read(*children: str, **attributes: Any) -> Module:
    return Module.read(Entries({"buildFile.xml": GAME}), [extension(*children, **attributes)])


@pytest.mark.parametrize(
    ("target", "where"),
    [
        (TABS + "VASSAL.build.widget.ListWidget:L1", ("Pieces", "T", "L1")),
        # no such panel: the first of the class takes it
        (TABS + "VASSAL.build.widget.PanelWidget:Nope", ("Pieces", "T", "P1")),
        (
            "VASSAL.build.module.PieceWindow:No/VASSAL.build.widget.TabWidget:No/VASSAL.build.widget.ListWidget:L1",
            ("Pieces", "T", "L1"),
        ),
        ("VASSAL.build.module.Map:Main/VASSAL.build.module.map.SetupStack:St - first - (10,20)", ("St",)),
        ("VASSAL.build.module.Map:Main/VASSAL.build.module.map.DrawPile:Deck\\/1", ("Deck/1",)),
    ],
)
def test_a_piece_is_added_where_the_path_leads(target: str, where: tuple[str, ...]) -> None:
    module = read(added(target, slot(PIECE, "new", gpid="x:1")))
    assert module.problems == ()
    assert module.slots_by_gpid["x:1"].where == where
    assert module.slots_by_gpid["x:1"].origin == "more.vmdx"
    assert [slot.gpid for slot in module.slots() if not slot.origin] == ["1", "2", "3"]


def test_windows_boards_zones_and_prototypes_are_added() -> None:
    module = read(
        added("", element(V + "PieceWindow", slot(PIECE, gpid="x:1"), name="More")),
        added(
            "VASSAL.build.module.Map:Main/VASSAL.build.module.map.BoardPicker",
            element(MAP + "boardPicker.Board", name="B1", image="new.png"),
        ),
        added(
            "VASSAL.build.module.Map:Main/VASSAL.build.module.map.BoardPicker/VASSAL.build.module.map.boardPicker.Board:B0/"
            "VASSAL.build.module.map.boardPicker.board.ZonedGrid",
            zone(name="Z2", path="200,0;300,0;300,100"),
        ),
        added(
            "VASSAL.build.module.PrototypesContainer",
            element(V + "PrototypeDefinition", content="+/null/mark;New\tpiece;;;;/\tnull;0;0;;0", name="A"),
        ),
    )
    assert [palette.name for palette in module.palettes] == ["Pieces", "More"]
    main = module.with_boards(["MainBoardPicker\tB0\t0\t0\tB1\t1\t0"])[0]
    assert [(placed.board.width, placed.x) for placed in main.surface.boards] == [(1000, 0), (30, 1000)]
    assert (main.zone(50, 10), main.zone(290, 50)) == ("Z1", "Z2")
    assert module.prototypes.expand("prototype;A\tpiece;;;;") == "mark;New\tpiece;;;;"
    assert [(about.name, about.version, about.id) for about in module.extensions] == [("more", "2.5", "x")]


def test_what_leads_nowhere_is_a_problem() -> None:
    module = read(added(TABS + "VASSAL.build.widget.BoxWidget:B", slot(PIECE)), added("Nobody:X", slot(PIECE)), "<other/>")
    assert [str(problem) for problem in module.problems] == [
        "extension more: it adds to B, which the module does not have; that part is left out",
        "extension more: it adds to X, which the module does not have; that part is left out",
    ]


def test_an_extension_of_another_module_is_left_out_unless_it_fits_any() -> None:
    part = added("", element(V + "PieceWindow", name="More"))
    other = read(part, module="Another")
    assert len(other.palettes) == 1
    assert other.extensions == ()
    assert [problem.where for problem in other.problems] == ["extension more"]
    assert len(read(part, module="Another", anyModule=True).palettes) == 2


def test_a_module_is_no_extension_and_the_other_way_round() -> None:
    with pytest.raises(ModuleError, match="extension"):
        Module.read(Entries({"buildFile.xml": GAME}), [Entries({"buildFile.xml": GAME}, "other.vmod")])
    with pytest.raises(ModuleError, match="extension"):
        Module.read(extension())
