"""The report of judged files as one page: what a player wants to know in ten seconds, then each finding with its proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.finding import Finding
from adjudicator.report.html.actions import actions
from adjudicator.report.html.banner import BannerPart, banner, found, part_of, shade, verdict
from adjudicator.report.html.hexkinds import definitions, key
from adjudicator.report.html.markup import apart, left_out, text, within
from adjudicator.report.html.shell import asset, sections, whole_page
from adjudicator.report.html.verdicts import Gallery, anchor_of, card, cited_sections
from adjudicator.report.judgement import Judgement
from adjudicator.report.words import listed, plural
from adjudicator.verdict import Verdict

CARDS = 2_750_000
"""Bytes of findings on a page, pictures and all."""

_RANK = (Verdict.LEGAL, None, Verdict.UNDECIDED, Verdict.ILLEGAL)


def render_judgement(judgement: Judgement) -> str:
    """The whole page."""
    gallery = Gallery()
    parts = [part_of(number, file) for number, file in enumerate(judgement.files, 1)]
    alone = len(parts) == 1
    told = "".join(_files(parts, gallery))
    title = judgement.files[0].file.name if alone else f"{plural(len(parts), 'file')} judged"
    main = (
        _problems(judgement),
        "" if alone else sections({"Files": _index(parts)}),
        told,
        sections(
            {
                "Key to the pictures": key(gallery.drawn),
                "Rules cited": _rulebook(judgement),
                "About": _about(judgement),
            }
        ),
    )
    return whole_page(
        title=f"{text(title, 200)}: {_headline(parts)}",
        header=f'{definitions()}<p class="kind">Judged by the rules</p>\n<h1>{apart(title, 200)}</h1>\n{_games(judgement)}',
        main="".join(main),
        footer=f"Made by {text(judgement.tool)}.",
        style=asset("style.css") + asset("judged.css"),
    )


def _games(judgement: Judgement) -> str:
    titles = list(dict.fromkeys(file.game.title for file in judgement.files if file.game is not None))
    return f'<p class="game">{apart(listed(titles), 300)}</p>\n' if titles else ""


def _headline(parts: Sequence[BannerPart]) -> str:
    """Of the worst file, and never a word of legality about what was not judged."""
    worst = max((part.about.verdict for part in parts), key=_RANK.index, default=None)
    return "not judged" if worst is None else worst.value


def _problems(judgement: Judgement) -> str:
    if not judgement.problems:
        return ""
    items = "".join(f"<li>{apart(problem.file)}: {apart(problem.message)}</li>" for problem in judgement.problems)
    return f'<div class="problems"><h2>{plural(len(judgement.problems), "file")} could not be judged</h2><ul>{items}</ul></div>\n'


def _index(parts: Sequence[BannerPart]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><a href="#file-{part.number}">{apart(part.about.file.name, 200)}</a></th>'
        f'<td data-label="Verdict"><span class="badge {shade(part)}">{text(verdict(part))}</span></td>'
        f'<td data-label="Found">{text(found(part))}</td></tr>\n'
        for part in parts
    )
    return (
        '<div class="scroll"><table class="cards"><thead><tr><th scope="col">File</th><th scope="col">Verdict</th>'
        f'<th scope="col">Found</th></tr></thead>\n<tbody>{rows}</tbody></table></div>\n'
    )


def _files(parts: Sequence[BannerPart], gallery: Gallery) -> Iterator[str]:
    """Each file gets an equal share of the room that those before it left."""
    room, waiting = CARDS, sum(bool(part.order) for part in parts)
    for part in parts:
        cards, left = within(room // max(1, waiting), (_card(part, index, gallery) for index in part.order), len(part.order))
        room -= sum(len(each.encode()) for each in cards)
        waiting -= bool(part.order)
        yield _file(part, dict(zip(part.order, cards, strict=False)), left, alone=len(parts) == 1)


def _file(part: BannerPart, shown: Mapping[int, str], left: int, *, alone: bool) -> str:
    clean = "" if alone or part.order or part.about.not_judged is not None else " clean"
    heading = "Summary" if alone else apart(part.about.file.name, 200)
    groups = {
        "What is wrong": part.wrong,
        "What is undecided" if part.about.game is not None else "What should be looked at": part.open,
        "What only follows from an illegal action before it": part.following,
    }
    return "".join(
        (
            f'<section class="file{clean}" id="file-{part.number}">\n<h2>{heading}</h2>\n',
            banner(part, set(shown)),
            *(_group(title, [shown[index] for index in indices if index in shown]) for title, indices in groups.items()),
            left_out(left, "findings"),
            actions(part.about.actions),
            "</section>\n",
        )
    )


def _group(title: str, cards: Sequence[str]) -> str:
    return f'<h3 class="group">{title}</h3>\n<ol class="verdicts">\n{"".join(cards)}</ol>\n' if cards else ""


def _card(part: BannerPart, index: int, gallery: Gallery) -> str:
    file, finding = part.about, part.finding(index)
    picture = gallery.beside(file.pictures[index]) if index < len(file.pictures) else ""
    return card(finding, anchor_of(part.number, index), file.game, picture, _cause(part, finding))


def _cause(part: BannerPart, finding: Finding) -> str | None:
    """The anchor of the finding that this one follows from."""
    if finding.root or not finding.also:
        return None
    step = finding.also[0].step
    found = next((index for index in part.wrong if part.finding(index).where.step == step), None)
    return None if found is None else anchor_of(part.number, found)


def _rulebook(judgement: Judgement) -> str:
    games = {file.game.slug: file.game for file in judgement.files if file.game is not None}
    cited: defaultdict[str, list[str]] = defaultdict(list)
    for file in judgement.files:
        if file.game is not None:
            for finding in file.findings:
                cited[file.game.slug] += [*finding.cite, *(each for row in finding.rows for each in row.cite)]
    return cited_sections(games.values(), cited)


def _about(judgement: Judgement) -> str:
    return "".join((*_told_notes(judgement), *_fingerprints(judgement)))


def _told_notes(judgement: Judgement) -> Iterator[str]:
    yield (
        "<p>Illegal rests on facts that are all known. Undecided means that a fact is wanting, and it is named: "
        "nobody is accused on a guess.</p>\n"
    )
    yield from (f'<p class="note">Note: {apart(note)}</p>\n' for note in judgement.notes)


def _fingerprints(judgement: Judgement) -> Iterator[str]:
    rows = "".join(
        f'<tr><th scope="row">{apart(file.file.name, 200)}</th><td data-label="SHA-256">'
        f"<code>{text(file.file.sha256, 64)}</code></td></tr>\n"
        for file in judgement.files
    )
    if rows:
        yield f'<div class="scroll"><table class="cards hashes"><tbody>{rows}</tbody></table></div>\n'
