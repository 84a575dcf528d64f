"""More small games, for what a cheat would try who edits the file: once with the offence at a known step, once without it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.verdict import Severity
from tests.audit.logs import BOARDS, MASK, MOVED, START_MS, Play, marker
from tests.audit.scenarios import one_log, shows, table, takes
from vassal_bridge.compose import add_piece
from vassal_bridge.sequence import encode
from vassal_bridge.tree import Entry, Leaf

# --- undos that are none --------------------------------------------------------------------------------------------------------


def _silent(commands: Sequence[str]) -> list[str]:
    return [one for one in commands if not one.startswith("CHAT")]


@shows("undo/forged", Severity.ERROR, step=3)
def move_under_the_name_of_an_undo(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150)
    if offence:
        moved = log.drag("3 Inf", 350, 150).commands[-1]
        log.commands[-1] = ["UNDO\ttrue", *_silent(moved), "UNDO\tfalse"]
    else:
        log.undo()
    return one_log(folder, log)


@shows("undo/forged", Severity.ERROR, step=3)
def words_of_an_undo_over_a_move(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150)
    if offence:
        log.commands[-1] = ["CHAT* UNDO: a word", *_silent(log.commands[-1])]
    return one_log(folder, log)


@shows("undo/forged", Severity.ERROR, step=3)
def more_taken_back_than_was_done(folder: Path, offence: bool) -> list[Path]:
    """Words in another language, as VASSAL writes them there, are no fault."""
    log = table().record().say().drag("1 Inf", 150, 150).undo()
    back = [one.replace("* UNDO: ", "* RÜCKGÄNGIG: ") for one in log.commands.pop()]
    if offence:
        moved = log.drag("3 Inf", 350, 150).commands.pop()
        back[-1:-1] = _silent(moved)
    log.commands.append(back)
    return one_log(folder, log)


@shows("undo/forged", Severity.ERROR, step=2)
def roll_under_the_name_of_an_undo(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(3).roll(5) if offence else table().record().say().undo()
    if offence:
        log.commands[-1] = ["UNDO\ttrue", log.commands[-1][0], "UNDO\tfalse"]
    return one_log(folder, log)


@shows("undo/forged", Severity.ERROR, step=2)
def undo_without_an_end(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    return one_log(folder, log.step("UNDO\ttrue") if offence else log.undo())


@shows("undo/forged", Severity.ERROR, step=3)
def counter_out_of_an_undo(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().delete("1 Inf")
    if offence:
        log.step("UNDO\ttrue", log.palette("7 Inf", 20, 20).commands.pop()[7], "UNDO\tfalse")
    else:
        log.undo()
    return one_log(folder, log)


@shows("undo/forged", Severity.WARNING, step=3)
def earlier_move_taken_back(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150).undo()
    if offence:
        log.commands[-1] = table().record().drag("1 Inf", 150, 150).undo().commands[-1]
    return one_log(folder, log)


# --- what stands beside ---------------------------------------------------------------------------------------------------------


def _sets(name: str, old: str, new: str) -> str:
    return f"MutableProperty\t{name}\t{old}\t{new}\tModule"


@shows("step/slipped-in", Severity.ERROR, step=1)
def points_behind_a_line_of_chat(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say("good luck").step("CHAT* Points go up *", _sets("Points", "3", "5"))
    if offence:
        log.commands[:] = [[*log.commands[0], log.commands[1][1]]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.ERROR, step=1)
def turn_behind_a_line_of_chat(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say("good luck").next_turn()
    if offence:
        log.commands[:] = [[*log.commands[0], log.commands[1][1]]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.WARNING, step=1)
def points_behind_a_roll(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(3).step("CHAT* Points go up *", _sets("Points", "3", "5"))
    if offence:
        log.commands[:] = [[*log.commands[0], log.commands[1][1]]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.NOTE, step=1)
def flip_behind_a_move(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150).flip("3 Inf")
    if offence:
        log.commands[:] = [[*log.commands[0], *_silent(log.commands[1])]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.NOTE, step=1)
def counter_gone_behind_the_turn_counter(folder: Path, offence: bool) -> list[Path]:
    log = table().record().next_turn().delete("3 Inf")
    if offence:
        log.commands[:] = [[*log.commands[0], *_silent(log.commands[1])]]
    return one_log(folder, log)


@shows("step/other-piece", Severity.WARNING, step=2)
def report_of_another_counter(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150)
    log.commands[1][-1] = f"CHAT* {3 if offence else 1} Inf moves 0100 -> 0101 *"
    return one_log(folder, log)


@shows("step/unreported", Severity.NOTE, step=7)
def move_without_a_word(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for number in range(1, 7):
        log.drag(f"{number} Inf", 100 * number + 50, 150)
    log.drag("1 Inf", 20, 20)
    if offence:
        log.commands[-1].pop()
    return one_log(folder, log)


@shows("step/contradicted", Severity.ERROR, step=2)
def living_counter_put_in_elsewhere(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    if not offence:
        return one_log(folder, log.drag("1 Inf", 150, 150))
    elsewhere = table().record().drag("1 Inf", 150, 150).play.piece("1 Inf")
    return one_log(folder, log.step(add_piece(elsewhere.id, elsewhere.type, elsewhere.state).raw))


@shows("step/contradicted", Severity.ERROR, step=3)
def dead_counter_put_in_again(folder: Path, offence: bool) -> list[Path]:
    play = table()
    dead = play.piece("1 Inf")
    log = play.record().say().delete("1 Inf")
    return one_log(folder, log.step(add_piece(dead.id, dead.type, dead.state).raw) if offence else log.undo())


@shows("step/stripped", Severity.WARNING, step=9)
def nothing_told_of_where_it_came_from(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for number in (1, 2, 3, 4, 5, 6, 1, 2, 1):
        log.drag(f"{number} Inf", 20 * number + 10 * len(log), 150)
    if offence:
        parts = log.commands[8][7].split("/")
        log.commands[8][7] = "/".join([*parts[:6], "null", "0", "0", "null", parts[10]])
    return one_log(folder, log)


@shows("provenance/boards", Severity.WARNING, step=2)
def board_turned(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.boards = "Main Map"
    log = play.record().drag("1 Inf", 150, 150)
    return one_log(folder, log.step(BOARDS.format("Main Map/rev")) if offence else log.step(BOARDS.format("Main Map")))


# --- dice that nobody reads of --------------------------------------------------------------------------------------------------


@shows("dice/silent", Severity.WARNING, step=7)
def rolled_without_a_word(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for number in range(1, 7):
        log.roll(number % 5 + 1)
        log.drag("1 Inf", 20 * number, 20)
    log.commands[:] = [one for one in log.commands if "CHAT*** 1d6" in one[0]]
    log.roll(4)
    if offence:
        log.commands[-1].pop(0)
    return one_log(folder, log)


@shows("dice/claimed", Severity.WARNING, step=2, uses_module=True)
def dice_that_the_module_has_not(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    return one_log(folder, log.roll(6, die="Luck" if offence else "1d6"))


@shows("dice/claimed", Severity.NOTE, step=5)
def dice_without_a_trace(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(3).roll(5).roll(2).roll(4)
    return one_log(folder, log.claim(6, 6, 6, die="3d6") if offence else log.roll(6))


# --- decks ----------------------------------------------------------------------------------------------------------------------


def _with_cup() -> Play:
    play = table()
    play.deck("Cup", 900, 100, "Rain", "Mud", "Storm", "Sun")
    return play


@shows("secrecy/chosen", Severity.WARNING, step=1)
def card_from_amid_the_deck(folder: Path, offence: bool) -> list[Path]:
    play = _with_cup()
    log = play.record()
    cup = next(one for one in play.holders.values() if one.name == "Cup")
    start = log.start
    if offence:
        cup.members.append(cup.members.pop(1))  # what is drawn as if it lay on top
    log.draw("Cup", 800, 100)
    log.start = start
    return one_log(folder, log)


@shows("secrecy/sorted", Severity.WARNING, step=1)
def deck_sorted_without_a_word(folder: Path, offence: bool) -> list[Path]:
    log = _with_cup().record().shuffle("Cup", lambda members: [*members[1:], members[0]])
    if offence:
        log.commands[-1].pop()
    return one_log(folder, log)


@shows("secrecy/sorted", Severity.WARNING, step=1)
def deck_sorted_behind_a_move(folder: Path, offence: bool) -> list[Path]:
    log = _with_cup().record().drag("1 Inf", 150, 150).shuffle("Cup", lambda members: [*members[1:], members[0]])
    if offence:
        log.commands[:] = [[*log.commands[0], log.commands[1][0]]]
    return one_log(folder, log)


@shows("secrecy/sorted", Severity.WARNING, step=1)
def deck_turned_upside_down_without_a_word(folder: Path, offence: bool) -> list[Path]:
    play = _with_cup()
    next(one for one in play.holders.values() if one.name == "Cup").reversing = "$playerName$ reverses $deckName$"
    log = play.record().shuffle("Cup")
    log.commands[-1][-1:] = [] if offence else ["CHATAnna reverses Cup"]
    return one_log(folder, log)


@shows("secrecy/sorted", Severity.WARNING, step=2)
def card_put_into_a_deck_by_word_alone(folder: Path, offence: bool) -> list[Path]:
    """A drawn card is in its deck again, under the line of a shuffle, and no command moved it there."""
    log = _with_cup().record()
    cup = next(one for one in log.play.holders.values() if one.name == "Cup")
    card = log.draw("Cup", 500, 500)
    old = cup.state
    log.put_back(card, "Cup")
    if offence:
        log.commands[-1] = ["D/" + (encode([cup.id, cup.state, old], "/") or ""), "CHATAnna shuffles Cup"]
    return one_log(folder, log)


# --- seats ----------------------------------------------------------------------------------------------------------------------


@shows("people/switched", Severity.ERROR, step=2)
def looked_under_another_name(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    if offence:
        log.step("PYREMOVE\tanna-pw", "PLAYER\tanna-pw\tZoe\tRed").say("hm").step("PYREMOVE\tanna-pw", takes("Blue"))
    return one_log(folder, log.drag("1 Inf", 150, 150))


@shows("people/switched", Severity.WARNING, step=2)
def looked_as_the_referee(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    if offence:
        log.step("PYREMOVE\tanna-pw", takes("Referee")).say("hm").step("PYREMOVE\tanna-pw", takes("Blue"))
    return one_log(folder, log.drag("1 Inf", 150, 150))


@shows("people/seats", Severity.NOTE, step=2)
def somebody_beside_the_other(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    return one_log(folder, log.step(f"PLAYER\tzoe-pw\tZoe\t{'Red' if offence else '<observer>'}").drag("1 Inf", 150, 150))


@shows("people/switched", Severity.NOTE, step=2)
def looked_as_the_referee_alone(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.players = ("Anna",)
    log = play.record().say()
    if offence:
        log.step("PYREMOVE\tanna-pw", takes("Referee")).say("hm").step("PYREMOVE\tanna-pw", takes("Blue"))
    return one_log(folder, log.drag("1 Inf", 150, 150))


@shows("people/seats", Severity.NOTE, step=2)
def somebody_new_where_nobody_can_come(folder: Path, offence: bool) -> list[Path]:
    """The same machine sits down as the other, under a key of its own. Who comes back to a seat is no newcomer."""
    play = table()
    play.players = ("Anna",)
    log = play.record().say()
    seat = "PLAYER\tzoe-pw\tZoe\tRed" if offence else "PLAYER\tanna-pw\tAnna\tBlue"
    return one_log(folder, log.step(seat).drag("1 Inf", 150, 150))


@shows("people/other-name", Severity.NOTE, step=1)
def no_move_says_whose_hand_it_was(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150)
    if offence:
        log.commands = [[one.replace("/anna-pw", "/") for one in commands] for commands in log.commands]
    return one_log(folder, log)


@shows("people/seats", Severity.WARNING, "b.vlog")
def key_of_the_other_replaced(folder: Path, offence: bool) -> list[Path]:
    play = table()
    first = play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "a.vlog")
    log = play.record("Anna").drag("1 Inf", 150, 150)
    if offence:
        log.start = tuple(
            Entry.of([Leaf(leaf.text.replace("bruno-pw", "stolen"), leaf.depth) for leaf in entry.leaves()])
            for entry in log.start
        )
    return [first, log.write(folder / "b.vlog")]


@shows("people/other-name", Severity.NOTE, step=2)
def dice_in_the_name_of_nobody(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150).roll(3)
    if offence:
        log.commands[1][0] = log.commands[1][0].replace("<Anna>", "<Zoe>")
    return one_log(folder, log)


@shows("people/other-name", Severity.NOTE, step=2)
def move_of_nobodys_hand(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150)
    if offence:
        log.commands[1] = [one.replace("/anna-pw", "/") for one in log.commands[1]]
    return one_log(folder, log)


@shows("ownership/other-side", Severity.NOTE, step=1)
def counter_of_the_enemy_covered(folder: Path, offence: bool) -> list[Path]:
    play = table()
    for name, side in (("7 Inf", "Blue"), ("8 Inf", "Red")):
        play.put(name, 700, 100, MASK, MOVED, marker(Side=side))
    return one_log(folder, play.record().mask("8 Inf" if offence else "7 Inf").say())


@shows("ownership/other-side", Severity.NOTE, step=1)
def supply_of_the_enemy_changed(folder: Path, offence: bool) -> list[Path]:
    return one_log(folder, table().record().set_state("2 Inf" if offence else "1 Inf", "PROP", "1").say())


@shows("hand-over/books", Severity.NOTE, "b.vlog")
def notes_wiped_out_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.notes = "we agreed on a re-roll"
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    play.notes = "" if offence else play.notes
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("time/hint", Severity.NOTE)
def saved_before_its_counters_were_made(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    log.about["saved_ms"] = START_MS - 5 * 86_400_000 if offence else START_MS + 86_400_000
    return one_log(folder, log)


@shows("module/prints", Severity.ERROR)
def counters_of_one_kind_made_otherwise(folder: Path, offence: bool) -> list[Path]:
    log = table().record().palette("Guns", 20, 20, MOVED, marker(Attack="3"))
    return one_log(folder, log.palette("Guns", 40, 20, MOVED, marker(Attack="9", Range="4") if offence else marker(Attack="3")))
