"""One small game for each check: once with the offence at a known step, once without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import audit
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.verdict import Severity
from tests.audit.logs import DELETE, FLIP, LOCKED, MASK, MOVED, OWN_MASK, SUPPLY, Log, Play, marker, masked, restricted
from tests.module.building import MAP, V, board, element, game_map, module
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

Build = Callable[[Path, bool], Sequence[Path]]


@dataclass(frozen=True)
class Scenario:
    """`build` writes the files, with the offence or without; `where` are the file and step of the one finding to be made."""

    check: str
    severity: Severity
    where: tuple[str, int | None]
    build: Build
    uses_module: bool = False

    def report(self, folder: Path, offence: bool) -> AuditReport:
        return audited(self.build(folder, offence), _with_hands() if self.uses_module else None)


SCENARIOS: list[Scenario] = []


def audited(paths: Sequence[Path], module: Module | None = None) -> AuditReport:
    album = Album()
    return audit([read_history(read_saved(path), module, album, path.name) for path in paths])


@cache
def _with_hands() -> Module:
    """A module in which Blue has a hand."""
    hand = element(V + "PlayerHand", element(MAP + "BoardPicker", board()), mapName="Blue Hand", side="Blue", visible=False)
    return module(game_map(boards=[board()], name="Main Map"), hand)


def shows(
    check: str, severity: Severity, file: str = "a.vlog", step: int | None = None, *, uses_module: bool = False
) -> Callable[[Build], Build]:
    def keep(build: Build) -> Build:
        SCENARIOS.append(Scenario(check, severity, (file, step), build, uses_module))
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


@shows("dice/fairness", Severity.NOTE)
def loaded_dice(folder: Path, offence: bool) -> list[Path]:
    log = table().record()
    for number in range(60):
        log.drag("1 Inf", 10 * number, 300).roll(6 if offence else number % 6 + 1)
    return one_log(folder, log)


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


@shows("integrity/broken-step", Severity.ERROR, step=1)
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


@shows("time/hint", Severity.NOTE, step=3)
def clock_runs_back(folder: Path, offence: bool) -> list[Path]:
    log = table().record().palette("9 Pz", 500, 500, DELETE).say()
    log.play.clock += -172_800_000 if offence else 172_800_000
    return one_log(folder, log.palette("10 Pz", 550, 550, DELETE))
