"""Whatever a file holds comes back as it was, and a reader that loses something is caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import GAME_FILES, SKIRMISH, game_file_id
from vassal_bridge.commands import ESC, LOG
from vassal_bridge.declared import DECLARED
from vassal_bridge.fields import Values
from vassal_bridge.obfuscation import Disguise, Form
from vassal_bridge.roundtrip import roundtrip
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import encode, nested_join, quote
from vassal_bridge.traits import SPECS
from vassal_bridge.write import pack

BASIC = ("piece;;;unit.png;1 Inf", "Main Map;10;20;7;1;UniqueID;1")


def add(identity: str, types: list[str], states: list[str]) -> str:
    return "+/" + (encode([identity, nested_join(types, "\t"), nested_join(states, "\t")], "/") or "")


def game(pieces: list[str], components: list[str], steps: list[str]) -> str:
    nested = ESC.join(["", *(quote(piece, ESC) for piece in pieces)])
    return ESC.join([quote(part, ESC) for part in ["begin_save", "", nested, *components, "end_save", *steps]])


def write(path: Path, text: str, disguise: Disguise | None = None) -> Path:
    path.write_bytes(pack(None, {"savedGame": (disguise or Disguise(Form.HEX, 0x41)).apply(text)}))
    return path


def every_trait() -> list[str]:
    """A piece for every kind of trait, with its default texts, and one that has all of them at once."""
    bare = [spec for spec in SPECS if spec.prefix not in ("piece;", "stack", "deck;")]
    texts = [(spec.default or spec.prefix, spec.default_state) for spec in bare]
    pieces = [add(str(number), [text, BASIC[0]], [state, BASIC[1]]) for number, (text, state) in enumerate(texts)]
    pieces.append(add("all", [text for text, _ in texts] + [BASIC[0]], [state for _, state in texts] + [BASIC[1]]))
    pieces.append(add("own", ["turr;c;conceal;x\ty", BASIC[0]], ["'quoted'", BASIC[1]]))
    innermost = {spec.prefix: spec for spec in SPECS}
    pieces += [
        add(f"core {prefix}", [innermost[prefix].default or ""], [innermost[prefix].default_state])
        for prefix in ("stack", "deck;")
    ]
    return pieces


def every_command() -> list[str]:
    commands = [spec.prefix + spec.layout.delimiter.join("x1"[: len(f.name) % 2 + 1] for f in spec.layout) for spec in DECLARED]
    return [
        *commands,
        "Main MapBoardPicker\tBoard/rev\t0\t0\tOther\t3\t4",
        "PLAYER\tpw\tAnna\tBlue",
        "MutableProperty\td6\t1\t2\tModule",
        "MutableProperty\td6",
        "CHECK\trunningVassalVersion<3\tALERT\\\tOld.",
        "UNDO\ttrue",
        "CHATHello, it's \\ 'quoted'",
        "OBA/a module's own",
        "M/1/Main Map/-1/2/null/null/0/0/null",
        "M/null/Main Map/1/2/3/Other/0/0/4/pw",
        "-/7",
        "D/1/new/old",
        "D/1/new",
    ]


def test_every_kind_of_trait_and_command_comes_back(tmp_path: Path) -> None:
    steps = [encode([LOG + command, LOG + "null", LOG], ESC) or "" for command in every_command()]
    result = roundtrip(write(tmp_path / "all.vlog", game(every_trait(), every_command(), steps)))
    assert result.differences == []
    assert result.traits > 2 * len(SPECS)
    assert result.unknown_traits == {"turr": 1}


@pytest.mark.parametrize("depth", [1, 190, 512])
def test_traits_nested_deep_come_back(tmp_path: Path, depth: int) -> None:
    types = [f"mark;Level{number}" for number in range(depth)] + [BASIC[0]]
    states = ["" if number % 3 else f"\tvalue {number}'" for number in range(depth)] + [BASIC[1]]
    result = roundtrip(write(tmp_path / "deep.vsav", game([add("1", types, states)], [], [])))
    assert result.differences == []
    assert result.traits == depth + 1


@pytest.mark.parametrize("depth", [2, 19, 512])
def test_commands_nested_deep_come_back(tmp_path: Path, depth: int) -> None:
    parts = [f"{LOG}CHATlevel {number}" for number in range(depth)]
    text = (
        "begin_save"
        + ESC
        + "end_save"
        + ESC
        + "".join(f"{part}{chr(92) * (n + 1)}{ESC}" for n, part in enumerate(parts))
        + "last"
    )
    result = roundtrip(write(tmp_path / "deep.vlog", text))
    assert result.differences == []
    assert result.commands == depth + 3


@pytest.mark.parametrize("disguise", [Disguise(form, key) for form in Form for key in (0, 0x5A, 0xFF)], ids=str)
def test_every_disguise_comes_back(tmp_path: Path, disguise: Disguise) -> None:
    text = read_saved(SKIRMISH / "start.vsav").text
    zipped = write(tmp_path / "a.vsav", text, disguise)
    bare = tmp_path / "b.vsav"
    bare.write_bytes(disguise.apply(text))
    assert roundtrip(zipped).differences == []
    assert roundtrip(bare).differences == []


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_every_real_file_comes_back(path: Path) -> None:
    assert roundtrip(path).differences == []


def test_what_vassals_own_reading_loses_is_kept_and_counted(tmp_path: Path) -> None:
    types, states = ["emb2;;128;A;;128;;;128;;;;1;false;007;0;a.png;;true;L", BASIC[0]], ["01", BASIC[1]]
    result = roundtrip(write(tmp_path / "odd.vsav", game([add("1", types, states)], ["CLOCK\tme\tclock\tsoon"], [])))
    assert result.differences == []
    assert result.kept == {"type of emb2": 1, "state of emb2": 1, "command: chess clock": 1}


def test_a_reader_that_loses_a_field_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Values.canonical
    monkeypatch.setattr(Values, "canonical", lambda values: whole(values).rpartition(";")[0] or whole(values))
    result = roundtrip(
        write(tmp_path / "a.vsav", game([add("1", ["PROP;A;false,0,1,false;;", BASIC[0]], ["5", BASIC[1]])], [], []))
    )
    assert not result.identical
