"""Markers, properties, commands, placing and the innermost kinds: what their texts mean, and that edits write them back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import EditError
from vassal_bridge.fields import FieldLayout, Values
from vassal_bridge.secret import Secret
from vassal_bridge.traits import SPEC_BY_PREFIX, Trait, trait_reader
from vassal_bridge.traits.actions import KEYS, attached
from vassal_bridge.traits.basic import (
    BASIC,
    DECK,
    STACK,
    basic_gpid,
    basic_position,
    basic_properties,
    deck_contents,
    stack_layer,
    stack_members,
    with_contents,
    with_gpid,
    with_members,
    with_position,
    with_property,
)
from vassal_bridge.traits.marking import cargo
from vassal_bridge.traits.placing import return_deck
from vassal_bridge.traits.variables import settled

PREFIXES = [
    "mark;",
    "locmsg;",
    "restrict;",
    "placemark;",
    "replace;",
    "report;",
    "return;",
    "sendto;",
    "prototype;",
    "clone;",
    "delete;",
    "submenu;",
    "menuSeparator;",
    "translate;",
    "globalkey;",
    "macro;",
    "PROP;",
    "calcProp;",
    "setprop;",
    "setpieceprop;",
    "hideCmd;",
    "playSound;",
    "globalhotkey;",
    "deselect;",
    "mat;",
    "matPiece;",
    "basicName;",
    "attach;",
    "locCommand;",
    "cmt;",
    "piece;",
    "stack",
    "deck;",
]

PIECE_ID = "1794998005214"

ANYWHERE = {
    "issuer": "COUNTER",
    "by_place": False,
    "place": "MAP",
    "map": "",
    "board": "",
    "zone": "",
    "location": "",
    "x": "0",
    "y": "0",
    "deck": "",
    "by_property": False,
    "property": "",
    "value": "",
    "compare": "EQUALS",
    "attachment": "",
    "attachment_index": "",
}
NO_TARGET = ANYWHERE | {"issuer": "MAP"}
UNBOUND = {"numeric": False, "minimum": 0, "maximum": 100, "wrap": False}

FLAG = "+/null/delete;Delete;68,130;\tpiece;;;oos.png;Out of Supply/\tnull;0;0;2;0"


@dataclass(frozen=True)
class Row:
    """One trait: its texts, some of its fields, all of its properties."""

    type_text: str
    state_text: str = ""
    type: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    properties: Mapping[str, str | None] = field(default_factory=dict)
    type_rest: tuple[str, ...] = ()
    state_rest: tuple[str, ...] = ()
    canonical: bool = True  # VASSAL would write the same fields so; not: the text has what VASSAL takes the default for

    def __str__(self) -> str:
        return f"{self.type_text[:60]} | {self.state_text[:40]}"


EMPTY = ("",)  # a state without fields reads as one empty rest

ROWS = [
    Row("mark;", type_rest=("",), state_rest=("",), properties={"": ""}),
    Row(
        "mark;Attack,Defence,Move",
        "4,4,3",
        type_rest=("Attack", "Defence", "Move"),
        state_rest=("4", "4", "3"),
        properties={"Attack": "4", "Defence": "4", "Move": "3"},
    ),
    Row(
        r"mark;a\,b,Side,Side,Note",
        r"1\,5,Blue,Red",
        type_rest=("a,b", "Side", "Side", "Note"),
        state_rest=("1,5", "Blue", "Red"),
        properties={"a,b": "1,5", "Side": "Blue", "Note": ""},
    ),
    Row("locmsg;;;", type={"name": "", "description": "", "message": ""}, state_rest=EMPTY, properties={"": ""}),
    Row(
        "locmsg;Motto;shown on top;On to {town}",
        type={"name": "Motto", "description": "shown on top", "message": "On to {town}"},
        state_rest=EMPTY,
        properties={"Motto": "On to {town}"},
    ),
    Row(
        "restrict;;false;true;",
        type={"sides": (), "by_player": False, "no_movement": True, "description": ""},
        state={"owner": ""},
        properties={"Restricted": "true", "RestrictedMovement": "true"},
    ),
    Row(
        r"restrict;Blue\,Green,Red;true;false;owner only",
        "anna-pw;1",
        type={"sides": (r"Blue,Green", "Red"), "by_player": True, "no_movement": False, "description": "owner only"},
        state={"owner": "anna-pw;1"},
        properties={"Restricted": "true", "RestrictedMovement": "false"},
    ),
    Row(
        "restrict;Blue;true",
        type={"sides": ("Blue",), "by_player": True, "no_movement": True},
        state={"owner": ""},
        properties={"Restricted": "false", "RestrictedMovement": "false"},
    ),
    Row("basicName;", type={"name": ""}, state_rest=EMPTY, properties={"BasicName": ""}),
    Row("basicName;XXIII HQ", type={"name": "XXIII HQ"}, state_rest=EMPTY, properties={"BasicName": "XXIII HQ"}),
    Row("cmt;", type={"comment": ""}, state_rest=EMPTY),
    Row(r"cmt;see 5.1\; and 6.2", type={"comment": "see 5.1; and 6.2"}, state_rest=EMPTY),
    Row("prototype;", type={"name": "", "parameters": ()}, state_rest=EMPTY),
    Row(
        "prototype;Infantry;steps=2,size=II",
        type={"name": "Infantry", "parameters": ({"name": "steps", "value": "2"}, {"name": "size", "value": "II"})},
        state_rest=EMPTY,
    ),
    Row(
        "mat;Mat;",
        "0",
        type={"name": "Mat", "description": ""},
        state={"count": 0},
        properties={"MatName": "Mat", "MatID": f"Mat_{PIECE_ID}", "MatNumCargo": "0", "NoStack": "true"},
    ),
    Row(
        "mat;Ship;carries men",
        "2;1794998005230;1794998005231",
        type={"name": "Ship", "description": "carries men"},
        state={"count": 2},
        state_rest=("1794998005230", "1794998005231"),
        properties={"MatName": "Ship", "MatID": f"Ship_{PIECE_ID}", "MatNumCargo": "2", "NoStack": "true"},
    ),
    Row(
        "matPiece;;true;0;0;;",
        "noMat",
        type={"description": "", "turns_with_mat": True, "search_x": 0, "search_y": 0, "find_key": "", "leave_key": ""},
        state={"mat": "noMat"},
        properties={"IsCargo": "true"},
    ),
    Row(
        "matPiece;passenger;false;-10;20;70,130;76,130",
        "1794998005240",
        type={
            "description": "passenger",
            "turns_with_mat": False,
            "search_x": -10,
            "search_y": 20,
            "find_key": "70,130",
            "leave_key": "76,130",
        },
        state={"mat": "1794998005240"},
        properties={"IsCargo": "true"},
    ),
    Row("submenu;Sub-Menu;;", type={"name": "Sub-Menu", "commands": (), "description": ""}, state_rest=EMPTY),
    Row(
        r"submenu;Markers;Out of Supply,Dug\, In",
        type={"name": "Markers", "commands": ("Out of Supply", "Dug, In"), "description": ""},
        state_rest=EMPTY,
    ),
    Row("menuSeparator;;", type={"description": "", "key": ""}, state_rest=EMPTY),
    Row("menuSeparator;below;0,0,Line", type={"description": "below", "key": "0,0,Line"}, state_rest=EMPTY),
    Row("hideCmd;;Hide;;", type={"name": "", "action": "Hide", "condition": "", "keys": ()}, state_rest=EMPTY),
    Row(
        r"hideCmd;not yours;Disable;{Side != playerSide};70\,130,0\,0\,March",
        type={"name": "not yours", "action": "Disable", "condition": "{Side != playerSide}", "keys": ("70,130", "0,0,March")},
        state_rest=EMPTY,
    ),
    Row("hideCmd;old;Hide;;FG", type={"keys": ("F", "G")}, state_rest=EMPTY),
    Row(
        "PROP;;false,0,100,false;;",
        type={"name": "", "constraints": UNBOUND, "commands": (), "description": ""},
        state={"value": ""},
        properties={"": ""},
    ),
    Row(
        r"PROP;Supply;true,0,9,true;Supply +1:61\,130:I\,1,Ask::R\,How\\, many?,Pick:80\,130:E\,Which?\,a\\,b,Full:85\,130:P\,3;"
        "points",
        "3",
        type={
            "name": "Supply",
            "constraints": {"numeric": True, "minimum": 0, "maximum": 9, "wrap": True},
            "commands": (
                {"command": "Supply +1", "key": "61,130", "change": {"code": "I", "step": "1"}},
                {"command": "Ask", "key": "", "change": {"code": "R", "prompt": "How, many?"}},
                {"command": "Pick", "key": "80,130", "change": {"code": "E", "prompt": "Which?", "choices": ("a", "b")}},
                {"command": "Full", "key": "85,130", "change": {"code": "P", "value": "3"}},
            ),
            "description": "points",
        },
        state={"value": "3"},
        properties={"Supply": "3"},
    ),
    Row("PROP;Old;true,1", "'a;b'", type={"constraints": UNBOUND | {"numeric": True, "minimum": 1}}, properties={"Old": "'a;b'"}),
    Row(
        "PROP;Sum;true,x,9",
        "{a + b}",
        type={"constraints": UNBOUND | {"numeric": True, "maximum": 9}},
        state={"value": "{a + b}"},
        properties={"Sum": None},
    ),
    Row("calcProp;;;", type={"name": "", "expression": "", "description": ""}, state_rest=EMPTY, properties={"": None}),
    Row(
        "calcProp;Strength;{Attack + 1};odds",
        type={"name": "Strength", "expression": "{Attack + 1}", "description": "odds"},
        state_rest=EMPTY,
        properties={"Strength": None},
    ),
    Row(
        "setprop;;false,0,100,false;;;Current Zone/Current Map/Module;",
        type={
            "name": "",
            "constraints": UNBOUND,
            "commands": (),
            "description": "",
            "level": "Current Zone/Current Map/Module",
            "place": "",
        },
        state_rest=EMPTY,
    ),
    Row(
        r"setprop;Weather;false,0,100,false;Rain:82\,130:P\,Rain;today;Named Zone;Boxes",
        type={
            "name": "Weather",
            "commands": ({"command": "Rain", "key": "82,130", "change": {"code": "P", "value": "Rain"}},),
            "description": "today",
            "level": "Named Zone",
            "place": "Boxes",
        },
        state_rest=EMPTY,
    ),
    Row("setprop;Turn", type={"name": "Turn", "constraints": UNBOUND, "commands": ()}, state_rest=EMPTY),
    Row(
        "setpieceprop;;false,0,100,false;;;COUNTER|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false",
        type={
            "name": "",
            "constraints": UNBOUND,
            "commands": (),
            "description": "",
            "target": ANYWHERE,
            "filter": "",
            "restrict_range": False,
            "range": 1,
            "fixed_range": True,
            "range_property": "",
            "from_deck": "-1",
            "override_constraints": False,
        },
        state_rest=EMPTY,
    ),
    Row(
        r"setpieceprop;Steps;true,0,2,false;Lose one:76\,130:I\,-1;hit;COUNTER|true|CURSTACK|||||0|0||true|Side|Red|NOT_EQUALS||"
        "2;{Type == 1};true;3;false;Reach;1;true",
        type={
            "name": "Steps",
            "description": "hit",
            "target": ANYWHERE
            | {
                "by_place": True,
                "place": "CURSTACK",
                "by_property": True,
                "property": "Side",
                "value": "Red",
                "compare": "NOT_EQUALS",
                "attachment_index": "2",
            },
            "filter": "{Type == 1}",
            "restrict_range": True,
            "range": 3,
            "fixed_range": False,
            "range_property": "Reach",
            "from_deck": "1",
            "override_constraints": True,
        },
        state_rest=EMPTY,
    ),
    Row(
        "report;;$location$: $newPieceName$ *;;;;false",
        "-1",
        type={
            "keys": (),
            "message": "$location$: $newPieceName$ *",
            "back_keys": (),
            "cycle_messages": (),
            "description": "",
            "never_suppressed": False,
        },
        state={"cycle_index": -1},
    ),
    Row(
        r"report;70\,130,0\,0\,Flip;$location$: flips;71\,130;one,two;flip report;true",
        "1",
        type={
            "keys": ("70,130", "0,0,Flip"),
            "message": "$location$: flips",
            "back_keys": ("71,130",),
            "cycle_messages": ("one", "two"),
            "description": "flip report",
            "never_suppressed": True,
        },
        state={"cycle_index": 1},
    ),
    Row(
        "report;JK",
        "",
        type={"keys": ("J", "K"), "message": "$location$: $newPieceName$ *"},
        state={"cycle_index": -1},
        canonical=False,
    ),
    Row(
        "macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1",
        type={
            "name": "",
            "command": "Trigger",
            "key": "84,130",
            "condition": "",
            "watch_keys": (),
            "action_keys": (),
            "loop": False,
            "before_loop_key": "",
            "after_loop_key": "",
            "loop_type": "counted",
            "loop_while": "",
            "loop_until": "",
            "loop_count": "",
            "index": False,
            "index_name": "",
            "index_start": "1",
            "index_step": "1",
        },
        state_rest=EMPTY,
    ),
    Row(
        r"macro;fire all;Fire;70,130;{Ammo > 0};0\,0\,Hit;83\,130,84\,130;true;66,130;65,130;while;{Ammo > 0};"
        "{Ammo == 0};5;true;Shot;0;2",
        type={
            "name": "fire all",
            "command": "Fire",
            "key": "70,130",
            "condition": "{Ammo > 0}",
            "watch_keys": ("0,0,Hit",),
            "action_keys": ("83,130", "84,130"),
            "loop": True,
            "before_loop_key": "66,130",
            "after_loop_key": "65,130",
            "loop_type": "while",
            "loop_while": "{Ammo > 0}",
            "loop_until": "{Ammo == 0}",
            "loop_count": "5",
            "index": True,
            "index_name": "Shot",
            "index_start": "0",
            "index_step": "2",
        },
        state_rest=EMPTY,
        properties={"Shot": "0"},
    ),
    Row(
        "macro;old;Fire;F;;H;ST",
        type={"key": "F", "watch_keys": ("H",), "action_keys": ("S", "T"), "loop": False},
        state_rest=EMPTY,
    ),
    Row(
        "globalkey;;71,130;75,130;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;",
        type={
            "command": "",
            "key": "71,130",
            "sent_key": "75,130",
            "filter": "",
            "restrict_range": False,
            "range": 1,
            "report_once": True,
            "fixed_range": True,
            "range_property": "",
            "description": "",
            "from_deck": "-1",
            "target": ANYWHERE,
            "suppress_sounds": False,
            "parameters": (),
        },
        state_rest=EMPTY,
    ),
    Row(
        "globalkey;Rally;82,130;0,0,Rally;{Side == 1};true;2;false;false;Reach;all near;0;COUNTER|true|XY|Main|Field|Z|"
        r"L|5|6|D||||MATCH|a|1;true;Steps:2,Note:a\:b",
        type={
            "command": "Rally",
            "key": "82,130",
            "sent_key": "0,0,Rally",
            "filter": "{Side == 1}",
            "restrict_range": True,
            "range": 2,
            "report_once": False,
            "fixed_range": False,
            "range_property": "Reach",
            "description": "all near",
            "from_deck": "0",
            "target": ANYWHERE
            | {
                "by_place": True,
                "place": "XY",
                "map": "Main",
                "board": "Field",
                "zone": "Z",
                "location": "L",
                "x": "5",
                "y": "6",
                "deck": "D",
                "compare": "MATCH",
                "attachment": "a",
                "attachment_index": "1",
            },
            "suppress_sounds": True,
            "parameters": ({"name": "Steps", "value": "2"}, {"name": "Note", "value": "a:b"}),
        },
        state_rest=EMPTY,
    ),
    Row(
        "globalkey;Old;G;K;Side = Red",
        type={"key": "G", "filter": "Side = Red", "report_once": True, "from_deck": "-1", "target": NO_TARGET},
        state_rest=EMPTY,
    ),
    Row("globalhotkey;;72,130;;", type={"command": "", "key": "72,130", "sent_key": "", "description": ""}, state_rest=EMPTY),
    Row(
        "globalhotkey;Roll;82,130;0,0,Roll2d6;dice",
        type={"command": "Roll", "key": "82,130", "sent_key": "0,0,Roll2d6", "description": "dice"},
        state_rest=EMPTY,
    ),
    Row(
        "playSound;;Play Sound;80,130;false;;false",
        type={
            "sound": "",
            "command": "Play Sound",
            "key": "80,130",
            "to_others": False,
            "description": "",
            "never_suppressed": False,
        },
        state_rest=EMPTY,
    ),
    Row(
        "playSound;gun.wav;Bang;66,130;true;loud;true",
        type={
            "sound": "gun.wav",
            "command": "Bang",
            "key": "66,130",
            "to_others": True,
            "description": "loud",
            "never_suppressed": True,
        },
        state_rest=EMPTY,
    ),
    Row(
        "deselect;Deselect;75,0;;false;D",
        type={"command": "Deselect", "key": "75,0", "description": "", "unstack": False, "what": "D"},
        state_rest=EMPTY,
    ),
    Row(
        "deselect;Drop;K;let go;true;A",
        type={"command": "Drop", "key": "K", "description": "let go", "unstack": True, "what": "A"},
        state_rest=EMPTY,
    ),
    Row("clone;Clone;67,130;", type={"command": "Clone", "key": "67,130", "description": ""}, state_rest=EMPTY),
    Row("clone;Split", type={"command": "Split", "key": "67,130", "description": ""}, state_rest=EMPTY),
    Row("delete;Delete;68,130;", type={"command": "Delete", "key": "68,130", "description": ""}, state_rest=EMPTY),
    Row("delete;Eliminate;D", type={"command": "Eliminate", "key": "D", "description": ""}, state_rest=EMPTY),
    Row(
        "attach;;;Attach to pieces;;Clear all attachments;;;false;1;true;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;"
        "Clear matching attachments;;;nothing;nothing;clear;false;true",
        "0",
        type={
            "name": "",
            "description": "",
            "command": "Attach to pieces",
            "key": "",
            "clear_all_command": "Clear all attachments",
            "clear_all_key": "",
            "filter": "",
            "restrict_range": False,
            "range": 1,
            "fixed_range": True,
            "range_property": "",
            "from_deck": "-1",
            "target": ANYWHERE,
            "clear_command": "Clear matching attachments",
            "clear_key": "",
            "clear_filter": "",
            "on_attach": "nothing",
            "on_detach": "nothing",
            "before_attach": "clear",
            "allow_self": False,
            "auto_attach": True,
        },
        state={"count": 0},
        properties={"AttachCount": "0", "_AttachCount": "0"},
    ),
    Row(
        "attach;Leader;who leads;Follow;70,130;Leave;76,130;{Rank > 1};true;4;false;Reach;0;COUNTER|true|CURMAT|||||0|0||"
        "false|||LESS||;Leave some;77,130;{Rank < 2};follow;remove;nothing;true;false",
        "2;1794998005230;1794998005231",
        type={
            "name": "Leader",
            "description": "who leads",
            "command": "Follow",
            "key": "70,130",
            "clear_all_command": "Leave",
            "clear_all_key": "76,130",
            "filter": "{Rank > 1}",
            "restrict_range": True,
            "range": 4,
            "fixed_range": False,
            "range_property": "Reach",
            "from_deck": "0",
            "target": ANYWHERE | {"by_place": True, "place": "CURMAT", "compare": "LESS"},
            "clear_command": "Leave some",
            "clear_key": "77,130",
            "clear_filter": "{Rank < 2}",
            "on_attach": "follow",
            "on_detach": "remove",
            "before_attach": "nothing",
            "allow_self": True,
            "auto_attach": False,
        },
        state={"count": 2},
        state_rest=("1794998005230", "1794998005231"),
    ),
    Row(
        "locCommand;;;;Do Something At $LocationOfCommand$;;true",
        type={
            "description": "",
            "places": "",
            "filter": "",
            "command": "Do Something At $LocationOfCommand$",
            "key": "",
            "this_map_only": True,
            "sort_by": "",
            "ascending": True,
            "numeric": False,
        },
        state_rest=EMPTY,
    ),
    Row(
        "locCommand;go;locZones;{ZoneOfCommand != 1};Go to $ZoneOfCommand$;71,130;false;$ZoneOfCommand$;false;true",
        type={
            "description": "go",
            "places": "locZones",
            "filter": "{ZoneOfCommand != 1}",
            "command": "Go to $ZoneOfCommand$",
            "key": "71,130",
            "this_map_only": False,
            "sort_by": "$ZoneOfCommand$",
            "ascending": False,
            "numeric": True,
        },
        state_rest=EMPTY,
    ),
    Row(
        "placemark;Place Marker;77,130;null;null;0;0;false;;;;0;false;false;;1",
        type={
            "command": "Place Marker",
            "key": "77,130",
            "marker": "null",
            "message": "null",
            "x": "0",
            "y": "0",
            "match": False,
            "after_key": "",
            "description": "",
            "gpid": "",
            "placement": 0,
            "match_above_only": False,
            "match_properties": False,
            "parameters": (),
            "version": 1,
        },
        state_rest=EMPTY,
    ),
    Row(
        "placemark;Out of Supply;79,130;"
        + FLAG.replace(";", r"\;")
        + r";placed;5;-5;true;0,0,After;supply marker;2;3;true;true;Age:0;1",
        type={
            "command": "Out of Supply",
            "key": "79,130",
            "marker": FLAG,
            "message": "placed",
            "x": "5",
            "y": "-5",
            "match": True,
            "after_key": "0,0,After",
            "description": "supply marker",
            "gpid": "2",
            "placement": 3,
            "match_above_only": True,
            "match_properties": True,
            "parameters": ({"name": "Age", "value": "0"},),
            "version": 1,
        },
        state_rest=EMPTY,
    ),
    Row(
        "placemark;Fire;F;VASSAL.build.module.PieceWindow/VASSAL.build.widget.PieceSlot:Fire;null;0;0",
        type={
            "key": "F",
            "marker": "VASSAL.build.module.PieceWindow/VASSAL.build.widget.PieceSlot:Fire",
            "match": False,
            "version": 0,
        },
        state_rest=EMPTY,
    ),
    Row(
        "replace;Replace;82,130;null;null;0;0;false;;;;0;false;false;;1",
        type={"command": "Replace", "key": "82,130", "marker": "null", "version": 1},
        state_rest=EMPTY,
    ),
    Row(
        "replace;Promote;R;" + FLAG.replace(";", r"\;"),
        type={
            "command": "Promote",
            "key": "R",
            "marker": FLAG,
            "message": "null",
            "x": "0",
            "y": "0",
            "match": False,
            "after_key": "",
            "description": "",
            "gpid": "",
            "placement": 0,
            "match_above_only": False,
            "match_properties": False,
            "parameters": (),
            "version": 0,
        },
        state_rest=EMPTY,
    ),
    Row(
        "return;Return to Deck;82,130;;Select destination;;2;true;",
        type={
            "command": "Return to Deck",
            "key": "82,130",
            "deck": "",
            "prompt": "Select destination",
            "description": "",
            "version": 2,
            "ask_deck": True,
            "deck_name": "",
        },
        state_rest=EMPTY,
    ),
    Row(
        "return;Back;66,130;Cup;Which?;chit;2;false;Cup",
        type={"command": "Back", "key": "66,130", "deck": "Cup", "description": "chit", "ask_deck": False, "deck_name": "Cup"},
        state_rest=EMPTY,
    ),
    Row("return;Back;R;Cup", type={"key": "R", "deck": "Cup", "prompt": "Select destination", "version": 0}, state_rest=EMPTY),
    Row(
        "sendto;;;;;0;0;;;0;0;1;1;;L;;;;",
        ";;",
        type={
            "command": "",
            "key": "",
            "map": "",
            "board": "",
            "x": "0",
            "y": "0",
            "back_command": "",
            "back_key": "",
            "x_times": "0",
            "y_times": "0",
            "x_step": "1",
            "y_step": "1",
            "description": "",
            "destination": "L",
            "zone": "",
            "region": "",
            "filter": "",
            "grid_location": "",
        },
        state={"back_map": "", "back_x": None, "back_y": None},
    ),
    Row(
        "sendto;Eliminate;69,130;Main Map;Field Board;10;20;Back;66,130;1;2;3;4;to the box;R;Boxes;Eliminated;{Side == 1};0101",
        "Main Map;130;-40",
        type={
            "command": "Eliminate",
            "key": "69,130",
            "map": "Main Map",
            "board": "Field Board",
            "x": "10",
            "y": "20",
            "back_command": "Back",
            "back_key": "66,130",
            "x_times": "1",
            "y_times": "2",
            "x_step": "3",
            "y_step": "4",
            "description": "to the box",
            "destination": "R",
            "zone": "Boxes",
            "region": "Eliminated",
            "filter": "{Side == 1}",
            "grid_location": "0101",
        },
        state={"back_map": "Main Map", "back_x": 130, "back_y": -40},
    ),
    Row(
        "sendto;Die;E;Main Map;;1;2;;;;;;;;",
        "Main Map;a;",
        type={"key": "E", "destination": "L", "x_step": "", "zone": ""},
        state={"back_map": "Main Map", "back_x": None, "back_y": None},
        canonical=False,
    ),
    Row(
        "translate;Move Forward;77,130;0;60;false;0;0;0;0;",
        type={
            "command": "Move Forward",
            "key": "77,130",
            "right": "0",
            "up": "60",
            "whole_stack": False,
            "right_times": "0",
            "up_times": "0",
            "right_step": "0",
            "up_step": "0",
            "description": "",
        },
        state_rest=EMPTY,
    ),
    Row(
        "translate;March;M;{Speed};-80;true;1;2;3;4;by road",
        type={
            "command": "March",
            "key": "M",
            "right": "{Speed}",
            "up": "-80",
            "whole_stack": True,
            "right_times": "1",
            "up_times": "2",
            "right_step": "3",
            "up_step": "4",
            "description": "by road",
        },
        state_rest=EMPTY,
    ),
    Row(
        "piece;;;;",
        "null;0;0;;0",
        type={"clone_key": "", "delete_key": "", "image": "", "name": ""},
        state={"map": "null", "x": 0, "y": 0, "gpid": "", "property_count": 0},
        properties={"BasicName": "", "PieceName": "", "PieceId": ""},
    ),
    Row(
        r"piece;K;D;blue\;5.png;5 Pz",
        r"Main Map;198;-460;21;3;UniqueID;1794998005243;OldLocationName;Cup\;Drawn;PieceName;forged",
        type={"clone_key": "K", "delete_key": "D", "image": "blue;5.png", "name": "5 Pz"},
        state={"map": "Main Map", "x": 198, "y": -460, "gpid": "21", "property_count": 3},
        state_rest=("UniqueID", "1794998005243", "OldLocationName", "Cup;Drawn", "PieceName", "forged"),
        properties={
            "BasicName": "5 Pz",
            "PieceName": "5 Pz",
            "PieceId": "21",
            "UniqueID": "1794998005243",
            "OldLocationName": "Cup;Drawn",
        },
    ),
    Row(
        "piece;;Z;AlbC.GIF;Albatros C",
        "Main Map;504;504",
        type={"clone_key": "", "delete_key": "Z", "name": "Albatros C"},
        state={"map": "Main Map", "x": 504, "y": 504, "gpid": "", "property_count": 0},
        properties={"BasicName": "Albatros C", "PieceName": "Albatros C", "PieceId": ""},
    ),
    Row(
        "piece;Clone;;a.png;A",
        "null;x;7;8",
        type={"clone_key": "C"},
        state={"map": "null", "x": 0, "y": 7, "gpid": "8"},
        properties={"BasicName": "A", "PieceName": "A", "PieceId": "8"},
        canonical=False,
    ),
    Row("stack", "null;0;0;@@-1", type_rest=("",), state={"map": "null", "x": 0, "y": 0}, state_rest=("@@-1",)),
    Row(
        "stack",
        "Main Map;198;460;1794998005243;1794998005244;@@1",
        type_rest=("",),
        state={"map": "Main Map", "x": 198, "y": 460},
        state_rest=("1794998005243", "1794998005244", "@@1"),
    ),
    Row(
        "deck;false;0,0,0;40;40;Always;Always;true;true;true;;;;deck;;;;false;false;;;10;;false;;false;;$BasicName$;;false;;"
        "Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;Load Deck;;"
        "Deck Loaded;false;",
        "null;0;0;false",
        type={"outline": False, "name": "deck", "global_commands": (), "counted": (), "owned": False, "owners": ()},
        state={"map": "null", "x": 0, "y": 0, "face_down": False, "contents": ()},
    ),
    Row(
        r"deck;true;255,0,0;60;70;Never;Via right-click Menu;false;true;false;Discard;Dead Pile;sent;Cup;shuffled;reversed;"
        r"turned;true;true;83,520;84,520;5;reds: Side = Red,all:;true;Bury|66\,130|{a}|2|buried|Bury|DECK\|true\|ZONE|false|true|"
        r"Age:1;true;85,520;$Side$;Side;true;{b};Mix;Turn;86,520;Draw some;Draw one;Up;Down;87,520;up!;88,520;89,520;Save;90,520;"
        r"saved;Load;91,520;loaded;true;Blue,Red",
        "Main Map;1130;110;true;1794998005214,1794998005215",
        type={
            "outline": True,
            "outline_color": "255,0,0",
            "width": 60,
            "height": 70,
            "face_down": "Never",
            "shuffle": "Via right-click Menu",
            "draw_multiple": False,
            "draw_specific": True,
            "reversible": False,
            "send_command": "Discard",
            "send_to": "Dead Pile",
            "send_report": "sent",
            "name": "Cup",
            "shuffle_report": "shuffled",
            "reverse_report": "reversed",
            "face_down_report": "turned",
            "draw_face_up": True,
            "savable": True,
            "shuffle_key": "83,520",
            "send_key": "84,520",
            "cards_drawn": 5,
            "counted": ("reds: Side = Red", "all:"),
            "counts": True,
            "global_commands": (
                {
                    "name": "Bury",
                    "key": "66,130",
                    "filter": "{a}",
                    "from_deck": "2",
                    "report": "buried",
                    "shown_name": "Bury",
                    "target": ANYWHERE | {"issuer": "DECK", "by_place": True, "place": "ZONE"},
                    "report_once": False,
                    "suppress_sounds": True,
                    "parameters": ({"name": "Age", "value": "1"},),
                },
            ),
            "key_when_empty": True,
            "empty_key": "85,520",
            "select_label": "$Side$",
            "select_sort": "Side",
            "restricted": True,
            "restriction": "{b}",
            "shuffle_command": "Mix",
            "reverse_command": "Turn",
            "reverse_key": "86,520",
            "draw_multiple_command": "Draw some",
            "draw_specific_command": "Draw one",
            "face_up_command": "Up",
            "face_down_command": "Down",
            "face_up_key": "87,520",
            "face_up_report": "up!",
            "flip_key": "88,520",
            "face_down_key": "89,520",
            "save_command": "Save",
            "save_key": "90,520",
            "save_report": "saved",
            "load_command": "Load",
            "load_key": "91,520",
            "load_report": "loaded",
            "owned": True,
            "owners": ("Blue", "Red"),
        },
        state={
            "map": "Main Map",
            "x": 1130,
            "y": 110,
            "face_down": True,
            "contents": ("1794998005214", "1794998005215"),
        },
    ),
    Row(
        "deck;true;0,0,0;139;90;Always;Always;false;true;false;Re-shuffle;;;Cards;;;;false",
        "Force Pool;658;94;true",
        type={
            "name": "Cards",
            "send_command": "Re-shuffle",
            "savable": False,
            "cards_drawn": 10,
            "select_label": "$BasicName$",
            "shuffle_command": "Shuffle",
            "draw_multiple_command": "Draw multiple cards",
            "load_report": "Deck Loaded",
        },
        state={"face_down": True, "contents": ()},
    ),
]


def read(type_text: str, state_text: str = "") -> Trait:
    return trait_reader().trait(type_text, state_text)


def plain(value: Any) -> Any:
    """Nested records as dictionaries and secrets as they are, to compare with what a table says."""
    if isinstance(value, Values):
        return {name: plain(value[name]) for name in value}
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    return value.reveal() if isinstance(value, Secret) else value


def properties(trait: Trait) -> dict[str, str | None]:
    return dict(trait.properties({"PieceUID": PIECE_ID}.get))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_fields_and_properties(row: Row) -> None:
    trait = read(row.type_text, row.state_text)
    assert trait.known
    assert {name: plain(trait.type[name]) for name in row.type} == row.type
    assert {name: plain(trait.state[name]) for name in row.state} == row.state
    assert (trait.type.rest, trait.state.rest) == (row.type_rest, row.state_rest)
    assert properties(trait) == row.properties
    written = (trait.spec.prefix if trait.spec else "") + trait.type.canonical(), trait.state.canonical()
    assert (written == (row.type_text, row.state_text)) is row.canonical


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_kind_has_two_rows_that_name_all_its_fields(prefix: str) -> None:
    spec = SPEC_BY_PREFIX[prefix]
    rows = [row for row in ROWS if read(row.type_text).spec is spec]
    assert len(rows) > 1
    assert rows[0].type_text == spec.default
    assert rows[0].state_text == spec.default_state
    layout = spec.layout_of_type(rows[0].type_text[len(prefix) :])
    state = spec.layout_of_state(rows[0].state_text)
    assert {name for row in rows for name in row.type} == {one.name for one in layout}
    assert {name for row in rows for name in row.state} == {one.name for one in state}


@pytest.mark.parametrize(
    ("short", "rewritten"),
    [
        ("locmsg;Motto", "locmsg;Motto;;"),
        ("restrict;Blue", "restrict;Blue;false;true;"),
        ("placemark;Mark;77,130;null", "placemark;Mark;77,130;null;null;0;0;false;;;;0;false;false;;0"),
        ("replace;Swap;82,130;null", "replace;Swap;82,130;null;null;0;0;false;;;;0;false;false;;0"),
        ("report;", "report;;$location$: $newPieceName$ *;;;;false"),
        ("return;Back", "return;Back;;;Select destination;;0"),
        ("return;Back;;;;;2", "return;Back;;;;;2;true;"),
        ("sendto;", "sendto;;;;;0;0;;;0;0;1;1;;L;;;;"),
        ("clone;Split", "clone;Split;67,130;"),
        ("delete;Kill", "delete;Kill;68,130;"),
        ("submenu;More;", "submenu;More;;"),
        ("menuSeparator;line", "menuSeparator;line;"),
        ("translate;Go", "translate;Go;77,130;0;60;false;0;0;0;0;"),
        ("globalkey;", "globalkey;;71,130;75,130;;false;1;true;true;;;-1;MAP|false|MAP|||||0|0||false|||EQUALS||;false;"),
        ("macro;", "macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1"),
        ("PROP;P", "PROP;P;false,0,100,false;;"),
        ("calcProp;C", "calcProp;C;;"),
        ("setprop;G", "setprop;G;false,0,100,false;;;Current Zone/Current Map/Module;"),
        ("setpieceprop;S", "setpieceprop;S;false,0,100,false;;;MAP|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false"),
        ("hideCmd;", "hideCmd;;Hide;;"),
        ("playSound;", "playSound;;Play Sound;80,130;false;;false"),
        ("globalhotkey;", "globalhotkey;;72,130;;"),
        ("deselect;Drop", "deselect;Drop;75,130;;false;D"),
        ("matPiece;men", "matPiece;men;true;0;0;;"),
        (
            "attach;A;",
            "attach;A;;Attach to pieces;;Clear all attachments;;;false;1;true;;-1;MAP|false|MAP|||||0|0||false|||EQUALS||;"
            "Clear matching attachments;;;nothing;nothing;clear;false;true",
        ),
        ("locCommand;", "locCommand;;locRegions;;Do Something At $LocationOfCommand$;;true;;true;false"),
        (
            "deck;true",
            "deck;true;0,0,0;40;40;Always;Always;true;true;true;;;;deck;;;;false;false;;;10;;false;;false;;$BasicName$;;false;;"
            "Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;Load Deck;;"
            "Deck Loaded;false;",
        ),
    ],
)
def test_missing_fields_have_the_defaults_that_vassal_fills_in(short: str, rewritten: str) -> None:
    assert plain(read(short).type) == plain(read(rewritten).type)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_field_written_back_unchanged_changes_nothing(row: Row) -> None:
    trait = read(row.type_text, row.state_text)
    for values in (trait.type, trait.state):
        for name in values:
            if values.present(name):
                again = values.replace(**{name: values[name]})
                assert again.same_values(values), name


def other(value: object) -> object:
    """Another value of the same sort; None where that is not so simple."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}; x,y|z" if isinstance(value, str) else None


