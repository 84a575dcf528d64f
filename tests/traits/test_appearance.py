"""Traits that show, conceal, turn, label and mark pieces: their texts, their fields, and the properties VASSAL gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import EditError
from vassal_bridge.fields import COLOR, KEY, Field, Values
from vassal_bridge.secret import Secret
from vassal_bridge.traits import concealment, display, labels, layers, movement, rotation
from vassal_bridge.traits.concealment import Access
from vassal_bridge.traits.labels import MenuEntry
from vassal_bridge.traits.reader import TraitReader
from vassal_bridge.traits.spec import Trait, TraitSpec

SPECS: tuple[TraitSpec, ...] = (
    *layers.SPECS,
    *concealment.SPECS,
    *rotation.SPECS,
    *labels.SPECS,
    *display.SPECS,
    *movement.SPECS,
)


def read(type_text: str, state_text: str = "") -> Trait:
    return TraitReader({spec.prefix: spec for spec in SPECS}).trait(type_text, state_text)


def nothing(name: str) -> str | None:
    return None


@dataclass(frozen=True)
class Row:
    """One trait, what is in it, and what it answers."""

    type: str
    state: str
    fields: Mapping[str, Any]
    """All fields of the type that are not what VASSAL takes for a missing one, and any others worth naming."""
    state_fields: Mapping[str, Any] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    rewritten: str | None = None
    """The type as written from its values, where that differs."""
    rewritten_state: str | None = None


FLIP = "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;back.png;+ (flipped);true;Step;;;false;;1;1;false;70,130;;;Flip;1.0;;true"
FLIP_FIELDS: dict[str, Any] = {
    "activate_command": "Flip",
    "images": ("back.png",),
    "level_names": ("+ (flipped)",),
    "name": "Step",
    "version": 1,
    "always_active": False,
    "activate_key": "70,130",
    "description": "Flip",
}
STRENGTH = "emb2;;128;A;;128;;;128;;;;1;false;3;-4;a.png,b.png,c.png;full,,rest+;true;Str;;;true;{};{};1;true;;;;;1.0;;true"
OLD_FLIP = "emb;F\\;Full strength\\;82,130\\;1;_Flip;];Next;[;Back;5;-5;one.gif;two.gif,reduced+;a\\,b.gif"
THREE_OF_31 = "emb2;Act;130;AB;Inc;130;X;Dec;130;Y;Reset;82,130;1;false;0;0;a.png,b.png,c.png;one,two,+three;true;L;;;false;;1"
LABEL = "label;76,130;Label;12;255,255,255;0,0,0;b;2;l;-3;t;r;$label$ $pieceName$;Serif;1;90;Tag;free text;false"
HIDE = "hide;72,130;Hide;255,255,255;sides:Blue:Red;0.5;no peeking;true"
MASK = "obs;80,130;back.png;Face down;P75,130;chit;side:;Look;a chit;false;68,130;{Side}"
SHEET = "propertysheet;0Notes~5HP~2Caption~~1Story;Stats;S;2;10;20;30;78,130;a sheet"
AREA = "AreaOfEffect;102,102,102;40;2;false;Show ZOC;90,195;Shade;false;Range;a zone;ZOC;On;65,130;Off;66,130;false"
TRAIL = "footprint;77,130;Trail;true;true;6;102,51,0;204,102,0;90;40;5;7;2.0;65,130;66,130;67,130;a trail;true"
BUTTON = "button;57367,0,click;-28;-35;56;70;Block;true;false;1;3;-28;-35;28;-35;28;35"

ROWS = (
    # layers
    Row(
        "emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;true;65,130;;;;1.0;;true",
        "1",
        {"activate_command": "Activate", "version": 1, "activate_key": "65,130", "always_active": True, "images": ()},
        {"level": 1, "pressed": ""},
        {"_Active": "true", "_Level": "1", "_Image": "", "_Name": ""},
    ),
    Row(
        FLIP,
        "-1",
        FLIP_FIELDS,
        {"level": -1, "pressed": ""},
        {"Step_Active": "false", "Step_Level": "-1", "Step_Image": "", "Step_Name": ""},
    ),
    Row(
        FLIP,
        "1",
        FLIP_FIELDS,
        {"level": 1},
        {"Step_Active": "true", "Step_Level": "1", "Step_Image": "back.png", "Step_Name": " (flipped)"},
    ),
    Row(  # as 2.x and 3.0 wrote it: version missing, so the letters are the keys
        "emb2;Tailing;2;T;Increase;2;];Decrease;2;[;;;0;false;0;0;tail.png,tail2.png;;true",
        "2;T",
        {
            "activate_command": "Tailing",
            "activate_modifiers": 2,
            "activate_letters": "T",
            "increase_command": "Increase",
            "increase_modifiers": 2,
            "increase_letters": "]",
            "decrease_command": "Decrease",
            "decrease_modifiers": 2,
            "decrease_letters": "[",
            "reset_level": "0",
            "images": ("tail.png", "tail2.png"),
            "first_level": 1,
            "version": 0,
            "scale": 1.0,
        },
        {"level": 2, "pressed": "T"},
        {"_Active": "true", "_Level": "2", "_Image": "tail2.png", "_Name": ""},
    ),
    Row(
        THREE_OF_31,
        "-3;A",
        {
            "activate_command": "Act",
            "activate_modifiers": 130,
            "activate_letters": "AB",
            "increase_command": "Inc",
            "increase_modifiers": 130,
            "increase_letters": "X",
            "decrease_command": "Dec",
            "decrease_modifiers": 130,
            "decrease_letters": "Y",
            "reset_command": "Reset",
            "reset_key": "82,130",
            "images": ("a.png", "b.png", "c.png"),
            "level_names": ("one", "two", "+three"),
            "name": "L",
        },
        {"level": -3, "pressed": "A"},
        {"L_Active": "false", "L_Level": "-3", "L_Image": "", "L_Name": ""},
    ),
    Row(
        OLD_FLIP,
        "2",
        {
            "activation": layers.OLD_ACTIVATION.read("F;Full strength;82,130;1"),
            "activate_command": "_Flip",
            "increase_letters": "]",
            "increase_command": "Next",
            "decrease_letters": "[",
            "decrease_command": "Back",
            "x_offset": 5,
            "y_offset": -5,
        },
        {"level": 2},
        {"_Active": "true", "_Level": "2", "_Image": "two.gif", "_Name": "reduced"},
    ),
    Row(
        "emb;;_Show;;;;;0;0;only.gif,shown",
        "1;",
        {"activate_command": "_Show"},
        {"level": 1, "pressed": ""},
        {"_Active": "true", "_Level": "1", "_Image": "only.gif", "_Name": "shown"},
    ),
    # labels
    Row(
        "label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
        "",
        {"font_size": 10, "property": "TextLabel"},
        {"label": ""},
        {"TextLabel": ""},
    ),
    Row(
        LABEL,
        "dug in; 'well' \\;",
        {
            "key": "76,130",
            "command": "Label",
            "font_size": 12,
            "background": "255,255,255",
            "vertical_position": "b",
            "vertical_offset": 2,
            "horizontal_position": "l",
            "horizontal_offset": -3,
            "vertical_alignment": "t",
            "horizontal_alignment": "r",
            "name_format": "$label$ $pieceName$",
            "font": "Serif",
            "font_style": 1,
            "rotation": 90,
            "property": "Tag",
            "description": "free text",
        },
        {"label": "dug in; 'well' \\;"},
        {"Tag": "dug in; 'well' \\;"},
    ),
    Row(  # as 2.x wrote it, and with what VASSAL cannot read
        "label;L;Altitude;big;0,0,153;255,255,255;;high;centre;0;b;c;$pieceName$ ($label$)",
        " 7 ",
        {
            "key": "L",
            "command": "Altitude",
            "font_size": 10,
            "background": "0,0,153",
            "foreground": "255,255,255",
            "vertical_position": "t",
            "vertical_offset": 0,
            "horizontal_position": "c",
        },
        {"label": " 7 "},
        {"TextLabel": "7"},
        rewritten="L;Altitude;10;0,0,153;255,255,255;t;0;c;0;b;c;$pieceName$ ($label$)",
    ),
    Row("table;2;2;Show Data;83,130;", ",,,", {"key": "83,130"}, {"cells": ("", "", "", "")}),
    Row(
        "table;1;3;Losses;L;a table",
        "one,two\\, three,",
        {"rows": 1, "columns": 3, "command": "Losses", "key": "L", "description": "a table"},
        {"cells": ("one", "two, three", "")},
    ),
    Row(
        "propertysheet;;Property Sheet;;0;;;;80,130;",
        "",
        {"lines": (), "command": "Property Sheet", "key": "80,130"},
        {"values": ()},
    ),
    Row(
        SHEET,
        "first|second~12/15~~once",
        {
            "lines": ("0Notes", "5HP", "2Caption", "", "1Story"),
            "command": "Stats",
            "letter": "S",
            "commit": 2,
            "red": "10",
            "green": "20",
            "blue": "30",
            "key": "78,130",
            "description": "a sheet",
        },
        {"values": ("first|second", "12/15", "", "once")},
        {"Notes": "first|second", "HP": "12", "Caption": "", "Story": "once"},
    ),
    # concealment
    Row(
        "hide;73,130;Invisible;;player:;0.30000001192092896;;false",
        "null",
        {"key": "73,130", "access": Access("player"), "opacity": 0.30000001192092896},
        {"owner": None},
        {"InvisibleToOthers": "false", "Invisible": "false"},
    ),
    Row(
        HIDE,
        "Blue",
        {
            "key": "72,130",
            "command": "Hide",
            "background": "255,255,255",
            "access": Access("sides", ("Blue", "Red")),
            "opacity": 0.5,
            "description": "no peeking",
            "silent_moves": True,
        },
        {"owner": Secret("Blue")},
        {"InvisibleToOthers": "true", "Invisible": "false"},
    ),
    Row(
        "hide;H",  # as first written; an empty owner is one
        "",
        {"key": "H", "command": "Invisible", "access": Access("player"), "opacity": 0.3},
        {"owner": Secret("")},
        {"InvisibleToOthers": "true", "Invisible": "false"},
    ),
    Row(
        "obs;77,130;;Mask;I;?;player:;Peek;;true;;",
        "null;",
        {"key": "77,130", "auto_peek": True, "access": Access("player")},
        {"owner": None},
        {"ObscuredToOthers": "false", "Obscured": "false"},
    ),
    Row(
        MASK,
        "Blue;true|2|anna-pw|Blue",
        {
            "key": "80,130",
            "image": "back.png",
            "command": "Face down",
            "display": "P75,130",
            "mask_name": "chit",
            "access": Access("side"),
            "peek_command": "Look",
            "description": "a chit",
            "auto_peek": False,
            "deal_key": "68,130",
            "deal_to": "{Side}",
        },
        {"owner": Secret("Blue")},
        {"ObscuredToOthers": "true", "Obscured": "false"},
    ),
    Row(  # as 2.x wrote it
        "obs;F;rev.jpg;Face down;P;?",
        "anna-pw",
        {"key": "F", "image": "rev.jpg", "command": "Face down", "display": "P", "access": Access("player"), "auto_peek": False},
        {"owner": Secret("anna-pw")},
        {"ObscuredToOthers": "true", "Obscured": "false"},
    ),
    Row(
        "obs;M;rev.jpg",
        "null",
        {"key": "M", "image": "rev.jpg", "auto_peek": True},
        {"owner": None},
        {
            "ObscuredToOthers": "false",
            "Obscured": "false",
        },
    ),
    # rotation
    Row(
        "rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true",
        "0",
        {
            "facings": 6,
            "clockwise_key": "93,130",
            "counterclockwise_key": "91,130",
            "clockwise_command": "Rotate CW",
            "counterclockwise_command": "Rotate CCW",
        },
        {"rotation": 0},
        {"_Facing": "1", "_Degrees": "0"},
    ),
    Row(
        "rotate;7;93,130;91,130;CW;CCW;82,130;Spin;Hull;a ship;68,130;Turn to;$To$;false",
        "3",
        {
            "facings": 7,
            "clockwise_key": "93,130",
            "counterclockwise_key": "91,130",
            "clockwise_command": "CW",
            "counterclockwise_command": "CCW",
            "random_key": "82,130",
            "random_command": "Spin",
            "name": "Hull",
            "description": "a ship",
            "direct_key": "68,130",
            "direct_command": "Turn to",
            "direct_target": "$To$",
            "direct_by_facing": False,
        },
        {"rotation": 3},
        {"Hull_Facing": "4", "Hull_Degrees": "154"},
    ),
    Row(  # as 2.x wrote it
        "rotate;1;82,130;Turn",
        "-90.5",
        {"facings": 1, "key": "82,130", "command": "Turn"},
        {"rotation": -90.5},
        {"_Facing": "1", "_Degrees": "91"},
    ),
    Row(
        "rotate;1;82,130;Turn;;;Gun",
        "0",
        {"facings": 1, "key": "82,130", "command": "Turn", "name": "Gun"},
        {"rotation": 0},
        {
            "Gun_Facing": "1",
            "Gun_Degrees": "0",
        },
    ),
    Row("pivot;;;0;0;true;90.0;;;;270.0", "", {"command": "", "angle": 90.0, "second_angle": 270.0}),
    Row(
        "pivot;Pivot Left;80,195;-25;48;false;-90.0;a wheel;Pivot Right;81,195;60.0",
        "",
        {
            "command": "Pivot Left",
            "key": "80,195",
            "x": -25,
            "y": 48,
            "fixed_angle": False,
            "angle": -90.0,
            "description": "a wheel",
            "second_command": "Pivot Right",
            "second_key": "81,195",
            "second_angle": 60.0,
        },
    ),
    Row(
        "pivot;Pivot Left;80,195;-25;48;true;60",
        "",
        {"command": "Pivot Left", "key": "80,195", "x": -25, "y": 48, "angle": 60.0},
        rewritten="Pivot Left;80,195;-25;48;true;60.0",
    ),
    # display
    Row("border;;;2;255,0,0;;AND", "", {"thickness": 2, "combine": "AND"}),
    Row(
        "border;Fresh;halo;3;0,0,255;Hidden;XOR",
        "",
        {
            "property": "Fresh",
            "description": "halo",
            "thickness": 3,
            "color": "0,0,255",
            "second_property": "Hidden",
            "combine": "XOR",
        },
    ),
    Row(
        "AreaOfEffect;128,128,128;30;1;true;Show area;;;true;;;;;;;;true",
        "false",
        {"always_active": True},
        {"active": False},
        {"_Active": "true"},
    ),
    Row(
        AREA,
        "true",
        {
            "color": "102,102,102",
            "opacity": 40,
            "radius": 2,
            "always_active": False,
            "command": "Show ZOC",
            "key": "90,195",
            "map_shading": "Shade",
            "fixed_radius": False,
            "radius_property": "Range",
            "description": "a zone",
            "name": "ZOC",
            "on_command": "On",
            "on_key": "65,130",
            "off_command": "Off",
            "off_key": "66,130",
            "global": False,
        },
        {"active": True},
        {"ZOC_Active": "true"},
    ),
    Row(
        "AreaOfEffect;0,0,0;30;1;false",
        "",
        {"color": "0,0,0", "always_active": False},
        {"active": False},
        {"_Active": "false"},
        rewritten_state="false",
    ),
    Row(
        "immob;;N;R;",
        "",
        {"moving": "N"},
        {},
        {"Immobile": "false", "IgnoreGrid": "false", "cannotMove": "false", "NoStack": "true"},
    ),
    Row(
        "immob;igZ;V;L;a terrain piece",
        "",
        {"selecting": "igZ", "moving": "V", "stacking": "L", "description": "a terrain piece"},
        {},
        {"Immobile": "true", "IgnoreGrid": "true", "cannotMove": "true"},
    ),
    Row(
        "immob;n",
        "",
        {"selecting": "n"},
        {},
        {"Immobile": "true", "IgnoreGrid": "false", "cannotMove": "true", "NoStack": "true"},
    ),
    Row(
        "immob;n;I",
        "",
        {"selecting": "n", "moving": "I"},
        {},
        {
            "Immobile": "true",
            "IgnoreGrid": "false",
            "cannotMove": "false",
            "NoStack": "true",
        },
    ),
    Row(
        "immob;t",
        "",
        {"selecting": "t"},
        {},
        {"Immobile": "true", "IgnoreGrid": "false", "cannotMove": "false", "NoStack": "true"},
    ),
    Row("nonRect2;1.0;", "", {"scale": 1.0, "shape": ""}),
    Row("nonRect2;0.5;dM 0.0 0.0 L 9.0 0.0 Z N a.png", "", {"scale": 0.5, "shape": "dM 0.0 0.0 L 9.0 0.0 Z N a.png"}),
    Row("nonRect;m,0,0,l,9,0,l,9,9,c,na;b.png", "", {"shape": "m,0,0,l,9,0,l,9,9,c,na;b.png"}),
    Row("nonRect;", "", {"shape": ""}),
    Row("button;;0;0;0;0;;false;true;1;0", "", {"key": "", "whole_piece": True, "version": 1}),
    Row(
        BUTTON,
        "",
        {
            "key": "57367,0,click",
            "x": -28,
            "y": -35,
            "width": 56,
            "height": 70,
            "description": "Block",
            "opens_menu": True,
            "version": 1,
            "points": 3,
        },
    ),
    Row("button;A;1;2;30;40;old", "", {"key": "A", "x": 1, "y": 2, "width": 30, "height": 40, "description": "old"}),
    # movement
    Row(
        "markmoved;moved.gif;0;0;Toggle whether piece marked as moved;77,130;;false;Mark piece as moved;;Mark piece as unmoved;",
        "false",
        {"image": "moved.gif", "key": "77,130"},
        {"moved": False},
        {"Moved": "false"},
    ),
    Row(
        "markmoved;dot.png;18;-24;Mark;M;a mark;true;Moved;65,130;Fresh;66,130",
        "true",
        {
            "image": "dot.png",
            "x": 18,
            "y": -24,
            "command": "Mark",
            "key": "M",
            "description": "a mark",
            "ignore_same_location": True,
            "mark_command": "Moved",
            "mark_key": "65,130",
            "unmark_command": "Fresh",
            "unmark_key": "66,130",
        },
        {"moved": True},
        {"Moved": "true"},
    ),
    Row("markmoved;dot.png;x", "yes", {"image": "dot.png", "x": 0}, {"moved": False}, {"Moved": "false"}, "dot.png;0", "false"),
    Row(
        "footprint;;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
        "false;;0;false",
        {"key": "", "circle_radius": 10},
        {"visible": False, "map": "", "points": 0},
    ),
    Row(
        TRAIL,  # with the field that 3.8 adds, and its number behind the state
        "true;Main Map;2;118,208;75,-284;true;1",
        {
            "key": "77,130",
            "command": "Trail",
            "visible_at_start": True,
            "shared": True,
            "circle_radius": 6,
            "fill": "102,51,0",
            "line": "204,102,0",
            "opacity_selected": 90,
            "opacity": 40,
            "point_margin": 5,
            "line_margin": 7,
            "line_width": 2.0,
            "show_key": "65,130",
            "hide_key": "66,130",
            "clear_key": "67,130",
            "description": "a trail",
            "ignore_same_location": True,
        },
        {"visible": True, "map": "Main Map", "points": 2},
    ),
    Row("footprint;T", "true;Main Map;1;5,6", {"key": "T", "command": "Movement Trail"}, {"visible": True, "points": 1}),
)


def name_of(row: Row) -> str:
    return f"{row.type[:30]} {row.state[:12]}"


def declared_defaults(values: Values) -> dict[str, Any]:
    return {each.name: each.default for each in values.layout}


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_every_field_of_type_and_state_is_read(row: Row) -> None:
    trait = read(row.type, row.state)
    unnamed = declared_defaults(trait.type) | dict(row.fields)
    differing = {name for name in unnamed if trait.type[name] != unnamed[name]}
    # an empty text is as often written as left out, and is then not the default
    assert {name for name in differing if name in row.fields or trait.type[name] not in ("", ())} == set()
    assert {name: trait.state[name] for name in row.state_fields} == dict(row.state_fields)


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_properties_are_those_that_vassal_answers(row: Row) -> None:
    assert dict(read(row.type, row.state).properties(nothing)) == dict(row.properties)


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_texts_written_from_the_values_alone(row: Row) -> None:
    trait = read(row.type, row.state)
    assert trait.type.canonical() == (trait.type.raw if row.rewritten is None else row.rewritten)
    assert trait.state.canonical() == (trait.state.raw if row.rewritten_state is None else row.rewritten_state)


def another(each: Field, value: Any) -> Any:
    """Some other value of the same kind, awkward where the kind allows."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 7
    if isinstance(value, Access):
        return Access("sides", ("a:b", "c"))
    if each.name == "owner":
        return Secret("o'hara;") if value is None else None
    if isinstance(value, tuple):
        return (*value, "x,y;~", "last")
    if each.kind in (KEY, COLOR):
        return "1,2,3"
    if isinstance(value, Values):
        return value.replace(**{value.layout.fields[0].name: "z;"})
    return "q" if len(each.kind.read("qq")) == 1 else "it's; 'so'"


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_changing_one_field_leaves_the_others(row: Row) -> None:
    trait = read(row.type, row.state)
    for values in (trait.type, trait.state):
        for each in values.layout:
            if trait.type.layout is rotation.ANY_ANGLE and each.name == "facings":
                continue  # another number of facings is another layout
            wanted = another(each, values[each.name])
            changed = values.replace(**{each.name: wanted})
            assert changed[each.name] == wanted
            assert {name: changed[name] for name in changed if name != each.name} == {
                name: values[name] for name in values if name != each.name
            }
            assert changed.rest == values.rest
            if values.present(each.name):
                assert changed.replace(**{each.name: values[each.name]}).canonical() == values.canonical()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.prefix)
