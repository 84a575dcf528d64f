"""Prototypes, expanded the way VASSAL expands them."""

from __future__ import annotations

import pytest

from vassal_bridge.errors import LimitError, ModuleError
from vassal_bridge.module import Prototype, Prototypes
from vassal_bridge.module.prototypes import parse_use
from vassal_bridge.sequence import nested_join

from .building import V, element, module, prototypes, slot


def made(definitions: dict[str, list[tuple[str, str]]]) -> Prototypes:
    """Prototypes from lists of traits, type and state each."""
    return Prototypes(Prototype(name, definition(traits)) for name, traits in definitions.items())


def definition(traits: list[tuple[str, str]]) -> str:
    kinds, states = zip(*traits, ("piece;;;;", "null;0;0;;0"), strict=True)
    return f"+/null/{_slashed(nested_join(list(kinds), TAB))}/{_slashed(nested_join(list(states), TAB))}"


TAB = "\t"


def _slashed(text: str) -> str:
    return text.replace("/", "\\/")


def piece(*kinds: str) -> str:
    return nested_join([*kinds, "piece;;;a.png;Name"], TAB)


def test_a_use_is_replaced_by_the_traits_of_the_prototype() -> None:
    named = made({"Unit": [("mark;A", "1"), ("mark;B", "2")]})
    assert named.expand(piece("mark;Own", "prototype;Unit", "mark;Last")) == piece("mark;Own", "mark;A", "mark;B", "mark;Last")


def test_states_come_along() -> None:
    named = made({"Unit": [("mark;A", "1/2"), ("prototype;Deep", ""), ("mark;B", "b")], "Deep": [("emb2;x", "3")]})
    kind = piece("prototype;Unit", "mark;Own")
    state = nested_join(["", "mine", "null;0;0;7;0"], TAB)
    assert named.expand_piece(kind, state) == (
        piece("mark;A", "emb2;x", "mark;B", "mark;Own"),
        nested_join(["1/2", "3", "b", "mine", "null;0;0;7;0"], TAB),
    )


def test_a_state_that_is_too_short_is_filled_up() -> None:
    assert made({}).expand_piece(piece("mark;A", "mark;B"), "1")[1] == nested_join(["1", "", ""], TAB)


def test_prototypes_that_do_not_exist_and_empty_ones_add_nothing() -> None:
    named = made({"Empty": []})
    assert named.expand(piece("prototype;Nobody", "prototype;Empty", "mark;A")) == piece("mark;A")
    assert Prototypes([Prototype("Broken", "no piece")]).expand(piece("prototype;Broken")) == piece()


def test_comments_vanish() -> None:
    named = made({"Unit": [("cmt;note;", ""), ("mark;A", "")]})
    assert named.expand(piece("cmt;own;", "prototype;Unit")) == piece("mark;A")


def test_parameters_are_filled_in() -> None:
    named = made({"Unit": [("label;$text$;$pieceName$", "$text$")]})
    assert named.expand_piece(piece("prototype;Unit;text=Hello"), TAB) == (
        piece("label;Hello;pieceName"),
        nested_join(["Hello", ""], TAB),
    )


def test_a_use_without_parameters_keeps_every_dollar() -> None:
    named = made({"Unit": [("label;$text$;$pieceName$", "")]})
    assert named.expand(piece("prototype;Unit")) == piece("label;$text$;$pieceName$")


def test_a_use_with_an_empty_list_of_parameters_loses_its_dollars_as_in_vassal() -> None:
    named = made({"Unit": [("label;$text$;$pieceName$", "")]})
    assert named.expand(piece("prototype;Unit;")) == piece("label;text;pieceName")


def test_parameters_reach_one_level_deep_only() -> None:
    named = made({"Outer": [("prototype;Inner", ""), ("mark;$a$", "")], "Inner": [("mark;$a$", "")]})
    assert named.expand(piece("prototype;Outer;a=1")) == piece("mark;$a$", "mark;1")