@pytest.mark.parametrize("prefix", PREFIXES)
def test_any_plain_field_can_be_edited_without_touching_the_others(prefix: str) -> None:
    spec = SPEC_BY_PREFIX[prefix]
    assert spec.default is not None
    trait = read(spec.default, spec.default_state)
    for values in (trait.type, trait.state):
        for name, old in values.items():
            new = other(old)
            if new is None or name in ("clone_key", "delete_key"):
                continue
            edited = values.replace(**{name: new})
            assert {**edited} == {**values, name: new}


def test_a_letter_field_takes_no_word() -> None:
    with pytest.raises(EditError):
        read("piece;;;;", "null;0;0").type.replace(clone_key="CD")


def test_an_owner_is_never_shown() -> None:
    trait = read("restrict;Blue;true;true;", "anna-pw")
    assert "anna-pw" not in repr(trait.state) + str(trait.state["owner"])


@pytest.mark.parametrize(
    ("text", "keys", "again"),
    [
        ("", (), ""),
        ("F", ("F",), "F"),
        ("FG", ("F", "G"), "FG"),
        (r"70\,130", ("70,130",), r"70\,130"),
        (r"70\,130,,0\,0\,A", ("70,130", "0,0,A"), r"70\,130,0\,0\,A"),
        (",F", (",", "F"), ",F"),
    ],
)
def test_old_and_new_key_lists(text: str, keys: tuple[str, ...], again: str) -> None:
    assert KEYS.read(text) == keys
    assert KEYS.write(keys) == again


