"""The likeliest way to read a log: the plainest, until something is wrong with it; then other ways to take what was seen near it.

Who reads goes on step by step. When an action comes out wrong, or nobody can tell what it was, the steps around it are taken in
the other ways in which players may have meant them (`otherwise`), each from the last moment before it makes a difference to
some steps beyond the conflict. Only a way in which the conflict is settled counts; the one in which all is well for longest,
then least is illegal, open and unlikely, is how it was played. A way in which more of what was said comes to nothing is none.
What is wrong behind the conflict in the plain way too, or far enough behind it, is a conflict of its own, no reason to look on.
Where none is right throughout, the best few are gone on with, and what is wrong first in them is settled next. Where nothing
settles a conflict, the last one before it is settled anew, for what settled that may have made this one. A log in which nothing
is unclear is read once.

Who has looked through too much stops: from the first thing that is illegal and was not looked into, nothing is judged, for it may
have been meant otherwise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from adjudicator.verdict import Verdict

from ..evidence.observations import Heard
from .board import Played
from .candidates import ALIKE, Before, Hopeless, Reader, ReadingWay, Weighed, place_of_step
from .looked_into import looked_into
from .nearby import (
    BEFORE,
    DICE_BEFORE,
    FAR_BEFORE,
    QUIET,
    UNLIKELY,
    behind_its_die,
    die_about,
    first_near,
    is_taciturn,
    nearest,
    place_of_wrong,
    where_over,
)
from .otherwise import OtherWay, Ways, matched_anew, other_ways, twice_otherwise
from .scene import ReadingScene, Supposed
from .weighing import (
    NEVER,
    Outcome,
    conflicts,
    doubtful,
    illegal_steps,
    is_wrong,
    moved_in_another_phase,
    only_follows,
    that_follows,
    unmet,
    waiting,
)

BEYOND = 14  # steps after it by which a reading is known
ROUNDS = 3  # ways in which the same stretch may have been meant otherwise at once
WIDTH = 3  # the best of them that are gone on with while none is right
TRIES_OF_TWO = 60  # of two things at once
PATIENCE = 12  # conflicts in a row that nothing settles until no way is tried: nobody plays so that everything is wrong
CROWDED = 10, 60  # so many conflicts in so many steps, settled or not, and none is looked into: neither does anybody play so
LEAST = 8_000  # steps that are read again at most, whatever a log is long
BUDGET = 40  # and for each of its steps, if nobody is in haste
FOR_ONE = 3_000  # of them for one conflict
BESIDES = 400  # of these to look further away for what would leave nothing wrong, where something near it settles a part
APART = 2  # things that are illegal at once and are looked into one by one, if they are not settled together


def likeliest(scene: ReadingScene, steps: Sequence[Heard], reader: Reader, budget: int | None = None) -> ReadingScene:
    """The log read to its end, with as many steps read again for each of its steps as the budget allows."""
    budget = BUDGET if budget is None else budget
    return _Search(reader, LEAST + budget * len(steps)).through(ReadingWay(tuple(steps), scene))


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A way in which something is wrong, beside what is known to be."""

    way: ReadingWay
    unsettled: Sequence[Played]
    known: Outcome


