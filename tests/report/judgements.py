"""Judged files to format: rich in everything that a report may hold and in hostile words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.audit.model import AuditedFile
from adjudicator.finding import Finding, Otherwise, Problem, Row, RulingTold, Where
from adjudicator.picturing.model import Cell, Picture, PictureCounter, PictureLine, PictureTrack, Stop, Strike
from adjudicator.report.judged_runs import check_info
from adjudicator.report.judgement import FileJudgement, JudgedGame, Judgement, Section, Tally
from adjudicator.verdict import Severity, Verdict
from tests.report.sample import BREAKOUT, EVIL, HOSTILE, SCRIPT, TOOL, clean

GAME = JudgedGame(
    "a-game",
    f"A game {SCRIPT}",
    {"a-game/cost": check_info("a-game/cost", f"What a step costs {BREAKOUT}", ("6.1",), "Was the move legal?")},
    {"a-game/cost": f"What a step costs {BREAKOUT}"},
    {"6.1": Section("6.1", f"Steps {SCRIPT}", f"Each step costs points. {BREAKOUT}")},
)


def file(name: str, *, is_log: bool = True) -> AuditedFile:
    kind = "log" if is_log else "save"
    return AuditedFile(name, "0" * 64, kind, 9, 3, "3.7.9", "A module", "1", "2026-01-01T00:00:00", ())


def picture(title: str = SCRIPT, verdict: Verdict = Verdict.ILLEGAL, hexes: int = 3, words: Sequence[str] = HOSTILE) -> Picture:
    """A picture with something in every layer, and hostile words wherever a game or a player could put some."""
    where = [(60 + 87 * (number % 12), 60 + 100 * (number // 12) + 50 * (number % 12 % 2)) for number in range(hexes)]
    cells = tuple(
        Cell(
            f"{number:04}",
            at,
            None if number % 7 == 6 else ("clear", BREAKOUT, "town"),
            words[number % len(words)],
            ("sure", "perhaps", "")[number % 3],
            ("start", "goal", "target", "allowed", "blocking", "source", "about", "")[number % 8],
        )
        for number, at in enumerate(where)
    )
    counters = [
        PictureCounter(each.hex, words[place % len(words)], "6-4-5", place % 5, "acting", (words[-1],))
        for place, each in enumerate(cells)
    ]
    counters += [PictureCounter(cells[0].hex, word, "?-4", 1, "facing", (word,), reduced=True) for word in words]
    return Picture(
        title,
        verdict,
        (BREAKOUT,),
        cells,
        (SCRIPT, "Blue", "Green"),
        (PictureLine("river-major", where[0], where[1]), PictureLine(SCRIPT, where[0], where[2], where[1])),
        (PictureLine("rail", where[0], where[1]), PictureLine(BREAKOUT, where[1], where[2])),
        tuple(counters),
        (
            PictureTrack("move", tuple(where[:3]), tuple(Stop(at, BREAKOUT, "1", SCRIPT, over=True) for at in where[1:3])),
            PictureTrack("unclear", (where[0], where[2])),
        ),
        (Strike(where[0], where[1]),),
    )


RULINGS = (RulingTold("D1", f"Of which {SCRIPT}", "best", BREAKOUT, (Otherwise("--ruling a-game/D1=both", SCRIPT),)),)


def finding(name: str, step: int | None, verdict: Verdict = Verdict.ILLEGAL, **more: object) -> Finding:
    basic = Finding(
        "a-game/cost",
        f"5 Pz cannot do that at step {step} {SCRIPT}",
        Where(name, step),
        Severity.ERROR if verdict is Verdict.ILLEGAL else Severity.WARNING,
        verdict,
        pieces=("5 Pz", SCRIPT),
        cite=("6.1", BREAKOUT),
        rows=(Row("4", f"allowance {SCRIPT}", ("6.1",)), Row(BREAKOUT, "needed")),
        rulings=RULINGS,
        fix=f"put it back {BREAKOUT}",
    )
    return replace(basic, **more)  # type: ignore[arg-type]


def rich() -> Judgement:
    shared = picture()
    opened = finding(EVIL, 7, Verdict.UNDECIDED, needs=("terrain 0714", SCRIPT), fix=None)
    late = finding(EVIL, 9, root=False, also=(Where(EVIL, 3),), message="this only follows")
    evil = FileJudgement(
        file(EVIL),
        GAME,
        (late, finding(EVIL, 3), finding(EVIL, 3, message=f"the same action {SCRIPT}"), opened),
        (picture("of what follows"), shared, shared, picture("open", Verdict.UNDECIDED)),
        (Tally("move", "moves", 4, 2, 1), Tally("phase", "phases", 1)),
        (BREAKOUT,),
    )
    save = FileJudgement(file("save.vsav", is_log=False), GAME, (finding("save.vsav", None),), (None,))
    legal = FileJudgement(file("legal.vlog"), GAME, (), (), (Tally("move", "moves", 3),))
    audited = FileJudgement(clean().files[0], None, clean().findings)
    return Judgement(TOOL, (evil, save, legal, audited), (clean(),), (Problem(SCRIPT, BREAKOUT),), (BREAKOUT,))


def many(count: int, hexes: int = 80) -> Judgement:
    """A log with so many findings, each with a picture of its own."""
    findings = tuple(finding("long.vlog", step) for step in range(count))
    pictures = tuple(picture(f"step {step}", hexes=hexes, words=("5 Pz", "2 HG")) for step in range(count))
    return Judgement(TOOL, (FileJudgement(file("long.vlog"), GAME, findings, pictures, (Tally("move", "moves", 0, count),)),))
