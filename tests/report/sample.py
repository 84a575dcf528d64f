"""Audit reports to format: one rich in everything a real one may hold and in hostile words, one large, one empty."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from itertools import pairwise

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.fairness import fairness
from adjudicator.audit.model import (
    Arrow,
    AuditedFile,
    AuditReport,
    Diagram,
    GameLine,
    HandOver,
    Handover,
    Question,
    ReportedPlayer,
    ReportedSpot,
    RollLine,
    StepLine,
)
from adjudicator.finding import Finding, MapMark, Problem, Row, Where
from adjudicator.verdict import Severity, Verdict

TOOL = "adjudicate 0.1.0"

SCRIPT = "<script>alert('owned')</script>"
BREAKOUT = "\"'></title></style></script><img src=x onerror=alert(1)>"
OVERRIDE = "harmless \u202etxt.gol\u202c \u2066isolated\u2069"
CONTROLS = "bell \x07 escape \x1b[2J\x1b]0;title\x07 null \x00 c1 \x9b31m delete \x7f"
NEWLINES = "first line\r\nERROR    step 99 forged line\u2028second\u2029third\x0b\x0cfourth"
LINK = "[click here](https://example.invalid/) {0} {{1}} %s"
LONG = "Großdeutschland_Panzergrenadier-Ersatz-und-Ausbildungs-Abteilung_" * 40
WIDE = "第二十一装甲師団の第百二十五連隊が要塞を占領しました" * 4
RIGHT_TO_LEFT = "חטיבה שבע"
SURROGATE = "broken \udcff name"
XML_END = "]]> --> <?xml?> &amp; &#0;"

HOSTILE = (SCRIPT, BREAKOUT, OVERRIDE, CONTROLS, NEWLINES, LINK, LONG, WIDE, RIGHT_TO_LEFT, SURROGATE, XML_END)

START, BLUE, RED = "start.vsav", "blue-turn1.vlog", "red-turn1.vlog"
TAMPERED, FORK_A, FORK_B = "blue-turn2-tampered.vlog", "fork-a.vlog", "fork-b.vlog"
AGAIN = "fork-b again (Übung, 100% #2).vlog"
EVIL = f"evil {SCRIPT} {OVERRIDE}.vlog"
BROKEN = "broken\x1b[31m.vlog"

CHECKS: Mapping[str, CheckInfo] = {
    info.id: info
    for info in (
        CheckInfo(
            "hand-over/outside",
            "Changes outside any log",
            "Compares the end of each log with the start of the next, piece by piece.",
            "What is changed between two logs is seen by nobody when the logs are stepped through.",
            "blue-turn2.vlog starts with 5 Pz at 1740, though red-turn1.vlog ended with it at 1739.",
            "The rows show each piece with both places. Ask what happened between the two files.",
            "Hand over the file in question together with the save it was made from.",
            Severity.ERROR,
        ),
        CheckInfo(
            "dice/rerolled",
            "A roll undone and rolled again",
            "Finds rolls that were taken back and followed by another roll with other numbers.",
            "Whoever may roll until it suits does not roll.",
            "Step 7 rolls 2, step 8 undoes it, step 9 rolls 6.",
            "VASSAL repeats the numbers when a log is rewound; other numbers mean a new roll.",
            "Agree on a house rule and leave such rolls in the chat.",
            Severity.WARNING,
        ),
        CheckInfo(
            "provenance/new",
            "Pieces from the palette",
            "Lists pieces that appear from the palette or as clones.",
            "New pieces are how armies grow.",
            "",
            "Reinforcements look like this too: compare with the rules of the game.",
            "",
            Severity.NOTE,
        ),
        CheckInfo("secrecy/looked", "Looked at", "Sees who looks.", "It may tell too much.", "", "", "", Severity.WARNING),
    )
}


def sha(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()


def audited(name: str, steps: int, *players: tuple[str, str], vassal: str = "3.7.26") -> AuditedFile:
    return AuditedFile(
        name=name,
        sha256=sha(name),
        kind="log" if steps else "save",
        steps=steps,
        pieces=214,
        vassal=vassal,
        module="Skirmish",
        module_version="1.0",
        saved_utc="2026-10-03T18:22:05Z" if name != RED else None,
        players=tuple(ReportedPlayer(*player) for player in players),
    )


def rich() -> AuditReport:
    """Findings of all severities, forks, dice good and bad, diagrams, problems, and words that try to break out."""
    anna, bob = ("Anna", "Blue"), ("Bob", "Red")
    evil = (SCRIPT, OVERRIDE)
    files = (
        audited(START, 0, anna, bob),
        audited(BLUE, 24, anna, bob),
        audited(RED, 18, anna, bob),
        audited(TAMPERED, 31, anna, bob, vassal="3.6.19"),
        audited(FORK_A, 12, anna, bob),
        audited(FORK_B, 14, anna, bob),
        audited(AGAIN, 6, anna, bob),
        audited(EVIL, len(HOSTILE), evil, (RIGHT_TO_LEFT, LONG)),
    )
    rolls = _rolls()
    return AuditReport(
        tool=TOOL,
        files=files,
        order=(START, BLUE, RED, TAMPERED, FORK_A, FORK_B, AGAIN),
        hand_overs=(
            HandOver(START, BLUE, Handover.EXACT),
            HandOver(BLUE, RED, Handover.EXACT),
            HandOver(RED, TAMPERED, Handover.IMPERFECT, differences=3),
            HandOver(TAMPERED, FORK_A, Handover.EXACT),
            HandOver(TAMPERED, FORK_B, Handover.FORK),
            HandOver(FORK_B, AGAIN, Handover.RESTART, at_step=4),
            HandOver(BLUE, AGAIN, Handover.IMPERFECT, differences=1),
        ),
        steps=(*_steps(files, rolls), *_hostile_steps()),
        rolls=rolls,
        dice=fairness(rolls),
        findings=(*_plain_findings(), *_hostile_findings()),
        diagrams=_diagrams(),
        problems=(
            Problem(BROKEN, "The file ends in the middle of its archive: 2,048 bytes were expected, 17 are there."),
            Problem("attachment.zip", f"Not a VASSAL file {SCRIPT}"),
        ),
        games=tuple(
            GameLine(words, words, (ReportedPlayer(words, words),), (START, EVIL, BLUE), words, words, words)
            for words in HOSTILE[:3]
        ),
        questions=tuple(Question(words, words, Severity.ERROR, (("dice/undone", EVIL, 1),)) for words in HOSTILE),
        assumptions=(
            "Whose a piece is was learned from who moves it: nothing in the module tells.",
            f"An assumption with {SCRIPT} in it.",
        ),
    )


def _plain_findings() -> tuple[Finding, ...]:
    error, warning, note = Severity.ERROR, Severity.WARNING, Severity.NOTE
    found = [
        Finding(
            "hand-over/outside",
            "Three pieces differ from where red-turn1.vlog left them.",
            Where(TAMPERED),
            error,
            player="Anna",
            pieces=("5 Pz", "7 Inf", "Art 2"),
            hexes=("1739", "1740"),
            rows=(
                Row("5 Pz", "was at 1739 and is at 1740"),
                Row("7 Inf", "was full strength and is reduced", ("12.1",)),
                Row("Art 2", "was not there and is at 0822"),
            ),
            fix="Ask Anna for the log between the two files, or go back to red-turn1.vlog.",
            also=(Where(RED, 18),),
            marks=(MapMark("Main Map", 700, 460, "5 Pz", 640, 460),),
        ),
        Finding(
            "dice/rerolled",
            "A roll of 2 was undone and followed by a roll of 6.",
            Where(TAMPERED, 9, 14, 20_480),
            error,
            player="Anna",
            rows=(Row("step 7", "d6: 2, for Battle at 1740"), Row("step 8", "undo"), Row("step 9", "d6: 6")),
            rests_on=("Rolls of one button are for one purpose.",),
        ),
        Finding(
            "rules/zoc",
            "5 Pz leaves a zone of control without stopping.",
            Where(TAMPERED, 12),
            warning,
            verdict=Verdict.UNDECIDED,
            player="Anna",
            pieces=("5 Pz",),
            cite=("5.1", "6.1.2"),
            root=False,
            rows=tuple(Row(f"hex {number:04}", f"{number % 4} movement points") for number in range(1739, 1751)),
        ),
        Finding("secrecy/looked", "Bob looked at a masked piece of Anna's.", Where(RED, 5), warning, player="Bob"),
        Finding("integrity/version", "Written with VASSAL 3.6.19, the others with 3.7.26.", Where(TAMPERED), warning),
        Finding("ownership/moved", "Anna moved Bob's 3 Res.", Where(BLUE, 11), warning, player="Anna", pieces=("3 Res",)),
        Finding("hand-over/fork", "Two versions of the same turn: fork-a.vlog and fork-b.vlog.", Where(FORK_B), warning),
    ]
    found += [
        Finding("provenance/new", f"Marker {number} comes from the palette.", Where(BLUE, number), note, player="Anna")
        for number in range(1, 9)
    ]
    found += [
        Finding("dice/claimed", "A roll was typed by hand: “I rolled a 5”.", Where(RED, number), note, player="Bob")
        for number in (3, 3, 6, 9)
    ]
    return tuple(found)


def _hostile_findings() -> tuple[Finding, ...]:
    severities = tuple(Severity)
    return tuple(
        Finding(
            check=f"hostile/{words}" if number % 3 == 0 else "secrecy/looked",
            message=words,
            where=Where(EVIL, number + 1),
            severity=severities[number % 3],
            player=words,
            pieces=(words, words),
            hexes=(words,),
            cite=(words,),
            rows=(Row(words, words, (words,)),),
            rests_on=(words,),
            fix=words,
            also=(Where(words, 3), Where(EVIL, 1)),
        )
        for number, words in enumerate(HOSTILE)
    )


def _steps(files: tuple[AuditedFile, ...], rolls: tuple[RollLine, ...]) -> list[StepLine]:
    steps = []
    for file in files:
        if file.name == EVIL:
            continue
        for step in range(1, file.steps + 1):
            rolled = sum(roll.file == file.name and roll.step == step for roll in rolls)
            player = file.players[step % 2].name
            chat = ("* d6 = 4", f"<{player}> take that!") if rolled else ()
            steps.append(
                StepLine(file.name, step, player, f"5 Pz moves from {1700 + step} to {1701 + step}", chat, rolled, step == 8)
            )
    return steps


def _hostile_steps() -> list[StepLine]:
    return [StepLine(EVIL, number, words, words, (words,) * 14, 1, True) for number, words in enumerate(HOSTILE, 1)]


def _rolls() -> tuple[RollLine, ...]:
    chance = random.Random(7)
    names = (BLUE, RED, TAMPERED, FORK_A)
    rolls = [
        RollLine(names[number % 4], number % 12 + 1, "Anna", "2d6", 6, (chance.randint(1, 6), chance.randint(1, 6)), "Battle")
        for number in range(150)
    ]
    rolls += [
        RollLine(names[number % 4], number % 12 + 1, "Bob", "d6", 6, tuple(chance.choices(range(1, 7), (1, 1, 1, 1, 1, 4))), None)
        for number in range(120)
    ]
    rolls += [RollLine(RED, number % 12 + 1, "Bob", "d20", 20, (chance.randint(1, 20),), None) for number in range(80)]
    rolls += [RollLine(RED, 4, "Anna", "d100", 100, (chance.randint(1, 100),), None) for _ in range(5)]
    rolls += [
        RollLine(TAMPERED, 7, "Anna", "d6", 6, (2,), "Battle at 1740", undone=True),
        RollLine(TAMPERED, 9, "Anna", "d6", 6, (6,), "Battle at 1740"),
        RollLine(FORK_A, 6, "Anna", "d6", 6, (4,), None, repeats=(FORK_A, 4)),
        RollLine(FORK_A, 4, "Anna", "d6", 6, (4,), None, undone=True),
        RollLine(AGAIN, 2, "Anna", "d6", 6, (4,), None, repeats=(FORK_A, 4)),
        RollLine(RED, 3, "Bob", "typed", None, (5,), None, claimed=True),
        RollLine(RED, 3, None, "cards", None, (), None),
    ]
    rolls += [RollLine(EVIL, number, words, words, 6, (3,), words) for number, words in enumerate(HOSTILE, 1)]
    return tuple(rolls)


def _diagrams() -> tuple[Diagram, ...]:
    blue = tuple(
        ReportedSpot(
            400 + 60 * (number % 4), 400 + 60 * (number // 4) + 30 * (number % 2), f"17{39 + number}", (f"{number} Inf",), "Blue"
        )
        for number in range(8)
    )
    return (
        Diagram(
            TAMPERED,
            None,
            "Main Map",
            "What changed before the log began",
            (
                *blue,
                ReportedSpot(640, 460, "1740", ("5 Pz", "6 Pz", "Art 2"), "Red", flagged=True),
                ReportedSpot(700, 460, "1741", ("7 Infantry Regiment (reduced)",), "Red"),
                ReportedSpot(700, 520, None, ("Supply",)),
            ),
            (Arrow(460, 430, 640, 460, "5 Pz"), Arrow(640, 460, 700, 460, "Art 2")),
        ),
        Diagram(
            EVIL,
            1,
            SCRIPT,
            BREAKOUT,
            (ReportedSpot(1, 1, SCRIPT, HOSTILE, BREAKOUT, True), ReportedSpot(1, 1, None, (), OVERRIDE)),
            (Arrow(1, 1, 9, 9, SCRIPT),),
        ),
        Diagram(FORK_B, 3, "Main Map", "One counter alone", (ReportedSpot(5, 5, "0101", ("Lone",), None, True),)),
        Diagram(FORK_B, 5, "Main Map", "Nothing to draw", ()),
    )


def empty() -> AuditReport:
    return AuditReport(TOOL, (), (), (), (), (), (), ())


def clean() -> AuditReport:
    """Two honest files."""
    files = (audited(BLUE, 2, ("Anna", "Blue")), audited(RED, 1, ("Bob", "Red")))
    steps = (StepLine(BLUE, 1, "Anna", "moves", ()), StepLine(BLUE, 2, "Anna", "ends", ()), StepLine(RED, 1, "Bob", "moves", ()))
    return AuditReport(TOOL, files, (BLUE, RED), (HandOver(BLUE, RED, Handover.EXACT),), steps, (), (), ())


def large(logs: int = 30, steps: int = 1_000) -> AuditReport:
    """A long campaign with as much chat as players type, and thousands of findings."""
    chance = random.Random(11)
    names = [f"campaign of the southern front, turn {number // 2 + 1:02} {'ab'[number % 2]}.vlog" for number in range(logs)]
    lines, rolls, found = [], [], []
    for name in names:
        for step in range(1, steps + 1):
            rolled = step % 5 == 0
            player = ("Anna", "Bob")[step % 2]
            chat = tuple(
                f"* 21. Panzerdivision, Kampfgruppe {chance.randint(1, 99)} moves from {chance.randint(100, 4000):04} "
                f"to {chance.randint(100, 4000):04} *"
                for _ in range(3)
            )
            summary = f"moves 21. Panzerdivision from {chance.randint(100, 4000):04} to {chance.randint(100, 4000):04}"
            lines.append(StepLine(name, step, player, summary, chat, int(rolled)))
            if rolled:
                rolls.append(RollLine(name, step, player, "2d6", 6, (chance.randint(1, 6), chance.randint(1, 6)), "Attack"))
            if step % 6 == 0:
                severity = chance.choices(tuple(Severity), (20, 4, 1))[0]
                rows = tuple(Row(f"{chance.randint(1, 30)} Pz", "was at 1739 and is at 1740") for _ in range(4))
                message = f"Kampfgruppe {chance.randint(1, 99)} was changed outside of its own turn"
                check = chance.choice(("ownership/moved", "provenance/new", "dice/rerolled"))
                found.append(Finding(check, message, Where(name, step), severity, player=player, rows=rows))
    return AuditReport(
        TOOL,
        tuple(audited(name, steps, ("Anna", "Blue"), ("Bob", "Red")) for name in names),
        tuple(names),
        tuple(HandOver(*pair, Handover.EXACT) for pair in pairwise(names)),
        tuple(lines),
        tuple(rolls),
        fairness(rolls),
        tuple(found),
        diagrams=tuple(
            Diagram(
                name,
                6,
                "Main Map",
                "Around the change",
                tuple(
                    ReportedSpot(chance.randint(0, 3000), chance.randint(0, 2000), None, ("Pz", "Inf"), "Blue") for _ in range(40)
                ),
            )
            for name in names
        ),
    )