def test_a_key_list_that_would_be_read_otherwise_is_refused() -> None:
    with pytest.raises(EditError):
        read("hideCmd;;Hide;;").type.replace(keys=("F", ","))


@pytest.mark.parametrize("text", ["globalkey;a;;;;;;;;;;;x|maybe|NOWHERE", "globalkey;a;;;;;;;;;;;|maybe|"])
def test_a_target_that_vassal_cannot_read_is_the_whole_map(text: str) -> None:
    assert plain(read(text).type["target"]) == NO_TARGET


@pytest.mark.parametrize(
    ("commands", "change"),
    [
        ("a:65\\,130:", {"code": "P", "value": "new value"}),
        ("a:65\\,130", {"code": "P", "value": "new value"}),
        ("a:65\\,130:P", {"code": "P", "value": "new value"}),
        ("a:65\\,130:I", {"code": "I", "step": "1"}),
        ("a:65\\,130:R", {"code": "R", "prompt": "Enter new value"}),
        ("a:65\\,130:E", {"code": "E", "prompt": "Select new value", "choices": ()}),
        ("a:65\\,130:?\\,5", {"code": "P", "value": "5"}),
    ],
)
def test_a_change_of_a_property_has_the_defaults_of_its_kind(commands: str, change: Mapping[str, Any]) -> None:
    (command,) = read(f"PROP;x;;{commands}").type["commands"]
    assert plain(command["change"]) == change


