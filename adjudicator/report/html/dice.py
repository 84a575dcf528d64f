"""How the dice fell, and the register of all rolls."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from adjudicator.audit.model import DiceTotal, RollLine
from adjudicator.report.html.markup import Subject, apart, file_anchor, left_out, step_anchor, text, within
from adjudicator.report.words import plural

BUDGET = 2_000_000
MOST_PLOTS = 200
MOST_RESULTS = 60

WIDTH = 340
HEIGHT = 170
TOP = 22
BOTTOM = 24
LEFT = 4
RIGHT = 52
FEW_FACES = 12
"""Up to so many faces every bar has room for its number."""

EXPLANATION = (
    "<p>Bars show how often each face fell, the dashed line what fair dice give on average; a bar of fair dice "
    "ends inside the shaded band 19 times in 20. What counts are the rolls that stood: rolls undone and rolls typed by hand "
    "are left out. Each die counts as one roll.</p>\n"
)


def dice(subject: Subject, steps_shown: frozenset[tuple[str, int]]) -> str:
    """The whole part; nothing if nobody rolled."""
    report = subject.report
    if not report.rolls and not report.dice:
        return ""
    ordered = sorted(report.dice, key=lambda total: min(total.p_mean_adjusted, total.p_counts_adjusted))
    tested = [total for total in ordered if total.tests]
    plots = "".join(figure(total) for total in tested[:MOST_PLOTS])
    totals = f'{EXPLANATION}<div class="plots">\n{plots}</div>\n' if plots else ""
    return "".join(
        (
            totals,
            left_out(max(0, len(tested) - MOST_PLOTS), "totals"),
            _untested([total for total in ordered if not total.tests]),
            _register(subject, steps_shown),
        )
    )


def _untested(totals: list[DiceTotal]) -> str:
    """Dice too few to say anything about: named, not drawn, for a picture would suggest that it means something."""
    if not totals:
        return ""
    items = "".join(f"<li>{apart(total.sentence, 200)}</li>" for total in totals[:MOST_PLOTS])
    return (
        f"<details><summary>{plural(len(totals), 'kind')} of dice with too few rolls to tell anything</summary>"
        f"<ul>{items}</ul>{left_out(max(0, len(totals) - MOST_PLOTS), 'totals')}</details>\n"
    )


def figure(total: DiceTotal) -> str:
    title = f"{apart(total.player, 40)}, d{total.faces}"
    how = "" if total.counts_exact else "about "
    adjusted = min(total.p_mean_adjusted, total.p_counts_adjusted)
    facts = (
        ("Mean", f"{total.mean:.2f} (fair: {total.expected:g})"),
        ("Mean this far off", f"{_chance(total.p_mean)} of fair dice"),
        ("Spread this uneven", f"{how}{_chance(total.p_counts)} of fair dice"),
        (f"The rarer, among {plural(total.tests, 'test')}", _chance(adjusted)),
    )
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    said = apart(f"{total.sentence} {total.luck}".strip())
    return (
        f'<figure class="plot"><figcaption><h3>{title}</h3><p>{said}</p></figcaption>\n{_plot(total)}<dl>{rows}</dl></figure>\n'
    )


def _chance(chance: float) -> str:
    if chance >= 0.995:
        return "100 %"
    return "less than 0.01 %" if chance < 1e-4 else f"{100 * chance:.2g} %"


def _plot(total: DiceTotal) -> str:
    rolls = sum(total.counts)
    fair = rolls / total.faces
    spread = 1.96 * math.sqrt(fair * (1 - 1 / total.faces))
    highest = max(*total.counts, fair + spread, 1)
    tall = HEIGHT - TOP - BOTTOM
    slot = (WIDTH - LEFT - RIGHT) / len(total.counts)

    def up(count: float) -> float:
        return round(HEIGHT - BOTTOM - tall * max(0.0, count) / highest, 1)

    counts = ", ".join(f"{face}: {count:,}" for face, count in enumerate(total.counts, 1))
    return "".join(
        (
            f'<svg class="bars" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{text(total.player, 80)}, d{total.faces}: how often each face fell in {plural(rolls, 'roll')}</title>",
            f"<desc>{counts}. Fair dice: about {fair:.1f} each.</desc>\n",
            f'<rect class="band" x="{LEFT}" y="{up(fair + spread)}" width="{WIDTH - LEFT - RIGHT}" '
            f'height="{round(up(fair - spread) - up(fair + spread), 1)}"/>\n',
            *_bars(total, slot, [up(count) for count in total.counts]),
            f'<line class="fair" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(fair)}" y2="{up(fair)}"/>'
            f'<text class="fair" x="{WIDTH - RIGHT + 4}" y="{up(fair) + 4}">fair {_about(fair)}</text>\n',
            *_numbers(total, slot, [up(count) for count in total.counts]),
            "</svg>\n",
        )
    )


def _about(count: float) -> str:
    return f"{count:,.0f}" if count >= 100 else f"{count:.1f}" if count >= 10 else f"{count:.2f}"


def _bars(total: DiceTotal, slot: float, tops: list[float]) -> Iterator[str]:
    for place, (count, top) in enumerate(zip(total.counts, tops, strict=True)):
        x = round(LEFT + place * slot + slot * 0.12, 1)
        yield (
            f'<rect class="bar" x="{x}" y="{top}" width="{round(slot * 0.76, 1)}" '
            f'height="{round(HEIGHT - BOTTOM - top, 1)}"><title>{place + 1}: {count:,}</title></rect>'
        )


def _numbers(total: DiceTotal, slot: float, tops: list[float]) -> Iterator[str]:
    """What stands at the bars: the faces below, and above how often, where there is room."""
    last = len(tops) - 1
    every = 1 if last < FEW_FACES else math.ceil(last / 10)
    for place, (count, top) in enumerate(zip(total.counts, tops, strict=True)):
        middle = round(LEFT + (place + 0.5) * slot, 1)
        if last < FEW_FACES:
            yield f'<text x="{middle}" y="{round(top - 4, 1)}">{count:,}</text>'
        if place == last or (place % every == 0 and last - place >= every):
            yield f'<text class="face" x="{middle}" y="{HEIGHT - 7}">{place + 1}</text>\n'


def _register(subject: Subject, steps_shown: frozenset[tuple[str, int]]) -> str:
    rolls: defaultdict[str, list[RollLine]] = defaultdict(list)
    for roll in subject.report.rolls:
        rolls[roll.file].append(roll)
    for of_file in rolls.values():
        of_file.sort(key=lambda roll: roll.step)
    names = [view.name for view in subject.files if view.name in rolls]
    rows = (_row(subject, roll, steps_shown) for name in names for roll in rolls[name])
    kept, left = within(BUDGET, rows, len(subject.report.rolls))
    if not kept:
        return ""
    remaining = iter(kept)
    tables = [_table(name, rolls[name], remaining) for name in names]
    return f"<h3>Register of rolls</h3>\n{left_out(left, 'rolls')}{''.join(tables)}"


def _table(name: str, rolls: list[RollLine], rows: Iterator[str]) -> str:
    body = "".join(islice(rows, len(rolls)))
    if not body:
        return ""
    return (
        f'<details class="file"><summary><b>{apart(name, 200)}</b> <small>{plural(len(rolls), "roll")}</small></summary>\n'
        '<div class="scroll"><table class="cards dense"><thead><tr><th scope="col">Step</th><th scope="col">Player</th>'
        '<th scope="col">Dice</th><th scope="col">Result</th><th scope="col">For</th><th scope="col">Remarks</th></tr></thead>\n'
        f"<tbody>{body}</tbody></table></div></details>\n"
    )


def _row(subject: Subject, roll: RollLine, steps_shown: frozenset[tuple[str, int]]) -> str:
    step = f"{roll.step:,}"
    if (roll.file, roll.step) in steps_shown:
        step = f'<a href="#{step_anchor(subject, roll.file, roll.step)}">{step}</a>'
    elif roll.file in subject.told:
        step = f'<a href="#{file_anchor(subject, roll.file)}">{step}</a>'
    results = ", ".join(f"{result:,}" for result in roll.results[:MOST_RESULTS])
    if len(roll.results) > MOST_RESULTS:
        results += f" and {len(roll.results) - MOST_RESULTS:,} more"
    faces = f"d{roll.faces}" if roll.faces else ""
    die = apart(roll.die, 60) + (f" ({faces})" if faces and faces not in roll.die else "")
    odd = ' class="odd"' if roll.undone or roll.claimed or roll.repeats else ""
    return (
        f'<tr{odd}><th scope="row">{step}</th>'
        f'<td data-label="Player">{apart(roll.player, 60) if roll.player else "unknown"}</td>'
        f'<td data-label="Dice">{die}</td><td data-label="Result">{results}</td>'
        f'<td data-label="For">{apart(roll.purpose, 120) if roll.purpose else ""}</td>'
        f'<td data-label="Remarks">{", ".join(_remarks(roll))}</td></tr>\n'
    )


def _remarks(roll: RollLine) -> Iterator[str]:
    if roll.undone:
        yield "undone"
    if roll.repeats:
        file, step = roll.repeats
        where = f"step {step:,}" if file == roll.file else f"step {step:,} of {apart(file, 120)}"
        yield f"the same again as the undone roll in {where}"
    if roll.claimed:
        yield "typed by hand, not rolled by VASSAL"
