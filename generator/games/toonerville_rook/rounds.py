"""The rounds of Toonerville Rook: dealing, turns one after the other, drawing and buying, and the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from generator.engine.piles import shuffled
from generator.engine.state import OVER
from generator.games.toonerville_rook import views
from generator.games.toonerville_rook.actions import (
    KINDS,
)
from generator.games.toonerville_rook.clauses import (
    BUY_CARDS,
    BUY_LIMIT,
    BUY_OFFER,
    BUY_ORDER,
    BUY_STOCK,
    DEAL,
    DECK,
    DRAW,
    LOWEST,
    NO_STOCK,
    RESHUFFLE,
    SCORE,
    STALL,
    STARTER,
    TIE,
    UP_CARD,
)
from generator.games.toonerville_rook.table_state import RookTable

if TYPE_CHECKING:
    from generator.games.toonerville_rook.rules import ToonervilleRook

OFFER, ASKED, PLAY = range(3)
"""What is to be decided: take the top discard; buy it; everything after the draw."""


class RookRound(RookTable):
    """A table of Toonerville Rook as far as it follows from the cards and not from what is laid."""

    __slots__ = ()

    @classmethod
    def dealt(cls, game: ToonervilleRook, players: int, seed: int) -> Self:
        state = cls()
        state.game, state.players, state.on, state.seed = game, players, game.on, seed
        state.fired = game.on & DECK
        state.shuffles = state.round = state.turns = 0
        state.results, state.totals = (), [0] * players
        state._legal = None
        state._begin_round()
        return state

    # -- the round -----------------------------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        game, players, on = self.game, self.players, self.on
        cards = shuffled(game.stacks[players], self.seed, self.shuffles)
        self.shuffles += 1
        size = game.rounds[self.round].deal if on & DEAL else 0
        self.fired |= on & (DEAL | UP_CARD)
        self.hands = [[0] * KINDS for _ in range(players)]
        self.known = [[0] * KINDS for _ in range(players)]
        for place in range(size * players):
            self.hands[place // size][cards[place]] += 1
        self.stock = cards[size * players :]
        self.pile = [self.stock.pop()] if on & UP_CARD else []
        self.melds, self.down, self.laying = {}, 0, None
        self.quiet, self.bought = 0, [0] * players
        starter = self.round % players
        if starter and not on & STARTER:
            starter = 0
        self.fired |= on & STARTER if starter else 0
        self._begin_turn(starter)

    def _end_round(self, rule: int) -> None:
        """Everybody scores his hand; then the next round, or the end."""
        self.fired |= rule | self.on & SCORE
        left = tuple(tuple(views.cards_of(hand)) for hand in self.hands)
        self.results = (*self.results, left)
        if self.on & SCORE:
            worth = self.game.worth
            for player, cards in enumerate(left):
                self.totals[player] += sum(worth[card] for card in cards)
        if self.round + 1 < len(self.game.rounds):
            self.round += 1
            self._begin_round()
            return
        self.player = OVER
        self.fired |= self.on & LOWEST
        if self.totals.count(min(self.totals)) > 1:
            self.fired |= self.on & TIE

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player = self.active = player
        self.turns += 1
        self.taken, self.owed, self.phase = -1, 0, OFFER
        if not self.pile:
            self._draw()

    def _end_turn(self) -> None:
        self.quiet += 1
        if self.quiet >= self.game.stall and (rule := self.on & STALL):
            self._end_round(rule)
        else:
            self._begin_turn((self.active + 1) % self.players)

    def _draw(self) -> None:
        """The current player draws from the stock, after nobody or somebody has bought."""
        self.player = player = self.active
        self.phase = PLAY
        if not self.on & DRAW:
            return
        if self._refill():
            self.fired |= DRAW
            self.hands[player][self.stock.pop()] += 1
        elif rule := self.on & NO_STOCK:
            self._end_round(rule)

    def _refill(self) -> bool:
        """See to it that there is a card to draw, if there can be one."""
        if not self.stock and len(self.pile) > 1 and (rule := self.on & RESHUFFLE):
            self.fired |= rule
            top = self.pile.pop()
            self.stock = shuffled(self.pile, self.seed, self.shuffles)
            self.shuffles += 1
            self.pile = [top]
        return bool(self.stock)

    # -- buying --------------------------------------------------------------------------------------------------------

    def _offer(self) -> None:
        """Ask the others in turn, unless there would be too few cards to draw."""
        if not self.on & BUY_OFFER:
            self._draw()
            return
        under = max(0, len(self.pile) - 2) if self.on & RESHUFFLE else 0
        if len(self.stock) + under <= self.game.extra and (rule := self.on & BUY_STOCK):
            self.fired |= rule
            self._draw()
            return
        self._ask(0)

    def _ask(self, asked: int) -> None:
        """Ask the next who may buy. asked: how many others have had their chance."""
        players, on, limit = self.players, self.on, self.game.buy_limit
        for step in range(asked + 1, players):
            seat = (self.active + step if on & BUY_ORDER else self.active - step) % players
            if limit and self.bought[seat] >= limit:
                self.fired |= BUY_LIMIT
                continue
            self.player, self.phase = seat, ASKED
            self.fired |= on & (BUY_OFFER | (BUY_ORDER if step > 1 else 0))
            return
        self._draw()

    def _buy(self) -> None:
        player, extra = self.player, self.game.extra
        self._into_hand(player, self.pile.pop())
        self.bought[player] += 1
        self.fired |= self.on & BUY_CARDS
        for _ in range(extra):
            if self._refill():
                self.hands[player][self.stock.pop()] += 1
        self._draw()

    def _into_hand(self, player: int, card: int) -> None:
        """In full sight."""
        self.hands[player][card] += 1
        self.known[player][card] += 1
