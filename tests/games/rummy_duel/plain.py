"""What a meld of three cards is, said a second time in plain words and with nothing of the engine."""

from __future__ import annotations

from collections.abc import Sequence

ORDER = "23456789TJQKA"


def plain_kind(cards: Sequence[str], flush: bool = False) -> tuple[str, int] | None:
    """`run` or `set` and its strength from 2 to 14; None for no meld."""
    ranks = sorted(ORDER.index(card[0]) + 2 for card in cards)
    if flush and len({card[1] for card in cards}) == 1:
        return "set", ranks[-1]
    if not flush and ranks[0] == ranks[-1]:
        return "set", ranks[0]
    for values in (ranks, sorted(1 if rank == 14 else rank for rank in ranks)):
        if values[1] == values[0] + 1 and values[2] == values[1] + 1:
            return "run", values[2]
    return None
