"""The parameters of Fishing Dragon's page, and the clauses that its engine applies."""

from __future__ import annotations

from proofdeck.play.games.fishing_dragon import scoring
from proofdeck.source.rules.parameters import Parameter, Whole, YesNo
from proofdeck.source.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    *(Whole(f"hand.{n}", 1, 24 // n, f"the number of cards dealt to each of {n} players") for n in (2, 3, 4)),
    Whole("river", 0, 20, "the number of cards dealt face up into the river"),
    Whole("rank.set", 2, 4, "the number of cards of a rank that are a set"),
    Whole("rank.set-times", 0, 10, "how often a set scores its value"),
    Whole("rank.full", 2, 4, "the number of cards of a rank that are a full set"),
    Whole("rank.full-times", 0, 10, "how often a full set scores its value"),
    Whole("prized", 0, 20, "the points for each card of the prized suit"),
    Whole("suit.cards", 1, 15, "the number of cards of a suit that earn its bonus"),
    Whole("suit.bonus", 0, 200, "the points for that many cards of a suit"),
    Whole("straight.cards", 1, 12, "the number of cards of the shortest straight that scores"),
    Whole("straight.each", 0, 20, "the points for each card of the longest straight"),
    Whole("straight.full", 0, 300, "the points for a straight of all numbers"),
    Whole("goal", 1, 5000, "the total that ends a match"),
    Whole("rounds", 1, 500, "the number of rounds after which a match ends in any case"),
    YesNo("match", "whether rounds are played until somebody has reached the goal"),
    YesNo("multi", "whether three or four may play"),
)

POINTS = RulePoints()
DECK, ASIDE, DEAL, RIVER, PRIZED_SUIT = POINTS.bind_all(
    "setup.deck", "setup.aside", "setup.deal", "setup.river", "setup.prized"
)
REVEAL, PLAY, FISH, DISCARD = POINTS.bind_all("turn.reveal", "turn.play", "turn.fish", "turn.discard")
SAME_SUIT, SAME_RANK, BLANK = POINTS.bind_all("fish.suit", "fish.rank", "fish.blank")
(ROUND_ENDS,) = POINTS.bind_all("end.round")
BLANKS_ASIDE, CARD_VALUE = POINTS.bind_all(scoring.BLANKS_ASIDE, scoring.CARD_VALUE)
SET, FULL_SET, PRIZED, SUIT, STRAIGHT, FULL_STRAIGHT = POINTS.bind_all(
    scoring.SET, scoring.FULL_SET, scoring.PRIZED, scoring.SUIT, scoring.STRAIGHT, scoring.FULL_STRAIGHT
)
WINNER, DRAW = POINTS.bind_all(scoring.MOST_POINTS, scoring.EQUAL_POINTS)
MATCH_DEAL, MATCH_GOAL, MATCH_TIE, MATCH_LAST, MATCH_WINNER = POINTS.bind_all(
    "match.deal", "match.goal", "match.tie", "match.last", scoring.MATCH_TOTAL
)
(MULTI,) = POINTS.bind_all("multi.players")
