"""One step as a page: what was played, its picture, and every rule that was asked about it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.report.html.hexkinds import definitions, key
from adjudicator.report.html.hexpicture import draw
from adjudicator.report.html.markup import apart, text
from adjudicator.report.html.shell import asset, sections, whole_page
from adjudicator.report.html.verdicts import WORDS, cited_sections, needed, resting, sections_cited, table
from adjudicator.report.judgement import ActionExplained, JudgedGame, RuleSaid, StepExplained
from adjudicator.verdict import Verdict


def render_step(step: StepExplained) -> str:
    """The whole page."""
    pictures = [action.picture for action in step.actions if action.picture is not None]
    title = step.file if step.step is None else f"{step.file}, step {step.step:,}"
    cited = [section for action in step.actions for said in action.rules for section in _sections_of(said)]
    actions = "".join(_action(action, step.game, number) for number, action in enumerate(step.actions, 1))
    rest = {"Key to the pictures": key(pictures), "Rules cited": cited_sections([step.game], {step.game.slug: cited})}
    return whole_page(
        title=text(title, 200),
        header=(
            f'{definitions()}<p class="kind">{text(step.kind)}</p>\n<h1>{apart(title, 200)}</h1>\n'
            f'<p class="game">{apart(step.game.title, 300)}</p>\n'
        ),
        main=actions + sections(rest),
        footer=f"Made by {text(step.tool)}.",
        style=asset("style.css") + asset("judged.css"),
    )


def _sections_of(said: RuleSaid) -> Iterator[str]:
    yield from said.cite
    for row in said.rows:
        yield from row.cite


def _action(action: ActionExplained, game: JudgedGame, number: int) -> str:
    """What is not in order stands first."""
    ordered = sorted(action.rules, key=lambda said: said.verdict is Verdict.LEGAL)
    picture = "" if action.picture is None else draw(action.picture, number)
    return "".join(
        (
            f'<section class="file" id="action-{number}">\n<div class="banner {action.verdict.value}">\n'
            f'<p class="verdict">{text(action.headline or WORDS[action.verdict])}</p>\n<h2>{apart(action.said)}</h2>\n</div>\n',
            f'<div class="pair">\n{picture if action.headline else ""}<ol class="verdicts words">\n',
            *(_rule(said, game) for said in ordered),
            f"</ol>\n{'' if action.headline else picture}</div>\n</section>\n",
        )
    )


def _rule(said: RuleSaid, game: JudgedGame) -> str:
    title = game.rules.get(f"{game.slug}/{said.rule}", "")
    if not said.rule:  # the answer to a question: its headline stands above
        notes = f"<p>{apart(said.message)}</p>\n" if said.message else ""
        return f'<li class="verdict-card {said.verdict.value}">\n{notes}{table(said.rows)}</li>\n' if notes or said.rows else ""
    message = f"<p><b>{apart(said.message)}</b></p>\n" if said.message and said.verdict is not Verdict.LEGAL else ""
    return (
        f'<li class="verdict-card {said.verdict.value}">\n<p class="meta"><span class="badge">{WORDS[said.verdict]}</span> '
        f"<code>{text(said.rule, 80)}</code>{sections_cited(said.cite, game)}</p>\n"
        f"{message}{f'<p>{apart(title, 200)}</p>' if title else ''}\n{table(said.rows)}{needed(said.needs)}"
        f"{resting(said.rulings)}</li>\n"
    )