def test_every_kind_has_its_default_and_another_row(spec: TraitSpec) -> None:
    rows = [(row.type, row.state) for row in ROWS if row.type.startswith(spec.prefix)]
    assert len(rows) >= 2
    if spec.default is None:
        assert spec.prefix in ("emb;", "nonRect;")  # VASSAL reads these and writes their successors
    else:
        assert (spec.default, spec.default_state) in rows


class TestLayers:
    def test_a_level_beyond_the_pictures_is_the_last_one(self) -> None:
        assert layers.level(read(FLIP, "9"), nothing) == 1
        assert layers.level(read(FLIP, "-9"), nothing) == -1

    @pytest.mark.parametrize(("state", "level"), [("0", 0), ("", -1), ("two", -1), ("1;A", 1)])
    def test_odd_states(self, state: str, level: int) -> None:
        trait = read(FLIP, state)
        assert layers.level(trait, nothing) == level
        assert layers.active(trait) == (level > 0)

    @pytest.mark.parametrize(
        ("followed", "first", "said", "level"),
        [
            ("Steps", 1, "2", 2),
            ("$Steps$", 1, "2", 2),
            ("{ Steps }", 1, "2", 2),
            ("Steps", 2, "2", 1),
            ("Steps", -1, "0", 2),
            ("Steps", 1, "-5", 1),
            ("Steps", 1, "99", 3),
            ("Steps", 1, "007", 3),
            ("Steps", 5, "", 1),  # unset: the first level
            ("Steps", 1, "many", 3),  # no number: as it was
            ("Steps", 1, None, None),  # not known
            ("{2}", 1, "1", 2),
            ("{}", 1, "2", 1),
            (" ", 1, "2", 1),
            ("", 1, "2", 3),  # follows nothing
            ("{Steps - 1}", 1, "2", None),  # never evaluated
        ],
    )
    def test_a_layer_follows_a_property(self, followed: str, first: int, said: str | None, level: int | None) -> None:
        def ask(name: str) -> str | None:
            return said if name == "Steps" else None

        trait = read(STRENGTH.format(followed, first), "3")
        assert layers.level(trait, ask) == level
        off = read(STRENGTH.format(followed, first), "-3")
        assert layers.level(off, ask) == (None if level is None else -level)
        assert dict(off.properties(ask))["Str_Active"] == "false"

    def test_what_cannot_be_known_is_not_answered_and_the_rest_is(self) -> None:
        trait = read(STRENGTH.format("{a + b}", 1), "3")
        unknown = {"Str_Level": None, "Str_Image": None, "Str_Name": None}
        assert dict(trait.properties(nothing)) == {"Str_Active": "true", **unknown}
        assert layers.image(trait, nothing) is None
        assert layers.level_name(trait, nothing) is None
        assert layers.named(trait, "5 Pz", nothing) is None
        assert layers.stored_level(trait) == 3

    @pytest.mark.parametrize(
        ("state", "image", "name", "piece"),
        [
            ("1", "a.png", "one", "one"),
            ("2", "b.png", "", "5 Pz"),
            ("3", "c.png", "rest ", "rest 5 Pz"),
            ("4", "d.png", " flipped", "5 Pz flipped"),
            ("5", "e.png", "a\\+b", "a+b"),
            ("6", "f.png", "", "5 Pz"),
            ("-4", "", "", "5 Pz"),
        ],
    )
    def test_names_replace_precede_or_follow(self, state: str, image: str, name: str, piece: str) -> None:
        pictures, names = "a.png,b.png,c.png,d.png,e.png,f.png", "one,,rest +,+ flipped,a\\+b"
        trait = read(f"emb2;;128;A;;128;;;128;;;;1;false;0;0;{pictures};{names};true;L", state)
        assert layers.level_count(trait) == 6
        assert layers.image(trait, nothing) == image
        assert layers.level_name(trait, nothing) == name
        assert layers.named(trait, "5 Pz", nothing) == piece

    def test_the_first_format(self) -> None:
        trait = read(OLD_FLIP, "-3")
        assert layers.images(trait) == ("one.gif", "two.gif", "a,b.gif")
        assert layers.level_names(trait) == ("", "reduced+", "")
        assert trait.type["activation"].text("letters") == "F"
        assert trait.type["activation"].text("reset_command") == "Full strength"
        assert trait.type["activation"].text("reset_key") == "82,130"
        assert trait.type["activation"].text("reset_level") == "1"
        assert not layers.follows(trait)
        assert layers.named(read(OLD_FLIP, "2"), "5 Pz", nothing) == "reduced5 Pz"

    def test_several_letters_without_a_version_are_the_old_layer(self) -> None:
        assert read(THREE_OF_31, "1").type.layout is layers.MANY_KEYS
        assert read(THREE_OF_31 + ";1;true", "1").type.layout is layers.LAYER
        assert layers.level_count(read("emb2;Act;130;AB", "1")) == 0
        assert layers.level_count(read("emb2;Act;130;A", "1")) == 1

    @given(st.integers(-(1 << 31), (1 << 31) - 1), st.integers(-5, 5), st.integers(-50, 50))
    def test_the_level_always_has_a_picture(self, stored: int, first: int, said: int) -> None:
        trait = read(STRENGTH.format("Steps", first), str(stored))
        level = layers.level(trait, lambda name: str(said))
        assert level is not None
        assert 1 <= abs(level) <= 3
        assert (level > 0) == layers.active(trait)