@pytest.mark.parametrize(
    ("value", "loaded"),
    [
        ("plain text ", "plain text "),
        (" 5 ", "5"),
        ("+5", "5"),
        ("-0", "0"),
        ("-05", "-5"),
        ("007", "007"),
        ("0", "0"),
        ("1e3", "1e3"),
        ("2147483648", "2147483648"),
        ("   ", ""),
        ("$5", "5"),
        ("a$b", "ab"),
        ("a$$b", "ab"),
        ("{", "{"),
        ("{half", "{half"),
        ("{1 + 1}", None),
        (" {x} ", None),
        ("$BasicName$", None),
        ("x$y$", None),
    ],
)
def test_the_value_of_a_dynamic_property_is_what_vassal_makes_of_it(value: str, loaded: str | None) -> None:
    assert settled(value) == loaded
    assert properties(read("PROP;P", value)) == {"P": loaded}


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("return;Back;R;Cup", "Cup"),
        ("return;Back;R;", None),
        ("return;Back;R;Cup;Which?;;1;true;Other", "Cup"),
        ("return;Back;R;Cup;Which?;;x;true;Other", "Cup"),
        ("return;Back;R;Cup;Which?;;2;false;Other", "Other"),
        ("return;Back;R;Cup;Which?;;2;true;Other", None),
        ("return;Back;R;Cup;Which?;;2", None),
    ],
)
def test_where_a_card_returns_to_depends_on_the_version(text: str, deck: str | None) -> None:
    assert return_deck(read(text).type) == deck


