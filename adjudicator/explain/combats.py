"""Combats: announced, rolled, and followed by what they did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine.actions import Action, Attack, Declare
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import Term
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.combat.record import COMBAT, last
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.notation import Note
from ..evidence.observations import Dice, Heard
from .aftermath import aftermath, exploiting, going_on, involved, leaving, losses_only
from .board import Played, PlayedBoard
from .clock import Clock
from .fights import attack_of, results_of, with_those_above
from .inference.bombardments import Idle, bombarded, granted
from .inference.followed import boxed
from .inference.marked import boxed_later, carried_later, marked_attackers, marked_now, marked_targets
from .inference.search import Wanted
from .inference.unannounced import asked, unannounced
from .inference.undefended import undefended
from .marks import undone
from .otherwise import ANYTHING, by_any_button
from .scene import Closing, Mechanism, ReadingScene

ANNOUNCED = ("attack", "bombardment")
COMBATS = ("combat", "bombardment")  # what dice of a combat are for


class Combats(Mechanism):
    """Somebody says who attacks where, and rolls; then units are flipped, taken off, retreat and advance."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._announced: Note | None = None
        self._announced_at = 0
        self._wanted: Wanted | None = None  # a die for a combat of which nobody said all
        self._idle = Idle()
        self._unmet = 0  # combats announced and never rolled for
        self._passed = False  # was a die thrown since by a button for anything, and taken for something else?

    def hears(self, heard: Heard) -> bool:
        return self._attack(heard) is not None or self._declared(heard) is not None

    def told(self, heard: Heard) -> Iterator[Played]:
        attack = self._attack(heard)
        if attack is not None:
            instead = self._announced is not None and attack.corrects(self._announced) and not self._passed
            self._unmet += self._announced is not None and not instead
            self._announced, self._announced_at, self._passed = attack, heard.step, False
        self._passed |= by_any_button(self.scene.binding, heard.event)
        if heard.drawn:
            self._idle.clear()
        declared = self._declared(heard)
        if declared is not None:
            yield from self._answered(heard.step)
            yield from self.scene.act(heard.step, declared)

    def _declared(self, heard: Heard) -> Declare | None:
        """What somebody declared, in the words that the game has for it."""
        words = self.scene.loaded.vocabulary.of(Term.DECLARATION)
        said = (note.text.casefold().strip(" .!") for note in heard.notes if note.verb == "declare")
        return next((Declare(word) for text in said for word in sorted(words) if text == word.casefold()), None)

    def _answered(self, step: int) -> Iterator[Played]:
        """An attack that was announced, and to which somebody declares something before the die."""
        announced, self._announced = self._announced, None
        attack = None if announced is None else attack_of(self._when(), announced, None, self._kinds())
        if attack is not None:
            yield from self.scene.act(step, attack)
            self.scene.segment.fought = True

    def takes(self, purpose: str) -> bool:
        return self._announced is not None and purpose in ("combat", ANYTHING, self._announced.verb)

    def knows(self, purpose: str) -> bool:
        return purpose in COMBATS

    def several(self, purpose: str) -> bool:
        return purpose == "bombardment"  # those that grant bombardments come one after the other

    def fights(self, purpose: str) -> bool:
        return purpose in (*COMBATS, ANYTHING)

    def thrown_for(self, purpose: str) -> Action | None:
        return Attack((), "") if purpose == "combat" else None

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        told = self._told(step, purpose) if self.fights(purpose) else None
        if told is not None:
            self._announced, self.scene.segment.fought = None, True
            yield from self._granted(step, replace(told, die=dice[0]))
            return
        if not self.takes(purpose) or self._announced is None:
            self._unclear(Wanted(step, dice[0], "attack" if purpose == "combat" else purpose))
            return
        announced, self._announced = self._announced, None
        yield from self._in_its_phase(step, announced, dice[0])
        attack = attack_of(self._when(), announced, dice[0], self._kinds())
        if attack is None:
            self._unmet += 1  # nobody is found who bears one of the names
            target = announced.hexes[0]
            self._unclear(Wanted(step, dice[0], announced.verb, target, announced.column))
        else:
            yield from self.scene.begin(step, attack)
            segment, table = self.scene.segment, self.scene.table
            meant = tuple(
                each for one in with_those_above(table, attack, boxed_later(self.scene, step)) for each in results_of(table, one)
            )
            segment.fought = True
            if len(meant) > 1:
                segment.openings, segment.opened = meant, step
            else:
                yield from self._granted(step, attack)

    def _in_its_phase(self, step: int, announced: Note, die: int) -> Iterator[Played]:
        """Where nobody clicks, who attacks whom shows that a phase has begun: the next one in which such an attack is made."""
        clock, kinds = self.scene.part(Clock), self._kinds()

        def attacks(table: Table) -> tuple[Attack, ...]:
            attack = attack_of(table, announced, die, kinds)
            return () if attack is None else (attack,)

        if clock is not None and announced.verb == "attack":
            self.scene.step = step
            yield from clock.shown_by_whose(attacks, [Attack((), "", kind=kind) for kind in kinds])

    def _granted(self, step: int, attack: Attack) -> Iterator[Played]:
        """An attack, and before it the dice that granted it, if it needs some and nobody said which they were."""
        for at, roll in granted(self.scene.table, attack, self._idle) or ():
            yield from self.scene.act(at, roll)
        yield from self.scene.act(step, attack)

    def _told(self, step: int, purpose: str) -> Attack | None:
        """The combat of this step as somebody told it: all of it, or who attacked the hex that was named."""
        telling, said = self.scene.board.telling, self._announced
        column = None if said is None else said.column
        answer: Attack | None = telling.at(step).get(factname.combat_in(str(step)))
        if answer is not None:
            return replace(answer, column=column)  # whatever button the die was thrown by
        if purpose not in ("combat", ANYTHING):
            return None
        everywhere = {} if said is None else {factname.attackers(hex): hex for hex in said.hexes}
        for name, units in telling.at(step).items():
            if name.kind == "attackers" and (name in everywhere or name in telling.only_at(step)):
                return Attack(units, name.about[0], column=column)
        return None

    def unmet(self) -> int:
        return self._unmet

    def _when(self) -> Table:
        """The table in the phase that the counter shows: what kind of attack it is may hang on that."""
        clock = self.scene.part(Clock)
        return self.scene.table if clock is None else clock.as_shown()

    def _kinds(self) -> tuple[str, ...]:
        """The kinds of attack that are announced alike: those that a game knows beside the plain one."""
        others = self.scene.loaded.vocabulary.of(Term.ATTACK).difference(("attack", *COMBATS))
        return ("attack", *sorted(others))

    def waiting(self) -> int:
        return int(self._announced is not None)

    def goes_on(self, phase: str = "") -> None:
        if self._announced is not None and self._announced.verb == "attack" and self._belongs(Attack((), ""), phase):
            return  # it was announced a moment before the click
        self._unmet += self._announced is not None
        self._announced = None
        self._idle.clear()

    def closes(self, closing: Closing) -> Iterator[Played]:
        segment, board = closing.segment, self.scene.board
        undiced = None if segment.unclear or segment.fought else self._without_a_die(closing)
        if undiced is not None:
            self._announced, segment.fought = None, True
            yield from self._still_due(board, closing, undiced)
            yield from self.scene.act(self._announced_at, undiced)
        if segment.unclear and self._wanted is not None:
            if self._wanted.kind == "bombardment":
                yield from bombarded(self.scene, closing, self._wanted, self._idle)
            else:
                yield from unannounced(self.scene, closing, self._wanted)
        elif segment.fought and not segment.openings:
            closing.later = boxed(board, closing)
        if segment.openings:
            yield from self._likeliest(closing)
        elif segment.fought and self.scene.timeless and self._goes_wrong(closing):
            segment.unclear = True  # some of it may have been done in a later phase
        elif segment.fought:
            yield from self._followed(board, closing)
        if segment.unclear:
            self._nobody_knows()
            left = [unit for unit in closing.changed if unit not in closing.later]
            yield from losses_only(board, left, closing.before, closing.seen, segment)
        self._wanted = None

    def moving(self, closing: Closing, unit: str, old: Standing | None, new: Standing | None) -> Iterator[Played]:
        if old is not None and new is None and old.place in self.scene.table.grid and unit not in closing.segment.exits:
            yield from undefended(self.scene, unit, old.place, self.scene.step)

    def _without_a_die(self, closing: Closing) -> Attack | None:
        """The attack that was announced, if nobody of those attacked defends himself and somebody of them is gone."""
        table, grid, announced = self.scene.table, self.scene.table.grid, self._announced
        attack = None if announced is None else attack_of(self._when(), announced, None, self._kinds())
        fight = None if attack is None else fight_of(table, attack)
        if fight is None or fight.defenders:
            return None
        places = (closing.seen[unit].place if unit in closing.seen else "" for unit in fight.present)
        return attack if any(place not in grid for place in places) else None

    def _still_due(self, board: PlayedBoard, closing: Closing, attack: Attack) -> Iterator[Played]:
        """What the combat before an attack without a die brought, if it was only carried out when that was announced."""
        if last(board.table) is None or board.judged(board.table, attack).verdict is not Verdict.ILLEGAL:
            return
        units = [unit for unit in closing.changed if unit in involved(board)]
        yield from aftermath(board, units, closing.before, closing.seen, closing.segment)
        closing.explained(units)

    def _likeliest(self, closing: Closing) -> Iterator[Played]:
        """Of several ways to take what was rolled the one that goes best with what followed."""
        found: tuple[tuple[int, int], list[Played], PlayedBoard] | None = None
        segment = closing.segment
        for opening in segment.openings:
            trial = PlayedBoard(self.scene.table, self.scene.board.doubts)
            played = [trial.act(segment.opened, opening), *self._follow(trial, closing)]
            verdicts = [each.verdict for one in played for each in one.judged.findings]
            verdicts += undone(trial.table, closing.seen)
            faults = verdicts.count(Verdict.ILLEGAL), len(verdicts)
            if found is None or faults < found[0]:
                found = faults, played, trial
        if found is not None:
            yield from found[1]
            self.scene.board.table = found[2].table
            closing.explained(self._ours(self.scene.board, closing))

    def _goes_wrong(self, closing: Closing) -> bool:
        trial = PlayedBoard(self.scene.table, self.scene.board.doubts)
        return any(each.judged.verdict is Verdict.ILLEGAL for each in self._follow(trial, closing))

    def _follow(self, board: PlayedBoard, closing: Closing) -> Iterator[Played]:
        yield from aftermath(board, self._ours(board, closing), closing.before, closing.seen, closing.segment)

    def _followed(self, board: PlayedBoard, closing: Closing) -> Iterator[Played]:
        """What followed from the combat; who went on from there, or left in a phase that began meanwhile, moved besides."""
        ours, going = self._ours(board, closing), going_on(board, closing.changed, closing.before, closing.seen)
        late = leaving(board, ours, closing.before, closing.seen, closing.segment)
        yield from aftermath(board, ours, closing.before, closing.seen, closing.segment, late)
        closing.stand_as({unit: standing for unit in (*going, *late) if (standing := board.table.standing(unit)) is not None})
        clock = self.scene.part(Clock)
        if late and (clock is None or not clock.lets_move(closing, late)):
            rolled = replace(closing.segment, checks=[])  # what was rolled for morale is told already
            yield from aftermath(board, late, closing.before, closing.seen, rolled)
            late = ()
        closing.explained([unit for unit in ours if unit not in (*going, *late)])

    def _ours(self, board: PlayedBoard, closing: Closing) -> list[str]:
        mine = (*involved(board), *exploiting(board, closing.changed, closing.before, closing.seen))
        return [
            unit for unit in closing.changed if unit in mine and unit not in closing.later and not board.table.unit(unit).flies
        ]

    def _attack(self, heard: Heard) -> Note | None:
        return next((note for note in heard.notes if note.verb in ANNOUNCED and note.hexes), None)

    def _unclear(self, wanted: Wanted) -> None:
        """Somebody rolled for a combat and did not say which: only what follows may tell."""
        self.scene.segment.unclear = self.scene.segment.changed = True
        self.scene.opening = False
        self._wanted = replace(
            wanted,
            kinds=self._kinds(),
            marked=marked_attackers(self.scene),
            aimed=marked_targets(self.scene),
            marked_now=marked_now(self.scene, wanted.step),
            later=carried_later(self.scene, wanted.step),
        )

    def _nobody_knows(self) -> None:
        """Nothing tells which combat it was: what followed cannot be judged as moves."""
        table, wanted = self.scene.table, self._wanted
        name = factname.last_combat() if wanted is None else asked(wanted, wanted.target)
        self.scene.board.table = table.after(table.state.forget(COMBAT, name))