@pytest.mark.parametrize(
    ("use", "name", "parameters"),
    [
        ("prototype;Unit", "Unit", None),
        ("prototype;", "", None),
        ("prototype;Unit;", "Unit", {}),
        ("prototype;Unit;a=1,b=2\\,3,c,d=x\\=y", "Unit", {"a": "1", "b": "2,3", "d": "x=y"}),
        ("prototype;A\\;B;a=1", "A;B", {"a": "1"}),
    ],
)
def test_uses_are_read(use: str, name: str, parameters: dict[str, str] | None) -> None:
    assert parse_use(use) == (name, parameters)


def test_the_later_of_two_prototypes_with_one_name_counts() -> None:
    named = Prototypes([Prototype("A", definition([("mark;old", "")])), Prototype("A", definition([("mark;new", "")]))])
    assert named.expand(piece("prototype;A")) == piece("mark;new")


@pytest.mark.parametrize(
    "circle",
    [
        {"A": [("prototype;A", "")]},
        {"A": [("mark;x", ""), ("prototype;B", "")], "B": [("prototype;C", "")], "C": [("prototype;A", "")]},
    ],
)
def test_prototypes_that_use_themselves_are_an_error(circle: dict[str, list[tuple[str, str]]]) -> None:
    with pytest.raises(ModuleError, match=r"use themselves: .*A"):
        made(circle).expand(piece("prototype;A"))


def test_a_circle_over_changing_parameters_ends_too() -> None:
    with pytest.raises(ModuleError, match="nested more than 50 deep"):
        made({"A": [("prototype;A;x=$x$y", "")]}).expand(piece("prototype;A;x=1"))


def test_a_chain_of_fifty_is_still_read() -> None:
    chain = {f"P{place}": [(f"prototype;P{place + 1}", "")] for place in range(49)} | {"P49": [("mark;end", "")]}
    assert made(chain).expand(piece("prototype;P0")) == piece("mark;end")
    with pytest.raises(ModuleError):
        made(chain | {"P": [("prototype;P0", "")]}).expand(piece("prototype;P"))


def test_bombs_of_prototypes_are_refused_quickly() -> None:
    doubling = {f"P{place}": [(f"prototype;P{place + 1}", ""), (f"prototype;P{place + 1}", "")] for place in range(40)}
    with pytest.raises(LimitError):
        made(doubling).expand(piece("prototype;P0"))
    with pytest.raises(LimitError):
        made(doubling | {"P40": [("mark;x", "")]}).expand(piece("prototype;P0"))
    growing = {f"P{place}": [(f"prototype;P{place + 1};x=$x$$x$", "")] for place in range(45)}
    with pytest.raises(LimitError):
        made(growing).expand(piece("prototype;P0;x=yy"))
    with pytest.raises(LimitError):
        made({"Fat": [("mark;" + "x" * 1_000_000, "")]}).expand(piece(*["prototype;Fat"] * 100))


def test_a_module_reports_circles_and_missing_prototypes_but_is_read() -> None:
    uses = "+/null/" + piece("prototype;A", "prototype;Nobody") + "/\t\\\tnull;0;0;;0"
    read = module(
        prototypes({"A": definition([("prototype;B", "")]), "B": definition([("prototype;A", "")]), "C": "nonsense"}),
        element(V + "PieceWindow", slot(uses), slot(uses), name="Pieces"),
    )
    said = [str(problem) for problem in read.problems]
    assert said == [
        "prototype C: its definition is no piece, so it adds nothing",
        "prototype A: it uses itself, over other prototypes or directly",
        "prototype Nobody: there is none of this name, but 2 pieces or prototypes use it",
    ]


def test_prototypes_in_folders_are_found() -> None:
    folder = element(
        V + "folder.PrototypeFolder",
        element(V + "PrototypeDefinition", content=definition([("mark;A", "")]), name="Inner", description="why"),
        name="Folder",
    )
    read = module(prototypes({"Outer": definition([("prototype;Inner", "")])}, folder))
    assert list(read.prototypes) == ["Outer", "Inner"]
    assert read.prototypes["Inner"].description == "why"
    assert read.prototypes.expand(piece("prototype;Outer")) == piece("mark;A")