def test_pieces_on_a_mat_and_attached_ones_are_as_many_as_counted() -> None:
    assert cargo(read("mat;Ship;", "2;a;b;c").state) == ("a", "b")
    assert cargo(read("mat;Ship;", "3;a;a").state) == ("a",)
    assert cargo(read("mat;Ship;", "-1;a").state) == ()
    assert attached(read("attach;;", "1;a;b").state) == ("a",)
    assert attached(read("attach;;", "").state) == ()


def test_a_mat_without_a_known_id_has_no_mat_id() -> None:
    assert "MatID" not in read("mat;Ship;", "0").properties(lambda name: None)


def test_a_piece_name_follows_an_outer_basic_name() -> None:
    inner = read("piece;;;a.png;Inner", "null;0;0;5")
    assert inner.properties({"BasicName": "Outer"}.get)["PieceName"] == "Outer"


def piece_state(text: str) -> Values:
    assert isinstance(BASIC.state, FieldLayout)
    return BASIC.state.read(text)


def stack_state(text: str) -> Values:
    assert isinstance(STACK.state, FieldLayout)
    return STACK.state.read(text)


def deck_state(text: str) -> Values:
    assert isinstance(DECK.state, FieldLayout)
    return DECK.state.read(text)


@pytest.mark.parametrize(
    ("state", "position"),
    [
        (piece_state("Main Map;198;460"), ("Main Map", 198, 460)),
        (piece_state("null;37;32;;0"), (None, 37, 32)),
        (piece_state("null"), (None, 0, 0)),
        (piece_state("Main Map;x;460"), ("Main Map", 0, 460)),
        (stack_state("Main Map;198;460;a;@@1"), ("Main Map", 198, 460)),
        (stack_state("null;198;460;a;@@1"), (None, 0, 0)),
        (deck_state("Main Map;1130;110;true;a,b"), ("Main Map", 1130, 110)),
        (deck_state("null;1130;110;true"), (None, 1130, 110)),
    ],
)
def test_positions(state: Values, position: tuple[str | None, int, int]) -> None:
    assert basic_position(state) == position


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (piece_state(r"Main Map;198;460;21;1;A\;'b';'c'"), r"Charts\; 2;-5;7;21;1;A\;'b';'c'"),
        (piece_state("null"), r"Charts\; 2;-5;7"),
        (stack_state("Main Map;198;460;a;b;@@1"), r"Charts\; 2;-5;7;a;b;@@1"),
        (deck_state("Main Map;1130;110;true;a,b"), r"Charts\; 2;-5;7;true;a,b"),
    ],
)
def test_moving_changes_the_place_only(before: Values, after: str) -> None:
    moved = with_position(before, "Charts; 2", -5, 7)
    assert moved.raw == after
    assert basic_position(moved) == ("Charts; 2", -5, 7)
    assert basic_position(with_position(moved, None, 0, 0)) == (None, 0, 0)


