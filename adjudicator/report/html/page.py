"""The page as a whole."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Mapping
from importlib.resources import files

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditReport
from adjudicator.report.html.about import about
from adjudicator.report.html.diagrams import Diagrams
from adjudicator.report.html.dice import dice
from adjudicator.report.html.filelist import file_list
from adjudicator.report.html.findings import findings
from adjudicator.report.html.handovers import hand_overs
from adjudicator.report.html.markup import Subject, text
from adjudicator.report.html.summary import headline, summary
from adjudicator.report.html.timeline import timeline
from adjudicator.report.view import Entry, by_file, file_names, tally
from adjudicator.report.words import plural, tally_words


def render_html(report: AuditReport, checks: Mapping[str, CheckInfo]) -> str:
    """The whole page. Of what it holds only its own script and style are allowed to do anything."""
    subject = _subject(report, checks)
    diagrams = Diagrams(subject)
    steps, shown = timeline(subject)
    style, script = _asset("style.css"), _asset("script.js")
    sections = {
        "Summary": summary(subject),
        "Findings": findings(subject, shown, diagrams),
        "Hand-over": hand_overs(subject),
        "Files": file_list(subject),
        "Dice": dice(subject, shown),
        "Timeline": steps,
        "Positions": diagrams.rest(),
        "About": about(subject),
    }
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    links = "".join(
        f'<li><a href="#{title.lower()}">{title}</a></li>' for title, body in sections.items() if body and title != "Summary"
    )
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n',
            f"<title>{text(headline(report))}: {tally_words(tally(report.findings))}</title>\n",
            f"<style>{style}</style>\n</head>\n<body>\n",
            '<a class="skip" href="#findings">Skip to the findings</a>\n',
            f"<header>\n<h1>{text(headline(report))}</h1>\n",
            f'<nav aria-label="Parts of this page"><ul>{links}</ul></nav>\n</header>\n<main>\n',
            *(
                f'<section id="{title.lower()}" aria-labelledby="{title.lower()}-title">\n'
                f'<h2 id="{title.lower()}-title">{title}</h2>\n{body}</section>\n'
                for title, body in sections.items()
                if body
            ),
            f"</main>\n<footer><p>Made by {text(report.tool)} from {plural(len(report.files), 'file')}.</p></footer>\n",
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def _subject(report: AuditReport, checks: Mapping[str, CheckInfo]) -> Subject:
    views = by_file(report)
    at: defaultdict[tuple[str, int], list[Entry]] = defaultdict(list)
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


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(content: str) -> str:
    """The hash by which the page's policy knows its own script and style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
