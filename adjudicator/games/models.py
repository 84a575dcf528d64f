"""What may stand in the files of a game folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from adjudicator.engine.units import Roles
from adjudicator.facts import Source

Disposition = Literal["enforced", "definition", "set-up", "handling", "needs"]
OFF_MAP = "off map"
UNKNOWN = "unknown"


def _words(value: object) -> object:
    return value.split() if isinstance(value, str) else value


def _marks(value: object) -> object:
    return [mark.strip() for mark in value.split(";") if mark.strip()] if isinstance(value, str) else value


HexNumber: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{4}$")]
Name: TypeAlias = Annotated[str, Field(pattern=r"^_?[a-z0-9]+([.-][a-z0-9]+)*$")]
ReadingName: TypeAlias = Annotated[str, Field(pattern=r"^[^=\s]+=[^=\s]+$")]  # D25=nearest
Text: TypeAlias = Annotated[str, Field(min_length=1)]
Words: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_words)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


# --- game.toml


class SideEntry(_Model):
    id: Name
    name: Text


class MapEntry(_Model):
    columns: tuple[int, int] = Field(description="the first and the last column, such as [1, 36]")
    rows: tuple[int, int] = Field(description="the first and the last row")
    shifted: Literal["odd", "even"] = Field(description="the columns half a hex further the way rows grow, odd or even")
    rows_grow: float = Field(180, description="the compass bearing in which row numbers grow")
    columns_grow: float = Field(90, description="the compass bearing in which column numbers grow")
    unlisted: str = OFF_MAP  # what a hex without a row is: off map, unknown, or this terrain


class PhaseEntry(_Model):
    id: Text
    name: Text
    active: str = ""  # the side that acts; empty where both do
    section: str = ""


class TurnsEntry(_Model):
    last: int = Field(ge=1)
    first: int = Field(1, ge=0)


class OptionEntry(_Model):
    id: Name
    title: Text
    section: str = ""
    default: bool = False


class BoxEntry(_Model):
    id: Name
    name: str = ""
    left_map: bool = False  # here lie units that left the map


LifetimeWord = Literal["combat", "phase", "activation", "turn", "game"]


class WordsEntry(_Model):
    """Words that no table of the game names. Rules, bindings, cases and options use these and no others."""

    marks: tuple[Text, ...] = ()
    hex_marks: tuple[Text, ...] = ()  # markers that lie on hexes, beside those that say whose a hex is
    attacks: tuple[Text, ...] = ()  # kinds of attack, beside the plain one
    fires: tuple[Text, ...] = ()  # kinds of fire
    manners: tuple[Text, ...] = ()  # how aircraft and other helpers may help
    entries: tuple[Text, ...] = ()  # why units come into play, beside reinforcement
    exits: tuple[Text, ...] = ()  # why they leave play, beside eliminated
    losses: tuple[Text, ...] = ()  # why steps are lost, beside combat and retreat
    sizes: tuple[Text, ...] = ()  # sizes that units may have, beside those of the counters
    light: tuple[Text, ...] = ()
    season: tuple[Text, ...] = ()
    weather: tuple[Text, ...] = ()
    rolls: dict[str, tuple[str, ...] | str] = Field(default_factory=dict)  # what for, and what it may come to: words, or a chart
    dice: tuple[Text, ...] = ()  # what the dice of modules are for, beside rolls, attacks and fire
    declarations: dict[str, tuple[Literal["side", "level", "text"], ...]] = Field(
        default_factory=dict
    )  # what each says of itself


class RolesEntry(_Model):
    """What units are there for, other than to fight: each a kind or a trait of units."""

    leads: frozenset[Text] = frozenset()  # headquarters, whom chits and players activate
    flies: frozenset[Text] = frozenset()  # aircraft: they help from afar, come from boxes and go back
    helps: frozenset[Text] = frozenset()  # whoever else helps from afar: wherever they lie, they stand in nobody's way


class GameEntry(_Model):
    slug: Name
    title: Text
    publisher: str = ""
    edition: str = ""
    language: str = ""  # of the rulebook
    sides: tuple[SideEntry, ...] = Field(min_length=1)
    map: MapEntry
    ratings: tuple[str, ...] = ()
    phases: tuple[PhaseEntry, ...] = ()
    turns: TurnsEntry | None = None
    options: tuple[OptionEntry, ...] = ()
    roles: RolesEntry = RolesEntry()
    boxes: tuple[BoxEntry, ...] = ()  # places off the map
    not_listed: Source | None = None  # who says that there is nothing special where no row says so; None: nobody does
    memories: dict[str, LifetimeWord] = Field(default_factory=dict)  # those that last otherwise here than is usual
    uses: tuple[str, ...] = ()  # rooms of the shared rules whose questions all need an answer
    covers: str = ""  # of a rulebook of which only a part is at hand: which part
    edition_of: str = ""  # another game, of which only what differs stands in this folder
    overlays: tuple[str, ...] = ()  # those in force unless somebody asks for others
    in_the_making: bool = False  # some of its sections have no rules or no cases yet, and it says so
    words: WordsEntry | None = None  # None: nobody has listed them yet
    unknown_charts: tuple[str, ...] = ()  # charts that rules ask for and nobody has stated

    @field_validator("turns", mode="before")
    @classmethod
    def _last_turn(cls, value: object) -> object:
        return {"last": value} if isinstance(value, int) else value

    @field_validator("boxes", mode="before")
    @classmethod
    def _bare_boxes(cls, value: object) -> object:
        return [{"id": each} if isinstance(each, str) else each for each in value] if isinstance(value, list) else value

    @property
    def units_are_for(self) -> Roles:
        return Roles(self.roles.leads, self.roles.flies, self.roles.helps)

    @property
    def side_ids(self) -> tuple[str, ...]:
        return tuple(side.id for side in self.sides)


# --- rules.toml, overlays, rulebook.toml, defects.toml


class RuleEntry(_Model):
    id: Name
    use: Text = Field(description="the rule it takes up, such as zoc.additive_cost")
    given: dict[str, Any] = Field(default_factory=dict, alias="with")
    cite: tuple[str, ...] = ()
    when: dict[str, str] = Field(default_factory=dict)
    on: Words = Field(default=(), description="of the actions that the rule looks at, only these")
    title: str = ""
    ruling: dict[str, str | tuple[str, ...]] = Field(default_factory=dict)  # only under these readings of defects
    under: dict[ReadingName, dict[str, Any]] = Field(default_factory=dict)  # "D25=nearest" -> parameters that differ under it
    option: str = ""  # only with this optional rule
    without_option: str = ""  # only without it
    instead_of: str = ""
    source: str = ""
    stands_in: bool = Field(default=False, description="in place of a section that is not at hand: nothing hangs on what it says")

    def readings(self, defect: str) -> tuple[str, ...]:
        wanted = self.ruling[defect]
        return (wanted,) if isinstance(wanted, str) else wanted

    @property
    def named(self) -> frozenset[str]:
        """The parameters that it gives, under whatever reading."""
        return frozenset(self.given).union(*self.under.values())

    @property
    def speaks_of(self) -> Iterator[tuple[str, str, str]]:
        """The readings under which it differs: the field that says so, the defect, the reading's key."""
        for defect in self.ruling:
            yield from ((f"ruling.{defect}", defect, key) for key in self.readings(defect))
        for name in self.under:
            defect, _, key = name.partition("=")
            yield f"under.{name}", defect, key

    @property
    def defects(self) -> tuple[str, ...]:
        """Those whose readings make a difference to it."""
        return tuple(dict.fromkeys(defect for _, defect, _ in self.speaks_of))

    def given_under(self, rulings: Mapping[str, str]) -> dict[str, Any]:
        """Its parameters under these rulings."""
        found = dict(self.given)
        for name, differing in self.under.items():
            defect, _, reading = name.partition("=")
            if rulings.get(defect) == reading:
                found |= differing
        return found