@pytest.mark.parametrize(("place", "x"), [("null", 0), ("Main Map", 1 << 31), ("ends in \\", 0)])
def test_a_place_that_cannot_be_written_is_refused(place: str, x: int) -> None:
    with pytest.raises(EditError):
        with_position(piece_state("Main Map;1;2;3;0"), place, x, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Main Map;1;2", {}),
        ("Main Map;1;2;3", {}),
        ("Main Map;1;2;3;2;A;1;B;2", {"A": "1", "B": "2"}),
        ("Main Map;1;2;3;1;A;1;B;2", {"A": "1"}),
        ("Main Map;1;2;3;2;A;1;A;2", {"A": "2"}),
        ("Main Map;1;2;3;1;A", {"A": ""}),
        ("Main Map;1;2;3;-1;A;1", {}),
        ("Main Map;1;2;3;x;A;1", {}),
        ("Main Map;1;2;3;2000000000;A;1", {"A": "1"}),
    ],
)
def test_a_pieces_own_properties(text: str, expected: dict[str, str]) -> None:
    assert basic_properties(piece_state(text)) == expected


@pytest.mark.parametrize(
    ("before", "name", "value", "after"),
    [
        ("Main Map;1;2;3;1;A;1", "A", "x;y", r"Main Map;1;2;3;1;A;x\;y"),
        ("Main Map;1;2;3;1;'A';'1'", "B", "2", "Main Map;1;2;3;2;'A';'1';B;2"),
        ("Main Map;1;2;3;2;A;1;B;2", "A", None, "Main Map;1;2;3;1;B;2"),
        ("Main Map;1;2;3;1;A;1", "B", None, "Main Map;1;2;3;1;A;1"),
        ("Main Map;1;2;3;1;A;1", "A", None, "Main Map;1;2;3;0"),
        ("Main Map;1;2", "A", "1", "Main Map;1;2;;1;A;1"),
        ("null", "A", "1", "null;0;0;;1;A;1"),
        ("Main Map;1;2;3;2;A;1;A;2", "A", "5", "Main Map;1;2;3;2;A;1;A;5"),
        ("Main Map;1;2;3;2;A;1;A;2", "A", None, "Main Map;1;2;3;0"),
        ("Main Map;1;2;3;1;A;1;left;over", "B", "2", "Main Map;1;2;3;2;A;1;B;2;left;over"),
        ("Main Map;1;2;3;9;A", "A", "1", "Main Map;1;2;3;1;A;1"),
    ],
)
def test_setting_a_property(before: str, name: str, value: str | None, after: str) -> None:
    edited = with_property(piece_state(before), name, value)
    assert edited.raw == after
    assert basic_properties(edited).get(name) == value