class TestConcealment:
    def test_the_owner_is_never_shown(self) -> None:
        for type_text, state_text in ((MASK, "anna-pw;true|2|anna-pw|bruno-pw"), (HIDE, "anna-pw")):
            trait = read(type_text, state_text)
            assert "anna-pw" not in f"{trait.state!r} {trait.state} {dict(trait.state)}"
            assert "anna-pw" not in f"{dict(trait.properties(nothing))}"

    def test_who_masked_and_who_hid(self) -> None:
        assert concealment.masked_by(read(MASK, "anna-pw;")) == Secret("anna-pw")
        assert concealment.masked_by(read(MASK, "null;")) is None
        assert concealment.masked_by(read(HIDE, "anna-pw")) is None
        assert concealment.hidden_by(read(HIDE, "anna-pw")) == Secret("anna-pw")
        assert concealment.hidden_by(read(HIDE, "null")) is None
        assert concealment.masked_by(read("obs;M;x.png;Mask;I", "nobody;")) == concealment.NOBODY

    def test_a_side_is_named_only_if_it_is_one(self) -> None:
        sides = ("Red", "Blue")
        assert concealment.owning_side(read(MASK, "Blue;"), sides) == "Blue"
        assert concealment.owning_side(read(HIDE, "Red"), sides) == "Red"
        assert concealment.owning_side(read(MASK, "anna-pw;"), sides) is None
        assert concealment.owning_side(read(MASK, "null;"), sides) is None
        assert concealment.owning_side(read("hide;H", "Blue"), sides) is None  # a player may well choose that password

    def test_who_might_unmask(self) -> None:
        unmasking = read(MASK, "Blue;|2|anna-pw|Red").state["unmasking"]
        assert unmasking.text("override") == ""
        assert unmasking.int("count") == 2
        assert unmasking.rest == (Secret("anna-pw"), Secret("Red"))

    @pytest.mark.parametrize(
        ("written", "access"),
        [
            ("player:", Access("player")),
            ("side:", Access("side")),
            ("sides:Blue", Access("sides", ("Blue",))),
            ("sides:Blue:A\\:B", Access("sides", ("Blue", "A:B"))),
            ("sides:", Access("sides", ("",))),
            ("anything", Access("player")),
        ],
    )
    def test_access(self, written: str, access: Access) -> None:
        assert concealment.access(read(f"hide;H;Hide;;{written}", "null")) == access

    def test_an_owner_that_reads_as_none_is_refused(self) -> None:
        with pytest.raises(EditError):
            read(MASK, "null;").state.replace(owner=Secret("null"))


