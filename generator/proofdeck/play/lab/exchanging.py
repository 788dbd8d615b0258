"""What a card is worth in an opening hand: the same game played twice, the second time with another card in its place.

Who wins with a card need not win because of it. Here nothing else differs between two games, so the difference is what
the card has caused. It is more certain after as many games, because most of the luck is the same on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import bots_of, wilson
from proofdeck.play.engine.referee import BotMaker, play
from proofdeck.play.engine.state import Game
from proofdeck.play.lab.estimates import FEWEST, Estimate, Sample, chance_of, columns, estimate_of_shares, holm
from proofdeck.play.lab.results import Columns


class Exchange(NamedTuple):
    """The shares of the win of one player, from 0 to 1, with a card and with another one."""

    having: float
    lacking: float


def exchange_one(
    game: Game, makers: Sequence[BotMaker], seed: int, index: int, *, cards: Sequence[str]
) -> Exchange | None:
    """Play pair number index: the cards take turns, and so do the seats of those who have them.

    None if the card cannot be exchanged in that game: another player was dealt it, or the engine does not say where
    cards lie.
    """
    number, place = divmod(index, len(cards))
    seat = number % len(makers)
    state = game.new_initial_state(len(makers), derived(seed, "game", number))
    tables = state.with_and_without(cards[place], seat, Random(derived(seed, "exchange", index)))
    if tables is None:
        return None
    return Exchange(*(play(table, bots_of(makers, seed, number)).returns()[seat] for table in tables))


def exchange_rows(cards: Sequence[str], pairs: Sequence[Exchange | None]) -> dict[str, Columns]:
    """What the pairs say of each card, as columns for its row. A lift is None if there are too few pairs."""
    of_card = [[pair for pair in pairs[place :: len(cards)] if pair is not None] for place in range(len(cards))]
    lifts = [_lift(own) for own in of_card]
    known = [lift for lift in lifts if lift is not None]
    firm = iter(holm([chance_of(lift.softened()) for lift in known]))
    return {
        card: {
            **columns("wins_exchanged", _wins([pair.having for pair in own])),
            **columns("wins_not_exchanged", _wins([pair.lacking for pair in own])),
            **columns("lift_exchanged", estimate_of_shares(lift) if lift else None),
            "stands_out_exchanged": lift is not None and next(firm),
        }
        for card, own, lift in zip(cards, of_card, lifts, strict=True)
    }


def _lift(pairs: Sequence[Exchange]) -> Sample | None:
    enough = len(pairs) >= FEWEST
    return Sample.of(pair.having - pair.lacking for pair in pairs) if enough else None


def _wins(shares: Sequence[float]) -> Estimate | None:
    total = sum(shares)
    return Estimate(total / len(shares), *wilson(total, len(shares))) if shares else None
