"""Cards kept elsewhere, downloaded every half minute while the page is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Self

from generator.problems import ProofdeckError
from generator.project.pulling import pull

EVERY = 30.0
"""Seconds between two requests to an address."""


class Following:
    """Pulls until closed. tell: is told what came or went wrong, once for each change."""

    def __init__(self, root: Path, now: Callable[[], str], tell: Callable[[str], None], every: float = EVERY) -> None:
        self._root, self._now, self._tell, self._every = root, now, tell, every
        self._ended = Event()
        self._said = ""
        self._thread = Thread(target=self._follow, name="following", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _follow(self) -> None:
        while not self._ended.is_set():
            self._look()
            self._ended.wait(self._every)

    def _look(self) -> None:
        try:
            done = pull(self._root, "", self._now())
        except ProofdeckError as error:
            words = str(error)
        else:
            aside = f"; your own changes are kept as {done.aside}" if done.aside else ""
            words = f"{done.pulled.at}: new cards{aside}" if done.changed else self._said
        if words != self._said:
            self._said = words
            self._tell(words)