class TestRotation:
    @pytest.mark.parametrize(
        ("type_text", "state", "facing", "degrees"),
        [
            ("rotate;6;];[;a;b", "5", 6, 300),
            ("rotate;6;];[;a;b", "6", 6, 300),  # fewer facings than there were
            ("rotate;16;];[;a;b", "1", 2, 23),
            ("rotate;6;];[;a;b", "1.0", 1, 0),
            ("rotate;6;];[;a;b", "-1", 0, None),
            ("rotate;0;];[;a;b", "0", 0, None),
            ("rotate;no;];[;a;b", "0", 0, None),
            ("rotate;1;R;Turn", "-359.5", 1, 0),
            ("rotate;1;R;Turn", "-359.4", 1, 359),
            ("rotate;1;R;Turn", "45", 1, 45),
            ("rotate;1;R;Turn", "north", 1, 0),
            ("rotate;1;R;Turn", "1e999", 1, None),
        ],
    )
    def test_facing_and_degrees(self, type_text: str, state: str, facing: int, degrees: int | None) -> None:
        trait = read(type_text, state)
        assert rotation.facing(trait) == facing
        assert rotation.degrees(trait) == degrees
        assert ("_Degrees" in trait.properties(nothing)) == (degrees is not None)


class TestLabels:
    @pytest.mark.parametrize(
        ("label", "shown"),
        [
            ("dug in", "dug in"),
            ("  dug in\t", "dug in"),
            ("<b>x;y</b>", "<b>x;y</b>"),
            ("$Strength$/$Steps$", "4/2"),
            ("cost $5", "cost 5"),  # VASSAL takes a lone dollar sign away
            ("$Nowhere$", None),
            ("{Strength * 2}", None),
            ("a $Tag$b", "a b"),
            ("$PieceName$!", None),
            ("+5", "5"),
            ("0", "0"),
            ("007", None),  # a module may keep leading zeros or not
        ],
    )
    def test_what_a_label_shows(self, label: str, shown: str | None) -> None:
        trait = read(LABEL, label)
        assert labels.label_text(trait, {"Strength": "4", "Steps": "2", "Tag": "itself"}.get) == shown
        assert dict(trait.properties({"Strength": "4", "Steps": "2"}.get)) == {"Tag": shown}

    @pytest.mark.parametrize(
        ("pattern", "always", "label", "name"),
        [
            ("$pieceName$ ($label$)", "false", "", "5 Pz"),
            ("$pieceName$ ($label$)", "true", "", "5 Pz ()"),
            ("$pieceName$ ($label$)", "false", "dug in", "5 Pz (dug in)"),
            ("$PieceName$: $label$", "false", "x", "5 Pz: x"),
            ("$label$", "false", "$PieceName$!", "5 Pz!"),
            ("$label$ $Strength$", "false", "x", None),
            ("{label}", "false", "x", None),
            ("", "false", "x", ""),
        ],
    )
    def test_the_name_of_a_labelled_piece(self, pattern: str, always: str, label: str, name: str | None) -> None:
        trait = read(f"label;;L;10;;0,0,0;t;0;c;0;b;c;{pattern};Dialog;0;0;Tag;;{always}", label)
        assert labels.named(trait, "5 Pz") == name

    def test_a_label_without_property_name_answers_nothing(self) -> None:
        assert read("label;;L;10;;0,0,0;t;0;c;0;b;c;$label$;Dialog;0;0;;;false", "x").properties(nothing) == {}

    def test_a_table_has_no_more_rows_than_are_filled_in(self) -> None:
        assert labels.table_rows(read("table;2;2;T;S;", "a,b,c,d")) == (("a", "b"), ("c", "d"))
        assert labels.table_rows(read("table;2;2;T;S;", "a,b,c,d,e")) == (("a", "b"), ("c", "d"))
        assert labels.table_rows(read("table;2147483647;2;T;S;", "a,b,c")) == (("a", "b"), ("c",))
        assert labels.table_rows(read("table;2;0;T;S;", "a,b")) == ()

    def test_the_lines_of_a_property_sheet(self) -> None:
        assert labels.sheet_entries(read(SHEET, "first|second~12/15~~once")) == (
            MenuEntry("text", "Notes", "first|second"),
            MenuEntry("ticks with value", "HP", "12", "15"),
            MenuEntry("caption", "Caption", ""),
            MenuEntry("long text", "Story", "once"),
        )
        assert labels.sheet_entries(read("propertysheet;3T~4U~9V;S", "/5~7")) == (
            MenuEntry("ticks", "T", "/5"),
            MenuEntry("ticks with maximum", "U", "7"),
            MenuEntry("other", "V", ""),
        )


