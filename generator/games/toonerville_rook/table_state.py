"""A table of Toonerville Rook: what lies where, what it is worth and who can see it."""

from __future__ import annotations

from math import exp, sqrt
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Any, Self

from generator.engine.score_sheet import Criterion, ScoreSheet
from generator.engine.state import OVER, State
from generator.games.toonerville_rook import views
from generator.games.toonerville_rook.clauses import LOWEST, SCORE, TIE
from generator.games.toonerville_rook.laying import Laying
from generator.games.toonerville_rook.melds import Meld
from generator.games.toonerville_rook.scoring import criteria, item, sheet

if TYPE_CHECKING:
    from generator.games.toonerville_rook.rules import ToonervilleRook

SPREAD = 60.0
"""Points by which a lead of one round means about that much more chance to win."""


class RookTable(State):
    """A table of Toonerville Rook.

    active: whose turn it is; `player` is another while he is asked to buy. hands, known: counts of cards a player;
    known are those that all have seen going into his hand. stock: the next card is its last. pile: the top is its last.
    melds: by place; down: bits of the players whose contract lies on the table. laying: melds of a contract that is not
    complete yet, None when there are none; nobody else sees them. taken: the discard that was taken in this turn while
    it is in hand, else -1. owed: Rooks swapped out that must still be played. quiet: turns in a row without a card
    laid. results: for each round that is over, for each player the cards left in hand.
    """

    __slots__ = (
        "active",
        "bought",
        "down",
        "game",
        "hands",
        "known",
        "laying",
        "melds",
        "on",
        "owed",
        "phase",
        "pile",
        "quiet",
        "results",
        "round",
        "seed",
        "shuffles",
        "stock",
        "taken",
        "totals",
    )

    game: ToonervilleRook
    on: int
    seed: int
    shuffles: int
    round: int
    active: int
    phase: int
    hands: list[list[int]]
    known: list[list[int]]
    stock: list[int]
    pile: list[int]
    melds: dict[int, Meld]
    down: int
    laying: Laying | None
    taken: int
    owed: int
    quiet: int
    bought: list[int]
    results: tuple[tuple[tuple[int, ...], ...], ...]
    totals: list[int]

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on, copy.seed = self.game, self.players, self.on, self.seed
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.shuffles, copy.round, copy.active, copy.phase = self.shuffles, self.round, self.active, self.phase
        copy.hands = [hand[:] for hand in self.hands]
        copy.known = [hand[:] for hand in self.known]
        copy.stock, copy.pile, copy.melds = self.stock[:], self.pile[:], self.melds.copy()
        copy.down, copy.taken, copy.owed, copy.quiet = self.down, self.taken, self.owed, self.quiet
        copy.laying = self.laying and self.laying.copy()
        copy.bought, copy.results, copy.totals = self.bought[:], self.results, self.totals[:]
        return copy

    # -- who wins ------------------------------------------------------------------------------------------------------

    def criteria(self) -> list[Criterion]:
        totals = self.totals if self.on & LOWEST else [0] * self.players
        return criteria(totals, shared=bool(self.on & TIE))

    def score_sheets(self) -> list[ScoreSheet]:
        names, worth = self.game.names, self.game.worth
        if not self.on & SCORE:
            return [sheet([]) for _ in range(self.players)]
        return [
            sheet(
                [
                    item(number, [names[card] for card in left[player]], sum(worth[card] for card in left[player]))
                    for number, left in enumerate(self.results, 1)
                ]
            )
            for player in range(self.players)
        ]

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        worth = self.game.worth
        expected = [total + sum(map(mul, worth, hand)) for total, hand in zip(self.totals, self.hands, strict=True)]
        best = min(expected)
        spread = SPREAD * sqrt(len(self.game.rounds) - self.round)
        weights = [exp((best - points) / spread) for points in expected]
        return [weight / sum(weights) for weight in weights]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def zones(self) -> dict[str, list[str]]:
        return views.zones(self)

    def key(self) -> bytes:
        return views.key(self)

    def information_state_key(self, player: int) -> bytes:
        return views.information_state_key(self, player)

    def observation(self, player: int | None) -> dict[str, Any]:
        return views.observation(self, player)

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        views.deal_anew(copy, player, random)
        return copy