def test_setting_a_property_to_what_would_not_survive_is_refused() -> None:
    with pytest.raises(EditError):
        with_property(piece_state("Main Map;1;2;3;2;A;1;B;2"), "A", "ends in \\")


texts = st.text(st.sampled_from("ab;\\',|: é1"), max_size=6)


@given(st.lists(st.tuples(texts, texts), max_size=4), texts, st.one_of(st.none(), texts))
def test_a_property_edit_reads_back_or_is_refused(pairs: list[tuple[str, str]], name: str, value: str | None) -> None:
    state = piece_state("Main Map;1;2;3;0")
    try:
        for known, text in pairs:
            state = with_property(state, known, text)
        edited = with_property(state, name, value)
    except EditError:
        return
    expected = dict(pairs) | ({} if value is None else {name: value})
    if value is None:
        expected.pop(name, None)
    assert basic_properties(edited) == expected
    assert basic_position(edited) == ("Main Map", 1, 2)


def test_the_palette_id() -> None:
    assert basic_gpid(piece_state("Main Map;1;2;21;0")) == "21"
    assert with_gpid(piece_state("Main Map;1;2;21;1;A;1"), "a;b").raw == r"Main Map;1;2;a\;b;1;A;1"
    assert with_gpid(piece_state("Main Map;1;2"), "7").raw == "Main Map;1;2;7"


