"""Files to measure with, made up on the spot and alike for everybody: shaped as real ones are, holding nothing of them."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

from vassal_bridge.commands import ESC, LOG
from vassal_bridge.obfuscation import Disguise, Form
from vassal_bridge.sequence import encode, nested_join, quote

_SAVEDATA = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1"><version>1.0</version>' + (
    b"<VassalVersion>3.7.26</VassalVersion><dateSaved>1700000000000</dateSaved></data>"
)
_MODULEDATA = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1"><version>1.0</version>' + (
    b"<VassalVersion>3.7.26</VassalVersion><name>Bench</name></data>"
)

TraitTexts = tuple[str, str]


def write_game(path: Path, text: str, key: int = 0x5A) -> None:
    """A save or log as VASSAL writes it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr("savedGame", Disguise(Form.HEX, key).apply(text))
        container.writestr("savedata", _SAVEDATA)
        container.writestr("moduledata", _MODULEDATA)


def _trait_pool(rng: random.Random, size: int) -> list[TraitTexts]:
    """Distinct traits of the commonest kinds with texts of usual length."""
    pool: list[TraitTexts] = []
    for number in range(size):
        word = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=rng.randint(8, 40)))
        levels = 2 + number % 3
        images = ",".join(f"{word}-{level}.png" for level in range(levels))
        following = f"true;Layer{number};;;false;;1;1;true;70,130;;;{word};1.0;;true"
        keys = f":75\\,130:P\\,{{Steps{number} - 1}},{word}:76\\,130:P\\,4"
        when = '{Steps > 2 && Side == "Blue"}'
        kinds = (
            (f"emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;{images};{',' * (levels - 1)};{following}", str(1 + number % 2)),
            (f"mark;Mark{number},Side", f"{word},Blue"),
            (f"PROP;Steps{number};true,0,9,false;{keys}", str(number % 9)),
            (f"macro;{word};Do{number};{number % 60 + 40},130;{when};;;70\\,130;false;;;counted;2;false;;;;1;1", ""),
            (f"report;70\\,130;$location$: $newPieceName$ {word} *;{word};;flip {number};false", "-1"),
            (f"label;Label {number};76,130;10;;255,255,255;t;0;c;0;b;c;$pieceName$ ({word});Dialog;0;0;L{number};;0", word[:6]),
            (f"hideCmd;{word};Hide;{{Steps == {number % 5}}};68\\,130,70\\,130", ""),
        )
        pool.append(kinds[number % len(kinds)])
    return pool


def _piece(number: int, traits: list[TraitTexts], x: int, y: int) -> tuple[str, str, str]:
    identity = str(1_700_000_000_000 + number)
    types = [text for text, _ in traits] + [f"piece;;;unit{number % 900}.png;{number % 900} Inf"]
    states = [state for _, state in traits] + [f"Main Map;{x};{y};{number % 900};1;UniqueID;{identity}"]
    return identity, nested_join(types, "\t"), nested_join(states, "\t")


def _save(pieces: list[tuple[str, str, str]]) -> str:
    adds = ["+/" + (encode(piece, "/") or "") for piece in pieces]
    for number, (identity, _, state) in enumerate(pieces):
        place = state[state.rfind("\t") + 1 :].split(";")
        stack = str(1_800_000_000_000 + number)
        adds.append("+/" + (encode([stack, "stack", f"{place[0]};{place[1]};{place[2]};{identity};@@1"], "/") or ""))
    nested = ESC.join(["", *(quote(add, ESC) for add in adds)])
    parts = ["begin_save", "", nested, "PLAYER\tpw\tAnna\tBlue", "Main MapBoardPicker\tBoard\t0\t0", "NOTES\t", "end_save"]
    return ESC.join(quote(part, ESC) for part in parts)


def big_save(rng: random.Random, scale: float = 1.0) -> str:
    """About 14 million characters: 1,500 pieces, up to 190 nested traits, 62,000 traits in all, 2,500 distinct texts."""
    pool = _trait_pool(rng, 2_500)
    pieces = []
    for number in range(int(1_500 * scale)):
        depth = rng.randint(90, 190) if number % 4 == 0 else rng.randint(4, 14)
        traits = [pool[rng.randrange(len(pool))] for _ in range(depth)]
        pieces.append(_piece(number, traits, rng.randrange(3000), rng.randrange(2000)))
    return _save(pieces)


