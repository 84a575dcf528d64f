"""What kind of word stands where: the names of a game's things, told apart by type.

A parameter or a field that takes a word says here which; whoever reads a word that somebody wrote (a binding, a case, an option)
checks it against the words of that kind that the game knows. All are texts to whoever uses them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple, TypeAlias


class Term(StrEnum):
    """A kind of word, as a sentence names it: `no marker is called disruptd`."""

    SIDE = "side"
    PHASE = "phase"
    STEP = "step of the sequence of play"  # a phase, or `phase/whose`
    UNIT = "unit"
    HEX = "hex"
    AREA = "area"
    TAG = "feature of the map"
    BOX = "box"
    CHART = "chart"
    COLUMN = "column of a chart"
    ODDS = "column of odds"
    RATING = "rating"
    KIND = "kind of unit"
    SIZE = "size of units"
    TRAIT = "trait"
    FORMATION = "formation"
    TERRAIN = "terrain"
    FEATURE = "feature of hexsides"
    ROUTE = "route"
    MARK = "marker"
    HEX_MARK = "marker on a hex"
    MODE = "way of moving"
    ATTACK = "kind of attack"
    FIRE = "kind of fire"
    MANNER = "way of helping"  # of aircraft and other helpers in a combat
    ROLL = "roll"
    DIE = "die"  # what a module's dice are rolled for
    RESULT = "result"
    ENTRY = "way of entering play"
    EXIT = "way of leaving play"
    LOSS = "reason of a loss"
    SUPPLY = "state of supply"
    LIGHT = "light"
    SEASON = "season"
    WEATHER = "weather"
    CHIT = "chit"
    CHIT_KIND = "kind of chit"
    CAUSE = "cause"  # of an activation without a chit
    EVENT = "event"
    DECLARATION = "declaration"
    LEVEL = "level of victory"
    GROUP = "group of shifts"
    SCENARIO = "scenario"
    OPTION = "option"
    SECTION = "section"
    NOTE = "note"
    DONE = "thing done"
    TEXT = "text"  # for readers, or put together by the rule: any will do


class New(NamedTuple):
    """A parameter that brings a word into the game, for others to use."""

    term: Term


class Cells(NamedTuple):
    """A chart whose cells are words."""

    term: Term


class Rows(NamedTuple):
    """A chart whose rows are words: those of their first cells, or of another column."""

    term: Term
    column: str = ""


SideWord: TypeAlias = Annotated[str, Term.SIDE]
PhaseWord: TypeAlias = Annotated[str, Term.PHASE]
StepWord: TypeAlias = Annotated[str, Term.STEP]
UnitWord: TypeAlias = Annotated[str, Term.UNIT]
HexWord: TypeAlias = Annotated[str, Term.HEX]
PlaceWord: TypeAlias = Annotated[str, Term.HEX, Term.AREA, Term.TAG]
AreaWord: TypeAlias = Annotated[str, Term.AREA]
TagWord: TypeAlias = Annotated[str, Term.TAG]
BoxWord: TypeAlias = Annotated[str, Term.BOX]
ChartWord: TypeAlias = Annotated[str, Term.CHART]
ColumnWord: TypeAlias = Annotated[str, Term.COLUMN]
RatingWord: TypeAlias = Annotated[str, Term.RATING]
KindWord: TypeAlias = Annotated[str, Term.KIND]
TraitWord: TypeAlias = Annotated[str, Term.TRAIT]
FormationWord: TypeAlias = Annotated[str, Term.FORMATION]
TerrainWord: TypeAlias = Annotated[str, Term.TERRAIN]
FeatureWord: TypeAlias = Annotated[str, Term.FEATURE]
RouteWord: TypeAlias = Annotated[str, Term.ROUTE]
MarkWord: TypeAlias = Annotated[str, Term.MARK]
HexMarkWord: TypeAlias = Annotated[str, Term.HEX_MARK]
ModeWord: TypeAlias = Annotated[str, Term.MODE]
AttackWord: TypeAlias = Annotated[str, Term.ATTACK]
FireWord: TypeAlias = Annotated[str, Term.FIRE]
MannerWord: TypeAlias = Annotated[str, Term.MANNER]
RollWord: TypeAlias = Annotated[str, Term.ROLL]
EntryWord: TypeAlias = Annotated[str, Term.ENTRY]
ExitWord: TypeAlias = Annotated[str, Term.EXIT]
LossWord: TypeAlias = Annotated[str, Term.LOSS]
LightWord: TypeAlias = Annotated[str, Term.LIGHT]
SeasonWord: TypeAlias = Annotated[str, Term.SEASON]
ChitWord: TypeAlias = Annotated[str, Term.CHIT]
ChitKindWord: TypeAlias = Annotated[str, Term.CHIT_KIND]
EventWord: TypeAlias = Annotated[str, Term.EVENT]
ScenarioWord: TypeAlias = Annotated[str, Term.SCENARIO]
OptionWord: TypeAlias = Annotated[str, Term.OPTION]
SectionWord: TypeAlias = Annotated[str, Term.SECTION]
GroupWord: TypeAlias = Annotated[str, Term.GROUP]
NoteWord: TypeAlias = Annotated[str, Term.NOTE]
DoneWord: TypeAlias = Annotated[str, Term.DONE]
OddsWord: TypeAlias = Annotated[str, Term.ODDS]
ResultWord: TypeAlias = Annotated[str, Term.RESULT]
SupplyWord: TypeAlias = Annotated[str, Term.SUPPLY]
DeclarationWord: TypeAlias = Annotated[str, Term.DECLARATION]
Text: TypeAlias = Annotated[str, Term.TEXT]

GroundWord: TypeAlias = Annotated[str, Term.TERRAIN, Term.FEATURE]
TraitOrMark: TypeAlias = Annotated[str, Term.TRAIT, Term.MARK]
TraitOrKind: TypeAlias = Annotated[str, Term.TRAIT, Term.KIND]
TraitOrSize: TypeAlias = Annotated[str, Term.TRAIT, Term.SIZE]
AnyOfUnit: TypeAlias = Annotated[str, Term.TRAIT, Term.KIND, Term.MARK]
SideOrFront: TypeAlias = Annotated[str, Term.SIDE, Term.FORMATION]
BoxOrArea: TypeAlias = Annotated[str, Term.BOX, Term.AREA]
Called: TypeAlias = Annotated[str, Term.UNIT, Term.FORMATION, Term.SIDE, Term.NOTE]
AnyFire: TypeAlias = Annotated[str, Term.ATTACK, Term.FIRE]
ExitOrLoss: TypeAlias = Annotated[str, Term.EXIT, Term.LOSS]
ActivatorWord: TypeAlias = Annotated[str, Term.CHIT, Term.CAUSE]
DoingWord: TypeAlias = Annotated[str, Term.ATTACK, Term.FIRE, Term.ENTRY, Term.EXIT, Term.MARK]

DieWord: TypeAlias = Annotated[str, Term.ROLL, Term.ATTACK, Term.FIRE, Term.DIE]
ResultsWord: TypeAlias = Annotated[str, Term.CHART, Cells(Term.RESULT)]
EventChart: TypeAlias = Annotated[str, Term.CHART, Rows(Term.EVENT, "id")]
ChitChart: TypeAlias = Annotated[str, Term.CHART, Rows(Term.CHIT), Rows(Term.CHIT_KIND, "kind")]

NewOdds: TypeAlias = Annotated[str, Term.COLUMN, New(Term.ODDS)]
NewMode: TypeAlias = Annotated[str, New(Term.MODE)]
NewLevel: TypeAlias = Annotated[str, New(Term.LEVEL)]
NewDeclaration: TypeAlias = Annotated[str, New(Term.DECLARATION)]
NewGroup: TypeAlias = Annotated[str, New(Term.GROUP)]
