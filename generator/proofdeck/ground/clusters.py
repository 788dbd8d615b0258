"""Work handed to a cluster of machines by Dask, with the same results as work that is shared out here.

Each worker prepares once for the same work. Dask gives the pieces of a worker that has died to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from proofdeck.ground import __version__
from proofdeck.ground.problems import Problem, ProofdeckError

if TYPE_CHECKING:
    from distributed import Client

Tools = TypeVar("Tools")
Piece = TypeVar("Piece")
Done = TypeVar("Done")
PATIENCE = "10s"
"""How long a scheduler may take to answer."""
MOST_PREPARED = 8
"""What a worker keeps ready at once."""
INSTALL = "Run `pip install 'proofdeck[cluster]'`, here and on each machine."


def handed_out(
    pieces: Iterable[Piece],
    work: Callable[[Tools, Piece], Done],
    prepare: Callable[..., Tools],
    given: tuple[object, ...],
    address: str,
) -> Iterator[Done]:
    """Yield work(prepare(*given), piece) for each piece, in order.

    address: of the scheduler, such as `tcp://10.0.0.5:8786`. `given` must be hashable, and everything picklable. Raises
    ProofdeckError if no scheduler answers there, or its workers cannot do the work.
    """
    with _client(address) as client:
        _check_workers(client, address)
        futures = [client.submit(_work, work, prepare, given, piece, pure=False) for piece in pieces]
        try:
            for future in futures:
                yield future.result()
        finally:
            client.cancel(futures)


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise _refused("Dask is not installed", INSTALL) from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):
        hint = "Start one with `dask scheduler`, which prints its address, and workers with `dask worker ADDRESS`."
        raise _refused(f"no scheduler answers at '{address}'", hint) from None


def _check_workers(client: Client, address: str) -> None:
    """All must run this version of Proofdeck."""
    found = client.run(_version, on_error="return")
    if not found:
        raise _refused(f"the scheduler at '{address}' has no workers", f"Start some with `dask worker {address}`.")
    for worker, version in sorted(found.items()):
        if version != __version__:
            there = "has no Proofdeck" if isinstance(version, Exception) else f"has Proofdeck {version}"
            raise _refused(f"the worker {worker} {there}, and this is Proofdeck {__version__}", INSTALL)


def _version() -> str:
    return __version__


def _work(
    work: Callable[[object, object], object], prepare: Callable[..., object], given: tuple[object, ...], piece: object
) -> object:
    return work(_prepared(prepare, given), piece)


@lru_cache(maxsize=MOST_PREPARED)
def _prepared(prepare: Callable[..., object], given: tuple[object, ...]) -> object:
    return prepare(*given)


def _refused(message: str, hint: str) -> ProofdeckError:
    return ProofdeckError(Problem("E808", message, field="cluster", hint=hint))
