"""What the page of Rummy Duel says in numbers, and the clauses that its engine applies."""

from __future__ import annotations

from generator.games.rummy_duel import scoring
from generator.rules.parameters import Parameter, Whole, YesNo
from generator.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 20, "the number of cards dealt to each player"),
    Whole("row", 1, 9, "the number of community cards"),
    Whole("meld", 2, 4, "the number of cards in a meld"),
    Whole("stall", 2, 200, "the number of turns in a row without progress after which the game ends"),
    YesNo("flush-set", "whether a set is made of cards of one suit instead of one rank"),
    YesNo("any-claim", "whether the melds of both players together end the game when every community card has one"),
)

POINTS = RulePoints()
DECK = POINTS.bind("setup.deck")
DEAL = POINTS.bind("setup.deal")
ROW = POINTS.bind("setup.row")
DRAW = POINTS.bind("draw.pile")
TAKE = POINTS.bind("draw.community")
UNCLAIMED = POINTS.bind("draw.unclaimed")
REPLACE = POINTS.bind("draw.replace")
LAY = POINTS.bind("meld.lay")
SIDE = POINTS.bind("meld.side")
PASS = POINTS.bind("meld.pass")
RUN = POINTS.bind("meld.run")
ACES = POINTS.bind("meld.ace")
SET = POINTS.bind("meld.set")
FLUSH_SET = POINTS.bind("meld.flush-set")
SET_BEATS_RUN = POINTS.bind("strength.set")
HIGH_CARD = POINTS.bind("strength.run")
SET_RANK = POINTS.bind("strength.rank")
CONTEST = POINTS.bind(scoring.CONTEST)
TIE = POINTS.bind("claim.tie")
ALONE = POINTS.bind(scoring.ALONE)
VALUE = POINTS.bind("claim.value")
RUMMY = POINTS.bind(scoring.RUMMY)
ALL_CLAIMED = POINTS.bind("end.claims")
LAST_TURN = POINTS.bind("end.last-turn")
ANY_CLAIM = POINTS.bind("end.any-claim")
PILE_EMPTY = POINTS.bind("end.pile")
STALL = POINTS.bind("end.stall")
MOST_POINTS = POINTS.bind(scoring.MOST_POINTS)
FEWEST_CARDS = POINTS.bind(scoring.FEWEST_CARDS)
EQUAL = POINTS.bind("win.draw")