def many_pieces(rng: random.Random, count: int = 20_000) -> str:
    """A save of many ordinary counters."""
    pool = _trait_pool(rng, 400)
    kits = [[pool[rng.randrange(len(pool))] for _ in range(rng.randint(4, 14))] for _ in range(300)]
    pieces = [_piece(number, kits[number % len(kits)], rng.randrange(9000), rng.randrange(6000)) for number in range(count)]
    return _save(pieces)


def long_log(rng: random.Random, steps: int = 50_000, counters: int = 150) -> str:
    """A log of drags, flips, rolls and chat, written step by step as VASSAL 3.7 writes them."""
    pool = _trait_pool(rng, 120)
    pieces = [
        _piece(number, [pool[rng.randrange(len(pool))] for _ in range(rng.randint(11, 16))], 60 + number * 7, 60 + number * 3)
        for number in range(counters)
    ]
    return ESC.join([_save(pieces), *(quote(entry, ESC) for entry in _steps(rng, pieces, steps))])


def _steps(rng: random.Random, pieces: list[tuple[str, str, str]], steps: int) -> Iterator[str]:
    """Drags (single counters and pairs), flips, rolls, turn changes and chat: the proportions, and the lengths of the changes of
    state, as counted in logs that VASSAL 3.7.26 wrote."""
    states = {identity: state for identity, _, state in pieces}
    for step in range(steps):
        kind = rng.choices(("drag", "pair", "flip", "roll", "turn", "chat"), (40, 7, 14, 12, 14, 13))[0]
        identity = pieces[rng.randrange(len(pieces))][0]
        if kind == "roll":
            roll = rng.randint(1, 6)
            changes = [f"MutableProperty\t1d6_{name}\t0\t{roll}\tModule" for name in ("result", "total", "keep", "summary")]
            yield _entry([f"CHAT*** 1d6 = {roll} *** <Anna>", *changes])
        elif kind == "turn":
            yield _entry([f"CHAT* <Anna> Turn updated to {step}", f"TURNTurnTracker0\t0|{step};0;false;-1"])
        elif kind == "chat":
            yield _entry([f"CHATstep {step}: now the second corps"])
        elif kind == "flip":
            yield _entry([*["null"] * 2, _change(states, identity, rng, moved=False), f"CHAT* {step % 900} Inf flips *"])
        else:
            group = [identity] if kind == "drag" else [identity, pieces[rng.randrange(len(pieces))][0]]
            x, y = rng.randrange(3000), rng.randrange(2000)
            commands: list[str] = []
            for member in group:
                commands += ["null"] * 7 + [_change(states, member, rng, moved=True)]
                commands.append(f"M/{member}/Main Map/{x}/{y}/null/Main Map/{rng.randrange(3000)}/{rng.randrange(2000)}/null/pw")
            commands.append(f"+/{1_900_000_000_000 + step}/stack/Main Map;{x};{y};{';'.join(group)};@@1")
            yield _entry([*commands, f"CHAT* {step % 900} Inf moves {x:04} -> {y:04} *"])


def _change(states: dict[str, str], identity: str, rng: random.Random, *, moved: bool) -> str:
    """A change of state with what VASSAL remembers of the place before, in the innermost trait."""
    old = states[identity]
    head, _, tail = old.rpartition("\t")
    first, rest = head[:1], head[1:]
    gpid = tail.split(";")[3]
    x, y = rng.randrange(3000), rng.randrange(2000)
    remembered = f"OldZone;Field;UniqueID;{identity};OldLocationName;{x // 60:02}{y // 60:02};OldDeckName;;OldX;{x};OldY;{y}"
    core = f"Main Map;{x};{y};{gpid};8;{remembered};OldBoard;Field Board;OldMap;Main Map"
    flipped = head if moved or first not in "12" else ("2" if first == "1" else "1") + rest
    states[identity] = new = f"{flipped}\t{core}"
    return "D/" + (encode([identity, new, old], "/") or "")


def _entry(commands: list[str]) -> str:
    return encode([LOG + command for command in commands], ESC) or ""