class RulesFile(_Model):
    rule: tuple[dict[str, Any], ...] = ()  # each a RuleEntry, looked at by itself
    drop: tuple[str, ...] = ()  # of an edition: rules of the other one that nothing here states


class SectionEntry(_Model):
    id: Text
    printed: Text
    title: Text
    disposition: Disposition = Field(description="what became of it: enforced, definition, set-up, handling or needs")
    paraphrase: Text
    needs: tuple[str, ...] = ()
    never_undecided: bool = False
    reason: str = ""
    counterpart: tuple[str, ...] = ()  # of an edition: the sections of the other one in whose place it stands

    @model_validator(mode="after")
    def _whole(self) -> SectionEntry:
        if (self.disposition == "needs") != bool(self.needs):
            raise ValueError(
                'a section with the disposition needs, and no other, says what it needs; add needs = ["..."] or take it away'
            )
        if self.never_undecided and not self.reason:
            raise ValueError('never_undecided stands without a reason; add reason = "..."')
        return self


class RulebookFile(_Model):
    section: tuple[SectionEntry, ...] = ()
    same: dict[str, Words] = Field(default_factory=dict)  # of an edition: what says the same as these sections of the other one


class ReadingEntry(_Model):
    key: Name
    text: Text
    unbuilt: str = Field(default="", description="why it is not offered, in a player's words; empty: it can be played")


