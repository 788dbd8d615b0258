"""Computations for claims about Rummy Duel: counts of melds, and the call of Rummy described in the source."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from proofdeck.ground.problems import listed
from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.games.rummy_duel.cards import ACE, RANKS, SUITS
from proofdeck.play.games.rummy_duel.melds import OF_A_RANK, Meld
from proofdeck.play.games.rummy_duel.rules import RummyDuel, rummy

ROW_OF_THE_SOURCE = ("2", "3", "4", "10", "J")
WON_IN_THE_SOURCE = ("10", "J")
WINS_OF_THE_SOURCE = ((("2", "3", "4"), ("A", "2", "3")), (("K", "K", "K"), ("Q", "Q", "Q")))
"""The ranks of a meld, and of one that it beats."""


def sets_of_one_suit(game: RummyDuel) -> Finding:
    """Cards of one rank and one suit, as many as a meld has."""
    length = game.melds.length
    groups = list(combinations(range(len(game.ids)), length))
    of_a_rank = [group for group in groups if len({card // OF_A_RANK for card in group}) == 1]
    alike = [group for group in of_a_rank if len({card % OF_A_RANK for card in group}) == 1]
    return Finding(
        str(len(alike)),
        f"Counted one by one: of {len(groups)} ways to take {length} cards of the deck {len(of_a_rank)} are of one "
        f"rank, and {len(alike)} of these are of one suit.",
    )


def runs_not_beaten(game: RummyDuel) -> Finding:
    """Runs that are at least as strong as some set."""
    sets = [meld for meld in game.melds.by_number if meld.is_set]
    runs = [meld for meld in game.melds.by_number if not meld.is_set]
    if not sets:
        raise ValueError("there are no sets")
    weakest = min(meld.strength for meld in sets)
    strong = [meld for meld in runs if meld.strength >= weakest]
    one_suit = sum(len({card % len(SUITS) for card in meld.cards}) == 1 for meld in runs)
    return Finding(
        str(len(strong)),
        f"All {len(runs)} runs, {one_suit} of them of one suit, were compared with all {len(sets)} sets.",
    )


def high_cards(game: RummyDuel, *, is_set: bool) -> Finding:
    """The lowest and highest rank of the high cards of sets or of runs, as they are compared.

    The high card is not read from the strength: it is the highest rank on the cards, but an ace beside a 2 is low.
    """
    melds = sorted((meld for meld in game.melds.by_number if meld.is_set == is_set), key=lambda meld: meld.strength)
    if not melds:
        raise ValueError(f"there are no {'sets' if is_set else 'runs'}")
    by_strength: dict[int, set[int]] = {}
    for meld in melds:
        ranks = {card // OF_A_RANK for card in meld.cards}
        is_low = not is_set and {ACE, 0} <= ranks
        by_strength.setdefault(meld.strength, set()).add(max(ranks - {ACE} if is_low else ranks))
    steps = list(by_strength.values())
    if any(len(step) > 1 for step in steps) or steps != sorted(steps, key=min):
        raise ValueError("melds are not compared by their high cards")
    names = [RANKS[min(step)] for step in steps]
    return Finding(f"{names[0]} to {names[-1]}", f"{len(melds)} melds, from the weakest: {listed(names)}.")


def examples_of_strength(game: RummyDuel) -> Finding:
    """Whether the two melds that win in the source do win."""
    wins = []
    for stronger, weaker in WINS_OF_THE_SOURCE:
        one, other = ([meld.strength for meld in _of_ranks(game, ranks)] for ranks in (stronger, weaker))
        wins.append(min(one, default=0) > max(other, default=0))
    return Finding(
        "yes" if all(wins) else "no", "Each meld of those ranks, in all suits, was compared with each other."
    )


def _of_ranks(game: RummyDuel, ranks: Sequence[str]) -> list[Meld]:
    wanted = sorted(RANKS.index(rank) for rank in ranks)
    return [meld for meld in game.melds.by_number if sorted(card // OF_A_RANK for card in meld.cards) == wanted]


def rummy_of_the_source(game: RummyDuel) -> Finding:
    """Whether Rummy is called in the row of the source, and not a card earlier."""
    values = [game.values_of[_card(game, rank)] for rank in ROW_OF_THE_SOURCE]
    won = sum(1 << ROW_OF_THE_SOURCE.index(rank) for rank in WON_IN_THE_SOURCE)
    mine = sum(value for place, value in enumerate(values) if won >> place & 1)
    rest = sum(values) - mine
    alone = any(_calls(values, 1 << place) for place in range(len(values)) if won >> place & 1)
    early = "One of them alone would do." if alone else "Neither of them alone would do."
    return Finding(
        "yes" if _calls(values, won) else "no",
        f"The row of {listed(map(str, values))} is worth {sum(values)}. Whoever has won the last two has {mine}, and "
        f"the rival can still win {rest}. {early}",
    )


def _card(game: RummyDuel, rank: str) -> int:
    """The first card of that rank, by the ids of the deck."""
    found = next((card for card, name in enumerate(game.ids) if name.startswith(rank.replace("10", "T"))), None)
    if found is None:
        raise ValueError(f"there is no card of rank {rank}")
    return found


def _calls(values: Sequence[int], won: int) -> bool:
    return rummy(values, (won, 0), 0) == 0


CHECKS = {
    "sets of one rank and one suit": Computation(sets_of_one_suit),
    "runs that some set does not beat": Computation(runs_not_beaten),
    "high cards of runs": Computation(partial(high_cards, is_set=False)),
    "high cards of sets": Computation(partial(high_cards, is_set=True)),
    "melds that win in the source": Computation(examples_of_strength),
    "Rummy in the row of the source": Computation(rummy_of_the_source),
}
