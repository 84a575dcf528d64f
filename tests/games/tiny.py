"""A tiny game of our own, written into a folder; tests spoil one file of it."""

from __future__ import annotations

from pathlib import Path

GAME = """\
slug = "tiny"
title = "A tiny game"
publisher = "Nobody"
language = "English"
ratings = ["attack", "defence", "movement"]
not_listed = "rulebook"
boxes = ["reserve"]

sides = [
    { id = "red", name = "The Reds" },
    { id = "blue", name = "The Blues" },
]
phases = [
    { id = "red-move", name = "Red movement", active = "red" },
    { id = "end", name = "End of the turn" },
]
turns = 3

[map]
columns = [1, 4]
rows = [1, 3]
shifted = "even"
rows_grow = 180
columns_grow = 90

[[options]]
id = "fog"
title = "Fog"
section = "2.1"
"""

RULES = """\
# A comment with [brackets] and "quotes

[[rule]]
id = "zoc-who"
use = "zoc.by_rating"
with = { rating = "attack", never = ["hq"] }
cite = ["1.1"]

[[rule]]
id = "zoc-cost"
title = "Enemy zones cost points"
use = "zoc.additive_cost"
with = { enter = 2, leave = 2 }
cite = ["1.2", "2.1"]
# Under the other reading only entering costs anything.
ruling = { D1 = "both" }

[[rule]]
id = "zoc-cost"
use = "zoc.additive_cost"
cite = ["1.2"]
ruling = { D1 = "entering" }

[rule.with]
enter = 2

[[rule]]
id = "not-first"
use = "own.not_on_the_first_turn"
cite = ["2.1"]
option = "fog"
"""

RULEBOOK = '''\
[[section]]
id = "1.1"
printed = "1.1"
title = "Who has a zone"
disposition = "enforced"
paraphrase = """
    Units that can attack have one.
    [[section]] in a text is no section.
"""

[[section]]
id = "1.2"
printed = "1.2"
title = "What zones cost"
disposition = "enforced"
paraphrase = "Two points."
never_undecided = true
reason = "it is always known"

[[section]]
id = "2.1"
printed = "2.1"
title = "The first turn"
disposition = "definition"
paraphrase = "Nobody moves on it."
'''

DEFECTS = """\
[[defect]]
id = "D1"
title = "Leaving"
sections = ["1.2"]
problem = "It is said of entering in one place and of both in another."
ruling = "both"
why = "The table says so."

[[defect.reading]]
key = "both"
text = "Both cost."

[[defect.reading]]
key = "entering"
text = "Only entering costs."
"""

FILES = {
    "game.toml": GAME,
    "rules.toml": RULES,
    "rulebook.toml": RULEBOOK,
    "defects.toml": DEFECTS,
    "rules.py": '''\
from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api import Move, Opinion, Slot, Table, rule, truth

WEATHER = Slot("own.weather", "What is the weather?", "many", optional=True)


@rule("check.move")
def not_on_the_first_turn(table: Table, move: Move, *, turn: int = 1) -> Iterator[Opinion]:
    """Nobody moves on the first turn."""
    yield Opinion(truth(table.state.turn > turn), f"{table.names(move.units)} moved on turn {turn}", units=move.units)
''',
    "units.csv": """\
id,name,side,kind,traits,steps,attack,defence,movement,reduced_attack,reduced_defence,stated,source,note
r-1,1,red,infantry,,2,4,5,3,2,,attack,reconstruction,"one, the first"
r-hq,HQ,red,hq,hq,0,,,5,,,,rulebook,
b-1,1,blue,tank,mechanized optional,1,6,4,8,,,,rulebook,
""",
    "arrivals.csv": "unit,turn,entry,cite,source,note\nb-1,2,W,2.1,rulebook,\n",
    "map/hexes.csv": "hex,terrain,name,level,features,source,note\n"
    + "".join(
        f"{column:02}{row:02},{'forest town' if (column, row) == (2, 2) else 'clear'},"
        f"{'Middle' if (column, row) == (2, 2) else ''},{'2' if column == 3 else ''},{'vp' if column == 2 else ''},"
        f"{'rulebook' if row > 1 else 'reconstruction'},\n"
        for column in range(1, 5)
        for row in range(1, 4)
    ),
    "map/hexsides.csv": """\
a,b,feature,facing,source,note
0101,0102,river,,rulebook,
0101,0102,line,0101,reconstruction,
0202,0203,?,,rulebook,
""",
    "map/routes.csv": "a,b,kind,source,note\n0101,0102,road,rulebook,\n0102,0103,,rulebook,\n",
    "map/areas.csv": "area,hex,source,note\nentry-W,0101,rulebook,\nentry-W,0102,rulebook,\n",
    "charts/terrain.csv": """\
feature,where,foot,wheels,shift,attack,source,cite,note
clear,hex,1,1,,,rulebook,,
forest,hex,2,no,-1,1/2,rulebook,1.1 1.2,
river,hexside,+1 stop,all,,no,rulebook,,
road,route,½,1/2,,,rulebook,,
""",
    "charts/crt.csv": "die,1-1,2-1,source,note\n1-2,AE,AR,reconstruction,\n3,-,DR,reconstruction,\n",
    "charts/weather.csv": "turn,sky,mud,stated,source\n1,clear,no,sky,reconstruction\n2,rain,yes,,reconstruction\n",
    "scenarios/war.toml": """\
id = "war"
title = "The whole war"
first_turn = 2
last_turn = 3
cite = ["2.1"]
phase = "red-move"
active = "red"
notes = { weather = "snow" }
control = { red = ["entry-W", "0403"] }
""",
    "scenarios/war.csv": """\
unit,where,steps,marks,source,note
r-1,0202,reduced,out of supply; tired,rulebook,
r-hq,reserve,full,,rulebook,
""",
    "overlays/second.toml": """\
title = "The second edition"
source = "the publisher's list of errata"

[files]
"charts/crt.csv" = "overlays/crt.csv"

[[rule]]
id = "zoc-price"
use = "zoc.additive_cost"
with = { enter = 3 }
cite = ["1.2"]
instead_of = "zoc-cost"

[[section]]
id = "2.1"
printed = "2.1"
title = "The first turn, corrected"
disposition = "definition"
paraphrase = "It is as any other."
""",
    "overlays/crt.csv": "die,1-1,2-1,source\n1-3,AE,DE,rulebook\n",
}


def write(folder: Path, **changed: str | None) -> Path:
    """The game in a folder, with some files replaced (by their names with `/` and `.` as `_`); None leaves one out."""
    names = {name.replace("/", "_").replace(".", "_"): name for name in FILES}
    texts: dict[str, str | None] = {**FILES, **{names.get(key, key): text for key, text in changed.items()}}
    for name, text in texts.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def spoilt(folder: Path, name: str, old: str, new: str) -> Path:
    """The game with one passage of one file replaced."""
    text = FILES[name]
    if text.count(old) < 1:
        raise ValueError(f"{name} has no {old!r}")
    write(folder)
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder
