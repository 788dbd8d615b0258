"""The best reading of a pile of cards: which melds to make for which community cards to maximise the lead.

A meld that is stronger than the rival's counts twice in a lead: its own points, and those that the rival loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofdeck.play.games.rummy_duel.rules import RummyDuel

Gain = tuple[int, int, int]
"""By how much the lead grows, own points, cards laid: the more of the first the better, then of the others in turn."""
Laid = tuple[tuple[int, int], ...]
"""(place in the row, number of the meld)."""


def best_reading(
    game: RummyDuel, row: Sequence[int], pile: int, mine: Mapping[int, int], theirs: Mapping[int, int]
) -> dict[int, int]:
    """Place in the row -> number of the meld, for the melds of the pile that are best.

    row: the community cards; pile: a set of cards. mine, theirs: the melds already there, place -> number; a player can
    have only one meld at each place.

    Places are taken one by one with every meld that is still in the pile, or none; what is best for the rest depends
    on the cards that are left alone, so it is worked out once for each such rest.
    """
    melds = game.melds.by_number
    places = tuple(place for place in range(len(row)) if place not in mine)

    @cache
    def best(following: int, left: int) -> tuple[Gain, Laid]:
        if following == len(places):
            return (0, 0, 0), ()
        place = places[following]
        value = game.values_of[row[place]]
        rival = melds[theirs[place]].strength if place in theirs else None
        found = best(following + 1, left)
        for number in game.melds.in_hand(left):
            own = _gain(value, melds[number].strength, rival, game.melds.length)
            rest, laid = best(following + 1, left & ~melds[number].mask)
            gain = (own[0] + rest[0], own[1] + rest[1], own[2] + rest[2])
            if gain > found[0]:
                found = gain, ((place, number), *laid)
        return found

    return dict(best(0, pile)[1])


def _gain(value: int, strength: int, rival: int | None, cards: int) -> Gain:
    """What a meld gains at a community card. rival: the strength of the meld on the other side, if there is one."""
    if rival is None:
        return value, value, cards
    if strength == rival:
        return value, 0, cards
    return (2 * value, value, cards) if strength > rival else (0, 0, cards)
