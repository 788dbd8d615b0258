"""The numbers that the page of Toonerville Rook may change, and the clauses that its engine applies."""

from __future__ import annotations

from generator.games.toonerville_rook.scoring import HAND_POINTS, LOWEST_WINS, TIE_SHARED
from generator.rules.parameters import Parameter, Whole
from generator.rules.points import RulePoints

ROUNDS = 11
"""How many contracts there are. The last of them must use up the whole hand."""
MELDS = 5
"""The most melds of a contract: so many places has a field."""

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
DECK = POINTS.bind("setup.deck")
STARTER = POINTS.bind("setup.starter")
DEAL = POINTS.bind("setup.deal")
UP_CARD = POINTS.bind("setup.up-card")
TAKE = POINTS.bind("turn.take")
DRAW = POINTS.bind("turn.draw")
BUY_OFFER = POINTS.bind("buy.offer")
BUY_ORDER = POINTS.bind("buy.order")
BUY_CARDS = POINTS.bind("buy.cards")
BUY_LIMIT = POINTS.bind("buy.limit")
BUY_STOCK = POINTS.bind("buy.stock")
RESHUFFLE = POINTS.bind("stock.reshuffle")
RUN = POINTS.bind("meld.run")
SET = POINTS.bind("meld.set")
ROOK_WILD = POINTS.bind("meld.rook")
NATURAL = POINTS.bind("meld.natural")
CONTRACT = POINTS.bind("lay.contract")
ORDER = POINTS.bind("lay.order")
WHOLE_HAND = POINTS.bind("lay.whole-hand")
LAY_OFF_AFTER = POINTS.bind("layoff.contract")
LAY_OFF_RUN = POINTS.bind("layoff.run")
LAY_OFF_SET = POINTS.bind("layoff.set")
LAY_OFF_ROOK = POINTS.bind("layoff.rook")
SWAP = POINTS.bind("swap.card")
SWAP_AFTER = POINTS.bind("swap.contract")
SWAP_SET = POINTS.bind("swap.set")
SWAP_PLAY = POINTS.bind("swap.play")
DISCARD_ONE = POINTS.bind("discard.one")
DISCARD_TAKEN = POINTS.bind("discard.taken")
DISCARD_NONE = POINTS.bind("discard.none")
OUT = POINTS.bind("round.out")
NO_STOCK = POINTS.bind("round.no-stock")
STALL = POINTS.bind("round.stall")
SCORE = POINTS.bind(HAND_POINTS)
LOWEST = POINTS.bind(LOWEST_WINS)
TIE = POINTS.bind(TIE_SHARED)
