"""The same units of work on many machines: a Dask cluster (`pip install pbem-adjudicator[cluster]`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from adjudicator.report.record import Record

from .pool import BatchError
from .remote import Answered, Order, judge_there
from .row import WorkRow
from .run import AnyItem, GameItem, Item
from .unit import FileLimits, Part, Reply, Task, encoded

T = TypeVar("T", Task, Part)

_EACH = 4  # units for each thread of a worker that are on their way at once
_FEWEST = 16
_PATIENCE = 30  # seconds to find the scheduler


class Cluster:
    """Judges rows of units by the workers of a scheduler. Who does not have the same program, games and modules is refused.

    Encryption is Dask's own affair: with an address that begins with `tls://` its configuration says which certificates.
    """

    alike = False

    def __init__(
        self, address: str, choices: Mapping[str, Any], limits: FileLimits | None = None, *, shared: bool = False
    ) -> None:
        self._address, self._choices, self._limits = address, dict(choices), limits or FileLimits()
        self._shared = shared  # the workers see the files under the same paths; else they are sent
        self._client: Any = None

    def kept_open(self, units: Iterable[AnyItem], arrived: Callable[[AnyItem, Reply], None]) -> Iterator[tuple[AnyItem, Reply]]:
        """As a pool of this machine does it."""
        client = self._client or self._connected()
        from distributed import as_completed  # after it was said what lacks where it lacks

        ahead = max(_FEWEST, _EACH * sum(client.nthreads().values()))
        row, coming = WorkRow(units, ahead), as_completed(loop=client.loop)
        numbers: dict[str, int] = {}
        while not row.over:
            yield from row.ready()
            number = row.next() if len(numbers) < ahead else None
            if number is not None and row.unit(number).hangs is None:
                row.settle(number, Reply(encoded(Record(row.unit(number).task().name, "unread", problem="cannot be read")), {}))
            elif number is not None:
                future = client.submit(judge_there, self._order(row.unit(number)), pure=False)
                numbers[future.key] = number
                coming.add(future)
            elif numbers and not row.has_ready:
                future = next(coming)
                finished = row.settle(numbers.pop(future.key), _reply(future))
                if finished is not None:
                    arrived(*finished)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise BatchError("--cluster needs Dask: pip install 'pbem-adjudicator[cluster]'") from None
        try:
            self._client = Client(self._address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BatchError(f"no scheduler answers at {self._address}: {error}") from None
        return self._client

    def _order(self, item: Item | GameItem) -> bytes:
        task, hangs = item.task(), item.hangs
        if not self._shared:
            task = structs.replace(_sent(task), parts=tuple(map(_sent, task.parts)))
        if hangs is None:
            raise ValueError("a file that cannot be read is sent to nobody")
        wanted = (hangs.program, hangs.choices, hangs.modules)
        return msgspec.msgpack.encode(Order(self._choices, self._limits.seconds, self._limits.megabytes, task, *wanted))


def _sent(each: T) -> T:
    """With its bytes, in place of where it lies."""
    return each if each.path is None else structs.replace(each, path=None, data=_contents(Path(each.path)))


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # the worker finds that this is not what was to be judged, and says so


def _reply(future: Any) -> Reply | None:
    """None: its workers died."""
    if future.status != "finished":
        return None
    answer = msgspec.msgpack.decode(future.result(), type=Answered)
    if answer.reply is None:
        raise BatchError(answer.refused)
    return answer.reply
