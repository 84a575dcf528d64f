"""How much a file may ask of us. Attachments come from strangers; real files stay far below every number here."""

from __future__ import annotations

from dataclasses import dataclass

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """One set of limits. The comments give the largest value seen in a real file."""

    file_bytes: int = 1024 * MB
    entries: int = 10_000
    member_bytes: int = 64 * MB  # one entry of a save or log; seen: 28 MB
    module_member_bytes: int = 256 * MB  # one entry of a module
    module_bytes: int = 1024 * MB  # all entries of a module together
    ratio: int = 200  # inflated to deflated; seen: 47
    ratio_floor_bytes: int = 1 * MB  # below this size a high ratio harms nobody
    text_bytes: int = 64 * MB  # a text in memory, where a rare character makes all take four bytes; seen: 14 MB
    command_characters: int = 4 * MB  # in one command; seen: 0.3 million
    commands: int = 1_000_000  # seen: 45,024
    steps: int = 25_000  # of a log; seen: 1,300
    logged: int = 60_000  # commands in the steps of a log; seen: 2,236
    pieces: int = 80_000  # on the table, empty stacks among them; seen: 42,308
    fields: int = 250_000  # in one sequence; seen: a few thousand
    nesting: int = 512  # traits in a piece, commands in commands; seen: 353
    xml_bytes: int = 64 * MB
    xml_marks: int = 1_000_000  # tags and attributes; seen: 43,000
    image_pixels: int = 200_000_000


DEFAULT_LIMITS = Limits()