class TestMovement:
    @pytest.mark.parametrize(
        ("state", "points", "begun", "kept"),
        [
            ("false;;0;false", (), False, 0),
            ("true;Main Map;2;118,208;75,-284;true", ((118, 208), (75, -284)), True, 2),
            ("true;Main Map;2;118,208;75,-284;true;1", ((118, 208), (75, -284)), True, 1),
            ("true;Main Map;2;118,208;75,-284", ((118, 208), (75, -284)), False, 2),
            ("false;Map;3;1,2;;3", ((1, 2), (3, 0)), False, 3),
            ("false;Map;-1;true", (), True, -1),
            ("false;Map;2147483647;1,2", ((1, 2),), False, 2147483647),
            ("", (), False, 0),
        ],
    )
    def test_trails(self, state: str, points: tuple[tuple[int, int], ...], begun: bool, kept: int) -> None:
        trait = read(TRAIL, state)
        assert movement.trail(trait) == points
        assert movement.trail_begun(trait) == begun
        assert movement.trail_kept(trait) == kept

    def test_a_trail_does_not_hide_the_mark_inside_it(self) -> None:
        trail = read(TRAIL, "true;Main Map;1;1,2;true")
        assert trail.properties(nothing) == {}
        assert not movement.moved(trail)
        assert movement.moved(read("markmoved;dot.png;0;0", "true"))


