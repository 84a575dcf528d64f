"""An edit does what it says, reads back the same, and touches nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import SKIRMISH
from vassal_bridge.commands import AddPiece, Chat, Logged, parse_command
from vassal_bridge.edit import Draft
from vassal_bridge.errors import EditError
from vassal_bridge.pieces import Piece, read_piece
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.traits import trait_reader
from vassal_bridge.write import write_saved

START = read_saved(SKIRMISH / "start.vsav")
TURN = read_saved(SKIRMISH / "blue-turn1.vlog")
MAIN = "Main Map"


def pieces(saved: SavedGame) -> dict[str, Piece]:
    """Every piece of the saved position as a fresh reader finds it."""
    reader = trait_reader()
    commands = (parse_command(text) for entry in saved.position for text in entry.texts())
    return {command.id or "": read_piece(command, reader) for command in commands if isinstance(command, AddPiece)}


def named(name: str, saved: SavedGame = START) -> str:
    return next(identity for identity, piece in pieces(saved).items() if piece.name == name)


def stack_of(identity: str, saved: SavedGame) -> str | None:
    return next((other for other, piece in pieces(saved).items() if identity in piece.members), None)


def changed(before: SavedGame, after: SavedGame) -> set[str]:
    """The ids of pieces that came, went or differ."""
    old, new = pieces(before), pieces(after)
    return {identity for identity in old.keys() | new.keys() if old.get(identity) != new.get(identity)}


def test_a_draft_without_edits_gives_the_very_same_text() -> None:
    assert Draft(START).finish().encoded() == START.encoded()
    assert Draft(TURN).finish().encoded() == TURN.encoded()


def test_a_counter_dragged_onto_a_stack_joins_it_and_leaves_its_own() -> None:
    counter, target = named("23 Inf"), named("21 Inf")
    old_stack, new_stack = stack_of(counter, START), stack_of(target, START)
    assert old_stack is not None
    assert new_stack is not None
    _, x, y = pieces(START)[target].position
    draft = Draft(START)
    draft.move(counter, MAIN, x, y)
    after = draft.finish()
    assert pieces(after)[counter].position == (MAIN, x, y)
    assert pieces(after)[new_stack].members == (*pieces(START)[new_stack].members, counter)
    assert old_stack not in pieces(after), "an emptied stack must not stay"
    assert changed(START, after) == {counter, old_stack, new_stack}


def test_a_counter_dragged_to_an_empty_place_gets_a_stack_of_its_own() -> None:
    counter = named("22 Inf")
    old_stack = stack_of(counter, START)
    draft = Draft(START)
    draft.move(counter, MAIN, 475, 300)
    after = draft.finish()
    new_stack = stack_of(counter, after)
    assert new_stack is not None
    assert new_stack not in pieces(START)
    assert pieces(after)[new_stack].position == (MAIN, 475, 300)
    assert changed(START, after) == {counter, old_stack, new_stack}


def test_a_stack_moves_with_all_that_lies_in_it() -> None:
    stack = stack_of(named("21 Inf"), START)
    assert stack is not None
    members = pieces(START)[stack].members
    draft = Draft(START)
    draft.move(stack, MAIN, 475, 300)
    after = draft.finish()
    assert {pieces(after)[identity].position for identity in (stack, *members)} == {(MAIN, 475, 300)}
    assert changed(START, after) == {stack, *members}


def test_a_chit_taken_out_of_a_deck_is_no_longer_in_it() -> None:
    chit, deck = named("Storm"), named("Cup")
    draft = Draft(START)
    assert draft.holder(chit) == deck
    draft.move(chit, MAIN, 1310, 110)
    after = draft.finish()
    assert chit not in pieces(after)[deck].members
    assert len(pieces(after)[deck].members) == len(pieces(START)[deck].members) - 1


def test_a_flipped_layer_shows_the_other_level_and_its_name() -> None:
    counter = named("23 Inf")
    draft = Draft(START)
    draft.set_level(counter, 0, 2)
    after = draft.finish()
    assert pieces(after)[counter].layers[0].level == 2
    assert pieces(after)[counter].name != pieces(START)[counter].name
    assert changed(START, after) == {counter}


@pytest.mark.parametrize("level", [0, 3, -3, 99])
def test_a_level_that_a_layer_does_not_have_is_refused(level: int) -> None:
    with pytest.raises(EditError, match="levels 1 to 2"):
        Draft(START).set_level(named("23 Inf"), 0, level)


def test_a_layer_that_a_piece_does_not_have_is_refused() -> None:
    with pytest.raises(EditError, match="no such layer"):
        Draft(START).set_level(named("23 Inf"), "Nowhere", 1)


@given(value=st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
@settings(max_examples=60, deadline=None)
def test_a_property_is_set_or_refused_but_never_mangled(value: str) -> None:
    counter = named("5 Pz")
    for name in ("Supply", "Side", "KeptByUs"):
        draft = Draft(START)
        try:
            draft.set_property(counter, name, value)
            after = draft.finish()
        except EditError:
            continue
        piece = pieces(after)[counter]
        found = piece.dynamic.get(name, piece.markers.get(name, piece.properties.get(name)))
        assert found == value
        assert changed(START, after) <= {counter}


def test_a_stack_has_no_properties_to_set() -> None:
    stack = stack_of(named("21 Inf"), START)
    assert stack is not None
    with pytest.raises(EditError, match="stacks and decks have no properties"):
        Draft(START).set_property(stack, "Owner", "Anna")


def test_the_mark_of_having_moved_is_set() -> None:
    counter = named("1 Gd")
    draft = Draft(START)
    draft.set_moved(counter, True)
    assert pieces(draft.finish())[counter].moved is True
    with pytest.raises(EditError, match="no mark"):
        draft.set_moved(named("Cup"), True)


def test_a_deleted_counter_is_gone_and_its_emptied_stack_with_it() -> None:
    counter = named("23 Inf")
    stack = stack_of(counter, START)
    draft = Draft(START)
    draft.delete(counter)
    assert changed(START, draft.finish()) == {counter, stack}
    with pytest.raises(EditError, match="no piece with the id"):
        draft.move(counter, MAIN, 1, 1)


def test_a_deleted_deck_takes_what_lies_in_it_along() -> None:
    deck = named("Cup")
    draft = Draft(START)
    draft.delete(deck)
    assert changed(START, draft.finish()) == {deck, *pieces(START)[deck].members}


def test_an_added_counter_has_an_id_of_its_own_and_stands_where_put() -> None:
    model = pieces(START)[named("3 Art")]
    draft = Draft(START)
    identity = draft.add(model.type_text, model.state_text, MAIN, 475, 300)
    after = draft.finish()
    assert identity not in pieces(START)
    assert pieces(after)[identity].position == (MAIN, 475, 300)
    assert pieces(after)[identity].name == model.name
    assert changed(START, after) == {identity, stack_of(identity, after)}


def test_a_counter_added_to_a_stack_is_written_before_it() -> None:
    """A stack that is read before what lies in it loses it."""
    model = pieces(START)[named("21 Inf")]
    stack = stack_of(named("21 Inf"), START)
    assert stack is not None
    draft = Draft(START)
    identity = draft.add(model.type_text, model.state_text, *model.position)
    order = list(pieces(draft.finish()))
    assert stack_of(identity, draft.finish()) == stack
    assert order.index(identity) < order.index(stack)


def test_a_counter_of_too_few_states_is_refused() -> None:
    with pytest.raises(EditError, match="traits"):
        Draft(START).add("mark;A\tpiece;;;x.png;x", "1", MAIN, 1, 1)


def test_restacking_reorders_and_refuses_other_pieces() -> None:
    stack = stack_of(named("21 Inf"), START)
    assert stack is not None
    members = pieces(START)[stack].members
    draft = Draft(START)
    draft.restack(stack, members[::-1])
    after = draft.finish()
    assert pieces(after)[stack].members == members[::-1]
    assert changed(START, after) == {stack}
    with pytest.raises(EditError, match="same pieces"):
        draft.restack(stack, members[1:])


def steps(saved: SavedGame) -> list[list[str]]:
    return [list(step.entry.texts()) for step in saved.steps()]


def test_a_chat_line_at_a_step_is_the_last_thing_of_that_step_and_no_step_of_its_own() -> None:
    draft = Draft(TURN)
    draft.chat_at_step(6, "[adjudicator] 6: too far")
    after = steps(draft.finish())
    before = steps(TURN)
    assert after[5][-1] == "LOG\tCHAT[adjudicator] 6: too far"
    assert after[5][:-1] == before[5]
    assert after[:5] == before[:5]
    assert after[6:] == before[6:]


def test_a_step_of_its_own_comes_behind_the_step_named() -> None:
    draft = Draft(TURN)
    draft.insert_step(0, ["CHATbefore all"])
    draft.insert_step(3, ["CHATafter three", "AUDIO\tbell.wav"])
    after = steps(draft.finish())
    assert after[0] == ["LOG\tCHATbefore all"]
    assert after[4] == ["LOG\tCHATafter three", "LOG\tAUDIO\tbell.wav"]
    assert [after[1], *after[2:4], *after[5:]] == steps(TURN)


@pytest.mark.parametrize("step", [-1, 36, 1000])
def test_a_step_that_a_log_does_not_have_is_refused(step: int) -> None:
    with pytest.raises(EditError, match="no step"):
        Draft(TURN).chat_at_step(step, "x")
    with pytest.raises(EditError, match="no step"):
        Draft(TURN).insert_step(step, ["CHATx"])


@given(line=st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
@settings(max_examples=100, deadline=None)
def test_any_chat_line_comes_back_as_it_was_or_is_refused(line: str) -> None:
    draft = Draft(TURN)
    try:
        draft.chat_at_step(1, line)
        after = draft.finish()
    except EditError:
        assert "\x1b" in line or line.endswith("\\")
        return
    last = next(after.steps()).entry.commands()[-1]
    assert isinstance(last, Logged)
    assert isinstance(last.command, Chat)
    assert last.command.text == line


def test_the_notes_of_a_save_can_be_rewritten() -> None:
    draft = Draft(START)
    draft.set_command("NOTES\t", "NOTES\tcorrected by the referee")
    assert "\x1bNOTES\tcorrected by the referee\\\x1b" in draft.finish().text
    with pytest.raises(EditError, match="no command"):
        draft.set_command("NOWHERE\t", "x")


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_series_of_edits_leaves_stacks_and_places_consistent(data: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    draft = Draft(START)
    for _ in range(data.draw(st.integers(1, 8))):
        identity = data.draw(st.sampled_from(sorted(draft.ids)))
        kind = data.draw(st.sampled_from(["move", "move", "delete", "add"]))
        x, y = data.draw(st.sampled_from([(198, 220), (475, 300), (337, 700), (-5, 3)]))
        if kind == "move":
            draft.move(identity, MAIN, x, y)
        elif kind == "delete":
            draft.delete(identity)
        else:
            draft.add("piece;;;new.png;New", "null;0;0;;0", MAIN, x, y)
    path: Path = tmp_path_factory.mktemp("edit") / "edited.vsav"
    write_saved(draft.finish(), path)
    after = pieces(read_saved(path))
    held = [member for piece in after.values() for member in piece.members]
    assert len(held) == len(set(held)), "a piece lies in two stacks"
    for piece in after.values():
        assert all(after[member].position == piece.position for member in piece.members)
        assert piece.kind != "stack" or piece.members, "an empty stack stayed"
