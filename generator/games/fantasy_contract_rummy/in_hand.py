"""What a hand holds: for each type the set that takes every card that fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from generator.games.fantasy_contract_rummy.building import NOTHING_YET
from generator.games.fantasy_contract_rummy.sets import KINDS, MOST_REMEMBERED, CardSet

if TYPE_CHECKING:
    from generator.games.fantasy_contract_rummy.tableau import Prepared


@lru_cache(maxsize=MOST_REMEMBERED)
def sets_in(game: Prepared[Any], hand: tuple[int, ...]) -> Sequence[CardSet]:
    """The sets, of those types that the hand can make, with natural cards first."""
    found = []
    for kind in range(len(KINDS)):
        chosen: list[int] = []
        left, last = [*hand], NOTHING_YET
        if not game.builder.can_finish(kind, chosen, last, left):
            continue
        while True:
            options = game.builder.options(kind, chosen, last, left)
            natural = [element for element in options if not element & 1]
            valid = game.agreed.is_valid(kind, chosen)
            if not options or (valid and not natural):
                break
            last = (natural or options)[0]
            chosen.append(last)
            left[game.motifs.card_of[last]] -= 1
        found.append((kind, tuple(chosen)))
    return found


def best_points(game: Prepared[Any], hand: Sequence[int]) -> int:
    """The most points that one of them has."""
    return max((game.agreed.points(*one) for one in sets_in(game, tuple(hand))), default=0)
