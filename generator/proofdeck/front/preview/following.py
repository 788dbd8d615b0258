"""Cards kept elsewhere, downloaded every half minute while the page is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from proofdeck.ground.problems import ProofdeckError
from proofdeck.source.project.pulling import pull

EVERY = 30.0
"""Seconds between two requests to an address."""


@contextmanager
def following(root: Path, now: Callable[[], str], tell: Callable[[str], None], every: float = EVERY) -> Iterator[None]:
    """Pull until the block ends. tell: is told what came or went wrong, once for each change."""
    ended = Event()

    def follow() -> None:
        said = ""
        while not ended.is_set():
            words = _pulled(root, now())
            if words not in {"", said}:
                said = words
                tell(words)
            ended.wait(every)

    Thread(target=follow, name="following", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _pulled(root: Path, now: str) -> str:
    """What came or went wrong in one pull; "" if nothing is new."""
    try:
        done = pull(root, "", now)
    except ProofdeckError as error:
        return str(error)
    aside = f"; your own changes are kept as {done.aside}" if done.aside else ""
    return f"{done.pulled.at}: new cards{aside}" if done.changed else ""
