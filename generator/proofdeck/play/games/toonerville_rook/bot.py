"""A sensible way to play Toonerville Rook: collect what the contract lacks, lay it at once, then get rid of the rest.

The bot plans the melds that need the fewest further cards, found one after the other. A card is worth taking if the
plan then needs fewer cards, and a card outside the plan is the one to discard.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.state import Action
from proofdeck.play.games.toonerville_rook import actions
from proofdeck.play.games.toonerville_rook.cards import NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.contracts import by_number
from proofdeck.play.games.toonerville_rook.plans import Goal, plan
from proofdeck.play.games.toonerville_rook.rules import RookState, Round

NEAR = 3
"""How far apart two cards of a colour may be to fit in a run of four."""


class GreedyBot:
    """One step at a time, without a memory of the game. It looks only at what lies open and at its own hand."""

    def __init__(self, random: Random) -> None:
        """random: not needed."""

    def choose(self, seat: Seat) -> Sequence[Action]:
        legal = seat.legal_actions()
        if len(legal) == 1:
            return legal
        table = seat.glance()
        assert isinstance(table, RookState)
        if legal[0] in (actions.TAKE_TOP, actions.BUY):
            return [_wants(table, buying=legal[0] == actions.BUY)]
        return [_step(legal, table)]


greedy = GreedyBot


# -- the discard of another --------------------------------------------------------------------------------------------


def _wants(table: RookState, *, buying: bool) -> Action:
    yes, no = (actions.BUY, actions.LEAVE) if buying else (actions.TAKE_TOP, actions.DECLINE)
    card = table.discard_pile[-1]
    if table.down >> table.player & 1:
        fits = card == ROOK or any(card == wanted for meld in table.melds.values() for _, wanted in meld.takes)
        return yes if fits and not buying else no
    hand, goal = table.hands()[table.player][:], _goal(table)
    if buying and table.rules.rounds[table.round].whole and sum(hand) + 1 >= goal.cards:
        return no
    before = plan(tuple(hand), goal).missing - hand[ROOK]
    hand[card] += 1
    return yes if plan(tuple(hand), goal).missing - hand[ROOK] < before else no


# -- after the draw ----------------------------------------------------------------------------------------------------


def _step(legal: Sequence[Action], table: RookState) -> Action:
    last = legal[-1]
    if last >= actions.LAY_OFF:
        return _lay_off(legal)
    if actions.STEP <= legal[0] < actions.DISCARD:
        return actions.STEP + _lay([action - actions.STEP for action in legal], table)
    hand, row = table.hands()[table.player], table.rules.rounds[table.round]
    spare = plan(tuple(hand), _goal(table)).spare
    cards = [action - actions.DISCARD for action in legal]
    cards = [card for card in cards if spare[card] and card != ROOK] or cards
    return actions.DISCARD + max(cards, key=lambda card: _useless(card, hand, spare, row))


def _lay_off(legal: Sequence[Action]) -> Action:
    """Lay off natural cards first, then cards that free a Rook, and Rooks only if nothing else is left."""
    offs = [action for action in legal if action >= actions.LAY_OFF]
    naturals = [
        action
        for action in offs
        if action >= actions.SWAP_FOR or (action - actions.LAY_OFF) % actions.SPOTS < actions.ROOK_BEFORE
    ]
    return (naturals or offs)[0]


def _lay(steps: Sequence[int], table: RookState) -> int:
    """The next step of the contract: melds that need few Rooks, and as many natural cards as they take."""
    openings = [step for step in steps if actions.OPEN_RUN <= step < actions.CARD]
    if not openings:
        naturals = [step for step in steps if actions.CARD <= step < actions.ROOK_AS]
        return naturals[0] if naturals else steps[0]
    hand, goal = table.hands()[table.player], _goal(table)
    if openings[0] < actions.OPEN_SET:
        return min(openings, key=lambda step: hand[step - actions.OPEN_RUN :][: goal.run_length].count(0))
    numbers = by_number(hand)
    return max(openings, key=lambda step: min(numbers[step - actions.OPEN_SET], goal.set_length))


def _useless(card: int, hand: Sequence[int], spare: Sequence[int], row: Round) -> tuple[int, int, int]:
    """How good a discard the card is: not needed, far from all others, and expensive."""
    if card == ROOK:
        return (-1, 0, 0)
    promise = 0
    if row.sets:
        promise += 2 * (sum(hand[card % NUMBERS : ROOK : NUMBERS]) - 1)
    if row.runs:
        start = card - card % NUMBERS
        near = range(max(start, card - NEAR), min(start + NUMBERS, card + NEAR + 1))
        promise += sum(1 for other in near if hand[other] and other != card)
    return (1 if spare[card] else 0, -promise, card % NUMBERS)


def _goal(table: RookState) -> Goal:
    return table.rules.rounds[table.round].goal
