"""One small game for each check: once with the offence at a known step, once without it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.audit.corrections import Proof, Prove
from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import audit
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.verdict import Severity
from tests.audit.logs import DELETE, FLIP, LOCKED, MASK, MOVED, OWN_MASK, SUPPLY, Log, Play, marker, masked, restricted
from tests.module.building import MAP, V, board, element, game_map, module, square_grid, square_numbers
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved
from vassal_bridge.tree import Entry, Leaf

Build = Callable[[Path, bool], Sequence[Path]]


@dataclass(frozen=True)
class Scenario:
    """`build` writes the files, with the offence or without; `where` are the file and step of the one finding to be made."""

    check: str
    severity: Severity
    where: tuple[str, int | None]
    build: Build
    uses_module: bool = False
    prove: Prove | None = None

    def report(self, folder: Path, offence: bool) -> AuditReport:
        return audited(self.build(folder, offence), _with_hands() if self.uses_module else None, self.prove)


SCENARIOS: list[Scenario] = []


def audited(paths: Sequence[Path], module: Module | None = None, prove: Prove | None = None) -> AuditReport:
    album = Album()
    return audit([read_history(read_saved(path), module, album, path.name) for path in paths], prove=prove)


@cache
def _with_hands() -> Module:
    """A module in which Blue has a hand, squares of the map have numbers, and a die is rolled."""
    squares = square_grid(
        square_numbers(first="H", hType="N", vType="N", hLeading=1, vLeading=1), dx=100.0, dy=100.0, x0=50, y0=50
    )
    hand = element(V + "PlayerHand", element(MAP + "BoardPicker", board()), mapName="Blue Hand", side="Blue", visible=False)
    die = element(V + "DiceButton", name="1d6", nDice=1, nSides=6, reportFormat="** $name$ = $result$ *** <$PlayerName$>")
    return module(game_map(boards=[board(squares)], name="Main Map"), hand, die)


def shows(
    check: str,
    severity: Severity,
    file: str = "a.vlog",
    step: int | None = None,
    *,
    uses_module: bool = False,
    prove: Prove | None = None,
) -> Callable[[Build], Build]:
    def keep(build: Build) -> Build:
        SCENARIOS.append(Scenario(check, severity, (file, step), build, uses_module, prove))
        return build

    return keep


def table() -> Play:
    play = Play()
    for place in range(6):
        side = ("Blue", "Red")[place % 2]
        play.put(f"{place + 1} Inf", 100 * (place + 1), 100, MOVED, FLIP, SUPPLY, marker(Side=side, Attack=str(place)))
    return play


def one_log(folder: Path, log: Log, name: str = "a.vlog") -> list[Path]:
    return [log.write(folder / name)]


# --- hand-over ------------------------------------------------------------------------------------------------------------------


def _two_turns(folder: Path, between: Callable[[Play], object]) -> list[Path]:
    play = table()
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    between(play)
    play.clock += 60_000
    return [play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog"), first]


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def moved_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.shift("3 Inf", 320, 120) if offence else None)


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def flipped_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.set_trait("3 Inf", "emb2", "2") if offence else None)


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def value_changed_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.set_trait("3 Inf", "PROP", "9") if offence else None)


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def added_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.put("9 Pz", 500, 500) if offence else None)


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def taken_away_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.take_away("6 Inf") if offence else None)


@shows("hand-over/fork", Severity.WARNING, "b.vlog", 1)
def forked(folder: Path, offence: bool) -> list[Path]:
    play = table()
    if not offence:
        return [play.save(folder / "start.vsav"), play.record().roll(1).drag("1 Inf", 150, 150).write(folder / "a.vlog")]
    other = play.copy()
    first = play.record().roll(1).drag("1 Inf", 150, 150).write(folder / "a.vlog")
    other.clock += 60_000
    return [first, other.record().roll(6).drag("1 Inf", 160, 160).write(folder / "b.vlog")]


@shows("hand-over/restart", Severity.WARNING, "b.vlog")
def begun_again(folder: Path, offence: bool) -> list[Path]:
    play = table()
    log = play.record().drag("1 Inf", 150, 150)
    middle = play.copy()
    log.roll(1).drag("3 Inf", 350, 150)
    middle = middle if offence else play.copy()
    middle.clock = play.clock + 60_000
    return [log.write(folder / "a.vlog"), middle.record().drag("5 Inf", 555, 150).write(folder / "b.vlog")]


@shows("hand-over/gap", Severity.NOTE, "c.vlog")
def gap(folder: Path, offence: bool) -> list[Path]:
    play = table()
    written = [play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")]
    log = play.record("Bruno")
    for name in ("1 Inf", "2 Inf", "3 Inf", "4 Inf", "5 Inf"):
        log.drag(name, 500, 400)
    if not offence:
        written.append(log.write(folder / "b.vlog"))
    play.clock += 60_000
    return [play.record().drag("6 Inf", 650, 150).write(folder / "c.vlog"), *written]


@shows("hand-over/differs", Severity.NOTE, "b.vlog")
def moved_marks_wiped_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.set_trait("1 Inf", "markmoved", "false") if offence else None)


def _corrected(play: Play, offence: bool) -> None:
    play.notes = "[adjudicator] 3 Inf: from 0301 to 0302. It went too far"
    if offence:
        play.shift("3 Inf", 320, 120)


@shows("hand-over/corrected", Severity.NOTE, "b.vlog", prove=lambda *_: Proof("safe"))
def put_right_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: _corrected(play, offence))


@shows("hand-over/corrected", Severity.WARNING, "b.vlog", prove=lambda *_: Proof("suggested"))
def put_right_in_a_likely_way_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: _corrected(play, offence))


@shows("hand-over/differs", Severity.ERROR, "b.vlog", prove=lambda *_: Proof())
def said_to_be_put_right_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: _corrected(play, offence))


@shows("hand-over/differs", Severity.ERROR, "b.vlog", prove=lambda *_: Proof("safe"))
def changed_after_an_earlier_correction(folder: Path, offence: bool) -> list[Path]:
    """Words that stood in the notes before say nothing of what was done since."""
    play = table()
    _corrected(play, offence=False)
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.shift("3 Inf", 320, 120)
    play.clock += 60_000
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def mask_lifted_between(folder: Path, offence: bool) -> list[Path]:
    play = _masked_by("Red")
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.set_trait("9 Pz", "obs", "null;")
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def deck_sorted_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    deck = play.deck("Cup", 900, 100, "Sun", "Rain", "Storm")
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.holders[deck].members.reverse()
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def printed_otherwise_between(folder: Path, offence: bool) -> list[Path]:
    return _two_turns(folder, lambda play: play.set_trait("1 Inf", "mark", "Blue,9") if offence else None)


@shows("hand-over/differs", Severity.ERROR, "b.vlog")
def brought_back_from_the_dead_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("9 Pz", 40, 40, MOVED, FLIP, on="Eliminated")
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.leave(play.id_of("9 Pz"))
        piece = play.piece("9 Pz")
        piece.map, piece.x, piece.y = "Main Map", 350, 350
        play._lay(piece)
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/stacks", Severity.NOTE, "b.vlog")
def stack_turned_over_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    log = play.record().drag("1 Inf", 150, 150).drag("3 Inf", 150, 150)
    first = log.write(folder / "a.vlog")
    if offence:
        stack = play.stack_at(play.piece("1 Inf"))
        assert stack is not None
        stack.members.reverse()
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/books", Severity.ERROR, "b.vlog")
def turn_set_back_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.turn = 3
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    play.turn -= offence
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/books", Severity.ERROR, "b.vlog")
def points_changed_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.kept["Victory"] = "12"
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.kept["Victory"] = "15"
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/missing", Severity.WARNING, "c.vlog")
def log_left_out(folder: Path, offence: bool) -> list[Path]:
    play = table()
    for number in range(20):
        play.put(f"{number + 1} Pz", 90 * number, 800, MOVED, FLIP)
    written = [play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")]
    log = play.record("Bruno")
    play.clock += 86_400_000
    for number in range(8):
        log.drag(f"{number + 1} Pz", 70 * number, 600)
    log.next_turn()
    if not offence:
        written.append(log.write(folder / "b.vlog"))
    play.clock += 60_000
    return [play.record().drag("6 Inf", 650, 150).write(folder / "c.vlog"), *written]


@shows("hand-over/copy", Severity.NOTE, "a2.vlog")
def sent_twice(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    paths = [log.write(folder / "a.vlog")]
    return [*paths, log.write(folder / "a2.vlog")] if offence else paths


def _two_versions(folder: Path, once: Callable[[Log], Log], again: Callable[[Log], Log]) -> list[Path]:
    """One turn by Anna in two versions, and Bruno's answer to the second."""
    play = table()
    other = play.copy()
    first = once(play.record().drag("1 Inf", 150, 150)).write(folder / "a.vlog")
    other.clock += 60_000
    second = again(other.record().drag("1 Inf", 150, 150)).write(folder / "b.vlog")
    other.clock += 60_000
    return [first, second, other.record("Bruno").drag("2 Inf", 250, 150).write(folder / "c.vlog")]


