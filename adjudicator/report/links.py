"""Hand-overs between files in words."""

from __future__ import annotations

from adjudicator.audit.model import HandOver, Handover

from .words import plural


def link_words(link: HandOver) -> str:
    """What kind of hand-over it is, in a few words."""
    differences = plural(link.differences, "difference") if link.differences else ""
    match link.link:
        case Handover.EXACT:
            return "exact"
        case Handover.IMPERFECT:
            return differences or "not exact"
        case Handover.CORRECTED:
            return f"corrected, {differences}"
        case Handover.GAP:
            return f"a log lacks, {differences}" if differences else "a log lacks"
        case Handover.FORK:
            return f"fork, {differences}" if differences else "fork"
        case Handover.RESTART:
            return "restart" if link.at_step is None else f"restart after step {link.at_step:,}"


def link_sentence(link: HandOver) -> str:
    """The hand-over as a sentence about the later file."""
    differences = f", but with {plural(link.differences, 'difference')}" if link.differences else ""
    match link.link:
        case Handover.EXACT:
            return "Starts exactly where the earlier one ended."
        case Handover.IMPERFECT:
            return f"Starts from where the earlier one ended{differences or ', but with differences that no player sees'}."
        case Handover.CORRECTED:
            return f"Starts from where the earlier one ended, with just what `adjudicate fix` puts right in it{differences[4:]}."
        case Handover.GAP:
            return f"A log seems to lack before it: much was played since the earlier one ended{differences}."
        case Handover.FORK:
            return f"Starts from where the earlier one ended{differences}, as other logs do: versions of the same turn."
        case Handover.RESTART:
            step = "in the middle of its steps" if link.at_step is None else f"in the middle: after its step {link.at_step:,}"
            return f"Starts not at the end of the earlier one but {step}."
