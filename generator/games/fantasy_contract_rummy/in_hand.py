"""What a hand holds: for each type the set that takes every card that fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.games.fantasy_contract_rummy.building import NOTHING_YET, Builder
from generator.games.fantasy_contract_rummy.sets import KINDS, MOST_REMEMBERED, CardSet


@lru_cache(maxsize=MOST_REMEMBERED)
def sets_in(builder: Builder, hand: tuple[int, ...]) -> Sequence[CardSet]:
    """The sets, of those types that the hand can make, with natural cards first."""
    found, agreed = [], builder.agreed
    for kind in range(len(KINDS)):
        chosen: list[int] = []
        left, last = [*hand], NOTHING_YET
        if not builder.can_finish(kind, chosen, last, left):
            continue
        while True:
            options = builder.options(kind, chosen, last, left)
            natural = [element for element in options if not element & 1]
            valid = agreed.is_valid(kind, chosen)
            if not options or (valid and not natural):
                break
            last = (natural or options)[0]
            chosen.append(last)
            left[agreed.card_of[last]] -= 1
        found.append((kind, tuple(chosen)))
    return found


def best_points(builder: Builder, hand: Sequence[int]) -> int:
    """The most points that one of them has."""
    return max((builder.agreed.points(*one) for one in sets_in(builder, tuple(hand))), default=0)