@shows("hand-over/cut", Severity.ERROR, "b.vlog")
def bad_die_cut_off(folder: Path, offence: bool) -> list[Path]:
    if not offence:
        log = table().record().drag("1 Inf", 150, 150).roll(1)
        return [log.write(folder / "b.vlog")]
    play = table()
    log = play.record().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150)
    cut = log.write(folder / "b.vlog")
    after = play.copy()
    whole = log.roll(1).drag("5 Inf", 555, 150).write(folder / "a.vlog")
    after.clock += 60_000
    return [cut, whole, after.record("Bruno").drag("2 Inf", 250, 150).write(folder / "c.vlog")]


@shows("hand-over/cut", Severity.NOTE, "a.vlog")
def sent_before_it_was_done(folder: Path, offence: bool) -> list[Path]:
    play = table()
    log = play.record().drag("1 Inf", 150, 150)
    begun = log.write(folder / "a.vlog")
    whole = log.drag("3 Inf", 350, 150).write(folder / "b.vlog")
    play.clock += 60_000
    answer = play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "c.vlog")
    return [begun, whole, answer] if offence else [whole, answer]


@shows("hand-over/resent", Severity.NOTE, "b.vlog")
def corrected(folder: Path, offence: bool) -> list[Path]:
    paths = _two_versions(
        folder, lambda log: log.roll(3).drag("3 Inf", 310, 150), lambda log: log.roll(3).drag("3 Inf", 350, 150)
    )
    return paths if offence else paths[1:]


