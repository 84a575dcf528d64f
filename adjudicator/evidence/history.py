"""What a file tells, in values that know nothing of VASSAL's formats and hold no secrets."""

from __future__ import annotations

from dataclasses import dataclass, field

Levels = tuple[tuple[str, int | None], ...]
Named = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody in the roster. Not the id: that is the password."""

    name: str
    side: str

    def __str__(self) -> str:
        told = not self.side or self.name.endswith(f"({self.side})")  # some modules put the side into the name
        return self.name if told else f"{self.name} ({self.side})"


@dataclass(frozen=True, slots=True)
class PieceSpot:
    """Where a piece is: a map and a point, its name on the map if known, and the deck it lies in, if in one."""

    map: str | None
    x: int
    y: int
    location: str | None = None
    deck: str | None = None

    def __str__(self) -> str:
        if self.map is None:
            return "off the map"
        if self.deck is not None:
            return self.deck
        return self.location or f"{self.map} {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Counter:
    """One piece as a referee sees it at one moment."""

    id: str
    name: str  # as VASSAL reports it now
    printed: str  # as the module names it
    make: str  # the same for pieces of the same make: all that the module fixed in them
    spot: PieceSpot
    height: int = 0  # place in its stack or deck from the bottom
    levels: Levels = ()  # layers, and the level each shows
    markers: Named = ()  # constants from the module
    values: Named = ()  # properties that players change, labels among them
    moved: bool | None = None
    facing: int | None = None
    mask: str | None = None  # who masked it: a side, a person, or `somebody`
    hidden: str | None = None
    restricted: tuple[str, ...] = ()  # the sides that alone may handle it, by the module
    locked: bool = False  # the module says it never moves
    is_deck: bool = False
    seen: int = 0  # a hash of all that a player could see of it, and of what is hidden but must stay, such as a deck's order
    gpid: str = ""  # of the piece of the module's palettes that it came from
    picture: str = ""  # the file of the picture that it shows, as far as known: all there is to call some pieces by

    @property
    def called(self) -> str:
        """What a report calls it: its name, else its printed one, else what it shows."""
        return self.name or self.printed or (f"the piece that shows {self.picture}" if self.picture else "a piece without a name")


@dataclass(frozen=True, slots=True)
class Change:
    """A piece before and after a step; None: it was not there, or is no longer."""

    before: Counter | None
    after: Counter | None

    @property
    def counter(self) -> Counter:
        found = self.after or self.before
        if found is None:
            raise ValueError("a change of nothing")
        return found

    @property
    def went(self) -> bool:
        """Whether it stands elsewhere: on another map or point, or in or out of a deck."""
        if self.before is None or self.after is None:
            return False
        old, new = self.before.spot, self.after.spot
        return (old.map, old.x, old.y, old.deck) != (new.map, new.x, new.y, new.deck)

    @property
    def turned(self) -> tuple[tuple[str, int | None, int | None], ...]:
        """Layers that show another level: name, before, after."""
        if self.before is None or self.after is None or self.before.make != self.after.make:
            return ()
        pairs = zip(self.before.levels, self.after.levels, strict=False)
        return tuple((old[0], old[1], new[1]) for old, new in pairs if old[1] != new[1])

    @property
    def revealed(self) -> bool:
        """Whether it was masked or hidden before and is not now."""
        if self.before is None or self.after is None:
            return False
        return bool(
            (self.before.mask is not None and self.after.mask is None)
            or (self.before.hidden is not None and self.after.hidden is None)
        )


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Dice that were rolled."""

    die: str
    results: tuple[int, ...]
    faces: int | None = None
    total: int | None = None
    typed: bool = False  # nothing but a chat line tells of it, and no dice of the module would write that line
    disputed: str | None = None  # what the die itself says, where chat says something else
    odd: str | None = None  # what no such dice could show: a 7 on a d6, three dice where the button has two, a wrong sum
    silent: bool = False  # the die set its properties, and no line of chat tells of it
    unknown: bool = False  # the module at hand has no die of that name
    traced: bool = True  # it left something in the module's properties
    reporting: bool = False  # the module at hand lets every roll of it be reported
    before: tuple[str, ...] | None = None  # what it had shown before, as its properties say; None where they do not


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in a step that VASSAL would not have written there: it says what was before, and before was something else."""

    kind: str  # place state property alive stripped undo order chosen sorted
    said: str  # in words
    counter: Counter | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a log."""

    step: int
    entry: int
    person: Participant | None
    chat: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    rolls: tuple[DiceThrown, ...] = ()
    undo: bool = False  # it takes something back
    undoes: int | None = None  # the step whose effects it takes back, if that can be told
    turn: str | None = None  # what the turn counter says now, if it changed
    shuffled: tuple[str, ...] = ()  # decks
    properties: tuple[tuple[str, str | None, str | None], ...] = ()  # global ones that took another value; not those of dice
    boards: tuple[str, ...] = ()  # maps that show other boards than before
    broken: tuple[str, ...] = ()  # commands that could not be understood or carried out
    passed_over: tuple[str, ...] = ()  # what VASSAL skips without a word
    doubts: tuple[Doubt, ...] = ()
    seats: tuple[tuple[Participant | None, Participant | None], ...] = ()  # who was on the roster as what, and is now
    hands: frozenset[Participant] = frozenset()  # who did its moves, by the ids in them
    keyless: bool = False  # it moves counters without saying whose hand did it
    roller: str = ""  # the name in its report of dice
    typist: str | None = None  # the name before a line that was typed into chat
    quoted: tuple[DiceThrown, ...] = ()  # lines of dice that were typed into chat


@dataclass(frozen=True)
class History:
    """One file: the position it starts from, its steps, and the position it ends in (the same for a save)."""

    file: str
    sha256: str
    is_log: bool
    vassal: str | None
    module: str | None
    module_version: str | None
    saved_utc: str | None
    people: tuple[Participant, ...]
    start: dict[str, Counter] = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    end: dict[str, Counter] = field(repr=False)
    prints: tuple[int, ...] = field(repr=False, default=())  # of the position before each step and after the last, for comparing
    outside: tuple[str, ...] = ()  # what stands behind the saved position but in no step
    odd: tuple[str, ...] = ()  # what is wrong with what the file says of itself
    private_maps: tuple[tuple[str, str], ...] = ()  # map and the side it belongs to
    opening: str | None = None  # what the turn counter says at the start
    closing: str | None = None  # and after the last step
    recorder: Participant | None = None  # whose machine wrote it
    recorder_by: str = ""  # how that is known: moves roster chat dice
    keys: tuple[tuple[tuple[str, int], ...], ...] = field(repr=False, default=((), ()))  # by name, at the start and at the end
    seated: frozenset[int] = field(repr=False, default=frozenset())  # who is on the roster, by what is no password any more
    newest: tuple[int, int] = (0, 0)  # milliseconds: the youngest id that is a time, at the start and at the end
    books: tuple[Named, Named] = ((), ())  # turn counter, global properties, boards, notes: at the start and at the end
    extensions: tuple[str, ...] = ()  # of the module, that were in use, with their versions
    put_right: bool = False  # its notes at the start say that positions were put right by us: anybody may write so
    folder: int = 0  # the same for files of one folder
    module_saved: int | None = None  # when the module was made, in milliseconds, as the file tells
    silent: bool = False  # a log by its name that holds no step
    remembered: tuple[tuple[int, str, str], ...] = ()  # step of the first roll of dice, the dice, what they had shown before it
    last_shown: Named = ()  # by dice what they showed last
    unread: int = 0  # steps behind these events, where only so many were asked for: the end is then that of the last of these
