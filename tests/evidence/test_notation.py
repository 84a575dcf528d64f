"""What players type in chat: forgiving, and never more than a remark when it is not understood."""

from __future__ import annotations

import pytest

from adjudicator.evidence.notation import note_in, notes_in


@pytest.mark.parametrize(
    ("line", "verb", "hexes", "names", "column"),
    [
        ("<Anna> !attack 1334 with 21, 28, air full", "attack", ("1334",), ("21", "28", "air full"), None),
        ("<Anna> !ATTACK 1334 with 21 and 5 Pz on 3-1", "attack", ("1334",), ("21", "5 Pz"), "3-1"),
        ("!a 1334 with 21; column 3 : 1", "attack", ("1334",), ("21",), "3-1"),
        ("!a 1339 45, 2G", "attack", ("1339",), ("45", "2G"), None),
        ("!angriff auf 1339: 45 und 2G auf 5-1", "attack", ("1339",), ("45", "2G"), "5-1"),
        ("<Bert> !phase supply", "phase", (), ("supply",), None),
        ("<Bert> !hq 41 Pz", "activate", (), ("41 Pz",), None),
        ("<Bert> !path 21 1233-1234-1235", "path", ("1233", "1234", "1235"), ("21",), None),
        ("<Bert>   !turn 3", "turn", (), ("3",), None),
    ],
)
def test_a_note_is_read_as_it_was_meant(
    line: str, verb: str, hexes: tuple[str, ...], names: tuple[str, ...], column: str | None
) -> None:
    note = note_in(line)
    assert note is not None
    assert (note.verb, note.hexes, note.names, note.column) == (verb, hexes, names, column)


@pytest.mark.parametrize(
    "line", ["", "<Anna> hello!", "<Anna> well!attack", "<Anna> !wow 1334", "* 21 moves 0101 -> 0102 *", "! attack"]
)
def test_a_remark_is_no_note(line: str) -> None:
    assert note_in(line) is None


def test_a_path_is_the_hexes_in_the_order_of_the_way() -> None:
    note = note_in("!path 21 1233-1234-1235")
    assert note is not None
    assert note.path() == ("1233", "1234", "1235")


def test_a_path_needs_more_than_one_hex() -> None:
    note = note_in("!path 21 1233")
    assert note is not None
    assert note.path() == ()


def test_several_lines_of_a_step_are_all_read() -> None:
    assert [note.verb for note in notes_in(["<A> !turn 2", "hello", "<A> !phase combat"])] == ["turn", "phase"]


@pytest.mark.parametrize(
    ("line", "hexes", "names", "target", "total", "result"),
    [
        ("!fire 1512 with 5/9, I/8 Pz at T34 total 7 result 4+", ("1512",), ("5/9", "I/8 Pz"), "T34", 7, "4+"),
        ("<Ada> !fire 20/11 T with I/8 Pz", (), ("I/8 Pz",), "20/11 T", None, None),
        ("!fire I/8 Pz and II/8 Pz at 20/11 T", (), ("I/8 Pz", "II/8 Pz"), "20/11 T", None, None),
        ("!Barrage 2309 with 32 AAG; 4 KAG, spotted by 1281/60 in 2307", ("2309",), ("32 AAG", "4 KAG"), "2309", None, None),
        ("!barrage 32 AAG at 2309 total 12", ("2309",), ("32 AAG",), "2309", 12, None),
    ],
)
def test_a_note_of_fire_says_who_fires_at_whom(
    line: str, hexes: tuple[str, ...], names: tuple[str, ...], target: str, total: int | None, result: str | None
) -> None:
    note = note_in(line)
    assert note is not None
    assert (note.hexes, note.names, note.target, note.total, note.result) == (hexes, names, target, total, result)


def test_the_number_of_a_regiment_is_no_hex() -> None:
    note = note_in("!attack 2309 with 1281/60, 1283/60 on 2:1")
    assert note is not None
    assert (note.hexes, note.names) == (("2309",), ("1281/60", "1283/60"))


def test_the_result_of_a_combat_may_be_typed() -> None:
    note = note_in("!attack 2309 with 1281/60 on 1:1 result A2/1")
    assert note is not None
    assert (note.names, note.column, note.result) == (("1281/60",), "1-1", "A2/1")


@pytest.mark.parametrize(
    ("earlier", "later", "corrects"),
    [
        ("!attack 1334 with 21, 28", "!attack 1335 with 28", True),
        ("!barrage 2417 with 4 KAG", "!sperrfeuer 2407 mit 4 KAG", True),
        ("!fire 2606 with 174 Gd/57 Gd at I/5 Pz", "!FIRE 2506 with 174Gd/57gd at I/5Pz", True),
        ("!attack 1334 with 21", "!attack 1334 with 28", False),  # two combats against one hex
        ("!attack 1334 with 21", "!rally 21", False),
    ],
)
def test_who_is_announced_again_for_the_same_is_announced_anew(earlier: str, later: str, corrects: bool) -> None:
    old, new = note_in(earlier), note_in(later)
    assert old is not None
    assert new is not None
    assert new.corrects(old) is corrects


def test_brackets_behind_the_name_of_a_phase_belong_to_it() -> None:
    note = note_in("!phase second player: antitank fire (defensive)")
    assert note is not None
    assert note.text == "second player: antitank fire (defensive)"


@pytest.mark.parametrize(
    ("line", "known", "verb"),
    [
        ("!beschuss 0811 auf 3-1", {"attack", "bombardment"}, "bombardment"),
        ("!beschuss 0811 mit 32 AAG", {"attack", "barrage"}, "barrage"),
        ("!bombardieren 0811 mit 32 AAG", {"attack", "barrage"}, "barrage"),
        ("!beschuss 0811", {"attack"}, "barrage"),  # the game has neither: it is as it is said
    ],
)
def test_a_word_that_means_two_things_means_what_the_game_has(line: str, known: set[str], verb: str) -> None:
    assert [(note.verb, note.hexes) for note in notes_in([line], known)] == [(verb, ("0811",))]