@shows("dice/replayed", Severity.ERROR, "b.vlog")
def played_again_for_better_dice(folder: Path, offence: bool) -> list[Path]:
    return _two_versions(
        folder,
        lambda log: log.roll(1).drag("3 Inf", 310, 150),
        lambda log: (log.roll(6) if offence else log.roll(1)).drag("3 Inf", 350, 150),
    )


# --- dice -----------------------------------------------------------------------------------------------------------------------


@shows("dice/undone-other", Severity.ERROR, step=2)
def rolled_until_it_pleased(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().roll(2)
    return one_log(folder, log.undo().roll(6) if offence else log.drag("1 Inf", 1, 1).roll(6))


@shows("dice/undone-same", Severity.NOTE, step=2)
def rewound(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().roll(2)
    return one_log(folder, log.undo().roll(2) if offence else log.drag("1 Inf", 1, 1).roll(2))


@shows("dice/undone", Severity.WARNING, step=1)
def roll_thrown_away(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(1)
    return one_log(folder, (log.undo() if offence else log).drag("1 Inf", 150, 150))


@shows("dice/again", Severity.NOTE, step=3)
def twice_running(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(1)
    return one_log(folder, (log.say() if offence else log.drag("1 Inf", 150, 150)).roll(5))


@shows("dice/claimed", Severity.WARNING, step=2)
def typed(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(3)
    return one_log(folder, log.claim(6) if offence else log.drag("1 Inf", 1, 1).roll(6))


@shows("dice/undone-other", Severity.ERROR, step=1)
def hidden_behind_chat(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(2)
    log = log.undo() if offence else log.drag("1 Inf", 150, 150)
    for number in range(40):
        log.say(f"word {number}")
    return one_log(folder, log.roll(6))


@shows("dice/undone-other", Severity.ERROR, "a.vlog", 2)
def rolled_again_in_the_next_log(folder: Path, offence: bool) -> list[Path]:
    play = table()
    log = play.record().drag("1 Inf", 150, 150).roll(2)
    first = (log.undo() if offence else log).write(folder / "a.vlog")
    return [first, play.record().say().roll(6).drag("3 Inf", 350, 150).write(folder / "b.vlog")]


@shows("dice/contradicted", Severity.ERROR, step=1)
def line_of_a_roll_edited(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(2).say()
    if offence:
        log.commands[0][0] = log.commands[0][0].replace("= 2", "= 6")
    return one_log(folder, log)


@shows("dice/impossible", Severity.ERROR, step=2)
def seven_on_a_die(folder: Path, offence: bool) -> list[Path]:
    return one_log(folder, table().record().say().roll(7 if offence else 6))


@shows("dice/impossible", Severity.ERROR, step=5)
def total_edited(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for pair in ((1, 2), (3, 3)):
        log.step(f"CHAT*** 2d6 = {pair[0]},{pair[1]} = {sum(pair)} *** <Anna>").drag("1 Inf", 10 * pair[0], 300)
    return one_log(folder, log.step(f"CHAT*** 2d6 = 3,4 = {11 if offence else 7} *** <Anna>"))


@shows("dice/missing", Severity.ERROR, step=3)
def roll_taken_out(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(2).drag("1 Inf", 150, 150).roll(1).drag("3 Inf", 350, 150).roll(6)
    if offence:
        del log.commands[2:4]
    return one_log(folder, log)


@shows("dice/contradicted", Severity.ERROR, step=1)
def total_of_the_die_forgotten(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(2, 5, die="2d6").say()
    if offence:
        log.commands[0][0] = log.commands[0][0].replace("2,5", "2,6 = 8")
        log.commands[0][1] = log.commands[0][1].replace("2,5", "2,6")
    return one_log(folder, log)


@shows("dice/contradicted", Severity.ERROR, step=1)
def summary_of_the_die_forgotten(folder: Path, offence: bool) -> list[Path]:
    shown = ("3,6", "9") if offence else ("3,5", "8")
    return one_log(
        folder,
        table()
        .record()
        .step(
            f"CHAT*** 2d6: {' = '.join(shown)} *** <Anna>",
            f"MutableProperty\t2d6_result\t1\t{shown[0]}\tModule",
            f"MutableProperty\t2d6_total\t0\t{shown[1]}\tModule",
            "MutableProperty\t2d6_summary\t\t3 x1, 5 x1\tModule",
        ),
    )


@shows("dice/claimed", Severity.WARNING, step=3)
def roll_claimed_in_words_of_ones_own(folder: Path, offence: bool) -> list[Path]:
    """As VASSAL writes what is typed. To repeat what was rolled is no claim."""
    log = table().record().roll(2).drag("1 Inf", 150, 150)
    return one_log(folder, log.step(f"CHAT&lt;Anna&gt; - *** 1d6 = {6 if offence else 2} *** &lt;Anna&gt;"))


@shows("dice/missing", Severity.NOTE, file="b.vlog", step=2)
def rolled_before_the_log_began(folder: Path, offence: bool) -> list[Path]:
    play = table()
    first = play.record().roll(2).drag("1 Inf", 150, 150).write(folder / "a.vlog")
    if offence:
        play.properties |= {"1d6_result": "5", "1d6_total": "5"}
    return [first, play.record("Bruno").say().roll(3).drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("dice/fairness", Severity.NOTE)
def loaded_dice(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for number in range(60):
        log.drag("1 Inf", 10 * number, 300).roll(6 if offence else number % 6 + 1)
    return one_log(folder, log)


# --- steps ----------------------------------------------------------------------------------------------------------------------


@shows("step/contradicted", Severity.ERROR, step=2)
def step_taken_out(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150).drag("1 Inf", 250, 250)
    if offence:
        del log.commands[1]
    return one_log(folder, log)


@shows("step/contradicted", Severity.ERROR, step=2)
def flip_taken_out(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().flip("1 Inf").flip("1 Inf")
    if offence:
        del log.commands[1]
    return one_log(folder, log)


@shows("step/contradicted", Severity.ERROR, step=3)
def move_changed(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150).drag("1 Inf", 200, 200)
    if offence:
        log.commands[1] = [one.replace("/150/150/", "/550/150/", 1).replace(";150;150;", ";550;150;") for one in log.commands[1]]
    return one_log(folder, log)


@shows("step/other-place", Severity.ERROR, step=2, uses_module=True)
def chat_names_another_hex(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 450, 350)
    log.commands[1][-1] = f"CHAT* 1 Inf moves 0100 -> {'0704' if offence else '0504'} *"
    return one_log(folder, log)


@shows("step/other-place", Severity.ERROR, step=2, uses_module=True)
def chat_names_a_hex_with_the_number_of_the_counter_in_it(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("12", 100, 100)
    log = play.record().say().drag("12", 450, 350)
    log.commands[1][-1] = f"CHAT* 12 moves 0202 -> {'1207' if offence else '0504'} *"
    return one_log(folder, log)


@shows("step/slipped-in", Severity.ERROR, step=1)
def move_behind_a_line_of_chat(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say("good luck").drag("1 Inf", 150, 150)
    if offence:
        said, moved = log.commands
        log.commands[:] = [[*said, *(one for one in moved if not one.startswith("CHAT"))]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.WARNING, step=1)
def move_behind_a_roll(folder: Path, offence: bool) -> list[Path]:
    log = table().record().roll(3).drag("1 Inf", 150, 150)
    if offence:
        rolled, moved = log.commands
        log.commands[:] = [[*rolled, *(one for one in moved if not one.startswith("CHAT"))]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.WARNING, step=2)
def move_behind_the_turn_counter(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().next_turn().drag("1 Inf", 150, 150)
    if offence:
        said, turned, moved = log.commands
        log.commands[:] = [said, [*turned, *(one for one in moved if not one.startswith("CHAT"))]]
    return one_log(folder, log)


@shows("step/slipped-in", Severity.WARNING, step=2)
def move_behind_that_of_another_counter(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say().drag("1 Inf", 150, 150).drag("3 Inf", 350, 150)
    if offence:
        said, told, silent = log.commands
        log.commands[:] = [said, [*told, *(one for one in silent if not one.startswith("CHAT"))]]
    return one_log(folder, log)


@shows("step/false-report", Severity.WARNING, step=2)
def report_without_a_move(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    log.commands[0][-1] = "CHAT* 1 Inf moves 0101 -> 0201 *"
    return one_log(folder, log.step("CHAT* 3 Inf moves 0301 -> 0704 *" if offence else "CHAT<Anna> - 3 Inf stays"))


# --- people ---------------------------------------------------------------------------------------------------------------------


def takes(side: str) -> str:
    return f"PLAYER\tanna-pw\tAnna\t{side}"


@shows("people/switched", Severity.ERROR, step=2)
def looked_from_the_other_side(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    for side in ("Red", "Blue") if offence else ("Blue",):
        log.step(takes(side))
    return one_log(folder, log)


@shows("secrecy/unmasked", Severity.ERROR, step=3)
def uncovered_from_the_other_side(folder: Path, offence: bool) -> list[Path]:
    """Whoever takes the other side for a moment is still who they were."""
    log = _masked_by("Red" if offence else "Blue").record().drag("1 Inf", 150, 150)
    log.step(takes("Red" if offence else "Blue"))
    return one_log(folder, log.unmask("9 Pz").drag("1 Inf", 1, 1))


@shows("secrecy/unmasked", Severity.ERROR, step=2)
def mask_taken_over(folder: Path, offence: bool) -> list[Path]:
    return one_log(folder, _masked_by("Red" if offence else "Blue").record().drag("1 Inf", 150, 150).mask("9 Pz"))


@shows("people/seats", Severity.WARNING, "b.vlog")
def seats_changed_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    log = play.record("Bruno").drag("2 Inf", 250, 150)
    if offence:
        log.start = tuple(
            Entry.of([Leaf(takes("Red"), 0)]) if entry.is_single and entry.raw.startswith("PLAYER\tanna") else entry
            for entry in log.start
        )
    return [first, log.write(folder / "b.vlog")]


@shows("people/seats", Severity.NOTE, "b.vlog")
def sat_down_beside_the_other_between(folder: Path, offence: bool) -> list[Path]:
    play = table()
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    log = play.record("Bruno").drag("2 Inf", 250, 150)
    log.start = (
        *log.start[:-1],
        Entry.of([Leaf(f"PLAYER\tzoe-pw\tZoe\t{'Blue' if offence else '<observer>'}", 0)]),
        log.start[-1],
    )
    return [first, log.write(folder / "b.vlog")]


def _three_turns(folder: Path, second: Callable[[Log], Log]) -> list[Path]:
    play = table()
    paths = [play.record().say().drag("1 Inf", 150, 150).write(folder / "a.vlog")]
    paths.append(second(play.record("Bruno").drag("2 Inf", 250, 150)).write(folder / "b.vlog"))
    return [*paths, play.record().say().drag("1 Inf", 160, 150).write(folder / "c.vlog")]


@shows("people/two-hands", Severity.WARNING, "b.vlog", 2)
def with_the_others_password(folder: Path, offence: bool) -> list[Path]:
    def second(log: Log) -> Log:
        log.who = "Anna" if offence else "Bruno"
        return log.drag("2 Inf", 450, 450)

    return _three_turns(folder, second)


@shows("people/other-name", Severity.WARNING, "b.vlog", 2)
def chat_in_the_others_name(folder: Path, offence: bool) -> list[Path]:
    return _three_turns(folder, lambda log: log.step(f"CHAT<{'Anna' if offence else 'Bruno'}> - I agree"))


# --- module ---------------------------------------------------------------------------------------------------------------------


@shows("module/prints", Severity.ERROR, "b.vlog")
def stronger_counters_in_the_palette(folder: Path, offence: bool) -> list[Path]:
    play = table()
    first = play.record().palette("9 Pz", 500, 500, MOVED, FLIP).write(folder / "a.vlog")
    better = (FLIP[0].replace("front.png", "panther.png"), "1") if offence else FLIP
    return [first, play.record("Bruno").palette("9 Pz", 550, 500, MOVED, better).write(folder / "b.vlog")]


@shows("module/edited", Severity.WARNING, "b.vlog")
def module_saved_anew(folder: Path, offence: bool) -> list[Path]:
    from tests.modulezips import zipped
    from vassal_bridge.archive import MODULE_DATA, open_archive

    paths = _two_turns(folder, lambda play: None)
    for path, date in zip(paths, (1_600_000_000_001 if offence else 1_600_000_000_000, 1_600_000_000_000), strict=True):
        entries = open_archive(path).read_all()
        dated = f"<dateSaved>{date}</dateSaved></data>".encode()
        entries[MODULE_DATA] = entries[MODULE_DATA].replace(b"</data>", dated)
        zipped(path, entries)
    return paths


def _extended(play: Play, offence: bool) -> None:
    play.extensions = ("More counters", "Better dice") if offence else ("More counters",)


@shows("module/edited", Severity.WARNING, "b.vlog")
def extension_put_in(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.extensions = ("More counters",)
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    _extended(play, offence)
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("module/edited", Severity.WARNING, "b.vlog")
def extension_left_out(folder: Path, offence: bool) -> list[Path]:
    play = table()
    _extended(play, offence)
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    play.extensions = ("More counters",)
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


@shows("hand-over/books", Severity.ERROR, "b.vlog")
def chess_clock_set_back(folder: Path, offence: bool) -> list[Path]:
    """A clock that ran on is as it should be."""
    play = table()
    play.clock_run = 600_000
    first = play.record().drag("1 Inf", 150, 150).write(folder / "a.vlog")
    play.clock_run = 60_000 if offence else 1_200_000
    return [first, play.record("Bruno").drag("2 Inf", 250, 150).write(folder / "b.vlog")]


# --- undo -----------------------------------------------------------------------------------------------------------------------


@shows("undo/plain", Severity.NOTE, step=2)
def slip(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    return one_log(folder, log.undo() if offence else log.drag("1 Inf", 100, 100))


@shows("undo/after-information", Severity.WARNING, step=4)
def move_taken_back_after_a_roll(folder: Path, offence: bool) -> list[Path]:
    log = table().record().drag("1 Inf", 150, 150)
    return one_log(folder, (log.roll(1) if offence else log.say()).undo().undo())


@shows("undo/after-information", Severity.WARNING, step=2)
def draw_taken_back(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.deck("Cup", 900, 100, "Rain", "Storm")
    log = play.record()
    log.draw("Cup", 800, 100)
    return one_log(folder, log.undo() if offence else log.say())


@shows("undo/after-information", Severity.WARNING, step=3)
def move_taken_back_after_an_unmasking(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("9 Pz", 500, 100, masked(MASK, "Blue"), MOVED)
    log = play.record().drag("1 Inf", 150, 150)
    undone = log._undoable.pop() if offence else None
    log.unmask("9 Pz") if offence else log.say().undo()
    if undone is not None:
        log._undoable[:] = [undone]
    return one_log(folder, log.undo())


# --- provenance -----------------------------------------------------------------------------------------------------------------


@shows("provenance/appeared", Severity.NOTE, step=2)
def from_the_palette(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    return one_log(folder, log.palette("9 Pz", 100, 100) if offence else log.drag("1 Inf", 150, 150))


@shows("provenance/appeared", Severity.NOTE, step=1)
def cloned(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    return one_log(folder, log.clone("1 Inf") if offence else log.drag("1 Inf", 150, 150))


@shows("provenance/vanished", Severity.NOTE, step=1)
def deleted(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    return one_log(folder, log.delete("1 Inf") if offence else log.drag("1 Inf", 150, 150))


@shows("provenance/printed", Severity.ERROR, step=1)
def better_guns(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    return one_log(folder, log.set_state("1 Inf", "mark", "Blue,9") if offence else log.set_state("1 Inf", "PROP", "9"))


@shows("provenance/printed", Severity.ERROR, step=1)
def made_otherwise(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    return one_log(folder, log.retype("1 Inf", "front.png", "panther.png") if offence else log.flip("1 Inf"))


@shows("provenance/locked", Severity.WARNING, step=2)
def track_dragged(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("Turn Track", 500, 500, *([LOCKED] if offence else []), MOVED)
    return one_log(folder, play.record().say().drag("Turn Track", 550, 550))


@shows("provenance/outside", Severity.ERROR)
def beside_the_steps(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    move = f"M/{log.play.id_of('1 Inf')}/Main Map/500/500/null/Main Map/100/100/null/anna-pw"
    return one_log(folder, (log.outside(move) if offence else log.outside("CHATa word")).say())


# --- ownership and secrecy ------------------------------------------------------------------------------------------------------


@shows("ownership/other-side", Severity.NOTE, step=2)
def enemy_moved(folder: Path, offence: bool) -> list[Path]:
    return one_log(folder, table().record().drag("1 Inf", 150, 150).drag("2 Inf" if offence else "3 Inf", 250, 150))


@shows("ownership/other-side", Severity.NOTE, "b.vlog", 1)
def enemy_by_custom_moved(folder: Path, offence: bool) -> list[Path]:
    """Nothing tells whose the pieces are but who moves them."""
    play = Play()
    for name in ("1 Inf", "2 Inf"):
        play.put(name, 100, 100)
    log = play.record().drag("1 Inf", 150, 150).drag("1 Inf", 160, 150).drag("1 Inf", 170, 150).drag("1 Inf", 180, 150)
    first = log.drag("1 Inf", 190, 150).write(folder / "a.vlog")
    return [first, play.record("Bruno").drag("1 Inf" if offence else "2 Inf", 550, 150).write(folder / "b.vlog")]


@shows("ownership/other-side", Severity.WARNING, step=2)
def restricted_to_the_enemy(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("HQ", 500, 500, restricted("Red" if offence else "Blue"), MOVED)
    return one_log(folder, play.record().say().drag("HQ", 550, 550))


def _masked_by(owner: str, trait: tuple[str, str] = MASK) -> Play:
    play = table()
    play.put("9 Pz", 500, 100, masked(trait, owner), MOVED)
    return play


@shows("secrecy/unmasked", Severity.ERROR, step=2)
def mask_of_the_enemy_lifted(folder: Path, offence: bool) -> list[Path]:
    return one_log(
        folder, _masked_by("Red" if offence else "Blue").record().drag("1 Inf", 150, 150).unmask("9 Pz").drag("1 Inf", 1, 1)
    )


@shows("secrecy/unmasked", Severity.ERROR, step=2)
def own_mask_of_the_enemy_lifted(folder: Path, offence: bool) -> list[Path]:
    """A mask of one player, not of a side: the file has the player's id."""
    play = _masked_by("bruno-pw" if offence else "anna-pw", OWN_MASK)
    return one_log(folder, play.record().drag("1 Inf", 150, 150).unmask("9 Pz").drag("1 Inf", 1, 1))


@shows("secrecy/moved-masked", Severity.NOTE, step=1)
def mask_of_the_enemy_moved(folder: Path, offence: bool) -> list[Path]:
    return one_log(folder, _masked_by("Red" if offence else "Blue").record().drag("9 Pz", 550, 150))


@shows("secrecy/put-back", Severity.NOTE, step=3)
def drawn_until_it_pleased(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.deck("Cup", 900, 100, "Sun", "Rain", "Storm")
    log = play.record()
    card = log.draw("Cup", 800, 100)
    if offence:
        log.put_back(card, "Cup")
    else:
        log.say()
    log.draw("Cup", 700, 100)
    return one_log(folder, log)


@shows("secrecy/hand", Severity.WARNING, step=1, uses_module=True)
def taken_from_a_hand(folder: Path, offence: bool) -> list[Path]:
    play = table()
    play.put("Ambush", 40, 40, MOVED, on="Blue Hand")
    return one_log(folder, play.record("Bruno" if offence else "Anna").drag("Ambush", 500, 500))


# --- integrity ------------------------------------------------------------------------------------------------------------------


def _three(folder: Path, odd_one: str = "b", **odd: str) -> list[Path]:
    play = table()
    paths = []
    for number, name in enumerate(("a", "b", "c")):
        log = play.record().drag("1 Inf", 100 + number, 200)
        if name == odd_one:
            log.about = dict(odd)
        paths.append(log.write(folder / f"{name}.vlog"))
        play.clock += 60_000
    return paths


@shows("integrity/module", Severity.ERROR, "c.vlog")
def another_module(folder: Path, offence: bool) -> list[Path]:
    return _three(folder, "c", **({"module_name": "Tobruk"} if offence else {}))


@shows("integrity/module-version", Severity.NOTE, "b.vlog")
def another_version(folder: Path, offence: bool) -> list[Path]:
    return _three(folder, **({"module_version": "1.1"} if offence else {}))


@shows("integrity/vassal-version", Severity.NOTE, "b.vlog")
def another_vassal(folder: Path, offence: bool) -> list[Path]:
    return _three(folder, **({"vassal_version": "3.6.6"} if offence else {}))


@shows("integrity/broken-step", Severity.ERROR, step=2)
def step_that_cannot_be_read(folder: Path, offence: bool) -> list[Path]:
    log = table().record().say()
    identity = log.play.id_of("1 Inf")
    return one_log(folder, log.step(f"D/{identity}/too\tfew" if offence else "CHATa word").say())


@shows("integrity/passed-over", Severity.NOTE, step=1)
def piece_that_is_not_there(folder: Path, offence: bool) -> list[Path]:
    play = table()
    identity = "1600000000000" if offence else play.id_of("1 Inf")
    return one_log(folder, play.record().step(f"M/{identity}/Main Map/500/500/null/Main Map/100/100/null/anna-pw"))


@shows("integrity/metadata", Severity.NOTE)
def packed_by_hand(folder: Path, offence: bool) -> list[Path]:
    from tests.modulezips import zipped
    from vassal_bridge.archive import MODULE_DATA, open_archive

    path = table().record().say().write(folder / "a.vlog")
    entries = open_archive(path).read_all()
    if offence:
        del entries[MODULE_DATA]
    return [zipped(path, entries)]


@shows("integrity/metadata", Severity.NOTE)
def log_without_a_step(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    return one_log(folder, log if offence else log.say())


@shows("integrity/metadata", Severity.NOTE)
def two_counters_of_one_id(folder: Path, offence: bool) -> list[Path]:
    play = table()
    if offence:
        play.pieces["once more"] = copy.copy(play.piece("1 Inf"))
    return one_log(folder, play.record().say())


@shows("time/hint", Severity.NOTE, step=3)
def clock_runs_back(folder: Path, offence: bool) -> list[Path]:
    log = table().record().palette("9 Pz", 500, 500, DELETE).say()
    log.play.clock += -172_800_000 if offence else 172_800_000
    return one_log(folder, log.palette("10 Pz", 550, 550, DELETE))
