"""The innermost kinds: the basic piece, the stack and the deck. Where they stand, what they hold, and edits of that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import EditError
from ..fields import (
    TEXT,
    Field,
    FieldLayout,
    Kind,
    Values,
    color,
    expression,
    flag,
    integer,
    java_int,
    key,
    record,
    sequence_of,
    text,
    texts,
)
from ..sequence import quote, split_raw, unquote
from .actions import TARGET, parameters
from .spec import NOTHING, Ask, Trait, TraitSpec

NO_MAP = "null"
LAYER = "@@"
"""What marks the one entry of a stack that is no piece but the map layer the stack lies in; since 3.5."""

LETTER = Kind("letter", lambda raw: raw[:1], str)

_ANSWERED_FIRST = frozenset(
    (
        "BasicName",
        "CurrentBoard",
        "CurrentMap",
        "CurrentX",
        "CurrentY",
        "CurrentZone",
        "DeckName",
        "DeckPosition",
        "Inner",
        "KeyCommands",
        "LocalizedBasicName",
        "LocalizedPieceName",
        "LocationName",
        "Outer",
        "PieceId",
        "PieceName",
        "PieceUID",
        "Selected",
        "StackPos",
        "StackSize",
        "visibleState",
    )
)
"""Names that a piece answers otherwise before it looks among its persistent properties."""


def _basic(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    """Where a piece is on its map, in its stack or deck takes the game to know and is answered elsewhere; so are PieceUID, which
    is its id, and UniqueID where no state holds it, which then is its id too. Outer traits may decorate PieceName."""
    name = trait.type.text("name")
    yield "BasicName", name
    outer_name = ask("BasicName")
    yield "PieceName", name if outer_name is None else outer_name
    yield "PieceId", basic_gpid(trait.state)
    for known, value in basic_properties(trait.state).items():
        if known not in _ANSWERED_FIRST:
            yield known, value


BASIC = TraitSpec(
    "piece;",
    "BasicPiece",
    "Basic Piece",
    FieldLayout(
        ";",
        Field("clone_key", LETTER, ""),  # with Ctrl; traits of their own have replaced both
        Field("delete_key", LETTER, ""),
        text("image"),
        text("name"),
    ),
    FieldLayout(";", text("map", NO_MAP), integer("x"), integer("y"), text("gpid"), integer("property_count"), rest=TEXT),
    properties=_basic,
    default="piece;;;;",
    default_state="null;0;0;;0",
)

STACK = TraitSpec(
    "stack",
    "Stack",
    "Stack",
    NOTHING,
    FieldLayout(";", text("map", NO_MAP), integer("x"), integer("y"), rest=TEXT),
    default="stack",
    default_state="null;0;0;@@-1",
)

DECK_COMMAND = FieldLayout(
    "|",
    text("name"),
    key("key", "65,130"),
    expression("filter"),
    expression("from_deck", "0"),
    expression("report"),
    text("shown_name"),
    Field("target", record(TARGET), TARGET.read("")),
    flag("report_once", True),
    flag("suppress_sounds"),
    parameters(),
)

DECK = TraitSpec(
    "deck;",
    "Deck",
    "Deck",
    FieldLayout(
        ";",
        flag("outline", True),
        color("outline_color", "0,0,0"),
        integer("width", 40),
        integer("height", 40),
        text("face_down", "Always"),  # or Never, Via right-click Menu, MenuDefaultUp
        text("shuffle", "Always"),  # or Never, Via right-click Menu
        flag("draw_multiple", True),
        flag("draw_specific", True),
        flag("reversible", True),
        text("send_command"),
        text("send_to"),
        expression("send_report"),
        text("name", "deck"),
        expression("shuffle_report"),
        expression("reverse_report"),
        expression("face_down_report"),
        flag("draw_face_up"),
        flag("savable"),
        key("shuffle_key"),
        key("send_key"),
        integer("cards_drawn", 10),
        texts("counted"),  # name: expression
        flag("counts"),
        Field("global_commands", sequence_of(record(DECK_COMMAND), ","), ()),
        flag("key_when_empty"),
        key("empty_key"),
        expression("select_label", "$BasicName$"),
        text("select_sort"),
        flag("restricted"),
        expression("restriction"),
        text("shuffle_command", "Shuffle"),
        text("reverse_command", "Reverse"),
        key("reverse_key"),
        text("draw_multiple_command", "Draw multiple cards"),
        text("draw_specific_command", "Draw specific cards"),
        text("face_up_command", "Face up"),
        text("face_down_command", "Face down"),
        key("face_up_key"),
        expression("face_up_report"),
        key("flip_key"),
        key("face_down_key"),
        text("save_command", "Save Deck"),
        key("save_key"),
        expression("save_report", "Deck Saved"),
        text("load_command", "Load Deck"),
        key("load_key"),
        expression("load_report", "Deck Loaded"),
        flag("owned"),
        texts("owners"),  # sides
    ),
    FieldLayout(";", text("map", NO_MAP), integer("x"), integer("y"), flag("face_down"), texts("contents")),
    default=(
        "deck;false;0,0,0;40;40;Always;Always;true;true;true;;;;deck;;;;false;false;;;10;;false;;false;;$BasicName$;;false;;"
        "Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;Load Deck;;"
        "Deck Loaded;false;"
    ),
    default_state="null;0;0;false",
)

SPECS: tuple[TraitSpec, ...] = (BASIC, STACK, DECK)


def basic_position(state: Values) -> tuple[str | None, int, int]:
    """The map (None: on none) and the point of a basic piece, a stack or a deck. A stack on no map has no point but 0,0."""
    place = state.text("map")
    if place != NO_MAP:
        return place, state.int("x"), state.int("y")
    if state.layout is STACK.state:
        return None, 0, 0
    return None, state.int("x"), state.int("y")


def with_position(state: Values, place: str | None, x: int, y: int) -> Values:
    """The state of a basic piece, a stack or a deck, moved there."""
    if place == NO_MAP:
        raise EditError("a map cannot have the name that means no map")
    return state.replace(map=NO_MAP if place is None else place, x=x, y=y)


def basic_gpid(state: Values) -> str:
    """The id of the palette piece that a piece came from."""
    return state.text("gpid")


def with_gpid(state: Values, gpid: str) -> Values:
    return state.replace(gpid=gpid)


def _pairs(state: Values) -> list[tuple[str, str]]:
    tokens = state.rest
    count = min(max(state.int("property_count"), 0), (len(tokens) + 1) // 2)
    return [(tokens[2 * place], tokens[2 * place + 1] if 2 * place + 1 < len(tokens) else "") for place in range(count)]


def basic_properties(state: Values) -> dict[str, str]:
    """The persistent properties that a basic piece carries: OldX, UniqueID, ClickedX, CloneID and the like."""
    return dict(_pairs(state))


def with_property(state: Values, name: str, value: str | None) -> Values:
    """The state of a basic piece with a persistent property set, added, or (None) taken out. The others keep their raw text."""
    raw = split_raw(state.raw, ";")
    head, tail = raw[:5], raw[5:]
    for missing in ("", "0", "0", "", "0")[len(head) :]:
        head.append(missing)
    names = [known for known, _ in _pairs(state)]
    tail.extend([""] * (2 * len(names) - len(tail)))
    changed = tail[: 2 * len(names)]
    if value is None:
        kept = [place for place, known in enumerate(names) if known != name]
        changed = [token for place in kept for token in changed[2 * place : 2 * place + 2]]
    elif name in names:
        last = len(names) - 1 - names[::-1].index(name)
        changed[2 * last + 1] = quote(value, ";")
    else:
        changed += [quote(name, ";"), quote(value, ";")]
    head[4] = str(len(changed) // 2)
    edited = state.layout.read(";".join([*head, *changed, *tail[2 * len(names) :]]))
    expected = basic_properties(state)
    if value is None:
        expected.pop(name, None)
    else:
        expected[name] = value
    if basic_properties(edited) != expected:
        raise EditError("a piece's property cannot be written so that VASSAL reads it back the same")
    return edited


def stack_members(state: Values) -> tuple[str, ...]:
    """The ids of the pieces in a stack, bottom first."""
    return tuple(token for token in state.rest if token and not token.startswith(LAYER))


def stack_layer(state: Values) -> int | None:
    """The map layer a stack lies in; None in files older than 3.5."""
    layers = [token for token in state.rest if token.startswith(LAYER)]
    return java_int(layers[-1][len(LAYER) :]) if layers else None


def with_members(state: Values, members: Sequence[str], layer: int | None = None) -> Values:
    """The state of a stack with other pieces in it, bottom first, in the same layer if none is given."""
    raw = split_raw(state.raw, ";")
    head, tail = raw[:3], raw[3:]
    for missing in ("", "0", "0")[len(head) :]:
        head.append(missing)
    last = [token for token in tail if unquote(token, ";").startswith(LAYER)][-1:]
    if layer is not None:
        last = [f"{LAYER}{layer}"]
    edited = state.layout.read(";".join([*head, *(quote(member, ";") for member in members), *last]))
    if stack_members(edited) != tuple(members) or (layer is not None and stack_layer(edited) != layer):
        raise EditError("a stack's pieces cannot be written so that VASSAL reads them back the same")
    return edited


def deck_contents(state: Values) -> tuple[str, ...]:
    """The ids of the pieces in a deck, bottom first."""
    return tuple(one for one in state.texts("contents") if one)


def with_contents(state: Values, contents: Sequence[str]) -> Values:
    """The state of a deck with other pieces in it, bottom first."""
    return state.replace(contents=tuple(contents))
