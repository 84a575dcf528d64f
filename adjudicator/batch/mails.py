"""Saves and logs that are attached to messages. Nothing else of a message is looked at, and nothing of it is kept."""

from __future__ import annotations

import mailbox
import tempfile
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path

from vassal_bridge.archive import open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.limits import MB

from .carriers import ENDINGS, ZIP, ZIPS_INSIDE, Carried, CarrierError, file_name, out_of_zip, zips_in

MAIL_BYTES = 40 * MB  # one message; real turns are a tenth of that
_MOST_PARTS = 1_000


def out_of_mail(data: bytes) -> Iterator[Carried | CarrierError]:
    """The saves and logs that are attached to a message, also in zips. Nothing else of it is looked at, and nothing kept.

    An attachment that cannot be had is told, and stops none of the others.
    """
    if len(data) > MAIL_BYTES:
        raise CarrierError("the message is too large")
    try:
        yield from _attached(message_from_bytes(data))
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CarrierError("it is no message that can be read") from None  # the words of the error may hold any part of it


def out_of_box(path: Path) -> Iterator[Carried | CarrierError]:
    """The same of all messages of a box, each with its number. One that cannot be read is told, and stops none of the others."""
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.iterkeys(), start=1):
            with box.get_file(key) as stream:
                data = stream.read(MAIL_BYTES + 1)
            try:
                for each in out_of_mail(data):
                    if isinstance(each, CarrierError):
                        yield CarrierError(f"message {number}: {each}")
                    else:
                        yield Carried(f"{number}/{each.place}".rstrip("/"), each.name, each.data)
            except CarrierError as error:
                yield CarrierError(f"message {number}: {error}")
    except (OSError, mailbox.Error):
        raise CarrierError("it is no box of messages that can be read") from None
    finally:
        box.close()


def _attached(message: Message) -> Iterator[Carried | CarrierError]:
    for number, part in enumerate(message.walk()):
        if number >= _MOST_PARTS:
            raise CarrierError("the message has too many parts")
        name = _name_of(part)
        if part.is_multipart() or not name:
            continue
        ending = Path(name).suffix.lower()
        if ending not in ENDINGS and ending != ZIP:
            continue
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes):
            continue
        if ending == ZIP:
            try:
                yield from _zipped(str(number), name, data)
            except CarrierError as error:
                yield CarrierError(f"an attached zip: {error}")
        else:
            yield Carried(str(number), name, data)


def _zipped(place: str, name: str, data: bytes) -> Iterator[Carried | CarrierError]:
    """What lies in an attached zip; a save whose ending mail turned into that of a zip is itself what was sent."""
    with tempfile.TemporaryDirectory(prefix="adjudicate-") as folder:
        path = Path(folder) / "attached.zip"
        path.write_bytes(data)
        try:
            archive = open_archive(path)
        except BridgeError as error:
            raise CarrierError(error.problem) from None
        if archive.is_game:
            yield Carried(place, name, data)
        else:
            for each in out_of_zip(archive):
                yield Carried(f"{place}/{each.place}", each.name, each.data)
            if zips_in(archive):
                yield CarrierError(ZIPS_INSIDE)


def _name_of(part: Message) -> str:
    """As it was meant: mail spells letters beyond ASCII in a way of its own."""
    given = part.get_filename()
    if not given:
        return ""
    return file_name(str(make_header(decode_header(given))))
