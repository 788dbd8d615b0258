"""The parameters of Rummy Duel's page, and the clauses that its engine applies."""

from __future__ import annotations

from proofdeck.source.rules.parameters import Parameter, Whole, YesNo
from proofdeck.source.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 20, "the number of cards dealt to each player"),
    Whole("row", 1, 9, "the number of community cards"),
    Whole("meld", 2, 4, "the number of cards in a meld"),
    Whole("stall", 2, 200, "the number of turns in a row without progress after which the game ends"),
    YesNo("flush-set", "whether a set is made of cards of one suit instead of one rank"),
    YesNo("any-claim", "whether the melds of both players together end the game when every community card has one"),
)

POINTS = RulePoints()
DECK, DEAL, ROW = POINTS.bind_all("setup.deck", "setup.deal", "setup.row")
DRAW, TAKE, UNCLAIMED, REPLACE = POINTS.bind_all("draw.pile", "draw.community", "draw.unclaimed", "draw.replace")
LAY, SIDE, PASS = POINTS.bind_all("meld.lay", "meld.side", "meld.pass")
RUN, ACES, SET, FLUSH_SET = POINTS.bind_all("meld.run", "meld.ace", "meld.set", "meld.flush-set")
SET_BEATS_RUN, HIGH_CARD, SET_RANK = POINTS.bind_all("strength.set", "strength.run", "strength.rank")
CONTEST, TIE, ALONE, VALUE = POINTS.bind_all("claim.contest", "claim.tie", "claim.alone", "claim.value")
RUMMY, ALL_CLAIMED, LAST_TURN, ANY_CLAIM, PILE_EMPTY, STALL = POINTS.bind_all(
    "end.rummy", "end.claims", "end.last-turn", "end.any-claim", "end.pile", "end.stall"
)
MOST_POINTS, FEWEST_CARDS, EQUAL = POINTS.bind_all("win.points", "win.hand", "win.draw")