@dataclass(slots=True)
class _Search:
    reader: Reader
    left: int  # steps that may still be read again
    keeps: int = 0  # of them those that are kept for other conflicts
    stays: frozenset[int] = frozenset()  # steps of what is illegal in any way
    fruitless: int = 0  # conflicts in a row that no other way has settled
    last: int = 0  # where the last of them was
    lately: deque[int] = field(default_factory=deque)  # where conflicts were not long ago
    cut: bool = False  # was the search for other ways broken off, or not begun?
    tried: list[tuple[str, Outcome]] = field(default_factory=list)  # for the present conflict: what each supposed
    mended: _Conflict | None = None  # the last one that was settled, as it was before
    taciturn: bool = False  # is it a log in which many combats are not announced?

    def through(self, way: ReadingWay) -> ReadingScene:
        self.taciturn = is_taciturn(way)
        settled = unmet_then = 0  # actions, and notes that nothing came of, that were looked into already
        unsettled: list[Played] = []  # of the actions since then those that are in doubt
        while way.at < len(way.steps):
            read = len(way.scene.played)
            self._read(way)
            unsettled += doubtful(way.scene.played[read:])
            if not conflicts(way.scene, unsettled) and unmet(way.scene) <= unmet_then:
                continue
            if unmet(way.scene) > unmet_then or not only_follows(way.scene.played, settled):
                way = self._reconciled(way, way.scene.played, settled)
                if (stop := self._given_up(way.scene.played[settled:])) is not None:
                    return _stopped(way, stop)
            settled, unmet_then, unsettled = len(way.scene.played), unmet(way.scene), []
        ended = way.scene.copy()
        self.reader.end(ended)
        if conflicts(ended, doubtful(ended.played[settled:])) and not only_follows(ended.played, settled):
            way = self._reconciled(way, ended.played, settled)
            if (stop := self._given_up(ended.played[settled:])) is not None:
                return _stopped(way, stop)
            ended = way.scene
            while way.at < len(way.steps):
                self._read(way)
            self.reader.end(ended)
        else:
            way.scene.over()
        return ended

    def _read(self, way: ReadingWay) -> None:
        if way.scene.left_at is not None:  # nothing is made of the rest
            way.before.clear()
            way.at = len(way.steps)
            return
        if self.mended is not None and way.at > self.mended.way.at + FAR_BEFORE:
            self.mended = None
        heard = way.steps[way.at]
        way.before.append((way.at, way.scene.kept()))
        self.reader.read(way.scene, heard)
        way.at += 1

    def _given_up(self, played: Sequence[Played]) -> int | None:
        """The first step that is illegal as it was read, if nobody looked whether it may have been meant otherwise."""
        if not self.cut:
            return None
        return min((each.step for each in played if each.judged.verdict is Verdict.ILLEGAL), default=None)

    def _reconciled(self, way: ReadingWay, played: Sequence[Played], settled: int) -> ReadingWay:
        """The way with what was seen around the conflict taken as it leaves least wrong."""
        self.fruitless, self.last = (0 if way.at > self.last + QUIET else self.fruitless), way.at
        self.cut = self.fruitless >= PATIENCE or self._crowded(way.at)
        if self.cut or not way.before:
            return way
        known = frozenset(each.step for each in played[:settled] if each.judged.findings)
        self.stays, follows = frozenset(), that_follows(played, settled)
        for _ in range(APART):
            unsettled = [each for each in played[settled:] if each.step not in known and is_wrong(each, follows)]
            conflict = _Conflict(way, unsettled, Outcome((0, 0, 0, 0, 0), known=known, follows=follows))
            plain, best = self._searched(conflict, behind_its_die(way, min(len(way.steps), way.at + BEYOND)))
            first = plain.outcome.first_by_itself
            if best is not plain or self.cut or not any(first < step <= plain.conflict for step in plain.outcome.roots - known):
                break
            known |= {first}  # what else is wrong may be settled all the same
            self.stays |= {first}
        if best is not plain:
            self.mended, self.fruitless = conflict, 0
            return best.way
        again = self._settled_before(plain)
        self.fruitless = self.fruitless + 1 if again is way else 0
        return again

    def _settled_before(self, plain: Weighed) -> ReadingWay:
        """The way with the last conflict that was settled, if that was a little before this one, settled otherwise, so that
        nothing is wrong up to this one and beyond it; as it is if it cannot be."""
        way, before = plain.way, self.mended
        if before is None or self.cut or not plain.illegal or plain.outcome.by_itself:
            return way
        self.mended, stays, self.stays = None, self.stays, frozenset()
        until = place_of_step(before.way.steps, way.steps[min(len(way.steps), way.at + ALIKE) - 1].step) + 1
        _, best = self._searched(before, until, wholly=True)
        self.stays = stays
        return best.way if best.outcome.clean else way

    def _searched(self, conflict: _Conflict, until: int, *, wholly: bool = False) -> tuple[Weighed, Weighed]:
        """The plain way, and the one that leaves least wrong up to a step. `wholly`: it is only settled if nothing is wrong."""
        way = conflict.way
        self.keeps = max(0, self.left - FOR_ONE)
        plain = best = replace(self._weighed(way, place_of_wrong(way, conflict.unsettled), until, conflict.known), wholly=wholly)
        level, self.tried = [plain], [("", plain.outcome)]
        for _ in range(ROUNDS):
            if (best is not plain and plain.is_mended_by(best.outcome)) or not level or self.left <= self.keeps:
                break
            found = self._bettered(level)
            ways = (each for each in found if plain.is_touched_by(each.outcome))
            best = min((best, *ways), key=lambda each: (_accuses(each, plain), each.outcome.rank))
            level = [each for each in found if each.can_be_settled]
        self.cut = self.left <= 0 and best is plain
        if len(self.tried) > 1:
            changed = [plain.conflict, *_taken_otherwise(way, best.way)]
            first = min(plain.outcome.first_wrong, *changed)
            way.scene.looked_into.append(looked_into(first, max(changed), best.supposes, self.tried))
        return plain, best

    def _crowded(self, at: int) -> bool:
        """Is there a conflict here, again, after many in few steps?"""
        most, steps = CROWDED
        self.lately.append(at)
        while self.lately[0] < at - steps:
            self.lately.popleft()
        return len(self.lately) > most

    def _weighed(self, way: ReadingWay, wrong_at: int, until: int, so_far: Outcome, *, taken: bool = False) -> Weighed:
        """`taken`: what is wrong first is to be settled next, wherever it is."""
        first = first_near(way, wrong_at)
        since = next(each for each in way.before if each[0] >= first or each is way.before[-1])
        scene, outcome = self._outcome(since, way.steps, until, replace(so_far, since=len(since[1].played)))
        read = way.steps[way.at - 1].step
        conflict = outcome.first_wrong if taken and outcome.first_wrong < NEVER else read
        noticed = where_over(way.steps, place_of_step(way.steps, conflict)) if conflict != read else way.at - 1
        return Weighed(way, conflict, wrong_at, since, until, outcome, scene, noticed)

    def _bettered(self, level: Sequence[Weighed]) -> list[Weighed]:
        """The best few of these ways with one thing more taken otherwise; or with several, if one settles it nowhere for good."""
        found = [(outcome, other, plain) for plain in level for outcome, other in self._better(plain, other_ways)]
        first = level[0]
        for ways in (other_ways, matched_anew, twice_otherwise):
            if any(plain.is_mended_by(outcome) and other.unlikely < UNLIKELY for outcome, other, plain in found):
                break
            if ways is twice_otherwise and first.outcome.by_itself and not first.outcome.score[2]:
                break  # no die or click would make it right, and nothing that was said is left over
            if ways is other_ways:
                first = self._from_their_dice(first)
                if not first.dice:
                    continue
            asked = NEVER if ways is matched_anew else first.outcome.asks  # what was done does not make a question of a die
            alone = not found
            keeps, self.keeps = self.keeps, self.keeps if alone else max(self.keeps, self.left - BESIDES)
            found += [
                (each, other, first)
                for each, other in self._better(first, ways)
                if each.clean or (alone and other.unlikely <= UNLIKELY and each.asks <= asked)
            ]
            self.keeps = keeps
        found.sort(key=lambda each: (each[0].rank, each[1].span), reverse=True)
        alike = {outcome.rank: (plain, other) for outcome, other, plain in found}  # of those that leave the same one is enough
        return [self._taken(*alike[rank]) for rank in sorted(alike)[:WIDTH]]

    def _from_their_dice(self, plain: Weighed) -> Weighed:
        """The same, looked at from where dice were thrown before for those with whom something illegal is found; as it is, if
        that is not further back."""
        way, units = plain.way, plain.outcome.accused
        dice = {step for unit in units if (step := die_about(way.scene.played, unit, plain.conflict)) is not None}
        places = sorted(place_of_step(way.steps, step) for step in dice)
        far = [at for at in places if at < plain.since[0] + ALIKE][-DICE_BEFORE:]
        since = way.checkpoint(far[0] - BEFORE) or way.before[0] if far else plain.since
        if since[0] >= plain.since[0]:
            return plain
        so_far = replace(plain.outcome, since=len(since[1].played))
        scene, outcome = self._outcome(since, way.steps, plain.until, so_far)
        return replace(plain, since=since, outcome=outcome, scene=scene, dice=tuple(far))

    def _better(self, plain: Weighed, ways: Ways) -> list[tuple[Outcome, OtherWay]]:
        """The ways that settle the conflict, and leave less wrong than the plain one; only the first that leaves nothing, if
        there is one."""
        found: list[tuple[Outcome, OtherWay]] = []
        others = (each for each in plain.otherwise(ways) if each.since <= plain.noticed)
        for other in nearest(others, plain.places) if ways is not twice_otherwise else islice(others, TRIES_OF_TWO):
            outcome = self._tried(plain, other)
            if outcome is None or not outcome.betters(plain.outcome, taciturn=self.taciturn and other.unlikely < UNLIKELY):
                continue
            if outcome.clean:
                return [(outcome, other)]
            found.append((outcome, other))
            if plain.settled_by(outcome) and other.unlikely < UNLIKELY:
                break
        return found

    def _tried(self, plain: Weighed, other: OtherWay) -> Outcome | None:
        """What is wrong in another way; None if the conflict stays."""
        start, least = plain.way.checkpoint(other.since), plain.outcome.score
        if start is None or self.left <= self.keeps:
            return None
        until = plain.until + len(other.steps) - len(plain.way.steps)
        since = min(plain.outcome.since, len(start[1].played))  # a way may begin further back than what it is weighed against
        so_far = replace(plain.outcome, score=(0, 0, 0, least[3] + other.unlikely, 0), since=since)
        only_if_right = other.if_all_is_right or other.since < min(plain.places) - BEFORE
        hopeless = Hopeless(plain, only_if_right)
        scene, outcome = self._outcome(start, other.steps, until, so_far, hopeless)
        outcome = outcome.beside(plain.outcome.played[since : plain.outcome.since])
        self.tried.append((_supposing(plain, other), outcome))
        if (outcome.first_illegal if plain.illegal else outcome.first_wrong) < plain.clear_until:
            return None
        if not self.stays <= outcome.illegal:
            return None  # then nothing is made of it any more
        if other.put_back and moved_in_another_phase(other.put_back, scene.played, plain.scene.played):
            return None
        if only_if_right and outcome.score[1] > (least[1] if least[0] else 0):
            return None
        if other.die is not None and _is_asked(outcome.played, other.steps[other.die].step):
            return None  # what is put off to a die of which nobody knows what it was for is judged no more
        if (only_if_right or other.puts_off) and self._wrong_if_over(scene, plain):
            return None
        if self._wrong_by(other.shown_by, scene, other.steps, until) - self._wrong_by(
            other.shown_by, plain.scene, plain.way.steps, plain.until
        ):
            return None
        return outcome

    def _wrong_by(self, end: int, scene: ReadingScene, steps: tuple[Heard, ...], until: int) -> frozenset[int]:
        """The steps of what is illegal if it is read on to some step, where a way would show whether it can be so."""
        if end <= until:
            return frozenset()
        later, read = scene.copy(), len(scene.played)
        for heard in steps[until:end]:
            self.reader.read(later, heard)
            self.left -= 1
        return illegal_steps(later.played[read:])

    def _outcome(
        self,
        start: Before,
        steps: tuple[Heard, ...],
        until: int,
        so_far: Outcome,
        hopeless: Hopeless | None = None,
    ) -> tuple[ReadingScene, Outcome]:
        """How well these steps explain what is seen. What is no better than the plain way is not read to its end."""
        scene, counted = start[1].copy(), so_far.since
        for heard in steps[start[0] : until]:
            before = len(scene.played)
            self.reader.read(scene, heard)
            self.left -= 1
            if hopeless is not None and hopeless.after(scene.played[before:]):
                break
        in_vain = unmet(scene) + waiting(scene)
        if until >= len(steps):
            self.reader.end(scene)
        return scene, so_far.with_all_of(scene, counted, in_vain)

    def _wrong_if_over(self, scene: ReadingScene, plain: Weighed) -> bool:
        """Is something illegal, that is not so in the plain way too or later on, if what is still going on counts as over?"""
        wrong = self._illegal_if_over(scene, plain) - plain.excused
        if wrong:  # somebody may be amid his move just where the stretch that is looked at ends
            wrong -= {step for step in self._illegal_if_over(plain.scene, plain) if step > plain.conflict}
        return bool(wrong)

    def _illegal_if_over(self, scene: ReadingScene, plain: Weighed) -> frozenset[int]:
        over = scene.copy()
        self.reader.end(over)
        return illegal_steps(over.played[plain.outcome.since :], plain.outcome.follows)

    def _taken(self, plain: Weighed, other: OtherWay) -> Weighed:
        """The same log, from the steps that are taken otherwise on read anew up to the conflict."""
        way = plain.way
        start = way.checkpoint(other.since) or way.before[0]
        new = ReadingWay(other.steps, start[1].copy(), start[0])
        new.scene.supposed += () if other.plain else (_supposed(way.steps, other, plain.outcome),)
        new.before.extend(each for each in way.before if each[0] < start[0])
        while new.at < min(way.at, len(new.steps)):
            self._read(new)
        until = plain.until + len(new.steps) - len(way.steps)
        so_far = replace(plain.outcome, score=(0, 0, 0, plain.outcome.score[3] + other.unlikely, 0))
        weighed = self._weighed(new, plain.wrong_at, until, so_far, taken=True)
        return replace(weighed, supposes=_supposing(plain, other), wholly=plain.wholly)


