"""A log as a turn of a game: what its steps come to, judged action by action.

Players drag counters straight to where they end, take back, nudge stacks and roll before they say what for. So steps are gathered
into segments, between one announcement, die, chit or phase and the next, and only what a segment comes to is judged: where each
unit stood before and stands after. Whatever was judged, play goes on from what the pieces show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine.actions import Roll
from adjudicator.engine.deeds import BEGUN
from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame
from adjudicator.games.stated_facts import NOTHING_TOLD, Telling
from adjudicator.rules.chits import DRAWS_SHOWN
from adjudicator.verdict import Verdict

from ..evidence.binding import BindingEntry, place_of
from ..evidence.history import History
from ..evidence.observations import Dice, Heard, observed
from ..evidence.positions import control_in, lying_in, read_pieces, table_of
from ..evidence.scenario_shown import is_set_up
from .board import Played, PlayedBoard, PlayedGame, Segment
from .candidates import Reader
from .checks import Checks, purpose_of
from .chits import Chits
from .clicks_ahead import shown
from .clock import Clock
from .combats import Combats
from .doubted import doubted
from .fires import Fires
from .inference.dice import Guesses, by_their_number, by_their_phase
from .inference.marked import boxings
from .inference.timeless import Timeless, says_when, unless_excused, unless_right_in, unless_right_in_a_phase
from .marks import before_moves, laid_first, lying_on_hexes, marks, taken
from .merged_phases import as_clicks_to_the_first, asked_if_right_in_one, tells_merged_phases
from .otherwise import ANYTHING, by_any_button, late_notes_beside_dice, plainly_said
from .premature_phases import forgiving
from .scene import Mechanism, ReadingScene
from .search import likeliest
from .segments import complete, led_to, moves, take_in
from .throws import Throws
from .vague_clock import is_vague, refills, turns_told, unheard

__all__ = ["Played", "PlayedGame", "play"]

MOST_STEPS = 5_000  # of a log that are judged; seen: 1,300
MOST_READ = MOST_STEPS + 1_000  # that are read for it: what follows may tell what nobody said
HASTE = 4  # steps read again for each step of a log that is only read to see what might excuse something


def play(loaded: LoadedGame, binding: BindingEntry, history: History, telling: Telling = NOTHING_TOLD) -> PlayedGame:
    """Every action of a log in order, each judged on the position that the one before it made.

    Where nothing tells the phases, they are those that what is done shows; and only what would be wrong in any is illegal.
    A log too long to be judged whole is then not read twice: what would be wrong in any phase is all that it is accused of.
    So it is with turns, where a counter that nobody ever clicks shows the first one and the game is no longer set up.
    """
    turns: Mapping[int, int] | None = None
    if tells_merged_phases(loaded, binding, history):
        first, clicked = as_clicks_to_the_first(binding, history)
        return asked_if_right_in_one(_played(loaded, first, clicked, telling), loaded, binding, history)
    if is_vague(loaded, binding, history):
        turns, history = turns_told(binding, history), unheard(history)
    elif says_when(history.events):
        return _played(loaded, binding, history, telling)
    elif binding.chits.deck:
        game = _whatever_turn(loaded, binding, history, telling)
        if shown(binding, history.opening or "") is not None:
            return game
        return _without_counter(game, loaded, binding, history, telling)
    if shown(binding, history.opening or "") is None or len(history.events) > MOST_STEPS:
        return _timeless(loaded, binding, history, telling, None, turns)
    game = _played(loaded, binding, history, telling, turns=turns)
    if all(each.judged.verdict is not Verdict.ILLEGAL for each in game.played):
        return game
    return unless_excused(game, _timeless(loaded, binding, history, telling, HASTE, turns))


def _without_counter(
    game: PlayedGame, loaded: LoadedGame, binding: BindingEntry, history: History, telling: Telling
) -> PlayedGame:
    """A log of a module in which nothing counts turns: where chits go back into the cup, others may have begun."""
    game = unless_right_in_a_phase((phase.id for phase in loaded.about.phases), game)
    wrong = any(each.judged.verdict is Verdict.ILLEGAL for each in game.played)
    if not wrong or not refills(binding, history) or len(history.events) > MOST_STEPS:
        return game
    return unless_excused(game, _timeless(loaded, binding, history, telling, HASTE, None))


def _timeless(
    loaded: LoadedGame,
    binding: BindingEntry,
    history: History,
    telling: Telling,
    budget: int | None,
    turns: Mapping[int, int] | None,
) -> PlayedGame:
    """The log as if nothing told its phases."""
    game = _played(loaded, binding, history, telling, timeless=True, budget=budget, turns=turns)
    return unless_right_in_a_phase((phase.id for phase in loaded.about.phases), game)


def _whatever_turn(loaded: LoadedGame, binding: BindingEntry, history: History, telling: Telling) -> PlayedGame:
    """A log in which nobody clicks the counter."""
    game, turns = _played(loaded, binding, history, telling), loaded.about.turns
    if turns is None or not _turn_is_doubtful(loaded, game) or len(history.events) > MOST_STEPS:
        return game
    provided = "if it is the turn that the counter shows"
    for turn in (turns.last, turns.first + 1):  # in the last one most is allowed, but not all of what is in the second
        if any(each.judged.verdict is Verdict.ILLEGAL for each in game.played):
            later = _played(loaded, binding, history, telling, turn=turn, budget=HASTE)
            game = unless_excused(game, later, factname.turn(), provided)
    return unless_right_in(range(turns.first + 1, turns.last + 1), game, provided)


def _turn_is_doubtful(loaded: LoadedGame, game: PlayedGame) -> bool:
    """Does something depend on it that the counter shows the first turn, though it is not as the game is set up?"""
    state, turns = game.start.state, loaded.about.turns
    if turns is None or state.turn != turns.first or all(each.judged.verdict is not Verdict.ILLEGAL for each in game.played):
        return False
    return not is_set_up(loaded, state)


def _played(
    loaded: LoadedGame,
    binding: BindingEntry,
    history: History,
    telling: Telling,
    *,
    timeless: bool = False,
    turn: int | None = None,
    budget: int | None = None,
    turns: Mapping[int, int] | None = None,
) -> PlayedGame:
    """`turn`: another one than the counter shows."""
    scene = _begin(loaded, binding, history, telling, timeless=timeless, turns=turns)
    if turn is not None:
        scene.board.table = scene.table.after(replace(scene.table.state, turn=turn))
    start = scene.table
    known = loaded.vocabulary.of(Term.ATTACK) | loaded.vocabulary.of(Term.FIRE)
    said = plainly_said(scene, observed(binding, history, known))
    beside = late_notes_beside_dice(said, lambda counter: place_of(binding, counter.spot, start.grid), binding.units.layer)
    steps = plainly_said(scene, beside)
    if _seen_from_its_start(scene, steps):
        scene.board.table = start.after(start.state.adding(BEGUN, start.state.phase))
    if any(heard.drawn for heard in steps):
        scene.board.table = scene.table.after(scene.table.state.remember(DRAWS_SHOWN, True))
    scene.tried = frozenset(heard.step for heard in steps if heard.tried)
    scene = likeliest(scene, steps[:MOST_STEPS], Reader(_read, _end), budget)
    too_many = steps[MOST_STEPS].step if len(steps) > MOST_STEPS else None
    left_at = too_many if scene.left_at is None else scene.left_at
    game = PlayedGame(start, forgiving(doubted(scene)), scene.table, left_at, tuple(scene.looked_into))
    scene.over()
    return game


def _seen_from_its_start(scene: ReadingScene, steps: Sequence[Heard]) -> bool:
    """Is the phase with which the log begins the first that is played of a scenario, and has nothing been done in it that would
    show? What would only be done after that tells of it."""
    state, phases = scene.table.state, scene.loaded.about.phases
    first = next((heard.die[0] for heard in steps if heard.die is not None), "")
    check = purpose_of(scene.table, "morale check")
    return bool(phases) and state.phase == phases[0].id and first != check and is_set_up(scene.loaded, state)


def _begin(
    loaded: LoadedGame,
    binding: BindingEntry,
    history: History,
    telling: Telling,
    *,
    timeless: bool,
    turns: Mapping[int, int] | None = None,
) -> ReadingScene:
    counters = history.start.values()
    opening = shown(binding, history.opening or "")
    control = control_in(binding, counters, loaded.board.grid)
    pieces = read_pieces(loaded, binding, counters)
    turn, phase = (None, "") if opening is None else (opening.turn, opening.phase)
    lying = lying_in(binding, counters, loaded.board.grid)
    table = replace(table_of(loaded, binding, pieces, turn, phase, control, lying), told=telling.at())
    scene = ReadingScene(loaded, binding, PlayedBoard(table, telling=telling), dict(history.start))
    scene.events, scene.turns = tuple(history.events), turns
    scene.boxings = boxings(binding, table.grid, scene.events)
    scene.parts = _parts(scene, timeless=timeless)
    return scene


def _parts(scene: ReadingScene, *, timeless: bool) -> tuple[Mechanism, ...]:
    """The mechanisms that the game has, in the order in which they are asked."""
    found: list[Mechanism] = [Throws(scene), Clock(scene)]
    if scene.binding.chits.deck or scene.table.rules.sort("chits"):
        found.append(Chits(scene))
    rules = scene.table.rules
    if rules.all_of("fire.rating"):
        found.append(Fires(scene))
    if purpose_of(scene.table, "morale check") or purpose_of(scene.table, "rally"):
        found.append(Checks(scene))
    if timeless:
        found.append(Timeless(scene))
    return (*found, Guesses(scene), Combats(scene))


def _read(scene: ReadingScene, heard: Heard) -> None:
    """One step more."""
    if not scene.gives_up(heard.step):
        read = len(scene.played)
        scene.played.extend(_step(scene, heard))
        scene.asked += sum(each.asks for each in scene.played[read:])


def _end(scene: ReadingScene) -> None:
    """Whatever is still open when a log, or the part of it that is looked at, is over."""
    for part in scene.parts:
        scene.played.extend(part.waited(None))
    scene.played.extend(_close(scene))


def _step(scene: ReadingScene, heard: Heard) -> Iterator[Played]:
    if heard.typed and any(part.takes(ANYTHING) for part in scene.parts):
        heard = replace(heard, die=(ANYTHING, heard.typed))
    hearing = [part.hears(heard) for part in scene.parts]
    for part in scene.parts:
        yield from part.waited(heard)
    gathered = heard.die is not None and any(part.gathers(heard.die[0]) for part in scene.parts)
    if any(hearing) or (heard.die is not None and not gathered):
        yield from _close(scene)
    if heard.drawn:
        scene.segment.says_as(Segment())  # whoever draws a chit goes on to something else
    take_in(scene, heard.event, heard.notes)
    for part in scene.parts:
        yield from part.told(heard)
    if heard.die is not None:
        yield from _rolled(scene, heard, *heard.die)


def _rolled(scene: ReadingScene, heard: Heard, purpose: str, dice: Dice) -> Iterator[Played]:
    """Dice are for whom they are waited for; else for whose matter they are; else for themselves."""
    taker = None if heard.apart else _taker(scene, purpose)
    if taker is None:
        purpose = by_their_number(scene.table, purpose, dice)
        if by_any_button(scene.binding, heard.event) and not heard.apart:
            purpose = by_their_phase(scene, purpose)
            taker = _taker(scene, purpose)
    if taker is None:
        for part in scene.parts:
            yield from part.rolls(purpose)
        taker = next((part for part in scene.parts if part.knows(purpose)), None)
    if taker is None:
        yield from scene.act(heard.step, Roll(purpose, dice))
    else:
        yield from taker.rolled(heard.step, purpose, dice)


def _taker(scene: ReadingScene, purpose: str) -> Mechanism | None:
    return next((part for part in reversed(scene.parts) if part.takes(purpose)), None)


def _close(scene: ReadingScene) -> Iterator[Played]:
    closing = complete(scene)
    if closing is None:
        return
    for part in sorted(scene.parts, key=lambda each: isinstance(each, Checks)):  # who rallies does so after the combats
        yield from part.closes(closing)
    if not closing.segment.unclear:
        yield from led_to(scene, closing)
        yield from laid_first(scene, closing)
        yield from before_moves(scene, closing)
        yield from moves(scene, closing)
        yield from marks(scene, closing)
        yield from taken(scene, closing)
    yield from lying_on_hexes(scene, closing)
    scene.board.settle(closing.seen)
    scene.board.table = scene.positions.known(scene.table)