@pytest.mark.parametrize(
    ("text", "members", "layer"),
    [
        ("Main Map;1;2;a;b;@@3", ("a", "b"), 3),
        ("Main Map;1;2;@@-1", (), -1),
        ("Main Map;1;2", (), None),
        ("Main Map;1;2;a;;b", ("a", "b"), None),
        ("Main Map;1;2;a;@@1;b;@@2", ("a", "b"), 2),
        ("Main Map;1;2;a;@@x", ("a",), None),
        ("null;0;0;a", ("a",), None),
    ],
)
def test_what_is_in_a_stack(text: str, members: tuple[str, ...], layer: int | None) -> None:
    state = stack_state(text)
    assert stack_members(state) == members
    assert stack_layer(state) == layer


@pytest.mark.parametrize(
    ("before", "members", "layer", "after"),
    [
        ("Main Map;1;2;a;b;@@3", ("b", "c", "a"), None, "Main Map;1;2;b;c;a;@@3"),
        ("Main Map;1;2;a", (), None, "Main Map;1;2"),
        ("Main Map;1;2;a", ("b",), 1, "Main Map;1;2;b;@@1"),
        ("Main Map;1;2;a;@@3", ("a",), -1, "Main Map;1;2;a;@@-1"),
        ("null", ("a;b",), None, r"null;0;0;a\;b"),
    ],
)
def test_putting_pieces_in_a_stack(before: str, members: tuple[str, ...], layer: int | None, after: str) -> None:
    edited = with_members(stack_state(before), members, layer)
    assert edited.raw == after
    assert stack_members(edited) == members


@pytest.mark.parametrize("member", ["", "@@1", "a\\"])
def test_an_id_that_would_be_read_as_something_else_is_refused(member: str) -> None:
    with pytest.raises(EditError):
        with_members(stack_state("Main Map;1;2;@@3"), [member, "b"])


def test_what_is_in_a_deck() -> None:
    state = deck_state("Main Map;1;2;true;a,b")
    assert deck_contents(state) == ("a", "b")
    assert deck_contents(deck_state("Main Map;1;2;true;a,,b")) == ("a", "b")
    assert deck_contents(deck_state("Main Map;1;2;true")) == ()
    assert with_contents(state, ["b", "a", "c"]).raw == "Main Map;1;2;true;b,a,c"
    assert with_contents(deck_state("Main Map;1;2;true"), ["a"]).raw == "Main Map;1;2;true;a"
    assert deck_contents(with_contents(state, [])) == ()


@given(st.sampled_from(PREFIXES), st.text(st.sampled_from("x1;,|:@\\'$-{}é\t"), max_size=40), st.text(max_size=20))
def test_no_text_breaks_the_reading(prefix: str, type_text: str, state_text: str) -> None:
    trait = read(prefix + (type_text if prefix != "stack" else ""), state_text)
    assert trait.spec is SPEC_BY_PREFIX[prefix]
    assert all(isinstance(name, str) and isinstance(value, str | None) for name, value in properties(trait).items())
    for values in (trait.type, trait.state):
        assert len({**values}) == len(values)