class DefectEntry(_Model):
    id: Text
    title: Text
    sections: tuple[str, ...]
    problem: Text
    ruling: Text = Field(description="the key of the reading taken")
    why: Text
    reading: tuple[ReadingEntry, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _known(self) -> DefectEntry:
        if self.ruling not in self.keys:
            raise ValueError(f"the ruling {self.ruling} is none of its readings; take one of {', '.join(self.keys)}")
        if len(set(self.keys)) < len(self.keys):
            raise ValueError("two readings have the same key; give each its own")
        if self.ruling not in self.offered:
            raise ValueError(f"the ruling {self.ruling} is said to be unbuilt; take a reading that can be played")
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(reading.key for reading in self.reading)

    @property
    def offered(self) -> tuple[str, ...]:
        """The readings that can be played."""
        return tuple(reading.key for reading in self.reading if not reading.unbuilt)

    def text(self, key: str) -> str:
        return next(reading.text for reading in self.reading if reading.key == key)

    def unbuilt(self, key: str) -> str:
        return next(reading.unbuilt for reading in self.reading if reading.key == key)


class Settled(_Model):
    """A doubt of the other edition that this text does not leave."""

    reading: Name
    why: Text


class DefectsFile(_Model):
    defect: tuple[dict[str, Any], ...] = ()  # each a DefectEntry; of an edition also what it changes of the other's
    same: tuple[str, ...] = ()  # of an edition: those that its text leaves as open as the other one
    settled: dict[str, Settled] = Field(default_factory=dict)


class OverlayFile(_Model):
    """An edition or a list of errata: what it puts in place of the game's own."""

    title: Text
    source: str = ""
    rule: tuple[dict[str, Any], ...] = ()  # each a RuleEntry, or what it changes of the rule in whose place it stands
    section: tuple[SectionEntry, ...] = ()
    drop: tuple[str, ...] = ()  # rules that fall away
    files: dict[str, str] = Field(default_factory=dict)  # "charts/crt.csv" = "overlays/second/crt.csv"


class ScenarioEntry(_Model):
    id: Name
    title: Text
    first_turn: int = 1
    last_turn: int | None = None
    cite: tuple[str, ...] = ()
    phase: str = ""
    active: str = ""
    notes: dict[str, Any] = Field(default_factory=dict)
    control: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # side -> hexes and areas


# --- tables


class _Line(_Model):
    source: Source
    cite: Words = ()
    note: str = ""


class HexLine(_Line):
    hex: HexNumber
    terrain: Words | None = None
    name: str = ""
    level: int | None = None
    features: Words = ()


class _PairLine(_Line):
    a: HexNumber
    b: HexNumber

    @model_validator(mode="after")
    def _smaller_first(self) -> _PairLine:
        if self.a >= self.b:
            raise ValueError(f"{self.a} and {self.b} are in the wrong order; a pair has the smaller number first")
        return self


class HexsideLine(_PairLine):
    feature: str = ""
    facing: str = ""

    @model_validator(mode="after")
    def _faces(self) -> HexsideLine:
        if self.facing and self.facing not in (self.a, self.b):
            raise ValueError(f"facing {self.facing} is neither {self.a} nor {self.b}; name the hex that the line protects")
        return self


class RouteLine(_PairLine):
    kind: str = ""


class AreaLine(_Line):
    area: Text
    hex: HexNumber


class UnitLine(_Line):
    id: Name
    name: Text
    side: Text
    kind: str = "infantry"
    size: str = ""
    formation: str = ""
    traits: Words = ()
    doubtful: Words = ()
    steps: int = Field(1, ge=0, le=20)
    stated: Words = ()


class SetUpLine(_Line):
    unit: Text
    where: Text
    steps: Annotated[str, Field(pattern=r"^(full|reduced|lost [0-9]{1,2})$")] = "full"
    marks: Annotated[tuple[str, ...], BeforeValidator(_marks)] = ()

    @property
    def losses(self) -> int:
        if self.steps == "full":
            return 0
        return 1 if self.steps == "reduced" else int(self.steps.removeprefix("lost "))


class ArrivalLine(_Line):
    unit: Text
    turn: int | None = None
    entry: str = ""
