"""The numbers that the page of Toonerville Rook may change, and the clauses that its engine applies."""

from __future__ import annotations

from proofdeck.source.rules.parameters import Parameter, Whole
from proofdeck.source.rules.points import RulePoints

ROUNDS = 11
"""How many contracts there are. The last of them must use up the whole hand."""
MELDS = 5
"""The most melds in a contract, which is the number of places in a field."""

PARAMETERS: tuple[Parameter, ...] = (
    Whole("rounds", 1, ROUNDS, "the number of rounds of a game"),
    *(Whole(f"runs.{n}", 0, MELDS, f"the number of runs in the contract of round {n}") for n in range(1, ROUNDS + 1)),
    *(Whole(f"sets.{n}", 0, MELDS, f"the number of sets in the contract of round {n}") for n in range(1, ROUNDS + 1)),
    *(Whole(f"deal.{n}", 3, 25, f"the number of cards dealt to each player in round {n}") for n in range(1, ROUNDS)),
    Whole("round-11-deal", 12, 14, "the number of cards dealt to each player in round 11"),
    Whole("run-length", 2, 14, "the smallest number of cards in a run"),
    Whole("set-length", 2, 12, "the smallest number of cards in a set"),
    Whole("buy-extra", 0, 3, "the number of stock cards that a buyer takes with the card bought"),
    Whole("buy-limit", 0, 20, "the number of cards that a player may buy in a round, or 0 when there is no limit"),
    Whole("stall", 10, 999, "the number of turns in a row without a card laid that end a round"),
)

POINTS = RulePoints()
DECK, STARTER, DEAL, UP_CARD = POINTS.bind_all("setup.deck", "setup.starter", "setup.deal", "setup.up-card")
TAKE, DRAW = POINTS.bind_all("turn.take", "turn.draw")
BUY_OFFER, BUY_ORDER, BUY_CARDS, BUY_LIMIT, BUY_STOCK, RESHUFFLE = POINTS.bind_all(
    "buy.offer", "buy.order", "buy.cards", "buy.limit", "buy.stock", "stock.reshuffle"
)
RUN, SET, ROOK_WILD, NATURAL = POINTS.bind_all("meld.run", "meld.set", "meld.rook", "meld.natural")
CONTRACT, ORDER, WHOLE_HAND = POINTS.bind_all("lay.contract", "lay.order", "lay.whole-hand")
LAY_OFF_AFTER, LAY_OFF_RUN, LAY_OFF_SET, LAY_OFF_ROOK = POINTS.bind_all(
    "layoff.contract", "layoff.run", "layoff.set", "layoff.rook"
)
SWAP, SWAP_AFTER, SWAP_SET, SWAP_PLAY = POINTS.bind_all("swap.card", "swap.contract", "swap.set", "swap.play")
DISCARD_ONE, DISCARD_TAKEN, DISCARD_NONE = POINTS.bind_all("discard.one", "discard.taken", "discard.none")
OUT, NO_STOCK, STALL = POINTS.bind_all("round.out", "round.no-stock", "round.stall")
SCORE, LOWEST, TIE = POINTS.bind_all("score.hand", "end.lowest", "end.tie")
