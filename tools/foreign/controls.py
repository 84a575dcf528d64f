"""The dice buttons of a foreign module, and its turn counter."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games import LoadedGame
from adjudicator.modulebuild.layout import read_layout
from adjudicator.modulebuild.xml import MODULE, Element, element
from vassal_bridge.sequence import encode

from .recipes import Recipe
from .wording import BY_PLAYER, DICE, IDLE, MERGED, MERGED_IN, ONE_DIE, PHASES


def dice_of(game: LoadedGame, recipe: Recipe) -> list[tuple[str, int]]:
    """The buttons, with how many dice each throws."""
    if recipe.one_die:
        most = max((dice.count for dice in read_layout(game).dice), default=1)
        return list(zip(ONE_DIE[recipe.language][:most], range(1, most + 1), strict=False))
    return [(die_name(f"{dice.name} {dice.count}d{dice.sides}", recipe), dice.count) for dice in read_layout(game).dice]


def die_name(ours: str, recipe: Recipe) -> str:
    """What stands for one of our buttons, `Attack 1d6`."""
    name, _, form = ours.rpartition(" ")
    count = int(form.partition("d")[0])
    return ONE_DIE[recipe.language][count - 1] if recipe.one_die else DICE[recipe.language].get(name, name)


def die(name: str, count: int) -> Element:
    return element(
        MODULE + "DiceButton",
        addToTotal=0,
        canDisable=False,
        hotkey="",
        icon="/images/die.gif",
        keepCount=1,
        keepDice=False,
        keepOption=">",
        lockAdd=True,
        lockDice=True,
        lockPlus=True,
        lockSides=True,
        nDice=count,
        nSides=6,
        name=name,
        plus=0,
        prompt=False,
        reportFormat=f"** $name$ = {'$result$' if count == 1 else '$result$ = $numericalTotal$'} *** <$PlayerName$>",
        reportTotal=False,
        sortDice=False,
        text=name,
        tooltip=name,
    )


def phases_of(game: LoadedGame, recipe: Recipe) -> list[tuple[str, tuple[str, ...]]]:
    """The entries of the turn counter, each with the phases for which it stands; none for an entry that is no phase."""
    entries = _phases_of(game, recipe)
    if not entries or not recipe.idle:
        return entries
    first, last = IDLE[recipe.language]
    return [(first, ()), *entries, (last, ())]


def _phases_of(game: LoadedGame, recipe: Recipe) -> list[tuple[str, tuple[str, ...]]]:
    if recipe.counter == "players":
        return [(BY_PLAYER[phase.id], (phase.id,)) for phase in game.about.phases]
    if recipe.counter == "phases":
        words = PHASES[recipe.language]
        return [(words.get(phase.id, phase.name), (phase.id,)) for phase in game.about.phases]
    found: dict[str, tuple[str, ...]] = {}
    for phase in game.about.phases if recipe.counter == "merged" else ():
        entry = MERGED[phase.id]
        entry = MERGED_IN[recipe.language].get(entry, entry)
        found[entry] = (*found.get(entry, ()), phase.id)
    return list(found.items())


def turn_word(recipe: Recipe) -> str:
    return {"en": "Game Turn", "de": "Zug", "es": "Turno", "pl": "Etap"}[recipe.language]


def tracker(game: LoadedGame, recipe: Recipe) -> Iterator[Element]:
    turns = game.about.turns
    if recipe.counter == "none" or turns is None:
        return
    entries = [entry for entry, _ in phases_of(game, recipe)]
    phases = element(
        MODULE + "turn.ListTurnLevel",
        configFirst=False,
        configList=False,
        list=encode(entries, ",") or "",
        name="Phase",
        prompt="",
        property="phase",
        turnFormat="$value$",
    )
    level = element(
        MODULE + "turn.CounterTurnLevel",
        *([phases] if entries else []),
        incr=1,
        loop=False,
        loopLimit=-1,
        name="Turn",
        property="turn",
        start=turns.first,
        turnFormat="$value$",
    )
    word = turn_word(recipe)
    yield element(
        MODULE + "turn.TurnTracker",
        level,
        buttonText=word,
        hotkey="",
        icon="",
        name=word,
        nexthotkey="78,520",
        prevhotkey="80,520",
        reportFormat="<$PlayerId$> Turn updated from $oldTurn$ to $newTurn$",
        turnFormat=f"{word} $level1$, $level2$" if entries else f"{word} $level1$",
    )