def _is_asked(played: Sequence[Played], step: int) -> bool:
    """Can nobody tell what the die of a step was for?"""
    return any(each.asks and each.step == step for each in reversed(played))


def _taken_otherwise(way: ReadingWay, other: ReadingWay) -> Iterator[int]:
    """The steps that another way takes otherwise."""
    same = set(map(id, other.steps))
    return (heard.step for heard in way.steps if id(heard) not in same)


def _supposing(plain: Weighed, other: OtherWay) -> str:
    return f"{plain.supposes}, and {other.says}" if plain.supposes else other.says


def _accuses(each: Weighed, plain: Weighed) -> bool:
    """Is something illegal in it, or nothing only because much was taken otherwise? What only leaves a question comes first."""
    return bool(each.outcome.score[0]) or each.outcome.score[3] - plain.outcome.score[3] > UNLIKELY


def _supposed(steps: Sequence[Heard], other: OtherWay, plain: Outcome) -> Supposed:
    """What is taken otherwise, and in which steps."""
    as_seen = {id(heard) for heard in steps}
    changed = {heard.step for heard in other.steps if id(heard) not in as_seen}
    of_clicks = other.if_all_is_right or other.puts_off
    return Supposed(frozenset((steps[other.since].step, *changed)), other.says, clicks=of_clicks, anyhow=plain.broken)


def _stopped(way: ReadingWay, step: int) -> ReadingScene:
    """The log as it was read before a step, judged no further. What was gathered then and not yet judged is left out as well."""
    if way.scene.left_at is not None:
        return way.scene  # it was left before
    _, kept = way.checkpoint(place_of_step(way.steps, step)) or way.before[0]
    scene = kept.copy()
    scene.left_at = min((step, *scene.segment.touched.values(), *scene.segment.laid.values()))
    return scene