def test_the_corners_of_a_button() -> None:
    assert read(BUTTON).type.rest == (-28, -35, 28, -35, 28, 35)
    assert read("button;A;0;0;0;0;;false;false;1;1;x;5").type.rest == (0, 5)


@given(
    st.sampled_from([spec.prefix for spec in SPECS]),
    st.text(alphabet=";;;,,~|/\\'$+{}:-0123456789.eax true", max_size=60),
    st.text(alphabet=";;;,,~|/\\'$+{}:-0123456789.eax true", max_size=40),
    st.one_of(st.none(), st.text(alphabet="0123456789-x", max_size=4)),
)
def test_no_text_whatever_makes_reading_fail(prefix: str, fields: str, state: str, said: str | None) -> None:
    trait = read(prefix + fields, state)
    assert all(value is None or isinstance(value, str) for value in trait.properties(lambda name: said).values())
    assert trait.type.raw == fields
    assert trait.state.raw == state
    match trait.kind:
        case "emb" | "emb2":
            assert layers.image(trait, lambda name: said) in (None, "", *layers.images(trait))
        case "label":
            shown = labels.label_text(trait, lambda name: said)
            name = trait.type.text("property")
            assert trait.properties(lambda name: said) == ({name: shown} if name else {})
        case "table":
            assert sum(map(len, labels.table_rows(trait))) <= len(trait.state.texts("cells"))
        case "footprint":
            assert len(movement.trail(trait)) <= len(trait.state.rest)
