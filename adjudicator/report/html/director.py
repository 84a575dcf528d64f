"""What a director reads first: what to ask whom, and each game's logs in the order of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit.model import AuditedFile, GameLine, Question
from adjudicator.finding import Where
from adjudicator.report.director import MOST_ASKED, asides, hangs_on
from adjudicator.report.html.findings import place
from adjudicator.report.html.markup import Subject, apart, badge, file_anchor
from adjudicator.report.words import plural

_MOST_FOLDED = 12
"""A longer list of logs is folded in a tournament of several games."""

_MOST_LINKS = 4


def asked(subject: Subject, shown: frozenset[tuple[str, int]]) -> str:
    """The few things to ask about, the gravest first; nothing if there are none."""
    questions = subject.report.questions
    if not questions:
        return ""
    items = "".join(_question(subject, question, shown) for question in questions[:MOST_ASKED])
    more = len(questions) - MOST_ASKED
    rest = f'<p>{plural(more, "lesser thing")} more among the <a href="#findings">findings</a>.</p>\n' if more > 0 else ""
    return f'<ol class="asked">{items}</ol>\n{rest}'


def _question(subject: Subject, question: Question, shown: frozenset[tuple[str, int]]) -> str:
    """With links to the steps it is about."""
    places = dict.fromkeys((file, step) for _, file, step in question.findings)
    links = ", ".join(place(subject, Where(file, step), shown) for file, step in list(places)[:_MOST_LINKS])
    return (
        f"<li>{badge(question.severity)} <b>Ask {apart(question.whom, 80)}:</b> {apart(question.text)} "
        f'<span class="also">See {links}</span></li>\n'
    )


def games(subject: Subject) -> str:
    """Each game with its logs; nothing for a single file."""
    report = subject.report
    if len(report.files) < 2:
        return ""
    table = _overview(report.games) if len(report.games) > 1 else ""
    return table + "".join(_game(subject, game) for game in report.games)


def _overview(all_games: tuple[GameLine, ...]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{apart(game.name, 120)}</th><td data-label="Module">{apart(game.module or "", 80)}</td>'
        f'<td data-label="Turns">{_turns(game)}</td><td data-label="State">{apart(game.state, 120)}</td></tr>\n'
        for game in all_games
    )
    head = "".join(f'<th scope="col">{title}</th>' for title in ("Game", "Module", "Turns", "State"))
    return f'<div class="scroll"><table class="cards"><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n'


def _turns(game: GameLine) -> str:
    return f"{apart(game.opening, 60)} to {apart(game.closing, 60)}" if game.opening and game.closing else ""


def _game(subject: Subject, game: GameLine) -> str:
    rows = list(_rows(subject, game))
    titles = [title for title in rows[0][1] if any(cells[title] for _, cells in rows)] if rows else []  # no empty columns
    head = "".join(f'<th scope="col">{title}</th>' for title in ("Log", *titles))
    body = "".join(f'<tr><th scope="row">{label}</th>{_cells(cells, titles)}</tr>\n' for label, cells in rows)
    opened = " open" if len(subject.report.games) == 1 or len(game.files) <= _MOST_FOLDED else ""
    return (
        f"<details{opened}><summary>{apart(game.name, 120)}: {apart(game.state, 120)}</summary>\n"
        f'<div class="scroll"><table class="cards"><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
        "</details>\n"
    )


def _cells(cells: Mapping[str, str], titles: Sequence[str]) -> str:
    return "".join(f'<td data-label="{title}">{cells[title]}</td>' for title in titles)


def _rows(subject: Subject, game: GameLine) -> Iterator[tuple[str, dict[str, str]]]:
    """Each file's name with its link, and what stands in the columns."""
    rolls = Counter(roll.file for roll in subject.report.rolls)
    links = {link.later: link for link in subject.report.hand_overs}
    same = asides(subject.report)
    previous = ""
    for name in game.files:
        file = subject.known.get(name)
        if file is None:
            continue
        follows = same.get(name) or hangs_on(name, previous, links, game).strip("[]")
        cells = {
            "Recorded by": apart(file.recorder or ("unknown" if file.kind == "log" else ""), 80),
            "Turns": _of_file(file),
            "Steps": f"{file.steps:,}" if file.kind == "log" else "a save",
            "Rolls": f"{rolls[name]:,}" if rolls[name] else "",
            "How it follows": apart(follows, 200) if follows else "",
        }
        label = apart(name, 200)
        linked = f'<a href="#{file_anchor(subject, name)}">{label}</a>' if name in subject.told else label
        yield linked, cells
        previous = name


def _of_file(file: AuditedFile) -> str:
    if not file.opening or not file.closing:
        return ""
    return apart(file.opening, 60) if file.opening == file.closing else f"{apart(file.opening, 60)} to {apart(file.closing, 60)}"
