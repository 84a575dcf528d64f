"""A player's id is that player's password: no way of printing it may show it."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from vassal_bridge.commands import parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.secret import Secret
from vassal_bridge.tree import Entry, Leaf, split_entries

PASSWORD = "tell-nobody"
OLD_TEMPLATE = "{0} {0!r}"
OLDER_TEMPLATE = "%s %r"


@dataclass(frozen=True)
class _Holder:
    secret: Secret


def test_no_way_of_printing_shows_it() -> None:
    secret = Secret(PASSWORD)
    shown = [
        str(secret),
        repr(secret),
        f"{secret}",
        f"{secret!r}",
        f"{secret:>40}",
        OLD_TEMPLATE.format(secret),
        OLDER_TEMPLATE % (secret, secret),
        repr([secret]),
        repr({secret: secret}),
        repr(_Holder(secret)),
        str(ValueError(secret)),
    ]
    assert not [text for text in shown if PASSWORD in text]
    with pytest.raises(TypeError):
        json.dumps(secret)


def test_it_compares_by_what_it_hides() -> None:
    assert Secret(PASSWORD) == Secret(PASSWORD)
    assert Secret(PASSWORD) != Secret("other")
    assert Secret(PASSWORD) != PASSWORD
    assert len({Secret(PASSWORD), Secret(PASSWORD), Secret("other")}) == 2
    assert Secret(PASSWORD).reveal() == PASSWORD
    assert Secret(PASSWORD)
    assert not Secret("")


SPOKEN = [
    f"PLAYER\t{PASSWORD}\tAnna\tBlue",
    f"PYREMOVE\t{PASSWORD}",
    f"M/1/Main Map/1/2/null/Main Map/3/4/null/{PASSWORD}",
    f"PNOTE\t{PASSWORD}\tmy plan",
    f"SNOTE\tname\t{PASSWORD}\ttrue\ttext",
    f"UNMASK\t{PASSWORD}\tother",
    f"SEMAIL\t{PASSWORD}@example.org",
    f"PLAY\twake\t{PASSWORD}",
    f"PRIV_CHAT/{PASSWORD}/hello",
    f"INVITE\tAnna\t{PASSWORD}\tRoom",
    f"SYNC{PASSWORD}",
    f"LOCKSPOTAB\ttab\tAnna\t{PASSWORD}\t2024",
    f"+/1/hide;73,130;\tpiece;;;;x/{PASSWORD}\tnull;0;0",
    f"D/1/{PASSWORD}\\\t0/null\\\t0",
    f"EVIL/{PASSWORD}",
    f"Events|{PASSWORD}",
    f"CHECK\t1.0\tPLAYER\\\t{PASSWORD}\\\tAnna\\\tBlue",
]


@pytest.mark.parametrize("text", [*SPOKEN, *("LOG\t" + text for text in SPOKEN)])
def test_no_command_shows_a_password(text: str) -> None:
    command = parse_command(text)
    assert PASSWORD in command.encoded()
    assert PASSWORD not in repr(command)
    assert PASSWORD not in str(command)


@pytest.mark.parametrize("text", SPOKEN)
def test_neither_leaf_nor_entry_shows_a_password(text: str) -> None:
    for entry in (Entry.single(text), *split_entries(f"begin_save\x1b{text}\x1ba\\\x1b{text}")):
        assert PASSWORD not in repr(entry)
        assert not [leaf for leaf in entry.leaves() if PASSWORD in repr(leaf)]
    assert PASSWORD not in repr(Leaf(text, 0))


@pytest.mark.parametrize(
    "text",
    [
        f"M/1/map/{PASSWORD}/0/null/map/0/0/null/{PASSWORD}",
        f"M/1/map/{PASSWORD}",
        f"PLAYER\t{PASSWORD}\tAnna",
        f"+/{PASSWORD}/x",
        f"D/{PASSWORD}",
    ],
)
def test_no_error_quotes_a_password(text: str) -> None:
    with pytest.raises(BridgeError) as caught:
        parse_command(text)
    assert PASSWORD not in str(caught.value)
    assert PASSWORD not in repr(caught.value)
