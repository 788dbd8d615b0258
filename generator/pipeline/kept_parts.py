"""Parts of a game that earlier runs of the program have made, in a file of the user's cache folder."""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from typing import Generic, TypeVar

from generator.cache import cache_folder, digest
from generator.files import write_file
from generator.problems import ProofdeckError

Part = TypeVar("Part")
SPARE = 300
"""Parts kept besides those of the last run: other editions of the game, and what a card was before."""
SIZE_OF_DIGEST = 32


class KeptParts(Generic[Part]):
    """Parts of one kind by their keys. made_with: what all of them depend on; if that changes, none is known."""

    def __init__(self, kind: str, game: str, made_with: str) -> None:
        self._path = cache_folder() / kind / f"{digest(game)}.{kind}"
        self._made_with = made_with
        self._known = self._read()
        self._used: dict[str, Part] = {}
        self._is_new = False

    def get(self, key: str) -> Part | None:
        return self._known.get(key)

    def keep(self, key: str, part: Part) -> None:
        """Keep a part that was used in this run."""
        self._used[key] = part
        self._is_new |= self._known.get(key) is not part

    def save(self) -> None:
        """Write the parts of this run and some others. Failing to write the cache is not an error."""
        if self._is_new:
            others = [(key, part) for key, part in self._known.items() if key not in self._used]
            packed = pickle.dumps((self._made_with, dict(others[-SPARE:]) | self._used), pickle.HIGHEST_PROTOCOL)
            with suppress(ProofdeckError):
                write_file(self._path, _hash(packed) + packed)

    def _read(self) -> dict[str, Part]:
        """What is in the file; nothing if it is damaged."""
        try:
            data = self._path.read_bytes()
        except OSError:
            return {}
        packed = data[SIZE_OF_DIGEST:]
        if _hash(packed) != data[:SIZE_OF_DIGEST]:
            return {}
        made_with, parts = pickle.loads(packed)  # noqa: S301 - whoever can write here can also change this program
        return parts if made_with == self._made_with else {}


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SIZE_OF_DIGEST).digest()
