"""The page as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditReport
from adjudicator.report.html.about import about
from adjudicator.report.html.diagrams import Diagrams
from adjudicator.report.html.dice import dice
from adjudicator.report.html.director import asked, games
from adjudicator.report.html.filelist import file_list
from adjudicator.report.html.findings import findings
from adjudicator.report.html.handovers import hand_overs
from adjudicator.report.html.markup import Subject, text
from adjudicator.report.html.shell import anchor, asset, sections, whole_page
from adjudicator.report.html.summary import headline, summary
from adjudicator.report.html.timeline import timeline
from adjudicator.report.view import TimelineEntry, by_file, file_names, tally
from adjudicator.report.words import plural, tally_words


def render_html(report: AuditReport, checks: Mapping[str, CheckInfo]) -> str:
    """The whole page. Of what it holds only its own script and style are allowed to do anything."""
    subject = _subject(report, checks)
    diagrams = Diagrams(subject)
    steps, shown = timeline(subject)
    parts = {
        "Order of play" if len(report.games) == 1 else "Games": games(subject),
        "To ask about": asked(subject, shown),
        "Summary": summary(subject),
        "Findings": findings(subject, shown, diagrams),
        "Hand-over": hand_overs(subject),
        "Files": file_list(subject),
        "Dice": dice(subject, shown),
        "Timeline": steps,
        "Positions": diagrams.rest(),
        "About": about(subject),
    }
    links = "".join(
        f'<li><a href="#{anchor(title)}">{title}</a></li>' for title, body in parts.items() if body and title != "Summary"
    )
    return whole_page(
        title=f"{text(headline(report))}: {tally_words(tally(report.findings))}",
        header=f'<h1>{text(headline(report))}</h1>\n<nav aria-label="Parts of this page"><ul>{links}</ul></nav>\n',
        main=sections(parts),
        footer=f"Made by {text(report.tool)} from {plural(len(report.files), 'file')}.",
        style=asset("style.css"),
        script=asset("script.js"),
        skip='<a class="skip" href="#findings">Skip to the findings</a>\n',
    )


def _subject(report: AuditReport, checks: Mapping[str, CheckInfo]) -> Subject:
    views = by_file(report)
    at: defaultdict[tuple[str, int], list[TimelineEntry]] = defaultdict(list)
    for view in views:
        for entry in view.entries:
            if entry.finding.where.step is not None:
                at[view.name, entry.finding.where.step].append(entry)
    names = file_names(report)
    return Subject(
        report=report,
        checks=checks,
        files=views,
        known={file.name: file for file in report.files},
        told={file.name for file in report.files} | {step.file for step in report.steps},
        file_numbers={name: number for number, name in enumerate(names, 1)},
        check_numbers={
            check: number for number, check in enumerate(sorted({*checks, *(found.check for found in report.findings)}), 1)
        },
        at={key: tuple(found) for key, found in at.items()},
    )
