"""Chance as data: a seed and the number of a shuffle determine the order of cards.

A state contains no random number generator. The first shuffle of a game has number 0, the next one 1 and so on, so a
transcript replays with any version of Python, and a stored game is just its seed and its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import unpack


def shuffled(cards: Sequence[int], seed: int, number: int) -> list[int]:
    """The cards ordered by keys from SHAKE-128 of (seed, number); each order is equally likely."""
    count = len(cards)
    keys = unpack(f"<{count}Q", shake_128(b"%d/%d" % (seed, number)).digest(8 * count))
    return [cards[place] for place in sorted(range(count), key=keys.__getitem__)]


def derived(seed: int, *parts: object) -> int:
    """A new seed for a part of a larger thing, such as one game of many."""
    words = "/".join(str(part) for part in (seed, *parts))
    return int.from_bytes(shake_128(words.encode()).digest(7), "little")
