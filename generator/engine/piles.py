"""Chance is data: every order of cards follows from a seed and the number of the shuffle.

No generator of random numbers lives in a state. The first shuffle of a game has number 0, a reshuffle the next one, so
a transcript replays with any version of Python, and a game that is stored is its seed and its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack


def shuffled(cards: Sequence[int], seed: int, number: int) -> list[int]:
    """The cards in the order of the keys that SHAKE-128 gives to (seed, number): each order is equally likely."""
    from hashlib import shake_128

    count = len(cards)
    keys = unpack(f"<{count}Q", shake_128(b"%d/%d" % (seed, number)).digest(8 * count))
    return [cards[place] for place in sorted(range(count), key=keys.__getitem__)]


def derived(seed: int, *parts: object) -> int:
    """A new seed for a part of a larger thing, such as one game of many."""
    from hashlib import shake_128

    words = "/".join(str(part) for part in (seed, *parts))
    return int.from_bytes(shake_128(words.encode()).digest(7), "little")
