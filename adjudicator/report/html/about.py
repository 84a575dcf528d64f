"""What the page rests on: what was checked, what was assumed, which files exactly."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.report.html.markup import SEVERITY_TITLES, Subject, apart, text


def about(subject: Subject) -> str:
    """The whole part; nothing if there is nothing to say."""
    return "".join((*_assumptions(subject), *_checks(subject), *_fingerprints(subject)))


def _assumptions(subject: Subject) -> Iterator[str]:
    if subject.report.assumptions:
        items = "".join(f"<li>{apart(assumption)}</li>" for assumption in subject.report.assumptions)
        yield f"<h3>What was assumed</h3>\n<ul>{items}</ul>\n"


def _checks(subject: Subject) -> Iterator[str]:
    """Those that found something are explained; the others are named, since finding nothing is a result too."""
    found = {finding.check for finding in subject.report.findings}
    if not subject.checks:
        return
    yield "<h3>What was checked</h3>\n"
    for check, info in subject.checks.items():
        parts = {
            "What it looks at": info.what,
            "Why": info.why,
            "Example": info.example,
            "How to read it": info.reading,
            "How to do without it": info.silence,
        }
        body = "".join(f"<dt>{title}</dt><dd>{text(words, 2_000)}</dd>" for title, words in parts.items() if words)
        state = "" if check in found else " <small>found nothing</small>"
        yield (
            f'<details id="check-{subject.check_numbers[check]}"><summary><code>{text(check, 80)}</code> {text(info.title)}'
            f"{state}</summary><dl><dt>Mostly gives</dt><dd>{SEVERITY_TITLES[info.severity]}</dd>{body}</dl></details>\n"
        )


def _fingerprints(subject: Subject) -> Iterator[str]:
    if not subject.report.files:
        return
    rows = "".join(
        f'<tr><th scope="row">{apart(file.name, 200)}</th>'
        f'<td data-label="SHA-256"><code>{text(file.sha256, 64)}</code></td></tr>\n'
        for file in subject.report.files
    )
    yield (
        "<details><summary>Fingerprints of the files (SHA-256)</summary>\n"
        f'<div class="scroll"><table class="cards hashes"><tbody>{rows}</tbody></table></div></details>\n'
    )
