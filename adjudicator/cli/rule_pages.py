"""The lines in which `adjudicate rule` explains something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.games.lookup import Example, LookedUp, Pages, examples, examples_of_section
from adjudicator.games.sketch import sketch
from adjudicator.report.look import TextLook

_MOST = 12
_MENDED = {  # how `fix` puts right what was done illegally, by the verb of the action
    "move": "the unit goes back to where it stood; `adjudicate fix` does it if nothing later rests on the move",
    "advance": "the unit goes back to where it stood; `adjudicate fix` does it if nothing later rests on it",
    "retreat": "the unit goes to the only lawful hex, if there is one: `adjudicate fix --apply suggested`",
    "lose": "a step too many is given back, one too few is taken, if only one unit can: `adjudicate fix --apply suggested`",
    "supply": "the marker is put right: `adjudicate fix`",
    "mark": "the marker is put right: `adjudicate fix`",
    "place": "the unit is taken off again: `adjudicate fix --apply suggested`",
    "replace": "the step is taken off again: `adjudicate fix --apply suggested`",
}
_BY_HAND = "the players put it right: the program cannot know what would have happened instead"


def called(pages: Pages, asked: str, look: TextLook, *, inherited: bool = False) -> Iterator[list[str]]:
    """The rule, section or ruling of that name; `inherited`: also a rule or ruling that an edition leaves as it was."""
    name = asked.partition("=")[0].removeprefix("--ruling ").removeprefix(f"{pages.slug}/")
    own = list(_of_its_own(pages, name, look))
    yield from own
    if inherited and not own and pages.base is not None:
        for found in _of_its_own(pages.base, name, look, sections=False):
            yield [f"{pages.slug}/{name}: as in {_title(pages.base)}", *found]


def _of_its_own(pages: Pages, name: str, look: TextLook, *, sections: bool = True) -> Iterator[list[str]]:
    rules = [entry for entry in pages.rules if name in entry.ids]
    if rules:
        yield list(_rule(pages, rules, name, look))
    for entry in pages.sections if sections else ():
        if name in entry.ids or f'printed = "{name}"' in entry.text:
            yield list(_section(pages, entry, look))
    for entry in pages.defects:
        if name in entry.ids:
            yield list(_defect(pages, entry, look))


def _title(pages: Pages) -> str:
    return str(pages.about.get("title", pages.slug))


def _rule(pages: Pages, entries: list[LookedUp], name: str, look: TextLook) -> Iterator[str]:
    data = entries[0].data
    yield look.paint(f"{pages.slug}/{name}", "1") + f"  a rule of {_title(pages)}"
    said = str(data.get("title") or pages.said_by(str(data.get("use", ""))))
    yield from look.wrapped(said, "  ")
    for value in _values(data.get("with", {})):
        yield from look.wrapped(value, "    ")
    cites = list(dict.fromkeys(cite for entry in entries for cite in entry.data.get("cite", ())))
    if cites:
        yield "Why"
    for entry in pages.sections:
        if not cites or not set(entry.ids) & set(cites):
            continue
        yield from look.wrapped(
            f"{entry.ids[0]} {entry.data.get('title', '')}: {_one_line(entry.data.get('paraphrase', ''))}", "  ", "    "
        )
    rulings = sorted({defect for entry in entries for defect in entry.data.get("ruling", {})})
    for defect in rulings:
        yield f"  it rests on ruling {defect}: adjudicate rule {pages.slug}/{defect}"
    right, wrong = examples(pages, name)
    if wrong is None and cites:
        right, wrong = examples_of_section(pages, cites[0])
    yield from _example("Right", pages, right, look)
    yield from _example("Wrong", pages, wrong, look)
    verb = "" if wrong is None or not wrong.actions else _broken_by(wrong, name)
    yield from look.wrapped(f"To mend it: {_MENDED.get(verb, _BY_HAND)}", "", "  ")


def _broken_by(example: Example, rule: str) -> str:
    action = next((each for each in example.actions if rule in str(each.get("expect", ""))), example.actions[-1])
    return next(iter(action), "")


def _values(given: Mapping[str, Any]) -> Iterator[str]:
    for name, value in given.items():
        told = ", ".join(map(str, value)) if isinstance(value, list) else value
        if not isinstance(told, dict):
            yield f"{name.replace('_', ' ')}: {told}"


def _example(word: str, pages: Pages, example: Example | None, look: TextLook) -> Iterator[str]:
    if example is None:
        return
    yield from look.wrapped(f"{word}: {example.name}", "", "  ")
    yield from (f"    {line}" for line in sketch(pages, example, look.width - 4))
    for action in example.actions:
        yield from look.wrapped(_action(pages, action), "    ", "      ")


def _action(pages: Pages, action: Mapping[str, Any]) -> str:
    """`move 43G path 0101-0102: illegal`, in the words of cases."""
    expect = action.get("expect", "legal")
    first = expect[0] if isinstance(expect, list) else str(expect)
    told = [f"{key} {_named(pages, value)}" for key, value in action.items() if key not in ("expect", "rows", "says", "rests_on")]
    return f"{', '.join(told)}: {first.split()[0] if first else 'legal'}"


def _named(pages: Pages, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_named(pages, each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{_named(pages, key)}: {_named(pages, each)}" for key, each in value.items())
    return pages.unit_names.get(str(value), str(value))


def _section(pages: Pages, entry: LookedUp, look: TextLook) -> Iterator[str]:
    data = entry.data
    yield look.paint(f"{entry.ids[0]}  {data.get('title', '')}", "1") + f" ({data.get('disposition', '')}), {_title(pages)}"
    yield from look.wrapped(_one_line(data.get("paraphrase", "")), "  ")
    for need in data.get("needs", ()):
        yield from look.wrapped(f"Needs {need}", "  ")
    ids = pages.citing(entry.ids[0])
    if ids:
        yield from look.wrapped(
            f"Enforced by {', '.join(ids[:_MOST])}{f' and {len(ids) - _MOST} more' if len(ids) > _MOST else ''}", "  "
        )
        right, wrong = examples_of_section(pages, entry.ids[0])
        yield from _example("Right", pages, right, look)
        yield from _example("Wrong", pages, wrong, look)
        yield f"More: adjudicate rule {pages.slug}/{ids[0]}"
    for defect in pages.defects:
        if f'"{entry.ids[0]}"' in defect.text:
            yield from look.wrapped(
                f"Ruling {defect.ids[0]}: {defect.data.get('title', '')} (adjudicate rule {pages.slug}/{defect.ids[0]})", "", "  "
            )


def _defect(pages: Pages, entry: LookedUp, look: TextLook) -> Iterator[str]:
    data, id_ = entry.data, entry.ids[0]
    yield look.paint(f"{id_}  {data.get('title', '')}", "1") + f" ({', '.join(data.get('sections', ()))}), {_title(pages)}"
    yield from look.wrapped(_one_line(data.get("problem", "")), "  ")
    for reading in data.get("reading", ()):
        text = _one_line(reading.get("text", ""))
        if reading.get("key") == data.get("ruling"):
            yield from look.wrapped(f"Taken: {text}", "  ", "    ")
            yield from look.wrapped(f"Why: {_one_line(data.get('why', ''))}", "  ", "    ")
        elif reading.get("unbuilt"):
            yield from look.wrapped(f"Not offered: {text} {_one_line(reading['unbuilt'])}", "  ", "    ")
        else:
            yield from look.wrapped(f"Otherwise --ruling {pages.slug}/{id_}={reading.get('key')}: {text}", "  ", "    ")


def check(asked: str, look: TextLook) -> Iterator[list[str]]:
    """A check of audits."""
    from adjudicator.audit.catalogue import catalogue

    info = catalogue().get(asked)
    if info is None:
        return
    lines = [look.paint(info.id, "1") + f": {info.title} (at worst: {info.severity.value})"]
    for title, text in (
        ("What", info.what),
        ("Why", info.why),
        ("Example", info.example),
        ("How to read it", info.reading),
        ("To leave it out", info.silence),
    ):
        lines += look.wrapped(f"{title}: {text}", "", "  ")
    yield lines


def listing(pages: Pages) -> Iterator[str]:
    """Every section with what became of it and the rules that cite it, as `adjudicate rules` tells it of the loaded game."""
    about = pages.about
    named = ", ".join(part for part in (about.get("title"), about.get("publisher"), about.get("edition")) if part)
    yield f"{named} ({pages.slug})"
    yield ""
    width = max((len(each.ids[0]) for each in pages.sections), default=0) + 2
    for each in pages.sections:
        rules = pages.citing(each.ids[0])
        told = f"  [{', '.join(rules)}]" if rules else ""
        yield f"{each.ids[0]:{width}}{each.data.get('disposition', ''):12}{each.data.get('title', '')}{told}"


def speaking_of(pages: Pages, word: str, look: TextLook) -> Iterator[list[str]]:
    """Rules, sections and rulings in which a word stands, by their titles."""
    groups = (("rules", pages.rules), ("sections", pages.sections), ("rulings", pages.defects))
    lines: list[str] = []
    for title, entries in groups:
        found = sorted(
            (each for each in entries if each.ids and each.speaks_of(word)), key=lambda each: not _in_title(each, word)
        )
        if found:
            lines.append(f"  {title}:")
            brief = list({each.ids[:1]: _brief(pages, each) for each in reversed(found)}.values())[::-1]
            lines += [line for each in brief[:_MOST] for line in look.wrapped(each, "    ", "      ")]
            lines += [f"    and {len(brief) - _MOST} more"] if len(brief) > _MOST else []
    if lines:
        yield [
            look.paint(_title(pages), "1") + f", where it speaks of {word} (adjudicate rule {pages.slug}/ID for one of them)",
            *lines,
        ]


def _in_title(entry: LookedUp, word: str) -> bool:
    said = f"{' '.join(entry.ids)} {entry.data.get('title', '')}"
    return word.lower() in said.lower()


def _brief(pages: Pages, entry: LookedUp) -> str:
    cites = entry.data.get("cite", ()) if entry.kind == "rule" else ()
    titles = [pages.section_titles[each] for each in cites if each in pages.section_titles]
    said = entry.data.get("title") or "; ".join(titles[:2]) or pages.said_by(str(entry.data.get("use", "")))
    return "  ".join(filter(None, (*entry.ids[:1], str(said))))


def checks_speaking_of(word: str, look: TextLook) -> Iterator[list[str]]:
    from adjudicator.audit.catalogue import catalogue

    found = [info for info in catalogue().values() if word.lower() in f"{info.id} {info.title} {info.what}".lower()]
    if found:
        yield [look.paint("Checks of an audit", "1"), *(f"  {info.id:26}{info.title}" for info in found)]


def _one_line(text: Any) -> str:
    return " ".join(str(text).split())
