"""From a VASSAL file to its history: who did what, with every name cleaned of secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from itertools import islice

from adjudicator.evidence.annotations import PREFIX, without_annotations
from adjudicator.evidence.appearance import Album, Looks, comparable, gpid_of
from adjudicator.evidence.beside import Beside, keys
from adjudicator.evidence.books import books, kept_properties, newest, time_of
from adjudicator.evidence.damaged_logs import mended
from adjudicator.evidence.draws import at_decks
from adjudicator.evidence.files import doubled, odd, outside, private_maps, utc
from adjudicator.evidence.history import Change, Counter, DiceThrown, Doubt, Event, History, Participant, PieceSpot
from adjudicator.evidence.people import people
from adjudicator.evidence.recorder import recorder
from adjudicator.evidence.thrown import Dice, DiceMemory, known_dice, reporting_dice
from adjudicator.evidence.undoing import Undoing
from adjudicator.evidence.witness import Witness
from adjudicator.privacy import Redactor
from adjudicator.roster import Roster
from vassal_bridge.commands import AddPiece, MovePiece
from vassal_bridge.dice import DiceReader
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import RunningGame
from vassal_bridge.game.snapshots import Snapshot, live_snapshots
from vassal_bridge.module import Module
from vassal_bridge.replay import Actor, Replay, StepResult
from vassal_bridge.replay.actors import typed, typist
from vassal_bridge.saved import SavedGame

_PIECE, _DECK = "piece", "deck"

_Told = tuple[StepResult, tuple[Change, ...], str | None, tuple[Doubt, ...]]


def read_history(
    saved: SavedGame,
    module: Module | None = None,
    album: Album | None = None,
    label: str | None = None,
    most: int | None = None,
) -> History:
    """The history of a save or log, called `label` in what is said of it. With its module, places have names and dice are known
    for certain. `most`: of a log no more than its first so many steps."""
    saved = without_annotations(saved)
    roster, redactor = people(saved)
    album = album or Album()
    try:
        history = _Reader(saved, module, album, redactor, roster).history(most)
    except BridgeError:
        whole, wrong = mended(saved)
        if not wrong:
            raise
        history = _Reader(whole, module, album, redactor, roster, wrong).history(most)
    return replace(history, file=label or saved.name)


class _Reader:
    def __init__(
        self,
        saved: SavedGame,
        module: Module | None,
        album: Album,
        redactor: Redactor,
        roster: Roster,
        unreadable: Mapping[int, tuple[str, ...]] | None = None,
    ) -> None:
        self._saved = saved
        self._module = module
        self._album = album
        self._clean = redactor.clean
        self._roster = roster
        self._cleaned: dict[int, Looks] = {}
        self._locations: dict[tuple[str | None, int, int], str | None] = {}
        self._now: dict[str, Counter] = {}
        self._print = 0
        self._met: set[str | None] = set()  # ids that the position or a step so far brought
        self._undone = False
        self._unreadable = unreadable or {}  # by step: what was wrong with commands that were left out
        self._dice = Dice(redactor.clean, known_dice(module, saved.metadata.module_version), reporting_dice(module))
        self._quotes = DiceReader(module)
        self._memory = DiceMemory(redactor.clean)

    def history(self, most: int | None = None) -> History:
        saved = self._saved
        replay = Replay(saved, self._module)
        game = current = replay.start
        self._enter(game)
        self._met.update(game.table.units)
        start = dict(self._now)
        kept = kept_properties(saved)
        opened, first = books(game, kept, self._clean), newest(game.table.live_keys())
        last = first
        prints = [self._print]
        witness, undoing = Witness(self._clean), Undoing(self._clean, self._quotes)
        self._beside = Beside(self._clean, dict(game.ledger.roster), dict(game.ledger.boards))
        opening_keys = keys(game.ledger.roster, self._clean)
        results: list[_Told] = []
        for result, current in islice(replay.walk(), most):
            if result.boards:
                self._locations.clear()
            doubts = (*witness.hear(result, self._now, current), *at_decks(result, self._now, self._clean))
            self._memory.hear(result)
            changes = tuple(self._changes(result, current))
            doubts += undoing.hear(result, changes)
            results.append((result, changes, self._turn(result, current), doubts))
            prints.append(self._print)
            last = max(last, *(time_of(one.id) for one in result.added), 0)
        events = tuple(self._events(results))
        about = saved.metadata
        seats = tuple(Participant(self._clean(seat.name), self._clean(seat.side)) for seat in game.roster)
        who, told_by = recorder(events, seats)
        return History(
            file=saved.name,
            sha256=hashlib.sha256(saved.source.path.read_bytes()).hexdigest(),
            is_log=saved.is_log,
            vassal=about.vassal_version,
            module=None if about.module_name is None else self._clean(about.module_name),
            module_version=about.module_version,
            saved_utc=utc(about.saved_ms),
            people=seats,
            start=start,
            events=events,
            end=dict(self._now) if events else start,
            prints=tuple(prints),
            outside=tuple(outside(saved)),
            odd=(*odd(saved), *doubled(game.table)),
            private_maps=private_maps(self._module),
            opening=self._turn_text(game),
            closing=self._turn_text(current),
            recorder=who,
            recorder_by=told_by,
            keys=(opening_keys, keys(current.ledger.roster, self._clean)),
            seated=frozenset(hash(seat.id) for seat in current.roster),
            newest=(first, last),
            books=(opened, books(current, kept, self._clean)),
            extensions=tuple(sorted(self._clean(f"{name} {at}") for name, at in game.ledger.extensions.items())),
            put_right=PREFIX in game.ledger.notes.public,
            folder=hash(saved.source.path.resolve().parent),
            module_saved=about.module_saved_ms,
            silent=not events and saved.name.lower().endswith(".vlog"),
            remembered=self._memory.first,
            last_shown=self._memory.last,
            unread=len(replay) - len(events),
        )

    def _turn_text(self, game: RunningGame) -> str | None:
        return next((self._clean(tracker.text) for tracker in game.turns.values()), None)

    # --- pieces -----------------------------------------------------------------------------------------------------------------

    def _enter(self, game: RunningGame) -> None:
        for snapshot in live_snapshots(game.table):
            if snapshot.kind in (_PIECE, _DECK):
                self._put(self._counter(snapshot, game))

    def _put(self, counter: Counter) -> None:
        old = self._now.get(counter.id)
        if old is not None:
            self._print ^= _stamp(old)
        self._now[counter.id] = counter
        self._print ^= _stamp(counter)

    def _changes(self, result: StepResult, game: RunningGame) -> Iterator[Change]:
        for snapshot in result.removed:
            old = self._now.pop(snapshot.id, None)
            if old is not None:
                self._print ^= _stamp(old)
                yield Change(old, None)
        for snapshot in (*result.added, *(change.after for change in result.changed)):
            if snapshot.kind in (_PIECE, _DECK):
                old = self._now.get(snapshot.id)
                new = self._counter(snapshot, game)
                self._put(new)
                if old != new:
                    yield Change(old, new)

    def _counter(self, snapshot: Snapshot, game: RunningGame) -> Counter:
        deck = self._deck(snapshot, game)
        spot = PieceSpot(
            None if snapshot.map is None else self._clean(snapshot.map),
            snapshot.x,
            snapshot.y,
            self._location(snapshot, game),
            deck,
        )
        height = max(snapshot.index, 0)
        if snapshot.kind == _DECK:
            name = self._clean(game.pieces[snapshot.id].deck_name)
            shown = self._album.make(snapshot), snapshot.unit.face_down, spot.map, spot.x, spot.y, snapshot.members
            return Counter(snapshot.id, name, name, "deck", spot, is_deck=True, seen=hash(comparable(shown)))
        looks = self._album.looks(snapshot)
        clean = self._cleaned.get(id(looks))
        if clean is None:
            clean = self._cleaned[id(looks)] = self._without_secrets(looks)
        owners = [self._roster.owner_by(trait) for trait in looks.concealing]
        masks = [owner for trait, owner in zip(looks.concealing, owners, strict=True) if trait.kind == "obs" and owner]
        hides = [owner for trait, owner in zip(looks.concealing, owners, strict=True) if trait.kind == "hide" and owner]
        gpid = gpid_of(snapshot)
        return Counter(
            id=snapshot.id,
            name=clean.name,
            printed=clean.printed,
            make=looks.make,
            spot=spot,
            height=height,
            levels=clean.levels,
            markers=clean.markers,
            values=clean.values,
            moved=looks.moved,
            facing=looks.facing,
            mask=masks[0] if masks else None,
            hidden=hides[0] if hides else None,
            restricted=looks.restricted,
            locked=looks.locked,
            seen=hash((looks.seen, comparable(gpid), comparable(spot.map), spot.x, spot.y, comparable(deck))),
            picture=clean.picture,
            gpid=gpid if gpid.isdigit() else self._clean(gpid),
        )

    def _without_secrets(self, looks: Looks) -> Looks:
        clean = self._clean
        return Looks(
            name=clean(looks.name),
            printed=clean(looks.printed),
            make=looks.make,
            levels=tuple((clean(name), level) for name, level in looks.levels),
            markers=tuple((clean(name), clean(value)) for name, value in looks.markers),
            values=tuple((clean(name), clean(value)) for name, value in looks.values),
            moved=looks.moved,
            facing=looks.facing,
            concealing=looks.concealing,
            picture=clean(looks.picture),
        )

    def _deck(self, snapshot: Snapshot, game: RunningGame) -> str | None:
        if snapshot.parent is None:
            return None
        holder = game.table.units.get(snapshot.parent)
        return self._clean(game.pieces[snapshot.parent].deck_name) if holder is not None and holder.kind == _DECK else None

    def _location(self, snapshot: Snapshot, game: RunningGame) -> str | None:
        key = snapshot.place
        if key not in self._locations:
            try:
                found = game.location(*key)
            except BridgeError:
                found = None
            self._locations[key] = None if found is None else self._clean(found)
        return self._locations[key]

    # --- steps ------------------------------------------------------------------------------------------------------------------

    def _events(self, results: list[_Told]) -> Iterator[Event]:
        persons = [self._person(told[0].actor) for told in results]
        sure = {
            str(person): person
            for person, (result, *_) in zip(persons, results, strict=True)
            if person is not None and result.actor is not None and result.actor.evidence == "move"
        }
        mover = next(iter(sure.values())) if len(sure) == 1 else None  # one player records a log; most steps say who
        for person, (result, changes, turn, doubts) in zip(persons, results, strict=True):
            by_move = result.actor is not None and result.actor.evidence == "move"
            yield Event(
                step=result.number,
                entry=result.index,
                person=person or mover or self._roller(result),
                chat=tuple(self._clean(line) for line in result.chat),
                changes=changes,
                rolls=self._dice.all_thrown(result),
                undo=result.undo is not None,
                undoes=None if result.undo is None else result.undo.step,
                turn=turn,
                shuffled=tuple(map(self._clean, _shuffled(result))),
                broken=tuple(map(self._clean, (*self._unreadable.get(result.number, ()), *result.problems))),
                passed_over=tuple(map(self._clean, self._strangers(result))),
                doubts=doubts,
                seats=self._beside.taken(result),
                properties=tuple(self._beside.properties(result)),
                boards=self._beside.changed_boards(result),
                hands=frozenset([person] if by_move and person is not None else ()),
                keyless=any(isinstance(command, MovePiece) and not command.player for command in result.commands),
                roller=next((self._clean(roll.who) for roll in result.rolls if roll.who), ""),
                typist=self._typist(result),
                quoted=tuple(self._quoted(result)),
            )

    def _typist(self, result: StepResult) -> str | None:
        name = typist(result.chat)
        return None if name is None else self._clean(name)

    def _quoted(self, result: StepResult) -> Iterator[DiceThrown]:
        """What somebody typed as if dice had said it, with or without the name that these write behind it."""
        for line in result.chat:
            said = unescape(typed(line) or "").strip()
            roll = self._quotes.line(said) or self._quotes.line(f"{said} <{typist([line])}>")
            if roll is not None and roll.results is not None:
                yield Dice(self._clean).thrown(roll)

    def _strangers(self, result: StepResult) -> Iterator[str]:
        """Pieces that a step speaks of and nothing ever brought. VASSAL passes them over.

        An undo makes stacks whose ids no log tells, so after one an unknown id proves nothing.
        """
        self._met.update(command.id for command in result.commands if isinstance(command, AddPiece))
        self._undone = self._undone or result.undo is not None
        for command in result.commands:
            if isinstance(command, MovePiece) and command.id not in self._met and not self._undone:
                yield f"moves the piece {str(command.id)[:40]}, which is not there"

    def _roller(self, result: StepResult) -> Participant | None:
        """Whom a report of dice names, where nothing else in a log says who acts."""
        named = next((roll.who for roll in result.rolls if roll.who), None)
        return None if named is None else Participant(self._clean(named), "")

    def _person(self, actor: Actor | None) -> Participant | None:
        if actor is None or actor.name is None:
            return None
        return Participant(self._clean(actor.name), "" if actor.side is None else self._clean(actor.side))

    def _turn(self, result: StepResult, game: RunningGame) -> str | None:
        if not result.turns:
            return None
        turns = game.turns
        for change in result.turns:
            if change.tracker in turns:
                return self._clean(turns[change.tracker].text)
        return "the turn counter changed"


def _stamp(counter: Counter) -> int:
    return hash((counter.id, counter.seen))


def _shuffled(result: StepResult) -> Iterator[str]:
    for change in result.changed:
        before, after = change.before.members, change.after.members
        if change.after.kind == _DECK and before != after and sorted(before) == sorted(after):
            yield change.after.types.reader.trait(change.after.type_text, "").type.text("name")
